//! Sets of squares, one bit a square.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};
use core::str::FromStr;

use thiserror::Error;

use super::{Direction, File, Rank, Square};

/// A set of squares.
///
/// Square number *n* is bit *n* of a `u128`; the bits above 80 are always clear. The operators are those of sets: `&` intersection,
/// `|` union, `^` symmetric difference, `-` difference, `!` complement within the 81 squares. All operations but the counting and the
/// iteration take a handful of machine instructions.
///
/// `Display` draws the set as it lies on the board, and `FromStr` reads such a drawing:
///
/// ```
/// use hasami_shogi::{Bitboard, Direction};
///
/// let men: Bitboard = "
///     . . . . . . . . .
///     . . . . . . . . .
///     . . x . . . . . .
///     . . . . . . . . .
///     . . x . . . x . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .
///     . . . . . . . . .".parse()?;
/// assert_eq!(men.len(), 3);
/// assert_eq!(men.flood(Direction::East, !men).to_string(), "\
/// . . . . . . . . .
/// . . . . . . . . .
/// . . . x x x x x x
/// . . . . . . . . .
/// . . . x x x . x x
/// . . . . . . . . .
/// . . . . . . . . .
/// . . . . . . . . .
/// . . . . . . . . .");
/// # Ok::<(), hasami_shogi::BitboardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bitboard(pub(super) u128);

