//! The truth: the exact value of every position with few men or on a small board, by retrograde analysis.
//!
//! A [`Solver`] finds out, for all positions with at most so many men, who wins against the best defence and in how many plies; the answers are
//! a [`Table`] that can be written to a file and probed there without reading it whole. Play that never ends is a draw, so the rules that
//! only the record of a game knows, repetition and the limits on moves, are taken as switched off: see [`Solver::new`].
//!
//! ```
//! use hasami_shogi::solve::{Solver, Value};
//! use hasami_shogi::{Position, Rules};
//!
//! // Two men against two, or fewer, where the last man but one decides.
//! let rules: Rules = "reduce-to-one,size=5".parse()?;
//! let table = Solver::new(rules).max_men(2, 2).solve()?;
//! let position = Position::from_sfen(rules, "5/1p3/5/2Pp1/4P b - 1")?;
//! let solution = table.probe(&position)?.expect("two against two");
//! assert_eq!((solution.value, solution.plies), (Value::Win, Some(1)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How it works
//!
//! | file | what is in it |
//! |---|---|
//! | `symmetry`, `classes`, `choose`, `layout` | a cell for each position, symmetric ones sharing it |
//! | `retrograde`, `sweep`, `progress` | solving, on several threads |
//! | `table`, `file` | probing, and the file |
//! | `census` | counting positions, all of them and those that can be reached |
//! | `results.md` | what came of it |
//!
//! The two sides play by the same rules from opposite edges, so only positions with one side to move are kept. The own men are one of
//! the C(n, a) sets of squares, of which those that a symmetry of the board turns into each other share a class; the enemy men are one of the
//! C(n − a, b) sets of the squares left. Positions with the same numbers of men form a slice. A capture leads to a slice with fewer men, so
//! slices are solved in that order.
//!
#![doc = include_str!("results.md")]

mod census;
mod children;
mod choose;
mod classes;
mod file;
mod layout;
mod progress;
mod retrograde;
mod sweep;
mod symmetry;
mod table;
mod value;

pub use census::{Census, Counts};
pub use file::TableError;
pub use progress::Progress;
pub use table::Table;
pub use value::{Solution, Value};

use core::num::NonZeroUsize;

use thiserror::Error;

use crate::rules::{Limit, Repetition, Rules};
use layout::{Layout, MaxMen, Needs};
use progress::Reporter;
use retrograde::Retrograde;
use symmetry::Symmetries;
use table::Format;

/// How much a table tells of each position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Detail {
    /// Value and distance: a byte a position, or two if any game goes on for more than 126 plies.
    #[default]
    Distance,
    /// The value alone: two bits a position.
    Value,
}

/// Why a table cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The table takes more memory than was allowed.
    #[error("solving this takes {} MiB of memory, but the limit is {} MiB", needed.div_ceil(1 << 20), limit >> 20)]
    AboveLimit {
        /// The bytes it takes; `u64::MAX` stands for anything above.
        needed: u64,
        /// The bytes that were allowed.
        limit: u64,
    },
    /// The system does not give the memory, or the table would be larger than its addresses reach.
    #[error("there is not enough memory")]
    OutOfMemory,
    /// A game goes on for more plies than a table can tell.
    #[error("a game takes more than {} plies", value::Cell::MOST_PLIES)]
    TooLong,
}

/// Makes tables.
#[derive(Clone, Debug)]
pub struct Solver {
    rules: Rules,
    most: MaxMen,
    detail: Detail,
    threads: NonZeroUsize,
    memory_limit: Option<u64>,
}

impl Solver {
    /// A solver for all positions of a game, on one thread.
    ///
    /// A table holds positions, not games, so repetition and the limits on moves of the rules count for nothing, and a side that can go on for
    /// ever without losing has a draw.
    #[must_use]
    pub fn new(rules: Rules) -> Solver {
        let most = MaxMen::new(rules.men(), rules.men());
        Solver { rules: without_record(rules), most, detail: Detail::default(), threads: NonZeroUsize::MIN, memory_limit: None }
    }

    /// Only positions in which one side, whichever, has at most `a` men and the other at most `b`.
    #[must_use]
    pub fn max_men(self, a: u8, b: u8) -> Solver {
        let men = self.rules.men();
        Solver { most: MaxMen::new(a.min(men), b.min(men)), ..self }
    }

    /// What the table is to tell of each position.
    #[must_use]
    pub fn detail(self, detail: Detail) -> Solver {
        Solver { detail, ..self }
    }

    /// Work on so many threads.
    #[must_use]
    pub fn threads(self, threads: NonZeroUsize) -> Solver {
        Solver { threads, ..self }
    }

    /// Refuse to take more than so many bytes of memory.
    #[must_use]
    pub fn memory_limit(self, bytes: u64) -> Solver {
        Solver { memory_limit: Some(bytes), ..self }
    }

    /// The number of positions to solve, symmetric ones counted once; `u64::MAX` stands for anything above.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.needs().cells.try_into().unwrap_or(u64::MAX)
    }

    /// The most memory that solving takes, in bytes; `u64::MAX` stands for anything above. The table itself takes less than half of it, unless a
    /// distance overflows a byte.
    ///
    /// ```
    /// use hasami_shogi::solve::Solver;
    /// use hasami_shogi::Rules;
    ///
    /// let endings = Solver::new(Rules::REDUCE_TO_ONE).max_men(3, 2);
    /// assert!(endings.memory() < 300 << 20);
    /// // All positions on the full board are out of the question.
    /// assert_eq!(Solver::new(Rules::REDUCE_TO_ONE).memory(), u64::MAX);
    /// ```
    #[must_use]
    pub fn memory(&self) -> u64 {
        let needs = self.needs();
        // Two bytes a cell while solving, and as many for the table in case that any distance overflows a byte.
        needs.cells.saturating_mul(4).saturating_add(needs.bytes).try_into().unwrap_or(u64::MAX)
    }

    fn needs(&self) -> Needs {
        Needs::of(self.rules.size(), &Symmetries::of(&self.rules), self.most)
    }

    /// Makes the table.
    ///
    /// # Errors
    ///
    /// If it takes more memory than allowed, or than there is. This is found out before the work begins.
    pub fn solve(&self) -> Result<Table, SolveError> {
        self.solve_with(|_| ())
    }

    /// Makes the table, and calls `progress` about ten times a second.
    ///
    /// # Errors
    ///
    /// As [`Solver::solve`].
    pub fn solve_with(&self, mut progress: impl FnMut(&Progress)) -> Result<Table, SolveError> {
        let needed = self.memory();
        match self.memory_limit {
            Some(limit) if needed > limit => return Err(SolveError::AboveLimit { needed, limit }),
            None if needed == u64::MAX => return Err(SolveError::OutOfMemory),
            _ => {}
        }
        let layout = Layout::new(self.rules.size(), Symmetries::of(&self.rules), self.most);
        let mut reporter = Reporter::new(layout.cells(), &mut progress);
        let (cells, longest) = Retrograde::new(&self.rules, &layout, self.threads)?.run(&mut reporter)?;
        Table::pack(self.rules, layout, Format::for_detail(self.detail, longest), &cells)
    }
}

/// The rules with all switched off that only the record of a game knows.
fn without_record(rules: Rules) -> Rules {
    let builder = rules.to_builder().repetition(Repetition::None).quiet_limit(Limit::None).move_limit(Limit::None);
    // What fits together still does when an option is switched off.
    builder.build().unwrap_or(rules)
}
