//! Moves as data: a single move, the moves of one man, and lists of moves.

use core::fmt;

use smallvec::SmallVec;

use crate::board::{Bitboard, BoardSize, Square};

/// A move, named by the square it leaves and the square it reaches.
///
/// That is enough: a slide and a hop between the same two squares are never both legal (rules, section 2). A `Move` is plain data and may be
/// illegal; a [`Position`](crate::Position) says what it is worth. Its text form is USI's: `5i5e`.
///
/// ```
/// use hasami_shogi::Move;
///
/// let mv: Move = "5i5e".parse()?;
/// assert_eq!(mv.to().to_string(), "5e");
/// # Ok::<(), hasami_shogi::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    from: Square,
    to: Square,
}

impl Move {
    /// The move between two squares.
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Move {
        Move { from, to }
    }

    /// The square that the man leaves.
    #[must_use]
    pub const fn from(self) -> Square {
        self.from
    }

    /// The square that the man reaches.
    #[must_use]
    pub const fn to(self) -> Square {
        self.to
    }

    /// The move on the board turned by half a turn, or `None` if it leaves a board of this size.
    #[must_use]
    pub fn rotated(self, size: BoardSize) -> Option<Move> {
        Some(Move::new(self.from.rotated(size)?, self.to.rotated(size)?))
    }

    /// The move with left and right changed over, or `None` if it leaves a board of this size.
    #[must_use]
    pub fn mirrored(self, size: BoardSize) -> Option<Move> {
        Some(Move::new(self.from.mirrored(size)?, self.to.mirrored(size)?))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({self})")
    }
}

/// How a man moves (rules, section 2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveKind {
    /// Over empty squares along a rank or file.
    Slide,
    /// Over one adjacent man to the empty square behind it.
    Hop,
}

/// A legal move with all that it does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LegalMove {
    pub(super) mv: Move,
    pub(super) kind: MoveKind,
    pub(super) captures: Bitboard,
}

impl LegalMove {
    /// The move itself.
    #[must_use]
    pub const fn mv(self) -> Move {
        self.mv
    }

    /// Slide or hop.
    #[must_use]
    pub const fn kind(self) -> MoveKind {
        self.kind
    }

    /// The enemy men that it removes, possibly none.
    #[must_use]
    pub const fn captures(self) -> Bitboard {
        self.captures
    }
}

/// The moves of one man as sets of squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ManMoves {
    pub(super) from: Square,
    pub(super) slides: Bitboard,
    pub(super) hops: Bitboard,
}

impl ManMoves {
    /// The man's square.
    #[must_use]
    pub const fn from(self) -> Square {
        self.from
    }

    /// The squares it slides to.
    #[must_use]
    pub const fn slides(self) -> Bitboard {
        self.slides
    }

    /// The squares it hops to; none of them is also reached by a slide.
    #[must_use]
    pub const fn hops(self) -> Bitboard {
        self.hops
    }

    /// All squares it reaches.
    #[must_use]
    #[inline]
    pub const fn targets(self) -> Bitboard {
        self.slides.union(self.hops)
    }

    /// The number of moves.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.targets().len()
    }

    /// Whether the man cannot move.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.targets().is_empty()
    }

    /// The moves one by one, in the order of the target squares' numbers.
    pub fn iter(self) -> impl ExactSizeIterator<Item = Move> + Clone {
        self.targets().iter().map(move |to| Move::new(self.from, to))
    }

    /// The moves whose targets are in `squares`.
    #[must_use]
    pub(super) fn within(self, squares: Bitboard) -> ManMoves {
        ManMoves { slides: self.slides & squares, hops: self.hops & squares, ..self }
    }
}

/// All moves of a position as a list.
///
/// It holds 256 moves without touching the heap. No slides of one side ever number more, whatever the position: of *k* men each reaches at most
/// 16 squares, and each empty square is reached from at most four sides, so there are at most min(16 *k*, 4 (80 - *k*)) = 256.
pub type MoveList = SmallVec<[Move; 256]>;
