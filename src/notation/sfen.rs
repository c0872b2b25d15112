//! SFEN: positions as a line of text.
//!
//! `ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1`: the ranks from the top, each from the highest file to file 1, with a digit for a run of empty squares,
//! `P` for Sente's men and `p` for Gote's; then `b` or `w` for the side to move, the hands (no game of this family has any, so `-`), and the number
//! of the next move. The last two fields may be left out when a text is read.

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use crate::board::{Bitboard, BoardSize, Rank, Side, Square};
use crate::position::{Position, Setup, SetupError};
use crate::rules::Rules;

/// Why a text is not the SFEN of a position. Offsets are in bytes from the start of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SfenError {
    /// The board has too few or too many ranks.
    #[error("a board has 4 to 9 ranks, not {0}")]
    Ranks(usize),
    /// A rank of the board does not have as many squares as there are ranks.
    #[error("rank {rank} (byte {offset}) has {found} squares, but the board has {expected} ranks")]
    RankLength {
        /// The rank.
        rank: Rank,
        /// Where it begins.
        offset: usize,
        /// The squares it has.
        found: usize,
        /// The squares it should have.
        expected: u8,
    },
    /// Something that is neither a man nor a number of empty squares.
    #[error("{found:?} (byte {offset}) is neither a man (P, p) nor a number of empty squares (1 to 9)")]
    Man {
        /// The character.
        found: char,
        /// Where it stands.
        offset: usize,
    },
    /// Two numbers of empty squares in a row.
    #[error("two numbers of empty squares in a row (byte {0})")]
    SplitRun(usize),
    /// A field is missing.
    #[error("the {field} is missing (byte {offset})")]
    Missing {
        /// The name of the field.
        field: &'static str,
        /// Where it should stand.
        offset: usize,
    },
    /// The side to move is neither `b` nor `w`.
    #[error("the side to move (byte {0}) must be b or w")]
    SideToMove(usize),
    /// The hands are not `-`.
    #[error("the hands (byte {0}) must be -, for there are none")]
    Hands(usize),
    /// The move number is not a number from 1 to 4,294,967,295 without leading zeros.
    #[error("the move number (byte {0}) must be a whole number from 1 to 4294967295 without leading zeros")]
    MoveNumber(usize),
    /// Text follows the last field.
    #[error("text follows the move number (byte {0})")]
    TrailingText(usize),
    /// The text is in order, but not possible under the rules.
    #[error(transparent)]
    Setup(#[from] SetupError),
}

impl FromStr for Setup {
    type Err = SfenError;

    fn from_str(text: &str) -> Result<Setup, SfenError> {
        let mut fields = Fields { text, offset: Some(0) };
        let (_, board) = fields.next().unwrap_or((0, ""));
        let (size, sente, gote) = read_board(board)?;
        let side_to_move = match fields.next() {
            Some((_, "b")) => Side::Sente,
            Some((_, "w")) => Side::Gote,
            Some((offset, _)) => return Err(SfenError::SideToMove(offset)),
            None => return Err(SfenError::Missing { field: "side to move", offset: text.len() }),
        };
        if let Some((offset, _)) = fields.next().filter(|(_, hands)| *hands != "-") {
            return Err(SfenError::Hands(offset));
        }
        let move_number = fields.next().map_or(Ok(1), |(offset, number)| read_move_number(number).ok_or(SfenError::MoveNumber(offset)))?;
        match fields.next() {
            Some((offset, _)) => Err(SfenError::TrailingText(offset)),
            None => Ok(Setup { size, sente, gote, side_to_move, move_number }),
        }
    }
}

/// The fields of a text, one space apart, each with the offset at which it begins.
struct Fields<'a> {
    text: &'a str,
    offset: Option<usize>,
}

impl<'a> Iterator for Fields<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<(usize, &'a str)> {
        let start = self.offset?;
        let rest = self.text.get(start..)?;
        let field = rest.split(' ').next()?;
        let end = start + field.len();
        self.offset = (end < self.text.len()).then_some(end + 1);
        Some((start, field))
    }
}

