//! The crate against the slow model of the rules, move by move through thousands of random games.

mod reference;
mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::thread;

use hasami_shogi::{Move, Position, Rules, Side, perft};
use reference::MoveFacts;
use reference::random::{Rng, random_position, random_rules};
use support::{agree, agree_on_moves, legal_moves, names, parsed, position, words};

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
        Game { ours, theirs, model, rng, longest: self.longest, trace }.play()
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
    ours: Position,
    theirs: reference::Position,
    model: reference::Rules,
    rng: Rng,
    longest: usize,
    trace: Trace,
}

impl Game {
    fn play(mut self) -> Tally {
        let mut tally = Tally::default();
        loop {
            let legal = self.theirs.legal_moves(&self.model);
            tally.count(&legal);
            if let Err(difference) = self.compare(&legal) {
                panic!("{}: {difference}", self.theirs.sfen());
            }
            if legal.is_empty() || self.trace.moves.len() == self.longest {
                break;
            }
            self.make_a_move(&legal);
        }
        let ending = self.theirs.outcome(&self.model);
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
        self.theirs = self.theirs.play(&self.model, &chosen);
        let captured = self.ours.play(chosen.parse().expect("a move")).expect("a legal move");
        assert_eq!(names(captured), legal[&chosen].captures, "captures on playing {chosen}");
    }

    fn compare(&mut self, legal: &BTreeMap<String, MoveFacts>) -> Result<(), String> {
        agree_on_moves(&legal_moves(&self.ours), legal)?;
        agree("outcome", words(self.ours.outcome()), self.theirs.outcome(&self.model))?;
        self.compare_counts(legal)?;
        self.compare_texts()?;
        self.compare_numbers()?;
        self.compare_unsafe_men(legal)?;
        self.compare_generators(legal)?;
        self.compare_children()?;
        self.compare_any_move(legal)
    }

    /// The last two plies are counted without playing them. Now and then all children are played after all.
    fn compare_counts(&mut self, legal: &BTreeMap<String, MoveFacts>) -> Result<(), String> {
        agree("perft 1", perft::perft(&self.ours, 1), legal.len() as u64)?;
        if self.rng.between(1, TWO_PLIES) > 1 {
            return Ok(());
        }
        let replies = self.ours.moves().map(|mv| self.after(mv).moves().count() as u64).sum();
        agree("perft 2", perft::perft(&self.ours, 2), replies)
    }

    fn after(&self, mv: Move) -> Position {
        let mut after = self.ours;
        after.play_unchecked(mv);
        after
    }

    /// The position, built from nothing out of its text, is the one that play has led to, hash and outcome included.
    fn compare_texts(&self) -> Result<(), String> {
        agree("SFEN", self.ours.to_setup(self.theirs.move_number).to_string(), self.theirs.sfen())?;
        let built = position(*self.ours.rules(), &self.theirs.sfen());
        agree("hash", self.ours.hash(), built.hash())?;
        agree("position", self.ours, built)
    }

    fn compare_numbers(&self) -> Result<(), String> {
        for (ours, theirs) in [(Side::Sente, reference::Side::Sente), (Side::Gote, reference::Side::Gote)] {
            agree("men", self.ours.men(ours).len(), self.theirs.board.count(theirs))?;
            agree("captured", u32::from(self.ours.captured(ours)), self.theirs.captured(&self.model, theirs))?;
        }
        Ok(())
    }

    fn compare_unsafe_men(&self, legal: &BTreeMap<String, MoveFacts>) -> Result<(), String> {
        let side = self.ours.side_to_move();
        agree("unsafe men", names(self.ours.capturable(side)), self.theirs.unsafe_men(&self.model))?;
        let within_reach: BTreeSet<String> = legal.values().flat_map(|facts| facts.captures.iter().cloned()).collect();
        agree("men within reach", names(self.ours.capturable(!side)), within_reach)
    }

    /// The several ways to ask for moves give the same moves.
    fn compare_generators(&self, legal: &BTreeMap<String, MoveFacts>) -> Result<(), String> {
        let capturing = legal.iter().filter(|(_, facts)| !facts.captures.is_empty()).map(|(mv, _)| mv.clone());
        let captures: BTreeSet<String> = self.ours.capturing_moves().map(|mv| mv.to_string()).collect();
        agree("capturing moves", captures, capturing.collect())?;
        agree("move list", self.ours.move_list().to_vec(), self.ours.moves().collect())
    }

    /// The children that are made in bulk are those that play leads to, and so are the hashes foretold.
    fn compare_children(&self) -> Result<(), String> {
        let mut children = Vec::new();
        self.ours.for_each_child(|mv, child| children.push((mv, *child)));
        children.sort_by_key(|(mv, _)| *mv);
        agree("number of children", children.len(), self.ours.moves().len())?;
        self.ours.moves().zip(children).try_for_each(|(mv, child)| {
            let after = self.after(mv);
            agree("child", child, (mv, after))?;
            agree("hash of the child", self.ours.hash_after(mv), after.hash())
        })
    }

    /// A move between any two squares, on the board or not, can be played just if it is among the legal ones.
    fn compare_any_move(&mut self, legal: &BTreeMap<String, MoveFacts>) -> Result<(), String> {
        let mut square = || format!("{}{}", self.rng.between(1, 9), self.rng.pick(&['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']));
        let any = square() + &square();
        let mut after = self.ours;
        let played = after.play(any.parse().expect("a move")).is_ok();
        agree(&format!("legality of {any}"), played, legal.contains_key(&any))?;
        agree("whether the position changes", after != self.ours, played)
    }
}
