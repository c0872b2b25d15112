//! Shows all that the library knows about a position, to people or to programs.
//!
//! ```text
//! cargo run --release --example inspect -- --rules mak-yek
//! cargo run --release --example inspect -- --rules plain --sfen '9/9/3pP4/9/9/5p3/9/9/8P b - 1' --json
//! printf 'online\tppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1\t5i5e 5a5d\n' | cargo run --release --example inspect -- --batch
//! ```
//!
//! `--batch` answers each line of stdin, `RULES<TAB>SFEN[<TAB>MOVE MOVE …]`, with one line of JSON, be it `{"error":"…"}`.

mod common;
#[path = "common/input.rs"]
mod input;

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use common::{Choice, Fallible, value};
use hasami_shogi::notation::diagram::Diagram;
use hasami_shogi::{Bitboard, LegalMove, Move, MoveKind, Outcome, Position, Rules, Setup, Side};
use lexopt::{Arg, Parser};
use serde::{Serialize, Serializer};

const USAGE: &str = "\
Shows all that the library knows about a position.

usage: inspect [--rules TEXT] [--sfen SFEN] [--json] | --batch

  --rules TEXT  the rules, a preset and options: online,size=7 (default: classic-5)
  --sfen SFEN   the position (default: the start position of the rules)
  --json        one line of JSON
  --batch       answers lines from stdin, RULES<TAB>SFEN[<TAB>MOVE MOVE ...], with
                one line of JSON each; a line that is wrong gets {\"error\":\"...\"}
  --help        this text
";

/// The longest line that `--batch` reads, in bytes.
const LONGEST_LINE: usize = 1 << 20;

fn main() -> ExitCode {
    common::run("inspect", |out| {
        match Task::read(Parser::from_env())? {
            Task::Help => out.write_all(USAGE.as_bytes())?,
            Task::Describe(choice) => describe(&choice, out)?,
            Task::Json(choice) => {
                let (position, move_number) = choice.position()?;
                writeln!(out, "{}", json(&position, &position.rules().to_string(), move_number)?)?;
            }
            Task::Batch => batch(&mut io::stdin().lock(), out)?,
        }
        Ok(ExitCode::SUCCESS)
    })
}

/// What the command line asks for.
enum Task {
    Help,
    Describe(Choice),
    Json(Choice),
    Batch,
}

impl Task {
    fn read(mut parser: Parser) -> Fallible<Task> {
        let (mut choice, mut json, mut batch) = (Choice::default(), false, false);
        while let Some(arg) = parser.next()? {
            match arg {
                Arg::Long("rules") => choice.rules = Some(value(&mut parser, "--rules")?),
                Arg::Long("sfen") => choice.setup = Some(value(&mut parser, "--sfen")?),
                Arg::Long("json") => json = true,
                Arg::Long("batch") => batch = true,
                Arg::Long("help") | Arg::Short('h') => return Ok(Task::Help),
                other => return Err(other.unexpected().into()),
            }
        }
        match (batch, json) {
            (true, false) if choice.rules.is_none() && choice.setup.is_none() => Ok(Task::Batch),
            (true, _) => Err("--batch takes no other option".into()),
            (false, true) => Ok(Task::Json(choice)),
            (false, false) => Ok(Task::Describe(choice)),
        }
    }
}

/// Writes what people want to know.
fn describe(choice: &Choice, out: &mut dyn Write) -> Fallible<()> {
    let (position, move_number) = choice.position()?;
    let side = position.side_to_move();
    writeln!(out, "{}\n", Diagram::kanji(&position))?;
    writeln!(out, "rules     {}", position.rules())?;
    writeln!(out, "sfen      {}", position.to_setup(move_number))?;
    writeln!(out, "to move   {side}")?;
    writeln!(out, "captured  by sente {}, by gote {}", position.captured(Side::Sente), position.captured(Side::Gote))?;
    writeln!(out, "unsafe    {}", list(position.capturable(side)))?;
    match position.outcome() {
        None => writeln!(out, "outcome   none yet")?,
        Some(outcome) => writeln!(out, "outcome   {outcome}")?,
    }
    writeln!(out, "moves     {}", position.move_count())?;
    position.legal_moves().try_for_each(|legal| describe_move(legal, out))
}

fn describe_move(legal: LegalMove, out: &mut dyn Write) -> Fallible<()> {
    let kind = match legal.kind() {
        MoveKind::Slide => "slide",
        MoveKind::Hop => "hop",
    };
    match legal.captures() {
        Bitboard::EMPTY => writeln!(out, "  {} {kind}", legal.mv())?,
        men => writeln!(out, "  {} {kind}, captures {}", legal.mv(), list(men))?,
    }
    Ok(())
}

/// Squares in a row, or a dash for none.
fn list(men: Bitboard) -> String {
    match men.is_empty() {
        true => "-".into(),
        false => texts(men).join(" "),
    }
}

fn texts(men: Bitboard) -> Vec<String> {
    men.iter().map(|square| square.to_string()).collect()
}

/// The JSON of one position; its fields are written in this order.
#[derive(Serialize)]
struct Report<'a> {
    rules: &'a str,
    sfen: String,
    hash: String,
    captured: Captured,
    #[serde(serialize_with = "as_object")]
    moves: Vec<(String, Vec<String>)>,
    hops: Vec<String>,
    outcome: Option<Ending>,
}

