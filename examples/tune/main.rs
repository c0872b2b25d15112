//! Fits the weights of the static estimate to the results of games that the searcher plays against itself.
//!
//! ```text
//! cargo run --release --example tune -- --rules classic-5 --rules online --games 4000 --nodes 2000 --out classic.txt
//! cargo run --release --example tune -- --in classic.txt --name CLASSIC
//! ```
//!
//! The method is Texel's: a position's estimate, put through a logistic curve, should be the points that the game brought in the end. Data are the
//! quiet positions of games from random openings, those where the search wants to play a move that captures nothing and sees neither a win nor a
//! loss. A tenth of the games is held back: what improves there is learnt and not memorised.

#[path = "../common/mod.rs"]
mod common;
mod data;
mod fit;
#[path = "../common/numbers.rs"]
mod numbers;
#[path = "../common/opening.rs"]
mod opening;
#[path = "../common/parts.rs"]
mod parts;
#[path = "../common/random.rs"]
mod random;
mod selfplay;

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use common::{Choice, Fallible, value};
use data::Sample;
use fit::{Curve, Data};
use hasami_shogi::Rules;
use hasami_shogi::search::{Features, Weights};
use lexopt::{Arg, Parser};
use numbers::number;
use parts::all_cores;

const USAGE: &str = "\
Fits the weights of the static estimate to games of the searcher against itself.

usage: tune [--rules TEXT]... [--games N] [--nodes N] [--seed N] [--threads N]
            [--out FILE] [--in FILE]... [--name NAME]

  --rules TEXT  the rules of the games; several share one set of weights
                (default: classic-5)
  --games N     games for each rules (default: 1000)
  --nodes N     nodes a move (default: 1000)
  --seed N      decides the openings (default: 1)
  --threads N   (default: one for each core)
  --out FILE    keeps the positions: rules, SFEN and points, a tab between
  --in FILE     takes the positions from such a file instead of playing games
  --name NAME   what to call the weights (default: TUNED)
  --help        this text

Prints the weights as Rust source, with the amount of data and the losses.
";

fn main() -> ExitCode {
    common::run("tune", |out| {
        match Options::read(Parser::from_env())? {
            None => out.write_all(USAGE.as_bytes())?,
            Some(options) => options.run(out)?,
        }
        Ok(ExitCode::SUCCESS)
    })
}

/// What the command line asks for.
struct Options {
    rules: Vec<Rules>,
    games: u64,
    nodes: u64,
    seed: u64,
    threads: NonZeroUsize,
    output: Option<PathBuf>,
    inputs: Vec<PathBuf>,
    name: String,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            rules: Vec::new(),
            games: 1_000,
            nodes: 1_000,
            seed: 1,
            threads: all_cores(),
            output: None,
            inputs: Vec::new(),
            name: "TUNED".into(),
        }
    }
}

impl Options {
    /// Reads the command line; `None` if it asks for help.
    fn read(mut parser: Parser) -> Fallible<Option<Options>> {
        let mut options = Options::default();
        while let Some(arg) = parser.next()? {
            match arg {
                Arg::Long("rules") => options.rules.push(value(&mut parser, "--rules")?),
                Arg::Long("games") => options.games = number(&mut parser, "--games", 1..=10_000_000)?,
                Arg::Long("nodes") => options.nodes = number(&mut parser, "--nodes", 1..=1_000_000_000)?,
                Arg::Long("seed") => options.seed = number(&mut parser, "--seed", 0..=u64::MAX)?,
                Arg::Long("threads") => {
                    options.threads = NonZeroUsize::new(number(&mut parser, "--threads", 1..=256)?).unwrap_or(NonZeroUsize::MIN);
                }
                Arg::Long("out") => options.output = Some(parser.value()?.into()),
                Arg::Long("in") => options.inputs.push(parser.value()?.into()),
                Arg::Long("name") => options.name = value(&mut parser, "--name")?,
                Arg::Long("help") | Arg::Short('h') => return Ok(None),
                other => return Err(other.unexpected().into()),
            }
        }
        options.complete().map(Some)
    }

    fn complete(mut self) -> Fallible<Options> {
        if self.rules.is_empty() {
            self.rules.push(*Choice::default().position()?.0.rules());
        }
        match self.inputs.is_empty() || self.output.is_none() {
            true => Ok(self),
            false => Err("--in and --out exclude each other".into()),
        }
    }

    fn run(&self, out: &mut dyn Write) -> Fallible<()> {
        let samples = self.samples()?;
        let first = samples.first().ok_or("no quiet positions")?;
        let before = *Weights::for_rules(first.position.rules());
        let (training, check) = split(&samples);
        let curve = Curve::fitting(&training, &before);
        let after = fit::descend(&training, &before, curve, self.threads);
        let losses = [&training, &check].map(|data| [&before, &after].map(|weights| data.loss(&fit::reals(weights), curve)));
        self.write(&samples, losses, &after, out)
    }

    /// The positions of the files, or of new games.
    fn samples(&self) -> Fallible<Vec<Sample>> {
        if self.inputs.is_empty() {
            return self.play();
        }
        let mut samples = Vec::new();
        for path in &self.inputs {
            let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
            data::read(BufReader::new(file), &mut samples).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(samples)
    }

    fn play(&self) -> Fallible<Vec<Sample>> {
        let mut samples = Vec::new();
        for rules in &self.rules {
            samples.extend(selfplay::games(*rules, self.games, self.nodes, self.seed, self.threads)?);
        }
        if let Some(path) = &self.output {
            let file = File::create(path).map_err(|error| format!("--out: {error}"))?;
            data::write(BufWriter::new(file), &samples)?;
        }
        Ok(samples)
    }

    fn write(&self, samples: &[Sample], losses: [[f64; 2]; 2], weights: &Weights, out: &mut dyn Write) -> Fallible<()> {
        let games = samples.chunk_by(|a, b| a.game == b.game).count();
        writeln!(out, "// {} quiet positions of {games} games. Mean squared error:", samples.len())?;
        for (name, [before, after]) in ["fitted", "held back"].into_iter().zip(losses) {
            writeln!(out, "// {name:<9} {before:.6} before, {after:.6} after")?;
        }
        writeln!(out, "static {}: Weights = Weights({:?});\n", self.name, weights.0)?;
        for (weight, feature) in weights.0.iter().zip(Features::NAMES) {
            writeln!(out, "// {weight:>6}  {feature}")?;
        }
        Ok(())
    }
}

/// The data to fit, and a tenth of the games to check the result with.
fn split(samples: &[Sample]) -> (Data, Data) {
    const HELD_BACK: u64 = 10;
    let part = |held_back: bool| samples.iter().filter(|sample| (sample.game % HELD_BACK == 0) == held_back).collect();
    (part(false), part(true))
}
