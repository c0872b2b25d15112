//! The thread that searches, while another one listens.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TryRecvError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use hasami_shogi::search::{Control, Limits, Report, Searcher};
use hasami_shogi::{Game, Position, perft};

use super::Problem;
use super::output::Output;
use super::settings::Settings;

/// Orders that may wait for the ones before them.
const LONGEST_QUEUE: usize = 64;
/// Perft of this depth is over before anybody wants to stop it.
const UNSTOPPABLE_DEPTH: u32 = 4;

/// Something to do that may take a while.
pub(super) enum Job {
    /// Follow the options.
    Prepare,
    /// Forget the last game.
    Clear,
    Search {
        game: Box<Game>,
        limits: Limits,
        /// Whether to keep the answer back until the search is stopped.
        endless: bool,
    },
    Perft {
        position: Position,
        depth: u32,
    },
}

/// A job on its way.
struct Order {
    job: Job,
    settings: Settings,
    stop: Arc<AtomicBool>,
    /// Nothing is ever sent: the channel closes when the order is done with, whatever happens to it.
    _done: mpsc::Sender<Infallible>,
}

/// What the listener keeps of an order.
struct Pending {
    endless: bool,
    stop: Arc<AtomicBool>,
    done: Receiver<Infallible>,
}

/// The listener's end: it hands out orders, stops them and waits for them. Dropping it stops everything.
pub(super) struct Worker {
    orders: Option<SyncSender<Order>>,
    thread: Option<JoinHandle<()>>,
    pending: Vec<Pending>,
}

impl Worker {
    pub(super) fn start(output: Output) -> io::Result<Worker> {
        let (sender, orders) = mpsc::sync_channel(LONGEST_QUEUE);
        // Tables are made for the first order, when it is known how large they are to be.
        let settings = Settings { hash: 0, ..Settings::default() };
        let work = move || Desk { output, settings, searcher: Searcher::new(0) }.work(&orders);
        let thread = thread::Builder::new().name("search".into()).spawn(work)?;
        Ok(Worker { orders: Some(sender), thread: Some(thread), pending: Vec::new() })
    }

    /// Hands out a job, to be done when all earlier ones are.
    pub(super) fn order(&mut self, job: Job, settings: Settings) -> Result<(), Problem> {
        self.forget_done();
        let ((_done, done), stop) = (mpsc::channel(), Arc::new(AtomicBool::new(false)));
        let pending = Pending { endless: matches!(job, Job::Search { endless: true, .. }), stop: Arc::clone(&stop), done };
        let order = Order { job, settings, stop, _done };
        let sent = self.orders.as_ref().is_some_and(|orders| orders.try_send(order).is_ok());
        self.pending.push(pending);
        if sent { Ok(()) } else { Err("too many searches are waiting".into()) }
    }

    pub(super) fn is_idle(&mut self) -> bool {
        self.forget_done();
        self.pending.is_empty()
    }

    /// Ends all that goes on or waits.
    pub(super) fn stop(&self) {
        self.stop_if(|_| true);
    }

    /// Ends the searches that nothing else would end.
    pub(super) fn stop_endless(&self) {
        self.stop_if(|pending| pending.endless);
    }

    fn stop_if(&self, condition: impl Fn(&Pending) -> bool) {
        self.pending.iter().filter(|pending| condition(pending)).for_each(|pending| pending.stop.store(true, Ordering::Release));
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

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
        self.orders = None;
        // A panic in the search has been shown already, and there is nothing to be saved from it.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

/// The searching end: it does one order after the other.
struct Desk {
    output: Output,
    settings: Settings,
    searcher: Searcher,
}

impl Desk {
    fn work(mut self, orders: &Receiver<Order>) {
        for Order { job, settings, stop, _done } in orders {
            self.follow(settings);
            match job {
                Job::Prepare => {}
                Job::Clear => self.searcher.clear(),
                Job::Search { game, limits, endless } => self.search(&game, &limits, endless, &stop),
                Job::Perft { position, depth } => self.perft(&position, depth, &stop),
            }
        }
    }

    fn follow(&mut self, settings: Settings) {
        if settings.hash != self.settings.hash {
            self.searcher.resize(settings.hash << 20);
        }
        if settings.threads != self.settings.threads {
            self.searcher.set_threads(settings.threads);
        }
        self.settings = settings;
    }

    fn search(&mut self, game: &Game, limits: &Limits, endless: bool, stop: &AtomicBool) {
        let (output, mut shown) = (self.output.clone(), false);
        let mut progress = |report: &Report| {
            output.info(report);
            shown = true;
        };
        let mut control = Control { stop: Some(stop), progress: Some(&mut progress), ..Control::default() };
        let report = self.searcher.search_with(game, limits, &mut control);
        if !shown {
            self.output.info(&report);
        }
        let Some(best) = report.best else {
            return self.output.line("bestmove resign");
        };
        while endless && !stop.load(Ordering::Acquire) {
            thread::park();
        }
        self.output.line(format_args!("bestmove {best}"));
    }

    /// Counts leaves below each move, and in total unless it is stopped.
    fn perft(&self, position: &Position, depth: u32, stop: &AtomicBool) {
        let below = depth.saturating_sub(1);
        let mut total = 0_u64;
        for mv in position.moves() {
            let Some(nodes) = self.count(&child(position, mv), below, stop) else {
                return self.output.problem("perft was stopped");
            };
            self.output.line(format_args!("{mv}: {nodes}"));
            total = total.wrapping_add(nodes);
        }
        self.output.line(format_args!("\nNodes searched: {total}"));
    }

    /// The leaves at a depth; `None` if somebody stopped the count.
    fn count(&self, position: &Position, depth: u32, stop: &AtomicBool) -> Option<u64> {
        match depth {
            _ if stop.load(Ordering::Acquire) => None,
            0..=UNSTOPPABLE_DEPTH => Some(perft::parallel(position, depth, self.settings.threads)),
            _ => position
                .moves()
                .try_fold(0, |nodes: u64, mv| Some(nodes.wrapping_add(self.count(&child(position, mv), depth - 1, stop)?))),
        }
    }
}

fn child(position: &Position, mv: hasami_shogi::Move) -> Position {
    let mut child = *position;
    child.play_unchecked(mv);
    child
}
