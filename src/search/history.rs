//! What the search remembers of moves that did well elsewhere in the tree.

use alloc::vec;
use alloc::vec::Vec;

use super::parameters::{HISTORY_BONUS, HISTORY_BONUS_MOST, HISTORY_MOST};
use super::score::MOST_PLIES;
use crate::board::{Side, Square};
use crate::position::Move;

const SQUARES: usize = Square::COUNT;

/// The histories of one thread.
pub(super) struct Histories {
    /// For each side, by origin and target.
    moves: Vec<i16>,
    /// For each side, by the target of the move before and the target of this one: continuations.
    replies: Vec<i16>,
    /// The last move that refuted each move of the opponent.
    counters: Vec<Option<Move>>,
    /// Two quiet moves a ply that cut off last.
    killers: Vec<[Option<Move>; 2]>,
}

impl Histories {
    pub(super) fn new() -> Histories {
        Histories {
            moves: vec![0; 2 * SQUARES * SQUARES],
            replies: vec![0; 2 * SQUARES * SQUARES],
            counters: vec![None; SQUARES * SQUARES],
            killers: vec![[None; 2]; MOST_PLIES + 1],
        }
    }

    /// Halves what is known, for the next move of the same game.
    pub(super) fn age(&mut self) {
        self.moves.iter_mut().chain(&mut self.replies).for_each(|score| *score /= 2);
        self.killers.fill([None; 2]);
    }

    pub(super) fn killers(&self, ply: usize) -> [Option<Move>; 2] {
        self.killers[ply]
    }

    pub(super) fn counter(&self, before: Option<Move>) -> Option<Move> {
        self.counters[between(before?)]
    }

    /// How well a quiet move has done, alone and after the move before it.
    pub(super) fn score(&self, side: Side, mv: Move, before: Option<Move>) -> i32 {
        let reply = before.map_or(0, |before| i32::from(self.replies[reply_index(side, before, mv)]));
        i32::from(self.moves[move_index(side, mv)]) + reply
    }

    /// Notes that a quiet move cut off, after the `tried` ones had not.
    pub(super) fn reward(&mut self, side: Side, mv: Move, tried: &[Move], before: Option<Move>, ply: usize, depth: i32) {
        let bonus = (HISTORY_BONUS * depth).min(HISTORY_BONUS_MOST);
        self.update(side, mv, before, bonus);
        tried.iter().for_each(|&mv| self.update(side, mv, before, -bonus));
        if self.killers[ply][0] != Some(mv) {
            self.killers[ply] = [Some(mv), self.killers[ply][0]];
        }
        if let Some(before) = before {
            self.counters[between(before)] = Some(mv);
        }
    }

    fn update(&mut self, side: Side, mv: Move, before: Option<Move>, bonus: i32) {
        add(&mut self.moves[move_index(side, mv)], bonus);
        if let Some(before) = before {
            add(&mut self.replies[reply_index(side, before, mv)], bonus);
        }
    }
}

fn between(mv: Move) -> usize {
    mv.from().index() * SQUARES + mv.to().index()
}

fn move_index(side: Side, mv: Move) -> usize {
    side.index() * SQUARES * SQUARES + between(mv)
}

fn reply_index(side: Side, before: Move, mv: Move) -> usize {
    (side.index() * SQUARES + before.to().index()) * SQUARES + mv.to().index()
}

/// Adds a bonus that shrinks as the score nears its bound, so that it never passes it.
fn add(score: &mut i16, bonus: i32) {
    let old = i32::from(*score);
    *score = (old + bonus - old * bonus.abs() / HISTORY_MOST) as i16;
}
