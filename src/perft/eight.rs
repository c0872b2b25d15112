//! Two plies counted at once on a board of eight by eight, for all moves together.
//!
//! What [`lines`](super::lines) works out move by move can be added up beforehand for all moves along a line, but for the lines across it: one of them
//! loses a man where a move begins, another gains one where it ends. By how much that changes the replies is known for each square of a line across;
//! how many moves begin or end on the square is known from the line that they go along. What is left is a sum of products over all squares, with a
//! factor from the rank and another from the file.
//!
//! A line of eight squares has a byte for each of them in one machine word, which makes these sums cheap. The ninth square of a larger board has no
//! room there.

use super::lines::{self, EMPTY, OTHER};
use crate::board::{Bitboard, Line, Square};
use crate::position::{Move, Position, Quiet, Reach};
use crate::rules::Hop;

const LENGTH: usize = 8;

/// What there is to know of a line in one state. As in [`lines`], a state is told from the side that replies: the men of the side to move are the others.
#[derive(Clone, Copy)]
struct Facts {
    /// A byte for each square: how many moves along the line begin or end there.
    ends: u64,
    /// A byte for each square: how many replies more there are along the line once a man has joined that square, or left it; raised by
    /// [`UNCHANGED`], so that none is below zero.
    changes: u64,
    /// The replies along the line after each of the moves along it, added up.
    after: u16,
    /// The moves along the line.
    moves: u8,
    /// The replies along the line as it is.
    replies: u8,
    /// A bit for each square where a move along the line ends.
    arrivals: u8,
}

impl Facts {
    const NONE: Facts = Facts { ends: 0, changes: 0, after: 0, moves: 0, replies: 0, arrivals: 0 };
}

/// More than the replies along any line.
const UNCHANGED: u8 = 32;

/// The facts of all 3⁸ states, padded to a power of two: so that no state that is cut to its bits is beyond the table.
type FactsTable = [Facts; PADDED];

const PADDED: usize = 1 << 13;

static WITHOUT_HOPS: FactsTable = facts_table(Hop::None);
static HOPS_OVER_OWN: FactsTable = facts_table(Hop::Own);
static HOPS_OVER_ANY: FactsTable = facts_table(Hop::Any);

#[allow(long_running_const_eval)]
const fn facts_table(hop: Hop) -> FactsTable {
    let mut table = [Facts::NONE; PADDED];
    // What lies beyond the eighth square is taken for good.
    let (mut digits, mut state) = ([EMPTY; 9], 0);
    digits[LENGTH] = OTHER;
    while state < 3_usize.pow(LENGTH as u32) {
        table[state] = Facts::new(state, &digits, hop);
        lines::count_up(&mut digits);
        state += 1;
    }
    table
}

/// The replies along a line in a state.
const fn replies(state: usize, hop: Hop) -> u8 {
    lines::line_table(hop)[state + other_man(LENGTH)]
}

/// What a man of the side to move adds to the state.
const fn other_man(place: usize) -> usize {
    lines::OTHER_MAN[place] as usize
}

impl Facts {
    const fn new(state: usize, digits: &[u8; 9], hop: Hop) -> Facts {
        let mut facts = Facts { replies: replies(state, hop), ..Facts::NONE };
        let mut at = 0;
        while at < LENGTH {
            let changed = match digits[at] {
                EMPTY => replies(state + other_man(at), hop),
                OTHER => replies(state - other_man(at), hop),
                _ => facts.replies,
            };
            facts.changes |= ((UNCHANGED + changed - facts.replies) as u64) << (8 * at);
            if digits[at] == OTHER {
                facts.add_moves(state, digits, at, 1, hop);
                facts.add_moves(state, digits, at, -1, hop);
            }
            at += 1;
        }
        facts
    }

    /// Adds the moves of one man in one direction.
    const fn add_moves(&mut self, state: usize, digits: &[u8; 9], from: usize, step: isize, hop: Hop) {
        let mut to = from as isize + step;
        let behind = to + step;
        if is_empty(digits, behind) && lines::is_hurdle(digits[to as usize], OTHER, hop) {
            self.add_move(state, from, behind as usize, hop);
        }
        while is_empty(digits, to) {
            self.add_move(state, from, to as usize, hop);
            to += step;
        }
    }

    const fn add_move(&mut self, state: usize, from: usize, to: usize, hop: Hop) {
        self.moves += 1;
        self.arrivals |= 1 << to;
        self.ends += (1 << (8 * from)) + (1 << (8 * to));
        self.after += replies(state - other_man(from) + other_man(to), hop) as u16;
    }
}

