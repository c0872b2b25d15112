//! The record of a game against the slow model's: repetition, the limits, and moves taken back and played again.

mod reference;
mod support;

use std::collections::BTreeSet;

use hasami_shogi::{Game, IllegalMove, Move, Side};
use reference::random::{Rng, random_move, random_position, random_rules, random_shuttling_move};
use reference::{Limit, Record, Repetition, Rules, ending};
use support::{agree, names, parsed, words};

#[cfg(debug_assertions)]
const GAMES: u64 = 80;
#[cfg(not(debug_assertions))]
const GAMES: u64 = 1_000;

/// Play goes on for so many moves, then some are taken back; and so on, so many times.
const MOVES: u32 = 40;
const ROUNDS: u32 = 3;

#[test]
fn games_and_records_agree() {
    let mut endings = BTreeSet::new();
    let mut wins_on_the_last_move = 0;
    for seed in 0..GAMES {
        let mut players = Players::new(seed);
        let played = players.play();
        let record = &players.record;
        let (rules, start) = (record.rules.text(), record.positions[0].sfen());
        assert!(played.is_ok(), "seed {seed}, {rules}, {start}, {}: {played:?}", record.moves.join(" "));
        endings.extend(players.endings);
        wins_on_the_last_move += u32::from(is_win_on_the_last_move(record));
    }
    for reason in ["repetition", "quiet_limit", "move_limit"] {
        for winner in ["sente", "gote", "draw"] {
            assert!(endings.contains(&(winner.to_string(), reason.to_string())), "no game ended by {reason} ({winner})");
        }
    }
    assert!(wins_on_the_last_move > 0, "no win on the last move allowed");
}

/// Whether the position decided the game when the limits would have done so with the same move.
fn is_win_on_the_last_move(record: &Record) -> bool {
    let (Limit::Adjudicate(limit) | Limit::Draw(limit)) = record.rules.moves else {
        return false;
    };
    record.moves.len() == limit as usize && record.position().outcome(&record.rules).is_some()
}

/// The same game on both sides.
struct Players {
    game: Game,
    record: Record,
    /// Moves that were taken back, the first to be played again at the end.
    undone: Vec<String>,
    shuttling: bool,
    endings: BTreeSet<ending::Outcome>,
    rng: Rng,
}

impl Players {
    fn new(seed: u64) -> Players {
        let mut rng = Rng::new(seed);
        let rules = rules_with_small_limits(&mut rng);
        let shuttling = rng.coin();
        let (game, record) = if rng.between(1, 4) == 1 {
            let start = random_position(&mut rng, &rules);
            let setup = start.sfen().parse().expect("an SFEN");
            (Game::from_setup(parsed(&rules), &setup).expect("a possible position"), Record::from_position(&rules, start))
        } else {
            (Game::new(parsed(&rules)), Record::new(&rules))
        };
        Players { game, record, undone: Vec::new(), shuttling, endings: BTreeSet::new(), rng }
    }

    /// Plays on, takes back and plays again, comparing after every step.
    fn play(&mut self) -> Result<(), String> {
        self.compare()?;
        self.play_on()?;
        for _ in 0..ROUNDS {
            let full = self.game.clone();
            self.take_back()?;
            self.play_again()?;
            agree("equality after undo and redo", self.game == full, self.undone.is_empty())?;
            self.play_on()?;
        }
        Ok(())
    }

    fn play_on(&mut self) -> Result<(), String> {
        for _ in 0..MOVES {
            let choose = if self.shuttling { random_shuttling_move } else { random_move };
            let Some(chosen) = choose(&mut self.rng, &self.record) else {
                break;
            };
            self.record.play(&chosen);
            self.undone.clear();
            let captured = self.game.play(usi(&chosen)).map_err(|error| format!("{chosen}: {error}"))?;
            agree("captures", Some(&names(captured)), self.record.captures.last())?;
            agree("redo after a new move", self.game.redo(), None)?;
            self.compare()?;
        }
        Ok(())
    }

    fn take_back(&mut self) -> Result<(), String> {
        for _ in 0..self.rng.between(0, self.record.moves.len() as u32 + 1) {
            let undone = self.record.undo();
            agree("undo", self.game.undo(), undone.as_deref().map(usi))?;
            self.undone.extend(undone);
            self.compare()?;
        }
        Ok(())
    }

    fn play_again(&mut self) -> Result<(), String> {
        for _ in 0..self.rng.between(0, self.undone.len() as u32 * 2) {
            let again = self.undone.pop();
            agree("redo", self.game.redo(), again.as_deref().map(usi))?;
            again.map(|again| self.record.play(&again));
            self.compare()?;
        }
        Ok(())
    }

    fn compare(&mut self) -> Result<(), String> {
        let (game, record) = (&self.game, &self.record);
        agree("result", words(game.result()), record.result())?;
        agree("occurrences", game.occurrences(), record.occurrences())?;
        agree("quiet moves", game.quiet_moves(), record.quiet_moves())?;
        agree("ply", game.ply(), record.moves.len())?;
        agree("SFEN", game.setup().to_string(), record.position().sfen())?;
        agree("start", game.start().to_string(), record.positions[0].sfen())?;
        agree("moves", game.moves().map(|mv| mv.to_string()).collect(), record.moves.clone())?;
        agree("captures", game.history().map(|(_, captured)| names(captured)).collect(), record.captures.clone())?;
        self.endings.extend(self.record.result());
        self.compare_refusal()
    }

    /// A game that is over takes no move, no resignation and no agreement.
    fn compare_refusal(&self) -> Result<(), String> {
        let mut game = self.game.clone();
        if let Some(outcome) = game.result() {
            agree("a move in a game that is over", game.play(usi("5e5f")), Err(IllegalMove::GameOver(outcome)))?;
            agree("resigning, agreeing", (game.resign(Side::Sente).is_ok(), game.agree_draw().is_ok()), (false, false))?;
        }
        agree("change by a refused move", &game, &self.game)
    }
}

fn usi(text: &str) -> Move {
    text.parse().expect("a move")
}

/// Half of the time a preset's rules, else any; the endings of the record come soon.
fn rules_with_small_limits(rng: &mut Rng) -> Rules {
    let presets = support::presets();
    let mut rules = if rng.coin() { Rules::from_json(&rng.pick(&presets).1) } else { random_rules(rng) };
    let occurrences = rng.between(2, 4);
    rules.repetition = rng.pick(&[Repetition::None, Repetition::Draw(occurrences), Repetition::Loss(occurrences)]);
    rules.quiet = small_limit(rng, 16);
    rules.moves = small_limit(rng, 60);
    rules
}

fn small_limit(rng: &mut Rng, longest: u32) -> Limit {
    let moves = rng.between(1, longest);
    rng.pick(&[Limit::None, Limit::Adjudicate(moves), Limit::Draw(moves)])
}
