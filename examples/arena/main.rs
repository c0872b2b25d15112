//! Plays matches between engines: two set-ups of the searcher, the plain opponent, random moves, or any USI engine.
//!
//! ```text
//! cargo run --release --example arena -- --engine1 self --engine2 site:4 --rules classic-5 --games 100 --movetime 50
//! cargo run --release --example arena -- --engine1 self:nodes=20000 --engine2 self:nodes=10000 --sprt 0,10 --games 2000
//! cargo run --release --example arena -- --engine1 self --engine2 'cmd:./other-engine --usi' --kif games.kif
//! ```
//!
//! Each opening is a short random game that leaves the men equal, and is played twice with colours changed. Pairs are numbered and counted in the
//! order of their numbers, so the result depends on the seed and the engines only, not on the number of threads.

#[path = "../common/mod.rs"]
mod common;
mod engine;
#[path = "../common/input.rs"]
mod input;
#[path = "../common/numbers.rs"]
mod numbers;
#[path = "../common/opening.rs"]
mod opening;
mod options;
#[path = "../common/parts.rs"]
mod parts;
mod plain;
mod process;
#[path = "../common/random.rs"]
mod random;
mod referee;
mod report;
mod spec;
mod statistics;

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;

use common::Fallible;
use engine::Engine;
use lexopt::Parser;
use options::{Options, USAGE};
use random::Random;
use referee::Record;
use report::{Results, Table};
use statistics::State;

fn main() -> ExitCode {
    common::run("arena", |out| match Options::read(Parser::from_env())? {
        None => {
            out.write_all(USAGE.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Some(options) => run(&options, out),
    })
}

fn run(options: &Options, out: &mut dyn Write) -> Fallible<ExitCode> {
    check(options)?;
    let results = play(options)?;
    match options.json {
        true => writeln!(out, "{}", report::json(options, &results)?)?,
        false => write!(out, "{}", Table { options, results: &results })?,
    }
    Ok(if results.faultless() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Starts each engine once and looks for an opening, so that a match that cannot be played is refused at once.
fn check(options: &Options) -> Fallible<()> {
    for (spec, name) in options.engines.iter().zip(&options.names) {
        let ready = spec.engine(options.budget).new_game(&options.start, 0);
        ready.map_err(|forfeit| format!("{name}: {}", forfeit.fault().unwrap_or_default()))?;
    }
    let opening = opening::balanced(&options.start, options.opening_plies, &mut Random::part(options.seed, 0));
    opening.map(drop).ok_or_else(|| "--openings-plies: every game is over by then".into())
}

/// Plays all pairs of games, or as many as the test needs.
fn play(options: &Options) -> Fallible<Results> {
    let mut book_keeper = BookKeeper::new(options)?;
    let worker = || {
        let mut engines = options.engines.each_ref().map(|spec| spec.engine(options.budget));
        move |index| play_pair(options, &mut engines, index)
    };
    match parts::in_order(options.threads, options.pairs, worker, |pair| book_keeper.take(&pair)) {
        Some(Err(error)) => Err(error),
        _ => book_keeper.finish(),
    }
}

/// Plays one opening with both colours. `None` if there is no such opening.
fn play_pair(options: &Options, engines: &mut [Box<dyn Engine>; 2], index: u64) -> Option<[Record; 2]> {
    let mut random = Random::part(options.seed, index);
    let opening = opening::balanced(&options.start, options.opening_plies, &mut random)?;
    Some([0, 1].map(|sente| referee::play(&opening, engines, sente, random.next())))
}

/// Takes down the games as they come in.
struct BookKeeper<'a> {
    options: &'a Options,
    results: Results,
    kif: Option<BufWriter<File>>,
    watched: bool,
}

impl<'a> BookKeeper<'a> {
    fn new(options: &'a Options) -> Fallible<BookKeeper<'a>> {
        let create = |path| File::create(path).map(BufWriter::new);
        let kif = options.kif.as_ref().map(create).transpose().map_err(|error| format!("--kif: {error}"))?;
        Ok(BookKeeper { options, results: Results::default(), kif, watched: io::stderr().is_terminal() })
    }

    /// Counts a pair, and says whether the match goes on.
    fn take(&mut self, pair: &Option<[Record; 2]>) -> ControlFlow<Fallible<()>> {
        // Where random play always ends the game at once there may be a number without an opening.
        let Some(pair) = pair else { return ControlFlow::Continue(()) };
        self.results.add(pair);
        self.report(pair);
        match self.write(pair) {
            Err(error) => ControlFlow::Break(Err(format!("--kif: {error}").into())),
            Ok(()) if self.is_decided() => ControlFlow::Break(Ok(())),
            Ok(()) => ControlFlow::Continue(()),
        }
    }

    fn is_decided(&self) -> bool {
        self.options.sprt.is_some_and(|sprt| sprt.state(&self.results.tally) != State::Open)
    }

    fn write(&mut self, pair: &[Record; 2]) -> io::Result<()> {
        let Some(file) = &mut self.kif else { return Ok(()) };
        let names = self.options.names.each_ref().map(String::as_str);
        pair.iter().try_for_each(|record| writeln!(file, "{}", record.kif(names)))
    }

    /// Tells how the match stands: always to those who watch, else ten times. Faults are told at once.
    fn report(&self, pair: &[Record; 2]) {
        let mut stderr = io::stderr();
        let end = if self.watched { "\r" } else { "" };
        for record in pair {
            if let (Some(fault), Some(winner)) = (&record.fault, record.winner) {
                // Progress that cannot be shown is no reason to stop.
                let _ = writeln!(stderr, "{end}engine {} loses by {}: {fault}", 2 - winner, record.ending);
            }
        }
        let progress = self.results.progress(self.options);
        let pairs = self.results.tally.games() / 2;
        let _ = match self.watched {
            true => write!(stderr, "\r{progress:<100}").and_then(|()| stderr.flush()),
            false if pairs % self.options.pairs.div_ceil(10) == 0 => writeln!(stderr, "{progress}"),
            false => Ok(()),
        };
    }

    fn finish(mut self) -> Fallible<Results> {
        if self.watched {
            let _ = write!(io::stderr(), "\r{:<100}\r", "");
        }
        if let Some(file) = &mut self.kif {
            file.flush().map_err(|error| format!("--kif: {error}"))?;
        }
        Ok(self.results)
    }
}