const fn is_empty(digits: &[u8; 9], at: isize) -> bool {
    at >= 0 && at < LENGTH as isize && digits[at as usize] == EMPTY
}

/// `perft` to two plies, for a position on a board of eight by eight without compulsory capture.
#[inline(never)]
pub(super) fn two_plies(position: &Position) -> u64 {
    if position.outcome().is_some() {
        return 0;
    }
    let quiet = Quiet::of(position);
    let board = Board::of(position);
    let mut nodes = if quiet.outcome.is_none() { board.replies_to_all() } else { 0 };
    let loud = board.arrivals() & packed(quiet.loud());
    if loud != 0 {
        let reach = Reach::of(position);
        for mv in unpacked(loud).iter().flat_map(|to| moves_to(position, &reach, to)) {
            nodes += u64::from(position.loud_child(mv, &quiet).move_count());
            nodes -= u64::from(position.quiet_child(mv, &quiet).move_count());
        }
    }
    nodes
}

fn moves_to(position: &Position, reach: &Reach, to: Square) -> impl Iterator<Item = Move> {
    let in_line = position.own() & (Bitboard::rank(to.rank()) | Bitboard::file(to.file()));
    in_line.iter().filter(move |from| reach.of_man(*from).lay(*from).contains(to)).map(move |from| Move::new(from, to))
}

/// The facts of all lines of a board.
struct Board {
    ranks: [&'static Facts; LENGTH],
    files: [&'static Facts; LENGTH],
}

impl Board {
    #[inline]
    fn of(position: &Position) -> Board {
        let table = match position.rules().hop() {
            Hop::None => &WITHOUT_HOPS,
            Hop::Own => &HOPS_OVER_OWN,
            Hop::Any => &HOPS_OVER_ANY,
        };
        let (own, enemy) = (packed(position.own()), packed(position.enemy()));
        let facts = |own: u64, enemy: u64| core::array::from_fn(|i| &table[state(own >> (8 * i), enemy >> (8 * i))]);
        Board { ranks: facts(own, enemy), files: facts(turned(own), turned(enemy)) }
    }

    /// The replies to all moves, as if all of them were quiet.
    #[inline]
    fn replies_to_all(&self) -> u64 {
        let lines = self.ranks.iter().chain(&self.files);
        let replies: u32 = lines.clone().map(|line| u32::from(line.replies)).sum();
        let moves: u32 = lines.clone().map(|line| u32::from(line.moves)).sum();
        let along = |line: &Facts| u32::from(line.moves) * (replies - u32::from(line.replies)) + u32::from(line.after);
        let sum = lines.map(|line| along(line)).sum::<u32>() + products(&self.ranks, &self.files) + products(&self.files, &self.ranks);
        // Each move has two ends, at both of which the change was raised.
        u64::from(sum - 2 * u32::from(UNCHANGED) * moves)
    }

    /// The squares where a move ends.
    #[inline]
    fn arrivals(&self) -> u64 {
        let along = |lines: &[&Facts; LENGTH]| u64::from_le_bytes(lines.map(|line| line.arrivals));
        along(&self.ranks) | turned(along(&self.files))
    }
}

/// The squares of a board of eight by eight, a byte for each rank.
#[inline]
fn packed(squares: Bitboard) -> u64 {
    let rank = |i: usize| ((squares.bits() >> i) as u64) & 0xff << (8 * i);
    // The eighth rank lies across the two halves of the wide word.
    (0..LENGTH - 1).fold(((squares.bits() >> (9 * (LENGTH - 1))) as u64) << (8 * (LENGTH - 1)), |packed, i| packed | rank(i))
}

/// The set that [`packed`] makes this of.
fn unpacked(squares: u64) -> Bitboard {
    let rank = |i: usize| u128::from(squares >> (8 * i) & 0xff) << (9 * i);
    Bitboard::from_bits_truncate((0..LENGTH).fold(0, |bits, i| bits | rank(i)))
}

/// Ranks and files exchanged.
#[inline]
fn turned(mut squares: u64) -> u64 {
    for (shift, mask) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)] {
        let exchanged = (squares ^ squares >> shift) & mask;
        squares ^= exchanged ^ exchanged << shift;
    }
    squares
}

/// The state of the line in the lowest byte of both.
#[inline]
fn state(own: u64, enemy: u64) -> usize {
    let men = |men: u64| lines::men((men & 0xff) as Line) as usize;
    (men(enemy) + 2 * men(own)) & (PADDED - 1)
}

