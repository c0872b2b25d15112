//! How men move (rules, section 2), whether the game is over or not.

use super::board::{Board, ORTHOGONAL, Side, Square, Step};
use super::rules::{Hop, Rules};

/// One man's way from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub from: Square,
    pub to: Square,
    pub hop: bool,
}

impl Move {
    /// From square, to square: `5i5e`.
    pub fn usi(&self) -> String {
        self.from.text() + &self.to.text()
    }

    /// The board after the man has arrived, before anything is taken off.
    pub fn arrive(&self, board: &Board) -> Board {
        let mut after = *board;
        after.put(self.to, board.at(self.from));
        after.put(self.from, None);
        after
    }
}

/// Every slide and every hop of every man of a side.
pub fn all(rules: &Rules, board: &Board, side: Side) -> Vec<Move> {
    let mut moves = Vec::new();
    for from in board.men(side) {
        for step in ORTHOGONAL {
            moves.extend(slides(board, from, step));
            moves.extend(hop(rules, board, from, step));
        }
    }
    moves
}

/// Any positive number of empty squares in one direction.
fn slides(board: &Board, from: Square, step: Step) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut to = from.step(step);
    while board.is_empty(to) {
        moves.push(Move { from, to, hop: false });
        to = to.step(step);
    }
    moves
}

/// Over the one adjacent man, if it may be hopped over, onto the empty square right behind it.
fn hop(rules: &Rules, board: &Board, from: Square, step: Step) -> Option<Move> {
    let over = from.step(step);
    let to = over.step(step);
    let allowed = match rules.hop {
        Hop::None => false,
        Hop::Own => board.at(over) == board.at(from),
        Hop::Any => board.at(over).is_some(),
    };
    if allowed && board.is_empty(to) { Some(Move { from, to, hop: true }) } else { None }
}
