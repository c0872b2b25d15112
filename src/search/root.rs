//! The root: iterative deepening, aspiration windows and several principal variations.

use alloc::vec::Vec;

use super::limits::Limits;
use super::parameters::{ASPIRATION, ASPIRATION_DEPTH};
use super::report::{Line, Report, Stopped};
use super::score::{INFINITE, LEAST_WIN, MOST_PLIES, Score, WIN, is_decided};
use super::tree::{Node, Window, Worker};
use crate::position::{Move, Position, Quiet};

/// A move of the root position and what is known of it.
///
/// What is proved stays: a win or a loss that was found is not given up for what a later look says, as that may have skipped moves.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    mv: Move,
    /// Its value in this pass over the moves, less than any if it did not beat a better one.
    value: i32,
    /// The last value that it had.
    known: i32,
    /// The depth of the iteration that found this value; 0 if it has none, or none that counts any more.
    known_at: i32,
    /// It is worth at most this, by the last look at it.
    bound: i32,
    variation: Vec<Move>,
}

impl RootMove {
    fn new(mv: Move) -> RootMove {
        RootMove { mv, value: -INFINITE, known: -INFINITE, known_at: 0, bound: INFINITE, variation: Vec::from([mv]) }
    }

    /// Notes that the move is worth at most so much, and returns what it is worth at most by all that is known.
    fn limit(&mut self, value: i32) -> i32 {
        self.bound = if is_lost(self.bound) { value.min(self.bound) } else { value };
        self.bound
    }

    /// Notes the value of the move and its line of play, and returns what it is worth by all that is known.
    fn note(&mut self, value: i32, depth: i32, line: &[Move]) -> i32 {
        self.known_at = depth;
        if value >= self.known || !is_won(self.known) {
            self.known = value;
            self.variation.truncate(1);
            self.variation.extend_from_slice(line);
        }
        self.value = self.known;
        self.value
    }

    /// What the move is worth by the last word on it: its value, or less if it has been found to be worth less since.
    fn worth(&self) -> i32 {
        if is_won(self.known) { self.known } else { self.known.min(self.bound) }
    }
}

fn is_won(value: i32) -> bool {
    value >= LEAST_WIN
}

fn is_lost(value: i32) -> bool {
    value <= -LEAST_WIN
}

/// The search of one thread from the root on.
pub(super) struct Root<'a, 'b> {
    pub(super) worker: &'b mut Worker<'a>,
    pub(super) position: Position,
    pub(super) moves: Vec<RootMove>,
    /// The number of principal variations asked for.
    pub(super) lines: usize,
    pub(super) finished: i32,
    /// The static estimate of the position.
    estimate: i32,
}

impl<'a, 'b> Root<'a, 'b> {
    pub(super) fn new(worker: &'b mut Worker<'a>, position: Position, limits: &Limits) -> Root<'a, 'b> {
        let mut moves: Vec<RootMove> = position.moves().filter(|mv| limits.only.contains(mv)).map(RootMove::new).collect();
        if moves.is_empty() {
            moves = position.moves().map(RootMove::new).collect();
        }
        let lines = limits.lines.clamp(1, moves.len().max(1));
        let estimate = worker.estimate(&position);
        Root { worker, position, moves, lines, finished: 0, estimate }
    }

    /// Deepens ply by ply until a limit is reached; calls `progress` after each iteration and each new best move.
    pub(super) fn deepen(&mut self, limits: &Limits, mut progress: impl FnMut(&Root<'_, '_>, Stopped)) -> Stopped {
        let deepest = limits.depth.map_or(MOST_PLIES as i32 - 1, |depth| depth.clamp(1, MOST_PLIES as u32 - 1) as i32);
        while self.finished < deepest {
            self.worker.iteration = self.finished + 1;
            self.iterate(self.worker.iteration, &mut progress);
            self.exchange();
            if self.worker.stopped {
                return self.worker.watch.reason();
            }
            progress(self, Stopped::Depth);
            if self.nothing_left(self.finished) {
                return Stopped::Decided;
            }
            if self.worker.watch.enough() {
                return self.worker.watch.reason();
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
        self.moves[..self.lines].sort_by_key(|root| core::cmp::Reverse(root.worth()));
        self.moves[self.lines..].iter_mut().for_each(|root| root.known_at = 0);
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
                return best;
            }
            let mut value = self.moves[index].limit(value);
            if value > window.alpha || index == line {
                value = self.moves[index].note(value, depth, self.worker.variations.line(1));
                if value > window.alpha && index > line && line == 0 {
                    progress(self, Stopped::Depth);
                }
                window.alpha = window.alpha.max(value);
            }
            best = best.max(value);
            if window.alpha >= window.beta {
                break;
            }
        }
        best
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

    /// The best lines so far, the best first, with their values.
    ///
    /// Where an iteration is broken off, the values that it has found stand beside those of the lines of the iteration before.
    fn best_lines(&self) -> Vec<(i32, &RootMove)> {
        let fresh = self.moves.iter().filter(|root| root.known_at > 0 && root.known_at >= self.finished);
        let mut best: Vec<(i32, &RootMove)> = fresh.map(|root| (root.worth(), root)).collect();
        best.extend(self.less_lost(best.iter().map(|line| line.0).max()));
        best.sort_by_key(|line| core::cmp::Reverse(line.0));
        best.truncate(self.lines);
        best
    }

    /// The move to prefer where the best of those with a value is lost, or none has a value: the position is lost only if all moves are, and no sooner
    /// than by the last of them.
    fn less_lost(&self, best: Option<i32>) -> Option<(i32, &RootMove)> {
        let best = best.unwrap_or(-INFINITE);
        let other = self.moves.iter().rev().max_by_key(|root| root.bound).filter(|root| is_lost(best) && root.bound > best)?;
        let value = if is_won(other.bound) { self.estimate } else { other.bound };
        Some((value, other))
    }

    /// The state of the search as a report.
    pub(super) fn report(&self, stopped: Stopped) -> Report {
        let line = |(value, root): (i32, &RootMove)| {
            let moves = if value == root.known { root.variation.clone() } else { Vec::from([root.mv]) };
            Line { score: Score::from_value(value), moves }
        };
        let lines: Vec<Line> = self.best_lines().into_iter().map(line).collect();
        let worker = &self.worker;
        Report {
            best: lines.first().and_then(|line| line.moves.first().copied()),
            score: lines.first().map_or(Score::Estimate(self.estimate), |line| line.score),
            lines,
            depth: self.finished as u32,
            selective_depth: worker.selective_depth as u32,
            nodes: worker.all_nodes(),
            time: worker.watch.elapsed(),
            hash_full: worker.watch.table.full(),
            stopped,
        }
    }
}
