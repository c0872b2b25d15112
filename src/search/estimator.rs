//! The static estimate as the search asks for it, again and again.
//!
//! What rests on one side alone is looked up: a move leaves the opponent's men where they are unless it captures, and the same few arrangements of
//! a side's men come up all over a tree.

use alloc::boxed::Box;
use alloc::vec;

use super::evaluation::{Terrain, in_hundredths};
use super::weights::Weights;
use crate::board::{Bitboard, Side};
use crate::position::Position;
use crate::rules::Rules;

/// The estimates of one thread.
pub(super) struct Estimator {
    terrain: Terrain,
    weights: Weights,
    /// By the number of men that a side has captured, what this is worth.
    standings: [i32; MOST_MEN + 1],
    structures: [Box<[Structure]>; 2],
}

/// No side has more men.
const MOST_MEN: usize = 36;

/// Structures that are kept for each side, a power of two.
const STRUCTURES: usize = 1 << STRUCTURE_BITS;
const STRUCTURE_BITS: u32 = 12;

/// A side's men, in two words, and what their arrangement is worth. No men are worth nothing, so an empty entry is right.
#[derive(Clone, Copy, Default)]
struct Structure {
    low: u64,
    high: u32,
    value: i32,
}

impl Estimator {
    pub(super) fn new(rules: &Rules, weights: &Weights) -> Estimator {
        let terrain = Terrain::of(rules);
        Estimator {
            standings: core::array::from_fn(|captured| terrain.standing(captured as u8).sum(weights)),
            structures: Side::ALL.map(|_| vec![Structure::default(); STRUCTURES].into()),
            weights: *weights,
            terrain,
        }
    }

    /// The static estimate of a position, as [`evaluate`](super::evaluate) gives it.
    pub(super) fn estimate(&mut self, position: &Position) -> i32 {
        let side = position.side_to_move();
        let sum = self.terrain.encounter(position).sum(&self.weights);
        let standing = self.standing(position.enemy()) - self.standing(position.own());
        let structure = self.structure(position.own(), side) - self.structure(position.enemy(), !side);
        in_hundredths(sum + standing + structure)
    }

    /// What the men missing from a side are worth to the other.
    #[inline]
    fn standing(&self, men: Bitboard) -> i32 {
        self.standings.get(self.terrain.lost(men) as usize).copied().unwrap_or_default()
    }

    /// What the arrangement of a side's men is worth.
    #[inline]
    fn structure(&mut self, men: Bitboard, side: Side) -> i32 {
        let (low, high) = (men.bits() as u64, (men.bits() >> 64) as u32);
        let mixed = (low ^ u64::from(high) << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let kept = &mut self.structures[side.index()][(mixed >> (64 - STRUCTURE_BITS)) as usize];
        if (kept.low, kept.high) != (low, high) {
            let value = self.terrain.structure(men, side).sum(&self.weights);
            *kept = Structure { low, high, value };
        }
        kept.value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Preset, search};

    #[test]
    fn estimates_are_those_of_the_features() {
        for preset in Preset::ALL {
            let rules = preset.rules();
            let mut estimator = Estimator::new(&rules, Weights::for_rules(&rules));
            let mut position = Position::start(rules);
            for turn in 0..200 {
                assert_eq!(estimator.estimate(&position), search::evaluate(&position), "{preset}");
                let moves = position.move_list();
                let Some(mv) = moves.get(turn * 7919 % moves.len().max(1)) else { break };
                position.play_unchecked(*mv);
            }
        }
    }
}
