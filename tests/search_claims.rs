//! Whatever a search says to be won or lost is so, and as soon as it says, on any number of threads and wherever the search is broken off.
//!
//! `cargo test` checks some thousand claims. For a million on several threads, in half an hour on two processors:
//!
//! ```text
//! CLAIMS=1000000 cargo test --release --test search_claims -- --ignored --nocapture many_claims
//! ```
//!
//! `FIRST` is the number of the first series of searches to run: with the one that a failure names and `CLAIMS=1` it runs again. Several threads make
//! no two runs alike, so that it may take some tries. `TRIES=2000` in front of the same command with `many_tries` does the same for positions in which
//! claims were wrong once.

mod claims;
mod proof;
mod sample;

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use claims::{Case, Judge, Tally, record, search};
use hasami_shogi::search::{Limits, Searcher};
use hasami_shogi::{Game, Move, Position, Preset, Rules, Setup};
use proof::State;
use sample::{Random, near_the_end, placed};
use serde_json::Value;

/// Threads of the searches that run on several.
const SEVERAL: [usize; 4] = [2, 3, 4, 8];
/// Options that small boards need with some presets; the first that fits is taken.
const FITTING: [&str; 5] = ["", ",target=all-but-one", ",home=1", ",home=1,target=all-but-one", ",home=1,target=all-but-one,line=3:hvd:1"];
/// Limits that end games, which every few series have.
const ENDINGS: [&str; 6] = ["", "", "", "", ",quiet=6:adjudicate", ",moves=9:adjudicate,quiet=5:draw"];
/// Below what nodes the limit of a search lies. A short search after a long one finds a table full of results that it has no time to use.
const NODES: [usize; 10] = [60, 60, 150, 150, 400, 400, 1_000, 1_000, 3_000, 20_000];
/// What runs beside the searches and has nothing else to do than to take processors away from them.
const BURNERS: u64 = 2;

fn on_threads(threads: usize) -> Searcher {
    let mut searcher = Searcher::new(1 << 18);
    searcher.set_threads(NonZeroUsize::new(threads).expect("not zero"));
    searcher
}

/// All presets in turn, on boards of 4 × 4 to 6 × 6.
fn small_rules(series: u64, random: &mut Random) -> Rules {
    let preset = Preset::ALL[series as usize % Preset::ALL.len()];
    let size = 4 + random.below(3);
    let ending = random.choose(&ENDINGS).unwrap_or_default();
    let on_board = |size: usize| FITTING.iter().find_map(|fitting| format!("{preset},size={size}{fitting}{ending}").parse().ok());
    (size..=6).find_map(on_board).unwrap_or_else(|| panic!("{preset} on no board"))
}

fn game_of(position: &Position) -> Game {
    Game::from_setup(*position.rules(), &position.to_setup(1)).expect("a position")
}

/// Games of one searcher, whose table remembers all of them, under the same rules. With one thread a number always gives the same series.
struct Series {
    number: u64,
    threads: usize,
    searcher: Searcher,
    random: Random,
    /// What was searched before.
    before: Vec<String>,
    tally: Tally,
}

impl Series {
    fn run(number: u64, threads: usize) -> Tally {
        let mut random = Random::new(number);
        let rules = small_rules(number, &mut random);
        let mut series = Series { number, threads, searcher: on_threads(threads), random, before: Vec::new(), tally: Tally::default() };
        for _ in 0..5 {
            series.game(rules);
        }
        series.tally
    }

    /// Up to a dozen searches in the course of a game, fewer if nothing seems to be decided.
    fn game(&mut self, rules: Rules) {
        let random = &mut self.random;
        let position = if random.below(2) == 0 { near_the_end(rules, random) } else { placed(rules, random) };
        let (mut game, mut state, mut judge) = (game_of(&position), State::new(position), Judge::new(9, 150_000));
        self.before.push(format!("game {}", game.start()));
        for _ in 0..12 {
            let (best, claims) = self.search(&game, &state, &mut judge);
            self.play_on(best, &mut game, &mut state);
            let is_dull = claims == 0 && self.random.below(3) > 0;
            if is_dull || game.result().is_some() || may_repeat(&game) {
                break;
            }
        }
    }

