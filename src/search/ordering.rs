//! Which moves to try, and in which order.
//!
//! First the move that the transposition table remembers, then what completes a line or captures, most men first, then quiet moves: killers, the
//! move that refuted the opponent's last one before, and the rest by their histories, with a word for men that flee from danger and against men
//! that walk into it.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::history::{Histories, ManHistory};
use crate::board::{Bitboard, Direction, Square};
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
const REMEMBERED: i32 = 100_000;
const DANGER: i32 = 8_000;

/// Appends all legal moves but the table's to `list`.
pub(super) fn generate(position: &Position, quiet: &Quiet, histories: &Histories, hints: &Hints, list: &mut Vec<Candidate>) {
    let remembered = [histories.killers(hints.ply)[0], histories.killers(hints.ply)[1], histories.counter(hints.before)];
    let mut generator = Generator { position, quiet, histories, hints, remembered, danger: Danger::of(position), list };
    if position.rules().compulsion() == Compulsion::Compulsory {
        let _ = position.for_each_man(|man| {
            generator.add_man(man.from(), man.targets());
            ControlFlow::<()>::Continue(())
        });
    } else {
        position.targets().for_each(|(from, targets)| generator.add_man(from, targets));
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
            let line = quiet.lines.contains(to);
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

struct Generator<'a> {
    position: &'a Position,
    quiet: &'a Quiet,
    histories: &'a Histories,
    hints: &'a Hints,
    /// Two killers and the counter move.
    remembered: [Option<Move>; 3],
    danger: Danger,
    list: &'a mut Vec<Candidate>,
}

impl Generator<'_> {
    /// Appends the moves of one man.
    fn add_man(&mut self, from: Square, targets: Bitboard) {
        let targets = match self.hints.table {
            Some(mv) if mv.from() == from => targets.without(mv.to()),
            _ => targets,
        };
        let flight = if self.danger.men.contains(from) { DANGER } else { 0 };
        let history = self.histories.of_man(self.position.side_to_move(), from, self.hints.before);
        for to in targets & self.quiet.loud() {
            self.add_loud(Move::new(from, to), flight, &history);
        }
        let calm = targets - self.quiet.loud();
        (calm - self.danger.squares).iter().for_each(|to| self.add_quiet(Move::new(from, to), flight, &history));
        (calm & self.danger.squares).iter().for_each(|to| self.add_quiet(Move::new(from, to), flight - DANGER, &history));
    }

    fn add_loud(&mut self, mv: Move, flight: i32, history: &ManHistory<'_>) {
        let captured = self.position.captures_of(mv).len() as u8;
        let line = self.quiet.lines.contains(mv.to());
        let safety = if self.danger.squares.contains(mv.to()) { flight - DANGER } else { flight };
        if captured > 0 || line {
            let score = TACTICAL + MAN * i32::from(captured) + 2 * MAN * i32::from(line) + safety;
            self.list.push(Candidate { mv, score, captured, tactical: true });
        } else {
            self.add_quiet(mv, safety, history);
        }
    }

    fn add_quiet(&mut self, mv: Move, safety: i32, history: &ManHistory<'_>) {
        let remembered = match self.remembered.iter().position(|known| *known == Some(mv)) {
            Some(place) => REMEMBERED - place as i32,
            None => 0,
        };
        let score = remembered + safety + history.score(mv.to());
        self.list.push(Candidate { mv, score, captured: 0, tactical: false });
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
}
