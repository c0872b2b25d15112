//! The crate against the slow model of the rules, move by move through thousands of random games.

mod reference;
mod support;

use std::collections::BTreeMap;
use std::thread;

use hasami_shogi::{Position, Rules};
use reference::MoveFacts;
use reference::random::{Rng, random_position, random_rules};
use support::twin::Twin;
use support::{parsed, position};

const THREADS: usize = 2;
const LONGEST_GAME: usize = 80;

/// One position in so many has its perft 2 compared.
const TWO_PLIES: u32 = 5;

/// How many games, and how many set-up positions: by each preset, and by random mixes of options. The model is slow without optimization.
#[cfg(debug_assertions)]
const COUNTS: [[usize; 2]; 2] = [[5, 220], [50, 5_000]];
#[cfg(not(debug_assertions))]
const COUNTS: [[usize; 2]; 2] = [[250, 8_500], [500, 30_000]];

#[test]
fn crate_and_model_agree_in_every_game() {
    let contests = contests(COUNTS[0], LONGEST_GAME);
    let tally = play_all(&contests);
    assert!(tally.positions > contests.len() * 10, "{tally:?}");
}

#[test]
fn crate_and_model_agree_in_set_up_positions() {
    let contests = contests(COUNTS[1], 0);
    let tally = play_all(&contests);
    assert_eq!(tally.positions, contests.len());
}

/// Plays everything on several threads; by then every kind of move and of ending has to have come up.
fn play_all(contests: &[Contest]) -> Tally {
    let tally = thread::scope(|scope| {
        let part = |first: usize| contests.iter().skip(first).step_by(THREADS);
        let players: Vec<_> = (0..THREADS).map(|first| scope.spawn(move || part(first).map(Contest::play).collect::<Vec<_>>())).collect();
        players.into_iter().flat_map(|player| player.join().expect("agreement, or else see above")).fold(Tally::default(), Tally::and)
    });
    println!("{} games, {tally:?}", contests.len());
    let endings: Vec<&str> = tally.endings.keys().map(String::as_str).collect();
    assert_eq!(endings, ["both_weak", "capture_goal", "dead", "lead", "line", "no_move"]);
    assert!(tally.capturing_moves > 0 && tally.hops > 0 && tally.moves > tally.capturing_moves + tally.hops);
    tally
}

/// What was compared.
#[derive(Debug, Default)]
struct Tally {
    positions: usize,
    moves: usize,
    capturing_moves: usize,
    hops: usize,
    endings: BTreeMap<String, usize>,
}

impl Tally {
    fn count(&mut self, legal: &BTreeMap<String, MoveFacts>) {
        self.positions += 1;
        self.moves += legal.len();
        self.capturing_moves += legal.values().filter(|facts| !facts.captures.is_empty()).count();
        self.hops += legal.values().filter(|facts| facts.hop).count();
    }

    fn and(mut self, other: Tally) -> Tally {
        self.positions += other.positions;
        self.moves += other.moves;
        self.capturing_moves += other.capturing_moves;
        self.hops += other.hops;
        for (ending, games) in other.endings {
            *self.endings.entry(ending).or_default() += games;
        }
        self
    }
}

/// One game to be played, by a preset or by random rules. The same seed always gives the same game.
struct Contest {
    preset: Option<(Rules, reference::Rules)>,
    seed: u64,
    /// At most so many moves; none at all means that only a set-up position is compared.
    longest: usize,
}

fn contests([by_preset, by_mix]: [usize; 2], longest: usize) -> Vec<Contest> {
    let mut presets: Vec<Option<(Rules, reference::Rules)>> = Vec::new();
    for (name, json) in support::presets() {
        let rules = name.parse().unwrap_or_else(|error| panic!("{name}: {error}"));
        presets.extend((0..by_preset).map(|_| Some((rules, reference::Rules::from_json(&json)))));
    }
    presets.extend((0..by_mix).map(|_| None));
    presets.into_iter().zip(0..).map(|(preset, seed)| Contest { preset, seed, longest }).collect()
}

impl Contest {
    fn play(&self) -> Tally {
        let mut rng = Rng::new(self.seed);
        let (rules, model) = self.preset.clone().unwrap_or_else(|| {
            let model = random_rules(&mut rng);
            (parsed(&model), model)
        });
        // One game in five begins anywhere.
        let anywhere = self.longest == 0 || self.seed % 5 == 4;
        let theirs = if anywhere { random_position(&mut rng, &model) } else { reference::Position::start(&model) };
        let ours = if anywhere { position(rules, &theirs.sfen()) } else { Position::start(rules) };
        let trace = Trace { seed: self.seed, rules, start: theirs.sfen(), moves: Vec::new() };
        Game { twin: Twin { ours, theirs, model }, rng, longest: self.longest, trace }.play()
    }
}

/// Printed when a game fails: all that is needed to see the failure again.
struct Trace {
    seed: u64,
    rules: Rules,
    start: String,
    moves: Vec<String>,
}

impl Drop for Trace {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("seed {}, rules {}, from {}: {}", self.seed, self.rules, self.start, self.moves.join(" "));
        }
    }
}

/// The same game on both sides.
struct Game {
    twin: Twin,
    rng: Rng,
    longest: usize,
    trace: Trace,
}

impl Game {
    fn play(mut self) -> Tally {
        let mut tally = Tally::default();
        loop {
            let legal = self.twin.legal_moves();
            tally.count(&legal);
            if let Err(difference) = self.compare(&legal) {
                panic!("{}: {difference}", self.twin.theirs.sfen());
            }
            if legal.is_empty() || self.trace.moves.len() == self.longest {
                break;
            }
            self.make_a_move(&legal);
        }
        let ending = self.twin.theirs.outcome(&self.twin.model);
        tally.endings.extend(ending.map(|(_, reason)| (reason, 1)));
        tally
    }

    /// Plays a random move, half of the time one that captures.
    fn make_a_move(&mut self, legal: &BTreeMap<String, MoveFacts>) {
        let captures_only = self.rng.coin() && legal.values().any(|facts| !facts.captures.is_empty());
        let choices: Vec<&String> =
            legal.iter().filter(|(_, facts)| !captures_only || !facts.captures.is_empty()).map(|(mv, _)| mv).collect();
        let chosen = self.rng.pick(&choices).clone();
        self.trace.moves.push(chosen.clone());
        self.twin.play(&chosen, &legal[&chosen]).expect("agreement on the captures");
    }

    fn compare(&mut self, legal: &BTreeMap<String, MoveFacts>) -> Result<(), String> {
        self.twin.compare(legal)?;
        let mut square = || format!("{}{}", self.rng.between(1, 9), self.rng.pick(&['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']));
        self.twin.compare_any_move(&(square() + &square()), legal)?;
        // The last two plies are counted without playing them. Now and then all children are played after all.
        if self.rng.between(1, TWO_PLIES) == 1 { self.twin.compare_two_plies() } else { Ok(()) }
    }
}
