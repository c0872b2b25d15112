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
//! assert_eq!(perft::perft(&start, 3), Ok(40_448));
//! ```
//!
//! # Great numbers
//!
//! Counts are `u128`, and each is exact or an error. Counting leaf by leaf, nothing would ever come near the end of that range. With a [`Table`] it takes
//! a second: where the same positions come back over and over, as on small boards, 21 plies pass `u64::MAX` and some forty pass `u128::MAX`. A count
//! beyond that is [`CountError::Overflow`], and one of more than [`MOST_PLIES`] plies is [`CountError::TooDeep`].

mod eight;
mod error;
mod hashed;
mod lines;
#[cfg(feature = "std")]
mod parallel;

pub use error::{CountError, MOST_PLIES};
pub use hashed::{Table, TableError, hashed};
#[cfg(feature = "std")]
pub use parallel::{parallel, parallel_divide, parallel_hashed};

use alloc::vec::Vec;
use core::hint::black_box;
use core::ops::ControlFlow;

use crate::board::{BoardSize, Square};
use crate::position::{Move, Position, Reach};
use crate::rules::Compulsion;

/// No position has more moves: a square is reached by at most four slides and four hops.
const MOST_MOVES: u64 = 8 * Square::COUNT as u64;
/// So many plies have no more leaves than fit into a `u64`, which is faster to add up.
const SHALLOW: u32 = 6;

const _: () = assert!(MOST_MOVES.checked_pow(SHALLOW).is_some(), "shallow counts fit into a word");

/// The number of leaves at `depth` plies: 1 at depth 0, the number of legal moves at depth 1.
///
/// The last ply is counted without playing it, and most of the last but one too.
///
/// # Errors
///
/// If the depth is more than [`MOST_PLIES`] or the number more than `u128::MAX`, as in all other ways to count.
pub fn perft(position: &Position, depth: u32) -> Result<u128, CountError> {
    error::check_depth(depth)?;
    leaves(position, depth)
}

/// [`perft`] to a depth that was checked.
fn leaves(position: &Position, depth: u32) -> Result<u128, CountError> {
    match depth {
        0..=SHALLOW => Ok(shallow_leaves(position, depth).into()),
        _ => sum_over_children(position, |child| leaves(child, depth - 1)),
    }
}

/// [`perft`] to a depth of at most [`SHALLOW`].
fn shallow_leaves(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.move_count()),
        2 if position.rules().compulsion() == Compulsion::Optional => match position.rules().size() {
            BoardSize::EIGHT => eight::two_plies(position),
            _ => lines::two_plies(position),
        },
        _ => {
            let mut nodes = 0;
            position.for_each_child(|_, child| nodes += shallow_leaves(child, depth - 1));
            nodes
        }
    }
}

/// Counts below all children, or below those before the first error.
fn sum_over_children(position: &Position, mut count: impl FnMut(&Position) -> Result<u128, CountError>) -> Result<u128, CountError> {
    let mut sum = Ok(0);
    position.for_each_child(|_, child| {
        if let Ok(nodes) = sum {
            sum = count(child).and_then(|more| error::add(nodes, more));
        }
    });
    sum
}

/// The same number, with every leaf played: its men, hash and outcome are worked out and written to memory.
///
/// # Errors
///
/// As [`perft`].
pub fn perft_played(position: &Position, depth: u32) -> Result<u128, CountError> {
    error::check_depth(depth)?;
    played_leaves(position, depth)
}

fn played_leaves(position: &Position, depth: u32) -> Result<u128, CountError> {
    match depth {
        0 => Ok(1),
        1..=SHALLOW => Ok(played(position, &Reach::of(position), depth).into()),
        _ => sum_over_children(position, |child| played_leaves(child, depth - 1)),
    }
}

/// The same for one ply up to [`SHALLOW`] and a known reach of the men.
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
///
/// Each count is exact. Their sum is that of [`perft`], and may be more than `u128::MAX` where none of them is.
///
/// # Errors
///
/// If the depth is more than [`MOST_PLIES`] or any of the counts more than `u128::MAX`.
pub fn divide(position: &Position, depth: u32) -> Result<Vec<(Move, u128)>, CountError> {
    divide_by(position, depth, leaves)
}

/// [`divide`] by any way to count to a depth that was checked.
fn divide_by(
    position: &Position,
    depth: u32,
    count: impl Fn(&Position, u32) -> Result<u128, CountError>,
) -> Result<Vec<(Move, u128)>, CountError> {
    error::check_depth(depth)?;
    match depth.checked_sub(1) {
        None => Ok(Vec::new()),
        Some(depth) => children(position).map(|(mv, child)| Ok((mv, count(&child, depth)?))).collect(),
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
/// let detail = perft::detailed(&Position::default(), 3)?;
/// assert_eq!((detail.nodes, detail.finished), (254_219, 0));
/// assert!(detail.captures < detail.nodes && detail.captures <= detail.men_captured);
/// # Ok::<(), perft::CountError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Detail {
    /// Leaves, the same number as [`perft`] gives.
    pub nodes: u128,
    /// Leaves whose move captured something.
    pub captures: u128,
    /// Men captured by those moves.
    pub men_captured: u128,
    /// Leaves whose move was a hop.
    pub hops: u128,
    /// Leaves at which the game is over.
    pub finished: u128,
}

impl Detail {
    /// The sums of two counts; `None` if any of them is more than `u128::MAX`.
    #[must_use]
    pub fn checked_add(self, other: Detail) -> Option<Detail> {
        Some(Detail {
            nodes: self.nodes.checked_add(other.nodes)?,
            captures: self.captures.checked_add(other.captures)?,
            men_captured: self.men_captured.checked_add(other.men_captured)?,
            hops: self.hops.checked_add(other.hops)?,
            finished: self.finished.checked_add(other.finished)?,
        })
    }
}

/// Perft with the moves of the last ply looked at one by one. All zero but for one node at depth 0.
///
/// # Errors
///
/// If the depth is more than [`MOST_PLIES`] or any of the numbers more than `u128::MAX`.
pub fn detailed(position: &Position, depth: u32) -> Result<Detail, CountError> {
    error::check_depth(depth)?;
    match depth {
        0 => Ok(Detail { nodes: 1, ..Detail::default() }),
        1 => Ok(detailed_moves(position)),
        _ => children(position)
            .try_fold(Detail::default(), |total, (_, child)| total.checked_add(detailed(&child, depth - 1)?).ok_or(CountError::Overflow)),
    }
}

fn detailed_moves(position: &Position) -> Detail {
    let mut total = Detail::default();
    let _ = position.for_each_man(|man| {
        for mv in man.iter() {
            let mut child = *position;
            let captured = child.play_unchecked(mv);
            total.nodes += 1;
            total.captures += u128::from(!captured.is_empty());
            total.men_captured += u128::from(captured.len());
            total.hops += u128::from(man.hops().contains(mv.to()));
            total.finished += u128::from(child.outcome().is_some());
        }
        ControlFlow::<()>::Continue(())
    });
    total
}
