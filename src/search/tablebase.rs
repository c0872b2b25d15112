//! Exact values from outside the search.

use super::score::{DRAW, MOST_ESTIMATE, MOST_PLIES, Score, WIN};
use crate::position::Position;

/// Knows the exact value of some positions. Repetition and the limits on moves count for nothing in it.
///
/// With the feature `std` a `solve::Table` is one.
pub trait Tablebase: Send + Sync {
    /// The exact value of a position, an estimate of 0 if it is drawn; `None` if it is not known.
    fn score(&self, position: &Position) -> Option<Score>;
}

/// The value of a position `ply` plies from the root that a table knows.
///
/// A win that takes more plies than the search can tell is an estimate above all others; the sooner, the better.
pub(super) fn value(tables: &dyn Tablebase, position: &Position, ply: usize) -> Option<i32> {
    let won_in = |plies: u32| {
        let plies = (ply as i32).saturating_add_unsigned(plies);
        if plies <= 2 * MOST_PLIES as i32 { WIN - plies } else { MOST_ESTIMATE - plies.min(MOST_ESTIMATE / 2) }
    };
    Some(match tables.score(position)? {
        Score::Win { plies } => won_in(plies),
        Score::Loss { plies } => -won_in(plies),
        Score::Estimate(0) => DRAW,
        Score::Estimate(_) => return None,
    })
}

/// A table that cannot be read any more knows nothing, nor does one without distances know more than draws.
#[cfg(feature = "std")]
impl Tablebase for crate::solve::Table {
    fn score(&self, position: &Position) -> Option<Score> {
        use crate::solve::Value;
        let solution = self.probe(position).ok()??;
        match (solution.value, solution.plies) {
            (Value::Win, plies) => plies.map(|plies| Score::Win { plies }),
            (Value::Draw, _) => Some(Score::Estimate(0)),
            (Value::Loss, plies) => plies.map(|plies| Score::Loss { plies }),
        }
    }
}