const ALL: u128 = (1 << Square::COUNT) - 1;
const FILE_1: u128 = {
    let (mut bits, mut rank) = (0, 0);
    while rank < 9 {
        bits |= 1 << (9 * rank);
        rank += 1;
    }
    bits
};
const RANK_1: u128 = 0b1_1111_1111;

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 81 squares.
    pub const ALL: Bitboard = Bitboard(ALL);

    /// The set whose bits are given, or `None` if a bit above 80 is set.
    #[must_use]
    pub const fn from_bits(bits: u128) -> Option<Bitboard> {
        if bits & !ALL == 0 { Some(Bitboard(bits)) } else { None }
    }

    /// The set of the given bits that are squares; bits above 80 are dropped.
    #[must_use]
    pub const fn from_bits_truncate(bits: u128) -> Bitboard {
        Bitboard(bits & ALL)
    }

    /// The bits of the set, square *n* at bit *n*.
    #[must_use]
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The set of one square.
    #[must_use]
    #[inline]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// The nine squares of a rank.
    #[must_use]
    pub const fn rank(rank: Rank) -> Bitboard {
        Bitboard(RANK_1 << (9 * rank.index()))
    }

    /// The nine squares of a file.
    #[must_use]
    pub const fn file(file: File) -> Bitboard {
        Bitboard(FILE_1 << file.index())
    }

    /// The number of squares in the set.
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether no square is in the set.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the square is in the set.
    #[must_use]
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the set has two squares or more.
    #[must_use]
    #[inline]
    pub const fn has_several(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether every square of this set is in the other.
    #[must_use]
    #[inline]
    pub const fn is_subset(self, other: Bitboard) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether the two sets have no square in common.
    #[must_use]
    #[inline]
    pub const fn is_disjoint(self, other: Bitboard) -> bool {
        self.0 & other.0 == 0
    }

    /// The set and the square.
    #[must_use]
    #[inline]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | 1 << square.index())
    }

    /// The set without the square.
    #[must_use]
    #[inline]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !(1 << square.index()))
    }

    /// The square with the lowest number.
    #[must_use]
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(Square::from_bit(self.0.trailing_zeros())) }
    }

    /// The square with the highest number.
    #[must_use]
    #[inline]
    pub const fn last(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(Square::from_bit(127 - self.0.leading_zeros())) }
    }

    /// The union, in `const` contexts.
    #[must_use]
    #[inline]
    pub const fn union(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }

    /// The intersection, in `const` contexts.
    #[must_use]
    #[inline]
    pub const fn intersection(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }

    /// The squares of this set that are not in the other, in `const` contexts.
    #[must_use]
    #[inline]
    pub const fn difference(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }

    /// The set moved by one square; what would leave the 9 × 9 board is dropped.
    #[must_use]
    #[inline]
    pub const fn shift(self, direction: Direction) -> Bitboard {
        match direction {
            Direction::North => Bitboard(self.0 >> 9),
            Direction::South => Bitboard(self.0 << 9 & ALL),
            Direction::East => Bitboard((self.0 & !FILE_1) >> 1),
            Direction::West => Bitboard(self.0 << 1 & !FILE_1 & ALL),
        }
    }

    /// The squares next to a square of the set along a rank or file, squares of the set itself included where they touch another.
    #[must_use]
    #[inline]
    pub const fn neighbours(self) -> Bitboard {
        let west = self.0 << 1 & !FILE_1;
        let east = (self.0 & !FILE_1) >> 1;
        Bitboard((west | east | self.0 << 9 | self.0 >> 9) & ALL)
    }

    /// The squares that the squares of this set reach in one direction by passing only through squares of `through`: all rook-like slides of
    /// a side at once when `through` holds the empty squares.
    ///
    /// A parallel-prefix fill: three doubling steps and a last single one reach the eight squares that a rank has at the most.
    #[must_use]
    #[inline]
    pub const fn flood(self, direction: Direction, through: Bitboard) -> Bitboard {
        // A square of file 1 is never entered from the east, nor one of the highest file from the west: the masks stop the wrap.
        match direction {
            Direction::North => Bitboard(flood_down::<9>(self.0, through.0)),
            Direction::South => Bitboard(flood_up::<9>(self.0, through.0)),
            Direction::East => Bitboard(flood_down::<1>(self.0, through.0 & !(FILE_1 << 8))),
            Direction::West => Bitboard(flood_carried(self.0, through.0 & !FILE_1)),
        }
    }

    /// The squares that the squares of this set reach in any direction, as [`Bitboard::flood`] says of one.
    #[inline]
    pub(crate) fn floods(self, through: Bitboard) -> Bitboard {
        Direction::ALL.into_iter().fold(Bitboard::EMPTY, |reached, direction| reached | self.flood(direction, through))
    }

    /// The squares of this set that are connected along ranks and files to `seed` through squares of the set.
    #[must_use]
    pub const fn connected_to(self, seed: Bitboard) -> Bitboard {
        let mut group = self.intersection(seed);
        loop {
            let grown = group.union(group.neighbours()).intersection(self);
            if grown.0 == group.0 {
                return group;
            }
            group = grown;
        }
    }

    /// Calls `visit` with each square, from the lowest number, and with the set of that square alone.
    ///
    /// The two halves of the word are walked one after the other, since machines find and clear bits in 64 at a time.
    #[inline]
    pub(crate) fn for_each_single(self, mut visit: impl FnMut(Square, Bitboard)) {
        let mut low = self.0 as u64;
        while low != 0 {
            visit(Square::from_bit(low.trailing_zeros()), Bitboard(u128::from(low & low.wrapping_neg())));
            low &= low - 1;
        }
        let mut high = (self.0 >> 64) as u64;
        while high != 0 {
            visit(Square::from_bit(64 + high.trailing_zeros()), Bitboard(u128::from(high & high.wrapping_neg()) << 64));
            high &= high - 1;
        }
    }

    /// Takes the square with the lowest number out of the set, and answers it with the set of it alone.
    #[inline]
    pub(crate) fn take_first(&mut self) -> Option<(Square, Bitboard)> {
        let (low, high) = (self.0 as u64, (self.0 >> 64) as u64);
        let (square, single) = if low != 0 {
            (low.trailing_zeros(), u128::from(low & low.wrapping_neg()))
        } else if high != 0 {
            (64 + high.trailing_zeros(), u128::from(high & high.wrapping_neg()) << 64)
        } else {
            return None;
        };
        self.0 ^= single;
        Some((Square::from_bit(square), Bitboard(single)))
    }

    /// The squares of the set, from the lowest number.
    #[must_use]
    #[inline]
    pub const fn iter(self) -> Squares {
        Squares(self.0)
    }
}

/// One step along a rank, a file or a diagonal, toward higher square numbers.
#[derive(Clone, Copy)]
pub(crate) struct Step {
    offset: u32,
    /// The squares that such a step can end on.
    ends: u128,
}

impl Step {
    pub(crate) const WEST: Step = Step { offset: 1, ends: ALL & !FILE_1 };
    pub(crate) const SOUTH: Step = Step { offset: 9, ends: ALL };
    pub(crate) const SOUTH_WEST: Step = Step { offset: 10, ends: ALL & !FILE_1 };
    pub(crate) const SOUTH_EAST: Step = Step { offset: 8, ends: ALL & !(FILE_1 << 8) };
}

impl Bitboard {
    /// The set moved by a step; what would leave the 9 × 9 board is dropped.
    #[inline]
    pub(crate) const fn step(self, step: Step) -> Bitboard {
        Bitboard(self.0 << step.offset & step.ends)
    }

    /// The set moved by a step the other way.
    #[inline]
    pub(crate) const fn step_back(self, step: Step) -> Bitboard {
        Bitboard((self.0 & step.ends) >> step.offset)
    }
}

