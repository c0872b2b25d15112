//! Searches a position and shows what it finds, depth by depth.
//!
//! ```text
//! cargo run --release --example analyze
//! cargo run --release --example analyze -- --rules jsa --depth 12 --multipv 3
//! cargo run --release --example analyze -- --rules plain --sfen '9/9/3pP4/9/9/5p3/9/9/8P b - 1' --nodes 100000 --json
//! ```
//!
//! Each row is one iteration (with `--multipv` so many rows): the depth, the depth of the longest line, the score in men from the side to move or
//! the plies to the proven end of the game, positions, positions a second, seconds, and the expected line of play.

mod common;
#[path = "common/numbers.rs"]
mod numbers;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::Duration;

use common::{Choice, Fallible, value};
use hasami_shogi::search::{Control, Limits, Line, Report, Score, Searcher, Stopped};
use hasami_shogi::{Game, Move};
use lexopt::{Arg, Parser};
use numbers::number;
use serde::Serialize;

const USAGE: &str = "\
Searches a position and shows what it finds, depth by depth.

usage: analyze [--rules TEXT] [--sfen SFEN] [--depth N | --nodes N | --movetime MS]
               [--multipv K] [--threads N] [--hash MB] [--json]

  --rules TEXT   the rules, a preset and options: online,size=7 (default: classic-5)
  --sfen SFEN    the position (default: the start position of the rules)
  --depth N      search N plies deep, up to 99
  --nodes N      search N positions
  --movetime MS  search for MS milliseconds (default: 5000)
  --multipv K    show the K best moves, up to 256 (default: 1)
  --threads N    threads to search with, up to 256 (default: 1)
  --hash MB      size of the transposition table, 1 to 4096 MiB (default: 64)
  --json         one line of JSON at the end, and nothing else
  --help         this text

Scores are in men, from the side to move.
";

/// The time for a search when no limit is given.
const DEFAULT_TIME: Duration = Duration::from_secs(5);
/// Moves of a line of play that fit into a row.
const LONGEST_LINE: usize = 10;

