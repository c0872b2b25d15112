//! When to stop.

use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;

use super::limits::{Clock, GameClock, Limits};
use super::report::Stopped;
use super::table::Table;
use super::team::Team;

/// Of fixed time a move, so much is kept back for what happens outside the search.
const OVERHEAD: Duration = Duration::from_millis(2);

/// A game is thought to last so many more moves.
const MOVES_TO_GO: u32 = 28;

/// The stop flag and the clock are looked at once in so many nodes.
const NODES_PER_LOOK: u64 = 256;

/// How long one move may take.
#[derive(Clone, Copy, Debug)]
struct Budget {
    /// No new iteration is begun after this.
    soft: Duration,
    /// The search is broken off at this.
    hard: Duration,
}

impl Budget {
    fn of(limits: &Limits) -> Option<Budget> {
        let fixed = limits.time.map(|time| {
            let hard = time.saturating_sub(OVERHEAD).max(time / 2);
            Budget { soft: hard, hard }
        });
        let clock = limits.clock.map(Budget::of_clock);
        match (fixed, clock) {
            (Some(a), Some(b)) => Some(Budget { soft: a.soft.min(b.soft), hard: a.hard.min(b.hard) }),
            (a, b) => a.or(b),
        }
    }

    fn of_clock(clock: GameClock) -> Budget {
        let GameClock { remaining, increment, byoyomi } = clock;
        // A caller may say "for ever" by the longest duration there is.
        let sum = |times: [Duration; 3]| times.into_iter().fold(Duration::ZERO, Duration::saturating_add);
        let most = remaining.saturating_add(byoyomi).saturating_sub(4 * OVERHEAD);
        let share = sum([remaining / MOVES_TO_GO, increment.saturating_mul(3) / 4, byoyomi.saturating_mul(4) / 5]);
        let hard = sum([remaining / 6, increment, byoyomi]).min(most);
        Budget { soft: (share / 2).min(hard), hard }
    }
}

/// The limits of a running search, shared by its threads.
pub(super) struct Watch<'a> {
    pub(super) table: &'a Table,
    pub(super) team: Team,
    pub(super) stop: Option<&'a AtomicBool>,
    pub(super) clock: Option<&'a (dyn Clock + Sync)>,
    /// Set by the first thread when it has finished.
    done: AtomicBool,
    begun: Duration,
    budget: Option<Budget>,
    nodes: u64,
}

impl<'a> Watch<'a> {
    pub(super) fn new(
        table: &'a Table,
        stop: Option<&'a AtomicBool>,
        clock: Option<&'a (dyn Clock + Sync)>,
        limits: &Limits,
        team: Team,
    ) -> Watch<'a> {
        let begun = clock.map_or(Duration::ZERO, |clock| clock.now());
        Watch {
            table,
            team,
            stop,
            clock,
            done: AtomicBool::new(false),
            begun,
            budget: Budget::of(limits),
            nodes: limits.nodes.unwrap_or(u64::MAX),
        }
    }

    /// Whether a thread that has looked at so many nodes must stop at once.
    #[inline]
    pub(super) fn must_stop(&self, nodes: u64) -> bool {
        nodes > self.nodes || (nodes % NODES_PER_LOOK == 0 && self.interrupted())
    }

    fn interrupted(&self) -> bool {
        self.done.load(Ordering::Relaxed) || self.flagged() || self.budget.is_some_and(|budget| self.elapsed() >= budget.hard)
    }

    fn flagged(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Whether no further iteration should be begun.
    pub(super) fn enough(&self) -> bool {
        self.flagged() || self.budget.is_some_and(|budget| self.elapsed() >= budget.soft)
    }

    /// Whether the time for the move is limited.
    pub(super) fn is_timed(&self) -> bool {
        self.budget.is_some()
    }

    /// Tells the other threads to stop.
    #[cfg(feature = "std")]
    pub(super) fn finish(&self) {
        self.done.store(true, Ordering::Relaxed);
    }

    /// The time since the search began; zero without a clock.
    pub(super) fn elapsed(&self) -> Duration {
        self.clock.map_or(Duration::ZERO, |clock| clock.now().saturating_sub(self.begun))
    }

    /// Why a thread with so many nodes was stopped.
    pub(super) fn reason(&self, nodes: u64) -> Stopped {
        match (self.flagged(), nodes > self.nodes) {
            (true, _) => Stopped::Flag,
            (_, true) => Stopped::Nodes,
            _ => Stopped::Time,
        }
    }
}

/// The clock of the standard library.
#[cfg(feature = "std")]
pub(super) struct StandardClock(pub(super) std::time::Instant);

#[cfg(feature = "std")]
impl Clock for StandardClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
