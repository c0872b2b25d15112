//! How far a solver has come.

use core::time::Duration;
use std::time::Instant;

use super::layout::Slice;

/// How far a solver has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Progress {
    /// The men of the side to move and of its opponent in the positions at work.
    pub men: [u8; 2],
    /// The number of plies to the end up to which these are decided.
    pub plies: u32,
    /// Positions done, symmetric ones counted once. Those at work count half once they have been looked at.
    pub done: u64,
    /// Positions in all, symmetric ones counted once.
    pub total: u64,
    /// Time since the start.
    pub elapsed: Duration,
    /// Time that is left if the rest goes as the work so far went, so a rough guess; `None` at the start.
    pub left: Option<Duration>,
}

/// The least time between two calls.
const PAUSE: Duration = Duration::from_millis(100);

/// Keeps count, and tells a listener now and then.
pub(super) struct Reporter<'a> {
    listener: &'a mut dyn FnMut(&Progress),
    started: Instant,
    last: Duration,
    men: [u8; 2],
    plies: u16,
    total: u64,
    /// Cells of slices that were looked at or decided, twice for both.
    halves: u64,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(total: u64, listener: &'a mut dyn FnMut(&Progress)) -> Reporter<'a> {
        Reporter { listener, started: Instant::now(), last: Duration::ZERO, men: [0; 2], plies: 0, total, halves: 0 }
    }

    /// A slice is being looked at.
    pub(super) fn looking_at(&mut self, slice: &Slice, cells: u64) {
        self.men = [slice.own as u8, slice.enemy as u8];
        self.plies = 0;
        self.tell(cells);
    }

    /// All positions that are decided in so many plies are known.
    pub(super) fn stepping(&mut self, plies: u16) {
        self.plies = plies;
        self.tell(0);
    }

    /// So many cells were looked at, or decided.
    pub(super) fn half_done(&mut self, cells: u64) {
        self.halves += cells;
    }

    fn tell(&mut self, more: u64) {
        let elapsed = self.started.elapsed();
        if elapsed < self.last + PAUSE {
            return;
        }
        self.last = elapsed;
        let done = (self.halves + more) / 2;
        let left = (done > 0).then(|| elapsed.mul_f64(self.total.saturating_sub(done) as f64 / done as f64));
        let plies = u32::from(self.plies);
        (self.listener)(&Progress { men: self.men, plies, done, total: self.total, elapsed, left });
    }
}
