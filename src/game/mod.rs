//! The record of a game, and the endings that need one: rules, section 4, ending 7.
//!
//! A [`Position`] decides the endings that a look at the board shows. A [`Game`] keeps the moves as well, so it can count repetitions, quiet moves
//! and moves in total, take moves back, and note that a player resigned or that both agreed on a draw.

use alloc::collections::BTreeMap;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use thiserror::Error;

use crate::board::{Bitboard, Side};
use crate::position::{IllegalMove, Move, Outcome, Position, Reason, Setup, SetupError, adjudicate};
use crate::rules::{Limit, Repetition, Rules};

#[cfg(test)]
mod tests;

/// A game from its first position to the present one.
///
/// The result is that of the position, if it has one. Else the record decides, in this order:
///
/// - **Repetition.** A position comes up again when the same men stand on the same squares with the same side to move. The position that the
///   record starts from is its first occurrence; what may have happened before it is not known and not counted, nor are moves that were taken back.
///   At the *n*-th occurrence the game is drawn, or lost for the side whose move made it, as the rules say.
/// - **Quiet limit.** So many moves in a row, counted from the start of the record or from the last capture, took nothing.
/// - **Move limit.** So many moves were played. The move number of the start position does not matter here.
///
/// Either limit makes a draw or has the captures decide: the side that took more wins, or loses under misère. A win on the board by the very last
/// move allowed stands. Without any of these, a player may resign, or both agree on a draw.
///
/// Two games are equal if they have the same rules, start, moves and result; moves that were taken back make no difference.
///
/// ```
/// use hasami_shogi::{Game, Outcome, Reason, Rules};
///
/// let mut game = Game::new("classic-5,repetition=draw:3".parse::<Rules>()?);
/// for mv in "5i5h 5a5b 5h5i 5b5a 5i5h 5a5b 5h5i 5b5a".split(' ') {
///     game.play(mv.parse()?)?;
/// }
/// // Twice there and back: the start position stands on the board for the third time.
/// assert_eq!(game.occurrences(), 3);
/// assert_eq!(game.result(), Some(Outcome::draw(Reason::Repetition)));
///
/// assert_eq!(game.undo(), "5b5a".parse().ok());
/// assert_eq!(game.result(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Game {
    start: Setup,
    played: Vec<Ply>,
    /// Moves that were taken back, the one to be played again first at the end.
    undone: Vec<Move>,
    position: Position,
    /// How often each position of the record has come up.
    seen: BTreeMap<Placement, u32>,
    result: Option<Outcome>,
}

/// What makes two positions of a game the same: the men of Sente and Gote, and the side to move.
type Placement = (Bitboard, Bitboard, Side);

fn placement(position: &Position) -> Placement {
    (position.men(Side::Sente), position.men(Side::Gote), position.side_to_move())
}

/// A move that was played.
#[derive(Clone, Copy)]
struct Ply {
    before: Position,
    mv: Move,
    captured: Bitboard,
    /// The moves in a row that captured nothing, up to this one.
    quiet: u32,
}

/// A game that is over cannot be resigned or drawn any more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
#[error("the game is over: {0}")]
pub struct GameOver(
    /// How it ended.
    pub Outcome,
);

impl Game {
    /// A game from the start position of the rules.
    #[must_use]
    pub fn new(rules: Rules) -> Game {
        Game::from_position(Position::start(rules), Setup::start(&rules))
    }

