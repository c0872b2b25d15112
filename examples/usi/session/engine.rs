//! The thread that searches, while another one listens.

use std::any::Any;
use std::convert::Infallible;
use std::fmt::Display;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use hasami_shogi::perft::{self, CountError};
use hasami_shogi::search::{Control, Limits, Report, Searcher};
use hasami_shogi::{Game, Move, Outcome, Position};

use super::Problem;
use super::go::Answer;
use super::output::Output;
use super::settings::Settings;

/// Perft of this depth is over before anybody wants to stop it.
const UNSTOPPABLE_DEPTH: u32 = 4;

/// Something to do that may take a while.
pub(super) enum Job {
    /// Follow the options.
    Prepare,
    /// Forget the last game.
    Clear,
    Search {
        game: Arc<Game>,
        limits: Limits,
    },
    Perft {
        position: Position,
        depth: u32,
    },
    /// Say that there is no search for a mate.
    Mate,
}

/// How the listener calls to a job.
struct Signals {
    stop: AtomicBool,
    /// No answer may come while this is set, unless `stop` is.
    wait: AtomicBool,
}

impl Signals {
    fn must_wait(&self) -> bool {
        self.wait.load(Ordering::Acquire) && !self.stop.load(Ordering::Acquire)
    }
}

/// A job on its way.
struct Order {
    job: Job,
    settings: Settings,
    signals: Arc<Signals>,
    /// Nothing is ever sent: the channel closes when the order is done with, whatever happens to it.
    _done: Sender<Infallible>,
}

/// What the listener keeps of an order.
struct Pending {
    answer: Answer,
    signals: Arc<Signals>,
    done: Receiver<Infallible>,
}

/// The listener's end: it hands out orders, stops them and waits for them. Dropping it stops everything.
pub(super) struct Engine {
    orders: Option<Sender<Order>>,
    thread: Option<JoinHandle<()>>,
    pending: Vec<Pending>,
}

impl Engine {
    pub(super) fn start(output: Output) -> io::Result<Engine> {
        let (sender, orders) = mpsc::channel();
        // Tables are made for the first order, when it is known how large they are to be.
        let settings = Settings { hash: 0, ..Settings::default() };
        let work = move || Worker { output, settings, searcher: Searcher::new(0) }.work(&orders);
        let thread = thread::Builder::new().name("search".into()).spawn(work)?;
        Ok(Engine { orders: Some(sender), thread: Some(thread), pending: Vec::new() })
    }

    /// Hands out a job, to be done when all earlier ones are.
    pub(super) fn order(&mut self, job: Job, settings: Settings, answer: Answer) {
        self.forget_done();
        let (_done, done) = mpsc::channel();
        let signals = Arc::new(Signals { stop: AtomicBool::new(false), wait: AtomicBool::new(answer != Answer::Finished) });
        self.pending.push(Pending { answer, signals: Arc::clone(&signals), done });
        if let Some(orders) = &self.orders {
            // The other end lives until this one is dropped.
            let _ = orders.send(Order { job, settings, signals, _done });
        }
    }

    pub(super) fn is_idle(&mut self) -> bool {
        self.forget_done();
        self.pending.is_empty()
    }

    /// Ends all that goes on or waits.
    pub(super) fn stop(&self) {
        self.signal(|_| true, |signals| &signals.stop, true);
    }

    /// Ends the searches whose answers wait for a command.
    pub(super) fn stop_waiting(&self) {
        self.signal(|answer| answer != Answer::Finished, |signals| &signals.stop, true);
    }

    /// Tells the searches that ponder that their time runs now.
    pub(super) fn ponder_hit(&self) {
        self.signal(|answer| answer == Answer::PonderHit, |signals| &signals.wait, false);
    }

    /// Sets a flag of those who answer in a certain way.
    fn signal(&self, whom: impl Fn(Answer) -> bool, flag: impl Fn(&Signals) -> &AtomicBool, value: bool) {
        self.pending
            .iter()
            .filter(|pending| whom(pending.answer))
            .for_each(|pending| flag(&pending.signals).store(value, Ordering::Release));
        if let Some(thread) = &self.thread {
            thread.thread().unpark();
        }
    }

    /// Waits until everything is done, or so long.
    pub(super) fn wait(&mut self, at_most: Duration) {
        let started = Instant::now();
        let is_late =
            |pending: &Pending| pending.done.recv_timeout(at_most.saturating_sub(started.elapsed())) == Err(RecvTimeoutError::Timeout);
        let _ = self.pending.iter().any(is_late);
        self.forget_done();
    }

    fn forget_done(&mut self) {
        self.pending.retain(|pending| pending.done.try_recv() == Err(TryRecvError::Empty));
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        self.orders = None;
        // What went wrong has been said already.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// The searching end: it does one order after the other.
struct Worker {
    output: Output,
    settings: Settings,
    searcher: Searcher,
}

impl Worker {
    fn work(mut self, orders: &Receiver<Order>) {
        for Order { job, settings, signals, _done } in orders {
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| self.do_job(&job, settings, &signals))) {
                self.recover(&job, &*panic, &signals);
            }
        }
    }

