//! What a move captures (rules, section 3).
//!
//! Every function here looks at the board as it is after the arrival and before any removal, and says what one rule
//! contributes; nothing is removed until the union of all of them is known.

use std::collections::BTreeSet;

use super::board::{Board, ORTHOGONAL, Side, Square, Step};
use super::rules::{Corner, Custodian, Intervention, Rules};

/// The squares captured by the man that has just arrived.
pub fn captures(rules: &Rules, board: &Board, arrival: Square) -> BTreeSet<Square> {
    let mut captured = custodian(rules, board, arrival);
    captured.extend(corner(rules, board, arrival));
    captured.extend(intervention(rules, board, arrival));
    captured
}

/// In each direction: an unbroken run of enemy men with an own man right behind it.
fn custodian(rules: &Rules, board: &Board, arrival: Square) -> BTreeSet<Square> {
    let mut captured = BTreeSet::new();
    for step in ORTHOGONAL {
        let (run, behind) = enemy_run(board, mover(board, arrival), arrival.step(step), step);
        let long_enough = match rules.custodian {
            Custodian::Line => !run.is_empty(),
            Custodian::Single => run.len() == 1,
        };
        if long_enough && board.at(behind) == board.at(arrival) {
            captured.extend(run);
        }
    }
    captured
}

/// What the corner option contributes. An enclosed group may be a lone man in the corner, so enclosure has the single
/// corner capture within it; it does not have the chain, which may still have empty neighbours.
fn corner(rules: &Rules, board: &Board, arrival: Square) -> BTreeSet<Square> {
    match rules.corner {
        Corner::None => BTreeSet::new(),
        Corner::Single => corner_chains(board, arrival).into_iter().filter(|run| run.len() == 1).flatten().collect(),
        Corner::Chain => corner_chains(board, arrival).into_iter().flatten().collect(),
        Corner::Enclosure => enclosed_groups(board, arrival),
    }
}

/// The runs of enemy men around one board corner, along its two edges, with an own man at both ends, of which the
/// moved man is one.
fn corner_chains(board: &Board, arrival: Square) -> Vec<BTreeSet<Square>> {
    board.corners().into_iter().filter_map(|corner| corner_chain(board, arrival, corner)).collect()
}

fn corner_chain(board: &Board, arrival: Square, corner: Square) -> Option<BTreeSet<Square>> {
    let mover = mover(board, arrival);
    let along_rank = (if corner.file == 1 { 1 } else { -1 }, 0);
    let along_file = (0, if corner.rank == 1 { 1 } else { -1 });
    let (first_arm, first_end) = enemy_run(board, mover, corner, along_rank);
    let (second_arm, second_end) = enemy_run(board, mover, corner, along_file);
    let is_held = [first_end, second_end].iter().all(|&end| board.at(end) == Some(mover));
    let is_closed_now = arrival == first_end || arrival == second_end;
    let reaches_corner = first_arm.contains(&corner);
    if reaches_corner && is_held && is_closed_now { Some(&first_arm | &second_arm) } else { None }
}

/// Groups of enemy men next to the moved man that touch the edge and have no empty neighbour left.
fn enclosed_groups(board: &Board, arrival: Square) -> BTreeSet<Square> {
    let enemy = mover(board, arrival).opponent();
    let mut captured = BTreeSet::new();
    for neighbour in arrival.neighbours() {
        if board.at(neighbour) == Some(enemy) {
            let group = group(board, neighbour);
            let touches_edge = group.iter().any(|&man| board.is_edge(man));
            let has_empty_neighbour = group.iter().any(|man| man.neighbours().iter().any(|&next| board.is_empty(next)));
            if touches_edge && !has_empty_neighbour {
                captured.extend(group);
            }
        }
    }
    captured
}

/// All men of one colour connected to this one along ranks and files.
fn group(board: &Board, first: Square) -> BTreeSet<Square> {
    let mut group = BTreeSet::new();
    let mut waiting = vec![first];
    while let Some(man) = waiting.pop() {
        if group.insert(man) {
            waiting.extend(man.neighbours().into_iter().filter(|&next| board.at(next) == board.at(first)));
        }
    }
    group
}

/// On each axis: both enemy men between which the moved man, or its unbroken chain of own men, stands.
fn intervention(rules: &Rules, board: &Board, arrival: Square) -> BTreeSet<Square> {
    let mut captured = BTreeSet::new();
    for (step, back) in [((1, 0), (-1, 0)), ((0, 1), (0, -1))] {
        let ends = match rules.intervention {
            Intervention::None => continue,
            Intervention::Single => [arrival.step(step), arrival.step(back)],
            Intervention::Line => [end_of_own_chain(board, arrival, step), end_of_own_chain(board, arrival, back)],
        };
        let enemy = Some(mover(board, arrival).opponent());
        if ends.iter().all(|&end| board.at(end) == enemy) {
            captured.extend(ends);
        }
    }
    captured
}

/// The first place, seen from the moved man, that does not hold one of the mover's men.
fn end_of_own_chain(board: &Board, arrival: Square, step: Step) -> Square {
    let mut place = arrival;
    while board.at(place) == board.at(arrival) {
        place = place.step(step);
    }
    place
}

/// The unbroken run of the mover's enemies from a square onward, and the place right behind the run.
fn enemy_run(board: &Board, mover: Side, first: Square, step: Step) -> (BTreeSet<Square>, Square) {
    let mut run = BTreeSet::new();
    let mut place = first;
    while board.at(place) == Some(mover.opponent()) {
        run.insert(place);
        place = place.step(step);
    }
    (run, place)
}

fn mover(board: &Board, arrival: Square) -> Side {
    board.at(arrival).expect("the moved man stands on its arrival square")
}
