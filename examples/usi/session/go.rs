//! What a `go` asks for. Every `go` is answered: what cannot be read is passed over, and said to be.

use std::fmt::Display;
use std::iter::Peekable;
use std::str::SplitAsciiWhitespace;
use std::time::Duration;

use hasami_shogi::search::{GameClock, Limits};
use hasami_shogi::{Game, Move, Side};

use super::Problem;

/// More plies than this no `go perft` asks for.
const MOST_PLIES: u64 = 99;
/// Longer times, in milliseconds, count as this: 49 days.
const LONGEST_TIME: u64 = u32::MAX as u64;
/// The time for a move where a `go` says nothing that can be understood.
const FALLBACK: Duration = Duration::from_secs(1);

/// The words that a `go` may have.
const WORDS: [&str; 13] =
    ["infinite", "ponder", "searchmoves", "depth", "nodes", "movetime", "btime", "wtime", "binc", "winc", "byoyomi", "movestogo", "perft"];

pub(super) enum Go {
    Search(Bounds),
    Perft(u32),
    Mate,
}

type Words<'a> = Peekable<SplitAsciiWhitespace<'a>>;

impl Go {
    /// Reads what comes behind `go`.
    pub(super) fn read(words: SplitAsciiWhitespace<'_>) -> Result<Go, Problem> {
        let (mut bounds, mut words) = (Bounds::default(), words.peekable());
        while let Some(word) = words.next() {
            match word {
                "mate" => return Ok(Go::Mate),
                "perft" => {
                    let depth = bounds
                        .passed_over
                        .number(word, &mut words, 1, MOST_PLIES)
                        .ok_or_else(|| bounds.passed_over.0.pop().unwrap_or_default())?;
                    return Ok(Go::Perft(depth as u32));
                }
                "infinite" => bounds.infinite = true,
                "ponder" => bounds.ponder = true,
                "searchmoves" => bounds.only = moves(&mut words),
                _ => bounds.read_limit(word, &mut words),
            }
        }
        Ok(Go::Search(bounds))
    }
}

/// The moves that come next.
fn moves(words: &mut Words<'_>) -> Vec<Move> {
    core::iter::from_fn(|| words.next_if(|word| word.parse::<Move>().is_ok())).filter_map(|word| word.parse().ok()).collect()
}

/// What a `go` says about a search.
#[derive(Default)]
pub(super) struct Bounds {
    infinite: bool,
    ponder: bool,
    only: Vec<Move>,
    depth: Option<u32>,
    nodes: Option<u64>,
    move_time: Option<Duration>,
    remaining: [Option<Duration>; 2],
    increment: [Option<Duration>; 2],
    byoyomi: Option<Duration>,
    moves_to_go: Option<u32>,
    passed_over: PassedOver,
}

/// What could not be understood.
#[derive(Default)]
struct PassedOver(Vec<String>);

impl PassedOver {
    /// The number behind a word, brought into its range.
    fn number(&mut self, word: &str, words: &mut Words<'_>, least: u64, most: u64) -> Option<u64> {
        let text = words.next_if(|text| !WORDS.contains(text));
        let number = text.and_then(whole).map(|number| number.clamp(least.into(), most.into()) as u64);
        if number.is_none() {
            self.0.push(format!("{word}: {:?} is not a number", text.unwrap_or_default()));
        }
        number
    }

    fn small_number(&mut self, word: &str, words: &mut Words<'_>) -> Option<u32> {
        self.number(word, words, 1, u32::MAX.into()).map(|number| number as u32)
    }

    /// Milliseconds. Graphical boards send negative ones when a clock has run out.
    fn time(&mut self, word: &str, words: &mut Words<'_>) -> Option<Duration> {
        self.number(word, words, 0, LONGEST_TIME).map(Duration::from_millis)
    }
}

/// Of two limits, the lower one holds.
fn tighten<T: Ord>(limit: &mut Option<T>, new: Option<T>) {
    *limit = limit.take().into_iter().chain(new).min();
}

/// When a search may answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Answer {
    /// As soon as it has finished.
    Finished,
    /// Not before `ponderhit` or `stop`; its limits hold from then on.
    PonderHit,
    /// Not before `stop`.
    Stop,
}

