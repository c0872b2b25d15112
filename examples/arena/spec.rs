//! Which engines play, as text on the command line.

use std::fmt;
use std::num::NonZeroUsize;
use std::time::Duration;

use crate::common::Fallible;
use crate::numbers::in_range;
use hasami_shogi::search::{Level, Weights};

/// What an engine may spend on a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Budget {
    Time(Duration),
    Nodes(u64),
    Depth(u32),
}

impl Budget {
    /// The budget with a name and a number as on the command line; `None` for another name.
    pub(crate) fn read(name: &str, text: &str) -> Fallible<Option<Budget>> {
        Ok(Some(match name {
            "movetime" => Budget::Time(Duration::from_millis(in_range(name, text, 1..=3_600_000)?)),
            "nodes" => Budget::Nodes(in_range(name, text, 1..=u64::MAX)?),
            "depth" => Budget::Depth(in_range(name, text, 1..=99)?),
            _ => return Ok(None),
        }))
    }

    /// The time for a move, if that is what the budget is.
    pub(crate) const fn time(self) -> Option<Duration> {
        match self {
            Budget::Time(time) => Some(time),
            _ => None,
        }
    }
}

/// As USI's `go` takes it.
impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Time(time) => write!(f, "movetime {}", time.as_millis()),
            Budget::Nodes(nodes) => write!(f, "nodes {nodes}"),
            Budget::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}

/// An engine and how it is set up.
#[derive(Clone, Debug)]
pub(crate) enum Spec {
    /// The searcher of this crate.
    Ours(Settings),
    /// The plain opponent at a fixed depth.
    Plain { depth: u32 },
    /// Any legal move.
    Random,
    /// A USI engine in a process of its own: the program and its arguments.
    Command { program: String, arguments: Vec<String> },
}

/// How this crate's searcher is set up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// What it may spend on a move instead of what everybody else may.
    pub(crate) budget: Option<Budget>,
    pub(crate) hash_bytes: usize,
    pub(crate) threads: NonZeroUsize,
    pub(crate) level: Level,
    /// Weights instead of those of the rules.
    pub(crate) weights: Option<Weights>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { budget: None, hash_bytes: 16 << 20, threads: NonZeroUsize::MIN, level: Level::FULL, weights: None }
    }
}

impl Spec {
    /// Reads `self:key=value:…`, `site:DEPTH`, `random` or `cmd:PROGRAM ARGUMENTS`.
    pub(crate) fn read(text: &str) -> Fallible<Spec> {
        let (kind, rest) = text.split_once(':').map_or((text, None), |(kind, rest)| (kind, Some(rest)));
        match (kind, rest) {
            ("self", rest) => Ok(Spec::Ours(Settings::read(rest)?)),
            ("site", Some(depth)) => Ok(Spec::Plain { depth: in_range("site", depth, 1..=9)? }),
            ("random", None) => Ok(Spec::Random),
            ("cmd", Some(command)) => Spec::command(command),
            _ => Err(format!("{text:?} is none of self[:KEY=VALUE...], site:DEPTH, random and cmd:PROGRAM ARGUMENTS").into()),
        }
    }

    fn command(text: &str) -> Fallible<Spec> {
        let mut words = text.split_whitespace().map(String::from);
        let program = words.next().ok_or("cmd: no program")?;
        Ok(Spec::Command { program, arguments: words.collect() })
    }
}

impl Settings {
    fn read(text: Option<&str>) -> Fallible<Settings> {
        let mut settings = Settings::default();
        for item in text.into_iter().flat_map(|text| text.split(':')) {
            let (key, value) = item.split_once('=').ok_or_else(|| format!("self: {item:?} is not of the form KEY=VALUE"))?;
            settings.set(key, value).map_err(|error| format!("self: {error}"))?;
        }
        Ok(settings)
    }

    fn set(&mut self, key: &str, value: &str) -> Fallible<()> {
        match key {
            "hash" => self.hash_bytes = in_range(key, value, 1..=4_096)? << 20,
            "threads" => self.threads = NonZeroUsize::new(in_range(key, value, 1..=256)?).unwrap_or(NonZeroUsize::MIN),
            "level" => self.level = Level::new(in_range(key, value, 1..=Level::FULL.get())?).unwrap_or_default(),
            "weights" => self.weights = Some(read_weights(value)?),
            _ => self.budget = Some(Budget::read(key, value)?.ok_or_else(|| format!("unknown key {key:?}"))?),
        }
        Ok(())
    }
}

/// Reads weights from a file: their numbers, with anything that is not part of a number between.
fn read_weights(path: &str) -> Fallible<Weights> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("weights: {path}: {error}"))?;
    let numbers = text.split(|c: char| c.is_whitespace() || ",[]".contains(c)).filter(|word| !word.is_empty());
    let numbers = numbers.map(|word| in_range("weights", word, i16::MIN..=i16::MAX)).collect::<Fallible<Vec<i16>>>()?;
    let count = numbers.len();
    let wrong = |_| format!("weights: {path}: {count} numbers, but there are {} features", hasami_shogi::search::FEATURES);
    Ok(Weights(numbers.try_into().map_err(wrong)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_read() {
        assert!(matches!(Spec::read("site:4"), Ok(Spec::Plain { depth: 4 })));
        assert!(matches!(Spec::read("random"), Ok(Spec::Random)));
        let Ok(Spec::Ours(settings)) = Spec::read("self:nodes=20000:hash=32:level=3") else { panic!("not read") };
        assert_eq!((settings.budget, settings.hash_bytes), (Some(Budget::Nodes(20_000)), 32 << 20));
        assert_eq!(Some(settings.level), Level::new(3));
        let Ok(Spec::Command { program, arguments }) = Spec::read("cmd:/a/b:c -x y") else { panic!("not read") };
        assert_eq!((program.as_str(), arguments), ("/a/b:c", vec!["-x".into(), "y".into()]));
    }

    #[test]
    fn mistakes_are_told() {
        for text in ["", "site", "site:0", "site:x", "random:1", "self:", "self:level", "self:level=11", "self:what=1", "cmd:", "other"] {
            assert!(Spec::read(text).is_err(), "{text}");
        }
    }
}
