//! Slides and hops along one rank or file, looked up.
//!
//! Where a man can go along a line of nine squares depends on nothing but its place in the line and which squares are taken. Two tables with an entry
//! for each of the nine places and the 512 ways to take squares answer that; a line is cut out of a set of squares for the look-up, and the answer
//! is laid back on the board.

use super::{Bitboard, Square};

/// Nine squares of a rank or file, one bit a square; bit 0 is file 1, or rank 1.
type Line = u16;

/// For each place of a man and each set of taken squares, the squares that it reaches.
pub(crate) struct LineTable([[Line; 512]; 9]);

/// Slides.
pub(crate) static SLIDES: LineTable = line_table(true, false);
/// Hops over anything.
pub(crate) static HOPS: LineTable = line_table(false, true);
/// Slides, and hops over anything.
pub(crate) static SLIDES_AND_HOPS: LineTable = line_table(true, true);

const fn line_table(slides: bool, hops: bool) -> LineTable {
    let mut table = [[0; 512]; 9];
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
        Bitboard(u128::from(halves.top) | u128::from(halves.bottom) << (9 * TOP_RANKS))
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
    ///
    /// The multiplication moves bit 9 k to bit 57 + k; no two products meet on the way.
    #[inline]
    fn cut_file(self, file: usize) -> Line {
        const GATHER: u64 = 0x0202_0202_0202_0200;
        let top = (self.top >> file & FILE_1).wrapping_mul(GATHER) >> 57;
        let bottom = self.bottom >> file;
        (top | (bottom & 1) << 7 | (bottom & 0x200) >> 1) as Line
    }

    /// The set of the squares `along_rank` of a rank and `along_file` of a file.
    #[inline]
    fn lay(rank: usize, along_rank: Line, file: usize, along_file: Line) -> Halves {
        // The reverse of the gathering: seven copies, eight bits apart, each of which shows its own bit at a square of file 1.
        const SCATTER: u64 = 0x0001_0101_0101_0101;
        let along_file = u64::from(along_file);
        let top = ((along_file & 0x7f).wrapping_mul(SCATTER) & FILE_1) << file;
        let bottom = (along_file >> 7 & 1 | (along_file & 0x100) << 1) << file;
        let along_rank = u64::from(along_rank);
        if rank < TOP_RANKS {
            Halves { top: top | along_rank << (9 * rank), bottom }
        } else {
            Halves { top, bottom: bottom | along_rank << (9 * (rank - TOP_RANKS)) }
        }
    }
}

impl Square {
    /// Where a man here can go, by one of the tables, when the squares of `taken` are occupied or not on the board.
    #[inline]
    pub(crate) fn reach(self, table: &LineTable, taken: Halves) -> Bitboard {
        let (file, rank) = (self.file().index(), self.rank().index());
        let along_rank = table.0[file][usize::from(taken.cut_rank(rank))];
        let along_file = table.0[rank][usize::from(taken.cut_file(file))];
        Halves::lay(rank, along_rank, file, along_file).into()
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Direction, File, Rank};
    use super::*;

    #[test]
    fn lines_are_cut_and_laid_back() {
        for line in 0..512 {
            for (file, rank) in (0..9).flat_map(|file| (0..9).map(move |rank| (file, rank))) {
                let (on_rank, on_file) = (Halves::lay(rank, line, file, 0), Halves::lay(rank, 0, file, line));
                assert_eq!((on_rank.cut_rank(rank), on_file.cut_file(file)), (line, line));
                assert!(Bitboard::from(on_rank).is_subset(Bitboard::rank(Rank::new(rank as u8 + 1).unwrap())));
                assert!(Bitboard::from(on_file).is_subset(Bitboard::file(File::new(file as u8 + 1).unwrap())));
                let crowded = Halves::from(!Bitboard::file(File::new(file as u8 + 1).unwrap()) | on_file.into());
                assert_eq!(crowded.cut_file(file), line);
            }
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
