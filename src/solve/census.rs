//! Counting solved positions.

use alloc::vec::Vec;
use core::num::NonZeroUsize;
use core::ops::{AddAssign, ControlFlow, Range};
use core::sync::atomic::{AtomicU64, Ordering};
use std::io;
use std::sync::{Mutex, PoisonError};

use super::children::for_each_child;
use super::layout::{Layout, MaxMen, Slice};
use super::sweep::sweep;
use super::symmetry::Symmetries;
use super::table::Table;
use super::value::Value;
use crate::board::Side;
use crate::position::Position;
use crate::rules::Rules;

/// Positions by their value for the side to move. A position is a board with a side to move; symmetric ones count each, finished ones too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Counts {
    /// Positions that the side to move wins.
    pub win: u64,
    /// Positions that are drawn.
    pub draw: u64,
    /// Positions that the side to move loses.
    pub loss: u64,
}

impl Counts {
    /// The number of positions.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.win + self.draw + self.loss
    }

    fn add(&mut self, value: Value, count: u64) {
        match value {
            Value::Win => self.win += count,
            Value::Draw => self.draw += count,
            Value::Loss => self.loss += count,
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.win += other.win;
        self.draw += other.draw;
        self.loss += other.loss;
    }
}

/// What is in a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Census {
    /// All positions of the table, with either side to move.
    pub all: Counts,
    /// The longest win in plies, and one of the positions that take so long. `None` where nothing can be won or the table holds values only.
    pub longest: Option<(u32, Position)>,
}

/// The part of a census that one thread has done.
#[derive(Clone, Copy, Default)]
struct Part {
    all: Counts,
    /// The longest win, and the first of its cells.
    longest: Option<(u32, core::cmp::Reverse<u64>)>,
}

impl Part {
    fn add(&mut self, other: Part) {
        self.all += other.all;
        self.longest = self.longest.max(other.longest);
    }
}

impl Table {
    /// Counts all positions of the table by value and looks for the longest win, on so many threads. The whole table is read.
    ///
    /// ```
    /// use core::num::NonZeroUsize;
    /// use hasami_shogi::solve::Solver;
    /// use hasami_shogi::Rules;
    ///
    /// let table = Solver::new("misere,size=4".parse::<Rules>()?).max_men(2, 2).solve()?;
    /// let census = table.census(NonZeroUsize::MIN)?;
    /// // 1 + 2 · 16 + 2 · 120 boards with men of one side at the most, and so on.
    /// assert_eq!(census.all.total(), 2 * (1 + 2 * 16 + 2 * 120 + 16 * 15 + 2 * 16 * 105 + 120 * 91));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the table is in a file that cannot be read any more.
    pub fn census(&self, threads: NonZeroUsize) -> io::Result<Census> {
        let bytes = self.bytes()?;
        let sum = Mutex::new(Part::default());
        for slice in self.layout.slices() {
            let count = |cells| {
                let part = self.count(&bytes, slice, cells);
                sum.lock().unwrap_or_else(PoisonError::into_inner).add(part);
            };
            sweep(threads, slice.cells(), count, |_| ());
        }
        let Part { mut all, longest } = sum.into_inner().unwrap_or_else(PoisonError::into_inner);
        // The boards with Gote to move are the others turned.
        all += all;
        let longest = longest.and_then(|(plies, cell)| Some((plies, self.position_of(cell.0)?)));
        Ok(Census { all, longest })
    }

    fn count(&self, bytes: &[u8], slice: &Slice, cells: Range<u64>) -> Part {
        let mut part = Part::default();
        for cell in cells {
            let solution = self.format.read(bytes, cell);
            let Some((men, solution)) = self.layout.men(slice, cell).zip(solution) else { continue };
            part.all.add(solution.value, self.layout.images(men));
            let won_in = solution.plies.filter(|_| solution.value == Value::Win);
            part.longest = part.longest.max(won_in.map(|plies| (plies, core::cmp::Reverse(cell))));
        }
        part
    }

    fn position_of(&self, cell: u64) -> Option<Position> {
        let slice = self.layout.slices().iter().find(|slice| slice.cells().contains(&cell))?;
        Some(self.layout.men(slice, cell)?.position(&self.rules))
    }

