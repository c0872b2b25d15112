//! The root: iterative deepening, aspiration windows and several principal variations.

use alloc::vec::Vec;

use super::limits::Limits;
use super::parameters::{ASPIRATION, ASPIRATION_DEPTH};
use super::report::{Line, Report, Stopped};
use super::score::{INFINITE, LEAST_WIN, MOST_PLIES, Score, WIN, is_decided};
use super::tree::{Node, Window, Worker};
use crate::position::{Move, Position, Quiet};

/// A move of the root position and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    mv: Move,
    /// Its value in this iteration, less than any if it did not beat a better one.
    value: i32,
    /// The value in the last iteration in which it had one.
    known: i32,
    /// What it came to when it was looked at last: its value or, if it did not beat a better one, at least as much.
    bound: i32,
    variation: Vec<Move>,
}

/// The search of one thread from the root on.
pub(super) struct Root<'a, 'b> {
    pub(super) worker: &'b mut Worker<'a>,
    pub(super) position: Position,
    pub(super) moves: Vec<RootMove>,
    /// The number of principal variations asked for.
    pub(super) lines: usize,
    pub(super) finished: i32,
}

impl<'a, 'b> Root<'a, 'b> {
    pub(super) fn new(worker: &'b mut Worker<'a>, position: Position, limits: &Limits) -> Root<'a, 'b> {
        let root_move = |mv| RootMove { mv, value: -INFINITE, known: -INFINITE, bound: INFINITE, variation: Vec::from([mv]) };
        let mut moves: Vec<RootMove> = position.moves().filter(|mv| limits.only.contains(mv)).map(root_move).collect();
        if moves.is_empty() {
            moves = position.moves().map(root_move).collect();
        }
        let lines = limits.lines.clamp(1, moves.len().max(1));
        Root { worker, position, moves, lines, finished: 0 }
    }

    /// Deepens ply by ply until a limit is reached; calls `progress` after each iteration and each new best move.
    pub(super) fn deepen(&mut self, limits: &Limits, mut progress: impl FnMut(&Root<'_, '_>, Stopped)) -> Stopped {
        let deepest = limits.depth.map_or(MOST_PLIES as i32 - 1, |depth| depth.clamp(1, MOST_PLIES as u32 - 1) as i32);
        while self.finished < deepest {
            self.worker.iteration = self.finished + 1;
            self.iterate(self.worker.iteration, &mut progress);
            self.exchange();
            if self.worker.stopped {
                return self.worker.watch.reason(self.worker.nodes);
            }
            progress(self, Stopped::Depth);
            if self.nothing_left(self.finished) {
                return Stopped::Decided;
            }
            if self.worker.watch.enough() {
                return self.worker.watch.reason(self.worker.nodes);
            }
        }
        Stopped::Depth
    }

    /// Notes that the iteration is finished, by this thread or by another one, whose result counts then.
    fn exchange(&mut self) {
        let (team, depth) = (&self.worker.watch.team, self.worker.iteration);
        if !team.is_shared() {
            self.finished += i32::from(!self.worker.stopped);
        } else if !self.worker.stopped || team.has_finished(depth) {
            self.finished = team.exchange(depth, &mut self.moves);
            self.worker.stopped = false;
        }
    }

    /// Whether deeper search cannot change what to play: the lines are decided within this depth, or there is no choice and the clock runs.
    fn nothing_left(&self, depth: i32) -> bool {
        let decided = |root: &RootMove| is_decided(root.known) && WIN - root.known.abs() <= depth;
        let forced = self.moves.len() == 1 && self.worker.watch.is_timed();
        forced || self.moves[..self.lines].iter().all(decided)
    }

    fn iterate(&mut self, depth: i32, progress: &mut impl FnMut(&Root<'_, '_>, Stopped)) {
        for line in 0..self.lines {
            self.search_line(line, depth, progress);
            if self.worker.stopped {
                return;
            }
        }
        // A later line may turn out better than an earlier one, by a deeper look.
        self.moves[..self.lines].sort_by_key(|root| core::cmp::Reverse(root.known));
    }

    /// Searches the moves from the `line`-th on, with a window round the last value that widens until the value lies inside.
    fn search_line(&mut self, line: usize, depth: i32, progress: &mut impl FnMut(&Root<'_, '_>, Stopped)) {
        let (guess, mut width) = (self.moves[line].known, ASPIRATION);
        let mut window = match depth >= ASPIRATION_DEPTH && guess != -INFINITE && !is_decided(guess) && self.worker.selective {
            true => Window { alpha: guess - width, beta: guess + width },
            false => Window::FULL,
        };
        loop {
            let value = self.search_window(line, window, depth, progress);
            self.moves[line..].sort_by_key(|root| core::cmp::Reverse(root.value));
            if self.worker.stopped {
                return;
            }
            width *= 3;
            if value <= window.alpha && window.alpha > -INFINITE {
                window.alpha = if width > 1_000 { -INFINITE } else { (value - width).max(-INFINITE) };
            } else if value >= window.beta && window.beta < INFINITE {
                window.beta = if width > 1_000 { INFINITE } else { (value + width).min(INFINITE) };
            } else {
                return;
            }
        }
    }

