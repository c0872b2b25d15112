//! Random openings that give neither side the better game.

use crate::random::Random;
use hasami_shogi::search::{Limits, Score, Searcher};
use hasami_shogi::{CaptureGoal, Compulsion, Game, Move, Outcome, Position, Side};

/// So many openings are tried before the least unbalanced one has to do.
const TRIES: u32 = 100;
/// The plies in which every move is looked at before captures alone go on.
const PLIES: u32 = 2;
/// Beyond this no exchange is followed.
const MOST_CAPTURES: u32 = 6;
/// Where capturing is compulsory, the nodes and the table of the search that judges an opening.
const NODES: u64 = 50_000;
const HASH_BYTES: usize = 1 << 20;
/// What a win is worth, in men.
const WIN: i32 = 100;

/// Plays `plies` random moves from `start`, so that the captures are equal and neither side wins a man by force within sight.
///
/// If there is no such opening among a hundred, the one with the least difference; `None` if every game was over by then.
pub(crate) fn balanced(start: &Game, plies: u32, random: &mut Random) -> Option<Game> {
    let mut least: Option<(i32, Game)> = None;
    for _ in 0..TRIES {
        let Some(game) = wander(start, plies, random) else { continue };
        let imbalance = imbalance(game.position());
        if imbalance == 0 {
            return Some(game);
        }
        if least.as_ref().is_none_or(|(other, _)| imbalance < *other) {
            least = Some((imbalance, game));
        }
    }
    least.map(|(_, game)| game)
}

/// The game after so many random moves, unless it is over.
fn wander(start: &Game, plies: u32, random: &mut Random) -> Option<Game> {
    let mut game = start.clone();
    for _ in 0..plies {
        game.play(random.choose(&game.position().move_list())?).ok()?;
    }
    game.result().is_none().then_some(game)
}

/// The men that either side is ahead, now or by force.
fn imbalance(position: &Position) -> i32 {
    let captures = Side::ALL.map(|side| i32::from(position.captured(side)));
    let forced = match position.rules().compulsion() {
        Compulsion::Optional => outlook(position, PLIES, -WIN, WIN),
        Compulsion::Compulsory => judgement(position),
    };
    (captures[0] - captures[1]).abs().max(forced.abs())
}

/// The men that a search thinks the side to move ahead.
///
/// Where capturing is compulsory, long lines of offers decide games in the opening, and no exchange can be left off halfway.
fn judgement(position: &Position) -> i32 {
    let Ok(game) = Game::from_setup(*position.rules(), &position.to_setup(1)) else { return WIN };
    match Searcher::new(HASH_BYTES).search(&game, &Limits::new().nodes(NODES)).score {
        Score::Estimate(value) => value / 100,
        Score::Win { .. } => WIN,
        Score::Loss { .. } => -WIN,
    }
}

/// The lead in captures of the side to move after best play: `plies` full plies and the captures that follow.
fn outlook(position: &Position, plies: u32, alpha: i32, beta: i32) -> i32 {
    match position.outcome() {
        Some(outcome) => worth(outcome, position.side_to_move()),
        None if plies > 0 => best(position, position.moves(), alpha, beta, &|child, alpha, beta| outlook(child, plies - 1, alpha, beta)),
        None => exchange(position, MOST_CAPTURES, alpha, beta),
    }
}

/// The same with captures only, any of which may be left out.
fn exchange(position: &Position, captures: u32, alpha: i32, beta: i32) -> i32 {
    match position.outcome() {
        Some(outcome) => return worth(outcome, position.side_to_move()),
        None if captures == 0 => return material(position),
        None => {}
    }
    let alpha = alpha.max(material(position));
    best(position, position.capturing_moves(), alpha, beta, &|child, alpha, beta| exchange(child, captures - 1, alpha, beta))
}

/// The best of some moves: alpha-beta, where `value` tells what a child is worth to its side to move.
fn best(
    position: &Position,
    moves: impl Iterator<Item = Move>,
    mut alpha: i32,
    beta: i32,
    value: &dyn Fn(&Position, i32, i32) -> i32,
) -> i32 {
    for mv in moves {
        if alpha >= beta {
            break;
        }
        let mut child = *position;
        child.play_unchecked(mv);
        alpha = alpha.max(-value(&child, -beta, -alpha));
    }
    alpha
}

/// What the end of a game is worth to `side`, in men.
pub(crate) fn worth(outcome: Outcome, side: Side) -> i32 {
    match outcome.winner().map(|winner| winner == side) {
        None => 0,
        Some(true) => WIN,
        Some(false) => -WIN,
    }
}

/// The lead of the side to move, in captures, or in losses where these win.
pub(crate) fn material(position: &Position) -> i32 {
    let side = position.side_to_move();
    let lead = i32::from(position.captured(side)) - i32::from(position.captured(!side));
    match position.rules().capture_goal() {
        CaptureGoal::Wins => lead,
        CaptureGoal::Loses => -lead,
    }
}
