//! Runs one hot loop of the library so many times: `instructions LOOP RULES ROUNDS`.
//!
//! `.ci/instructions` counts the machine instructions of each loop and compares them with `budgets.txt`.

use std::error::Error;
use std::hint::black_box;
use std::ops::ControlFlow;

use hasami_shogi::{Move, Position, Rules, perft};

/// One round of work on a position. The moves are those of the position, for loops that do not generate them.
type Round = fn(&Position, &[Move]);

const LOOPS: [(&str, Round); 7] = [
    ("sets", sets),
    ("list", list),
    ("play", play),
    ("children", children),
    ("capturing", capturing),
    ("counted", counted),
    ("played", played),
];

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [name, rules, rounds] = args.as_slice() else {
        return Err("usage: instructions LOOP RULES ROUNDS".into());
    };
    let (_, round) = LOOPS.iter().find(|(known, _)| known == name).ok_or_else(|| format!("there is no loop {name:?}"))?;
    let position = Position::start(rules.parse::<Rules>()?);
    let moves = position.move_list();
    for _ in 0..rounds.parse::<u32>()? {
        round(black_box(&position), black_box(&moves));
    }
    Ok(())
}

/// All moves, one set a man.
fn sets(position: &Position, _: &[Move]) {
    let _ = position.for_each_man(|man| {
        black_box(man);
        ControlFlow::<()>::Continue(())
    });
}

/// All moves as a list.
fn list(position: &Position, _: &[Move]) {
    black_box(position.move_list());
}

/// Each move on a copy of the position.
fn play(position: &Position, moves: &[Move]) {
    for &mv in moves {
        let mut child = *position;
        child.play_unchecked(mv);
        black_box(&child);
    }
}

/// All positions after one move.
fn children(position: &Position, _: &[Move]) {
    position.for_each_child(|_, child| {
        black_box(child);
    });
}

/// The moves that capture something, of all positions after one move: the start has none.
fn capturing(position: &Position, _: &[Move]) {
    position.for_each_child(|_, child| {
        black_box(child.capturing_moves().count());
    });
}

/// Perft to four plies, counted.
fn counted(position: &Position, _: &[Move]) {
    let _ = black_box(perft::perft(position, 4));
}

/// Perft to three plies, each leaf made.
fn played(position: &Position, _: &[Move]) {
    let _ = black_box(perft::perft_played(position, 3));
}
