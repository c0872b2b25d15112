//! How long and how hard to search.

use alloc::vec::Vec;
use core::sync::atomic::AtomicBool;
use core::time::Duration;

use super::Report;
use crate::position::Move;

/// What bounds a search. Several limits may be set; the first that is reached ends it. Without any it goes on until it is stopped or the game is
/// decided.
///
/// ```
/// use core::time::Duration;
/// use hasami_shogi::search::Limits;
///
/// let limits = Limits::new().depth(12).time(Duration::from_millis(500)).lines(3);
/// # let _ = limits;
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) time: Option<Duration>,
    pub(super) clock: Option<GameClock>,
    pub(super) lines: usize,
    pub(super) only: Vec<Move>,
    pub(super) level: Level,
    pub(super) plain: bool,
}

impl Limits {
    /// No limit at all.
    #[must_use]
    pub fn new() -> Limits {
        Limits::default()
    }

    /// At most so many plies of nominal depth; lines that look forced are looked at more deeply.
    #[must_use]
    pub fn depth(self, plies: u32) -> Limits {
        Limits { depth: Some(plies), ..self }
    }

    /// At most so many positions, on all threads together; 0 counts as 1. With one thread the same limit always gives the same result. Several threads
    /// are given nodes in blocks of up to 256, so some may be left over when the last block is gone.
    #[must_use]
    pub fn nodes(self, nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..self }
    }

    /// At most so much time for the move.
    #[must_use]
    pub fn time(self, per_move: Duration) -> Limits {
        Limits { time: Some(per_move), ..self }
    }

    /// A share of the time that is left on a player's clock.
    #[must_use]
    pub fn clock(self, clock: GameClock) -> Limits {
        Limits { clock: Some(clock), ..self }
    }

    /// Report so many best moves, each with its line of play; 0 counts as 1.
    #[must_use]
    pub fn lines(self, count: usize) -> Limits {
        Limits { lines: count, ..self }
    }

    /// Look only at these moves in the root position. Illegal ones are ignored; if none is left, all legal moves count.
    #[must_use]
    pub fn only(self, moves: &[Move]) -> Limits {
        Limits { only: moves.to_vec(), ..self }
    }

    /// Search without any pruning, reduction, extension or table, and estimate at the horizon: the value of the root is then that of plain minimax.
    /// Slow, and of use for tests only.
    #[must_use]
    pub fn plain(self) -> Limits {
        Limits { plain: true, ..self }
    }

    /// Play as strongly as this level.
    #[must_use]
    pub fn level(self, level: Level) -> Limits {
        Limits { level, ..self }
    }
}

/// The time that a player has left.
///
/// ```
/// use core::time::Duration;
/// use hasami_shogi::search::{GameClock, Limits};
///
/// // Forty moves in five minutes, eleven of them still to play in 80 seconds.
/// let clock = GameClock::new(Duration::from_secs(80)).moves_to_go(11);
/// let limits = Limits::new().clock(clock);
/// # let _ = limits;
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GameClock {
    pub(super) remaining: Duration,
    pub(super) increment: Duration,
    pub(super) byoyomi: Duration,
    pub(super) moves_to_go: Option<u32>,
}

impl GameClock {
    /// A clock with this time for the rest of the game.
    #[must_use]
    pub const fn new(remaining: Duration) -> GameClock {
        GameClock { remaining, increment: Duration::ZERO, byoyomi: Duration::ZERO, moves_to_go: None }
    }

    /// Time that is added after each move.
    #[must_use]
    pub const fn increment(self, per_move: Duration) -> GameClock {
        GameClock { increment: per_move, ..self }
    }

    /// Time for each move once the remaining time is used up (秒読み).
    #[must_use]
    pub const fn byoyomi(self, per_move: Duration) -> GameClock {
        GameClock { byoyomi: per_move, ..self }
    }

    /// The number of moves, this one included, until the remaining time is topped up; 0 counts as 1. Without it the time is for the rest of the game.
    #[must_use]
    pub const fn moves_to_go(self, moves: u32) -> GameClock {
        GameClock { moves_to_go: Some(moves), ..self }
    }
}

/// A strength of play, 1 to 10.
///
/// Level 10 is all that the searcher can do under the limits. Lower ones look at fewer positions and now and then prefer a move that is a little
/// worse than the best, the weakest by up to two men; none gives three men away that it can see are lost.
///
/// ```
/// use hasami_shogi::search::Level;
///
/// assert_eq!(Level::default(), Level::FULL);
/// assert_eq!(Level::new(11), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// A beginner.
    pub const WEAKEST: Level = Level(1);
    /// Full strength.
    pub const FULL: Level = Level(10);

    /// The level with a number from 1 to 10.
    #[must_use]
    pub const fn new(level: u8) -> Option<Level> {
        match level {
            1..=10 => Some(Level(level)),
            _ => None,
        }
    }

    /// The number, 1 to 10.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl Default for Level {
    fn default() -> Level {
        Level::FULL
    }
}

/// A clock that the caller supplies, for targets without one in the standard library.
pub trait Clock {
    /// The time since some fixed moment.
    fn now(&self) -> Duration;
}

/// How a caller takes part in a search that is running.
#[derive(Default)]
pub struct Control<'a> {
    /// Ends the search soon after somebody sets it.
    pub stop: Option<&'a AtomicBool>,
    /// While it is set, the opponent's time runs: no limit of time or nodes holds, and when it is cleared, time counts from that moment.
    pub ponder: Option<&'a AtomicBool>,
    /// Measures time; without it the standard library's clock does, and without that no limit of time holds.
    pub clock: Option<&'a (dyn Clock + Sync)>,
    /// Called after each iteration and whenever a better move is found.
    pub progress: Option<&'a mut dyn FnMut(&Report)>,
}
