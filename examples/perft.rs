//! Counts the leaves of the tree of legal moves, and tells how fast.
//!
//! ```text
//! cargo run --release --example perft
//! cargo run --release --example perft -- --rules mak-yek --depth 6 --threads 2
//! cargo run --release --example perft -- --rules online --depth 3 --divide
//! cargo run --release --example perft -- --depth 7 --hash 1024
//! ```
//!
//! Without a position or a depth it counts every preset from its start position, to the depth that takes about a second, and compares the count with
//! a table of known ones. The exit code is 1 if any count is wrong, 2 if the command line is or if a count is above the range of `u128`.

mod common;
#[path = "common/numbers.rs"]
mod numbers;

use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use common::{Choice, Fallible, value};
use hasami_shogi::perft::{self, CountError, Table};
use hasami_shogi::{Move, Position, Preset};
use lexopt::{Arg, Parser};
use numbers::number;
use serde::Serialize;

const USAGE: &str = "\
Counts the leaves of the tree of legal moves.

usage: perft [--rules TEXT] [--sfen SFEN] [--depth N] [--divide] [--threads N]
             [--hash MB] [--json]

  --rules TEXT  the rules, a preset and options: online,size=7 (default: classic-5)
  --sfen SFEN   the position (default: the start position of the rules)
  --depth N     count to depth 1, 2, ... N plies, up to 99 (default: 5)
  --divide      count the leaves at depth N below each legal move instead
  --threads N   threads to count with, up to 256 (default: 1)
  --hash MB     count what comes back once only, with tables of MB mebibytes in
                all (default: no tables)
  --json        one line of JSON with the counts
  --help        this text

Without rules, position, depth, --divide and --json: every preset from its start
position to the depth that takes about a second. Exit code 1: a count is wrong.
";

/// The longest time that a count in the survey of all presets should take.
const BUDGET: Duration = Duration::from_secs(2);
/// A depth that takes longer than this shows how far it has come.
const PATIENCE: Duration = Duration::from_secs(2);
/// Shallower depths than this are over before anybody looks.
const LONG_DEPTH: u32 = 5;
const DEFAULT_DEPTH: u32 = 5;
/// Far beyond what can be counted, and well within the stack.
const MOST_PLIES: u32 = 99;
/// More than this the operating system may refuse.
const MOST_THREADS: u32 = 256;
/// A tebibyte: so much that the number of bytes is no matter, and the system has the last word.
const MOST_MEBIBYTES: u32 = 1 << 20;