/// The products of ends along `lines` and changes `across` them, added up over all squares.
#[inline]
fn products(lines: &[&Facts; LENGTH], across: &[&Facts; LENGTH]) -> u32 {
    let mut rows = across.map(|line| line.changes);
    // Backwards, so that the last squares come first in the columns.
    rows.reverse();
    let columns = transposed(rows);
    let sums = (0..LENGTH).fold(0, |sums: u64, i| sums.wrapping_add(scalar_product(lines[i].ends, columns[i])));
    (sums >> 48) as u32
}

/// The sum of the products of eight bytes with as many others that stand backwards, in the upper 16 bits.
///
/// In a product of two numbers of four digits, the fourth digit sums up the products of each digit of the one with that of the other that stands as far
/// from the end. With 16 bits a digit nothing is carried into it: there is room for all the sums of a board.
#[inline]
fn scalar_product(bytes: u64, backwards: u64) -> u64 {
    const EVERY_SECOND: u64 = 0x00ff_00ff_00ff_00ff;
    let first = (bytes & EVERY_SECOND).wrapping_mul(backwards >> 8 & EVERY_SECOND);
    let second = (bytes >> 8 & EVERY_SECOND).wrapping_mul(backwards & EVERY_SECOND);
    first.wrapping_add(second)
}

/// Eight words of eight bytes with rows and columns exchanged: in every square of two, four, then eight bytes a side, the quarters off the
/// diagonal change places.
#[inline]
fn transposed(mut rows: [u64; LENGTH]) -> [u64; LENGTH] {
    for (upper, lower) in [(0, 1), (2, 3), (4, 5), (6, 7)] {
        exchange::<8>(&mut rows, upper, lower, 0x00ff_00ff_00ff_00ff);
    }
    for (upper, lower) in [(0, 2), (1, 3), (4, 6), (5, 7)] {
        exchange::<16>(&mut rows, upper, lower, 0x0000_ffff_0000_ffff);
    }
    for (upper, lower) in [(0, 4), (1, 5), (2, 6), (3, 7)] {
        exchange::<32>(&mut rows, upper, lower, 0x0000_0000_ffff_ffff);
    }
    rows
}

#[inline]
fn exchange<const BITS: u32>(rows: &mut [u64; LENGTH], upper: usize, lower: usize, mask: u64) {
    let exchanged = (rows[upper] >> BITS ^ rows[lower]) & mask;
    rows[lower] ^= exchanged;
    rows[upper] ^= exchanged << BITS;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;

    /// All positions of a few games of random moves, the last ones over.
    fn for_each_position(rules: &str, mut visit: impl FnMut(&Position)) {
        let rules: Rules = rules.parse().unwrap();
        let mut number = 1_usize;
        for _ in 0..4 {
            let mut position = Position::start(rules);
            for _ in 0..500 {
                visit(&position);
                number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let Some(mv) = position.moves().cycle().nth(number >> 56) else { break };
                position.play_unchecked(mv);
            }
        }
    }

    #[test]
    fn all_moves_together_come_to_what_each_of_them_does() {
        let rules =
            ["mak-yek", "classic-5,size=8", "hybrid,size=8", "dai-hop-five,size=8", "jsa,size=8", "misere,size=8", "apit-sodok,hop=own"];
        let (mut positions, mut finished) = (0, 0);
        for rules in rules {
            for_each_position(rules, |position| {
                assert_eq!(two_plies(position), lines::two_plies(position), "{rules}: {position}");
                positions += 1;
                finished += u32::from(position.outcome().is_some());
            });
        }
        assert!(positions > 2_000 && finished > 4, "{positions} positions, {finished} of them over");
    }

    #[test]
    fn rows_become_columns() {
        let byte = |rows: [u64; LENGTH], row: usize, column: usize| rows[row].to_le_bytes()[column];
        let rows = core::array::from_fn(|row| u64::from_le_bytes(core::array::from_fn(|column| (LENGTH * row + column) as u8)));
        for (row, column) in (0..LENGTH).flat_map(|row| (0..LENGTH).map(move |column| (row, column))) {
            assert_eq!(byte(transposed(rows), row, column), byte(rows, column, row));
        }
    }
    #[test]
    fn squares_are_packed_by_ranks_or_files() {
        for square in (0..64).map(|i| 1_u64 << i) {
            assert_eq!(packed(unpacked(square)), square);
        }
        assert_eq!(
            unpacked(0xff00),
            Bitboard::rank(crate::board::Rank::new(2).unwrap()) - Bitboard::file(crate::board::File::new(9).unwrap())
        );
        assert_eq!(turned(0xff00), 0x0202_0202_0202_0202);
    }
}