    fn do_job(&mut self, job: &Job, settings: Settings, signals: &Signals) {
        self.follow(settings);
        match job {
            Job::Prepare => {}
            Job::Clear => self.searcher.clear(),
            Job::Search { game, limits } => self.search(game, limits, signals),
            Job::Mate => self.output.line("checkmate notimplemented"),
            Job::Perft { position, depth } => self.perft(position, *depth, &signals.stop),
        }
    }

    fn follow(&mut self, settings: Settings) {
        if settings.hash != self.settings.hash {
            self.searcher.resize(settings.hash.saturating_mul(1 << 20));
        }
        if settings.threads != self.settings.threads {
            self.searcher.set_threads(settings.threads);
        }
        self.settings = settings;
    }

    fn search(&mut self, game: &Game, limits: &Limits, signals: &Signals) {
        let (output, mut shown) = (self.output.clone(), false);
        let mut progress = |report: &Report| {
            output.info(report);
            shown = true;
        };
        let (stop, ponder) = (Some(&signals.stop), Some(&signals.wait));
        let mut control = Control { stop, ponder, progress: Some(&mut progress), ..Control::default() };
        let report = self.searcher.search_with(game, limits, &mut control);
        if !shown {
            self.output.info(&report);
        }
        match (report.best, game.result()) {
            (Some(best), _) => self.answer(signals, Choice { best, expected: self.expected(&report, best) }),
            (None, Some(result)) => self.answer_finished(game, result, signals),
            (None, None) => self.answer(signals, "resign"),
        }
    }

    /// The reply that the engine would like to ponder on.
    fn expected(&self, report: &Report, best: Move) -> Option<Move> {
        let line = report.lines.iter().find(|line| line.moves.first() == Some(&best));
        line.filter(|_| self.settings.ponder).and_then(|line| line.moves.get(1).copied())
    }

    /// Answers a `go` in a game that is over.
    fn answer_finished(&self, game: &Game, result: Outcome, signals: &Signals) {
        self.output.problem(format_args!("the game is over: {result}"));
        let word = match result.winner() {
            None => "none",
            Some(winner) if winner == game.position().side_to_move() => "win",
            Some(_) => "resign",
        };
        self.answer(signals, word);
    }

    /// Says the best move when the time for it has come.
    fn answer(&self, signals: &Signals, best: impl Display) {
        while signals.must_wait() {
            thread::park();
        }
        self.output.line(format_args!("bestmove {best}"));
    }

    /// Goes on after a job that failed, with a new searcher. Whoever waits for a move gets one.
    fn recover(&mut self, job: &Job, panic: &(dyn Any + Send), signals: &Signals) {
        let text = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        self.output.problem(format_args!("the engine failed and begins anew: {}", text.unwrap_or("no message")));
        self.searcher = Searcher::new(0);
        self.settings = Settings { hash: 0, ..Settings::default() };
        if let Job::Search { game, .. } = job {
            match (game.result(), game.position().moves().next()) {
                (None, Some(best)) => self.answer(signals, best),
                (result, _) => result.into_iter().for_each(|result| self.answer_finished(game, result, signals)),
            }
        }
    }

    /// Counts leaves below each move and in total, unless it is stopped or there are too many.
    fn perft(&self, position: &Position, depth: u32, stop: &AtomicBool) {
        let below = depth.saturating_sub(1);
        let count = |total: u128, mv| -> Result<u128, Problem> {
            let nodes = self.count(&child(position, mv), below, stop)?;
            self.output.line(format_args!("{mv}: {nodes}"));
            Ok(total.checked_add(nodes).ok_or(CountError::Overflow)?)
        };
        match position.moves().try_fold(0, count) {
            Ok(total) => self.output.line(format_args!("\nNodes searched: {total}")),
            Err(problem) => self.output.problem(problem),
        }
    }

    /// The leaves at a depth, unless somebody stops the count.
    fn count(&self, position: &Position, depth: u32, stop: &AtomicBool) -> Result<u128, Problem> {
        match depth {
            _ if stop.load(Ordering::Acquire) => Err("perft was stopped".into()),
            0..=UNSTOPPABLE_DEPTH => Ok(perft::parallel(position, depth, self.settings.threads)?),
            _ => position.moves().try_fold(0_u128, |nodes, mv| {
                let more = self.count(&child(position, mv), depth - 1, stop)?;
                Ok(nodes.checked_add(more).ok_or(CountError::Overflow)?)
            }),
        }
    }
}

/// A move, and the reply that is expected.
struct Choice {
    best: Move,
    expected: Option<Move>,
}

impl Display for Choice {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.best)?;
        self.expected.map_or(Ok(()), |expected| write!(f, " ponder {expected}"))
    }
}

fn child(position: &Position, mv: Move) -> Position {
    let mut child = *position;
    child.play_unchecked(mv);
    child
}