fn main() -> ExitCode {
    common::run("perft", |out| match Options::read(Parser::from_env())? {
        None => {
            out.write_all(USAGE.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Some(options) => options.run(out),
    })
}

/// What the command line asks for.
struct Options {
    choice: Choice,
    depth: Option<u32>,
    threads: u32,
    mebibytes: Option<u32>,
    divide: bool,
    json: bool,
}

impl Options {
    /// Reads the command line; `None` if it asks for help.
    fn read(mut parser: Parser) -> Fallible<Option<Options>> {
        let mut options = Options { choice: Choice::default(), depth: None, threads: 1, mebibytes: None, divide: false, json: false };
        while let Some(arg) = parser.next()? {
            match arg {
                Arg::Long("rules") => options.choice.rules = Some(value(&mut parser, "--rules")?),
                Arg::Long("sfen") => options.choice.setup = Some(value(&mut parser, "--sfen")?),
                Arg::Long("depth") => options.depth = Some(number(&mut parser, "--depth", 1..=MOST_PLIES)?),
                Arg::Long("threads") => options.threads = number(&mut parser, "--threads", 1..=MOST_THREADS)?,
                Arg::Long("hash") => options.mebibytes = Some(number(&mut parser, "--hash", 1..=MOST_MEBIBYTES)?),
                Arg::Long("divide") => options.divide = true,
                Arg::Long("json") => options.json = true,
                Arg::Long("help") | Arg::Short('h') => return Ok(None),
                other => return Err(other.unexpected().into()),
            }
        }
        match options.divide && options.json {
            true => Err("--divide and --json exclude each other".into()),
            false => Ok(Some(options)),
        }
    }

    fn run(&self, out: &mut dyn Write) -> Fallible<ExitCode> {
        let depth = self.depth.unwrap_or(DEFAULT_DEPTH);
        let (position, move_number) = self.choice.position()?;
        let mut counter = self.counter()?;
        match self {
            Options { divide: true, .. } => divide(&mut counter, &position, depth, out),
            Options { json: true, .. } => json(&mut counter, &position, move_number, depth, out),
            Options { choice: Choice { rules: None, setup: None }, depth: None, .. } => survey(&mut counter, out),
            _ => every_depth(&mut counter, &position, depth, out),
        }
    }

    fn counter(&self) -> Fallible<Counter> {
        let threads = NonZeroUsize::new(self.threads as usize).unwrap_or(NonZeroUsize::MIN);
        let tables = self.mebibytes.map(|mebibytes| tables(threads, mebibytes)).transpose()?;
        Ok(Counter { threads, tables: tables.unwrap_or_default(), watched: io::stderr().is_terminal() })
    }
}

/// A table for each thread.
fn tables(threads: NonZeroUsize, mebibytes: u32) -> Fallible<Vec<Table>> {
    let bytes = usize::try_from(u64::from(mebibytes) << 20)?;
    let table = |_| Table::with_bytes(bytes / threads).map_err(|_| format!("--hash: there is no memory for {mebibytes} mebibytes").into());
    (0..threads.get()).map(table).collect()
}

/// Counts every preset as deep as the budget allows.
fn survey(counter: &mut Counter, out: &mut dyn Write) -> Fallible<ExitCode> {
    let mut all_right = true;
    for preset in Preset::ALL {
        let run = counter.deepest(&Position::start(preset.rules()), known(*preset))?;
        writeln!(out, "{preset:<18} {run}")?;
        all_right &= run.right != Some(false);
    }
    Ok(exit_code(all_right))
}

/// Counts one position to depth 1, 2, … `depth`. The start of a preset is compared with its table.
fn every_depth(counter: &mut Counter, position: &Position, depth: u32, out: &mut dyn Write) -> Fallible<ExitCode> {
    let start_of = |preset: &&Preset| Position::start(preset.rules()) == *position;
    let table = Preset::ALL.iter().find(start_of).map_or(&[][..], |preset| known(*preset));
    let mut all_right = true;
    for depth in 1..=depth {
        let run = counter.run(position, depth, table)?;
        writeln!(out, "{run}")?;
        all_right &= run.right != Some(false);
    }
    Ok(exit_code(all_right))
}

/// Writes the count below each legal move; the total goes to stderr.
fn divide(counter: &mut Counter, position: &Position, depth: u32, out: &mut dyn Write) -> Fallible<ExitCode> {
    let roots = counter.divide(position, depth)?;
    for (mv, nodes) in &roots {
        writeln!(out, "{mv}: {nodes}")?;
    }
    writeln!(io::stderr(), "total: {}", total(&roots)?)?;
    Ok(ExitCode::SUCCESS)
}

/// The line that `--json` writes.
#[derive(Serialize)]
struct Report {
    rules: String,
    sfen: String,
    perft: Vec<u128>,
}

fn json(counter: &mut Counter, position: &Position, move_number: u32, depth: u32, out: &mut dyn Write) -> Fallible<ExitCode> {
    let perft = (1..=depth).map(|depth| counter.count(position, depth)).collect::<Fallible<_>>()?;
    let report = Report { rules: position.rules().to_string(), sfen: position.to_setup(move_number).to_string(), perft };
    writeln!(out, "{}", serde_json::to_string(&report)?)?;
    Ok(ExitCode::SUCCESS)
}

fn exit_code(all_right: bool) -> ExitCode {
    if all_right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn total(roots: &[(Move, u128)]) -> Result<u128, CountError> {
    roots.iter().try_fold(0_u128, |total, (_, nodes)| total.checked_add(*nodes)).ok_or(CountError::Overflow)
}

/// Counts, and shows how far it has come where somebody watches.
struct Counter {
    threads: NonZeroUsize,
    /// One for each thread, or none to count without.
    tables: Vec<Table>,
    watched: bool,
}

impl Counter {
    fn count(&mut self, position: &Position, depth: u32) -> Fallible<u128> {
        let count = match self.watches(depth) {
            true => self.divide(position, depth).and_then(|roots| total(&roots)),
            false => self.count_at_once(position, depth),
        };
        count.map_err(|error| format!("depth {depth}: {error}").into())
    }

    fn count_at_once(&mut self, position: &Position, depth: u32) -> Result<u128, CountError> {
        match self.tables.is_empty() {
            true => perft::parallel(position, depth, self.threads),
            false => perft::parallel_hashed(position, depth, &mut self.tables),
        }
    }

    /// The count below each legal move, in turn, with a line on stderr that tells how many are done.
    fn divide(&mut self, position: &Position, depth: u32) -> Result<Vec<(Move, u128)>, CountError> {
        let (started, all) = (Instant::now(), position.move_count());
        let mut roots = Vec::new();
        for mv in position.moves() {
            if self.watches(depth) && started.elapsed() > PATIENCE {
                show(&format!("depth {depth}: {} of {all} moves", roots.len()));
            }
            let mut child = *position;
            child.play_unchecked(mv);
            roots.push((mv, self.count_at_once(&child, depth - 1)?));
        }
        if self.watches(depth) {
            show("");
        }
        Ok(roots)
    }

    fn watches(&self, depth: u32) -> bool {
        self.watched && depth >= LONG_DEPTH
    }

    /// Counts one depth against the clock and the table of known counts.
    fn run(&mut self, position: &Position, depth: u32, table: &[u128]) -> Fallible<Run> {
        let started = Instant::now();
        let nodes = self.count(position, depth)?;
        let time = started.elapsed();
        let right = table.get(depth as usize - 1).map(|known| *known == nodes);
        Ok(Run { depth, nodes, time, right })
    }

    /// Counts deeper and deeper for as long as the table goes on, the counts are right and the next depth fits the budget.
    fn deepest(&mut self, position: &Position, table: &[u128]) -> Fallible<Run> {
        let mut run = self.run(position, 1, table)?;
        for (depth, nodes) in (2..).zip(table.iter().skip(1)) {
            if run.right == Some(false) || run.seconds_for(*nodes) > BUDGET.as_secs_f64() {
                break;
            }
            run = self.run(position, depth, table)?;
        }
        Ok(run)
    }
}

/// Replaces the line on stderr. Progress that cannot be shown is no reason to stop.
fn show(progress: &str) {
    let mut stderr = io::stderr();
    let _ = write!(stderr, "\r{progress:<60}\r{progress}").and_then(|()| stderr.flush());
}

/// One depth, counted.
struct Run {
    depth: u32,
    nodes: u128,
    time: Duration,
    /// Whether the count is the known one; `None` if none is known.
    right: Option<bool>,
}

impl Run {
    /// The seconds that `nodes` take at the speed of this run.
    fn seconds_for(&self, nodes: u128) -> f64 {
        self.time.as_secs_f64() * nodes as f64 / self.nodes.max(1) as f64
    }
}

impl std::fmt::Display for Run {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let seconds = self.time.as_secs_f64();
        let mark = match self.right {
            Some(true) => " ok",
            Some(false) => " WRONG",
            None => "",
        };
        let speed = self.nodes as f64 / seconds.max(1e-9) / 1e6;
        write!(f, "{:>2} {:>15} nodes {seconds:>9.3} s {speed:>8.1} Mnps{mark}", self.depth, self.nodes)
    }
}

/// The known counts from a preset's start position: depth 1, 2, …
fn known(preset: Preset) -> &'static [u128] {
    match preset {
        // Five captures are out of reach in six plies, and misère changes who wins, not when.
        Preset::Classic5 | Preset::Classic8 | Preset::ReduceToOne | Preset::Misere => {
            &[63, 3_717, 254_219, 16_599_273, 1_174_236_771, 80_017_305_387, 5_771_164_543_435]
        }
        Preset::Plain | Preset::Jsa => &[63, 3_717, 254_219, 16_599_273, 1_174_236_771],
        Preset::Online | Preset::Hybrid => &[63, 3_726, 261_281, 17_570_076, 1_284_797_871],
        Preset::MisereCompulsory => &[63, 3_717, 243_395, 15_033_287, 978_256_323],
        Preset::Dai | Preset::Dai10 | Preset::Dai17 | Preset::DaiFive => &[45, 1_890, 102_330, 5_308_134, 312_037_041],
        Preset::DaiHopFive => &[54, 2_772, 177_272, 10_959_146, 756_411_625],
        Preset::DaiLudii => &[54, 2_772, 177_272, 10_959_146, 756_414_441],
        Preset::MakYek => &[32, 1_008, 40_448, 1_609_910, 70_312_304],
        Preset::ApitSodok => &[32, 944, 37_796, 1_446_216, 62_850_406],
        Preset::InterventionLine => &[63, 3_717, 254_219, 16_599_273, 1_173_863_629],
        _ => &[],
    }
}