/// A number from 1 in its shortest form.
fn read_move_number(text: &str) -> Option<u32> {
    let canonical = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    text.parse().ok().filter(|_| canonical)
}

fn read_board(text: &str) -> Result<(BoardSize, Bitboard, Bitboard), SfenError> {
    let ranks = text.split('/').count();
    let size = u8::try_from(ranks).ok().and_then(BoardSize::new).ok_or(SfenError::Ranks(ranks))?;
    let (mut sente, mut gote, mut offset) = (Bitboard::EMPTY, Bitboard::EMPTY, 0);
    for (rank, text) in size.ranks().zip(text.split('/')) {
        let row = read_rank(text, offset)?;
        if row.squares != usize::from(size.get()) {
            return Err(SfenError::RankLength { rank, offset, found: row.squares, expected: size.get() });
        }
        for (file, man) in size.files().rev().zip(row.men) {
            let square = Square::at(file, rank);
            match man {
                Some(Side::Sente) => sente = sente.with(square),
                Some(Side::Gote) => gote = gote.with(square),
                None => {}
            }
        }
        offset += text.len() + 1;
    }
    Ok((size, sente, gote))
}

/// One rank of the board, from the left.
#[derive(Default)]
struct Row {
    men: [Option<Side>; 9],
    squares: usize,
}

fn read_rank(text: &str, offset: usize) -> Result<Row, SfenError> {
    let mut row = Row::default();
    let mut after_number = false;
    for (at, found) in text.char_indices() {
        let offset = offset + at;
        let (man, squares) = match found {
            'P' => (Some(Side::Sente), 1),
            'p' => (Some(Side::Gote), 1),
            '1'..='9' if after_number => return Err(SfenError::SplitRun(offset)),
            '1'..='9' => (None, found as usize - '0' as usize),
            _ => return Err(SfenError::Man { found, offset }),
        };
        if let Some(place) = row.men.get_mut(row.squares) {
            *place = man;
        }
        row.squares += squares;
        after_number = man.is_none();
    }
    Ok(row)
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in self.size.ranks() {
            if rank.index() > 0 {
                f.write_str("/")?;
            }
            self.write_rank(f, rank)?;
        }
        let side = match self.side_to_move {
            Side::Sente => 'b',
            Side::Gote => 'w',
        };
        write!(f, " {side} - {}", self.move_number)
    }
}

impl Setup {
    fn write_rank(&self, f: &mut fmt::Formatter<'_>, rank: Rank) -> fmt::Result {
        let mut empty = 0;
        for file in self.size.files().rev() {
            let square = Square::at(file, rank);
            let man = match (self.sente.contains(square), self.gote.contains(square)) {
                (true, _) => "P",
                (_, true) => "p",
                _ => {
                    empty += 1;
                    continue;
                }
            };
            write_run(f, &mut empty)?;
            f.write_str(man)?;
        }
        write_run(f, &mut empty)
    }
}

/// Writes the number of empty squares that have been counted, if any, and starts again.
fn write_run(f: &mut fmt::Formatter<'_>, empty: &mut u8) -> fmt::Result {
    match core::mem::take(empty) {
        0 => Ok(()),
        run => write!(f, "{run}"),
    }
}

/// # SFEN
impl Position {
    /// Reads the position of an SFEN under some rules; the move number is checked and dropped.
    ///
    /// # Errors
    ///
    /// If the text is not an SFEN, or the board is not possible under the rules.
    ///
    /// ```
    /// use hasami_shogi::{Position, Rules};
    ///
    /// let position = Position::from_sfen(Rules::MAK_YEK, "pppppppp/8/pppppppp/8/8/PPPPPPPP/8/PPPPPPPP b")?;
    /// assert_eq!(position, Position::start(Rules::MAK_YEK));
    /// # Ok::<(), hasami_shogi::SfenError>(())
    /// ```
    pub fn from_sfen(rules: Rules, text: &str) -> Result<Position, SfenError> {
        Ok(Position::from_setup(rules, &text.parse()?)?)
    }
}

/// Writes the SFEN, with move number 1: a position does not know how many moves led to it.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_setup(1).fmt(f)
    }
}
