//! Positions: the men of both sides, whose turn it is, and everything that follows from them under the rules.
//!
//! A [`Position`] knows its [`Rules`], its legal moves, what each of them captures, and whether the game is over. It does not know how it came
//! about: repetition and limits on the number of moves are the business of a [`Game`](crate::Game).
//!
//! | file | what is in it | rules |
//! |---|---|---|
//! | `movegen` | slides, hops, compulsory capture | 2, 4 |
//! | `capture` | custodian, corner, chain, enclosure, intervention | 3 |
//! | `outcome` | goals, leads, draws, no move, dead positions | 4 |
//! | `children` | all positions after one move, fast | |
//! | `play` | making a move, and why one cannot be made | 2 |
//! | `retract` | taking quiet moves back | 2 |
//! | `setup` | positions from plain data | 1 |
//! | `zobrist` | the hash | |
//!
//! ```
//! use hasami_shogi::{Position, Rules};
//!
//! // The man on 4i slides up and closes in, with its partner on 8e, the three men between.
//! let mut position = Position::from_sfen(Rules::PLAIN, "9/9/9/9/1Pppp4/9/9/9/5Pp2 b")?;
//! let captured = position.play("4i4e".parse()?)?;
//! assert_eq!(captured.iter().map(|man| man.to_string()).collect::<Vec<_>>(), ["5e", "6e", "7e"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod capture;
mod children;
mod movegen;
mod moves;
mod outcome;
mod play;
#[cfg(feature = "std")]
mod retract;
mod setup;
mod zobrist;

#[cfg(test)]
mod tests;

pub use movegen::Moves;
pub use moves::{LegalMove, ManMoves, Move, MoveKind, MoveList};
pub use outcome::{Outcome, Reason};
pub use play::IllegalMove;
pub use setup::{Setup, SetupError};

pub(crate) use children::Quiet;
pub(crate) use movegen::Reach;
pub(crate) use outcome::adjudicate;

use core::fmt;

use crate::board::{Bitboard, Side, Square};
use crate::rules::Rules;
use movegen::Mobility;

/// A position under some rules.
///
/// Small and `Copy`: to try a move, play it on a copy. Two positions are equal if their rules, their men and the side to move are.
///
/// ```
/// use hasami_shogi::{Position, Rules, Side};
///
/// let position = Position::start(Rules::MAK_YEK);
/// assert_eq!(position.men(Side::Sente).len(), 16);
/// assert_eq!(position.moves().len(), 32);
/// assert_eq!(position.outcome(), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Position {
    men: [Bitboard; 2],
    hash: u64,
    rules: Rules,
    side_to_move: Side,
    outcome: Option<Outcome>,
}

const _: () = assert!(size_of::<Position>() == 64, "a position fills one cache line");

impl Position {
    /// The start position of a game by these rules.
    #[must_use]
    pub fn start(rules: Rules) -> Position {
        let setup = Setup::start(&rules);
        Position::assemble(rules, setup.sente, setup.gote, setup.side_to_move)
    }

    /// A position from parts that are known to fit the rules.
    pub(crate) fn assemble(rules: Rules, sente: Bitboard, gote: Bitboard, side_to_move: Side) -> Position {
        let hash = zobrist::hash(sente, gote, side_to_move);
        let mut position = Position { men: [sente, gote], hash, rules, side_to_move, outcome: None };
        position.outcome = outcome::of_setup(position.moved());
        position
    }

    /// The rules that the position is played by.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The men of a side.
    #[must_use]
    #[inline]
    pub const fn men(&self, side: Side) -> Bitboard {
        self.men[side.index()]
    }

    /// The men of both sides.
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        self.men[0].union(self.men[1])
    }

    /// The squares of the board that no man stands on.
    #[must_use]
    pub const fn empty(&self) -> Bitboard {
        self.rules.size().squares().difference(self.occupied())
    }

    /// The side whose man stands on a square.
    #[must_use]
    pub fn side_on(&self, square: Square) -> Option<Side> {
        Side::ALL.into_iter().find(|side| self.men(*side).contains(square))
    }

    /// The side whose turn it is; also in a position that is over.
    #[must_use]
    #[inline]
    pub const fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    /// Who has won, or that it is a draw, and why; `None` as long as play goes on. It is kept with the position, so asking costs nothing.
    ///
    /// Only endings that the position itself shows are found here, those of section 4, 1 to 6; a [`Game`](crate::Game) adds the others.
    #[must_use]
    #[inline]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The number of men that a side has captured: those that the opponent started with and no longer has.
    #[must_use]
    pub fn captured(&self, side: Side) -> u8 {
        self.rules.men() - self.men(!side).len() as u8
    }

    /// The 64-bit Zobrist hash of the men and the side to move. It is updated move by move.
    ///
    /// Equal positions have equal hashes in every run, on every platform and in all versions with the same major number. The rules are not part of
    /// it. Different positions may, rarely, share a hash, and an adversary can find such pairs.
    #[must_use]
    #[inline]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// The men of the side to move.
    #[inline]
    pub(crate) const fn own(&self) -> Bitboard {
        self.men(self.side_to_move)
    }

    /// The men of the opponent of the side to move.
    #[inline]
    pub(crate) const fn enemy(&self) -> Bitboard {
        self.men(self.side_to_move.opponent())
    }

    /// The empty squares where an arrival may capture.
    pub(crate) fn capture_arrivals(&self) -> Bitboard {
        capture::arrivals(&self.rules, self.own(), self.enemy())
    }

    fn mobility(&self) -> Mobility {
        Mobility::new(&self.rules, self.own(), self.enemy())
    }
}

/// The start position of `classic-5`.
impl Default for Position {
    fn default() -> Position {
        Position::start(Rules::CLASSIC_5)
    }
}

/// The SFEN and the rules.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self}, {})", self.rules)
    }
}

/// Feeds the Zobrist hash and the rules, which is what equality compares, up to the rare collision.
impl core::hash::Hash for Position {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.hash.hash(state);
        self.rules.hash(state);
    }
}
