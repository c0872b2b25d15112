//! Row-column notation: `i5-e5`, as many small programs write squares and moves (rules, section 7).
//!
//! Rows are letters from the top, like ranks. Columns are numbers from the *left*, so that they run against the files, and what a column is
//! called depends on the size of the board: on 9 × 9 column 1 is file 9.
//!
//! ```
//! use hasami_shogi::{BoardSize, notation::rowcol::RowColMove};
//!
//! let mv = RowColMove::parse("i3-e3", BoardSize::NINE)?;
//! assert_eq!(mv.mv().to_string(), "7i7e");
//! assert_eq!(mv.to_string(), "i3-e3");
//! # Ok::<(), hasami_shogi::notation::rowcol::RowColError>(())
//! ```

use core::fmt;

use thiserror::Error;

use super::cursor::{Cursor, SyntaxError};
use super::japanese::digit;
use crate::board::{BoardSize, File, Rank, Square};
use crate::position::Move;

/// A square of a board of known size. `Display` writes its row and column.
///
/// ```
/// use hasami_shogi::{BoardSize, notation::rowcol::RowColSquare};
///
/// let square = RowColSquare::new("1a".parse()?, BoardSize::EIGHT).unwrap();
/// assert_eq!(square.to_string(), "a8");
/// assert_eq!(RowColSquare::parse("a8", BoardSize::EIGHT), Ok(square));
/// # Ok::<(), hasami_shogi::SquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RowColSquare {
    square: Square,
    size: BoardSize,
}

impl RowColSquare {
    /// The square, or `None` if it is not on a board of this size.
    #[must_use]
    pub const fn new(square: Square, size: BoardSize) -> Option<RowColSquare> {
        if size.contains(square) { Some(RowColSquare { square, size }) } else { None }
    }

    /// Reads a square of a board of this size.
    ///
    /// # Errors
    ///
    /// If the text is not a row letter and a column digit of the board.
    pub fn parse(text: &str, size: BoardSize) -> Result<RowColSquare, RowColError> {
        let mut cursor = Cursor::new(text, 0);
        let square = read_square(&mut cursor, size)?;
        cursor.end()?;
        Ok(square)
    }

    /// The square itself.
    #[must_use]
    pub const fn square(self) -> Square {
        self.square
    }
}

impl fmt::Display for RowColSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.square.rank(), self.size.get() + 1 - self.square.file().number())
    }
}

/// A move on a board of known size. `Display` writes the squares left and reached with a hyphen between. Like a [`Move`], it may be illegal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RowColMove {
    from: RowColSquare,
    to: RowColSquare,
}

impl RowColMove {
    /// The move, or `None` if one of its squares is not on a board of this size.
    #[must_use]
    pub fn new(mv: Move, size: BoardSize) -> Option<RowColMove> {
        Some(RowColMove { from: RowColSquare::new(mv.from(), size)?, to: RowColSquare::new(mv.to(), size)? })
    }

    /// Reads a move on a board of this size.
    ///
    /// # Errors
    ///
    /// If the text is not two squares of the board with a hyphen between.
    pub fn parse(text: &str, size: BoardSize) -> Result<RowColMove, RowColError> {
        let mut cursor = Cursor::new(text, 0);
        let from = read_square(&mut cursor, size)?;
        cursor.expect("-")?;
        let to = read_square(&mut cursor, size)?;
        cursor.end()?;
        Ok(RowColMove { from, to })
    }

    /// The move itself.
    #[must_use]
    pub const fn mv(self) -> Move {
        Move::new(self.from.square, self.to.square)
    }
}

impl fmt::Display for RowColMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

fn read_square(cursor: &mut Cursor<'_>, size: BoardSize) -> Result<RowColSquare, RowColError> {
    let offset = cursor.offset();
    let rank = cursor.take("a row, a to i", Rank::from_letter)?;
    // Columns are numbered like files, only from the other side.
    let column = cursor.take("a column, 1 to 9", |found| File::new(digit(found)?))?;
    let mirror = Square::at(column, rank).mirrored(size);
    mirror.map(|square| RowColSquare { square, size }).ok_or(RowColError::OffBoard { row: rank, column: column.number(), size, offset })
}

/// Why a text is not a square or a move in row-column notation. Offsets are in bytes from the start of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum RowColError {
    /// The text is not formed like a square or a move.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The board has no such row or no such column.
    #[error("{row}{column} (byte {offset}) is not on a board of {size} × {size}")]
    OffBoard {
        /// The row.
        row: Rank,
        /// The column, from the left.
        column: u8,
        /// The size of the board.
        size: BoardSize,
        /// Where the square stands.
        offset: usize,
    },
}
