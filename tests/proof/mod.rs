//! Proofs that a position is won or lost, by looking at every reply: slow, simple, and nothing in common with the engine.
#![allow(dead_code, unreachable_pub)]

use std::collections::HashMap;

use hasami_shogi::{Bitboard, CaptureGoal, Limit, Move, Position, Side};

/// A position with what the limits of the rules need to know of the moves that led to it.
#[derive(Clone, Copy)]
pub struct State {
    pub position: Position,
    /// Moves in a row that captured nothing.
    pub quiet: u32,
    /// Moves since the start of the record.
    pub moves: u32,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    Won(Side),
    Drawn,
}

impl State {
    /// The start of a record.
    pub fn new(position: Position) -> State {
        State { position, quiet: 0, moves: 0 }
    }

    pub fn after(&self, mv: Move) -> State {
        let mut position = self.position;
        let quiet = if position.play_unchecked(mv).is_empty() { self.quiet + 1 } else { 0 };
        State { position, quiet, moves: self.moves + 1 }
    }

    /// How the game has ended, repetition left aside.
    pub fn end(&self) -> Option<End> {
        let rules = self.position.rules();
        let limit = |limit, moves| match limit {
            Limit::Adjudicate(most) if moves >= u32::from(most) => Some(self.adjudicated()),
            Limit::Draw(most) if moves >= u32::from(most) => Some(End::Drawn),
            _ => None,
        };
        let shown = self.position.outcome().map(|outcome| outcome.winner().map_or(End::Drawn, End::Won));
        shown.or_else(|| limit(rules.quiet_limit(), self.quiet)).or_else(|| limit(rules.move_limit(), self.moves))
    }

    fn adjudicated(&self) -> End {
        let captured = |side| self.position.captured(side);
        let (sente, gote) = (captured(Side::Sente), captured(Side::Gote));
        let ahead = if sente > gote { Side::Sente } else { Side::Gote };
        match self.position.rules().capture_goal() {
            _ if sente == gote => End::Drawn,
            CaptureGoal::Wins => End::Won(ahead),
            CaptureGoal::Loses => End::Won(!ahead),
        }
    }

    /// All that the future depends on.
    fn key(&self) -> Key {
        let rules = self.position.rules();
        let counted = |limit, moves| if limit == Limit::None { 0 } else { moves };
        let sides = Side::ALL.map(|side| self.position.men(side));
        (sides, self.position.side_to_move(), counted(rules.quiet_limit(), self.quiet), counted(rules.move_limit(), self.moves))
    }
}

type Key = ([Bitboard; 2], Side, u32, u32);

/// What is known of a state, for the side to move.
#[derive(Clone, Copy, Default)]
struct Known {
    /// The fewest plies within which a win, or a loss, is proved.
    proved: Option<u32>,
    /// The most plies within which it is refuted.
    refuted: Option<u32>,
    /// The move that proves a win, or refutes a loss.
    answer: Option<Move>,
}

impl Known {
    fn within(&self, plies: u32) -> Option<bool> {
        match (self.proved, self.refuted) {
            (Some(proved), _) if proved <= plies => Some(true),
            (_, Some(refuted)) if refuted >= plies => Some(false),
            _ => None,
        }
    }

    fn note(&mut self, plies: u32, proved: bool) {
        match proved {
            true => self.proved = Some(self.proved.map_or(plies, |known| known.min(plies))),
            false => self.refuted = Some(self.refuted.map_or(plies, |known| known.max(plies))),
        }
    }
}

/// The proof grew too large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge;

/// Depth-first proofs with a memory, up to a number of states.
pub struct Prover {
    wins: HashMap<Key, Known>,
    losses: HashMap<Key, Known>,
    /// Moves that answered a sibling, by plies left.
    killers: Vec<[Option<Move>; 2]>,
    left: u64,
}

impl Prover {
    /// A prover that looks at `most` states at the most.
    pub fn new(most: u64) -> Prover {
        Prover { wins: HashMap::new(), losses: HashMap::new(), killers: vec![[None; 2]; 256], left: most }
    }

    /// Whether the side to move wins within so many plies, whatever the opponent does; nearer wins are looked for first.
    pub fn is_won(&mut self, state: &State, plies: u32) -> Result<bool, TooLarge> {
        for nearer in 0..=plies {
            if self.wins(state, nearer)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether the side to move loses within so many plies, whatever it does.
    pub fn is_lost(&mut self, state: &State, plies: u32) -> Result<bool, TooLarge> {
        for nearer in 0..=plies {
            if self.loses(state, nearer)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// One move that wins is enough.
    fn wins(&mut self, state: &State, plies: u32) -> Result<bool, TooLarge> {
        if let Some(end) = state.end() {
            return Ok(end == End::Won(state.position.side_to_move()));
        }
        if plies == 0 {
            return Ok(false);
        }
        let known = self.wins.get(&state.key()).copied().unwrap_or_default();
        if let Some(won) = known.within(plies) {
            return Ok(won);
        }
        let answer = self.answer(state, plies, known.answer, &mut |prover, child| match plies {
            // A win far off is often a win on the spot.
            2.. if prover.loses(child, 0)? => Ok(true),
            _ => prover.loses(child, plies - 1),
        })?;
        let entry = self.wins.entry(state.key()).or_default();
        entry.note(plies, answer.is_some());
        entry.answer = answer.or(entry.answer);
        Ok(answer.is_some())
    }

    /// Every move has to lose.
    fn loses(&mut self, state: &State, plies: u32) -> Result<bool, TooLarge> {
        if let Some(end) = state.end() {
            return Ok(end == End::Won(!state.position.side_to_move()));
        }
        if plies == 0 {
            return Ok(false);
        }
        let known = self.losses.get(&state.key()).copied().unwrap_or_default();
        if let Some(lost) = known.within(plies) {
            return Ok(lost);
        }
        let answer = self.answer(state, plies, known.answer, &mut |prover, child| Ok(!prover.wins(child, plies - 1)?))?;
        let entry = self.losses.entry(state.key()).or_default();
        entry.note(plies, answer.is_none());
        entry.answer = answer.or(entry.answer);
        Ok(answer.is_none())
    }

    /// The first move, the likely ones before the others, whose child has a property.
    fn answer(
        &mut self,
        state: &State,
        plies: u32,
        hint: Option<Move>,
        holds: &mut dyn FnMut(&mut Prover, &State) -> Result<bool, TooLarge>,
    ) -> Result<Option<Move>, TooLarge> {
        let killers = self.killers[plies as usize];
        let hints = [hint, killers[0], killers[1]].map(|hint| hint.filter(|mv| state.position.is_legal(*mv)));
        let all = state.position.capturing_moves().chain(state.position.moves());
        let mut tried: Vec<Move> = Vec::new();
        for mv in hints.into_iter().flatten().chain(all) {
            if tried.contains(&mv) {
                continue;
            }
            tried.push(mv);
            self.left = self.left.checked_sub(1).ok_or(TooLarge)?;
            if holds(self, &state.after(mv))? {
                if killers[0] != Some(mv) {
                    self.killers[plies as usize] = [Some(mv), killers[0]];
                }
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }
}
