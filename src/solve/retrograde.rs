//! Retrograde analysis: from the ends of games back to all positions.
//!
//! Slices with fewer men come first, so whatever a capture leads to is known. Within a slice, ply by ply: positions that are lost in *d* plies make all
//! that lead to them won in *d* + 1, and positions won in *d* plies make those that lead to them suspect; a suspect whose moves all lead to wins for
//! the opponent is lost. What is left in the end is drawn.

use alloc::vec::Vec;
use core::num::NonZeroUsize;
use core::ops::{ControlFlow, Range};
use core::sync::atomic::{AtomicU16, Ordering};

use super::SolveError;
use super::children::for_each_child;
use super::layout::{Layout, Men, Slice};
use super::progress::Reporter;
use super::sweep::sweep;
use super::value::Cell;
use crate::board::Side;
use crate::position::Position;
use crate::rules::{Compulsion, Rules};

/// A table that is being made.
pub(super) struct Retrograde<'a> {
    rules: &'a Rules,
    layout: &'a Layout,
    threads: NonZeroUsize,
    /// Threads write to the same cells at the same time, but never different things: see [`Retrograde::step`].
    cells: Vec<AtomicU16>,
    /// The most plies that any cell tells so far.
    longest: AtomicU16,
}

impl<'a> Retrograde<'a> {
    pub(super) fn new(rules: &'a Rules, layout: &'a Layout, threads: NonZeroUsize) -> Result<Retrograde<'a>, SolveError> {
        let count = usize::try_from(layout.cells()).map_err(|_| SolveError::OutOfMemory)?;
        let mut cells = Vec::new();
        cells.try_reserve_exact(count).map_err(|_| SolveError::OutOfMemory)?;
        cells.resize_with(count, || AtomicU16::new(Cell::OPEN.0));
        Ok(Retrograde { rules, layout, threads, cells, longest: AtomicU16::new(0) })
    }

    /// Solves everything, and answers the cells and the most plies that any tells.
    pub(super) fn run(self, reporter: &mut Reporter<'_>) -> Result<(Vec<u16>, u16), SolveError> {
        for group in self.layout.groups() {
            for slice in group {
                sweep(self.threads, slice.cells(), |cells| self.open(slice, cells), |done| reporter.looking_at(slice, done));
                reporter.half_done(slice.len());
            }
            self.close(group, reporter)?;
            group.iter().for_each(|slice| reporter.half_done(slice.len()));
        }
        Ok((self.cells.into_iter().map(AtomicU16::into_inner).collect(), self.longest.into_inner()))
    }

    fn load(&self, cell: u64) -> Cell {
        Cell(self.cells[cell as usize].load(Ordering::Relaxed))
    }

    fn store(&self, cell: u64, value: Cell) {
        if let Some(plies) = value.won_in().or(value.lost_in()) {
            // Most of the time there is nothing to write, and nothing for the threads to fight over.
            if plies > self.longest.load(Ordering::Relaxed) {
                self.longest.fetch_max(plies, Ordering::Relaxed);
            }
        }
        self.cells[cell as usize].store(value.0, Ordering::Relaxed);
    }

    /// The position of a cell, with Sente to move; `None` if the cell is unused.
    fn position(&self, slice: &Slice, cell: u64) -> Option<Position> {
        self.layout.men(slice, cell).map(|men| men.position(self.rules))
    }

    /// Notes what ends of games and captures alone say of the cells.
    fn open(&self, slice: &Slice, cells: Range<u64>) {
        for cell in cells {
            let value = self.position(slice, cell).map_or(Cell::UNUSED, |position| self.opening(&position));
            self.store(cell, value);
        }
    }

    fn opening(&self, position: &Position) -> Cell {
        match position.outcome().map(|outcome| outcome.winner()) {
            None => self.by_captures(position),
            Some(None) => Cell::DRAWN,
            Some(Some(Side::Sente)) => Cell::win(0),
            Some(Some(Side::Gote)) => Cell::loss(0),
        }
    }

    /// The best that captures do, as far as it can be known before the other moves are.
    fn by_captures(&self, position: &Position) -> Cell {
        let (mut won_in, mut lost_in, mut draws) = (None, None, false);
        let mut quiet = false;
        let _ = for_each_child(position, |child| {
            quiet |= child.quiet;
            if !child.quiet {
                let cell = self.load(self.layout.cell(self.layout.turned(child.men)));
                draws |= cell.won_in().is_none() && cell.lost_in().is_none();
                won_in = cell.lost_in().map(|plies| plies + 1).into_iter().chain(won_in).min();
                lost_in = cell.won_in().map(|plies| plies + 1).max(lost_in);
            }
            ControlFlow::<()>::Continue(())
        });
        match (won_in, lost_in) {
            (Some(plies), _) => Cell::win(plies),
            _ if draws && quiet => Cell::SAFE,
            _ if draws => Cell::DRAWN,
            (_, Some(plies)) if !quiet => Cell::loss(plies),
            _ => Cell::OPEN,
        }
    }

    /// Steps back from what is decided until nothing new comes of it.
    fn close(&self, group: &[Slice], reporter: &mut Reporter<'_>) -> Result<(), SolveError> {
        let mut plies = 0;
        while plies <= self.longest.load(Ordering::Relaxed) {
            if plies + 1 >= Cell::MOST_PLIES {
                return Err(SolveError::TooLong);
            }
            for slice in group {
                sweep(self.threads, slice.cells(), |cells| self.step(slice, cells, plies), |_| reporter.stepping(plies));
            }
            for slice in group {
                sweep(self.threads, slice.cells(), |cells| self.convict(slice, cells, plies), |_| reporter.stepping(plies));
            }
            plies += 1;
        }
        Ok(())
    }

    /// Takes the news from positions decided in `plies` to those before them.
    ///
    /// All that threads write during a step are wins in `plies` + 1 and suspicions. Where two of them write to one cell at the same time, either it is the
    /// same win or the win stays, since a suspicion only replaces an open cell.
    fn step(&self, slice: &Slice, cells: Range<u64>, plies: u16) {
        let (won, lost) = (Cell::win(plies), Cell::loss(plies));
        for cell in cells {
            let value = self.load(cell);
            if value == won || value == lost {
                let Some(position) = self.position(slice, cell) else { continue };
                position.for_each_quiet_retraction(|enemy| {
                    let before = self.layout.cell(self.layout.turned(Men { own: enemy, enemy: position.own() }));
                    if value == lost { self.improve(before, plies + 1) } else { self.suspect(before) }
                });
            }
        }
    }

    /// Notes a win by a quiet move, unless there is a quicker one.
    fn improve(&self, cell: u64, plies: u16) {
        let known = self.load(cell);
        let better = match known.won_in() {
            // What must capture has no quiet moves, and where nothing can be captured all wins come in order.
            Some(sooner) => plies < sooner && self.rules.compulsion() == Compulsion::Optional,
            None => known == Cell::OPEN || known == Cell::SAFE || known == Cell::SUSPECT,
        };
        if better {
            self.store(cell, Cell::win(plies));
        }
    }

    fn suspect(&self, cell: u64) {
        let cell = &self.cells[cell as usize];
        let _ = cell.compare_exchange(Cell::OPEN.0, Cell::SUSPECT.0, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Decides which suspects are lost, all that is won in `plies` being known.
    fn convict(&self, slice: &Slice, cells: Range<u64>, plies: u16) {
        for cell in cells {
            if self.load(cell) == Cell::SUSPECT {
                let lost_in = self.position(slice, cell).and_then(|position| self.lost_in(&position, plies));
                self.store(cell, lost_in.map_or(Cell::OPEN, Cell::loss));
            }
        }
    }

    /// The plies in which a position is lost, if that is known for sure.
    fn lost_in(&self, position: &Position, plies: u16) -> Option<u16> {
        let mut longest = 0;
        let all = for_each_child(position, |child| {
            let won_in = self.load(self.layout.cell(self.layout.turned(child.men))).won_in();
            match won_in {
                // A win that takes longer than this may turn out shorter, except after a capture.
                Some(won_in) if won_in <= plies || !child.quiet => {
                    longest = longest.max(won_in);
                    ControlFlow::Continue(())
                }
                _ => ControlFlow::Break(()),
            }
        });
        all.is_continue().then_some(longest + 1)
    }
}
