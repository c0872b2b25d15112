//! What cannot be counted.

use thiserror::Error;

/// Why there is no count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum CountError {
    /// The count is above the greatest number that a `u128` can tell.
    #[error("the count is more than {}", u128::MAX)]
    Overflow,
    /// The depth is more than [`MOST_PLIES`].
    #[error("{depth} plies are too many to count, the most is {MOST_PLIES}")]
    TooDeep {
        /// The depth that was asked for.
        depth: u32,
    },
}

/// The greatest depth that any count goes to.
///
/// Deeper counts would run out of the stack on their way down, since each ply takes some of it. Hardly one is lost: at this depth a tree with three moves
/// to every two positions has more leaves than a `u128` can tell.
pub const MOST_PLIES: u32 = 255;

pub(super) fn check_depth(depth: u32) -> Result<(), CountError> {
    if depth <= MOST_PLIES { Ok(()) } else { Err(CountError::TooDeep { depth }) }
}

pub(super) fn add(left: u128, right: u128) -> Result<u128, CountError> {
    left.checked_add(right).ok_or(CountError::Overflow)
}
