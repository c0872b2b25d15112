//! The search of the tree below the root: principal variation search with late moves reduced and skipped, and quiescence.
//!
//! A value outside the estimates is a proof: a win or loss is only ever reported if every reply was looked at, so whatever skips moves or trusts
//! an estimate keeps out of that range.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};

use super::estimator::Estimator;
use super::history::Histories;
use super::ordering::{self, Candidate, Hints, Scored, wins_by_offers};
use super::parameters::*;
use super::record::{Record, Verdict};
use super::score::{self, DRAW, INFINITE, LEAST_WIN, MOST_ESTIMATE, MOST_PLIES, WIN, is_decided};
use super::table::{Bound, Entry};
use super::tablebase::{self, Tablebase};
use super::time::Watch;
use super::variation::Variations;
use super::weights::Weights;
use crate::position::{Move, Position, Quiet};
use crate::rules::Compulsion;

/// One thread's search.
pub(super) struct Worker<'a> {
    pub(super) watch: &'a Watch<'a>,
    pub(super) histories: &'a mut Histories,
    estimator: Estimator,
    /// Exact values of positions, if there are any and the record lets them hold.
    pub(super) tables: Option<&'a dyn Tablebase>,
    pub(super) variations: Variations,
    /// The positions of the game and of the line that is being looked at.
    pub(super) record: Record,
    /// Moves of the nodes of the current line, one after the other.
    candidates: Vec<Scored>,
    /// The static estimate at each ply.
    estimates: Vec<i32>,
    /// Quiet moves that were tried without success, node after node.
    tried: Vec<Move>,
    /// Nodes that were looked at and not counted by the watch yet, and how many there may be.
    nodes: u64,
    granted: u64,
    /// The depth of the iteration from the root.
    pub(super) iteration: i32,
    pub(super) selective_depth: usize,
    pub(super) stopped: bool,
    /// Whether anything but plain alpha-beta is done: prunings and reductions.
    pub(super) selective: bool,
}

/// A node of the tree.
#[derive(Clone, Copy)]
pub(super) struct Node<'p> {
    pub(super) position: &'p Position,
    /// The distance from the root.
    pub(super) ply: usize,
    /// The plies that are left; at most 0 for quiescence.
    pub(super) depth: i32,
    /// On a principal variation, searched with an open window.
    pub(super) principal: bool,
    /// The move that led here.
    pub(super) before: Move,
}

impl<'p> Node<'p> {
    /// The node after a move that leads to `child`.
    fn below<'c>(self, child: &'c Position, mv: Move, depth: i32, principal: bool) -> Node<'c> {
        Node { position: child, ply: self.ply + 1, depth, principal, before: mv }
    }

    /// The same node with another number of plies left.
    fn to_depth(self, depth: i32) -> Node<'p> {
        Node { depth, ..self }
    }
}

/// A window of values: what is at most `alpha` is of no interest, what is at least `beta` is too good to be allowed.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    pub(super) const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// The window as the opponent sees it.
    pub(super) fn reversed(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// The part of the window that values can still lie in: a game that is not over `ply` plies from the root is not lost by now, and not won before
    /// the next ply.
    fn narrowed_by_distance(self, ply: usize) -> Window {
        Window { alpha: self.alpha.max(ply as i32 - WIN), beta: self.beta.min(WIN - ply as i32 - 1) }
    }

    /// The narrowest window above alpha, as the opponent sees it.
    fn zero(self) -> Window {
        Window { alpha: -self.alpha - 1, beta: -self.alpha }
    }
}

