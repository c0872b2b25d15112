//! Japanese notation: moves as they are printed, `▲５五歩(59)` (rules, section 7).
//!
//! The mark of the side (`▲` Sente, `△` Gote), the square reached as a full-width file digit and a kanji rank, the man (`歩` Sente's, `と` Gote's),
//! and the square left as two ASCII digits in parentheses, the file first. A move that arrives where the move before it arrived has `同` in
//! place of the square.
//!
//! ```
//! use hasami_shogi::{Move, Side, notation::japanese::JapaneseMove};
//!
//! let mv: Move = "5a5e".parse()?;
//! let text = JapaneseMove { side: Side::Gote, mv, last_arrival: None }.to_string();
//! assert_eq!(text, "△５五と(51)");
//! assert_eq!(JapaneseMove::parse(&text, None)?.mv, mv);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use core::fmt::{self, Write};

use thiserror::Error;

use super::cursor::{Cursor, SyntaxError};
use crate::board::{File, Rank, Side, Square};
use crate::position::Move;

const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const SAME: &str = "同";

/// The full-width digit of a file.
pub(super) const fn wide_file(file: File) -> char {
    FILES[file.index()]
}

/// The kanji of a rank.
pub(super) const fn kanji_rank(rank: Rank) -> char {
    RANKS[rank.index()]
}

/// The man of a side.
pub(super) const fn man(side: Side) -> char {
    match side {
        Side::Sente => '歩',
        Side::Gote => 'と',
    }
}

const fn mark(side: Side) -> char {
    match side {
        Side::Sente => '▲',
        Side::Gote => '△',
    }
}

/// A move with all that its Japanese notation depends on. Plain data: the move may be illegal.
///
/// `Display` writes the notation, and [`JapaneseMove::parse`] reads it.
///
/// ```
/// use hasami_shogi::{Side, notation::japanese::JapaneseMove};
///
/// let again = JapaneseMove { side: Side::Sente, mv: "5i5e".parse()?, last_arrival: "5e".parse().ok() };
/// assert_eq!(again.to_string(), "▲同歩(59)");
/// assert_eq!(JapaneseMove::parse("▲同歩(59)", again.last_arrival), Ok(again));
/// # Ok::<(), hasami_shogi::MoveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct JapaneseMove {
    /// The side that moves.
    pub side: Side,
    /// The move.
    pub mv: Move,
    /// The square that the move before this one reached, if there was one.
    ///
    /// In play by the rules the man that has just arrived still stands there, so that `同` never comes up; text about other moves may have it.
    pub last_arrival: Option<Square>,
}

impl JapaneseMove {
    /// Reads a move that follows one that reached `last_arrival`.
    ///
    /// # Errors
    ///
    /// If the text is not exactly what would be written: `同` must stand where the two moves arrive on the same square, and only there.
    pub fn parse(text: &str, last_arrival: Option<Square>) -> Result<JapaneseMove, JapaneseError> {
        let mut cursor = Cursor::new(text, 0);
        let side = cursor.take("▲ or △", |found| Side::ALL.into_iter().find(|side| mark(*side) == found))?;
        let mv = read_unmarked(&mut cursor, side, last_arrival)?;
        cursor.end()?;
        Ok(JapaneseMove { side, mv, last_arrival })
    }

    /// Writes the move without the mark of the side.
    pub(super) fn write_unmarked(&self, out: &mut impl Write) -> fmt::Result {
        let (from, to) = (self.mv.from(), self.mv.to());
        if self.last_arrival == Some(to) {
            out.write_str(SAME)?;
        } else {
            write!(out, "{}{}", wide_file(to.file()), kanji_rank(to.rank()))?;
        }
        write!(out, "{}({}{})", man(self.side), from.file(), from.rank().number())
    }
}

impl fmt::Display for JapaneseMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(mark(self.side))?;
        self.write_unmarked(f)
    }
}

/// Reads a move of `side` without its mark.
pub(super) fn read_unmarked(cursor: &mut Cursor<'_>, side: Side, last_arrival: Option<Square>) -> Result<Move, JapaneseError> {
    let to = read_arrival(cursor, last_arrival)?;
    let expected = match side {
        Side::Sente => "歩, Sente's man",
        Side::Gote => "と, Gote's man",
    };
    cursor.take(expected, |found| (found == man(side)).then_some(()))?;
    cursor.expect("(")?;
    let file = cursor.take("the file left, 1 to 9", |found| File::new(digit(found)?))?;
    let rank = cursor.take("the rank left, 1 to 9", |found| Rank::new(digit(found)?))?;
    cursor.expect(")")?;
    Ok(Move::new(Square::at(file, rank), to))
}

fn read_arrival(cursor: &mut Cursor<'_>, last_arrival: Option<Square>) -> Result<Square, JapaneseError> {
    let offset = cursor.offset();
    if cursor.eat(SAME) {
        return last_arrival.ok_or(JapaneseError::NoLastArrival { offset });
    }
    let file = cursor.take("a file １ to ９, or 同", |found| File::all().find(|file| wide_file(*file) == found))?;
    let rank = cursor.take("a rank 一 to 九", |found| Rank::all().find(|rank| kanji_rank(*rank) == found))?;
    match Square::at(file, rank) {
        square if last_arrival == Some(square) => Err(JapaneseError::SameSquare { square, offset }),
        square => Ok(square),
    }
}

/// The value of an ASCII digit.
pub(super) fn digit(found: char) -> Option<u8> {
    found.to_digit(10).and_then(|value| u8::try_from(value).ok())
}

/// Why a text is not a move in Japanese notation. Offsets are in bytes from the start of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum JapaneseError {
    /// The text is not formed like a move.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// `同` stands in a move that follows no other.
    #[error("同 (byte {offset}) needs a move before it")]
    NoLastArrival {
        /// Where `同` stands.
        offset: usize,
    },
    /// The square is spelled out where `同` must stand.
    #[error("the move before arrived on {square} too, so 同 must stand for it (byte {offset})")]
    SameSquare {
        /// The square that both moves reach.
        square: Square,
        /// Where it is spelled out.
        offset: usize,
    },
}
