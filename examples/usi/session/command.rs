//! Commands, from the lines that say them.

use std::str::SplitAsciiWhitespace;

use super::go::Go;
use super::{LONGEST_LINE, Problem};

/// What some editors write at the beginning of a text in UTF-8.
const BYTE_ORDER_MARK: char = '\u{feff}';

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
    Stop,
    PonderHit,
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
    pub(super) fn read(line: &'a str) -> Result<Command<'a>, Problem> {
        if line.len() > LONGEST_LINE {
            return Err(format!("a line of more than {LONGEST_LINE} bytes").into());
        }
        let line = line.trim_start_matches(BYTE_ORDER_MARK).trim_ascii();
        let mut words = line.split_ascii_whitespace();
        Ok(match words.next() {
            None | Some("gameover") => Command::Nothing,
            Some("usi") => Command::Usi,
            Some("isready") => Command::IsReady,
            Some("usinewgame") => Command::NewGame,
            Some("setoption") => read_option(line)?,
            Some("position") => read_position(words)?,
            Some("go") => Command::Go(Go::read(words)?),
            Some("stop") => Command::Stop,
            Some("ponderhit") => Command::PonderHit,
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