    /// Searches and proves what is claimed; returns the best move and the number of claims.
    fn search(&mut self, game: &Game, state: &State, judge: &mut Judge) -> (Option<Move>, usize) {
        let (limits, words) = self.limits();
        let (report, claims) = search(&mut self.searcher, game, &limits);
        let case = Case { series: self.number, game, limits: &words, threads: self.threads, before: &self.before };
        self.tally.verify(judge, state, &claims, &case);
        self.before.push(format!("moves {} {words}", record(game)));
        (report.best, claims.len())
    }

    /// A limit that ends a search anywhere, and its description.
    fn limits(&mut self) -> (Limits, String) {
        let most = self.random.choose(&NODES).unwrap_or(60);
        let (nodes, lines) = (20 + self.random.below(most - 19), 1 + self.random.below(4));
        let limits = Limits::new().nodes(nodes as u64).lines(lines);
        if self.threads == 1 || self.random.below(8) > 0 {
            return (limits, format!("nodes {nodes}, lines {lines}"));
        }
        let time = Duration::from_micros(self.random.below(5_000) as u64);
        (limits.time(time), format!("nodes {nodes}, lines {lines}, time {time:?}"))
    }

    /// Plays the best move and perhaps another; every other time none, so that the same position is searched again.
    fn play_on(&mut self, best: Option<Move>, game: &mut Game, state: &mut State) {
        for best in [best, None].into_iter().take(self.random.below(4).saturating_sub(1)) {
            let mv = best.or_else(|| self.random.mv(game.position())).filter(|_| game.result().is_none());
            let Some(mv) = mv else { break };
            game.play(mv).expect("a legal move");
            *state = state.after(mv);
        }
    }
}

/// Whether a position has come up so often that the next time is a draw: the proofs do not know the record.
fn may_repeat(game: &Game) -> bool {
    game.occurrences() >= 3
}

/// Takes processors away from whatever else runs, now and then, until told to end.
fn burn(seed: u64, done: &AtomicBool) {
    let mut random = Random::new(seed);
    while !done.load(Ordering::Relaxed) {
        let (began, busy) = (Instant::now(), Duration::from_micros(random.below(2_000) as u64));
        while began.elapsed() < busy {
            std::hint::spin_loop();
        }
        thread::sleep(Duration::from_micros(random.below(4_000) as u64));
    }
}

/// Does some work while others want the processors.
fn under_load<T>(work: impl FnOnce() -> T) -> T {
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let done = &done;
        (0..BURNERS).for_each(|seed| _ = scope.spawn(move || burn(seed, done)));
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
        done.store(true, Ordering::Relaxed);
        result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Runs series after series, on all processors, until so many claims are checked.
fn stress(first: u64, claims: u64, threads: impl Fn(u64) -> usize + Sync) -> Tally {
    let (next, sum) = (AtomicU64::new(first), Mutex::new(Tally::default()));
    let work = || {
        while sum.lock().expect("no panic").total() < claims {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let tally = Series::run(number, threads(number));
            tally.wrong.iter().for_each(|wrong| println!("{wrong}"));
            sum.lock().expect("no panic").add(tally);
        }
    };
    let workers = thread::available_parallelism().map_or(2, NonZeroUsize::get);
    thread::scope(|scope| (0..workers).for_each(|_| _ = scope.spawn(work)));
    sum.into_inner().expect("no panic")
}

/// All presets on each number of threads in turn.
fn several(series: u64) -> usize {
    SEVERAL[series as usize / Preset::ALL.len() % SEVERAL.len()]
}

fn assert_all_true(tally: &Tally, began: Instant) {
    let Tally { checked, skipped, wrong } = tally;
    println!(
        "claims by threads {checked:?}, {} in all, {skipped} passed over, {} wrong, {:?}",
        tally.total(),
        wrong.len(),
        began.elapsed()
    );
    assert!(wrong.is_empty(), "{} of {} claims are wrong, the first:\n{}", wrong.len(), tally.total(), wrong[0]);
}

/// A number from the environment.
fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().unwrap_or_else(|error| panic!("{name}={value}: {error}")))
}

/// Debug builds are some thirty times slower, and do with fewer cases.
const fn cases(debug: u64, release: u64) -> u64 {
    if cfg!(debug_assertions) { debug } else { release }
}

#[test]
fn claims_of_one_thread_are_true() {
    let began = Instant::now();
    assert_all_true(&stress(0, cases(400, 12_000), |_| 1), began);
}