impl Bounds {
    fn read_limit(&mut self, word: &str, words: &mut Words<'_>) {
        let [sente, gote] = Side::ALL.map(Side::index);
        match word {
            "depth" => tighten(&mut self.depth, self.passed_over.small_number(word, words)),
            "nodes" => tighten(&mut self.nodes, self.passed_over.number(word, words, 1, u64::MAX)),
            "movestogo" => tighten(&mut self.moves_to_go, self.passed_over.small_number(word, words)),
            "movetime" => tighten(&mut self.move_time, self.passed_over.time(word, words)),
            "btime" => tighten(&mut self.remaining[sente], self.passed_over.time(word, words)),
            "wtime" => tighten(&mut self.remaining[gote], self.passed_over.time(word, words)),
            "binc" => tighten(&mut self.increment[sente], self.passed_over.time(word, words)),
            "winc" => tighten(&mut self.increment[gote], self.passed_over.time(word, words)),
            "byoyomi" => tighten(&mut self.byoyomi, self.passed_over.time(word, words)),
            _ => self.passed_over.0.push(format!("unknown word {word:?}")),
        }
    }

    /// The limits for the side to move of a game.
    pub(super) fn limits(&self, game: &Game) -> Limits {
        let mut limits = Limits::new().only(&self.only);
        limits = self.depth.into_iter().fold(limits, Limits::depth);
        limits = self.nodes.into_iter().fold(limits, Limits::nodes);
        limits = self.move_time.or(self.fallback()).into_iter().fold(limits, Limits::time);
        self.clock(game.position().side_to_move()).into_iter().fold(limits, Limits::clock)
    }

    /// The clock of a side, if anything is said about clocks.
    fn clock(&self, side: Side) -> Option<GameClock> {
        let of = |times: [Option<Duration>; 2]| times[side.index()].unwrap_or_default();
        let clock = GameClock::new(of(self.remaining)).increment(of(self.increment)).byoyomi(self.byoyomi.unwrap_or_default());
        let clock = self.moves_to_go.map_or(clock, |moves| clock.moves_to_go(moves));
        self.has_clocks().then_some(clock)
    }

    fn has_clocks(&self) -> bool {
        self.remaining.iter().chain(&self.increment).chain([&self.byoyomi]).any(Option::is_some)
    }

    fn is_limited(&self) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.move_time.is_some() || self.has_clocks()
    }

    /// The time for a search that would have no limit, though something was said about one that could not be understood, or an answer to `ponderhit`
    /// is owed.
    fn fallback(&self) -> Option<Duration> {
        let unclear = self.ponder || self.moves_to_go.is_some() || !self.passed_over.0.is_empty();
        (unclear && !self.infinite && !self.is_limited()).then_some(FALLBACK)
    }

    /// When the search may answer.
    pub(super) fn answer(&self) -> Answer {
        match (self.infinite, self.ponder) {
            (true, _) => Answer::Stop,
            (false, true) => Answer::PonderHit,
            (false, false) if self.is_limited() || self.fallback().is_some() => Answer::Finished,
            (false, false) => Answer::Stop,
        }
    }

    /// What is to be said about words that could not be followed, if there are any.
    pub(super) fn complaint(&self, game: &Game) -> Option<impl Display> {
        let foreign =
            self.only.iter().filter(|mv| !game.position().is_legal(**mv)).map(|mv| format!("searchmoves: {mv} is not legal here"));
        let complaints: Vec<String> = self.passed_over.0.iter().cloned().chain(foreign).collect();
        let fallback = self.fallback().map_or_else(String::new, |time| format!("; searching for {} ms", time.as_millis()));
        (!complaints.is_empty()).then(|| format!("go: passed over: {}{fallback}", complaints.join("; ")))
    }
}

/// A whole number, or the whole part of another one. What is too large for any use is as large as can be.
fn whole(text: &str) -> Option<i128> {
    let fraction = || text.parse::<f64>().ok().filter(|number| number.is_finite()).map(|number| number as i128);
    text.parse().ok().or_else(fraction)
}
