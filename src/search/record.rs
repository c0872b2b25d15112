//! The positions that led to the one being looked at: in the game, and in the line that the search follows.

use alloc::vec::Vec;

use crate::board::Side;
use crate::game::Game;
use crate::position::{Outcome, Position, Reason, adjudicate};
use crate::rules::{Limit, Repetition, Rules};

/// A record that grows and shrinks with the line that is being searched.
pub(super) struct Record {
    rules: Rules,
    entries: Vec<Entry>,
    /// The number of entries that belong to the game, the root position included.
    game: usize,
    limited: bool,
    /// What tells the tree of this game from that of others with the same position, as long as nothing is captured: 0 unless positions of the game
    /// have come up so often that once more ends it.
    repeated: u64,
}

#[derive(Clone, Copy)]
struct Entry {
    hash: u64,
    /// Moves in a row without a capture up to this position.
    quiet: u32,
}

/// Limits nearer than this number of plies make equal positions different.
const NEAR: u32 = 64;

/// An odd number without a pattern, to mix hashes with.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

impl Record {
    pub(super) fn of(game: &Game) -> Record {
        let rules = *game.rules();
        let mut entries = Vec::with_capacity(game.ply() + 2 * super::score::MOST_PLIES);
        let mut quiet = 0;
        let captured = core::iter::once(true).chain(game.history().map(|(_, captured)| !captured.is_empty()));
        for (position, captured) in game.positions().zip(captured) {
            quiet = if captured { 0 } else { quiet + 1 };
            entries.push(Entry { hash: position.hash(), quiet });
        }
        let limited = rules.quiet_limit() != Limit::None || rules.move_limit() != Limit::None;
        let mut record = Record { rules, game: entries.len(), entries, limited, repeated: 0 };
        record.repeated = record.often_repeated();
        record
    }

    /// A mixture of the positions of the game that end it when they come up once more; 0 if there are none.
    fn often_repeated(&self) -> u64 {
        let quiet = self.entries.last().map_or(0, |entry| entry.quiet as usize);
        let reversible = &self.entries[self.entries.len().saturating_sub(quiet + 1)..];
        let mut hashes: Vec<u64> = reversible.iter().map(|entry| entry.hash).collect();
        hashes.sort_unstable();
        let often = hashes.chunk_by(|a, b| a == b).filter(|same| same.len() as u32 + 1 >= self.repetitions());
        often.fold(0, |mixed, same| (mixed ^ same[0]).wrapping_mul(MULTIPLIER))
    }

    /// How often a position comes up until the game ends.
    fn repetitions(&self) -> u32 {
        match self.rules.repetition() {
            Repetition::None => u32::MAX,
            Repetition::Draw(times) | Repetition::Loss(times) => u32::from(times),
        }
    }

    pub(super) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Notes a position, reached by a move that captured nothing, or by any other.
    pub(super) fn push(&mut self, position: &Position, quiet: bool) {
        let run = self.entries.last().map_or(0, |entry| entry.quiet);
        self.entries.push(Entry { hash: position.hash(), quiet: if quiet { run + 1 } else { 0 } });
    }

    pub(super) fn pop(&mut self) {
        self.entries.pop();
    }

    /// How often the present position stood on the board before, in the game and within the search.
    fn earlier(&self) -> (u32, u32) {
        let Some((now, before)) = self.entries.split_last() else { return (0, 0) };
        let reversible = before.len() - (now.quiet as usize).min(before.len());
        let same = |&i: &usize| before[i].hash == now.hash;
        // The men need four plies at least to return.
        let places = (reversible..before.len()).rev().skip(3).step_by(2).filter(same);
        places.fold((0, 0), |(game, search), i| if i < self.game { (game + 1, search) } else { (game, search + 1) })
    }

    /// What the record makes of the present position.
    ///
    /// What comes up again within the line is a draw whatever the rules make of it, so that no win or loss rests on the way by which it was reached.
    pub(super) fn verdict(&self, position: &Position) -> Option<Verdict> {
        if self.entries.last().is_some_and(|now| now.quiet >= 4) {
            let (game, search) = self.earlier();
            if game + 1 >= self.repetitions() {
                return Some(Verdict::Over(self.repetition(position)));
            }
            if search > 0 && self.repetitions() != u32::MAX {
                return Some(Verdict::Repeats);
            }
        }
        if self.limited { self.limit(position).map(Verdict::Over) } else { None }
    }

