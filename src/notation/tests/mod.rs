//! Tests of the text forms that only look at them from outside, and the games and random numbers that they share.

mod damage;
mod exact;
mod malformed;
mod round_trip;

use alloc::vec::Vec;

use crate::board::Side;
use crate::game::Game;
use crate::rules::Rules;

/// Rules with boards of three sizes, and both kinds of moves.
const RULES: [&str; 5] = ["classic-5", "hybrid", "mak-yek", "plain,size=4", "jsa,size=5"];

fn rules(text: &str) -> Rules {
    text.parse().unwrap()
}

/// The game of these moves, one space apart.
fn game(rules_text: &str, sfen: Option<&str>, moves: &str) -> Game {
    let mut game = match sfen {
        Some(sfen) => Game::from_setup(rules(rules_text), &sfen.parse().unwrap()).unwrap(),
        None => Game::new(rules(rules_text)),
    };
    for mv in moves.split_whitespace() {
        game.play(mv.parse().unwrap()).unwrap();
    }
    game
}

/// A xorshift generator.
struct Random(u64);

impl Random {
    /// A number below `bound`.
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 16) % bound as u64).unwrap()
    }

    fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }

    /// A game of up to `plies` random moves, which then may end by resignation or agreement.
    fn game(&mut self, rules: Rules, plies: usize) -> Game {
        let mut game = Game::new(rules);
        for _ in 0..self.below(plies + 1) {
            let moves: Vec<_> = game.position().moves().collect();
            if moves.is_empty() || game.result().is_some() {
                return game;
            }
            game.play(self.pick(&moves)).unwrap();
        }
        // A game that is over stays as it is.
        let _ = match self.below(4) {
            0 => game.resign(Side::Sente),
            1 => game.resign(Side::Gote),
            2 => game.agree_draw(),
            _ => Ok(()),
        };
        game
    }
}
