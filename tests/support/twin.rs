//! The crate and the slow model side by side in one position.

use std::collections::{BTreeMap, BTreeSet};

use hasami_shogi::{Game, Move, Position, Side, perft};

use super::{agree, agree_on_moves, legal_moves, names, position, words};
use crate::reference::{self, MoveFacts};

/// The same position on both sides.
pub struct Twin {
    pub ours: Position,
    pub theirs: reference::Position,
    pub model: reference::Rules,
}

impl Twin {
    /// The legal moves as the model sees them.
    pub fn legal_moves(&self) -> BTreeMap<String, MoveFacts> {
        self.theirs.legal_moves(&self.model)
    }

    /// Plays a legal move on both sides.
    pub fn play(&mut self, chosen: &str, facts: &MoveFacts) -> Result<(), String> {
        let (before, mv) = (self.ours, chosen.parse().expect("a move"));
        self.theirs = self.theirs.play_legal(&self.model, chosen);
        let captured = self.ours.play(mv).map_err(|error| format!("{chosen}: {error}"))?;
        agree(&format!("captures on playing {chosen}"), &names(captured), &facts.captures)?;
        let mut game = Game::from_setup(*before.rules(), &before.to_setup(1)).map_err(|error| error.to_string())?;
        agree("play in a game", game.play(mv), Ok(captured))?;
        agree("position of the game", (game.position(), game.position().hash()), (&self.ours, self.ours.hash()))?;
        agree("undo", game.undo(), Some(mv))?;
        agree("position after undo", (game.position(), game.position().hash()), (&before, before.hash()))
    }

    /// Compares all that there is to know of the position; `legal` are its moves.
    pub fn compare(&self, legal: &BTreeMap<String, MoveFacts>) -> Result<(), String> {
        self.compare_rules(legal)?;
        agree("perft 1", perft::perft(&self.ours, 1), Ok(legal.len() as u128))?;
        self.compare_unsafe_men(legal)?;
        self.compare_generators(legal)?;
        self.compare_children()
    }

    /// Compares what the rules say of the position: moves, captures, ending, men; and with that its text and its hash.
    pub fn compare_rules(&self, legal: &BTreeMap<String, MoveFacts>) -> Result<(), String> {
        agree_on_moves(&legal_moves(&self.ours), legal)?;
        agree("outcome", words(self.ours.outcome()), self.theirs.outcome(&self.model))?;
        self.compare_texts()?;
        self.compare_numbers()
    }

    /// Compares the count of two plies with what playing each move leads to.
    pub fn compare_two_plies(&self) -> Result<(), String> {
        let replies = self.ours.moves().map(|mv| self.after(mv).moves().count() as u128).sum();
        agree("perft 2", perft::perft(&self.ours, 2), Ok(replies))
    }

    /// A move between any two squares, on the board or not, can be played just if it is among the legal ones.
    pub fn compare_any_move(&self, any: &str, legal: &BTreeMap<String, MoveFacts>) -> Result<(), String> {
        let mut after = self.ours;
        let played = after.play(any.parse().expect("a move")).is_ok();
        agree(&format!("legality of {any}"), played, legal.contains_key(any))?;
        agree("whether the position changes", after != self.ours, played)
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
}