/// `from` filled toward higher bits through `through`, bit by bit: the carry of an addition runs through all ones that follow one another.
const fn flood_carried(from: u128, through: u128) -> u128 {
    let starts = (from << 1) & through;
    (through & !through.wrapping_add(starts)) | starts
}

/// `from` filled toward higher bits through `through`, step by step of `STEP` bits.
const fn flood_up<const STEP: u32>(from: u128, through: u128) -> u128 {
    let (mut filled, mut open) = (from, through);
    filled |= open & (filled << STEP);
    open &= open << STEP;
    filled |= open & (filled << (2 * STEP));
    open &= open << (2 * STEP);
    filled |= open & (filled << (4 * STEP));
    (filled << STEP) & through
}

/// `from` filled toward lower bits through `through`, step by step of `STEP` bits.
const fn flood_down<const STEP: u32>(from: u128, through: u128) -> u128 {
    let (mut filled, mut open) = (from, through);
    filled |= open & (filled >> STEP);
    open &= open >> STEP;
    filled |= open & (filled >> (2 * STEP));
    open &= open >> (2 * STEP);
    filled |= open & (filled >> (4 * STEP));
    (filled >> STEP) & through
}

macro_rules! set_operator {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident: $a:ident $b:ident => $bits:expr;)*) => {$(
        impl $operator for Bitboard {
            type Output = Bitboard;

            #[inline]
            fn $method(self, other: Bitboard) -> Bitboard {
                let ($a, $b) = (self.0, other.0);
                Bitboard($bits)
            }
        }

        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Bitboard) {
                *self = $operator::$method(*self, other);
            }
        }
    )*};
}

set_operator! {
    BitAnd bitand BitAndAssign bitand_assign: a b => a & b;
    BitOr bitor BitOrAssign bitor_assign: a b => a | b;
    BitXor bitxor BitXorAssign bitxor_assign: a b => a ^ b;
    Sub sub SubAssign sub_assign: a b => a & !b;
}

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0 & ALL)
    }
}

impl From<Square> for Bitboard {
    fn from(square: Square) -> Bitboard {
        Bitboard::of(square)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

impl Extend<Square> for Bitboard {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        *self |= squares.into_iter().collect();
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        self.iter()
    }
}

/// The squares of a [`Bitboard`], from the lowest number; from the highest when reversed.
#[derive(Clone, Debug)]
pub struct Squares(u128);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let mut left = Bitboard(self.0);
        let (square, _) = left.take_first()?;
        self.0 = left.0;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }

    #[inline]
    fn fold<B, F: FnMut(B, Square) -> B>(self, init: B, mut f: F) -> B {
        let (mut low, mut high, mut folded) = (self.0 as u64, (self.0 >> 64) as u64, init);
        while low != 0 {
            folded = f(folded, Square::from_bit(low.trailing_zeros()));
            low &= low - 1;
        }
        while high != 0 {
            folded = f(folded, Square::from_bit(64 + high.trailing_zeros()));
            high &= high - 1;
        }
        folded
    }
}

impl DoubleEndedIterator for Squares {
    fn next_back(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).last()?;
        self.0 &= !(1 << square.index());
        Some(square)
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::all() {
            for file in File::all().rev() {
                let mark = if self.contains(Square::at(file, rank)) { 'x' } else { '.' };
                write!(f, "{mark}{}", if file.number() > 1 { " " } else { "" })?;
            }
            if rank.number() < 9 {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// Why a drawing is not a set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum BitboardError {
    /// The drawing does not have 81 marks.
    #[error("a drawing of a set of squares has 81 marks, not {0}")]
    Length(usize),
    /// A mark is neither `.` nor `x`.
    #[error("a square is drawn as '.' or 'x', not {mark:?} (byte {offset})")]
    Mark {
        /// The mark that was read.
        mark: char,
        /// Where it stands in the text.
        offset: usize,
    },
}

impl FromStr for Bitboard {
    type Err = BitboardError;

    /// Reads 81 marks, `.` or `x`, from the top left to the bottom right; white space between them does not count.
    fn from_str(text: &str) -> Result<Bitboard, BitboardError> {
        let mut squares = Rank::all().flat_map(|rank| File::all().rev().map(move |file| Square::at(file, rank)));
        let mut set = Bitboard::EMPTY;
        let marks = || text.char_indices().filter(|(_, mark)| !mark.is_whitespace());
        for (offset, mark) in marks() {
            let square = squares.next().ok_or_else(|| BitboardError::Length(marks().count()))?;
            match mark {
                'x' => set |= square.into(),
                '.' => {}
                _ => return Err(BitboardError::Mark { mark, offset }),
            }
        }
        match squares.next() {
            None => Ok(set),
            Some(_) => Err(BitboardError::Length(marks().count())),
        }
    }
}