    /// A game from a position that was set up.
    ///
    /// The setup's move number becomes the number of the first move; 0, which no SFEN has, is taken for 1. The position may be one that is over.
    ///
    /// # Errors
    ///
    /// If the setup is not possible under the rules.
    ///
    /// ```
    /// use hasami_shogi::{Game, Rules, Setup};
    ///
    /// let setup: Setup = "4p4/9/9/p8/9/9/9/9/P3P4 w - 31".parse()?;
    /// let mut game = Game::from_setup(Rules::DAI, &setup)?;
    /// game.play("5a5h".parse()?)?;
    /// assert_eq!(game.setup().to_string(), "9/9/9/p8/9/9/9/4p4/P3P4 b - 32");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_setup(rules: Rules, setup: &Setup) -> Result<Game, SetupError> {
        let start = Setup { move_number: setup.move_number.max(1), ..*setup };
        Ok(Game::from_position(Position::from_setup(rules, setup)?, start))
    }

    fn from_position(position: Position, start: Setup) -> Game {
        let seen = BTreeMap::from([(placement(&position), 1)]);
        Game { start, played: Vec::new(), undone: Vec::new(), position, seen, result: position.outcome() }
    }

    /// The rules of the game.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        self.position.rules()
    }

    /// The position that the record starts from, with the number of the first move.
    #[must_use]
    pub const fn start(&self) -> &Setup {
        &self.start
    }

    /// The present position.
    ///
    /// It knows the legal moves, but not the record: look at [`Game::result`] first, for a game that the record has ended has no moves left.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The present position with the number of the next move, as an SFEN shows it.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let ply = u32::try_from(self.ply()).unwrap_or(u32::MAX);
        self.position.to_setup(self.start.move_number.saturating_add(ply))
    }

    /// The number of moves played; those that were taken back do not count.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.played.len()
    }

    /// The moves played, from the first.
    pub fn moves(&self) -> impl ExactSizeIterator<Item = Move> + '_ {
        self.played.iter().map(|ply| ply.mv)
    }

    /// The moves played, from the first, each with the men that it captured.
    ///
    /// ```
    /// use hasami_shogi::Game;
    ///
    /// let mut game = Game::default();
    /// for mv in "5i5e 4a4e 3i3e".split(' ') {
    ///     game.play(mv.parse()?)?;
    /// }
    /// let captures: Vec<u32> = game.history().map(|(_, captured)| captured.len()).collect();
    /// assert_eq!(captures, [0, 0, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn history(&self) -> impl ExactSizeIterator<Item = (Move, Bitboard)> + '_ {
        self.played.iter().map(|ply| (ply.mv, ply.captured))
    }

    /// The positions of the record, from the first to the present one.
    pub fn positions(&self) -> impl Iterator<Item = &Position> + '_ {
        self.played.iter().map(|ply| &ply.before).chain([&self.position])
    }

    /// How the game ended, or `None` while it goes on. It is kept with the game, so asking costs nothing.
    #[must_use]
    pub const fn result(&self) -> Option<Outcome> {
        self.result
    }

    /// How often the present position has come up, this time included: at least 1.
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        self.seen.get(&placement(&self.position)).copied().unwrap_or(1)
    }

    /// The number of moves in a row, up to the last one, that captured nothing.
    #[must_use]
    pub fn quiet_moves(&self) -> u32 {
        self.played.last().map_or(0, |ply| ply.quiet)
    }

    /// Plays a move and answers the men it captured. Moves that were taken back are forgotten.
    ///
    /// # Errors
    ///
    /// An illegal move, or any move in a game that is over, is refused with the reason, and the game stays as it is.
    pub fn play(&mut self, mv: Move) -> Result<Bitboard, IllegalMove> {
        let captured = self.advance(mv)?;
        self.undone.clear();
        Ok(captured)
    }

    fn advance(&mut self, mv: Move) -> Result<Bitboard, IllegalMove> {
        if let Some(outcome) = self.result {
            return Err(IllegalMove::GameOver(outcome));
        }
        let before = self.position;
        let captured = self.position.play(mv)?;
        let quiet = if captured.is_empty() { self.quiet_moves().saturating_add(1) } else { 0 };
        self.played.push(Ply { before, mv, captured, quiet });
        *self.seen.entry(placement(&self.position)).or_default() += 1;
        self.result = self.decided();
        Ok(captured)
    }

    /// Takes the last move back and answers it, or `None` at the start of the record.
    ///
    /// A resignation or an agreement is lifted along with the move before it; without any move before it, it alone is lifted.
    ///
    /// ```
    /// use hasami_shogi::{Game, Side};
    ///
    /// let mut game = Game::default();
    /// game.play("5i5e".parse()?)?;
    /// game.resign(Side::Gote)?;
    /// assert_eq!(game.undo(), "5i5e".parse().ok());
    /// assert_eq!(game, Game::default());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn undo(&mut self) -> Option<Move> {
        let Some(ply) = self.played.pop() else {
            self.result = self.position.outcome();
            return None;
        };
        self.forget_occurrence();
        self.position = ply.before;
        // A move was played from here, so nothing was decided.
        self.result = None;
        self.undone.push(ply.mv);
        Some(ply.mv)
    }

    fn forget_occurrence(&mut self) {
        let placement = placement(&self.position);
        match self.seen.get_mut(&placement) {
            Some(times) if *times > 1 => *times -= 1,
            _ => drop(self.seen.remove(&placement)),
        }
    }

    /// Plays the last move that was taken back once more and answers it, or `None` if there is none.
    ///
    /// A resignation or an agreement does not come back.
    pub fn redo(&mut self) -> Option<Move> {
        let mv = self.undone.pop()?;
        self.advance(mv).ok().map(|_| mv)
    }

    /// Notes that `side` resigns: the other side wins. Moves that were taken back are forgotten.
    ///
    /// # Errors
    ///
    /// If the game is over already.
    pub fn resign(&mut self, side: Side) -> Result<(), GameOver> {
        self.end(Outcome::win(!side, Reason::Resignation))
    }

    /// Notes that both sides agree on a draw. Moves that were taken back are forgotten.
    ///
    /// # Errors
    ///
    /// If the game is over already.
    pub fn agree_draw(&mut self) -> Result<(), GameOver> {
        self.end(Outcome::draw(Reason::Agreement))
    }

    fn end(&mut self, outcome: Outcome) -> Result<(), GameOver> {
        match self.result {
            Some(earlier) => Err(GameOver(earlier)),
            None => {
                self.undone.clear();
                self.result = Some(outcome);
                Ok(())
            }
        }
    }

    /// What decides the game after a move, if anything does.
    fn decided(&self) -> Option<Outcome> {
        let rules = self.rules();
        self.position
            .outcome()
            .or_else(|| self.repetition())
            .or_else(|| self.limit(rules.quiet_limit(), Reason::QuietLimit, self.quiet_moves() as usize))
            .or_else(|| self.limit(rules.move_limit(), Reason::MoveLimit, self.ply()))
    }

    fn repetition(&self) -> Option<Outcome> {
        let (times, outcome) = match self.rules().repetition() {
            Repetition::None => return None,
            Repetition::Draw(times) => (times, Outcome::draw(Reason::Repetition)),
            // The side that repeated has just moved.
            Repetition::Loss(times) => (times, Outcome::win(self.position.side_to_move(), Reason::Repetition)),
        };
        (self.occurrences() >= u32::from(times)).then_some(outcome)
    }

    /// What a limit makes of the game once so many moves have been played.
    fn limit(&self, limit: Limit, reason: Reason, moves: usize) -> Option<Outcome> {
        match limit {
            Limit::None => None,
            Limit::Adjudicate(most) => (moves >= usize::from(most)).then(|| self.adjudicated(reason)),
            Limit::Draw(most) => (moves >= usize::from(most)).then_some(Outcome::draw(reason)),
        }
    }

    fn adjudicated(&self, reason: Reason) -> Outcome {
        let [sente, gote] = Side::ALL.map(|side| self.position.captured(side));
        adjudicate(self.rules(), Side::Sente, sente, gote, reason)
    }
}

/// The start of a game by the rules of `classic-5`.
impl Default for Game {
    fn default() -> Game {
        Game::new(Rules::CLASSIC_5)
    }
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        self.start == other.start && self.position == other.position && self.result == other.result && self.moves().eq(other.moves())
    }
}

impl Eq for Game {}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Game")
            .field("rules", self.rules())
            .field("start", &format_args!("{}", self.start))
            .field("moves", &self.moves().map(|mv| mv.to_string()).collect::<Vec<_>>().join(" "))
            .field("result", &self.result)
            .finish()
    }
}
