//! Board diagrams: positions as text for people, with coordinates, in kanji or in ASCII (rules, section 7).
//!
//! The files stand above the board, each rank has its name on the right, and the last line says whose turn it is. What is written reads back:
//!
//! ```
//! use hasami_shogi::{Position, Rules, notation::diagram::{Diagram, read_diagram}};
//!
//! let position = Position::start("plain,size=4".parse::<Rules>()?);
//! let text = Diagram::ascii(&position).to_string();
//! assert_eq!(text, "\
//! 4 3 2 1
//! p p p p a
//! . . . . b
//! . . . . c
//! P P P P d
//! sente to move");
//! assert_eq!(read_diagram(&text)?, position.to_setup(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use core::fmt;

use thiserror::Error;

use super::cursor::{Cursor, SyntaxError};
use super::japanese::{kanji_rank, man, wide_file};
use crate::board::{Bitboard, BoardSize, File, Rank, Side, Square};
use crate::position::{Position, Setup};

/// A position to be drawn; `Display` does it. There is no line break after the last line.
///
/// ```
/// use hasami_shogi::{Position, Rules, notation::diagram::Diagram};
///
/// let position = Position::from_sfen("plain,size=4".parse::<Rules>()?, "pp1p/2p1/P3/1PPP w")?;
/// assert_eq!(Diagram::kanji(&position).to_string(), "\
/// ４３２１
/// とと・と 一
/// ・・と・ 二
/// 歩・・・ 三
/// ・歩歩歩 四
/// 後手番");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Diagram {
    position: Position,
    style: Style,
}

impl Diagram {
    /// A drawing in full-width characters: `歩` Sente's men, `と` Gote's, `・` empty squares.
    #[must_use]
    pub const fn kanji(position: &Position) -> Diagram {
        Diagram { position: *position, style: Style::Kanji }
    }

    /// A drawing in ASCII: `P` Sente's men, `p` Gote's, `.` empty squares.
    #[must_use]
    pub const fn ascii(position: &Position) -> Diagram {
        Diagram { position: *position, style: Style::Ascii }
    }