    /// Counts the positions that play can reach from the start of the game by value, on so many threads. `None` if the table does not hold the start.
    ///
    /// Beside the table it takes four bits of memory a position, mirror images counted once. Where the rules respect all symmetries of the board, that
    /// is twice the size of a table with a byte a position; in any case no more than it took to make the table.
    ///
    /// # Errors
    ///
    /// If the table is in a file that cannot be read any more.
    pub fn reachable(&self, threads: NonZeroUsize) -> io::Result<Option<Counts>> {
        let start = Position::start(self.rules);
        if self.layout.cell_of(&start).is_none() {
            return Ok(None);
        }
        let bytes = self.bytes()?;
        let explorer = Explorer::new(self.rules, self.layout.most());
        explorer.explore(&start, threads);
        let value = |position: &Position| {
            let cell = self.layout.cell_of(position);
            cell.and_then(|cell| self.format.read(&bytes, cell)).map(|solution| solution.value)
        };
        Ok(Some(explorer.count(threads, value)))
    }
}

/// Marks the positions that play reaches. The start is the same in the mirror, so mirror images share a mark; turned boards do not.
struct Explorer {
    rules: Rules,
    layout: Layout,
    /// By the side to move.
    reached: [Marks; 2],
    /// Those whose moves were followed.
    followed: [Marks; 2],
}

impl Explorer {
    fn new(rules: Rules, most: MaxMen) -> Explorer {
        let layout = Layout::new(rules.size(), Symmetries::mirror(rules.size()), most);
        let marks = || [(); 2].map(|()| Marks::new(layout.cells()));
        Explorer { rules, reached: marks(), followed: marks(), layout }
    }

    /// Follows all moves until nothing new comes up. One pass takes any number of captures, and as many other moves as lead forward in the layout.
    fn explore(&self, start: &Position, threads: NonZeroUsize) {
        if let Some(cell) = self.layout.cell_of(start) {
            self.reached[0].set(cell);
        }
        let mut news = true;
        while core::mem::take(&mut news) {
            let found = AtomicU64::new(0);
            for slice in self.layout.slices().iter().rev() {
                let follow = |cells| _ = found.fetch_add(self.follow_all(slice, cells), Ordering::Relaxed);
                sweep(threads, slice.cells(), follow, |_| ());
            }
            news = found.into_inner() > 0;
        }
    }

    /// Follows the moves of all positions that were reached since the last time, and answers their number.
    fn follow_all(&self, slice: &Slice, cells: Range<u64>) -> u64 {
        let mut count = 0;
        for cell in cells {
            for side in Side::ALL {
                if self.reached[side.index()].has(cell) && !self.followed[side.index()].has(cell) {
                    self.followed[side.index()].set(cell);
                    self.follow(slice, cell, side);
                    count += 1;
                }
            }
        }
        count
    }

    fn follow(&self, slice: &Slice, cell: u64, side: Side) {
        let Some(men) = self.layout.men(slice, cell) else { return };
        let _ = for_each_child(&men.position(&self.rules), |child| {
            self.reached[(!side).index()].set(self.layout.cell(self.layout.turned(child.men)));
            ControlFlow::<()>::Continue(())
        });
    }

    fn count(&self, threads: NonZeroUsize, value: impl Fn(&Position) -> Option<Value> + Sync) -> Counts {
        let sum = Mutex::new(Counts::default());
        for slice in self.layout.slices() {
            let count = |cells| {
                let counts = self.count_part(slice, cells, &value);
                *sum.lock().unwrap_or_else(PoisonError::into_inner) += counts;
            };
            sweep(threads, slice.cells(), count, |_| ());
        }
        sum.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn count_part(&self, slice: &Slice, cells: Range<u64>, value: &impl Fn(&Position) -> Option<Value>) -> Counts {
        let mut counts = Counts::default();
        for cell in cells {
            let sides = self.reached.iter().filter(|marks| marks.has(cell)).count() as u64;
            let Some(men) = self.layout.men(slice, cell).filter(|_| sides > 0) else { continue };
            if let Some(value) = value(&men.position(&self.rules)) {
                counts.add(value, sides * self.layout.images(men));
            }
        }
        counts
    }
}

/// A set of cells that several threads add to.
struct Marks(Vec<AtomicU64>);

impl Marks {
    fn new(cells: u64) -> Marks {
        Marks((0..cells.div_ceil(64)).map(|_| AtomicU64::new(0)).collect())
    }

    fn has(&self, cell: u64) -> bool {
        self.0[(cell / 64) as usize].load(Ordering::Relaxed) >> (cell % 64) & 1 != 0
    }

    fn set(&self, cell: u64) {
        if !self.has(cell) {
            self.0[(cell / 64) as usize].fetch_or(1 << (cell % 64), Ordering::Relaxed);
        }
    }
}
