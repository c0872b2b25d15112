//! When to stop.

use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use core::time::Duration;

use super::limits::{Clock, GameClock, Limits};
use super::report::Stopped;
use super::table::Table;
use super::team::Team;

/// Of fixed time a move, so much is kept back for what happens outside the search.
const OVERHEAD: Duration = Duration::from_millis(2);

/// A game is thought to last so many more moves.
const MOVES_TO_GO: u32 = 28;

/// The most nodes that a thread looks at before it asks whether to go on.
const MOST_NODES_A_GRANT: u64 = 256;

/// Of a limit of nodes, each thread gets so many shares, so that none is left without work.
const GRANTS_PER_THREAD: u64 = 16;

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
        let GameClock { remaining, increment, byoyomi, moves_to_go } = clock;
        // A caller may say "for ever" by the longest duration there is.
        let sum = |times: [Duration; 3]| times.into_iter().fold(Duration::ZERO, Duration::saturating_add);
        let moves = moves_to_go.unwrap_or(MOVES_TO_GO).clamp(1, MOVES_TO_GO);
        let most = remaining.saturating_add(byoyomi).saturating_sub(4 * OVERHEAD);
        let share = sum([remaining / moves, increment.saturating_mul(3) / 4, byoyomi.saturating_mul(4) / 5]);
        let hard = sum([remaining / moves.min(6), increment, byoyomi]).min(most);
        Budget { soft: (share / 2).min(hard), hard }
    }
}

/// What the caller tells a running search.
#[derive(Clone, Copy)]
pub(super) struct Signals<'a> {
    pub(super) stop: Option<&'a AtomicBool>,
    pub(super) ponder: Option<&'a AtomicBool>,
    pub(super) clock: Option<&'a (dyn Clock + Sync)>,
}

/// The limits of a running search, shared by its threads.
pub(super) struct Watch<'a> {
    pub(super) table: &'a Table,
    pub(super) team: Team,
    signals: Signals<'a>,
    /// Set by the first thread when it has finished.
    done: AtomicBool,
    begun: Duration,
    budget: Option<Budget>,
    /// When time began to count, in microseconds since the beginning; [`u64::MAX`] until then.
    counts_from: AtomicU64,
    /// The limit of nodes, the size of the grants that make it up, and what was granted so far.
    nodes: u64,
    grant: u64,
    granted: AtomicU64,
    /// Nodes that the threads have looked at.
    counted: AtomicU64,
}

impl<'a> Watch<'a> {
    pub(super) fn new(table: &'a Table, signals: Signals<'a>, limits: &Limits, threads: usize) -> Watch<'a> {
        let nodes = limits.nodes.map_or(u64::MAX, |nodes| nodes.max(1));
        Watch {
            table,
            team: Team::new(threads),
            signals,
            done: AtomicBool::new(false),
            begun: signals.clock.map_or(Duration::ZERO, |clock| clock.now()),
            budget: Budget::of(limits),
            counts_from: AtomicU64::new(if signals.ponder.is_some() { u64::MAX } else { 0 }),
            nodes,
            grant: (nodes / (GRANTS_PER_THREAD * threads as u64)).clamp(1, MOST_NODES_A_GRANT),
            granted: AtomicU64::new(0),
            counted: AtomicU64::new(0),
        }
    }

    /// How many nodes a thread may look at before it asks again; 0 if the limit is reached.
    pub(super) fn grant(&self) -> u64 {
        let before = self.granted.fetch_add(self.grant, Ordering::Relaxed);
        if self.is_pondering() { self.grant } else { self.nodes.saturating_sub(before).min(self.grant) }
    }

    /// Adds nodes to those that were looked at.
    pub(super) fn count(&self, nodes: u64) {
        self.counted.fetch_add(nodes, Ordering::Relaxed);
    }

    /// The nodes that all threads have counted.
    pub(super) fn counted(&self) -> u64 {
        self.counted.load(Ordering::Relaxed)
    }

    /// Whether all threads must stop at once.
    pub(super) fn interrupted(&self) -> bool {
        self.done.load(Ordering::Relaxed) || self.flagged() || self.is_late(|budget| budget.hard)
    }

    fn flagged(&self) -> bool {
        self.signals.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    fn is_pondering(&self) -> bool {
        self.signals.ponder.is_some_and(|ponder| ponder.load(Ordering::Relaxed))
    }

    /// Whether no further iteration should be begun.
    pub(super) fn enough(&self) -> bool {
        self.flagged() || self.is_late(|budget| budget.soft)
    }

    /// Whether a limit of time is reached.
    fn is_late(&self, limit: impl Fn(&Budget) -> Duration) -> bool {
        self.budget.as_ref().is_some_and(|budget| !self.is_pondering() && self.time_used() >= limit(budget))
    }

    /// The time since time began to count, which it does now if it had not.
    fn time_used(&self) -> Duration {
        let now = self.elapsed().as_micros().try_into().unwrap_or(u64::MAX);
        let from = match self.counts_from.compare_exchange(u64::MAX, now, Ordering::Relaxed, Ordering::Relaxed) {
            Ok(_) => now,
            Err(from) => from,
        };
        Duration::from_micros(now.saturating_sub(from))
    }

    /// Whether the time for the move is limited, and runs.
    pub(super) fn is_timed(&self) -> bool {
        self.budget.is_some() && !self.is_pondering()
    }

    /// Tells the other threads to stop.
    #[cfg(feature = "std")]
    pub(super) fn finish(&self) {
        self.done.store(true, Ordering::Relaxed);
    }

    /// The time since the search began; zero without a clock.
    pub(super) fn elapsed(&self) -> Duration {
        self.signals.clock.map_or(Duration::ZERO, |clock| clock.now().saturating_sub(self.begun))
    }

    /// Why a thread was stopped.
    pub(super) fn reason(&self) -> Stopped {
        match (self.flagged(), self.is_late(|budget| budget.soft)) {
            (true, _) => Stopped::Flag,
            (_, true) => Stopped::Time,
            _ => Stopped::Nodes,
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
