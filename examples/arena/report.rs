//! The results of a match, for people and for programs.

use std::collections::BTreeMap;
use std::fmt;

use crate::options::Options;
use crate::referee::{Clock, Record};
use crate::statistics::{Elo, Sprt, State, Tally};
use serde::Serialize;

/// All that is counted during a match.
#[derive(Default)]
pub(crate) struct Results {
    pub(crate) tally: Tally,
    /// Games won by either engine and games drawn, for each ending.
    endings: BTreeMap<&'static str, [u64; 3]>,
    clocks: [Clock; 2],
    /// Time forfeits, illegal moves and crashes of either engine.
    faults: [BTreeMap<&'static str, u64>; 2],
    plies: u64,
}

impl Results {
    pub(crate) fn add(&mut self, pair: &[Record; 2]) {
        self.tally.add([pair[0].verdict(), pair[1].verdict()]);
        for record in pair {
            let column = record.winner.unwrap_or(2);
            self.endings.entry(record.ending).or_default()[column] += 1;
            self.plies += record.plies();
            for (clock, other) in self.clocks.iter_mut().zip(&record.clocks) {
                clock.merge(other);
            }
            if let (Some(_), Some(winner)) = (&record.fault, record.winner) {
                *self.faults[1 - winner].entry(record.ending).or_default() += 1;
            }
        }
    }

    /// Whether no engine did anything wrong.
    pub(crate) fn faultless(&self) -> bool {
        self.faults.iter().all(BTreeMap::is_empty)
    }

    fn plies_per_game(&self) -> f64 {
        self.plies as f64 / self.tally.games().max(1) as f64
    }

    /// One line for those who wait.
    pub(crate) fn progress(&self, options: &Options) -> String {
        let Tally { wins, draws, losses, .. } = self.tally;
        let sprt = options.sprt.map(|sprt| format!("  LLR {:+.2}", sprt.ratio(&self.tally))).unwrap_or_default();
        format!("game {} of {}: +{wins} ={draws} -{losses}  Elo {}{sprt}", self.tally.games(), 2 * options.pairs, Bars(self.tally.elo()))
    }
}

/// A difference with its error bars.
struct Bars(Elo);

impl fmt::Display for Bars {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Elo { estimate, low, high } = self.0;
        match (high - low) / 2.0 {
            width if width.is_finite() => write!(f, "{estimate:+.1} ± {width:.1}"),
            _ => write!(f, "{estimate:+.1} ({low:+.1} to {high:+.1})"),
        }
    }
}

/// The final table.
pub(crate) struct Table<'a> {
    pub(crate) options: &'a Options,
    pub(crate) results: &'a Results,
}

impl fmt::Display for Table<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Table { options, results } = self;
        writeln!(f, "rules     {}", options.start.rules())?;
        writeln!(f, "games     {} random plies, seed {}, {} a move", options.opening_plies, options.seed, options.budget)?;
        writeln!(f, "engine 1  {}\nengine 2  {}\n", options.names[0], options.names[1])?;
        strength(f, &results.tally, options.sprt)?;
        writeln!(f, "length    {:.1} plies a game\n", results.plies_per_game())?;
        endings(f, results)?;
        clocks(f, &results.clocks)?;
        faults(f, results)
    }
}

fn strength(f: &mut fmt::Formatter<'_>, tally: &Tally, sprt: Option<Sprt>) -> fmt::Result {
    let Tally { wins, draws, losses, pairs: [p0, p1, p2, p3, p4] } = tally;
    writeln!(f, "result    {wins} wins, {draws} draws, {losses} losses: {:.1} % of {} games", 100.0 * tally.share(), tally.games())?;
    writeln!(f, "pairs     {p0} {p1} {p2} {p3} {p4}  (with 0, ½, 1, 1½, 2 points for engine 1)")?;
    writeln!(f, "Elo       {}  (95 %)", Bars(tally.elo()))?;
    writeln!(f, "LOS       {:.1} %", 100.0 * tally.superiority())?;
    let Some(sprt) = sprt else { return Ok(()) };
    let state = match sprt.state(tally) {
        State::Open => "not decided",
        State::Rejected => "rejected",
        State::Accepted => "accepted",
    };
    let (Sprt { elo0, elo1 }, bound) = (sprt, Sprt::bound());
    writeln!(f, "SPRT      {elo1} rather than {elo0} Elo: {state}, LLR {:.2} of ±{bound:.2}", sprt.ratio(tally))
}

