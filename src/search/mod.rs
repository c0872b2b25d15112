//! The engine: a search that is strong in every game of the family, behind a small door.
//!
//! A [`Searcher`] owns its tables and looks for the best move of a [`Game`] under [`Limits`]. It answers with a [`Report`]: the best move, what it is
//! worth, the lines of play it expects. With one thread and a limit of depth or nodes the answer is always the same.
//!
//! ```
//! use hasami_shogi::search::{Limits, Score, Searcher};
//! use hasami_shogi::{Game, Rules, Setup};
//!
//! let setup: Setup = "ppppp4/9/9/9/1P1p5/9/9/9/5PPPP b".parse()?;
//! let game = Game::from_setup(Rules::CLASSIC_5, &setup)?;
//! let report = Searcher::new(1 << 20).search(&game, &Limits::new().depth(5));
//! assert!(report.best.is_some());
//! assert_eq!(report.lines[0].moves.first().copied(), report.best);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it works
//!
//! | file | what is in it |
//! |---|---|
//! | `root` | iterative deepening, aspiration windows, several lines |
//! | `tree` | principal variation search, prunings, reductions, quiescence |
//! | `ordering`, `history` | which moves come first |
//! | `table` | the transposition table, shared by all threads without locks |
//! | `tablebase` | exact values of positions that were solved before |
//! | `team` | how several threads share the work |
//! | `evaluation`, `weights` | the static estimate |
//! | `estimator` | the same, with what was worked out before kept |
//! | `record` | repetition and limits, in the game and in the tree |
//! | `time`, `limits`, `level` | when to stop, and playing less well on purpose |
//! | `parameters` | every number the search is tuned by |
//!
//! # What its parts are worth
//!
//! The search against itself without one part, from random openings with both colours. A match ended when a sequential probability ratio test (5 %
//! errors) could tell 0 from 40 or 50 Elo, or with its last game. In brackets, 95 % bounds.
//!
//! | part | rules, nodes a move | Elo | games | the test says |
//! |---|---|--:|--:|---|
//! | quiescence | `classic-5`, 3,000 | +255 \[145, 442\] | 16 | yes |
//! | late moves skipped | `classic-5`, 3,000 | +218 \[113, 378\] | 18 | yes |
//! | histories of replies | `classic-5`, 3,000 | +116 \[47, 195\] | 28 | yes |
//! | all histories | `classic-5`, 3,000 | +112 \[37, 198\] | 58 | yes |
//! | captures first | `classic-5`, 3,000 | +105 \[33, 188\] | 68 | yes |
//! | late-move reductions | `hybrid`, 10,000 | +63 \[15, 112\] | 166 | yes |
//! | | `classic-5`, 5,000 | -17 \[-51, 16\] | 240 | no test |
//! | aspiration windows | `classic-5`, 5,000 | +55 \[22, 89\] | 240 | no test |
//! | | `hybrid`, 10,000 | +22 \[-11, 55\] | 300 | open |
//! | transposition table | `classic-5`, 5,000 | +37 \[7, 68\] | 300 | open, 0 or 30 |
//! | principal variation search | `classic-5`, 3,000 | +37 \[-4, 79\] | 160 | open |
//! | extension for threats | `hybrid`, 10,000 | +35 \[2, 68\] | 300 | open |
//! | | `classic-5`, 5,000 | +4 \[-22, 30\] | 240 | no test |
//! | killers | `classic-5`, 8,000 | +17 \[-14, 49\] | 300 | no test |
//! | | `hybrid`, 10,000 | +8 \[-20, 36\] | 300 | open |
//! | counter moves | `classic-5`, 8,000 | +17 \[-11, 46\] | 300 | no test |
//! | | `hybrid`, 10,000 | -6 \[-43, 30\] | 168 | less than 40 |
//! | delta margin of quiescence | `classic-5`, 3,000 | +21 \[6, 36\] | 116 | less than 50 |
//! | | `classic-5`, 5,000 | -4 \[-13, 4\] | 240 | no test |
//! | futility | `classic-5`, 5,000 | +18 \[-5, 42\] | 300 | open |
//! | | `hybrid`, 10,000 | -24 \[-73, 24\] | 142 | less than 40 |
//! | internal iterative reduction | `classic-5`, 5,000 | +12 \[-19, 42\] | 240 | no test |
//! | | `hybrid`, 10,000 | -22 \[-68, 24\] | 80 | less than 40 |
//! | half as many late moves when not improving | `classic-5`, 5,000 | +7 \[-25, 39\] | 300 | open |
//! | more reduction when not improving | `classic-5`, 5,000 | -10 \[-50, 29\] | 136 | less than 40 |
//!
//! The first five matches ended so soon that their numbers say little but that the part is worth much. From killers down, nothing is proved. Of two
//! lines on one part, that on `hybrid` is the search as it is now, and that on `classic-5` is from before reverse futility and its like were taken out.
//!
//! # What did not pay
//!
//! Each was in the search and was taken out, because it cost more than it gave or gave nothing that could be seen:
//!
//! | part | rules, nodes a move | Elo | games |
//! |---|---|--:|--:|
//! | reverse futility, 60 a ply to depth 6 | `hybrid`, 20,000 | -40 \[-79, -1\] | 200 |
//! | | `classic-5`, 5,000 | -32 \[-65, 2\] | 240 |
//! | | `classic-5`, 6,000, smaller reductions, no razoring | -90 \[-125, -55\] | 240 |
//! | | `classic-5`, 20,000 | -9 \[-61, 44\] | 120 |
//! | null move, without reverse futility | `hybrid`, 20,000 | -10 \[-46, 25\] | 200 |
//! | | `hybrid`, 60,000 | 0 \[-41, 41\] | 160 |
//! | | `classic-5`, 20,000 | -35 \[-79, 9\] | 120 |
//! | | `classic-5`, 50,000 | -35 \[-97, 27\] | 80 |
//! | both of these together | `hybrid`, 20,000 | -78 \[-116, -40\] | 200 |
//! | razoring, 180 a ply to depth 3 | `classic-5`, 5,000 | -29 \[-46, -12\] | 240 |
//! | | `classic-5`, 8,000 | -10 \[-28, 8\] | 300 |
//! | | `hybrid`, 20,000, without reverse futility | +17 \[-12, 47\] | 200 |
//! | | `classic-5`, 6,000, without the two above | -24 \[-70, 23\] | 88 |
//! | | `hybrid`, 10,000, without the two above | -26 \[-71, 19\] | 80 |
//! | quiet moves ordered by danger | `classic-5`, 8,000 | -119 \[-203, -46\] | 76 |
//! | | `hybrid`, 3,000 | -35 \[-83, 12\] | 160 |
//!
//! Reverse futility judges a node by an estimate alone, which sees no threats, in games where one move takes several men. A null move is no move of
//! these games: it was tried with four men or more, never twice running, not under misère, and verified from depth 10 on. Under compulsory misère
//! the order by danger, turned round, puts offers first and stays.
//!
//! On time, 50 ms a move, the search without reverse futility, null move and razoring came to +61 \[-11, 133\] in 80 games of
//! `hybrid` and -23 \[-84, 37\] in 60 of `classic-5`.
//!
//! Tried and not taken: reductions smaller by 40/64 of a ply are worth +63 \[33, 94\] at 8,000 nodes (`classic-5`, 300 games), but -13 \[-72, 46\] at
//! 40,000 (80 games) and -12 \[-56, 31\] in `hybrid` at 20,000 (200 games).

