//! Searches a fixed set of positions to a fixed depth: how many positions that takes, and how fast they go by.
//!
//! ```text
//! cargo run --release --example bench
//! cargo run --release --example bench -- --depth 9
//! cargo run --release --example bench -- --depth 10 --threads 2
//! ```
//!
//! The total number of nodes is a signature of the search: it stays the same, on every machine, as long as no change touches what the search does.
//! Each position begins with an empty table of 16 MB. `--threads` measures how much sooner several threads are at the same depth; their node
//! counts differ from run to run.

mod common;
#[path = "common/numbers.rs"]
mod numbers;

use std::io::Write;
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::Duration;

use common::{Choice, Fallible, value};
use hasami_shogi::search::{Limits, Searcher};
use hasami_shogi::{Game, Setup};
use lexopt::{Arg, Parser};
use numbers::number;

const USAGE: &str = "\
Searches a fixed set of positions of all presets to a fixed depth.

usage: bench [--depth N] [--hash MB] [--threads N] [--rules TEXT] [--sfen SFEN]

  --depth N     plies (default: 7)
  --hash MB     size of the transposition table (default: 16)
  --threads N   compare the time with that of one thread, and tell the median ratio
  --rules TEXT, --sfen SFEN
                search this one position instead
  --help        this text
";

/// The positions, one on a line: the rules, a tab and the SFEN.
const POSITIONS: &str = include_str!("data/bench.txt");
const DEFAULT_DEPTH: u32 = 7;
const DEFAULT_HASH: usize = 16;

fn main() -> ExitCode {
    common::run("bench", |out| {
        match Options::read(Parser::from_env())? {
            None => out.write_all(USAGE.as_bytes())?,
            Some(options) => options.run(out)?,
        }
        Ok(ExitCode::SUCCESS)
    })
}

/// What the command line asks for.
struct Options {
    choice: Choice,
    depth: u32,
    hash: usize,
    threads: NonZeroUsize,
}

impl Options {
    /// Reads the command line; `None` if it asks for help.
    fn read(mut parser: Parser) -> Fallible<Option<Options>> {
        let mut options = Options { choice: Choice::default(), depth: DEFAULT_DEPTH, hash: DEFAULT_HASH, threads: NonZeroUsize::MIN };
        while let Some(arg) = parser.next()? {
            match arg {
                Arg::Long("rules") => options.choice.rules = Some(value(&mut parser, "--rules")?),
                Arg::Long("sfen") => options.choice.setup = Some(value(&mut parser, "--sfen")?),
                Arg::Long("depth") => options.depth = number(&mut parser, "--depth", 1..=99)?,
                Arg::Long("hash") => options.hash = number(&mut parser, "--hash", 1..=65_536)?,
                Arg::Long("threads") => {
                    options.threads = NonZeroUsize::new(number(&mut parser, "--threads", 1..=256)?).unwrap_or(NonZeroUsize::MIN);
                }
                Arg::Long("help") | Arg::Short('h') => return Ok(None),
                other => return Err(other.unexpected().into()),
            }
        }
        Ok(Some(options))
    }

    fn run(&self, out: &mut dyn Write) -> Fallible<()> {
        let games = self.games()?;
        match self.threads.get() {
            1 => self.sign(&games, out),
            _ => self.compare(&games, out),
        }
    }

    /// The positions to search.
    fn games(&self) -> Fallible<Vec<Game>> {
        if let Choice { rules: None, setup: None } = self.choice {
            return POSITIONS.lines().map(read).collect();
        }
        let (position, move_number) = self.choice.position()?;
        Ok(vec![Game::from_setup(*position.rules(), &position.to_setup(move_number))?])
    }

    /// Searches each position on one thread, and tells the signature.
    fn sign(&self, games: &[Game], out: &mut dyn Write) -> Fallible<()> {
        let mut all = Run::default();
        for game in games {
            let run = self.search(game, NonZeroUsize::MIN);
            writeln!(
                out,
                "{:<18} {:>3} {:>12} nodes {:>8.3} s",
                preset(game),
                game.setup().move_number,
                run.nodes,
                run.time.as_secs_f64()
            )?;
            all = Run { nodes: all.nodes + run.nodes, time: all.time + run.time };
        }
        writeln!(out, "\nBench: {}\nSpeed: {:.0} nodes a second", all.nodes, all.nodes as f64 / all.time.as_secs_f64().max(1e-9))?;
        Ok(())
    }

    /// Searches each position on one thread and on several in turn, and tells how much sooner these are done at their best.
    fn compare(&self, games: &[Game], out: &mut dyn Write) -> Fallible<()> {
        let mut ratios = Vec::new();
        for game in games {
            let mut best = [Duration::MAX; 2];
            for _ in 0..ROUNDS {
                let times = [NonZeroUsize::MIN, self.threads].map(|threads| self.search(game, threads).time);
                best = [best[0].min(times[0]), best[1].min(times[1])];
            }
            let [one, several] = best.map(|time| time.as_secs_f64());
            let ratio = one / several.max(1e-9);
            writeln!(out, "{:<18} {:>3} {one:>8.3} s {several:>8.3} s {ratio:>6.2}", preset(game), game.setup().move_number)?;
            ratios.push(ratio);
        }
        writeln!(out, "\nMedian: {:.2} times as soon on {} threads", median(&mut ratios), self.threads)?;
        Ok(())
    }

    fn search(&self, game: &Game, threads: NonZeroUsize) -> Run {
        let mut searcher = Searcher::new(self.hash << 20);
        searcher.set_threads(threads);
        let report = searcher.search(game, &Limits::new().depth(self.depth));
        Run { nodes: report.nodes, time: report.time }
    }
}

/// Each position is searched so many times on one thread and on several: the shortest time is the one that other programs disturbed the least.
const ROUNDS: usize = 3;

/// The cost of a search.
#[derive(Clone, Copy, Default)]
struct Run {
    nodes: u64,
    time: Duration,
}

/// Reads a line of the set.
fn read(line: &str) -> Fallible<Game> {
    let (rules, sfen) = line.split_once('\t').ok_or("bench.txt: a line without a tab")?;
    Ok(Game::from_setup(rules.parse()?, &sfen.parse::<Setup>()?)?)
}

/// The name of the rules, without options.
fn preset(game: &Game) -> String {
    let rules = game.rules().to_string();
    rules.split(',').next().unwrap_or_default().into()
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() % 2 {
        0 => (values[middle - 1] + values[middle]) / 2.0,
        _ => values[middle],
    }
}
