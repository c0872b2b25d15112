//! Which moves to try, and in which order.
//!
//! First the move that the transposition table remembers, then what completes a line or captures, most men first, then quiet moves: killers, the
//! move that refuted the opponent's last one before, and the rest by their histories, with a word for men that flee from danger and against men
//! that walk into it.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::history::Histories;
use crate::board::{Bitboard, Direction};
use crate::position::{Move, Position, Quiet};
use crate::rules::Compulsion;

/// A move with what ordering and pruning need to know of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    pub(super) score: i32,
    pub(super) captured: u8,
    /// Whether it captures or may complete a line.
    pub(super) tactical: bool,
}

/// What ordering knows of a node.
pub(super) struct Hints {
    pub(super) table: Option<Move>,
    pub(super) before: Option<Move>,
    pub(super) ply: usize,
}

const TACTICAL: i32 = 1_000_000;
const MAN: i32 = 10_000;
const KILLER: i32 = 100_000;
const COUNTER: i32 = 90_000;
const DANGER: i32 = 8_000;

/// Appends all legal moves but the table's to `list`.
pub(super) fn generate(position: &Position, quiet: &Quiet, histories: &Histories, hints: &Hints, list: &mut Vec<Candidate>) {
    let scoring = Scoring { position, quiet, histories, hints, killers: histories.killers(hints.ply), danger: Danger::of(position) };
    if position.rules().compulsion() == Compulsion::Compulsory {
        let _ = position.for_each_man(|man| {
            list.extend(man.iter().filter(|mv| Some(*mv) != hints.table).map(|mv| scoring.candidate(mv)));
            ControlFlow::<()>::Continue(())
        });
    } else {
        for (from, targets) in position.targets() {
            let moves = targets.iter().map(|to| Move::new(from, to));
            list.extend(moves.filter(|mv| Some(*mv) != hints.table).map(|mv| scoring.candidate(mv)));
        }
    }
}

/// Appends the moves that capture something, or may complete a line, but for the table's.
pub(super) fn generate_tactical(position: &Position, quiet: &Quiet, table: Option<Move>, list: &mut Vec<Candidate>) {
    let loud = quiet.loud();
    if loud.is_empty() {
        return;
    }
    for (from, targets) in position.targets() {
        for to in targets & loud {
            let mv = Move::new(from, to);
            let captured = position.captures_of(mv).len() as u8;
            let line = quiet.lines.contains(to) && position.rules().line().is_some();
            if (captured > 0 || line) && Some(mv) != table {
                list.push(Candidate { mv, score: i32::from(captured) * MAN + i32::from(line), captured, tactical: true });
            }
        }
    }
}

/// So many moves are picked one by one; if none of them cuts off, the others are sorted all at once.
const PICKED: usize = 4;

/// Brings the best of the candidates from `first + taken` on to that place, when `taken` moves of the node were taken before.
pub(super) fn pick(list: &mut [Candidate], first: usize, taken: usize) -> Option<Candidate> {
    let start = first + taken;
    match taken {
        ..PICKED => {
            let best = (start..list.len()).max_by_key(|&i| (list[i].score, core::cmp::Reverse(list[i].mv)))?;
            list.swap(start, best);
        }
        PICKED => list.get_mut(start..)?.sort_unstable_by_key(|candidate| (core::cmp::Reverse(candidate.score), candidate.mv)),
        _ => {}
    }
    list.get(start).copied()
}

struct Scoring<'a> {
    position: &'a Position,
    quiet: &'a Quiet,
    histories: &'a Histories,
    hints: &'a Hints,
    killers: [Option<Move>; 2],
    danger: Danger,
}

impl Scoring<'_> {
    fn candidate(&self, mv: Move) -> Candidate {
        let captured = match self.quiet.captures.contains(mv.to()) {
            true => self.position.captures_of(mv).len() as u8,
            false => 0,
        };
        let line = self.quiet.lines.contains(mv.to()) && self.position.rules().line().is_some();
        let tactical = captured > 0 || line;
        let score = match tactical {
            true => TACTICAL + MAN * i32::from(captured) + 2 * MAN * i32::from(line) + self.danger.score(mv),
            false => self.quiet_score(mv),
        };
        Candidate { mv, score, captured, tactical }
    }

    fn quiet_score(&self, mv: Move) -> i32 {
        let remembered = match Some(mv) {
            killer if killer == self.killers[0] => KILLER + 1,
            killer if killer == self.killers[1] => KILLER,
            counter if counter == self.histories.counter(self.hints.before) => COUNTER,
            _ => 0,
        };
        remembered + self.danger.score(mv) + self.histories.score(self.position.side_to_move(), mv, self.hints.before)
    }
}

/// Where men are in danger.
pub(super) struct Danger {
    /// Own men that the opponent could capture now, roughly.
    men: Bitboard,
    /// Squares where a man that arrives could be captured at once, roughly.
    squares: Bitboard,
}

impl Danger {
    fn of(position: &Position) -> Danger {
        let (own, enemy, empty) = (position.own(), position.enemy(), position.empty());
        let reach = Direction::ALL.into_iter().fold(Bitboard::EMPTY, |all, direction| all | enemy.flood(direction, empty));
        let squares = Direction::ALL
            .into_iter()
            .fold(Bitboard::EMPTY, |squares, direction| squares | (enemy.shift(direction) & reach.shift(direction.opposite())));
        Danger { men: squares & own, squares: squares & empty }
    }

    fn score(&self, mv: Move) -> i32 {
        DANGER * (i32::from(self.men.contains(mv.from())) - i32::from(self.squares.contains(mv.to())))
    }
}
