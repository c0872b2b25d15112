//! Two plies counted at once.
//!
//! Where a man can go along a rank depends on that rank alone, and the same holds for files. So the number of a side's moves is a sum over the 18
//! lines of the board of a number that a table gives for each of the 3⁹ ways to fill a line with own men, other men and nothing. And when the
//! *other* side moves a man without capturing, only three lines change: the one it moves along and the two that it leaves and joins. Three
//! look-ups then give the number of replies, without the position after the move ever being made.
//!
//! Squares outside a smaller board count as men of the other side: nobody moves onto them, and since all squares beyond them are taken too nobody
//! hops over them.

use crate::board::{Bitboard, Square};
use crate::position::{Move, Position, Quiet};
use crate::rules::Hop;

/// The ways to fill nine squares with own men, other men and nothing.
const LINES: usize = 19_683;

/// The number of moves of the own men along each line. The state of a line is a number of nine digits to base 3, with the digit 1 for an own
/// man and 2 for another.
type LineTable = [u8; LINES];

static WITHOUT_HOPS: LineTable = line_table(Hop::None);
static HOPS_OVER_OWN: LineTable = line_table(Hop::Own);
static HOPS_OVER_ANY: LineTable = line_table(Hop::Any);

/// What one more man adds to the state of a line at each of its squares, for an own man; another man adds twice as much.
const WEIGHT: [u16; 9] = [1, 3, 9, 27, 81, 243, 729, 2187, 6561];

const EMPTY: u8 = 0;
const OWN: u8 = 1;

#[allow(long_running_const_eval)]
const fn line_table(hop: Hop) -> LineTable {
    let (mut table, mut digits, mut state) = ([0; LINES], [EMPTY; 9], 0);
    while state < LINES {
        table[state] = moves_along(&digits, hop);
        count_up(&mut digits);
        state += 1;
    }
    table
}

/// Adds one to a number given by its digits to base 3, the lowest first.
const fn count_up(digits: &mut [u8; 9]) {
    let mut i = 0;
    while i < 9 {
        digits[i] = (digits[i] + 1) % 3;
        if digits[i] != 0 {
            return;
        }
        i += 1;
    }
}

/// The moves along one line: each gap of empty squares counts once for each own man that borders it, and each hop once.
const fn moves_along(line: &[u8; 9], hop: Hop) -> u8 {
    let (mut moves, mut gap, mut before_gap, mut i) = (0, 0, EMPTY, 0);
    while i < 9 {
        if line[i] == EMPTY {
            gap += 1;
            moves += (before_gap == OWN) as u8;
        } else {
            moves += if line[i] == OWN { gap } else { 0 };
            gap = 0;
            before_gap = line[i];
        }
        if i >= 2 && is_hurdle(line[i - 1], hop) {
            moves += (line[i - 2] == OWN && line[i] == EMPTY) as u8 + (line[i - 2] == EMPTY && line[i] == OWN) as u8;
        }
        i += 1;
    }
    moves
}

const fn is_hurdle(man: u8, hop: Hop) -> bool {
    match hop {
        Hop::None => false,
        Hop::Own => man == OWN,
        Hop::Any => man != EMPTY,
    }
}

/// `perft` to two plies, for a position without compulsory capture.
pub(super) fn two_plies(position: &Position) -> u64 {
    let quiet = Quiet::of(position);
    let loud = quiet.loud();
    let replies = Replies::to(position);
    let mut nodes = 0;
    for (from, targets) in position.targets() {
        if quiet.outcome.is_none() {
            nodes += replies.count(from, targets - loud);
        }
        for to in targets & loud {
            nodes += u64::from(position.loud_child(Move::new(from, to), &quiet).move_count());
        }
    }
    nodes
}

/// The moves of the side that is not to move, line by line.
struct Replies {
    table: &'static LineTable,
    ranks: [u16; 9],
    files: [u16; 9],
    total: i32,
}

impl Replies {
    fn to(position: &Position) -> Replies {
        let table = match position.rules().hop() {
            Hop::None => &WITHOUT_HOPS,
            Hop::Own => &HOPS_OVER_OWN,
            Hop::Any => &HOPS_OVER_ANY,
        };
        let mut replies = Replies { table, ranks: [0; 9], files: [0; 9], total: 0 };
        let side = position.side_to_move();
        replies.add(position.men(!side), 1);
        replies.add(!(position.men(!side) | position.empty()), 2);
        replies.total = replies.ranks.iter().chain(&replies.files).map(|line| replies.along(*line)).sum();
        replies
    }

    fn add(&mut self, men: Bitboard, digit: u16) {
        men.for_each_single(|square, _| {
            let (file, rank) = (square.file().index(), square.rank().index());
            self.ranks[rank] += digit * WEIGHT[file];
            self.files[file] += digit * WEIGHT[rank];
        });
    }

    fn along(&self, line: u16) -> i32 {
        i32::from(self.table[usize::from(line)])
    }

    /// The replies to all quiet moves of the man on `from` to `targets`.
    fn count(&self, from: Square, targets: Bitboard) -> u64 {
        let (file, rank) = (from.file(), from.rank());
        let along_rank = (targets & Bitboard::rank(rank)).iter().map(|to| to.file().index());
        let along_file = (targets & Bitboard::file(file)).iter().map(|to| to.rank().index());
        let sum = self.after_moves(self.ranks[rank.index()], rank.index(), file.index(), &self.files, along_rank)
            + self.after_moves(self.files[file.index()], file.index(), rank.index(), &self.ranks, along_file);
        sum as u64
    }

    /// The replies after moves along one line, the line with this `number` and state, from its square `at` to each of its squares `targets`.
    fn after_moves(&self, line: u16, number: usize, at: usize, crossing: &[u16; 9], targets: impl Iterator<Item = usize>) -> i32 {
        let left = line - 2 * WEIGHT[at];
        let man = 2 * WEIGHT[number];
        let common = self.total - self.along(line) - self.along(crossing[at]) + self.along(crossing[at] - man);
        let after = |to: usize| self.along(left + 2 * WEIGHT[to]) + self.along(crossing[to] + man) - self.along(crossing[to]);
        targets.map(|to| common + after(to)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(line: &str, hop: Hop) -> u8 {
        let mut digits = [EMPTY; 9];
        for (digit, mark) in digits.iter_mut().zip(line.chars()) {
            *digit = match mark {
                'o' => OWN,
                'x' => 2,
                _ => EMPTY,
            };
        }
        moves_along(&digits, hop)
    }

    #[test]
    fn slides_along_a_line() {
        assert_eq!(moves(".........", Hop::Any), 0);
        assert_eq!(moves("....o....", Hop::None), 8);
        assert_eq!(moves("o..o..x..", Hop::None), 2 + 2 + 2);
        assert_eq!(moves("x..xooo.o", Hop::None), 1 + 1);
    }

    #[test]
    fn hops_along_a_line() {
        assert_eq!(moves("oo.......", Hop::Own), 7 + 1);
        assert_eq!(moves("ox.......", Hop::Own), 0);
        assert_eq!(moves("ox.......", Hop::Any), 1);
        assert_eq!(moves(".xo.xo...", Hop::Any), 1 + 1 + 3 + 1 + 1 - 1);
        assert_eq!(moves("oooo.oooo", Hop::Own), 2 + 2);
    }
}
