//! The squares, edges and corners of an N × N board, and the rays from each square.

use super::{Bitboard, BoardSize, Direction, Rank, Side, Square};

/// `n` ones.
const fn ones(n: u8) -> u128 {
    (1 << n) - 1
}

/// The squares of the first `files` files on ranks `first` to `last`, both counted from 0.
const fn block(files: u8, first: u8, last: u8) -> Bitboard {
    let (mut bits, mut rank) = (0, first);
    while rank <= last {
        bits |= ones(files) << (9 * rank);
        rank += 1;
    }
    Bitboard::from_bits_truncate(bits)
}

/// A table with an entry for every size 4 to 9.
macro_rules! by_size {
    ($n:ident => $set:expr) => {{
        let mut table = [Bitboard::EMPTY; 10];
        let mut $n: u8 = 4;
        while $n <= 9 {
            table[$n as usize] = $set;
            $n += 1;
        }
        table
    }};
}

const SQUARES: [Bitboard; 10] = by_size!(n => block(n, 0, n - 1));

const CORNERS: [Bitboard; 10] = by_size!(n => {
    let pair = 1 | 1 << (n - 1);
    Bitboard::from_bits_truncate(pair | pair << (9 * (n - 1)))
});

const EDGES: [Bitboard; 10] = by_size!(n => {
    let inner = Bitboard::from_bits_truncate(block(n - 2, 0, n - 3).bits() << 10);
    block(n, 0, n - 1).difference(inner)
});

/// The squares and lines of a board of this size. They are squares of the 9 × 9 board with the lowest files and ranks.
impl BoardSize {
    /// All squares of the board.
    ///
    /// ```
    /// use hasami_shogi::BoardSize;
    ///
    /// assert_eq!(BoardSize::EIGHT.squares().len(), 64);
    /// ```
    #[must_use]
    #[inline]
    pub const fn squares(self) -> Bitboard {
        SQUARES[self.get() as usize]
    }

    /// The four corner squares.
    #[must_use]
    #[inline]
    pub const fn corners(self) -> Bitboard {
        CORNERS[self.get() as usize]
    }

    /// The squares on the rim of the board, corners included.
    #[must_use]
    #[inline]
    pub const fn edges(self) -> Bitboard {
        EDGES[self.get() as usize]
    }

    /// Whether the square is on the board.
    #[must_use]
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.squares().contains(square)
    }

    /// The squares of a side's first `n` ranks, counted from its own edge; all squares if the board has fewer ranks.
    ///
    /// ```
    /// use hasami_shogi::{BoardSize, Side};
    ///
    /// let back_rank = BoardSize::EIGHT.first_ranks(Side::Sente, 1);
    /// assert_eq!(back_rank.iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" "), "1h 2h 3h 4h 5h 6h 7h 8h");
    /// ```
    #[must_use]
    pub const fn first_ranks(self, side: Side, n: u8) -> Bitboard {
        let size = self.get();
        if n == 0 {
            return Bitboard::EMPTY;
        }
        let n = if n > size { size } else { n };
        match side {
            Side::Sente => block(size, size - n, size - 1),
            Side::Gote => block(size, 0, n - 1),
        }
    }

    /// The squares of a side's `n`-th rank, counted from 1 at its own edge; none if the board has no such rank.
    #[must_use]
    pub const fn home_rank(self, side: Side, n: u8) -> Bitboard {
        if n == 0 || n > self.get() {
            return Bitboard::EMPTY;
        }
        self.first_ranks(side, n).difference(self.first_ranks(side, n - 1))
    }

    /// The ranks of the board from the top.
    pub fn ranks(self) -> impl DoubleEndedIterator<Item = Rank> + ExactSizeIterator + Clone {
        // `take` on the exact-size range of all ranks keeps the length exact.
        Rank::all().take(self.get() as usize)
    }

    /// The files of the board from file 1, the rightmost.
    pub fn files(self) -> impl DoubleEndedIterator<Item = super::File> + ExactSizeIterator + Clone {
        super::File::all().take(self.get() as usize)
    }
}

/// For each direction and square, the squares of the 9 × 9 board that lie that way.
static RAYS: [[Bitboard; Square::COUNT]; 4] = {
    let mut rays = [[Bitboard::EMPTY; Square::COUNT]; 4];
    let mut square = 0;
    while square < Square::COUNT {
        let origin = Bitboard::of(Square::new(square));
        let mut d = 0;
        while d < 4 {
            rays[d][square] = origin.flood(Direction::ALL[d], Bitboard::ALL);
            d += 1;
        }
        square += 1;
    }
    rays
};

/// For each square, its neighbours along rank and file.
static NEIGHBOURS: [Bitboard; Square::COUNT] = {
    let mut neighbours = [Bitboard::EMPTY; Square::COUNT];
    let mut square = 0;
    while square < Square::COUNT {
        neighbours[square] = Bitboard::of(Square::new(square)).neighbours();
        square += 1;
    }
    neighbours
};

/// A look along a line: the squares up to the first of some set, and that first square.
#[derive(Clone, Copy)]
pub(crate) struct Sight {
    /// The squares before the first one that was looked for.
    pub(crate) before: Bitboard,
    /// That square; empty where the edge of the 9 × 9 board comes first.
    pub(crate) end: Bitboard,
}

impl Square {
    /// All squares of the 9 × 9 board that lie in a direction from this one, out to the edge.
    ///
    /// ```
    /// use hasami_shogi::{Direction, Square};
    ///
    /// let ray = "7b".parse::<Square>()?.ray(Direction::North);
    /// assert_eq!(ray.iter().next(), "7a".parse().ok());
    /// # Ok::<(), hasami_shogi::SquareError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn ray(self, direction: Direction) -> Bitboard {
        RAYS[direction.index()][self.index()]
    }

    /// The two to four squares of the 9 × 9 board next to this one along its rank and file.
    #[must_use]
    #[inline]
    pub fn neighbours(self) -> Bitboard {
        NEIGHBOURS[self.index()]
    }

    /// Looks in a direction for the first square of `stops`.
    ///
    /// Below the lowest bit of a set lie the bits that `x - 1` turns on; above the highest those that a shift by its number leaves.
    #[inline]
    pub(crate) fn look(self, direction: Direction, stops: Bitboard) -> Sight {
        let ray = self.ray(direction).bits();
        let stops = ray & stops.bits();
        let beyond = if direction.ascends() {
            stops | stops.wrapping_neg()
        } else {
            !u128::MAX.checked_shl(128 - stops.leading_zeros()).unwrap_or(0)
        };
        let before = ray & !beyond;
        let end = if direction.ascends() { stops & stops.wrapping_neg() } else { stops & !(beyond >> 1) };
        Sight { before: Bitboard::from_bits_truncate(before), end: Bitboard::from_bits_truncate(end) }
    }
}
