//! Reading a text character by character, and the error that says what should have come.

use core::fmt;

use thiserror::Error;

/// Something else stands in a text than what must stand there.
///
/// ```
/// use hasami_shogi::{BoardSize, notation::rowcol::RowColSquare};
///
/// let error = RowColSquare::parse("e!", BoardSize::NINE).unwrap_err();
/// assert_eq!(error.to_string(), "expected a column, 1 to 9 (byte 1), found '!'");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected {expected} (byte {offset}), found {}", Found(*found))]
#[non_exhaustive]
pub struct SyntaxError {
    /// What must stand there.
    pub expected: &'static str,
    /// The character that stands there instead, or `None` where the text ends.
    pub found: Option<char>,
    /// Where that is, in bytes from the start of the text.
    pub offset: usize,
}

struct Found(Option<char>);

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(found) => write!(f, "{found:?}"),
            None => f.write_str("the end"),
        }
    }
}

/// What is left to read of a text, or of one line of it.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'a> {
    rest: &'a str,
    offset: usize,
}

impl<'a> Cursor<'a> {
    /// A cursor at the start of `rest`, which begins at `offset` of the whole text.
    pub(super) const fn new(rest: &'a str, offset: usize) -> Cursor<'a> {
        Cursor { rest, offset }
    }

    pub(super) const fn rest(&self) -> &'a str {
        self.rest
    }

    pub(super) const fn offset(&self) -> usize {
        self.offset
    }

    /// The error that `expected` does not stand here.
    pub(super) fn unexpected(&self, expected: &'static str) -> SyntaxError {
        SyntaxError { expected, found: self.rest.chars().next(), offset: self.offset }
    }

    fn advance(&mut self, rest: &'a str) {
        self.offset += self.rest.len() - rest.len();
        self.rest = rest;
    }

    /// Passes over `token` if it comes next.
    pub(super) fn eat(&mut self, token: &str) -> bool {
        let after = self.rest.strip_prefix(token);
        if let Some(rest) = after {
            self.advance(rest);
        }
        after.is_some()
    }

    /// Passes over all such characters that come next.
    pub(super) fn skip(&mut self, passed_over: fn(char) -> bool) {
        self.advance(self.rest.trim_start_matches(passed_over));
    }

    /// Passes over `token`, which must come next.
    pub(super) fn expect(&mut self, token: &'static str) -> Result<(), SyntaxError> {
        let name = if token == " " { "a space" } else { token };
        if self.eat(token) { Ok(()) } else { Err(self.unexpected(name)) }
    }

    /// Reads one character by its meaning.
    pub(super) fn take<T>(&mut self, expected: &'static str, meaning: impl FnOnce(char) -> Option<T>) -> Result<T, SyntaxError> {
        let mut chars = self.rest.chars();
        let value = chars.next().and_then(meaning).ok_or_else(|| self.unexpected(expected))?;
        self.advance(chars.as_str());
        Ok(value)
    }

    /// Reads ASCII digits, one or more.
    pub(super) fn digits(&mut self, expected: &'static str) -> Result<&'a str, SyntaxError> {
        let after = self.rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = self.rest.strip_suffix(after).filter(|digits| !digits.is_empty()).ok_or_else(|| self.unexpected(expected))?;
        self.advance(after);
        Ok(digits)
    }

    /// Reads a number without leading zeros.
    pub(super) fn number(&mut self, expected: &'static str) -> Result<usize, SyntaxError> {
        let start = *self;
        let digits = self.digits(expected)?;
        let canonical = digits == "0" || !digits.starts_with('0');
        digits.parse().ok().filter(|_| canonical).ok_or_else(|| start.unexpected(expected))
    }

    /// Passes over the end of a line, `\n` or `\r\n`.
    pub(super) fn line_break(&mut self) -> Result<(), SyntaxError> {
        if self.eat("\r\n") || self.eat("\n") { Ok(()) } else { Err(self.unexpected("a line break")) }
    }

    /// Makes sure that nothing is left.
    pub(super) fn end(&self) -> Result<(), SyntaxError> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.unexpected("the end")) }
    }
}