mod estimator;
mod evaluation;
mod history;
mod level;
mod limits;
mod ordering;
mod parameters;
mod record;
mod report;
mod root;
mod score;
mod table;
mod tablebase;
mod team;
mod time;
mod tree;
mod variation;
mod weights;

pub use evaluation::{Features, evaluate};
pub use limits::{Clock, Control, GameClock, Level, Limits};
pub use report::{Line, Report, Stopped};
pub use score::Score;
pub use tablebase::Tablebase;
pub use weights::{FEATURES, Weights};

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::num::NonZeroUsize;

use history::Histories;
use record::Record;
use root::Root;
use table::Table;
use time::{Signals, Watch};
use tree::Worker;

use crate::game::Game;
use crate::rules::Rules;

/// Finds good moves. It keeps what it has learnt in tables that serve the next move of the same game.
pub struct Searcher {
    table: Table,
    /// The histories of the first thread, and of the others.
    histories: Histories,
    other_histories: Vec<Histories>,
    weights: Option<Weights>,
    tables: Option<Arc<dyn Tablebase>>,
    /// The rules of the last search, if anything was learnt since everything was forgotten: another game's results are worth nothing.
    rules: Option<Rules>,
}

impl Searcher {
    /// A searcher with a transposition table of at most so many bytes, and one thread. Small tables are enough for short searches; a table as large as
    /// the number of nodes times four bytes never hurts.
    #[must_use]
    pub fn new(hash_bytes: usize) -> Searcher {
        Searcher {
            table: Table::new(hash_bytes),
            histories: Histories::new(),
            other_histories: Vec::new(),
            weights: None,
            tables: None,
            rules: None,
        }
    }

