//! USI: moves as engines exchange them, the square left and the square reached: `5i5e`.

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use crate::board::{Square, SquareError};
use crate::position::Move;

/// Why a text is not a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum MoveError {
    /// The text is not four characters long.
    #[error("a move has four characters, two squares, not {0}")]
    Length(usize),
    /// The first two characters are not a square.
    #[error("the square that the move leaves (byte 0): {0}")]
    From(SquareError),
    /// The last two characters are not a square.
    #[error("the square that the move reaches (byte 2): {0}")]
    To(SquareError),
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Move, MoveError> {
        let length = || MoveError::Length(text.chars().count());
        if text.chars().count() != 4 {
            return Err(length());
        }
        let middle = text.char_indices().nth(2).map_or(0, |(offset, _)| offset);
        let (from, to) = text.split_at_checked(middle).ok_or_else(length)?;
        let from: Square = from.parse().map_err(MoveError::From)?;
        Ok(Move::new(from, to.parse().map_err(MoveError::To)?))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}
