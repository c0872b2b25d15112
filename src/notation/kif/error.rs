//! What can be wrong with a record, and where.

use alloc::format;
use alloc::string::String;

use thiserror::Error;

use super::GAME;
use super::ending::WORDS;
use crate::notation::cursor::SyntaxError;
use crate::notation::japanese::JapaneseError;
use crate::notation::sfen::SfenError;
use crate::position::{IllegalMove, Move, Outcome};
use crate::rules::RulesError;

/// Why a text is not the record of a game, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line} (byte {offset}): {problem}")]
#[non_exhaustive]
pub struct KifError {
    /// The line, counted from 1.
    pub line: usize,
    /// Where the line begins, in bytes from the start of the text.
    pub offset: usize,
    /// What is wrong with the line.
    pub problem: KifProblem,
}

/// What can be wrong with a line of a record.
///
/// Offsets count bytes from the start of the record; only those of rules and SFEN count from the start of the header's value.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum KifProblem {
    /// The line is not formed like one of a record.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// The header `手合割` is missing; the line is the first after the header.
    #[error("the header 手合割：{GAME} is missing")]
    MissingGame,
    /// The record is one of another game.
    #[error("the header 手合割 must be {GAME}, not {value:?}")]
    AnotherGame {
        /// The beginning of the header's value.
        value: String,
    },
    /// The line ends otherwise than those of a record, or than the first line.
    #[error("the line ends in {found} (byte {offset}), not in {expected}: all lines must end alike")]
    LineEnd {
        /// How it ends.
        found: &'static str,
        /// How it must end.
        expected: &'static str,
        /// Where the end is.
        offset: usize,
    },
    /// A header looks like one of the known ones, and is not.
    #[error("{key:?} is no header that is known: {meant} is written `{meant}：`")]
    UnknownHeader {
        /// The beginning of the key.
        key: String,
        /// The key that it may stand for.
        meant: &'static str,
    },
    /// There is something in hand, which no game of this family knows.
    #[error("there are no men in hand: the header {key:?} must be なし, not {value:?}")]
    Hands {
        /// The beginning of the key.
        key: String,
        /// The beginning of the value.
        value: String,
    },
    /// A position is drawn, or its side to move stands alone.
    #[error("drawn boards are not read: a start position is given as an SFEN in the header `局面：`")]
    Diagram,
    /// A variation stands where the game must begin.
    #[error("this is a variation: the moves of the game must come before it")]
    Variation,
    /// A header has come before.
    #[error("the header {key} is given twice")]
    Duplicate {
        /// The key of the header.
        key: &'static str,
    },
    /// The value of the header `ルール` is not the text of rules.
    #[error("ルール: {0}")]
    Rules(#[from] RulesError),
    /// The value of the header `局面` is not an SFEN, or not possible under the rules.
    #[error("局面: {0}")]
    Start(#[from] SfenError),
    /// The moves are not numbered 1, 2, 3, ….
    #[error("the number of this move is {expected}, not {found}")]
    MoveNumber {
        /// The number that the move should have.
        expected: usize,
        /// The number that it has.
        found: usize,
    },
    /// A move is not formed like one.
    #[error(transparent)]
    Move(JapaneseError),
    /// A move is illegal.
    #[error("move {number}, {mv}, is illegal: {reason}")]
    Illegal {
        /// The number of the move.
        number: usize,
        /// The move.
        mv: Move,
        /// Why it is illegal.
        reason: IllegalMove,
    },
    /// There is a word in place of a move that is not known.
    #[error("{word:?} (byte {offset}) is neither a move such as ５五歩(59) nor one of the words {WORDS}")]
    UnknownEnding {
        /// The beginning of the word.
        word: String,
        /// Where it stands.
        offset: usize,
    },
    /// The word in place of a move does not fit the moves.
    #[error("the game cannot end so: {}", state(*result))]
    Ending {
        /// The result by the moves; `None` if the game is not over.
        result: Option<Outcome>,
    },
    /// The line of the result counts another number of moves.
    #[error("the game has {expected} moves, not {found}")]
    MoveCount {
        /// The number of moves in the record.
        expected: usize,
        /// The number that the line has.
        found: usize,
    },
    /// The line of the result contradicts the record.
    #[error("this is not the result: {}", state(*result))]
    Result {
        /// The result by the record; `None` if the game is not over.
        result: Option<Outcome>,
    },
}

/// A move that is malformed without regard to other moves is a matter of syntax.
impl From<JapaneseError> for KifProblem {
    fn from(error: JapaneseError) -> KifProblem {
        match error {
            JapaneseError::Syntax(error) => KifProblem::Syntax(error),
            error => KifProblem::Move(error),
        }
    }
}

fn state(result: Option<Outcome>) -> String {
    result.map_or_else(|| "the game is not over".into(), |outcome| format!("{outcome}"))
}

/// So much of a text that can be of any length goes into an error, in characters.
const EXCERPT: usize = 40;

/// The beginning of a text, and dots if it goes on.
pub(super) fn excerpt(text: &str) -> String {
    let mut beginning: String = text.chars().take(EXCERPT).collect();
    if beginning.len() < text.len() {
        beginning.push('…');
    }
    beginning
}