    /// Gives the transposition table another size. All that was learnt is forgotten.
    pub fn resize(&mut self, hash_bytes: usize) {
        // The old table goes first: there may be no memory for both.
        self.table = Table::new(0);
        self.clear();
        self.table = Table::new(hash_bytes);
    }

    /// Forgets all that was learnt, for a new game.
    pub fn clear(&mut self) {
        // To write over gigabytes takes seconds: nothing is written where nothing was learnt.
        if self.rules.take().is_some() {
            self.table.clear();
            self.histories = Histories::new();
            self.other_histories.fill_with(Histories::new);
        }
    }

    /// Searches on so many threads from now on. Without the feature `std` there is only one.
    pub fn set_threads(&mut self, threads: NonZeroUsize) {
        self.other_histories.resize_with(threads.get() - 1, Histories::new);
    }

    /// Judges positions by other weights than those that belong to the rules. All that was learnt is forgotten.
    ///
    /// ```
    /// use hasami_shogi::Game;
    /// use hasami_shogi::search::{FEATURES, Limits, Score, Searcher, Weights};
    ///
    /// let mut searcher = Searcher::new(1 << 16);
    /// searcher.set_weights(Weights([0; FEATURES])); // all positions are alike
    /// assert_eq!(searcher.search(&Game::default(), &Limits::new().depth(2)).score, Score::Estimate(0));
    /// ```
    pub fn set_weights(&mut self, weights: Weights) {
        self.weights = Some(weights);
        self.clear();
    }

    /// Asks a table for the exact value of positions from now on, or no table any more.
    ///
    /// Scores are proven with its help where the record of the game can have no say in them: never if the rules limit the number of moves or punish
    /// repetition, nor while a position of the game has come up so often that once more would be a draw.
    ///
    /// ```
    /// # #[cfg(feature = "std")] {
    /// use std::sync::Arc;
    /// use hasami_shogi::search::{Limits, Score, Searcher};
    /// use hasami_shogi::solve::Solver;
    /// use hasami_shogi::{Game, Rules, Setup};
    ///
    /// let rules: Rules = "misere-compulsory,size=4".parse()?;
    /// let table = Arc::new(Solver::new(rules).max_men(3, 3).solve()?);
    /// let setup: Setup = "p3/3p/P2p/1P2 b".parse()?;
    /// let game = Game::from_setup(rules, &setup)?;
    /// let mut searcher = Searcher::new(1 << 16);
    /// searcher.set_tables(Some(table.clone()));
    /// let report = searcher.search(&game, &Limits::new().depth(1));
    /// let solution = table.probe(game.position())?.expect("two men against three");
    /// assert_eq!(report.score, Score::Win { plies: solution.plies.expect("a win") });
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn set_tables(&mut self, tables: Option<Arc<dyn Tablebase>>) {
        self.tables = tables;
        self.clear();
    }

    /// Looks for the best move of the game as it stands.
    pub fn search(&mut self, game: &Game, limits: &Limits) -> Report {
        self.search_with(game, limits, &mut Control::default())
    }