#[test]
fn some_claims_of_several_threads_are_true() {
    let began = Instant::now();
    assert_all_true(&under_load(|| stress(0, cases(400, 4_000), several)), began);
}

#[test]
#[ignore = "takes half an hour"]
fn many_claims_of_several_threads_are_true() {
    let began = Instant::now();
    assert_all_true(&under_load(|| stress(number("FIRST", 0), number("CLAIMS", 1_000_000), several)), began);
}

#[test]
#[ignore = "takes a quarter of an hour"]
fn many_claims_of_one_thread_are_true() {
    let began = Instant::now();
    assert_all_true(&stress(number("FIRST", 0), number("CLAIMS", 1_000_000), |_| 1), began);
}

/// Positions in which searches on three threads claimed losses too soon.
const KNOWN: &str = include_str!("data/loss_claims.jsonl");

/// A game in which a claim was wrong, to be searched before the first move and after every second one.
struct Known {
    number: u64,
    /// The game as it stood before each search.
    games: Vec<(Game, State)>,
    nodes: Option<u64>,
    judge: Judge,
    tally: Tally,
}

impl Known {
    fn read(number: u64, line: &str) -> Known {
        let case: Value = serde_json::from_str(line).expect("a line of JSON");
        let text = |field: &str| case[field].as_str().expect(field);
        let (rules, start): (Rules, Setup) = (text("rules").parse().expect("rules"), text("sfen").parse().expect("a setup"));
        let moves = case["moves"].as_array().expect("moves").iter().map(|mv| mv.as_str().expect("a move").parse().expect("a move"));
        let moves: Vec<Move> = moves.collect();
        let games = (0..=moves.len()).step_by(2).map(|plies| after(rules, &start, &moves[..plies])).collect();
        Known { number, games, nodes: case["nodes"].as_u64(), judge: Judge::new(10, 1_000_000), tally: Tally::default() }
    }

    fn run(mut self, tries: u64) -> Tally {
        let mut random = Random::new(self.number);
        for attempt in 0..tries {
            // Half of the tries as it was reported.
            let threads = if attempt % 2 == 0 { 3 } else { SEVERAL[random.below(SEVERAL.len())] };
            self.attempt(threads, &mut random);
        }
        let tally = self.tally;
        println!("case {}: {} claims, {} passed over, {} wrong", self.number, tally.total(), tally.skipped, tally.wrong.len());
        tally
    }

    fn attempt(&mut self, threads: usize, random: &mut Random) {
        let mut searcher = on_threads(threads);
        let mut before = Vec::new();
        for (game, state) in &self.games {
            let told = self.nodes.filter(|_| random.below(2) == 0);
            // The limit that was set, and others that are near to it if the threads share it.
            let nodes = told.unwrap_or_else(|| 20 + random.below(4 * self.nodes.unwrap_or(4_000) as usize) as u64);
            let lines = 1 + random.below(3);
            let words = format!("nodes {nodes}, lines {lines}");
            let (_, claims) = search(&mut searcher, game, &Limits::new().nodes(nodes).lines(lines));
            let case = Case { series: self.number, game, limits: &words, threads, before: &before };
            self.tally.verify(&mut self.judge, state, &claims, &case);
            before.push(format!("moves {} {words}", record(game)));
        }
    }
}

fn after(rules: Rules, start: &Setup, moves: &[Move]) -> (Game, State) {
    let mut game = Game::from_setup(rules, start).expect("a position");
    let mut state = State::new(*game.position());
    for mv in moves {
        game.play(*mv).expect("a legal move");
        state = state.after(*mv);
    }
    (game, state)
}

/// Each known case so many times.
fn replay(tries: u64) -> Tally {
    let mut sum = Tally::default();
    (0..).zip(KNOWN.lines()).for_each(|(number, line)| sum.add(Known::read(number, line).run(tries)));
    sum
}

#[test]
fn claims_that_were_wrong_once_are_true() {
    let began = Instant::now();
    assert_all_true(&under_load(|| replay(cases(2, 60))), began);
}

#[test]
#[ignore = "takes some minutes"]
fn claims_that_were_wrong_once_are_true_in_many_tries() {
    let began = Instant::now();
    assert_all_true(&under_load(|| replay(number("TRIES", 2_000))), began);
}
