//! Slides and hops along one rank or file, looked up.
//!
//! Where a man can go along a line of nine squares depends on nothing but its place in the line and which squares are taken. Two tables with an entry
//! for each of the nine places and the 512 ways to take squares answer that; a line is cut out of a set of squares for the look-up, and the answer
//! is laid back on the board.

use core::ops::{BitAnd, BitOr, Sub};

use super::{Bitboard, Square};

/// Nine squares of a rank or file, one bit a square; bit 0 is file 1, or rank 1.
pub(crate) type Line = u16;

/// For each place of a man and each set of taken squares, the squares that it reaches. The last seven places are padding: so that no index that is
/// cut to its bits is beyond the table, which the compiler then need not check.
pub(crate) struct LineTable([[Line; 512]; 16]);

impl LineTable {
    #[inline]
    fn reach(&self, place: usize, taken: Line) -> Line {
        self.0[place & 15][usize::from(taken & 0x1ff)]
    }
}

/// Slides.
pub(crate) static SLIDES: LineTable = line_table(true, false);
/// Hops over anything.
pub(crate) static HOPS: LineTable = line_table(false, true);
/// Slides, and hops over anything.
pub(crate) static SLIDES_AND_HOPS: LineTable = line_table(true, true);

const fn line_table(slides: bool, hops: bool) -> LineTable {
    let mut table = [[0; 512]; 16];
    let mut place = 0;
    while place < 9 {
        let mut taken = 0;
        while taken < 512 {
            let line = taken as Line;
            if slides {
                table[place][taken] |= slide(place as i32, line, 1) | slide(place as i32, line, -1);
            }
            if hops {
                table[place][taken] |= hop(place as i32, line, 1) | hop(place as i32, line, -1);
            }
            taken += 1;
        }
        place += 1;
    }
    LineTable(table)
}

/// The squares that a man slides to in one direction.
const fn slide(place: i32, taken: Line, step: i32) -> Line {
    let (mut reached, mut at) = (0, place + step);
    while is_free(taken, at) {
        reached |= 1 << at;
        at += step;
    }
    reached
}

/// The square that a man hops to in one direction, if any.
const fn hop(place: i32, taken: Line, step: i32) -> Line {
    let (over, to) = (place + step, place + 2 * step);
    if is_free(taken, to) && !is_free(taken, over) { 1 << to } else { 0 }
}

const fn is_free(taken: Line, at: i32) -> bool {
    at >= 0 && at < 9 && taken >> at & 1 == 0
}

/// A set of squares in two machine words: the first seven ranks, and the last two.
///
/// Any line is then cut out, or laid down, by shifts within single words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Halves {
    top: u64,
    bottom: u64,
}

/// The ranks in the top half.
const TOP_RANKS: usize = 7;

/// File 1 of the top half: the bits 0, 9, … 54.
const FILE_1: u64 = 0x0040_2010_0804_0201;

impl From<Bitboard> for Halves {
    #[inline]
    fn from(squares: Bitboard) -> Halves {
        const TOP: u64 = (1 << (9 * TOP_RANKS)) - 1;
        Halves { top: squares.0 as u64 & TOP, bottom: (squares.0 >> (9 * TOP_RANKS)) as u64 }
    }
}

impl From<Halves> for Bitboard {
    #[inline]
    fn from(halves: Halves) -> Bitboard {
        let low = halves.top | halves.bottom << 63;
        Bitboard(u128::from(low) | u128::from(halves.bottom >> 1) << 64)
    }
}

impl Halves {
    /// The squares of the set on one rank.
    #[inline]
    fn cut_rank(self, rank: usize) -> Line {
        let (half, rank) = if rank < TOP_RANKS { (self.top, rank) } else { (self.bottom, rank - TOP_RANKS) };
        (half >> (9 * rank)) as Line & 0x1ff
    }

    /// The squares of the set on one file.
    #[inline]
    fn cut_file(self, file: usize) -> Line {
        let bottom = self.bottom >> file;
        self.cut_top_of_file(file) | ((bottom & 1) << 7 | (bottom & 0x200) >> 1) as Line
    }

    /// The squares of the set on one file and the first seven ranks.
    ///
    /// The multiplication moves bit 9 k to bit 57 + k; no two products meet on the way.
    #[inline]
    fn cut_top_of_file(self, file: usize) -> Line {
        const GATHER: u64 = 0x0202_0202_0202_0200;
        ((self.top >> file & FILE_1).wrapping_mul(GATHER) >> 57) as Line
    }

    /// The last two ranks file by file: those of file 1 at the places that they have in a line, those of each other file two bits above the last.
    #[inline]
    fn bottom_by_files(self) -> u32 {
        EVERY_SECOND_BIT[self.bottom as usize & 0x1ff] | EVERY_SECOND_BIT[(self.bottom >> 9) as usize & 0x1ff] << 1
    }
}

/// The squares of a file on the last two ranks.
const BOTTOM_OF_LINE: Line = 0x180;

/// The nine bits of a line spread over every second bit from bit 7 on.
static EVERY_SECOND_BIT: [u32; 512] = {
    let (mut table, mut line) = ([0; 512], 1);
    while line < 512_usize {
        table[line] = table[line & (line - 1)] | 1 << (TOP_RANKS + 2 * line.trailing_zeros() as usize);
        line += 1;
    }
    table
};

impl Square {
    /// Where a man here can go, by one of the tables, when the squares of `taken` are occupied or not on the board.
    #[inline]
    pub(crate) fn reach(self, table: &LineTable, taken: Halves) -> Bitboard {
        let (file, rank) = (self.file().index(), self.rank().index());
        Cross { along_rank: table.reach(file, taken.cut_rank(rank)), along_file: table.reach(rank, taken.cut_file(file)) }.lay(self)
    }
}