/// The men captured *by* each side.
#[derive(Serialize)]
struct Captured {
    sente: u8,
    gote: u8,
}

#[derive(Serialize)]
struct Ending {
    winner: &'static str,
    reason: &'static str,
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Ending {
        Ending { winner: outcome.winner().map_or("draw", Side::name), reason: outcome.reason().name() }
    }
}

/// Writes pairs as a JSON object that keeps their order.
fn as_object<S: Serializer>(pairs: &[(String, Vec<String>)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(key, value)| (key, value)))
}

/// A position as one line of JSON. `rules` is the text of its rules, which takes longer to work out than all the rest.
fn json(position: &Position, rules: &str, move_number: u32) -> serde_json::Result<String> {
    let hops = position.legal_moves().filter(|legal| legal.kind() == MoveKind::Hop);
    serde_json::to_string(&Report {
        rules,
        sfen: position.to_setup(move_number).to_string(),
        hash: format!("{:#018x}", position.hash()),
        captured: Captured { sente: position.captured(Side::Sente), gote: position.captured(Side::Gote) },
        moves: position.legal_moves().map(|legal| (legal.mv().to_string(), texts(legal.captures()))).collect(),
        hops: hops.map(|legal| legal.mv().to_string()).collect(),
        outcome: position.outcome().map(Ending::from),
    })
}

/// Answers every line of the input with a line of JSON.
fn batch(lines: &mut impl BufRead, out: &mut dyn Write) -> Fallible<()> {
    let (mut line, mut cache) = (Vec::new(), None);
    while input::read_line(lines, &mut line, LONGEST_LINE)? {
        let answer = answer(&line, &mut cache).unwrap_or_else(|error| serde_json::json!({ "error": error.to_string() }).to_string());
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}

/// The rules of the last line: as they stood there, read, and as the library writes them.
type Cache = Option<(String, Rules, String)>;

fn answer(line: &[u8], cache: &mut Cache) -> Fallible<String> {
    if line.len() > LONGEST_LINE {
        return Err(format!("a line of more than {LONGEST_LINE} bytes").into());
    }
    let mut fields = std::str::from_utf8(line)?.split('\t');
    let rules = fields.next().unwrap_or_default();
    let sfen = fields.next().ok_or("no tab between the rules and the SFEN")?;
    let moves = fields.next().unwrap_or_default();
    if fields.next().is_some() {
        return Err("more than three fields".into());
    }
    let (rules, text) = cached(rules, cache)?;
    let setup: Setup = sfen.parse().map_err(|error| format!("sfen: {error}"))?;
    let mut position = Position::from_setup(rules, &setup).map_err(|error| format!("sfen: {error}"))?;
    let played = play(&mut position, moves)?;
    let move_number = setup.move_number.checked_add(played).ok_or("sfen: the move number grows too large")?;
    Ok(json(&position, text, move_number)?)
}

/// Rules and their canonical text, worked out again only when the text differs from the last one.
fn cached<'a>(text: &str, cache: &'a mut Cache) -> Fallible<(Rules, &'a str)> {
    if cache.as_ref().is_none_or(|(last, ..)| last != text) {
        let rules: Rules = text.parse().map_err(|error| format!("rules: {error}"))?;
        *cache = Some((text.into(), rules, rules.to_string()));
    }
    cache.as_ref().map(|(_, rules, canonical)| (*rules, canonical.as_str())).ok_or_else(|| "no rules".into())
}

/// Plays moves that stand a space apart, and answers their number. An error names the move.
fn play(position: &mut Position, moves: &str) -> Fallible<u32> {
    let mut played = 0;
    for text in moves.split_ascii_whitespace() {
        played += 1;
        let mv: Move = text.parse().map_err(|error| format!("move {played} ({text:?}): {error}"))?;
        position.play(mv).map_err(|error| format!("move {played} ({text}): {error}"))?;
    }
    Ok(played)
}
