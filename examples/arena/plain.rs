//! The plain opponent: it plays as most programs for browsers and phones do.
//!
//! Alpha-beta to a fixed depth with captures looked at first. It counts men and knows the ends of the game, and nothing else: no table, no
//! quiescence, no reductions. Among equal moves the seed decides, captures before others.

use crate::opening::material;
use crate::random::Random;
use hasami_shogi::{Move, Outcome, Position, Side};

/// Above any number of men.
const WIN: i32 = 1_000;
/// Above any value.
const INFINITE: i32 = 10_000;

/// A player that looks a fixed number of plies ahead.
#[derive(Clone, Debug)]
pub(crate) struct Plain {
    depth: u32,
    random: Random,
}

impl Plain {
    pub(crate) const fn new(depth: u32, seed: u64) -> Plain {
        Plain { depth, random: Random::new(seed) }
    }

    /// From now on the choice among equal moves depends on this seed.
    pub(crate) const fn reseed(&mut self, seed: u64) {
        self.random = Random::new(seed);
    }

    /// The move that it plays; `None` only if there is none.
    pub(crate) fn choose(&mut self, position: &Position) -> Option<Move> {
        let mut moves = position.move_list();
        shuffle(&mut moves, &mut self.random);
        moves.sort_by_key(|mv| position.captures_of(*mv).is_empty());
        let mut best = None;
        let mut most = -INFINITE;
        for mv in moves {
            let value = -value(&after(position, mv), self.depth.saturating_sub(1), -INFINITE, -most);
            if value > most {
                (best, most) = (Some(mv), value);
            }
        }
        best
    }
}

fn shuffle(moves: &mut [Move], random: &mut Random) {
    for last in (1..moves.len()).rev() {
        moves.swap(last, random.below(last + 1));
    }
}

fn after(position: &Position, mv: Move) -> Position {
    let mut child = *position;
    child.play_unchecked(mv);
    child
}

/// The value of a position for the side to move, in men.
fn value(position: &Position, depth: u32, alpha: i32, beta: i32) -> i32 {
    match (position.outcome(), depth) {
        (Some(outcome), _) => end(outcome, position.side_to_move(), depth),
        (None, 0) => material(position),
        (None, _) => expand(position, depth, alpha, beta),
    }
}

/// What the end of the game is worth: the sooner a win, the better.
fn end(outcome: Outcome, side: Side, depth: u32) -> i32 {
    match outcome.winner().map(|winner| winner == side) {
        None => 0,
        Some(true) => WIN + depth as i32,
        Some(false) => -WIN - depth as i32,
    }
}

fn expand(position: &Position, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    let mut visit = |mv| {
        alpha = alpha.max(-value(&after(position, mv), depth - 1, -beta, -alpha));
        alpha >= beta
    };
    if position.capturing_moves().any(&mut visit) {
        return alpha;
    }
    if depth == 1 && material(position) < beta {
        return alpha.max(last_ply(position));
    }
    // Captures come up once more, which costs less than to leave them out.
    position.moves().any(visit);
    alpha
}

/// The value at depth 1. No quiet move reaches beta, so all are to be looked at, and all at once is faster.
fn last_ply(position: &Position) -> i32 {
    let mut most = -INFINITE;
    position.for_each_child(|_, child| most = most.max(-value(child, 0, -INFINITE, INFINITE)));
    most
}

#[cfg(test)]
mod tests {
    use super::*;
    use hasami_shogi::{Game, Preset, Rules};

    /// The value without any pruning.
    fn minimax(position: &Position, depth: u32) -> i32 {
        match (position.outcome(), depth) {
            (Some(outcome), _) => end(outcome, position.side_to_move(), depth),
            (None, 0) => material(position),
            _ => position.moves().map(|mv| -minimax(&after(position, mv), depth - 1)).max().unwrap_or(0),
        }
    }

    #[test]
    fn it_takes_a_free_man() {
        let position = Position::from_sfen(Rules::CLASSIC_5, "ppppp1p1p/9/9/9/1Pp6/9/9/9/3P1PPPP b").expect("a position");
        for depth in 1..=4 {
            let mv = Plain::new(depth, 7).choose(&position).expect("a move");
            assert_eq!(position.captures_of(mv).len(), 1, "depth {depth}: {mv}");
        }
    }

    #[test]
    fn it_plays_legal_moves_in_every_preset() {
        for preset in Preset::ALL {
            let mut game = Game::new(preset.rules());
            let mut player = Plain::new(2, 1);
            while game.result().is_none() && game.ply() < 120 {
                let mv = player.choose(game.position()).expect("a move");
                game.play(mv).unwrap_or_else(|error| panic!("{preset}: {mv}: {error}"));
            }
        }
    }

    #[test]
    fn pruning_changes_no_value() {
        let small = ["online,size=5", "hybrid,size=6", "mak-yek,size=7", "dai-hop-five,size=7"];
        let small = small.map(|rules| (rules.parse().expect("rules"), 3));
        for (rules, depth) in Preset::ALL.iter().map(|preset| (preset.rules(), 2)).chain(small) {
            let game = crate::opening::balanced(&Game::new(rules), 12, &mut Random::new(3)).expect("an opening");
            let value = value(game.position(), depth, -INFINITE, INFINITE);
            assert_eq!(value, minimax(game.position(), depth), "{rules}");
        }
    }

    #[test]
    fn the_seed_decides_among_equal_moves() {
        let start = Position::default();
        assert_eq!(Plain::new(2, 5).choose(&start), Plain::new(2, 5).choose(&start));
        let moves: std::collections::BTreeSet<_> = (0..20).filter_map(|seed| Plain::new(2, seed).choose(&start)).collect();
        assert!(moves.len() > 5);
    }
}