/// A set of squares cut into all its lines, for work on many men: entry *n* is the rank, or file, with index *n*; the rest is padding.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lines {
    pub(crate) ranks: [Line; 16],
    pub(crate) files: [Line; 16],
}

/// Never inlined: where the lines of one set or none are wanted, they then stay in memory as a whole instead of being carried over one by one.
impl From<Bitboard> for Lines {
    #[inline(never)]
    fn from(squares: Bitboard) -> Lines {
        let halves = Halves::from(squares);
        let bottom = halves.bottom_by_files();
        let mut lines = Lines::EMPTY;
        for i in 0..9 {
            lines.ranks[i] = halves.cut_rank(i);
            lines.files[i] = halves.cut_top_of_file(i) | (bottom >> (2 * i)) as Line & BOTTOM_OF_LINE;
        }
        lines
    }
}

impl Lines {
    pub(crate) const EMPTY: Lines = Lines { ranks: [0; 16], files: [0; 16] };

    /// The set with the square, or without it if it was there.
    #[inline]
    pub(crate) fn toggled(mut self, square: Square) -> Lines {
        let (file, rank) = (square.file().index(), square.rank().index());
        self.ranks[rank & 15] ^= 1 << file;
        self.files[file & 15] ^= 1 << rank;
        self
    }

    /// The squares of the set on the rank and the file through a square.
    #[inline]
    pub(crate) fn through(&self, centre: Square) -> Cross {
        let (file, rank) = (centre.file().index(), centre.rank().index());
        Cross { along_rank: self.ranks[rank & 15], along_file: self.files[file & 15] }
    }

    /// Where a man can go, by one of the tables, when the squares of this set are occupied or not on the board.
    #[inline]
    pub(crate) fn reach(&self, table: &LineTable, from: Square) -> Cross {
        let (file, rank) = (from.file().index(), from.rank().index());
        Cross { along_rank: table.reach(file, self.ranks[rank & 15]), along_file: table.reach(rank, self.files[file & 15]) }
    }
}

/// Squares on the rank and on the file through some square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Cross {
    pub(crate) along_rank: Line,
    pub(crate) along_file: Line,
}

impl Cross {
    #[inline]
    pub(crate) fn is_empty(self) -> bool {
        self.along_rank | self.along_file == 0
    }

    /// The squares, given the one that the lines run through.
    #[inline]
    pub(crate) fn lay(self, centre: Square) -> Bitboard {
        let (file, rank) = (centre.file().index(), centre.rank().index());
        let Halves { mut top, mut bottom } = FILE_1_SETS[usize::from(self.along_file & 0x1ff)];
        (top, bottom) = (top << file, bottom << file);
        match rank.checked_sub(TOP_RANKS) {
            None => top |= u64::from(self.along_rank) << (9 * rank),
            Some(rank) => bottom |= u64::from(self.along_rank) << (9 * rank),
        }
        Halves { top, bottom }.into()
    }
}

impl BitAnd for Cross {
    type Output = Cross;

    #[inline]
    fn bitand(self, other: Cross) -> Cross {
        Cross { along_rank: self.along_rank & other.along_rank, along_file: self.along_file & other.along_file }
    }
}

impl BitOr for Cross {
    type Output = Cross;

    #[inline]
    fn bitor(self, other: Cross) -> Cross {
        Cross { along_rank: self.along_rank | other.along_rank, along_file: self.along_file | other.along_file }
    }
}

impl Sub for Cross {
    type Output = Cross;

    #[inline]
    fn sub(self, other: Cross) -> Cross {
        Cross { along_rank: self.along_rank & !other.along_rank, along_file: self.along_file & !other.along_file }
    }
}

/// The numbers of the bits that are set.
#[inline]
pub(crate) fn bits(word: u32) -> impl Iterator<Item = usize> {
    let mut left = word;
    core::iter::from_fn(move || {
        let bit = left.trailing_zeros() as usize;
        (left != 0).then(|| {
            left &= left - 1;
            bit
        })
    })
}

/// The sets of squares of file 1.
static FILE_1_SETS: [Halves; 512] = {
    let (mut table, mut set) = ([Halves { top: 0, bottom: 0 }; 512], 1);
    while set < 512_usize {
        let (others, rank) = (table[set & (set - 1)], set.trailing_zeros() as usize);
        table[set] = match rank {
            0..TOP_RANKS => Halves { top: others.top | 1 << (9 * rank), ..others },
            _ => Halves { bottom: others.bottom | 1 << (9 * (rank - TOP_RANKS)), ..others },
        };
        set += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::super::Direction;
    use super::*;

    #[test]
    fn lines_are_cut_and_laid_back() {
        for (line, square) in (0..512).flat_map(|line| Square::all().map(move |square| (line, square))) {
            let lay = |along_rank, along_file| Cross { along_rank, along_file }.lay(square);
            let (on_rank, on_file) = (lay(line, 0), lay(0, line));
            let (rank, file) = (Bitboard::rank(square.rank()), Bitboard::file(square.file()));
            assert!(on_rank.is_subset(rank) && on_file.is_subset(file));
            assert_eq!(Lines::from(on_rank | !rank).through(square).along_rank, line);
            assert_eq!(Lines::from(on_file | !file).through(square).along_file, line);
        }
    }

    #[test]
    fn slides_are_what_the_rays_say() {
        let taken: Bitboard = (0..81).filter(|i| i * i % 7 == 2).map(Square::new).collect();
        for from in Square::all() {
            let rays = Direction::ALL.into_iter().fold(Bitboard::EMPTY, |all, way| all | from.look(way, taken).before);
            assert_eq!(from.reach(&SLIDES, taken.into()), rays, "{from}");
        }
    }
}