fn main() -> ExitCode {
    common::run("analyze", |out| {
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
    limits: Option<Limits>,
    lines: usize,
    threads: usize,
    /// The size of the transposition table in MiB.
    hash: usize,
    json: bool,
}

impl Options {
    /// Reads the command line; `None` if it asks for help.
    fn read(mut parser: Parser) -> Fallible<Option<Options>> {
        let mut options = Options { choice: Choice::default(), limits: None, lines: 1, threads: 1, hash: 64, json: false };
        while let Some(arg) = parser.next()? {
            match arg {
                Arg::Long("rules") => options.choice.rules = Some(value(&mut parser, "--rules")?),
                Arg::Long("sfen") => options.choice.setup = Some(value(&mut parser, "--sfen")?),
                Arg::Long("depth") => options.limit(Limits::new().depth(number(&mut parser, "--depth", 1..=99)?))?,
                Arg::Long("nodes") => options.limit(Limits::new().nodes(number(&mut parser, "--nodes", 1..=u64::MAX)?))?,
                Arg::Long("movetime") => options.limit(Limits::new().time(milliseconds(&mut parser)?))?,
                Arg::Long("multipv") => options.lines = number(&mut parser, "--multipv", 1..=256)?,
                Arg::Long("threads") => options.threads = number(&mut parser, "--threads", 1..=256)?,
                Arg::Long("hash") => options.hash = number(&mut parser, "--hash", 1..=4096)?,
                Arg::Long("json") => options.json = true,
                Arg::Long("help") | Arg::Short('h') => return Ok(None),
                other => return Err(other.unexpected().into()),
            }
        }
        Ok(Some(options))
    }

    /// Sets the one limit that there may be.
    fn limit(&mut self, limits: Limits) -> Fallible<()> {
        match self.limits.replace(limits) {
            None => Ok(()),
            Some(_) => Err("--depth, --nodes and --movetime exclude each other, and each may be given once".into()),
        }
    }

    fn run(self, out: &mut dyn Write) -> Fallible<()> {
        let (position, move_number) = self.choice.position()?;
        let game = Game::from_setup(*position.rules(), &position.to_setup(move_number))?;
        let limits = self.limits.unwrap_or_else(|| Limits::new().time(DEFAULT_TIME)).lines(self.lines);
        let mut searcher = Searcher::new(self.hash << 20);
        searcher.set_threads(NonZeroUsize::new(self.threads).unwrap_or(NonZeroUsize::MIN));
        match self.json {
            true => writeln!(out, "{}", json(&searcher.search(&game, &limits))?)?,
            false => show(&mut searcher, &game, &limits, out)?,
        }
        Ok(())
    }
}

fn milliseconds(parser: &mut Parser) -> Fallible<Duration> {
    number(parser, "--movetime", 1..=u32::MAX).map(|milliseconds| Duration::from_millis(milliseconds.into()))
}

/// Searches, with a row for each iteration and the best move at the end.
fn show(searcher: &mut Searcher, game: &Game, limits: &Limits, out: &mut dyn Write) -> Fallible<()> {
    writeln!(out, "rules {}\nsfen  {}\n", game.rules(), game.setup())?;
    writeln!(out, "depth   sel       score         nodes      Mnps   seconds  line of play")?;
    let (mut written, mut depth) = (Ok(()), 0);
    let mut progress = |report: &Report| {
        // A better move in the middle of an iteration is no row of its own.
        if written.is_ok() && report.depth > depth {
            (written, depth) = (write_rows(report, out), report.depth);
        }
    };
    let report = searcher.search_with(game, limits, &mut Control { progress: Some(&mut progress), ..Control::default() });
    written?;
    write_end(&report, game, out)?;
    Ok(())
}

/// Writes the lines of play that were found so far, the best first.
fn write_rows(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    report.lines.iter().try_for_each(|line| write_row(report, line, out))?;
    out.flush()
}

fn write_row(report: &Report, line: &Line, out: &mut dyn Write) -> io::Result<()> {
    let Report { depth, selective_depth, nodes, .. } = report;
    let (score, seconds) = (line.score.to_string(), report.time.as_secs_f64());
    let more = if line.moves.len() > LONGEST_LINE { " ..." } else { "" };
    let moves = names(line.moves.iter().take(LONGEST_LINE)).join(" ");
    let speed = mega_nodes_per_second(report);
    writeln!(out, "{depth:>5} {selective_depth:>5} {score:>11} {nodes:>13} {speed:>9.2} {seconds:>9.3}  {moves}{more}")
}

fn write_end(report: &Report, game: &Game, out: &mut dyn Write) -> io::Result<()> {
    match (report.best, game.result()) {
        (Some(best), _) => writeln!(out, "\nbest {best}, score {}, {}", report.score, reason(report.stopped))?,
        (None, Some(result)) => writeln!(out, "\nno best move: {result}")?,
        (None, None) => writeln!(out, "\nno best move")?,
    }
    let (nodes, seconds, speed) = (report.nodes, report.time.as_secs_f64(), mega_nodes_per_second(report));
    let full = f64::from(report.hash_full) / 10.0;
    writeln!(out, "{nodes} nodes, {seconds:.3} s, {speed:.2} Mnps, transposition table {full:.1} % full")
}

/// Why the search ended.
fn reason(stopped: Stopped) -> &'static str {
    match stopped {
        Stopped::Depth => "the depth is reached",
        Stopped::Nodes => "all nodes are used",
        Stopped::Time => "the time is up",
        Stopped::Decided => "nothing is left to find out",
        _ => "stopped",
    }
}

fn mega_nodes_per_second(report: &Report) -> f64 {
    report.nodes as f64 / report.time.as_secs_f64().max(1e-6) / 1e6
}

fn names<'a>(moves: impl IntoIterator<Item = &'a Move>) -> Vec<String> {
    moves.into_iter().map(Move::to_string).collect()
}

/// The line that `--json` writes; its fields are written in this order.
#[derive(Serialize)]
struct Answer {
    best: Option<String>,
    score: Value,
    depth: u32,
    nodes: u64,
    time_ms: u64,
    pv: Vec<String>,
    lines: Vec<Variation>,
}

/// One of the lines of play, the best first.
#[derive(Serialize)]
struct Variation {
    best: Option<String>,
    score: Value,
    depth: u32,
    pv: Vec<String>,
}

impl Variation {
    fn new(line: &Line, depth: u32) -> Variation {
        Variation { best: line.moves.first().map(Move::to_string), score: line.score.into(), depth, pv: names(&line.moves) }
    }
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Value {
    Win { plies: u32 },
    Loss { plies: u32 },
    Estimate { value: i32 },
}

impl From<Score> for Value {
    fn from(score: Score) -> Value {
        match score {
            Score::Win { plies } => Value::Win { plies },
            Score::Loss { plies } => Value::Loss { plies },
            Score::Estimate(value) => Value::Estimate { value },
        }
    }
}

fn json(report: &Report) -> serde_json::Result<String> {
    serde_json::to_string(&Answer {
        best: report.best.map(|best| best.to_string()),
        score: report.score.into(),
        depth: report.depth,
        nodes: report.nodes,
        time_ms: u64::try_from(report.time.as_millis()).unwrap_or(u64::MAX),
        pv: report.lines.first().map(|line| names(&line.moves)).unwrap_or_default(),
        lines: report.lines.iter().map(|line| Variation::new(line, report.depth)).collect(),
    })
}