impl<'a> Worker<'a> {
    pub(super) fn new(watch: &'a Watch<'a>, histories: &'a mut Histories, weights: &Weights, record: Record) -> Worker<'a> {
        Worker {
            watch,
            histories,
            estimator: Estimator::new(record.rules(), weights),
            tables: None,
            record,
            variations: Variations::new(),
            candidates: Vec::with_capacity(64 * MOST_PLIES),
            estimates: vec![0; MOST_PLIES + 2],
            tried: Vec::with_capacity(16 * MOST_PLIES),
            nodes: 0,
            granted: watch.grant(),
            iteration: 0,
            selective_depth: 0,
            stopped: false,
            selective: true,
        }
    }

    /// The value of a node, exact if it lies in the window.
    pub(super) fn search(&mut self, node: Node<'_>, window: Window) -> i32 {
        if let Some(value) = self.settled(node.position, node.ply) {
            return value;
        }
        if node.ply >= MOST_PLIES {
            return self.estimate(node.position);
        }
        let node = if self.selective { node.to_depth(extended(node)) } else { node };
        if node.depth <= 0 && !self.selective {
            return self.estimate(node.position);
        }
        if node.depth <= 0 {
            return self.quiesce(node, window, 0);
        }
        let window = window.narrowed_by_distance(node.ply);
        if window.alpha >= window.beta {
            return window.alpha;
        }
        self.search_open(node, window)
    }

    /// The value of a node that needs no search: the game is over, here or by the record, or a table knows the value.
    fn settled(&mut self, position: &Position, ply: usize) -> Option<i32> {
        self.variations.clear(ply);
        if self.nodes == self.granted {
            self.ask_for_nodes();
        }
        self.stopped |= self.watch.team.has_finished(self.iteration);
        if self.stopped {
            return Some(DRAW);
        }
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        match position.outcome().map(Verdict::Over).or_else(|| self.record.verdict(position)) {
            Some(Verdict::Over(outcome)) => Some(score::of_outcome(outcome, position.side_to_move(), ply)),
            Some(Verdict::Repeats) => Some(DRAW),
            None => tablebase::value(self.tables?, position, ply),
        }
    }

    /// Asks the watch whether to go on.
    fn ask_for_nodes(&mut self) {
        self.count_nodes();
        if self.watch.interrupted() {
            self.stopped = true;
        } else {
            self.granted = self.watch.grant();
            self.stopped |= self.granted == 0;
        }
    }

    /// Has the watch count the nodes that were looked at. No more may be looked at before it is asked.
    pub(super) fn count_nodes(&mut self) {
        self.watch.count(self.nodes);
        (self.nodes, self.granted) = (0, 0);
    }

    /// Nodes that all threads have looked at, as far as they are counted, and this one.
    pub(super) fn all_nodes(&self) -> u64 {
        self.watch.counted() + self.nodes
    }

    /// Where the table has a position that was just reached.
    fn hash(&self, position: &Position) -> u64 {
        position.hash() ^ self.record.salt()
    }

    /// What the table knows. A win or loss so far off that the record may end the game before it has no depth that is enough for anything.
    fn known(&self, hash: u64, ply: usize) -> Option<Entry> {
        let mut entry = self.watch.table.probe(hash, ply)?;
        if is_decided(entry.value) && self.record.may_end_within(WIN - entry.value.abs() - ply as i32) {
            entry.depth = -1;
        }
        Some(entry)
    }

    /// What the table knows of a node that was just reached, if that is its value in the window.
    pub(super) fn known_value(&self, node: Node<'_>, window: Window) -> Option<i32> {
        self.known(self.hash(node.position), node.ply).and_then(|entry| usable(entry, window, node.depth))
    }

    fn search_open(&mut self, node: Node<'_>, window: Window) -> i32 {
        let Node { position, depth, .. } = node;
        let hash = self.hash(position);
        let known = self.known(hash, node.ply).filter(|_| self.selective);
        if let Some(value) = known.filter(|_| !node.principal).and_then(|entry| usable(entry, window, depth)) {
            return value;
        }
        let estimate = known.map_or_else(|| self.estimate(position), |entry| entry.estimate);
        self.estimates[node.ply] = estimate;
        let table_move = known.and_then(|entry| entry.best).filter(|mv| position.is_legal(*mv));
        let reduce = self.selective && depth >= ITERATIVE_REDUCTION_DEPTH && table_move.is_none();
        let (value, best) = self.search_moves(node.to_depth(depth - i32::from(reduce)), window, table_move);
        // Whoever waited for this result must be able to use it.
        let depth = depth - i32::from(reduce && !self.watch.team.is_shared());
        if !self.stopped && self.selective {
            let bound = match value {
                v if v >= window.beta => Bound::Lower,
                v if v > window.alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            self.watch.table.store(hash, node.ply, Entry { best, value, estimate, depth, bound });
        }
        value
    }

    /// Whether the side to move stands better than at its last turn.
    fn improving(&self, ply: usize) -> bool {
        ply >= 2 && self.estimates[ply] > self.estimates[ply - 2]
    }

    /// Looks at the moves of a node, the best-looking first, and answers the best value and its move, if one beat alpha.
    fn search_moves(&mut self, node: Node<'_>, window: Window, table: Option<Move>) -> (i32, Option<Move>) {
        let position = node.position;
        let quiet = &Quiet::of(position);
        let (first, first_tried) = (self.candidates.len(), self.tried.len());
        let mut moves = Progress { window, best: -INFINITE, best_move: None, number: 0, skipped: false, settled: false };
        if let Some(mv) = table {
            let captured = position.captures_of(mv).len() as u8;
            let candidate = Candidate { mv, captured, tactical: captured > 0 };
            self.try_move(node, quiet, candidate, &mut moves);
        }
        if moves.goes_on() && !self.stopped {
            let tactical = if self.selective && self.is_futile(node, &moves) {
                moves.skipped = true;
                moves.best = moves.best.max(self.estimates[node.ply]);
                ordering::generate_tactical(position, quiet, table, &mut self.candidates);
                usize::MAX
            } else {
                let hints = Hints { table, before: node.before, ply: node.ply };
                ordering::generate(position, quiet, self.histories, &hints, &mut self.candidates)
            };
            self.search_listed(node, quiet, first, tactical, &mut moves);
        }
        if !moves.goes_on() {
            self.reward(node, &moves, first_tried);
        }
        self.candidates.truncate(first);
        self.tried.truncate(first_tried);
        (moves.value(), moves.best_move)
    }

    /// Looks at the candidates from `first` on, of which so many are tactical; those that another thread is looking at come last.
    fn search_listed(&mut self, node: Node<'_>, quiet: &Quiet, first: usize, tactical: usize, moves: &mut Progress) {
        let (mut taken, mut waiting) = (0, 0);
        while first + taken < self.candidates.len() && moves.goes_on() && !self.stopped {
            if self.selective && taken >= tactical && self.comes_late(node, moves) {
                // What is left looks no better.
                moves.skipped = true;
                break;
            }
            let Some(candidate) = ordering::pick(&mut self.candidates, first, taken) else { break };
            if moves.number > 0 && self.must_wait(node.position, candidate.mv, node.depth) {
                self.candidates[first + waiting] = self.candidates[first + taken];
                (waiting, moves.number) = (waiting + 1, moves.number + 1);
            } else {
                self.try_move(node, quiet, candidate, moves);
            }
            taken += 1;
        }
        moves.number -= waiting;
        self.search_waiting(node, quiet, first..first + waiting, moves);
    }

    /// Looks at the candidates that waited for other threads.
    fn search_waiting(&mut self, node: Node<'_>, quiet: &Quiet, waiting: Range<usize>, moves: &mut Progress) {
        for index in waiting {
            let Some(candidate) = self.candidates[index].candidate().filter(|_| moves.goes_on() && !self.stopped) else { break };
            self.try_move(node, quiet, candidate, moves);
        }
    }

    fn reward(&mut self, node: Node<'_>, moves: &Progress, first_tried: usize) {
        let Node { position, ply, depth, before, .. } = node;
        let Some(mv) = moves.best_move.filter(|mv| position.captures_of(*mv).is_empty()) else { return };
        let tried = &self.tried[first_tried..];
        let others = tried.strip_suffix(&[mv]).unwrap_or(tried);
        self.histories.reward(position.side_to_move(), mv, others, before, ply, depth);
    }

    fn try_move(&mut self, node: Node<'_>, quiet: &Quiet, candidate: Candidate, moves: &mut Progress) {
        moves.number += 1;
        let child = node.position.child_after(candidate.mv, quiet);
        self.record.push(&child, candidate.captured == 0);
        self.mark(&child, node.depth);
        let value = self.search_child(node, &child, &candidate, moves);
        self.unmark(&child, node.depth);
        self.record.pop();
        if !candidate.tactical {
            self.tried.push(candidate.mv);
        }
        self.note(moves, value, candidate.mv, node.ply);
        self.learn(node, moves);
    }

    /// Takes the value of a move into account, and its line of play if it beats alpha.
    fn note(&mut self, moves: &mut Progress, value: i32, mv: Move, ply: usize) {
        if self.stopped || value <= moves.best {
            return;
        }
        moves.best = value;
        if value > moves.window.alpha {
            moves.window.alpha = value;
            moves.best_move = Some(mv);
            self.variations.extend(ply, mv);
        }
    }

    /// Whether quiet moves may be skipped at all: not on a principal variation, where capturing is compulsory, or where much is decided.
    fn may_skip(&self, node: Node<'_>, moves: &Progress) -> bool {
        !node.principal && node.position.rules().compulsion() == Compulsion::Optional && !is_decided(moves.window.alpha)
    }

    /// Whether the estimate is so far below alpha that no quiet move is thought to reach it in the plies that are left.
    fn is_futile(&self, node: Node<'_>, moves: &Progress) -> bool {
        let hope = self.estimates[node.ply] + FUTILITY_BASE + FUTILITY_MARGIN * node.depth;
        node.depth <= FUTILITY_DEPTH && hope <= moves.window.alpha && self.may_skip(node, moves)
    }

    /// Whether so many moves were tried that the quiet ones left are thought hopeless.
    fn comes_late(&self, node: Node<'_>, moves: &Progress) -> bool {
        let depth = node.depth;
        let most = (LATE_MOVES_BASE + LATE_MOVES_FACTOR * depth * depth) / (2 - i32::from(self.improving(node.ply)));
        let late = depth <= LATE_MOVES_DEPTH && moves.number as i32 >= most;
        late && moves.best > -LEAST_WIN && self.may_skip(node, moves)
    }

    /// The value of a move: the first with the whole window, others with a narrow one and less depth until they show more.
    fn search_child(&mut self, node: Node<'_>, child: &Position, candidate: &Candidate, moves: &Progress) -> i32 {
        let (window, depth) = (moves.window, node.depth - 1);
        if moves.number == 1 {
            return -self.search(node.below(child, candidate.mv, depth, node.principal), window.reversed());
        }
        let narrow = node.below(child, candidate.mv, depth, false);
        let reduced = depth - self.reduction(node, child, candidate, moves.number);
        let mut value = -self.search(narrow.to_depth(reduced), window.zero());
        if value > window.alpha && reduced < depth {
            value = -self.search(narrow, window.zero());
        }
        if value > window.alpha && value < window.beta && node.principal {
            value = -self.search(node.below(child, candidate.mv, depth, true), window.reversed());
        }
        value
    }

    /// By how many plies less a late move is searched at first.
    fn reduction(&self, node: Node<'_>, child: &Position, candidate: &Candidate, number: usize) -> i32 {
        let depth = node.depth;
        let early = depth < REDUCTION_DEPTH || number <= REDUCTION_MOVES;
        if !self.selective || early || candidate.tactical || must_capture(child) {
            return 0;
        }
        let history = self.histories.score(!child.side_to_move(), candidate.mv, node.before);
        let product = log2(depth as u32) * log2(number as u32) / REDUCTION_DIVISOR;
        let adjusted = REDUCTION_BASE + product - 64 * history / REDUCTION_HISTORY - 64 * i32::from(node.principal);
        let most = if wins_by_offers(child.rules()) { REDUCTION_AMONG_OFFERS } else { depth - 1 };
        (adjusted / 64 + i32::from(!self.improving(node.ply))).clamp(0, most.max(0))
    }

    /// The value of a position in which only captures and winning moves are looked at; else the side to move may be content with the estimate.
    fn quiesce(&mut self, node: Node<'_>, window: Window, below: usize) -> i32 {
        let position = node.position;
        let hash = self.hash(position);
        let known = self.known(hash, node.ply).filter(|_| self.selective);
        if let Some(value) = known.filter(|_| !node.principal).and_then(|entry| usable(entry, window, 0)) {
            return value;
        }
        let estimate = known.map_or_else(|| self.estimate(position), |entry| entry.estimate);
        let mut moves = Progress { window, best: -INFINITE, best_move: None, number: 0, skipped: false, settled: false };
        if position.rules().compulsion() == Compulsion::Optional {
            moves.stand(estimate);
        }
        if moves.goes_on() {
            self.quiesce_moves(node, estimate, below, &mut moves);
        }
        if !self.stopped && self.selective {
            let bound = if moves.best >= window.beta { Bound::Lower } else { Bound::Upper };
            let entry = Entry { best: moves.best_move, value: moves.best, estimate, depth: 0, bound };
            self.watch.table.store(hash, node.ply, entry);
        }
        moves.best
    }

    fn quiesce_moves(&mut self, node: Node<'_>, estimate: i32, below: usize, moves: &mut Progress) {
        let position = node.position;
        let quiet = Quiet::of(position);
        let first = self.candidates.len();
        if below < QUIESCENCE_PLIES && node.ply < MOST_PLIES {
            ordering::generate_tactical(position, &quiet, None, &mut self.candidates);
        }
        let must_capture =
            position.rules().compulsion() == Compulsion::Compulsory && self.candidates[first..].iter().any(|scored| scored.captured() > 0);
        if !must_capture {
            moves.stand(estimate);
        }
        let mut taken = 0;
        while let Some(candidate) = ordering::pick(&mut self.candidates, first, taken).filter(|_| moves.goes_on() && !self.stopped) {
            taken += 1;
            if must_capture && candidate.captured == 0 {
                continue;
            }
            self.quiesce_move(node, &quiet, candidate, estimate, below, moves);
        }
        self.candidates.truncate(first);
    }

    fn quiesce_move(&mut self, node: Node<'_>, quiet: &Quiet, candidate: Candidate, estimate: i32, below: usize, moves: &mut Progress) {
        let child = node.position.child_after(candidate.mv, quiet);
        let hopeless = child.outcome().is_none() && estimate + 200 * i32::from(candidate.captured) + DELTA_MARGIN <= moves.window.alpha;
        if hopeless && self.selective && moves.skipped && !is_decided(moves.window.alpha) {
            return;
        }
        self.record.push(&child, candidate.captured == 0);
        let window = moves.window.reversed();
        let next = node.below(&child, candidate.mv, 0, node.principal);
        let value = match self.settled(&child, next.ply) {
            Some(value) => -value,
            None => -self.quiesce(next, window, below + 1),
        };
        self.record.pop();
        self.note(moves, value, candidate.mv, node.ply);
    }

    pub(super) fn estimate(&mut self, position: &Position) -> i32 {
        self.estimator.estimate(position)
    }
}

/// The depth with what is added where the side to move has little choice: a forced capture is looked at a ply more deeply, and the search never
/// stops where the side to move faces a loss on the next move unless it finds an answer.
fn extended(node: Node<'_>) -> i32 {
    let depth = node.depth;
    if node.ply >= MOST_EXTENDED_PLIES {
        depth
    } else if must_capture(node.position) {
        depth.max(0) + 1
    } else if depth <= 0 && must_answer(node.position) {
        1
    } else {
        depth
    }
}

/// Whether only captures are legal.
fn must_capture(position: &Position) -> bool {
    position.rules().compulsion() == Compulsion::Compulsory && position.for_each_capturing_man(ControlFlow::Break).is_break()
}

/// Whether the opponent wins on its next move unless this one prevents it.
fn must_answer(position: &Position) -> bool {
    let opponent = !position.side_to_move();
    let held_lead = position.outcome_after_quiet().is_some_and(|outcome| outcome.winner() == Some(opponent));
    held_lead || position.threatens_to_win(opponent)
}

/// How far the moves of a node have been looked at.
pub(super) struct Progress {
    pub(super) window: Window,
    pub(super) best: i32,
    best_move: Option<Move>,
    number: usize,
    /// Whether some moves were not looked at, so that a loss is not proved.
    pub(super) skipped: bool,
    /// Whether another thread was done with the node first, and the best value is its own.
    pub(super) settled: bool,
}

impl Progress {
    pub(super) fn goes_on(&self) -> bool {
        self.window.alpha < self.window.beta && !self.settled
    }

    /// Lets the side to move be content with the estimate, and with no move.
    fn stand(&mut self, estimate: i32) {
        self.skipped = true;
        self.best = estimate;
        self.window.alpha = self.window.alpha.max(estimate);
    }

    /// The value of the node; a loss only if every move was looked at.
    fn value(&self) -> i32 {
        if self.skipped { self.best.max(-MOST_ESTIMATE) } else { self.best }
    }
}

/// The value of a table entry, if it is deep enough and decides the window.
fn usable(entry: Entry, window: Window, depth: i32) -> Option<i32> {
    let decides = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.value >= window.beta,
        Bound::Upper => entry.value <= window.alpha,
    };
    (entry.depth >= depth && decides).then_some(entry.value)
}

/// The logarithm to base 2 in 64ths, by linear interpolation between powers of two.
fn log2(n: u32) -> i32 {
    let whole = n.max(1).ilog2();
    let fraction = (u64::from(n) << 6 >> whole) as i32 - 64;
    64 * whole as i32 + fraction
}
