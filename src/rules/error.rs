//! What can be wrong with rules, and where.

use alloc::string::String;

use thiserror::Error;

use super::RuleKey;
use super::text::MAX_LENGTH;

/// Why a text is not the text of rules, or why options do not make rules.
///
/// Offsets count bytes from the start of the text.
///
/// ```
/// use hasami_shogi::{RuleKey, Rules};
///
/// let error = "classic-5,size=12".parse::<Rules>().unwrap_err();
/// assert_eq!((error.key(), error.offset()), (Some(RuleKey::Size), Some(15)));
/// assert_eq!(error.to_string(), "size cannot be \"12\" (byte 15): it takes 4 to 9");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum RulesError {
    /// The text is longer than any text of rules can be.
    #[error("rules text of {length} bytes, more than {MAX_LENGTH}")]
    TooLong {
        /// The length of the text in bytes.
        length: usize,
    },
    /// The text does not begin with the name of a preset.
    #[error("unknown preset {text:?}")]
    UnknownPreset {
        /// What stands in the place of the name, at offset 0.
        text: String,
    },
    /// There is nothing between two commas, or after the last.
    #[error("empty item (byte {offset})")]
    EmptyItem {
        /// Where the item should be.
        offset: usize,
    },
    /// There is no such key.
    #[error("unknown key {text:?} (byte {offset})")]
    UnknownKey {
        /// What stands in the place of the key.
        text: String,
        /// Where it begins.
        offset: usize,
    },
    /// A key stands alone.
    #[error("{key} lacks `=` and a value (byte {offset})")]
    MissingValue {
        /// The key.
        key: RuleKey,
        /// Where the `=` should be.
        offset: usize,
    },
    /// A key stands twice.
    #[error("{key} is given twice (byte {offset})")]
    DuplicateKey {
        /// The key.
        key: RuleKey,
        /// Where it stands for the second time.
        offset: usize,
    },
    /// The key does not take this value.
    #[error("{key} cannot be {text:?} (byte {offset}): it takes {}", key.values())]
    BadValue {
        /// The key.
        key: RuleKey,
        /// The value.
        text: String,
        /// Where the value begins.
        offset: usize,
    },
    /// The value has the form that the key takes, but a number that is too great, and so much so that no rules can hold it.
    #[error("{key} cannot be {text:?} (byte {offset}): the number is not from {least} to {most}")]
    OutOfRange {
        /// The key.
        key: RuleKey,
        /// The value.
        text: String,
        /// Where the value begins.
        offset: usize,
        /// The least number that makes sense, in view of the other options.
        least: u16,
        /// The greatest number that makes sense, in view of the other options.
        most: u16,
    },
    /// Every value is well-formed, but together they make no game.
    #[error("{key}: {problem}")]
    Contradiction {
        /// The option at fault.
        key: RuleKey,
        /// What is wrong with it.
        problem: Contradiction,
        /// Where the key stands, if the rules came from a text that has it.
        offset: Option<usize>,
    },
}

impl RulesError {
    /// The option at fault, when the error is about a known one.
    #[must_use]
    pub const fn key(&self) -> Option<RuleKey> {
        match *self {
            Self::MissingValue { key, .. }
            | Self::DuplicateKey { key, .. }
            | Self::BadValue { key, .. }
            | Self::OutOfRange { key, .. }
            | Self::Contradiction { key, .. } => Some(key),
            _ => None,
        }
    }

    /// The place in the text, in bytes from its start.
    ///
    /// `None` for a contradiction that did not come from a text, or whose key the text leaves to the preset.
    #[must_use]
    pub const fn offset(&self) -> Option<usize> {
        match *self {
            Self::TooLong { .. } => Some(MAX_LENGTH),
            Self::UnknownPreset { .. } => Some(0),
            Self::EmptyItem { offset }
            | Self::UnknownKey { offset, .. }
            | Self::MissingValue { offset, .. }
            | Self::DuplicateKey { offset, .. }
            | Self::BadValue { offset, .. }
            | Self::OutOfRange { offset, .. } => Some(offset),
            Self::Contradiction { offset, .. } => offset,
        }
    }
}

/// How an option contradicts the others, or makes no sense by itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
#[non_exhaustive]
pub enum Contradiction {
    /// A number is too small or too large, in view of the board and of the men.
    #[error("{value} is not from {least} to {most}")]
    OutOfRange {
        /// The number.
        value: u16,
        /// The least number that makes sense.
        least: u16,
        /// The greatest number that makes sense.
        most: u16,
    },
    /// No rank is filled: there are no men.
    #[error("no rank is filled with men")]
    NoMen,
    /// The men of the two sides overlap, touch, or do not fit on the board.
    #[error("filling rank {highest} leaves no empty rank between the sides on a board of {size} ranks")]
    ArmiesMeet {
        /// The home rank farthest from the edge.
        highest: u8,
        /// The number of ranks of the board.
        size: u8,
    },
    /// The line has no direction, or one that does not exist.
    #[error("a line needs one or more of the axes h, v and d")]
    BadAxes,
    /// The ranks that count are too few for the line in each of its directions.
    #[error("there is no room for such a line")]
    LineImpossible,
    /// The men form the line before the first move.
    #[error("the start position holds such a line already")]
    LineAtStart,
}