fn endings(f: &mut fmt::Formatter<'_>, results: &Results) -> fmt::Result {
    writeln!(f, "{:<16} {:>9} {:>9} {:>9}", "ending", "engine 1", "engine 2", "drawn")?;
    for (ending, [first, second, drawn]) in &results.endings {
        writeln!(f, "{ending:<16} {first:>9} {second:>9} {drawn:>9}")?;
    }
    writeln!(f)
}

fn clocks(f: &mut fmt::Formatter<'_>, clocks: &[Clock; 2]) -> fmt::Result {
    writeln!(f, "{:<16} {:>9} {:>9} {:>9} {:>9} {:>9}", "time in ms", "moves", "a move", "overruns", "mean", "most")?;
    for (index, clock) in clocks.iter().enumerate() {
        let Timing { moves, mean_ms, overruns, mean_overrun_ms, most_overrun_ms, .. } = Timing::of(clock, 0);
        writeln!(f, "engine {} {moves:>17} {mean_ms:>9.1} {overruns:>9} {mean_overrun_ms:>9.2} {most_overrun_ms:>9.2}", index + 1)?;
    }
    Ok(())
}

fn faults(f: &mut fmt::Formatter<'_>, results: &Results) -> fmt::Result {
    for (index, faults) in results.faults.iter().enumerate() {
        for (name, count) in faults {
            writeln!(f, "\n!!! engine {} lost {count} games by {name}", index + 1)?;
        }
    }
    Ok(())
}

/// The time of an engine in milliseconds. The mean overrun is that of the moves with an overrun.
#[derive(Serialize)]
struct Timing {
    moves: u32,
    mean_ms: f64,
    overruns: u32,
    mean_overrun_ms: f64,
    most_overrun_ms: f64,
    time_forfeits: u64,
}

impl Timing {
    fn of(clock: &Clock, time_forfeits: u64) -> Timing {
        let millis = |time: std::time::Duration| time.as_secs_f64() * 1e3;
        Timing {
            moves: clock.moves,
            mean_ms: millis(clock.spent) / f64::from(clock.moves.max(1)),
            overruns: clock.overruns,
            mean_overrun_ms: millis(clock.over) / f64::from(clock.overruns.max(1)),
            most_overrun_ms: millis(clock.most_over),
            time_forfeits,
        }
    }
}

/// The line that `--json` writes, from the first engine's view. What is infinite becomes `null`.
#[derive(Serialize)]
struct Json<'a> {
    rules: String,
    engines: &'a [String; 2],
    budget: String,
    seed: u64,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    points_percent: f64,
    pairs: [u64; 5],
    elo: Elo,
    los: f64,
    sprt: Option<SprtJson>,
    plies_per_game: f64,
    /// Wins of either engine and draws.
    endings: &'a BTreeMap<&'static str, [u64; 3]>,
    time: [Timing; 2],
    faults: &'a [BTreeMap<&'static str, u64>; 2],
}

#[derive(Serialize)]
struct SprtJson {
    elo0: f64,
    elo1: f64,
    llr: f64,
    bound: f64,
    state: State,
}

pub(crate) fn json(options: &Options, results: &Results) -> serde_json::Result<String> {
    let tally = &results.tally;
    let timing = |index: usize| Timing::of(&results.clocks[index], results.faults[index].get("time").copied().unwrap_or(0));
    let sprt = |Sprt { elo0, elo1 }| {
        let sprt = Sprt { elo0, elo1 };
        SprtJson { elo0, elo1, llr: sprt.ratio(tally), bound: Sprt::bound(), state: sprt.state(tally) }
    };
    serde_json::to_string(&Json {
        rules: options.start.rules().to_string(),
        engines: &options.names,
        budget: options.budget.to_string(),
        seed: options.seed,
        games: tally.games(),
        wins: tally.wins,
        draws: tally.draws,
        losses: tally.losses,
        points_percent: 100.0 * tally.share(),
        pairs: tally.pairs,
        elo: tally.elo(),
        los: tally.superiority(),
        sprt: options.sprt.map(sprt),
        plies_per_game: results.plies_per_game(),
        endings: &results.endings,
        time: [timing(0), timing(1)],
        faults: &results.faults,
    })
}
