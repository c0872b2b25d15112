//! Solves a game exactly: a whole small board, or all endings with few men.
//!
//! ```text
//! cargo run --release --example solve -- --rules plain,size=4
//! cargo run --release --example solve -- --rules reduce-to-one --max-men 3,2 --out endings.table
//! cargo run --release --example solve -- --probe endings.table --sfen '9/9/4p4/9/3P5/9/4P4/9/9 b'
//! ```

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/numbers.rs"]
mod numbers;
mod probe;
mod report;

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;

use common::{Choice, Fallible, value};
use hasami_shogi::solve::{Detail, Progress, Solver, Table};
use lexopt::{Arg, Parser};
use numbers::{in_range, number};
use report::Report;

const USAGE: &str = "\
Solves a game exactly: who wins with best play, and in how many plies.

usage: solve [--rules TEXT] [--max-men A,B] [--threads N] [--memory MB]
             [--out FILE] [--values] [--json]
       solve --probe FILE --sfen SFEN

  --rules TEXT   the rules, a preset and options: plain,size=4 (default: classic-5)
  --max-men A,B  only positions with at most A men of one side and B of the other
                 (default: all men)
  --threads N    threads to work with, up to 256 (default: all cores)
  --memory MB    refuse to start if it takes more than MB mebibytes (default: 4096)
  --out FILE     write the table to FILE
  --values       keep values without distances: two bits a position, not a byte
  --json         one line of JSON with the results
  --probe FILE   look into a table that was written before
  --sfen SFEN    the position to look up: its value and that of every move
  --help         this text

Repetition and limits on the number of moves are taken as switched off: endless
play is a draw. A position is a board with a side to move.
";

const DEFAULT_MEBIBYTES: u32 = 4096;
/// More than this the operating system may refuse.
const MOST_THREADS: u32 = 256;
/// A tebibyte.
const MOST_MEBIBYTES: u32 = 1 << 20;

fn main() -> ExitCode {
    common::run("solve", |out| match Options::read(Parser::from_env())? {
        None => {
            out.write_all(USAGE.as_bytes())?;
            Ok(ExitCode::SUCCESS)
        }
        Some(options) => options.run(out),
    })
}

/// What the command line asks for.
#[derive(Default)]
struct Options {
    /// The rules to solve, or the position to look up.
    choice: Choice,
    max_men: Option<(u8, u8)>,
    threads: Option<u32>,
    mebibytes: Option<u32>,
    out: Option<PathBuf>,
    detail: Detail,
    json: bool,
    probe: Option<PathBuf>,
}

impl Options {
    /// Reads the command line; `None` if it asks for help.
    fn read(mut parser: Parser) -> Fallible<Option<Options>> {
        let mut options = Options::default();
        while let Some(arg) = parser.next()? {
            match arg {
                Arg::Long("rules") => options.choice.rules = Some(value(&mut parser, "--rules")?),
                Arg::Long("max-men") => options.max_men = Some(max_men(&value::<String>(&mut parser, "--max-men")?)?),
                Arg::Long("threads") => options.threads = Some(number(&mut parser, "--threads", 1..=MOST_THREADS)?),
                Arg::Long("memory") => options.mebibytes = Some(number(&mut parser, "--memory", 1..=MOST_MEBIBYTES)?),
                Arg::Long("out") => options.out = Some(parser.value()?.into()),
                Arg::Long("values") => options.detail = Detail::Value,
                Arg::Long("json") => options.json = true,
                Arg::Long("probe") => options.probe = Some(parser.value()?.into()),
                Arg::Long("sfen") => options.choice.setup = Some(value(&mut parser, "--sfen")?),
                Arg::Long("help") | Arg::Short('h') => return Ok(None),
                other => return Err(other.unexpected().into()),
            }
        }
        Ok(Some(options))
    }

    fn run(&self, out: &mut dyn Write) -> Fallible<ExitCode> {
        match (&self.probe, self.choice.setup) {
            (Some(path), Some(setup)) => probe::run(path, setup, out)?,
            (None, None) => self.solve(out)?,
            _ => return Err("--probe and --sfen go together".into()),
        }
        Ok(ExitCode::SUCCESS)
    }

    fn solve(&self, out: &mut dyn Write) -> Fallible<()> {
        let threads = self.threads()?;
        let table = self.table(threads)?;
        if let Some(path) = &self.out {
            write(&table, path).map_err(|error| format!("--out: {error}"))?;
        }
        let report = Report::on(&table, threads)?;
        if self.json {
            writeln!(out, "{}", report.json()?)?;
        } else {
            write!(out, "{report}")?;
        }
        Ok(())
    }

    fn threads(&self) -> Fallible<NonZeroUsize> {
        match self.threads {
            Some(threads) => Ok(NonZeroUsize::try_from(threads as usize)?),
            None => Ok(thread::available_parallelism()?),
        }
    }

    fn table(&self, threads: NonZeroUsize) -> Fallible<Table> {
        let limit = u64::from(self.mebibytes.unwrap_or(DEFAULT_MEBIBYTES)) << 20;
        let mut solver = Solver::new(self.choice.rules.unwrap_or_default()).threads(threads).detail(self.detail).memory_limit(limit);
        if let Some((a, b)) = self.max_men {
            solver = solver.max_men(a, b);
        }
        let watched = io::stderr().is_terminal();
        let table = solver.solve_with(|progress| {
            if watched {
                show(&line(progress));
            }
        })?;
        if watched {
            show("");
        }
        Ok(table)
    }
}

/// Reads two numbers of men.
fn max_men(text: &str) -> Fallible<(u8, u8)> {
    let (a, b) = text.split_once(',').ok_or_else(|| format!("--max-men: {text:?} should be two numbers and a comma: 3,2"))?;
    Ok((in_range("--max-men", a, 0..=36)?, in_range("--max-men", b, 0..=36)?))
}

fn write(table: &Table, path: &PathBuf) -> io::Result<()> {
    table.write(&mut BufWriter::new(File::create(path)?))
}

fn line(progress: &Progress) -> String {
    let [own, enemy] = progress.men;
    let percent = 100 * progress.done / progress.total.max(1);
    let left = progress.left.map_or(String::new(), |left| format!(", about {} s left", left.as_secs()));
    format!("{percent} %, {own} men against {enemy}, {} plies{left}", progress.plies)
}

/// Replaces the line on stderr. Progress that cannot be shown is no reason to stop.
fn show(progress: &str) {
    let mut stderr = io::stderr();
    let _ = write!(stderr, "\r{progress:<70}\r{progress}").and_then(|()| stderr.flush());
}
