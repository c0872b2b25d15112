//! What the threads of a search tell each other, besides what is in the transposition table.
//!
//! All of them search the same iteration. Each marks the positions that it is looking at; a move that leads to a marked one waits until the others
//! are done, and by then the table mostly knows its value (simplified ABDADA, after Weill 1996 and Kerrigan). Whoever finishes an iteration first
//! hands its result to all.

use alloc::vec::Vec;
use core::sync::atomic::{AtomicI32, AtomicU64, Ordering};

use super::parameters::TEAM_DEPTH;
use super::root::RootMove;
use super::tree::{Node, Progress, Worker};
use crate::position::{Move, Position};

/// Marks are kept in so many places, by hash; two positions of one place do no harm but that a mark is lost.
const PLACES: usize = 1 << 12;

/// What threads share while they search one game.
pub(super) struct Team {
    /// Hashes of positions that are being looked at; no place at all for a single thread.
    marks: Vec<AtomicU64>,
    /// The depth of the last iteration that a thread has finished.
    finished: AtomicI32,
    #[cfg(feature = "std")]
    result: std::sync::Mutex<(i32, Vec<RootMove>)>,
}

impl Team {
    pub(super) fn new(threads: usize) -> Team {
        let places = if threads > 1 { PLACES } else { 0 };
        Team {
            marks: core::iter::repeat_with(AtomicU64::default).take(places).collect(),
            finished: AtomicI32::new(0),
            #[cfg(feature = "std")]
            result: std::sync::Mutex::default(),
        }
    }

    /// Whether there is more than one thread.
    #[inline]
    pub(super) fn is_shared(&self) -> bool {
        !self.marks.is_empty()
    }

    fn place(&self, hash: u64) -> Option<&AtomicU64> {
        self.marks.get(hash as usize % PLACES)
    }

    /// Whether a thread is looking at the position with this hash.
    pub(super) fn is_marked(&self, hash: u64) -> bool {
        self.place(hash).is_some_and(|place| place.load(Ordering::Relaxed) == hash)
    }

    /// Tells that a thread looks at a position.
    pub(super) fn mark(&self, hash: u64) {
        if let Some(place) = self.place(hash) {
            place.store(hash, Ordering::Relaxed);
        }
    }

    /// Tells that it does so no longer.
    pub(super) fn unmark(&self, hash: u64) {
        if let Some(place) = self.place(hash).filter(|place| place.load(Ordering::Relaxed) == hash) {
            place.store(0, Ordering::Relaxed);
        }
    }

    /// Whether some thread has finished the iteration of this depth.
    #[inline]
    pub(super) fn has_finished(&self, depth: i32) -> bool {
        self.finished.load(Ordering::Relaxed) >= depth
    }

    /// Hands over the moves of a finished iteration, unless another thread was first; then takes over the deepest result there is. Answers its depth.
    #[cfg(feature = "std")]
    pub(super) fn exchange(&self, depth: i32, moves: &mut Vec<RootMove>) -> i32 {
        let mut result = self.result.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if result.0 < depth {
            *result = (depth, moves.clone());
            self.finished.store(depth, Ordering::Relaxed);
        } else {
            moves.clone_from(&result.1);
        }
        result.0
    }

    /// A single thread has nobody to hand over to.
    #[cfg(not(feature = "std"))]
    pub(super) fn exchange(&self, depth: i32, _: &mut Vec<RootMove>) -> i32 {
        depth
    }
}

impl Worker<'_> {
    /// Whether a move should wait, as another thread is looking at where it leads. The depth is that of the position before it.
    pub(super) fn must_wait(&self, position: &Position, mv: Move, depth: i32) -> bool {
        self.works_in_team(depth) && self.watch.team.is_marked(position.hash_after(mv))
    }

    fn works_in_team(&self, depth: i32) -> bool {
        depth >= TEAM_DEPTH && self.watch.team.is_shared() && self.selective
    }

    /// Tells the other threads that this one looks at a child of a position with this depth.
    pub(super) fn mark(&self, child: &Position, depth: i32) {
        if self.works_in_team(depth) {
            self.watch.team.mark(child.hash());
        }
    }

    /// Takes back what [`Worker::mark`] told.
    pub(super) fn unmark(&self, child: &Position, depth: i32) {
        if self.works_in_team(depth) {
            self.watch.team.unmark(child.hash());
        }
    }

    /// Ends a node whose value another thread has found out meanwhile.
    pub(super) fn learn(&self, node: Node<'_>, moves: &mut Progress) {
        if node.principal || self.stopped || !moves.goes_on() || !self.works_in_team(node.depth) {
            return;
        }
        if let Some(value) = self.known_value(node, moves.window) {
            (moves.best, moves.skipped, moves.settled) = (value, false, true);
        }
    }
}
