//! The options of the engine, apart from the rules.

use std::fmt;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::str::FromStr;

use hasami_shogi::search::Level;

use super::Problem;

/// The option that chooses the rules.
pub(super) const VARIANT: &str = "USI_Variant";
const HASH: &str = "USI_Hash";
const THREADS: &str = "Threads";
const LINES: &str = "MultiPV";
const LEVEL: &str = "Level";
const PONDER: &str = "USI_Ponder";

const HASH_RANGE: RangeInclusive<usize> = 1..=4096;
const THREAD_RANGE: RangeInclusive<usize> = 1..=256;
const LINE_RANGE: RangeInclusive<usize> = 1..=256;
const LEVEL_RANGE: RangeInclusive<u8> = 1..=10;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Settings {
    /// The size of the transposition table, in MiB.
    pub(super) hash: usize,
    pub(super) threads: NonZeroUsize,
    /// Principal variations to show.
    pub(super) lines: usize,
    pub(super) level: Level,
    /// Whether to say which reply is expected, to ponder on.
    pub(super) ponder: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { hash: 64, threads: NonZeroUsize::MIN, lines: 1, level: Level::FULL, ponder: false }
    }
}

impl Settings {
    /// Follows a `setoption`. The case of the name makes no difference.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), Problem> {
        match [HASH, THREADS, LINES, LEVEL, PONDER].into_iter().find(|known| known.eq_ignore_ascii_case(name)) {
            Some(HASH) => self.hash = spin(HASH, value, &HASH_RANGE)?,
            Some(THREADS) => self.threads = NonZeroUsize::new(spin(THREADS, value, &THREAD_RANGE)?).unwrap_or(NonZeroUsize::MIN),
            Some(LINES) => self.lines = spin(LINES, value, &LINE_RANGE)?,
            Some(LEVEL) => self.level = Level::new(spin(LEVEL, value, &LEVEL_RANGE)?).unwrap_or_default(),
            Some(PONDER) => self.ponder = value.parse().map_err(|_| format!("{PONDER}: {value:?} is neither true nor false"))?,
            _ => return Err(format!("there is no option {name:?}").into()),
        }
        Ok(())
    }
}

/// A whole number within a range.
fn spin<T: FromStr + PartialOrd + fmt::Display>(name: &str, value: &str, range: &RangeInclusive<T>) -> Result<T, Problem> {
    let number = value.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("{name}: {value:?} is not a whole number from {} to {}", range.start(), range.end()).into())
}

/// The answer to `usi`.
pub(super) struct Introduction;

impl fmt::Display for Introduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Settings { hash, threads, lines, level, ponder } = Settings::default();
        writeln!(f, "id name {} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))?;
        writeln!(f, "id author the {} authors", env!("CARGO_PKG_NAME"))?;
        writeln!(f, "option name {VARIANT} type string default {}", hasami_shogi::Rules::default())?;
        write_spin(f, HASH, hash, &HASH_RANGE)?;
        write_spin(f, THREADS, threads, &THREAD_RANGE)?;
        write_spin(f, LINES, lines, &LINE_RANGE)?;
        write_spin(f, LEVEL, level.get(), &LEVEL_RANGE)?;
        writeln!(f, "option name {PONDER} type check default {ponder}")?;
        f.write_str("usiok")
    }
}

fn write_spin<T: fmt::Display>(f: &mut fmt::Formatter<'_>, name: &str, value: impl fmt::Display, range: &RangeInclusive<T>) -> fmt::Result {
    writeln!(f, "option name {name} type spin default {value} min {} max {}", range.start(), range.end())
}
