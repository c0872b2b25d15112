//! The data files, and the crate's answers in the plain words that the data and the reference model use.
#![allow(dead_code, unreachable_pub)]

pub mod twin;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use hasami_shogi::{Bitboard, MoveKind, Outcome, Position, Rules};
use serde_json::Value;

use crate::reference::{self, MoveFacts, ending};

pub const PRESETS: &str = include_str!("../data/presets.json");
pub const PERFT: &str = include_str!("../data/perft.jsonl");
pub const TRICKY: &str = include_str!("../data/tricky.jsonl");
pub const POSITIONS: &str = include_str!("../data/positions.jsonl");

/// The lines of a file of JSON values.
pub fn lines(text: &str) -> impl Iterator<Item = Value> + '_ {
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON"))
}

/// The presets by name, with the rules that their options spell out.
pub fn presets() -> Vec<(String, Value)> {
    let all: BTreeMap<String, Value> = serde_json::from_str(PRESETS).expect("a JSON object");
    all.into_iter().collect()
}

/// The crate's rules for a choice of options, by way of their text.
pub fn parsed(rules: &reference::Rules) -> Rules {
    let text = rules.text();
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The crate's position for rules and an SFEN.
pub fn position(rules: Rules, sfen: &str) -> Position {
    Position::from_sfen(rules, sfen).unwrap_or_else(|error| panic!("{rules}, {sfen}: {error}"))
}

/// Squares by name.
pub fn names(squares: Bitboard) -> BTreeSet<String> {
    squares.iter().map(|square| square.to_string()).collect()
}

/// Winner and reason.
pub fn words(outcome: Option<Outcome>) -> Option<ending::Outcome> {
    outcome.map(|outcome| {
        let winner = outcome.winner().map_or("draw", |side| side.name());
        (winner.to_string(), outcome.reason().name().to_string())
    })
}

/// The legal moves, with what they do.
pub fn legal_moves(position: &Position) -> BTreeMap<String, MoveFacts> {
    let facts = |legal: hasami_shogi::LegalMove| MoveFacts { hop: legal.kind() == MoveKind::Hop, captures: names(legal.captures()) };
    position.legal_moves().map(|legal| (legal.mv().to_string(), facts(legal))).collect()
}

/// An error that shows both answers unless they are the same.
pub fn agree<T: PartialEq + Debug>(what: &str, ours: T, theirs: T) -> Result<(), String> {
    if ours == theirs { Ok(()) } else { Err(format!("{what}: the crate says {ours:?}, but it should be {theirs:?}")) }
}

/// Like [`agree`] for legal moves, showing only those that differ.
pub fn agree_on_moves<T: PartialEq + Debug>(ours: &BTreeMap<String, T>, theirs: &BTreeMap<String, T>) -> Result<(), String> {
    if ours == theirs {
        return Ok(());
    }
    let keys: BTreeSet<&String> = ours.keys().chain(theirs.keys()).collect();
    let differing = keys.into_iter().filter(|key| ours.get(*key) != theirs.get(*key));
    let shown: Vec<String> = differing.map(|key| format!("{key}: {:?}, should be {:?}", ours.get(key), theirs.get(key))).collect();
    Err(format!("legal moves: {}", shown.join("; ")))
}
