//! Commands, from the lines that say them.

use std::fmt::Display;
use std::str::{FromStr, SplitAsciiWhitespace};
use std::time::Duration;

use hasami_shogi::Side;
use hasami_shogi::search::{GameClock, Limits};

use super::{LONGEST_LINE, Problem};

/// More plies than this no `go depth` and `go perft` asks for.
const MOST_PLIES: u32 = 99;
/// Longer times, in milliseconds, count as this: 49 days.
const LONGEST_TIME: i64 = u32::MAX as i64;

pub(super) enum Command<'a> {
    Usi,
    IsReady,
    NewGame,
    SetOption {
        name: &'a str,
        value: &'a str,
    },
    Position {
        start: Start,
        moves: Vec<&'a str>,
    },
    Go(Go),
    Mate,
    Stop,
    Display,
    Quit,
    /// Something that needs no answer.
    Nothing,
}

/// Where the moves of a `position` command begin.
pub(super) enum Start {
    /// The start position of the rules.
    Rules,
    Sfen(String),
}

impl<'a> Command<'a> {
    /// Reads a line.
    pub(super) fn read(line: &'a [u8]) -> Result<Command<'a>, Problem> {
        if line.len() > LONGEST_LINE {
            return Err(format!("a line of more than {LONGEST_LINE} bytes").into());
        }
        let line = std::str::from_utf8(line)?.trim_ascii();
        let mut words = line.split_ascii_whitespace();
        Ok(match words.next() {
            None | Some("gameover" | "ponderhit") => Command::Nothing,
            Some("usi") => Command::Usi,
            Some("isready") => Command::IsReady,
            Some("usinewgame") => Command::NewGame,
            Some("setoption") => read_option(line)?,
            Some("position") => read_position(words)?,
            Some("go") => read_go(words)?,
            Some("stop") => Command::Stop,
            Some("d") => Command::Display,
            Some("quit") => Command::Quit,
            Some(other) => return Err(format!("unknown command: {other:?}").into()),
        })
    }
}

/// Reads `setoption name NAME value VALUE`.
fn read_option(line: &str) -> Result<Command<'_>, Problem> {
    let parts = line.split_once(" name ").and_then(|(_, rest)| rest.split_once(" value "));
    let (name, value) = parts.ok_or("setoption needs: name NAME value VALUE")?;
    Ok(Command::SetOption { name: name.trim_ascii(), value: value.trim_ascii() })
}

/// Reads `startpos` or `sfen SFEN`, and the moves.
fn read_position<'a>(mut words: SplitAsciiWhitespace<'a>) -> Result<Command<'a>, Problem> {
    let kind = words.next();
    let fields: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
    let start = match (kind, fields.as_slice()) {
        (Some("startpos"), []) => Start::Rules,
        (Some("startpos"), [extra, ..]) => return Err(format!("position startpos: unexpected {extra:?}").into()),
        (Some("sfen"), fields) => Start::Sfen(fields.join(" ")),
        _ => return Err("position needs: startpos or sfen SFEN, and then: moves MOVE ...".into()),
    };
    Ok(Command::Position { start, moves: words.collect() })
}

pub(super) enum Go {
    Search(Bounds),
    Perft(u32),
}

fn read_go<'a>(mut words: SplitAsciiWhitespace<'a>) -> Result<Command<'a>, Problem> {
    let mut bounds = Bounds::default();
    while let Some(word) = words.next() {
        match word {
            "mate" => return Ok(Command::Mate),
            "perft" => return Ok(Command::Go(Go::Perft(number(word, words.next(), MOST_PLIES)?))),
            "infinite" => bounds.infinite = true,
            _ => bounds.set(word, words.next())?,
        }
    }
    Ok(Command::Go(Go::Search(bounds)))
}

/// What a `go` says about the length of a search.
#[derive(Default)]
pub(super) struct Bounds {
    infinite: bool,
    depth: Option<u32>,
    nodes: Option<u64>,
    move_time: Option<Duration>,
    remaining: [Option<Duration>; 2],
    increment: [Option<Duration>; 2],
    byoyomi: Option<Duration>,
}

impl Bounds {
    fn set(&mut self, word: &str, value: Option<&str>) -> Result<(), Problem> {
        let [sente, gote] = Side::ALL.map(Side::index);
        match word {
            "depth" => self.depth = Some(number(word, value, MOST_PLIES)?),
            "nodes" => self.nodes = Some(number(word, value, u64::MAX)?),
            "movetime" => self.move_time = Some(time(word, value)?),
            "btime" => self.remaining[sente] = Some(time(word, value)?),
            "wtime" => self.remaining[gote] = Some(time(word, value)?),
            "binc" => self.increment[sente] = Some(time(word, value)?),
            "winc" => self.increment[gote] = Some(time(word, value)?),
            "byoyomi" => self.byoyomi = Some(time(word, value)?),
            _ => return Err(format!("go: unknown word {word:?}").into()),
        }
        Ok(())
    }

    /// The limits for a side to move.
    pub(super) fn limits(&self, side: Side) -> Limits {
        let mut limits = Limits::new();
        limits = self.depth.into_iter().fold(limits, Limits::depth);
        limits = self.nodes.into_iter().fold(limits, Limits::nodes);
        limits = self.move_time.into_iter().fold(limits, Limits::time);
        self.clock(side).into_iter().fold(limits, Limits::clock)
    }

    /// The clock of a side, if anything is said about clocks.
    fn clock(&self, side: Side) -> Option<GameClock> {
        let clocks = self.remaining.iter().chain(&self.increment).chain([&self.byoyomi]);
        let of = |times: [Option<Duration>; 2]| times[side.index()].unwrap_or_default();
        clocks.flatten().next().map(|_| GameClock {
            remaining: of(self.remaining),
            increment: of(self.increment),
            byoyomi: self.byoyomi.unwrap_or_default(),
        })
    }

    /// Whether only `stop` ends the search.
    pub(super) fn are_endless(&self) -> bool {
        let limited = self.depth.is_some() || self.nodes.is_some() || self.move_time.is_some() || self.clock(Side::Sente).is_some();
        self.infinite || !limited
    }
}

/// A whole number from 1.
fn number<T: FromStr + PartialOrd + Display + From<u8>>(word: &str, value: Option<&str>, most: T) -> Result<T, Problem> {
    let range = T::from(1)..=most;
    let number = value.and_then(|value| value.parse().ok()).filter(|number| range.contains(number));
    number.ok_or_else(|| format!("go {word}: {:?} is not a whole number from 1 to {}", value.unwrap_or_default(), range.end()).into())
}

/// Milliseconds. Graphical boards send negative ones when a clock has run out.
fn time(word: &str, value: Option<&str>) -> Result<Duration, Problem> {
    let milliseconds = value.and_then(|value| value.parse::<i64>().ok());
    let milliseconds = milliseconds.ok_or_else(|| format!("go {word}: {:?} is not a number of milliseconds", value.unwrap_or_default()))?;
    Ok(Duration::from_millis(milliseconds.clamp(0, LONGEST_TIME).unsigned_abs()))
}
