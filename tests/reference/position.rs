//! A position: the board, the side to move and the move number (rules, sections 2 to 4 and 7).

use std::collections::{BTreeMap, BTreeSet};

use super::board::{Board, Side};
use super::capture::captures;
use super::ending::{self, Outcome};
use super::moves::{self, Move};
use super::rules::Rules;

/// What there is to know of a legal move besides its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveFacts {
    pub hop: bool,
    /// The squares of the men it captures, as in `6c`.
    pub captures: BTreeSet<String>,
}

/// What stands where, and who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    pub board: Board,
    pub to_move: Side,
    /// From 1.
    pub move_number: u32,
}

impl Position {
    pub fn start(rules: &Rules) -> Position {
        Position { board: Board::start(rules), to_move: Side::Sente, move_number: 1 }
    }

    /// Reads an SFEN, of which the hands and the move number may be missing. Panics where it makes no sense.
    pub fn from_sfen(sfen: &str) -> Position {
        let fields: Vec<&str> = sfen.split(' ').collect();
        Position {
            board: Board::from_sfen(fields[0]),
            to_move: match fields[1] {
                "b" => Side::Sente,
                "w" => Side::Gote,
                other => panic!("{other:?} is not a side to move"),
            },
            move_number: fields.get(3).map_or(1, |number| number.parse().expect("a move number")),
        }
    }

    pub fn sfen(&self) -> String {
        format!("{} - {}", self.board_and_side(), self.move_number)
    }

    /// The SFEN without hands and move number: what makes two positions the same.
    pub fn board_and_side(&self) -> String {
        let side = if self.to_move == Side::Sente { 'b' } else { 'w' };
        format!("{} {side}", self.board.sfen())
    }

    /// The side that has just moved.
    pub fn mover(&self) -> Side {
        self.to_move.opponent()
    }

    /// The side that is to move.
    pub fn next(&self) -> Side {
        self.to_move
    }

    /// How many men a side has captured: those its opponent started with and has not on the board.
    pub fn captured(&self, rules: &Rules, side: Side) -> u32 {
        rules.men() - self.board.count(side.opponent())
    }

    /// Winner and reason, if the position alone decides the game.
    pub fn outcome(&self, rules: &Rules) -> Option<Outcome> {
        ending::outcome(rules, self)
    }

    /// Every legal move, by its USI text. A finished position has none.
    pub fn legal_moves(&self, rules: &Rules) -> BTreeMap<String, MoveFacts> {
        let mut legal = self.possible_moves(rules);
        if rules.compulsory_capture && legal.values().any(|facts| !facts.captures.is_empty()) {
            legal.retain(|_, facts| !facts.captures.is_empty());
        }
        legal
    }

    /// Every legal move but for compulsory capture.
    fn possible_moves(&self, rules: &Rules) -> BTreeMap<String, MoveFacts> {
        if self.outcome(rules).is_some() { BTreeMap::new() } else { self.open_moves(rules) }
    }

    /// Every move of the side to move, as if nothing could decide the game.
    fn open_moves(&self, rules: &Rules) -> BTreeMap<String, MoveFacts> {
        let moves = moves::all(rules, &self.board, self.to_move);
        moves.iter().map(|chosen| (chosen.usi(), self.facts(rules, chosen))).collect()
    }

    fn facts(&self, rules: &Rules, chosen: &Move) -> MoveFacts {
        let captured = captures(rules, &chosen.arrive(&self.board), chosen.to);
        MoveFacts { hop: chosen.hop, captures: captured.iter().map(|square| square.text()).collect() }
    }

    /// The position after a legal move. Panics if the move is not legal.
    pub fn play(&self, rules: &Rules, usi: &str) -> Position {
        assert!(self.legal_moves(rules).contains_key(usi), "{usi} is not legal in {}", self.sfen());
        self.play_legal(rules, usi)
    }

    /// The position after a move that is known to be legal.
    pub fn play_legal(&self, rules: &Rules, usi: &str) -> Position {
        let moves = moves::all(rules, &self.board, self.to_move);
        let chosen = moves.iter().find(|candidate| candidate.usi() == usi).expect("a legal move is a possible one");
        self.after(rules, chosen)
    }

    fn after(&self, rules: &Rules, chosen: &Move) -> Position {
        let mut board = chosen.arrive(&self.board);
        for square in captures(rules, &board, chosen.to) {
            board.put(square, None);
        }
        Position { board, to_move: self.to_move.opponent(), move_number: self.move_number + 1 }
    }

    /// Every legal move, in no particular order, with the position after it.
    pub fn children(&self, rules: &Rules) -> Vec<(MoveFacts, Position)> {
        let mut legal = self.legal_moves(rules);
        let moves = moves::all(rules, &self.board, self.to_move);
        let played = moves.iter().filter_map(|chosen| Some((legal.remove(&chosen.usi())?, self.after(rules, chosen))));
        played.collect()
    }

    /// The number of leaves at exactly this depth; a finished position has none below it.
    pub fn perft(&self, rules: &Rules, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.legal_moves(rules).len() as u64,
            _ => self.children(rules).iter().map(|(_, child)| child.perft(rules, depth - 1)).sum(),
        }
    }

    /// The men of the side to move that one move of the opponent could take if it were simply the opponent's turn. There
    /// are none where the game is over; whether it would be over by passing the turn, and compulsory capture, play no part.
    pub fn unsafe_men(&self, rules: &Rules) -> BTreeSet<String> {
        if self.outcome(rules).is_some() {
            return BTreeSet::new();
        }
        let passed = Position { to_move: self.to_move.opponent(), ..*self };
        passed.open_moves(rules).into_values().flat_map(|facts| facts.captures).collect()
    }
}
