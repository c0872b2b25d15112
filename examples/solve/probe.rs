//! Looking a position up.

use std::cmp::Reverse;
use std::io::Write;
use std::path::Path;

use hasami_shogi::solve::{Solution, Table, Value};
use hasami_shogi::{Move, Setup};

use crate::common::{Choice, Fallible};

/// Writes the value of a position and of every move, the best move first.
pub(crate) fn run(path: &Path, setup: Setup, out: &mut dyn Write) -> Fallible<()> {
    let table = Table::open(path).map_err(|error| format!("--probe: {error}"))?;
    let (position, _) = Choice { rules: Some(*table.rules()), setup: Some(setup) }.position()?;
    let [a, b] = table.max_men();
    let too_many = || format!("--sfen: the table holds positions with at most {a} men of one side and {b} of the other");
    let solution = table.probe(&position)?.ok_or_else(too_many)?;
    let mut moves = table.probe_moves(&position)?.ok_or_else(too_many)?;
    moves.sort_by_key(|(mv, solution)| (Reverse(worth(solution)), *mv));
    match position.outcome() {
        Some(outcome) => writeln!(out, "{solution} ({outcome})")?,
        None => writeln!(out, "{solution}")?,
    }
    moves.iter().try_for_each(|(mv, solution): &(Move, Solution)| writeln!(out, "{mv}: {solution}"))?;
    Ok(())
}

/// The better, the greater: quick wins before slow ones, slow losses before quick ones.
fn worth(solution: &Solution) -> (Value, i64) {
    let plies = i64::from(solution.plies.unwrap_or(0));
    (solution.value, if solution.value == Value::Win { -plies } else { plies })
}
