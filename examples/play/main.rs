//! Play in the terminal, against the engine or a friend.
//!
//! ```text
//! cargo run --release --example play
//! cargo run --release --example play -- --rules mak-yek --level 10 --side gote
//! printf '5i5e\nmoves 4i\nsave game.kif\n' | cargo run --release --example play -- --side both
//! ```
//!
//! Type a move such as `5i5e`, or `help`.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/input.rs"]
mod input;
#[path = "../common/numbers.rs"]
mod numbers;

mod board;
mod command;
mod file;
mod table;

use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::str::FromStr;
use std::time::Duration;

use board::Style;
use common::{Choice, Fallible, value};
use hasami_shogi::search::{Level, Searcher};
use hasami_shogi::{Game, Side};
use lexopt::{Arg, Parser};
use numbers::number;
use table::Table;
use thiserror::Error;

const USAGE: &str = "\
Play in the terminal, against the engine or a friend.

usage: play [--rules TEXT] [--sfen SFEN] [--level N] [--side sente|gote|both|none]
            [--movetime MS]

  --rules TEXT   the rules, a preset and options: online,size=7 (default: classic-5)
  --sfen SFEN    the position (default: the start position of the rules)
  --level N      strength of the engine, 1 to 10 (default: 5)
  --side SIDE    the side that you play; both: two people, none: the engine plays
                 against itself (default: sente)
  --movetime MS  longest time that the engine thinks (default: 1000)
  --help         this text

Commands of the game: type help.
";

/// The size of the engine's transposition table, in bytes.
const HASH: usize = 64 << 20;

fn main() -> ExitCode {
    common::run("play", |out| {
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
    level: Level,
    people: People,
    think_time: Duration,
}

impl Options {
    /// Reads the command line; `None` if it asks for help.
    fn read(mut parser: Parser) -> Fallible<Option<Options>> {
        let mut options = Options { choice: Choice::default(), level: level(5), people: People::Sente, think_time: Duration::from_secs(1) };
        while let Some(arg) = parser.next()? {
            match arg {
                Arg::Long("rules") => options.choice.rules = Some(value(&mut parser, "--rules")?),
                Arg::Long("sfen") => options.choice.setup = Some(value(&mut parser, "--sfen")?),
                Arg::Long("level") => options.level = level(number(&mut parser, "--level", 1..=10)?),
                Arg::Long("side") => options.people = value(&mut parser, "--side")?,
                Arg::Long("movetime") => {
                    options.think_time = Duration::from_millis(number(&mut parser, "--movetime", 1..=u32::MAX)?.into());
                }
                Arg::Long("help") | Arg::Short('h') => return Ok(None),
                other => return Err(other.unexpected().into()),
            }
        }
        Ok(Some(options))
    }

    fn run(self, out: &mut dyn Write) -> Fallible<()> {
        let (position, move_number) = self.choice.position()?;
        let game = Game::from_setup(*position.rules(), &position.to_setup(move_number))?;
        let Options { level, people, think_time, .. } = self;
        let table = Table { game, people, level, think_time, searcher: Searcher::new(HASH), style: style(), out };
        table.play(&mut io::stdin().lock(), io::stdin().is_terminal())
    }
}

/// A level from a number that is one.
fn level(number: u8) -> Level {
    Level::new(number).unwrap_or_default()
}

/// Colours are for terminals whose owner has nothing against them.
fn style() -> Style {
    match io::stdout().is_terminal() && env::var_os("NO_COLOR").is_none() {
        true => Style::Coloured,
        false => Style::Plain,
    }
}

/// The sides that people play; the engine plays the others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum People {
    Sente,
    Gote,
    Both,
    None,
}

impl People {
    fn play(self, side: Side) -> bool {
        match self {
            People::Sente => side == Side::Sente,
            People::Gote => side == Side::Gote,
            People::Both => true,
            People::None => false,
        }
    }
}

#[derive(Debug, Error)]
#[error("{0:?} is none of sente, gote, both and none")]
struct PeopleError(String);

impl FromStr for People {
    type Err = PeopleError;

    fn from_str(text: &str) -> Result<People, PeopleError> {
        match text {
            "sente" => Ok(People::Sente),
            "gote" => Ok(People::Gote),
            "both" => Ok(People::Both),
            "none" => Ok(People::None),
            _ => Err(PeopleError(text.into())),
        }
    }
}
