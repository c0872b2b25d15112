//! Two plies counted at once.
//!
//! Where a man can go along a rank depends on that rank alone, and the same holds for files. So the number of a side's moves is a sum over the 18
//! lines of the board of a number that a table gives for each of the 3⁹ ways to fill a line with own men, other men and nothing. And when the
//! *other* side moves a man without capturing, only three lines change: the one it moves along and the two that it leaves and joins. Three
//! look-ups then give the number of replies, without the position after the move ever being made.
//!
//! Squares outside a smaller board count as men of the other side: nobody moves onto them, and since all squares beyond them are taken too nobody
//! hops over them.

use crate::board::{Bitboard, Cross, Line, Lines, Square, bits};
use crate::position::{Move, Position, Quiet, Reach};
use crate::rules::Hop;

/// The ways to fill nine squares with own men, other men and nothing.
const LINES: usize = 19_683;

/// The number of moves of the own men along each line. The state of a line is a number of nine digits to base 3, with the digit 1 for an own
/// man and 2 for another.
type LineTable = [u8; PADDED];

/// A power of two above the number of lines: so that no state that is cut to its bits is beyond the table, which the compiler then need not check.
const PADDED: usize = 1 << 15;

static WITHOUT_HOPS: LineTable = worked_out(Hop::None);
static HOPS_OVER_OWN: LineTable = worked_out(Hop::Own);
static HOPS_OVER_ANY: LineTable = worked_out(Hop::Any);

/// The table for one form of hops.
pub(super) const fn line_table(hop: Hop) -> &'static LineTable {
    match hop {
        Hop::None => &WITHOUT_HOPS,
        Hop::Own => &HOPS_OVER_OWN,
        Hop::Any => &HOPS_OVER_ANY,
    }
}

/// What one more man of the other side adds to the state of a line at each of its squares; an own man adds half as much.
pub(super) static OTHER_MAN: [u32; 16] = [2, 6, 18, 54, 162, 486, 1458, 4374, 13_122, 0, 0, 0, 0, 0, 0, 0];

/// What a set of own men adds to the state of a line.
static MEN: [u16; 512] = {
    let (mut table, mut men) = ([0; 512], 1);
    while men < 512_usize {
        table[men] = table[men & (men - 1)] + 3_u16.pow(men.trailing_zeros());
        men += 1;
    }
    table
};

pub(super) const EMPTY: u8 = 0;
const OWN: u8 = 1;
pub(super) const OTHER: u8 = 2;

#[allow(long_running_const_eval)]
const fn worked_out(hop: Hop) -> LineTable {
    let (mut table, mut digits, mut state) = ([0; PADDED], [EMPTY; 9], 0);
    while state < LINES {
        table[state] = moves_along(&digits, hop);
        count_up(&mut digits);
        state += 1;
    }
    table
}

/// Adds one to a number given by its digits to base 3, the lowest first.
pub(super) const fn count_up(digits: &mut [u8; 9]) {
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
        if i >= 2 && is_hurdle(line[i - 1], OWN, hop) {
            moves += (line[i - 2] == OWN && line[i] == EMPTY) as u8 + (line[i - 2] == EMPTY && line[i] == OWN) as u8;
        }
        i += 1;
    }
    moves
}

/// Whether the men of the side `hopping` may hop over such a square.
pub(super) const fn is_hurdle(man: u8, hopping: u8, hop: Hop) -> bool {
    match hop {
        Hop::None => false,
        Hop::Own => man == hopping,
        Hop::Any => man != EMPTY,
    }
}

/// `perft` to two plies, for a position without compulsory capture.
///
/// Not inlined into the recursion, which would have to save all its registers for nothing.
#[inline(never)]
pub(super) fn two_plies(position: &Position) -> u64 {
    let quiet = Quiet::of(position);
    let loud = match quiet.loud() {
        Bitboard::EMPTY => Lines::EMPTY,
        squares => squares.into(),
    };
    let reach = Reach::of(position);
    let replies = Replies::to(position, reach.taken());
    let mut nodes = 0;
    for from in position.mobile() {
        let (targets, loud) = (reach.of_man(from), loud.through(from));
        if quiet.outcome.is_none() {
            nodes += replies.count(from, targets - loud);
        }
        let loud = targets & loud;
        if !loud.is_empty() {
            let child = |to| position.loud_child(Move::new(from, to), &quiet);
            nodes += loud.lay(from).iter().map(|to| u64::from(child(to).move_count())).sum::<u64>();
        }
    }
    nodes
}

/// The moves of the side that is not to move, line by line.
struct Replies {
    table: &'static LineTable,
    ranks: States,
    files: States,
    total: u32,
}

/// Nine lines that run side by side, by their states and the moves along them; the rest is padding.
struct States {
    states: [u32; 16],
    moves: [u32; 16],
}

impl Replies {
    fn to(position: &Position, taken: &Lines) -> Replies {
        let table = line_table(position.rules().hop());
        let own = Lines::from(position.men(!position.side_to_move()));
        let (ranks, files) = (States::new(table, &own.ranks, &taken.ranks), States::new(table, &own.files, &taken.files));
        let total = ranks.total() + files.total();
        Replies { table, ranks, files, total }
    }

    /// The replies to all moves of the man on `from` to `targets`, none of which captures.
    #[inline]
    fn count(&self, from: Square, targets: Cross) -> u64 {
        let (file, rank) = (from.file().index(), from.rank().index());
        let along_rank = self.after_moves(&self.ranks, rank, &self.files, file, targets.along_rank);
        let along_file = self.after_moves(&self.files, file, &self.ranks, rank, targets.along_file);
        u64::from(along_rank + along_file)
    }

    /// The replies after moves along the line with a `number`, from its square `at` to each of its squares `targets`; `crossing` are the lines through
    /// its squares.
    #[inline]
    fn after_moves(&self, lines: &States, number: usize, crossing: &States, at: usize, targets: Line) -> u32 {
        if targets == 0 {
            return 0;
        }
        let man = other_man(number);
        let left = lines.state(number) - other_man(at);
        let common = self.total - lines.moves(number) - crossing.moves(at) + moves(self.table, crossing.state(at) - man);
        // `common` holds all that is subtracted here, so nothing runs below zero.
        let after =
            |to| common + moves(self.table, left + other_man(to)) + moves(self.table, crossing.state(to) + man) - crossing.moves(to);
        bits(targets.into()).map(after).sum()
    }
}

impl States {
    /// The states of lines with these men of their own, when these squares are taken by any men or not on the board.
    #[inline]
    fn new(table: &LineTable, own: &[Line; 16], taken: &[Line; 16]) -> States {
        let mut lines = States { states: [0; 16], moves: [0; 16] };
        for i in 0..9 {
            lines.states[i] = 2 * men(taken[i]) - men(own[i]);
            lines.moves[i] = moves(table, lines.states[i]);
        }
        lines
    }

    fn total(&self) -> u32 {
        self.moves[..9].iter().sum()
    }

    #[inline]
    fn state(&self, number: usize) -> u32 {
        self.states[number & 15]
    }

    #[inline]
    fn moves(&self, number: usize) -> u32 {
        self.moves[number & 15]
    }
}

#[inline]
fn moves(table: &LineTable, state: u32) -> u32 {
    table[state as usize & (PADDED - 1)].into()
}

/// What men of their own add to the state of a line.
#[inline]
pub(super) fn men(line: Line) -> u32 {
    MEN[usize::from(line & 0x1ff)].into()
}

/// What a man of the side that moves first adds to the state of a line.
#[inline]
fn other_man(place: usize) -> u32 {
    OTHER_MAN[place & 15]
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
