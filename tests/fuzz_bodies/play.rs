//! The crate against the slow model of the rules.

use std::collections::BTreeMap;

use hasami_shogi::Position;

use crate::reference::random::{Rng, random_position, random_rules};
use crate::reference::{self, MoveFacts};
use crate::support::twin::Twin;
use crate::support::{parsed, position};

/// A game is broken off after so many moves.
const LONGEST: usize = 100;

/// The ways to count and to list moves, too, are compared once in so many moves.
const WHOLE: usize = 4;

/// Any rules, any start, any moves: after every move the two sides agree on what the rules say of the position. Answers the number of moves played.
pub fn play_differential(data: &[u8]) -> usize {
    let mut rng = Rng::told(data);
    let mut twin = start(&mut rng);
    for played in 0..LONGEST {
        let legal = twin.legal_moves();
        let same = if played % WHOLE == 0 { twin.compare(&legal) } else { twin.compare_rules(&legal) };
        let move_made = same.and_then(|()| step(&mut twin, &mut rng, &legal));
        let goes_on = move_made.unwrap_or_else(|why| panic!("{}, {}: {why}", twin.ours.rules(), twin.theirs.sfen()));
        if !goes_on {
            return played;
        }
    }
    LONGEST
}

fn start(rng: &mut Rng) -> Twin {
    let anywhere = rng.coin();
    let model = random_rules(rng);
    let rules = parsed(&model);
    let theirs = if anywhere { random_position(rng, &model) } else { reference::Position::start(&model) };
    let ours = if anywhere { position(rules, &theirs.sfen()) } else { Position::start(rules) };
    Twin { ours, theirs, model }
}

/// Plays on, unless the game or the input is at its end.
fn step(twin: &mut Twin, rng: &mut Rng, legal: &BTreeMap<String, MoveFacts>) -> Result<bool, String> {
    if legal.is_empty() || !rng.is_told() {
        return twin.compare_two_plies().map(|()| false);
    }
    let captures_only = rng.coin() && legal.values().any(|facts| !facts.captures.is_empty());
    let choices: Vec<_> = legal.iter().filter(|(_, facts)| !captures_only || !facts.captures.is_empty()).collect();
    let (chosen, facts) = rng.pick(&choices);
    twin.play(chosen, facts).map(|()| true)
}