    /// Whether the record cannot make a position that is won, drawn or lost by itself anything else.
    ///
    /// On the shortest way to a win no position comes up twice, so each comes up once more than in the game so far.
    pub(super) fn leaves_tables_alone(&self) -> bool {
        !self.limited && self.repeated == 0 && !matches!(self.rules.repetition(), Repetition::Loss(_))
    }

    /// Whether a limit may end the game before something that is so many plies off.
    pub(super) fn may_end_within(&self, plies: i32) -> bool {
        self.limited && plies > NEAR as i32
    }

    fn repetition(&self, position: &Position) -> Outcome {
        match self.rules.repetition() {
            Repetition::Loss(_) => Outcome::win(position.side_to_move(), Reason::Repetition),
            _ => Outcome::draw(Reason::Repetition),
        }
    }

    fn limit(&self, position: &Position) -> Option<Outcome> {
        let quiet = self.entries.last().map_or(0, |entry| entry.quiet);
        let over = |limit, moves, reason| match limit {
            Limit::Adjudicate(most) if moves >= u32::from(most) => Some(self.adjudicated(position, reason)),
            Limit::Draw(most) if moves >= u32::from(most) => Some(Outcome::draw(reason)),
            _ => None,
        };
        over(self.rules.quiet_limit(), quiet, Reason::QuietLimit).or_else(|| over(self.rules.move_limit(), self.moves(), Reason::MoveLimit))
    }

    fn adjudicated(&self, position: &Position, reason: Reason) -> Outcome {
        let [sente, gote] = Side::ALL.map(|side| position.captured(side));
        adjudicate(&self.rules, Side::Sente, sente, gote, reason)
    }

    fn moves(&self) -> u32 {
        self.entries.len().saturating_sub(1) as u32
    }

    /// What to mix into a hash so that positions near a limit are not taken for the same ones farther off, nor those of a game that is about to end by
    /// repetition for those of another one.
    #[inline]
    pub(super) fn salt(&self) -> u64 {
        self.salt_of_repetition() ^ if self.limited { self.salt_of_limits() } else { 0 }
    }

    fn salt_of_repetition(&self) -> u64 {
        let moves = self.entries.len() - self.game;
        let reversible = self.entries.last().is_some_and(|now| now.quiet as usize >= moves);
        if reversible { self.repeated } else { 0 }
    }

    fn salt_of_limits(&self) -> u64 {
        let salt = |limit, moves| match limit {
            Limit::Adjudicate(most) | Limit::Draw(most) => NEAR.saturating_sub(u32::from(most).saturating_sub(moves)),
            Limit::None => 0,
        };
        let quiet = self.entries.last().map_or(0, |entry| entry.quiet);
        let (quiet, moves) = (salt(self.rules.quiet_limit(), quiet), salt(self.rules.move_limit(), self.moves()));
        u64::from(quiet * (NEAR + 1) + moves).wrapping_mul(MULTIPLIER)
    }
}

/// What the record says of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Verdict {
    /// The game is over.
    Over(Outcome),
    /// The position came up before in the line that is searched: whoever wanted more would have played otherwise the first time, so it counts as
    /// a draw.
    Repeats,
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeSet;
    use alloc::vec;

    use super::*;

    #[test]
    fn no_two_distances_from_the_limits_are_taken_for_each_other() {
        let rules: Rules = "plain,quiet=70:draw,moves=90:adjudicate".parse().expect("rules");
        let salt = |quiet, moves: usize| {
            let entries = vec![Entry { hash: 0, quiet }; moves + 1];
            Record { rules, game: entries.len(), entries, limited: true, repeated: 0 }.salt()
        };
        let near = (7..=70).flat_map(|quiet| (27..=90).map(move |moves| salt(quiet, moves)));
        assert_eq!(near.collect::<BTreeSet<u64>>().len(), 64 * 64);
        assert_eq!(salt(3, 20), 0);
    }

    #[test]
    fn a_game_that_is_about_to_end_by_repetition_is_told_apart_until_a_capture() {
        let mut game = Game::default();
        let mut play = |moves: &str| moves.split(' ').for_each(|mv| _ = game.play(mv.parse().expect(mv)).expect(mv));
        play("5i5h 5a5b 5h5i 5b5a 5i5h 5a5b 5h5i");
        let mut record = Record::of(&game);
        assert_eq!(record.salt(), 0, "no position came up three times");
        game.play("5b5a".parse().expect("a move")).expect("legal");
        record = Record::of(&game);
        assert_ne!(record.salt(), 0, "the start position came up three times");
        record.push(game.position(), true);
        assert_ne!(record.salt(), 0);
        record.push(game.position(), false);
        assert_eq!(record.salt(), 0, "after a capture it cannot come up again");
    }
}
