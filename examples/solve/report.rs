//! What is in a table.

use std::fmt::{self, Display};
use std::num::NonZeroUsize;

use hasami_shogi::Position;
use hasami_shogi::solve::{Counts, Solution, Table};
use serde::Serialize;

use crate::common::Fallible;

/// What a table says of the start of the game and of all positions.
pub(crate) struct Report {
    start: Option<Solution>,
    all: Counts,
    reachable: Option<Counts>,
    longest: Option<(u32, Position)>,
    distances: bool,
}

/// The line that `--json` writes. What the table does not tell is null.
#[derive(Serialize)]
struct Line {
    value: Option<&'static str>,
    plies: Option<u32>,
    all: Numbers,
    reachable: Option<Numbers>,
    longest: Option<u32>,
    sfen: Option<String>,
}

#[derive(Serialize)]
struct Numbers {
    win: u64,
    draw: u64,
    loss: u64,
}

impl From<Counts> for Numbers {
    fn from(counts: Counts) -> Numbers {
        Numbers { win: counts.win, draw: counts.draw, loss: counts.loss }
    }
}

impl Report {
    pub(crate) fn on(table: &Table, threads: NonZeroUsize) -> Fallible<Report> {
        let start = table.probe(&Position::start(*table.rules()))?;
        let census = table.census(threads)?;
        let distances = table.detail() == hasami_shogi::solve::Detail::Distance;
        Ok(Report { start, all: census.all, reachable: table.reachable(threads)?, longest: census.longest, distances })
    }

    pub(crate) fn json(&self) -> Fallible<String> {
        Ok(serde_json::to_string(&Line {
            value: self.start.map(|solution| solution.value.name()),
            plies: self.start.and_then(|solution| solution.plies),
            all: self.all.into(),
            reachable: self.reachable.map(Numbers::from),
            longest: self.longest.map(|(plies, _)| plies),
            sfen: self.longest.map(|(_, position)| position.to_setup(1).to_string()),
        })?)
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.start {
            Some(solution) => writeln!(f, "start         {solution}")?,
            None => writeln!(f, "start         too many men for the table")?,
        }
        writeln!(f, "all           {}", Shown(self.all))?;
        if let Some(reachable) = self.reachable {
            writeln!(f, "reachable     {}", Shown(reachable))?;
        }
        match self.longest {
            Some((plies, position)) => writeln!(f, "longest win   {plies} plies: {}", position.to_setup(1)),
            None if self.distances => writeln!(f, "longest win   none"),
            None => Ok(()),
        }
    }
}

/// Counts for people.
struct Shown(Counts);

impl Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { win, draw, loss, .. } = self.0;
        write!(f, "{} positions: {win} won, {draw} drawn, {loss} lost", self.0.total())
    }
}
