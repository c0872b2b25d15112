//! The search under any limits.

use std::cmp::Reverse;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use arbitrary::{Result, Unstructured};
use hasami_shogi::Game;
use hasami_shogi::search::{Clock, Control, GameClock, Level, Limits, Report, Searcher};

/// The stop flag and the clock may be overlooked for so many nodes.
const SLACK: u64 = 1_000;

/// Any game, searched twice under the same limits, on one thread or several: the move and all lines are legal, it ends in time, and on one thread both
/// times alike.
pub fn search(data: &[u8]) {
    let mut input = Unstructured::new(data);
    let Ok((game, bounds)) = input.arbitrary().and_then(|game: Game| Ok((game, Bounds::of(&mut input)?))) else { return };
    let report = bounds.search(&game);
    check_moves(&game, &report);
    assert!(report.nodes <= bounds.nodes && report.nodes <= bounds.most_nodes() + SLACK, "{report:?} under {bounds:?}, {game:?}");
    let again = bounds.search(&game);
    check_moves(&game, &again);
    assert!(bounds.threads.get() > 1 || again == report, "{again:?}, {report:?} under {bounds:?}, {game:?}");
}

/// A game that goes on has a best move, a game that is over has none, and all that is expected to be played can be played.
fn check_moves(game: &Game, report: &Report) {
    assert_eq!(report.best.is_some(), game.result().is_none(), "{report:?}, {game:?}");
    assert!(report.best.is_none_or(|mv| game.position().is_legal(mv)), "{report:?}, {game:?}");
    assert!(report.lines.is_sorted_by_key(|line| Reverse(line.score)), "{report:?}, {game:?}");
    for line in &report.lines {
        let mut game = game.clone();
        line.moves.iter().for_each(|mv| assert!(game.play(*mv).is_ok(), "{mv} of {line:?}, {game:?}"));
    }
}

/// All that ends a search.
#[derive(Debug)]
struct Bounds {
    limits: Limits,
    nodes: u64,
    /// Milliseconds to the end of fixed time, on a clock that goes on by one whenever it is looked at.
    time: Option<u64>,
    stopped: bool,
    table: usize,
    threads: NonZeroUsize,
}

impl Bounds {
    fn of(input: &mut Unstructured<'_>) -> Result<Bounds> {
        let nodes = input.int_in_range(1..=2_000)?;
        let time = if input.arbitrary()? { Some(input.int_in_range(0..=20)?) } else { None };
        let mut limits = Limits::new().nodes(nodes).lines(input.int_in_range(0..=3)?);
        limits = Level::new(input.int_in_range(1..=10)?).into_iter().fold(limits, Limits::level);
        limits = time.map(Duration::from_millis).into_iter().fold(limits, Limits::time);
        if input.arbitrary()? {
            limits = limits.depth(input.int_in_range(0..=8)?);
        }
        if input.arbitrary()? {
            let clock = GameClock::new(input.arbitrary()?).increment(input.arbitrary()?).byoyomi(input.arbitrary()?);
            limits = limits.clock(if input.arbitrary()? { clock.moves_to_go(input.arbitrary()?) } else { clock });
        }
        if input.arbitrary()? {
            limits = limits.only(&input.arbitrary::<[_; 3]>()?);
        }
        let threads = NonZeroUsize::MIN.saturating_add(input.int_in_range(0..=2)?);
        Ok(Bounds { limits, nodes, time, stopped: input.ratio(1, 8)?, table: 1 << input.int_in_range(0..=16)?, threads })
    }

    /// The nodes to be searched at most.
    fn most_nodes(&self) -> u64 {
        if self.stopped { 0 } else { self.nodes.min(self.time.map_or(u64::MAX, |time| time * SLACK)) }
    }

    fn search(&self, game: &Game) -> Report {
        let (clock, stop) = (Ticks(AtomicU64::new(0)), AtomicBool::new(self.stopped));
        let mut control = Control { stop: Some(&stop), clock: Some(&clock), ..Control::default() };
        let mut searcher = Searcher::new(self.table);
        searcher.set_threads(self.threads);
        searcher.search_with(game, &self.limits, &mut control)
    }
}

/// A clock that goes on by a millisecond whenever somebody looks at it.
struct Ticks(AtomicU64);

impl Clock for Ticks {
    fn now(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed))
    }
}
