//! The lines of a record.

use super::{KifError, KifProblem};
use crate::notation::cursor::Cursor;

const BYTE_ORDER_MARK: &str = "\u{feff}";

/// What ends a line for some programs, but not in a record: a line of it could hide in another.
const OTHER_BREAKS: [(char, &str); 6] =
    [('\r', "CR"), ('\u{b}', "VT"), ('\u{c}', "FF"), ('\u{85}', "U+0085"), ('\u{2028}', "U+2028"), ('\u{2029}', "U+2029")];

/// Blanks, wide ones among them.
pub(super) const fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\u{3000}')
}

/// A line without its end and without blanks before that.
#[derive(Clone, Copy)]
pub(super) struct Line<'a> {
    /// Counted from 1.
    pub(super) number: usize,
    pub(super) cursor: Cursor<'a>,
}

impl<'a> Line<'a> {
    pub(super) fn error(&self, problem: KifProblem) -> KifError {
        KifError { line: self.number, offset: self.cursor.offset(), problem }
    }

    pub(super) const fn text(&self) -> &'a str {
        self.cursor.rest()
    }

    /// Whether the line is empty, a comment or a bookmark.
    fn is_silent(&self) -> bool {
        self.text().is_empty() || self.text().starts_with(['*', '#', '&'])
    }

    /// Whether the line begins with a number, after any blanks.
    pub(super) fn is_numbered(&self) -> bool {
        self.text().trim_start_matches(is_blank).starts_with(|first: char| first.is_ascii_digit())
    }

    /// Whether the line names the columns, `手数----指手---------消費時間--`, with dashes as many as one likes.
    pub(super) fn is_columns(&self) -> bool {
        let words = self.text().split('-').filter(|word| !word.is_empty());
        self.text().starts_with("手数-") && (words.clone().eq(["手数", "指手"]) || words.eq(["手数", "指手", "消費時間"]))
    }

    /// Whether the line belongs to the drawing of a board, or says who is to move below one.
    pub(super) fn is_diagram(&self) -> bool {
        let text = self.text().trim_start_matches(is_blank);
        let files = || text.chars().filter(|c| !is_blank(*c));
        let names_files =
            files().all(|c| matches!(c, '1'..='9' | '１'..='９')) && files().count() >= 4 && files().rev().zip(1..).all(is_file);
        names_files || text.starts_with(['+', '|', '｜', '│', '┃', '┌', '┏']) || matches!(text, "先手番" | "後手番" | "上手番" | "下手番")
    }
}

/// Whether a digit, wide or not, has this value.
fn is_file((digit, value): (char, u32)) -> bool {
    u32::from(digit).checked_sub(u32::from('０')) == Some(value) || digit.to_digit(10) == Some(value)
}

/// The lines of a text; those that say nothing are passed over.
pub(super) struct Lines<'a> {
    rest: &'a str,
    offset: usize,
    number: usize,
    /// How the first line ends.
    end: Option<&'static str>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Lines<'a> {
        let rest = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        Lines { rest, offset: text.len() - rest.len(), number: 0, end: None }
    }

    /// What stands for the line after the last.
    pub(super) const fn end(&self) -> Line<'a> {
        Line { number: self.number + 1, cursor: Cursor::new("", self.offset) }
    }

    fn next_line(&mut self) -> Option<Result<Line<'a>, KifError>> {
        let whole = self.rest.split_inclusive('\n').next()?;
        let (content, end) = split_end(whole);
        let line = Line { number: self.number + 1, cursor: Cursor::new(content.trim_end_matches(is_blank), self.offset) };
        let checked = self.check_end(content, end).map_err(|problem| line.error(problem));
        self.rest = &self.rest[whole.len()..];
        self.offset += whole.len();
        self.number += usize::from(end.is_some());
        Some(checked.map(|()| line))
    }

    /// All lines must end alike, lest a part of the text is taken for something else than what its writer sees.
    fn check_end(&mut self, content: &str, end: Option<&'static str>) -> Result<(), KifProblem> {
        if let Some((at, found)) = content.char_indices().find(|(_, c)| OTHER_BREAKS.iter().any(|(other, _)| other == c)) {
            let found = OTHER_BREAKS.iter().find(|(other, _)| *other == found).map_or("", |(_, name)| name);
            let found = if end == Some("CR LF") && at + 1 == content.len() { "CR CR LF" } else { found };
            return Err(KifProblem::LineEnd { found, expected: "LF or CR LF", offset: self.offset + at });
        }
        let Some(found) = end else { return Ok(()) };
        match *self.end.get_or_insert(found) {
            first if first == found => Ok(()),
            first => Err(KifProblem::LineEnd { found, expected: first, offset: self.offset + content.len() }),
        }
    }
}

/// A line, and what it ends with if it is not the last.
fn split_end(line: &str) -> (&str, Option<&'static str>) {
    match (line.strip_suffix("\r\n"), line.strip_suffix('\n')) {
        (Some(content), _) => (content, Some("CR LF")),
        (None, Some(content)) => (content, Some("LF")),
        (None, None) => (line, None),
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = Result<Line<'a>, KifError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.next_line()? {
                Ok(line) if line.is_silent() => {}
                other => return Some(other),
            }
        }
    }
}
