//! Numbers on the command line.

use std::error::Error;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::common::Fallible;
use lexopt::Parser;

/// Reads the value of an option that takes a number in a range; an error names the option and the range.
pub(crate) fn number<T>(parser: &mut Parser, option: &str, range: RangeInclusive<T>) -> Fallible<T>
where
    T: FromStr + PartialOrd + Display,
{
    let text = parser.value()?;
    in_range(option, text.to_str().ok_or_else(|| format!("{option}: {text:?} is not valid UTF-8"))?, range)
}

/// Reads a number in a range.
pub(crate) fn in_range<T>(name: &str, text: &str, range: RangeInclusive<T>) -> Fallible<T>
where
    T: FromStr + PartialOrd + Display,
{
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| -> Box<dyn Error> { format!("{name}: {text:?} is no number from {} to {}", range.start(), range.end()).into() })
}