    fn write_cells(&self, f: &mut fmt::Formatter<'_>, cells: impl Iterator<Item = char>) -> fmt::Result {
        for (index, cell) in cells.enumerate() {
            let gap = if index == 0 { "" } else { self.style.gap() };
            write!(f, "{gap}{cell}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (position, style, size) = (&self.position, self.style, self.position.rules().size());
        self.write_cells(f, size.files().rev().map(|file| style.file(file)))?;
        for rank in size.ranks() {
            f.write_str("\n")?;
            self.write_cells(f, size.files().rev().map(|file| style.cell(position.side_on(Square::at(file, rank)))))?;
            write!(f, " {}", style.rank(rank))?;
        }
        write!(f, "\n{}", style.turn(position.side_to_move()))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Style {
    Kanji,
    Ascii,
}

impl Style {
    /// What stands between the squares of a rank.
    const fn gap(self) -> &'static str {
        match self {
            Style::Kanji => "",
            Style::Ascii => " ",
        }
    }

    fn file(self, file: File) -> char {
        match self {
            Style::Kanji => wide_file(file),
            Style::Ascii => char::from(b'0' + file.number()),
        }
    }

    const fn rank(self, rank: Rank) -> char {
        match self {
            Style::Kanji => kanji_rank(rank),
            Style::Ascii => rank.letter(),
        }
    }

    const fn cell(self, side: Option<Side>) -> char {
        match (self, side) {
            (Style::Kanji, Some(side)) => man(side),
            (Style::Kanji, None) => '・',
            (Style::Ascii, Some(Side::Sente)) => 'P',
            (Style::Ascii, Some(Side::Gote)) => 'p',
            (Style::Ascii, None) => '.',
        }
    }

    const fn turn(self, side: Side) -> &'static str {
        match (self, side) {
            (Style::Kanji, Side::Sente) => "先手番",
            (Style::Kanji, Side::Gote) => "後手番",
            (Style::Ascii, Side::Sente) => "sente to move",
            (Style::Ascii, Side::Gote) => "gote to move",
        }
    }
}

/// Reads a diagram of either kind; the number of the next move, which a diagram does not tell, is 1.
///
/// Lines end in `\n` or `\r\n`; the last may do so or not.
///
/// # Errors
///
/// If the text differs in any other way from what [`Diagram`] writes. Whether the position is possible under some rules is not asked here.
pub fn read_diagram(text: &str) -> Result<Setup, DiagramError> {
    let mut cursor = Cursor::new(text, 0);
    let (style, size) = read_files(&mut cursor)?;
    let mut men = [Bitboard::EMPTY; 2];
    for rank in size.ranks() {
        read_rank(&mut cursor, style, size, rank, &mut men)?;
    }
    let side_to_move = read_turn(&mut cursor, style)?;
    let [sente, gote] = men;
    Ok(Setup { size, sente, gote, side_to_move, move_number: 1 })
}

/// Reads the first line, which tells the style and the size.
fn read_files(cursor: &mut Cursor<'_>) -> Result<(Style, BoardSize), DiagramError> {
    let offset = cursor.offset();
    let (style, highest) = cursor.take("the highest file, 4 to 9 or ４ to ９", style_and_file)?;
    let size = BoardSize::new(highest.number()).ok_or(DiagramError::Size { files: highest.number(), offset })?;
    for file in size.files().rev().skip(1) {
        cursor.expect(style.gap())?;
        cursor.take("the next lower file", |found| (found == style.file(file)).then_some(()))?;
    }
    cursor.line_break()?;
    Ok((style, size))
}

fn style_and_file(found: char) -> Option<(Style, File)> {
    let style = if found.is_ascii() { Style::Ascii } else { Style::Kanji };
    let file = File::all().find(|file| style.file(*file) == found)?;
    Some((style, file))
}

/// Reads one rank and adds its men to those of Sente and of Gote.
fn read_rank(cursor: &mut Cursor<'_>, style: Style, size: BoardSize, rank: Rank, men: &mut [Bitboard; 2]) -> Result<(), SyntaxError> {
    for file in size.files().rev() {
        if file.number() < size.get() {
            cursor.expect(style.gap())?;
        }
        if let Some(side) = read_cell(cursor, style)? {
            men[side.index()] = men[side.index()].with(Square::at(file, rank));
        }
    }
    cursor.expect(" ")?;
    cursor.take("the name of the rank", |found| (found == style.rank(rank)).then_some(()))?;
    cursor.line_break()
}

/// Reads one square: the side whose man stands there.
fn read_cell(cursor: &mut Cursor<'_>, style: Style) -> Result<Option<Side>, SyntaxError> {
    let expected = match style {
        Style::Kanji => "歩, と or ・",
        Style::Ascii => "P, p or .",
    };
    let cells = [None, Some(Side::Sente), Some(Side::Gote)];
    cursor.take(expected, |found| cells.into_iter().find(|cell| style.cell(*cell) == found))
}

/// Reads the last line.
fn read_turn(cursor: &mut Cursor<'_>, style: Style) -> Result<Side, SyntaxError> {
    let expected = match style {
        Style::Kanji => "先手番 or 後手番",
        Style::Ascii => "`sente to move` or `gote to move`",
    };
    let side = Side::ALL.into_iter().find(|side| cursor.eat(style.turn(*side)));
    let side = side.ok_or_else(|| cursor.unexpected(expected))?;
    // A line break here is a matter of taste.
    let _ = cursor.line_break();
    cursor.end().map(|()| side)
}

/// Why a text is not a board diagram. Offsets are in bytes from the start of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum DiagramError {
    /// The text differs from a diagram.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The first line is that of a board too small.
    #[error("a board has 4 to 9 files, not {files} (byte {offset})")]
    Size {
        /// The number of files.
        files: u8,
        /// Where it stands.
        offset: usize,
    },
}
