//! What a search found.

use alloc::vec::Vec;
use core::time::Duration;

use super::Score;
use crate::position::Move;

/// The result of a search, or how far it has come.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Report {
    /// The best move; `None` if the game is over.
    pub best: Option<Move>,
    /// The worth of the position if that move is played.
    pub score: Score,
    /// The best lines of play, the best first; the first move of the first is [`Report::best`] at full strength.
    pub lines: Vec<Line>,
    /// The depth of the last iteration that was finished, in plies.
    pub depth: u32,
    /// The depth of the longest line that was looked at.
    pub selective_depth: u32,
    /// Positions looked at.
    pub nodes: u64,
    /// Time taken; zero where there is no clock.
    pub time: Duration,
    /// How full the transposition table is, per mille.
    pub hash_full: u32,
    /// Why the search ended; while it runs, what it would say if it ended now.
    pub stopped: Stopped,
}

impl Report {
    /// The report on a game that is over.
    pub(super) fn of_finished(score: Score) -> Report {
        Report {
            best: None,
            score,
            lines: Vec::new(),
            depth: 0,
            selective_depth: 0,
            nodes: 0,
            time: Duration::ZERO,
            hash_full: 0,
            stopped: Stopped::GameOver,
        }
    }
}

/// A line of play.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Line {
    /// What it leads to, from the side to move in the root position.
    pub score: Score,
    /// The moves, all legal one after the other.
    pub moves: Vec<Move>,
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Stopped {
    /// It reached the depth limit, or the greatest depth there is.
    Depth,
    /// It reached the limit of nodes.
    Nodes,
    /// Its time was up.
    Time,
    /// The stop flag was set.
    Flag,
    /// Nothing was left to find out: the game is decided, or there is only one move and a clock is running.
    Decided,
    /// The game is over.
    GameOver,
}
