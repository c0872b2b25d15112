//! Perft: counting the leaves of the tree of legal moves.
//!
//! The count to a few plies is the sharpest test of a move generator there is, and a fair measure of its speed. A position that is over has no moves
//! and counts as a leaf at its own depth only, so it adds nothing to a deeper count. Only the position decides (rules, section 4, 1 to 6), never the
//! record of a game.
//!
//! ```
//! use hasami_shogi::{perft, Position, Rules};
//!
//! let start = Position::start(Rules::MAK_YEK);
//! assert_eq!(perft::perft(&start, 3), 40_448);
//! ```

mod eight;
mod hashed;
mod lines;
#[cfg(feature = "std")]
mod parallel;

pub use hashed::{Table, TableError, hashed};
#[cfg(feature = "std")]
pub use parallel::{parallel, parallel_divide, parallel_hashed};

use alloc::vec::Vec;
use core::hint::black_box;
use core::ops::{AddAssign, ControlFlow};

use crate::board::BoardSize;
use crate::position::{Move, Position, Reach};
use crate::rules::Compulsion;

/// The number of leaves at `depth` plies: 1 at depth 0, the number of legal moves at depth 1.
///
/// The last ply is counted without playing it, and most of the last but one too. No machine lives to see a count above
/// `u64::MAX`.
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.move_count()),
        2 if position.rules().compulsion() == Compulsion::Optional => match position.rules().size() {
            BoardSize::EIGHT => eight::two_plies(position),
            _ => lines::two_plies(position),
        },
        _ => {
            let mut nodes = 0;
            position.for_each_child(|_, child| nodes += perft(child, depth - 1));
            nodes
        }
    }
}

/// The same number, with every leaf played: its men, hash and outcome are worked out and written to memory.
#[must_use]
pub fn perft_played(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => played(position, &Reach::of(position), depth),
    }
}

/// The same for at least one ply and a known reach of the men.
fn played(position: &Position, reach: &Reach, depth: u32) -> u64 {
    let mut nodes = 0;
    match depth {
        1 => position.for_each_child_within(reach, |_, child| {
            black_box(child);
            nodes += 1;
        }),
        _ => position.for_each_child_within(reach, |mv, child| nodes += played(child, &reach.after(mv, position, child), depth - 1)),
    }
    nodes
}

/// The count below each legal move: the moves in order, each with `perft` of the position after it to `depth - 1`. Empty at depth 0.
#[must_use]
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    match depth.checked_sub(1) {
        None => Vec::new(),
        Some(depth) => children(position).map(|(mv, child)| (mv, perft(&child, depth))).collect(),
    }
}

/// The positions after each legal move.
fn children(position: &Position) -> impl Iterator<Item = (Move, Position)> {
    let parent = *position;
    parent.moves().map(move |mv| (mv, parent.child(mv)))
}

/// What happens on the last ply of a perft, summed over all leaves.
///
/// ```
/// use hasami_shogi::{perft, Position};
///
/// let detail = perft::detailed(&Position::default(), 3);
/// assert_eq!((detail.nodes, detail.finished), (254_219, 0));
/// assert!(detail.captures < detail.nodes && detail.captures <= detail.men_captured);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Detail {
    /// Leaves, the same number as [`perft`] gives.
    pub nodes: u64,
    /// Leaves whose move captured something.
    pub captures: u64,
    /// Men captured by those moves.
    pub men_captured: u64,
    /// Leaves whose move was a hop.
    pub hops: u64,
    /// Leaves at which the game is over.
    pub finished: u64,
}

impl AddAssign for Detail {
    fn add_assign(&mut self, other: Detail) {
        self.nodes += other.nodes;
        self.captures += other.captures;
        self.men_captured += other.men_captured;
        self.hops += other.hops;
        self.finished += other.finished;
    }
}

/// Perft with the moves of the last ply looked at one by one. All zero but for one node at depth 0.
#[must_use]
pub fn detailed(position: &Position, depth: u32) -> Detail {
    let mut total = Detail::default();
    match depth {
        0 => total.nodes = 1,
        1 => add_last_ply(position, &mut total),
        _ => children(position).for_each(|(_, child)| total += detailed(&child, depth - 1)),
    }
    total
}

fn add_last_ply(position: &Position, total: &mut Detail) {
    let _ = position.for_each_man(|man| {
        for mv in man.iter() {
            let mut child = *position;
            let captured = child.play_unchecked(mv);
            total.nodes += 1;
            total.captures += u64::from(!captured.is_empty());
            total.men_captured += u64::from(captured.len());
            total.hops += u64::from(man.hops().contains(mv.to()));
            total.finished += u64::from(child.outcome().is_some());
        }
        ControlFlow::<()>::Continue(())
    });
}
