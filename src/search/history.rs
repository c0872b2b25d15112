//! What the search remembers of moves that did well elsewhere in the tree.

use alloc::vec;
use alloc::vec::Vec;

use super::parameters::{HISTORY_BONUS, HISTORY_BONUS_MOST, HISTORY_MOST};
use super::score::MOST_PLIES;
use crate::board::{Side, Square};
use crate::position::Move;

const SQUARES: usize = Square::COUNT;

/// Scores by target square.
type Row = [i16; SQUARES];

/// The histories of the moves of one man.
pub(super) struct ManHistory<'a> {
    moves: &'a Row,
    replies: &'a Row,
}

impl ManHistory<'_> {
    #[inline]
    pub(super) fn score(&self, to: Square) -> i32 {
        i32::from(self.moves[to.index()]) + i32::from(self.replies[to.index()])
    }
}

/// The histories of one thread.
pub(super) struct Histories {
    /// For each side and origin, by target.
    moves: Vec<Row>,
    /// For each side and target of the move before, by the target of this one: continuations.
    replies: Vec<Row>,
    /// The last move that refuted each move of the opponent.
    counters: Vec<Option<Move>>,
    /// Two quiet moves a ply that cut off last.
    killers: Vec<[Option<Move>; 2]>,
}

impl Histories {
    pub(super) fn new() -> Histories {
        Histories {
            moves: vec![[0; SQUARES]; 2 * SQUARES],
            replies: vec![[0; SQUARES]; 2 * SQUARES],
            counters: vec![None; SQUARES * SQUARES],
            killers: vec![[None; 2]; MOST_PLIES + 1],
        }
    }

    /// Halves what is known, for the next move of the same game.
    pub(super) fn age(&mut self) {
        self.moves.iter_mut().chain(&mut self.replies).flatten().for_each(|score| *score /= 2);
        self.killers.fill([None; 2]);
    }

    pub(super) fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers[ply]
    }

    pub(super) fn counter(&self, before: Move) -> Option<Move> {
        self.counters[between(before)]
    }

    /// How well the quiet moves of one man have done.
    pub(super) fn of_man(&self, side: Side, from: Square, before: Move) -> ManHistory<'_> {
        ManHistory { moves: &self.moves[row(side, from)], replies: &self.replies[row(side, before.to())] }
    }

    /// How well a quiet move has done, alone and after the move before it.
    pub(super) fn score(&self, side: Side, mv: Move, before: Move) -> i32 {
        self.of_man(side, mv.from(), before).score(mv.to())
    }

    /// Notes that a quiet move cut off, after the `tried` ones had not.
    pub(super) fn reward(&mut self, side: Side, mv: Move, tried: &[Move], before: Move, ply: usize, depth: i32) {
        let bonus = (HISTORY_BONUS * depth).min(HISTORY_BONUS_MOST);
        self.update(side, mv, before, bonus);
        tried.iter().for_each(|&mv| self.update(side, mv, before, -bonus));
        if self.killers[ply][0] != Some(mv) {
            self.killers[ply] = [Some(mv), self.killers[ply][0]];
        }
        self.counters[between(before)] = Some(mv);
    }

    fn update(&mut self, side: Side, mv: Move, before: Move, bonus: i32) {
        add(&mut self.moves[row(side, mv.from())][mv.to().index()], bonus);
        add(&mut self.replies[row(side, before.to())][mv.to().index()], bonus);
    }
}

fn between(mv: Move) -> usize {
    mv.from().index() * SQUARES + mv.to().index()
}

fn row(side: Side, square: Square) -> usize {
    side.index() * SQUARES + square.index()
}

/// Adds a bonus that shrinks as the score nears its bound, so that it never passes it.
fn add(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / HISTORY_MOST) as i16;
}