    /// Looks for the best move, while the caller may stop the search, follow its progress or supply its clock.
    ///
    /// ```
    /// use hasami_shogi::search::{Control, Limits, Searcher};
    /// use hasami_shogi::Game;
    ///
    /// let mut depths = Vec::new();
    /// let mut progress = |report: &hasami_shogi::search::Report| depths.push(report.depth);
    /// let mut control = Control { progress: Some(&mut progress), ..Control::default() };
    /// Searcher::new(1 << 20).search_with(&Game::default(), &Limits::new().depth(3), &mut control);
    /// assert_eq!(depths.last(), Some(&3));
    /// ```
    pub fn search_with(&mut self, game: &Game, limits: &Limits, control: &mut Control<'_>) -> Report {
        if let Some(outcome) = game.result() {
            let value = score::of_outcome(outcome, game.position().side_to_move(), 0);
            return Report::of_finished(Score::from_value(value));
        }
        self.prepare(game.rules());
        let limits_of_level = level::limits(limits);
        let lines = limits.lines.max(1);
        let mut report = self.run(game, &limits_of_level, control, lines);
        level::choose(&mut report, limits, game.position(), game.ply());
        report.lines.truncate(lines);
        report
    }

    fn prepare(&mut self, rules: &Rules) {
        if self.rules != Some(*rules) {
            self.clear();
            self.rules = Some(*rules);
        }
        self.table.age();
        self.histories.age();
        self.other_histories.iter_mut().for_each(Histories::age);
    }

    /// Searches, and lets the caller follow the best `shown` lines.
    fn run(&mut self, game: &Game, limits: &Limits, control: &mut Control<'_>, shown: usize) -> Report {
        #[cfg(feature = "std")]
        let standard = time::StandardClock(std::time::Instant::now());
        #[cfg(feature = "std")]
        let clock = control.clock.or(Some(&standard));
        #[cfg(not(feature = "std"))]
        let clock = control.clock;
        let weights = self.weights.unwrap_or(*Weights::for_rules(game.rules()));
        let signals = Signals { stop: control.stop, ponder: control.ponder, clock };
        let watch = Watch::new(&self.table, signals, limits, 1 + self.other_histories.len());
        let search = Search { watch: &watch, weights: &weights, tables: self.tables.as_deref(), game, limits };
        search.on_threads(&mut self.histories, &mut self.other_histories, &mut |mut report| {
            report.lines.truncate(shown);
            if let Some(progress) = &mut control.progress {
                progress(&report);
            }
        })
    }
}

/// A search that is under way, in a game that is not over.
struct Search<'a> {
    watch: &'a Watch<'a>,
    weights: &'a Weights,
    tables: Option<&'a dyn Tablebase>,
    game: &'a Game,
    limits: &'a Limits,
}

impl Search<'_> {
    /// The first thread deepens and reports; the others do the same beside it, and share the work by the table and the [`Team`](team::Team).
    #[cfg(feature = "std")]
    fn on_threads(&self, first: &mut Histories, others: &mut [Histories], progress: &mut dyn FnMut(Report)) -> Report {
        let mut report = std::thread::scope(|scope| {
            for histories in others {
                // Where the system refuses another thread, the search goes on with fewer.
                let _ = std::thread::Builder::new().spawn_scoped(scope, move || self.deepen(histories, &mut |_| ()));
            }
            let report = self.deepen(first, progress);
            self.watch.finish();
            report
        });
        report.nodes = self.watch.counted();
        report
    }

    #[cfg(not(feature = "std"))]
    fn on_threads(&self, first: &mut Histories, _: &mut [Histories], progress: &mut dyn FnMut(Report)) -> Report {
        self.deepen(first, progress)
    }

    /// The search of one thread.
    fn deepen(&self, histories: &mut Histories, progress: &mut dyn FnMut(Report)) -> Report {
        let mut worker = Worker::new(self.watch, histories, self.weights, Record::of(self.game));
        worker.selective = !self.limits.plain;
        worker.tables = self.tables.filter(|_| worker.selective && worker.record.leaves_tables_alone());
        let mut root = Root::new(&mut worker, *self.game.position(), self.limits);
        let stopped = root.deepen(self.limits, |root, stopped| progress(root.report(stopped)));
        root.worker.count_nodes();
        root.report(stopped)
    }
}
