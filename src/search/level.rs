//! Levels below full strength: fewer nodes, and now and then a move that is not the best.

use super::limits::{Level, Limits};
use super::report::{Line, Report};
use crate::position::Position;

/// The lines that a weak player chooses among.
const CHOICE: usize = 5;

/// The nodes that the weakest level looks at, enough for every reply to every move; each higher level sees twice as many.
const LEAST_SIGHT: u64 = 1_000;

/// So much less than the best may a move of the weakest level be worth, in hundredths of a man; each higher level gives up a ninth less.
const SLIP: i32 = 225;

/// The limits for a level: what the caller asked for, and no more than the level sees.
pub(super) fn limits(limits: &Limits) -> Limits {
    if limits.level == Level::FULL {
        return limits.clone();
    }
    let sight = LEAST_SIGHT << (limits.level.get() - 1);
    Limits { nodes: Some(limits.nodes.map_or(sight, |nodes| nodes.min(sight))), lines: limits.lines.max(CHOICE), ..limits.clone() }
}

/// Lets a level below full strength pick one of the lines. The same position always gives the same choice.
pub(super) fn choose(report: &mut Report, limits: &Limits, position: &Position, ply: usize) {
    let weakness = i32::from(Level::FULL.get() - limits.level.get());
    let Some(best) = report.lines.first().map(|line| line.score).filter(|_| weakness > 0) else { return };
    let slip = SLIP * weakness / 9;
    let fair =
        |line: &&Line| line.score == best || (!best.is_decided() && !line.score.is_decided() && best.value() - line.score.value() <= slip);
    let choice = report.lines.iter().filter(fair).count();
    let dice = (position.hash() ^ ply as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    // The best line has several tickets more the stronger the level.
    let tickets = choice as u64 + u64::from(limits.level.get());
    let drawn = (dice % tickets) as usize;
    let chosen = report.lines.iter().filter(fair).nth(if drawn < choice { drawn } else { 0 });
    if let Some((mv, score)) = chosen.and_then(|line| Some((*line.moves.first()?, line.score))) {
        (report.best, report.score) = (Some(mv), score);
    }
}
