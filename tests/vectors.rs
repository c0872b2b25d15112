//! The positions with known right answers: every line of the data files, through the public interface.

mod reference;
mod support;

use std::collections::{BTreeMap, BTreeSet};

use hasami_shogi::{Limit, MoveKind, Position, Preset, Repetition, Rules, perft};
use serde_json::Value;
use support::{agree, agree_on_moves, legal_moves, lines, parsed, position, words};

/// Perft deeper than this takes an optimized build.
#[cfg(debug_assertions)]
const DEEPEST: usize = 3;
#[cfg(not(debug_assertions))]
const DEEPEST: usize = usize::MAX;

#[test]
fn every_line_has_its_right_answers() {
    let mut failures = Vec::new();
    let mut cases = 0;
    for (file, text) in [("tricky", support::TRICKY), ("positions", support::POSITIONS), ("perft", support::PERFT)] {
        for (index, case) in lines(text).enumerate() {
            cases += 1;
            if let Err(difference) = check(&case) {
                failures.push(format!("{file}.jsonl, line {}: {difference}", index + 1));
            }
        }
    }
    assert_eq!(cases, 77 + 416 + 22);
    assert!(failures.is_empty(), "{} of {cases} lines differ:\n{}", failures.len(), failures.join("\n"));
}

/// Compares everything that a line says.
fn check(case: &Value) -> Result<(), String> {
    let rules = parsed(&reference::Rules::from_json(&case["rules"]));
    let sfen = case["sfen"].as_str().expect("an SFEN");
    let position = position(rules, sfen);
    let checks = [check_moves(&position, case), check_outcome(&position, case), check_perft(&position, case), check_kinds(&position)];
    let differences: Vec<String> = checks.into_iter().filter_map(Result::err).collect();
    match differences.is_empty() {
        true => Ok(()),
        false => Err(format!("{sfen}\n  by {rules} {}\n  {}", case["why"], differences.join("\n  "))),
    }
}

fn check_moves(position: &Position, case: &Value) -> Result<(), String> {
    let Some(moves) = case["moves"].as_object() else {
        return Ok(());
    };
    let squares = |list: &Value| -> BTreeSet<String> { serde_json::from_value(list.clone()).expect("a list of squares") };
    let theirs: BTreeMap<String, BTreeSet<String>> = moves.iter().map(|(mv, captured)| (mv.clone(), squares(captured))).collect();
    let ours = legal_moves(position).into_iter().map(|(mv, facts)| (mv, facts.captures)).collect();
    agree_on_moves(&ours, &theirs)
}

fn check_outcome(position: &Position, case: &Value) -> Result<(), String> {
    let word = |value: &Value| value.as_str().expect("a word").to_string();
    match case.get("outcome") {
        None => Ok(()),
        Some(Value::Null) => agree("outcome", words(position.outcome()), None),
        Some(outcome) => agree("outcome", words(position.outcome()), Some((word(&outcome["winner"]), word(&outcome["reason"])))),
    }
}

fn check_perft(position: &Position, case: &Value) -> Result<(), String> {
    let counts = case["perft"].as_array().map_or(&[][..], Vec::as_slice);
    (1..).zip(counts).take(DEEPEST).try_for_each(|(depth, count)| {
        let count = Ok(count.as_u64().expect("a count").into());
        if depth <= 3 {
            agree(&format!("perft {depth}"), perft::perft(position, depth), count)?;
        }
        agree(&format!("leaves to depth {depth}"), leaves(position, depth), count)
    })
}

/// Perft in the fastest way there is.
#[cfg(feature = "std")]
fn leaves(position: &Position, depth: u32) -> Result<u128, perft::CountError> {
    perft::parallel(position, depth, std::num::NonZeroUsize::new(2).expect("two threads"))
}

#[cfg(not(feature = "std"))]
fn leaves(position: &Position, depth: u32) -> Result<u128, perft::CountError> {
    perft::perft(position, depth)
}

/// A hop goes two squares with a man in between; anything else is a slide, with nothing in between.
fn check_kinds(position: &Position) -> Result<(), String> {
    for legal in position.legal_moves() {
        let (from, to) = (legal.mv().from(), legal.mv().to());
        let direction = from.direction_to(to).ok_or(format!("{} is not straight", legal.mv()))?;
        let between = from.ray(direction) & to.ray(direction.opposite());
        let kind = match (between.len(), (between & position.occupied()).len()) {
            (_, 0) => MoveKind::Slide,
            (1, 1) => MoveKind::Hop,
            (squares, men) => return Err(format!("{} passes {men} men on {squares} squares", legal.mv())),
        };
        agree(&format!("kind of {}", legal.mv()), legal.kind(), kind)?;
        let of_man = position.moves_of(from);
        let listed = (of_man.slides().contains(to), of_man.hops().contains(to));
        agree("moves of the man", listed, (kind == MoveKind::Slide, kind == MoveKind::Hop))?;
    }
    Ok(())
}

#[test]
fn presets_are_what_their_options_spell_out() {
    let presets = support::presets();
    assert_eq!(presets.len(), Preset::ALL.len());
    for (name, json) in presets {
        let rules: Rules = name.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        let spelled_out = parsed(&reference::Rules::from_json(&json));
        assert_eq!(without_record(rules), spelled_out, "{name}");
        assert_eq!(Position::start(rules).to_setup(1).to_string(), json["start"].as_str().expect("an SFEN"), "{name}");
    }
}

/// The rules without what only the record of a game decides: the data say nothing of that.
fn without_record(rules: Rules) -> Rules {
    let builder = rules.to_builder().repetition(Repetition::None).quiet_limit(Limit::None).move_limit(Limit::None);
    builder.build().expect("rules with fewer endings")
}
