//! The game record, and the endings that need it (rules, section 4, ending 7).

use std::collections::{BTreeMap, BTreeSet};

use super::ending::{self, Outcome};
use super::position::{MoveFacts, Position};
use super::rules::{Limit, Repetition, Rules};

/// All positions of a game, the start position first, and the moves between them with what they captured.
#[derive(Clone, Debug)]
pub struct Record {
    pub rules: Rules,
    pub positions: Vec<Position>,
    pub moves: Vec<String>,
    pub captures: Vec<BTreeSet<String>>,
}

impl Record {
    /// A game from the start position of the rules.
    pub fn new(rules: &Rules) -> Record {
        Record::from_position(rules, Position::start(rules))
    }

    /// A game from a set-up position.
    pub fn from_position(rules: &Rules, start: Position) -> Record {
        Record { rules: rules.clone(), positions: vec![start], moves: Vec::new(), captures: Vec::new() }
    }

    pub fn position(&self) -> &Position {
        self.positions.last().expect("a record holds at least its start position")
    }

    /// The legal moves; none once the game is over, be it by the record's own rules.
    pub fn legal_moves(&self) -> BTreeMap<String, MoveFacts> {
        if self.result().is_some() { BTreeMap::new() } else { self.position().legal_moves(&self.rules) }
    }

    /// Plays a legal move and tells the result, if there now is one. Panics if the move is not legal.
    pub fn play(&mut self, usi: &str) -> Option<Outcome> {
        let legal = self.legal_moves();
        let facts = legal.get(usi).unwrap_or_else(|| panic!("{usi} is not legal in {}", self.position().sfen()));
        let after = self.position().play(&self.rules, usi);
        self.positions.push(after);
        self.moves.push(usi.to_string());
        self.captures.push(facts.captures.clone());
        self.result()
    }

    /// Takes the last move back and names it; nothing happens at the start.
    pub fn undo(&mut self) -> Option<String> {
        let undone = self.moves.pop()?;
        self.positions.pop();
        self.captures.pop();
        Some(undone)
    }

    /// What decides the game now: the position itself, or else repetition, the quiet limit, the move limit.
    pub fn result(&self) -> Option<Outcome> {
        self.position()
            .outcome(&self.rules)
            .or_else(|| self.repetition())
            .or_else(|| self.limit(self.rules.quiet, self.quiet_moves(), "quiet_limit"))
            .or_else(|| self.limit(self.rules.moves, self.moves.len() as u32, "move_limit"))
    }

    /// How often the present position has stood on the board with the same side to move, this time included.
    pub fn occurrences(&self) -> u32 {
        let present = self.position().board_and_side();
        self.positions.iter().filter(|position| position.board_and_side() == present).count() as u32
    }

    /// How many moves in a row, up to now, have captured nothing.
    pub fn quiet_moves(&self) -> u32 {
        self.captures.iter().rev().take_while(|captured| captured.is_empty()).count() as u32
    }

    /// A draw, or a loss for the side whose move has repeated the position.
    fn repetition(&self) -> Option<Outcome> {
        match self.rules.repetition {
            Repetition::Draw(n) if self.occurrences() >= n => Some(ending::drawn("repetition")),
            Repetition::Loss(n) if self.occurrences() >= n => Some(ending::won(self.position().next(), "repetition")),
            _ => None,
        }
    }

    fn limit(&self, limit: Limit, moves: u32, reason: &str) -> Option<Outcome> {
        match limit {
            Limit::Adjudicate(n) if moves >= n => Some(ending::adjudicated(&self.rules, self.position(), reason)),
            Limit::Draw(n) if moves >= n => Some(ending::drawn(reason)),
            _ => None,
        }
    }
}