    fn search_window(&mut self, line: usize, window: Window, depth: i32, progress: &mut impl FnMut(&Root<'_, '_>, Stopped)) -> i32 {
        let quiet = Quiet::of(&self.position);
        let mut window = window;
        let mut best = -INFINITE;
        self.moves[line..].iter_mut().for_each(|root| root.value = -INFINITE);
        let mut order: Vec<usize> = (line..self.moves.len()).collect();
        let (listed, mut taken) = (order.len(), 0);
        while let Some(&index) = order.get(taken) {
            taken += 1;
            if index > line && taken <= listed && self.worker.must_wait(&self.position, self.moves[index].mv, depth) {
                order.push(index);
                continue;
            }
            let value = self.search_move(index, index == line, &quiet, window, depth);
            if self.worker.stopped {
                self.prefer_undecided(line);
                return best;
            }
            self.moves[index].bound = value;
            best = best.max(value);
            if value > window.alpha || index == line {
                self.note(index, value);
                if value > window.alpha && index > line && line == 0 {
                    progress(self, Stopped::Depth);
                }
                window.alpha = window.alpha.max(value);
            }
            if window.alpha >= window.beta {
                break;
            }
        }
        best
    }

    /// When the search is broken off and the best so far is lost, any that is not known to be lost is better: the one that came off best when it was
    /// looked at last.
    fn prefer_undecided(&mut self, line: usize) {
        if self.moves[line].known > -LEAST_WIN || self.moves[line].known == -INFINITE {
            return;
        }
        let estimate = self.worker.estimate(&self.position);
        let undecided = self.moves[line..].iter_mut().rev().filter(|root| root.bound > -LEAST_WIN);
        if let Some(root) = undecided.max_by_key(|root| root.bound) {
            let value = if is_decided(root.bound) { estimate } else { root.bound };
            (root.value, root.known) = (value, value);
            root.variation.truncate(1);
        }
    }

    /// Notes the value of a move and its line of play.
    fn note(&mut self, index: usize, value: i32) {
        let root = &mut self.moves[index];
        (root.value, root.known) = (value, value);
        root.variation.truncate(1);
        root.variation.extend_from_slice(self.worker.variations.line(1));
    }

    fn search_move(&mut self, index: usize, first: bool, quiet: &Quiet, window: Window, depth: i32) -> i32 {
        let mv = self.moves[index].mv;
        let captures = self.position.captures_of(mv);
        let child = self.position.child_after(mv, quiet);
        let node = |principal| Node { position: &child, ply: 1, depth: depth - 1, principal, before: mv };
        self.worker.record.push(&child, captures.is_empty());
        self.worker.mark(&child, depth);
        let mut value = window.alpha + 1;
        if !first {
            value = -self.worker.search(node(false), Window { alpha: window.alpha, beta: window.alpha + 1 }.reversed());
        }
        if first || (value > window.alpha && !self.worker.stopped) {
            value = -self.worker.search(node(true), window.reversed());
        }
        self.worker.unmark(&child, depth);
        self.worker.record.pop();
        value
    }

    /// The best lines so far.
    pub(super) fn lines(&self) -> Vec<Line> {
        let mut best: Vec<&RootMove> = self.moves.iter().filter(|root| root.known != -INFINITE).collect();
        // Where nothing has a value yet, the order of the last iteration stands: what was known of the others before is out of date.
        best.sort_by_key(|root| core::cmp::Reverse(root.value));
        best.truncate(self.lines);
        best.into_iter().map(|root| Line { score: Score::from_value(root.known), moves: root.variation.clone() }).collect()
    }

    /// The state of the search as a report.
    pub(super) fn report(&self, stopped: Stopped) -> Report {
        let lines = self.lines();
        let worker = &self.worker;
        Report {
            best: lines.first().and_then(|line| line.moves.first().copied()).or_else(|| self.moves.first().map(|root| root.mv)),
            score: lines.first().map_or(Score::Estimate(0), |line| line.score),
            lines,
            depth: self.finished as u32,
            selective_depth: worker.selective_depth as u32,
            nodes: worker.nodes,
            time: worker.watch.elapsed(),
            hash_full: worker.watch.table.full(),
            stopped,
        }
    }
}
