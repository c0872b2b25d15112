//! When a position is decided, and how (rules, section 4, endings 1 to 6).

use super::board::{Board, Side, Square, Step};
use super::moves;
use super::position::Position;
use super::rules::{Intervention, Lead, Line, NoMove, Rules};

/// The winner (`sente`, `gote` or `draw`) and the reason.
pub type Outcome = (String, String);

/// The first ending that applies, in the order of the rules.
pub fn outcome(rules: &Rules, position: &Position) -> Option<Outcome> {
    capture_goal(rules, position)
        .or_else(|| line_goal(rules, position))
        .or_else(|| lead_goal(rules, position))
        .or_else(|| both_weak(rules, position))
        .or_else(|| no_move(rules, position))
        .or_else(|| dead_position(rules, position))
}

/// 1: a side has captured its target. In a set-up position that may be the side to move; the mover goes first.
fn capture_goal(rules: &Rules, position: &Position) -> Option<Outcome> {
    for side in [position.mover(), position.next()] {
        if position.captured(rules, side) >= rules.target {
            let winner = if rules.misere { side.opponent() } else { side };
            return Some(won(winner, "capture_goal"));
        }
    }
    None
}

/// 2: a side owns a line. In a set-up position that may be the side to move; the mover goes first.
fn line_goal(rules: &Rules, position: &Position) -> Option<Outcome> {
    let line = rules.line?;
    for side in [position.mover(), position.next()] {
        if owns_line(&line, &position.board, side) {
            return Some(won(side, "line"));
        }
    }
    None
}

/// Whether some man of the side is the first of `length` men in one of the enabled directions. A longer line has such
/// a shorter one within it.
pub fn owns_line(line: &Line, board: &Board, side: Side) -> bool {
    let directions = line_directions(line);
    board.men(side).iter().any(|&first| directions.iter().any(|&step| is_line(line, board, side, first, step)))
}

fn is_line(line: &Line, board: &Board, side: Side, first: Square, step: Step) -> bool {
    let mut place = first;
    for _ in 0..line.length {
        if board.at(place) != Some(side) || board.own_rank(side, place) <= line.outside_home_ranks {
            return false;
        }
        place = place.step(step);
    }
    true
}

fn line_directions(line: &Line) -> Vec<Step> {
    let mut directions = Vec::new();
    if line.horizontal {
        directions.push((1, 0));
    }
    if line.vertical {
        directions.push((0, 1));
    }
    if line.diagonal {
        directions.extend([(1, 1), (1, -1)]);
    }
    directions
}

/// 3: a held lead wins for the side that comes to move with it, an immediate one for the side that has just moved.
fn lead_goal(rules: &Rules, position: &Position) -> Option<Outcome> {
    let (leader, needed) = match rules.lead {
        Lead::None => return None,
        Lead::Held(needed) => (position.next(), needed),
        Lead::Immediate(needed) => (position.mover(), needed),
    };
    let own = position.captured(rules, leader);
    let other = position.captured(rules, leader.opponent());
    if own >= other + needed { Some(won(leader, "lead")) } else { None }
}

/// 4: both sides have too few men left.
fn both_weak(rules: &Rules, position: &Position) -> Option<Outcome> {
    let needed = rules.draw_when_both_below?;
    let is_weak = |side| position.board.count(side) < needed;
    if is_weak(Side::Sente) && is_weak(Side::Gote) { Some(drawn("both_weak")) } else { None }
}

/// 5: the side to move cannot.
fn no_move(rules: &Rules, position: &Position) -> Option<Outcome> {
    if !moves::all(rules, &position.board, position.next()).is_empty() {
        return None;
    }
    Some(match rules.no_move {
        NoMove::Loss => won(position.mover(), "no_move"),
        NoMove::Draw => drawn("no_move"),
    })
}

/// 6: nobody can capture any more, nor complete a line.
fn dead_position(rules: &Rules, position: &Position) -> Option<Outcome> {
    let sides = [Side::Sente, Side::Gote];
    let a_line_is_possible = match rules.line {
        None => false,
        Some(line) => sides.iter().any(|&side| position.board.count(side) >= u32::from(line.length)),
    };
    let a_capture_is_possible = sides.iter().any(|&side| can_ever_capture(rules, &position.board, side));
    if a_line_is_possible || a_capture_is_possible { None } else { Some(adjudicated(rules, position, "dead")) }
}

/// Two men can catch one; with intervention a single man can catch two.
fn can_ever_capture(rules: &Rules, board: &Board, side: Side) -> bool {
    let own = board.count(side);
    let enemies = board.count(side.opponent());
    let surrounds = own >= 2 && enemies >= 1;
    let intervenes = rules.intervention != Intervention::None && own >= 1 && enemies >= 2;
    surrounds || intervenes
}

/// The side that has captured more wins; under misère the side that has lost more; equal is a draw.
pub fn adjudicated(rules: &Rules, position: &Position, reason: &str) -> Outcome {
    let sente = position.captured(rules, Side::Sente);
    let gote = position.captured(rules, Side::Gote);
    if sente == gote {
        return drawn(reason);
    }
    let captured_more = if sente > gote { Side::Sente } else { Side::Gote };
    won(if rules.misere { captured_more.opponent() } else { captured_more }, reason)
}

pub fn won(side: Side, reason: &str) -> Outcome {
    (side.name().to_string(), reason.to_string())
}

pub fn drawn(reason: &str) -> Outcome {
    ("draw".to_string(), reason.to_string())
}
