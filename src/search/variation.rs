//! Principal variations, collected while the search returns: the triangular table.

use alloc::vec;
use alloc::vec::Vec;

use super::score::MOST_PLIES;
use crate::board::Square;
use crate::position::Move;

const ROWS: usize = MOST_PLIES + 2;

/// For each ply, the best line found from there.
pub(super) struct Variations {
    moves: Vec<Move>,
    lengths: Vec<usize>,
}

impl Variations {
    pub(super) fn new() -> Variations {
        let none = Move::new(Square::new(0), Square::new(0));
        Variations { moves: vec![none; ROWS * ROWS], lengths: vec![0; ROWS] }
    }

    /// Forgets the line from a ply.
    pub(super) fn clear(&mut self, ply: usize) {
        self.lengths[ply] = 0;
    }

    /// Makes the line from a ply the move and the line from the next ply.
    pub(super) fn extend(&mut self, ply: usize, mv: Move) {
        let below = self.lengths[ply + 1].min(ROWS - 1);
        self.moves[ply * ROWS] = mv;
        self.moves.copy_within((ply + 1) * ROWS..(ply + 1) * ROWS + below, ply * ROWS + 1);
        self.lengths[ply] = below + 1;
    }

    /// The line from a ply.
    pub(super) fn line(&self, ply: usize) -> &[Move] {
        &self.moves[ply * ROWS..ply * ROWS + self.lengths[ply]]
    }
}
