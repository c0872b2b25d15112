//! What a search promises holds in every position, finished or not, under any limits, on one thread or several.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hasami_shogi::search::{Control, GameClock, Level, Limits, Report, Score, Searcher, Stopped};
use hasami_shogi::strategies::game_under;
use hasami_shogi::{Game, Move, Preset, Rules};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{Just, Strategy, TestCaseError, any, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::Index;
use proptest::test_runner::Config;

/// `cases` in a release build, a tenth of them in a debug build; failures are printed and not filed.
fn config(cases: u32) -> Config {
    let cases = if cfg!(debug_assertions) { cases.div_ceil(10) } else { cases };
    Config { cases, failure_persistence: None, max_shrink_iters: 2_000, max_shrink_time: 10_000, ..Config::default() }
}

/// A preset, on its own board or on a smaller one where it can be played there, in half of the cases with endings that soon come by the record.
fn rules() -> impl Strategy<Value = Rules> + Clone {
    const ENDINGS: [&str; 6] =
        ["", "", "", ",repetition=draw:2", ",repetition=loss:2,quiet=5:adjudicate", ",moves=20:draw,quiet=9:adjudicate"];
    let options = (any::<Preset>(), option::of(4..=6_usize), any::<Index>());
    options.prop_map(|(preset, size, ending)| {
        let ending = ENDINGS[ending.index(ENDINGS.len())];
        let small = |size| format!("{preset},size={size}{ending}").parse().ok();
        let whole = || format!("{preset}{ending}").parse().expect("the endings fit with all presets");
        size.and_then(small).unwrap_or_else(whole)
    })
}

/// A game under these rules that goes on or is over, by the board, by the record or by the players.
fn game() -> impl Strategy<Value = Game> + Clone {
    prop_oneof![game_under(rules()), (game_under(rules()), any::<[Index; 4]>()).prop_map(|(game, choices)| repeated(game, choices))]
}

/// The game with two moves there and back, again and again: one position is repeated, until it may not be any more.
fn repeated(mut game: Game, choices: [Index; 4]) -> Game {
    let back = |mv: Move| Move::new(mv.to(), mv.from());
    let mut there = Vec::new();
    for choice in &choices[..2] {
        let moves = game.position().move_list();
        let Some(mv) = moves.get(choice.index(moves.len().max(1))).copied().filter(|_| game.result().is_none()) else { return game };
        game.play(mv).expect("a legal move");
        there.push(mv);
    }
    let cycle = [back(there[0]), back(there[1]), there[0], there[1]];
    let _ = cycle.iter().cycle().take(choices[2].index(14)).try_for_each(|mv| game.play(*mv).map(drop));
    game
}

fn duration() -> impl Strategy<Value = Duration> + Clone {
    prop_oneof![
        Just(Duration::ZERO),
        Just(Duration::from_nanos(1)),
        (0..3_000_u64).prop_map(Duration::from_micros),
        any::<u64>().prop_map(Duration::from_secs),
        Just(Duration::MAX)
    ]
}

fn clock() -> impl Strategy<Value = GameClock> + Clone {
    let times = [duration(), duration(), duration()];
    (times, proptest::option::of(any::<u32>())).prop_map(|([remaining, increment, byoyomi], moves)| {
        let clock = GameClock::new(remaining).increment(increment).byoyomi(byoyomi);
        moves.map_or(clock, |moves| clock.moves_to_go(moves))
    })
}

fn depth() -> impl Strategy<Value = u32> + Clone {
    prop_oneof![Just(0), Just(1), 2..6_u32, Just(119), Just(120), Just(121), any::<u32>(), Just(u32::MAX)]
}

fn nodes() -> impl Strategy<Value = u64> + Clone {
    prop_oneof![Just(0), Just(1), Just(2), 3..100_u64, 100..3_000_u64, any::<u64>(), Just(u64::MAX - 1), Just(u64::MAX)]
}

fn lines() -> impl Strategy<Value = usize> + Clone {
    prop_oneof![3 => 0..5_usize, 1 => Just(1000), 1 => any::<usize>(), 1 => Just(usize::MAX)]
}

/// Which moves to look at: by their place among the legal ones, or any two squares.
fn only() -> impl Strategy<Value = Vec<Result<Index, Move>>> + Clone {
    let mv = prop_oneof![3 => any::<Index>().prop_map(Ok), 1 => any::<Move>().prop_map(Err)];
    prop_oneof![2 => Just(Vec::new()), 1 => vec(mv, 0..6)]
}

/// What ends a search in time, whatever the other limits are.
#[derive(Clone, Copy, Debug)]
enum Bound {
    Nodes(u64),
    Time(Duration),
    Depth(u32),
    /// A stop flag that is set before, or by the first report on the way.
    Flag {
        before: bool,
    },
}

fn bound() -> impl Strategy<Value = Bound> + Clone {
    prop_oneof![
        4 => (0..3_000_u64).prop_map(Bound::Nodes),
        2 => (0..4_000_u64).prop_map(|micros| Bound::Time(Duration::from_micros(micros))),
        1 => (0..3_u32).prop_map(Bound::Depth),
        1 => any::<bool>().prop_map(|before| Bound::Flag { before })
    ]
}

/// What is asked of a search.
#[derive(Clone, Debug)]
struct Task {
    bound: Bound,
    depth: Option<u32>,
    nodes: Option<u64>,
    time: Option<Duration>,
    clock: Option<GameClock>,
    lines: usize,
    only: Vec<Result<Index, Move>>,
    level: u8,
}

fn task() -> impl Strategy<Value = Task> + Clone {
    let some = (option::of(depth()), option::of(nodes()), option::weighted(0.2, duration()), option::weighted(0.2, clock()));
    let level = prop_oneof![Just(10), 1..=10_u8];
    (bound(), some, lines(), only(), level).prop_map(|(bound, (depth, nodes, time, clock), lines, only, level)| {
        let (depth, nodes, time) = match bound {
            Bound::Nodes(most) => (depth, Some(nodes.map_or(most, |nodes| nodes.min(most))), time),
            Bound::Time(most) => (depth, nodes, Some(time.map_or(most, |time| time.min(most)))),
            Bound::Depth(most) => (Some(depth.map_or(most, |depth| depth.min(most))), nodes, time),
            Bound::Flag { .. } => (depth, nodes, time),
        };
        Task { bound, depth, nodes, time, clock, lines, only, level }
    })
}

impl Task {
    fn only(&self, game: &Game) -> Vec<Move> {
        let legal = game.position().move_list();
        let mv = |choice: &Result<Index, Move>| match choice {
            Ok(_) if legal.is_empty() => None,
            Ok(place) => Some(legal[place.index(legal.len())]),
            Err(mv) => Some(*mv),
        };
        self.only.iter().filter_map(mv).collect()
    }

    fn limits(&self, game: &Game) -> Limits {
        let limits = Limits::new().lines(self.lines).only(&self.only(game)).level(Level::new(self.level).expect("a level"));
        let limits = self.depth.map_or(limits.clone(), |depth| limits.depth(depth));
        let limits = self.nodes.map_or(limits.clone(), |nodes| limits.nodes(nodes));
        let limits = self.time.map_or(limits.clone(), |time| limits.time(time));
        self.clock.map_or(limits.clone(), |clock| limits.clock(clock))
    }

    /// Searches; returns the reports on the way as well.
    fn run(&self, searcher: &mut Searcher, game: &Game) -> (Report, Vec<Report>) {
        let flag = AtomicBool::new(matches!(self.bound, Bound::Flag { before: true }));
        let mut on_the_way = Vec::new();
        let mut progress = |report: &Report| {
            on_the_way.push(report.clone());
            if matches!(self.bound, Bound::Flag { .. }) {
                flag.store(true, Ordering::Relaxed);
            }
        };
        let mut control = Control { stop: Some(&flag), progress: Some(&mut progress), ..Control::default() };
        let report = searcher.search_with(game, &self.limits(game), &mut control);
        (report, on_the_way)
    }
}

/// Checks all that a report promises.
fn check(game: &Game, task: &Task, report: &Report) -> Result<(), TestCaseError> {
    if let Some(outcome) = game.result() {
        let mover = game.position().side_to_move();
        let expected = match outcome.winner() {
            Some(winner) if winner == mover => Score::Win { plies: 0 },
            Some(_) => Score::Loss { plies: 0 },
            None => Score::Estimate(0),
        };
        prop_assert_eq!((report.best, report.lines.len(), report.stopped, report.score), (None, 0, Stopped::GameOver, expected));
        return Ok(());
    }
    let Some(best) = report.best else { return Err(TestCaseError::fail(format!("no move in a game that goes on: {report:?}"))) };
    prop_assert!(game.position().is_legal(best), "{} is illegal", best);
    check_lines(game, report)?;
    check_choice(task, best, report)?;
    check_limits(game, task, best, report)
}

/// The lines are legal, begin with different moves, and come the best first.
fn check_lines(game: &Game, report: &Report) -> Result<(), TestCaseError> {
    for line in &report.lines {
        let mut copy = game.clone();
        for mv in &line.moves {
            prop_assert!(copy.play(*mv).is_ok(), "{} of {:?} is illegal", mv, line.moves);
        }
        prop_assert!(!line.moves.is_empty(), "an empty line");
    }
    let firsts: BTreeSet<Move> = report.lines.iter().map(|line| line.moves[0]).collect();
    prop_assert_eq!(firsts.len(), report.lines.len(), "two lines begin alike: {:?}", report.lines);
    prop_assert!(report.lines.windows(2).all(|pair| pair[0].score >= pair[1].score), "not the best first: {:?}", report.lines);
    Ok(())
}

/// The move that is chosen is that of the best line at full strength; at any, it is not known to lose while another is not.
fn check_choice(task: &Task, best: Move, report: &Report) -> Result<(), TestCaseError> {
    let is_lost = |score| matches!(score, Score::Loss { .. });
    let Some(first) = report.lines.first() else { return Err(TestCaseError::fail("no line")) };
    prop_assert!(task.level < 10 || best == first.moves[0], "{} is not the first of {:?}", best, report.lines);
    // Lower levels may choose a move that has no line among those that were asked for.
    let chosen = report.lines.iter().find(|line| line.moves[0] == best);
    prop_assert!(chosen.is_none_or(|line| line.score == report.score), "not the score of its line: {:?}", report);
    prop_assert!(
        !is_lost(report.score) || report.lines.iter().all(|line| is_lost(line.score)),
        "known to lose: {} in {:?}",
        best,
        report.lines
    );
    Ok(())
}

fn check_limits(game: &Game, task: &Task, best: Move, report: &Report) -> Result<(), TestCaseError> {
    let only: Vec<Move> = task.only(game).into_iter().filter(|mv| game.position().is_legal(*mv)).collect();
    let allowed = |mv: &Move| only.is_empty() || only.contains(mv);
    prop_assert!(allowed(&best) && report.lines.iter().all(|line| allowed(&line.moves[0])), "not only {:?}: {:?}", only, report);
    prop_assert!(report.lines.len() <= task.lines.max(1), "{} lines, not {}", report.lines.len(), task.lines);
    prop_assert!(task.nodes.is_none_or(|most| report.nodes <= most.max(1)), "{} nodes, not {:?}", report.nodes, task.nodes);
    prop_assert!(task.depth.is_none_or(|most| report.depth <= most.max(1)), "depth {}, not {:?}", report.depth, task.depth);
    Ok(())
}

/// Searches with one searcher, in the same position or on from move to move, and checks what it says on the way and in the end.
fn search(mut game: Game, tasks: &[Task], threads: usize, plays_on: bool) -> Result<(), TestCaseError> {
    let mut searcher = Searcher::new(1 << 16);
    searcher.set_threads(NonZeroUsize::new(threads).expect("not zero"));
    for task in tasks {
        let (report, on_the_way) = task.run(&mut searcher, &game);
        check(&game, task, &report)?;
        on_the_way.iter().try_for_each(|report| check(&game, task, report))?;
        let best = report.best.filter(|_| plays_on);
        best.map(|best| game.play(best).expect("a legal move"));
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(2500))]

    #[test]
    fn a_search_keeps_its_promises(game in game(), tasks in vec(task(), 1..5), threads in 1..=3_usize, plays_on in any::<bool>()) {
        search(game, &tasks, threads, plays_on)?;
    }
}
