//! A board as somebody wrote it down, and the check that makes it a position.

use core::fmt;

use thiserror::Error;

use super::Position;
use crate::board::{Bitboard, BoardSize, Side, Square};
use crate::rules::Rules;

/// The men on a board, whose turn it is and the number of the next move: what an SFEN says, without any rules.
///
/// Plain data, that may be nonsense; [`Position::from_setup`] checks it against rules. Its text form is SFEN:
///
/// ```
/// use hasami_shogi::{Setup, Side};
///
/// let setup: Setup = "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1".parse()?;
/// assert_eq!(setup.men(Side::Gote).len(), 9);
/// assert_eq!(setup.to_string(), "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1");
/// # Ok::<(), hasami_shogi::SfenError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The size of the board.
    pub size: BoardSize,
    /// Sente's men.
    pub sente: Bitboard,
    /// Gote's men.
    pub gote: Bitboard,
    /// The side whose turn it is.
    pub side_to_move: Side,
    /// The number of the move that comes next, from 1.
    pub move_number: u32,
}

/// The SFEN, and the squares that it cannot show: those with men of both sides, and those off the board.
impl fmt::Debug for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Setup({self}")?;
        let shown = (self.sente ^ self.gote) & self.size.squares();
        let hidden = (self.sente | self.gote) - shown;
        if hidden.is_empty() { f.write_str(")") } else { write!(f, ", impossible on {hidden:?})") }
    }
}

impl Setup {
    /// The start position of a game by these rules: each side's men on its home ranks, Sente to move.
    #[must_use]
    pub fn start(rules: &Rules) -> Setup {
        let men = |side| rules.home().iter().fold(Bitboard::EMPTY, |men, rank| men | rules.size().home_rank(side, rank));
        Setup { size: rules.size(), sente: men(Side::Sente), gote: men(Side::Gote), side_to_move: Side::Sente, move_number: 1 }
    }

    /// The men of a side.
    #[must_use]
    pub const fn men(&self, side: Side) -> Bitboard {
        match side {
            Side::Sente => self.sente,
            Side::Gote => self.gote,
        }
    }

    /// What makes this setup impossible under the rules, if anything does.
    pub(super) fn check(&self, rules: &Rules) -> Result<(), SetupError> {
        if self.size != rules.size() {
            return Err(SetupError::Size { setup: self.size, rules: rules.size() });
        }
        if let Some(square) = (self.sente & self.gote).first() {
            return Err(SetupError::Overlap(square));
        }
        if let Some(square) = ((self.sente | self.gote) - self.size.squares()).first() {
            return Err(SetupError::OffBoard { square, size: self.size });
        }
        Side::ALL.into_iter().try_for_each(|side| match self.men(side).len() {
            men if men > u32::from(rules.men()) => Err(SetupError::TooManyMen { side, men, most: rules.men() }),
            _ => Ok(()),
        })
    }
}

/// Why a setup is not a position under some rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SetupError {
    /// The board does not have the size that the rules play on.
    #[error("the board is {setup} × {setup}, but the rules play on {rules} × {rules}")]
    Size {
        /// The size of the setup's board.
        setup: BoardSize,
        /// The size that the rules ask for.
        rules: BoardSize,
    },
    /// Both sides have a man on the same square.
    #[error("both sides have a man on {0}")]
    Overlap(Square),
    /// A man stands outside the board.
    #[error("a man on {square} stands outside a board of {size} × {size}")]
    OffBoard {
        /// Where the man stands.
        square: Square,
        /// The size of the board.
        size: BoardSize,
    },
    /// A side has more men than it starts with.
    #[error("{side} has {men} men, but starts with {most}")]
    TooManyMen {
        /// The side.
        side: Side,
        /// Its men on the board.
        men: u32,
        /// The most it can have.
        most: u8,
    },
}

impl Position {
    /// The position of a setup, under some rules.
    ///
    /// Any placement that the rules could have led to by captures is accepted, finished positions included.
    ///
    /// # Errors
    ///
    /// If the sizes differ, a man stands off the board or on another, or a side has more men than it starts with.
    pub fn from_setup(rules: Rules, setup: &Setup) -> Result<Position, SetupError> {
        setup.check(&rules)?;
        Ok(Position::assemble(rules, setup.sente, setup.gote, setup.side_to_move))
    }

    /// The position as a setup, with the given number for the move that comes next.
    #[must_use]
    pub fn to_setup(&self, move_number: u32) -> Setup {
        Setup {
            size: self.rules().size(),
            sente: self.men(Side::Sente),
            gote: self.men(Side::Gote),
            side_to_move: self.side_to_move(),
            move_number,
        }
    }
}
