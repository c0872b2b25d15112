//! What a search thinks of a position.

use core::cmp::Ordering;
use core::fmt;

use crate::board::Side;
use crate::position::Outcome;

/// The worth of a position, from the side to move.
///
/// Ordered from the worst to the best: losses, the later the better; estimates; wins, the sooner the better.
///
/// ```
/// use hasami_shogi::search::Score;
///
/// assert!(Score::Win { plies: 1 } > Score::Win { plies: 3 });
/// assert!(Score::Win { plies: 3 } > Score::Estimate(250));
/// assert!(Score::Estimate(-900) > Score::Loss { plies: 8 });
/// assert_eq!(Score::Estimate(-150).to_string(), "-1.50");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Score {
    /// The side to move wins, whatever the opponent does, in at most so many plies.
    Win {
        /// Plies to the end of the game, 0 if it is over.
        plies: u32,
    },
    /// The side to move loses against best play, in so many plies at the latest.
    Loss {
        /// Plies to the end of the game, 0 if it is over.
        plies: u32,
    },
    /// Not decided: an estimate in hundredths of a man.
    Estimate(i32),
}

impl Score {
    /// The score from the opponent's side.
    ///
    /// ```
    /// use hasami_shogi::search::Score;
    ///
    /// assert_eq!(Score::Win { plies: 3 }.reversed(), Score::Loss { plies: 3 });
    /// assert_eq!(Score::Estimate(-70).reversed(), Score::Estimate(70));
    /// ```
    #[must_use]
    pub const fn reversed(self) -> Score {
        match self {
            Score::Win { plies } => Score::Loss { plies },
            Score::Loss { plies } => Score::Win { plies },
            Score::Estimate(value) => Score::Estimate(-value),
        }
    }

    /// Whether the game is decided.
    #[must_use]
    pub const fn is_decided(self) -> bool {
        !matches!(self, Score::Estimate(_))
    }

    pub(super) fn from_value(value: i32) -> Score {
        match value {
            v if v >= LEAST_WIN => Score::Win { plies: (WIN - v).unsigned_abs() },
            v if v <= -LEAST_WIN => Score::Loss { plies: (WIN + v).unsigned_abs() },
            v => Score::Estimate(v),
        }
    }

    pub(super) fn value(self) -> i32 {
        match self {
            Score::Win { plies } => WIN - plies.min(MOST_PLIES as u32) as i32,
            Score::Loss { plies } => plies.min(MOST_PLIES as u32) as i32 - WIN,
            Score::Estimate(value) => value.clamp(-MOST_ESTIMATE, MOST_ESTIMATE),
        }
    }
}

impl Ord for Score {
    fn cmp(&self, other: &Score) -> Ordering {
        self.value().cmp(&other.value())
    }
}

impl PartialOrd for Score {
    fn partial_cmp(&self, other: &Score) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Score::Win { plies } => write!(f, "win in {plies}"),
            Score::Loss { plies } => write!(f, "loss in {plies}"),
            Score::Estimate(value) => {
                let sign = if *value < 0 { '-' } else { '+' };
                write!(f, "{sign}{}.{:02}", value.abs() / 100, value.abs() % 100)
            }
        }
    }
}

/// The deepest line that is looked at, in plies from the root.
pub(super) const MOST_PLIES: usize = 120;

/// A win on the spot. A win in *n* plies is worth *n* less.
pub(super) const WIN: i32 = 30_000;

/// The least value of a win: all between the estimates and this is empty.
pub(super) const LEAST_WIN: i32 = WIN - 2 * MOST_PLIES as i32;

/// The greatest estimate.
pub(super) const MOST_ESTIMATE: i32 = 20_000;

/// More than any value.
pub(super) const INFINITE: i32 = 32_000;

/// A draw.
pub(super) const DRAW: i32 = 0;

pub(super) const fn is_decided(value: i32) -> bool {
    value.abs() >= LEAST_WIN
}

/// The value of a game that is over, for `side`, `ply` plies from the root.
pub(super) fn of_outcome(outcome: Outcome, side: Side, ply: usize) -> i32 {
    match outcome.winner() {
        None => DRAW,
        Some(winner) if winner == side => WIN - ply as i32,
        Some(_) => ply as i32 - WIN,
    }
}
