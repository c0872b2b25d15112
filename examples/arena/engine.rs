//! Engines that choose moves in a game.

use std::time::Duration;

use crate::plain::Plain;
use crate::process::Process;
use crate::random::Random;
use crate::spec::{Budget, Settings, Spec};
use hasami_shogi::search::{Limits, Searcher};
use hasami_shogi::{Game, Move};

/// Why an engine loses a game without the rules of the game.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Forfeit {
    /// It gave the game up.
    Resigned,
    /// It took so long that it was no longer waited for, or far more time than it has.
    Time(String),
    /// It played a move that is not legal.
    IllegalMove(String),
    /// It ended, did not start or said nothing sensible.
    Crash(String),
}

impl Forfeit {
    /// A short name in lower case, like those of the reasons that the rules know.
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Forfeit::Resigned => "resignation",
            Forfeit::Time(_) => "time",
            Forfeit::IllegalMove(_) => "illegal_move",
            Forfeit::Crash(_) => "crash",
        }
    }

    /// What happened, if it is a fault of the engine.
    pub(crate) fn fault(&self) -> Option<&str> {
        match self {
            Forfeit::Resigned => None,
            Forfeit::Time(text) | Forfeit::IllegalMove(text) | Forfeit::Crash(text) => Some(text),
        }
    }
}

/// Something that plays.
pub(crate) trait Engine {
    /// Forgets all earlier games. What is random in the next one depends on the seed alone.
    fn new_game(&mut self, game: &Game, seed: u64) -> Result<(), Forfeit>;

    /// A move for the side to move of a game that is not over.
    fn choose(&mut self, game: &Game) -> Result<Move, Forfeit>;

    /// The time that it has for a move.
    fn time(&self) -> Option<Duration>;
}

impl Spec {
    /// Makes the engine. `budget` is for those that do not bring their own.
    pub(crate) fn engine(&self, budget: Budget) -> Box<dyn Engine> {
        match self {
            Spec::Ours(settings) => Box::new(Ours::new(settings, budget)),
            Spec::Plain { depth } => Box::new(Plain::new(*depth, 0)),
            Spec::Random => Box::new(Random::new(0)),
            Spec::Command { program, arguments } => Box::new(Process::new(program, arguments, budget)),
        }
    }
}

/// The searcher of this crate.
struct Ours {
    searcher: Searcher,
    limits: Limits,
    time: Option<Duration>,
}

impl Ours {
    fn new(settings: &Settings, budget: Budget) -> Ours {
        let mut searcher = Searcher::new(settings.hash_bytes);
        searcher.set_threads(settings.threads);
        if let Some(weights) = settings.weights {
            searcher.set_weights(weights);
        }
        let budget = settings.budget.unwrap_or(budget);
        let limits = Limits::new().level(settings.level);
        let limits = match budget {
            Budget::Time(time) => limits.time(time),
            Budget::Nodes(nodes) => limits.nodes(nodes),
            Budget::Depth(depth) => limits.depth(depth),
        };
        Ours { searcher, limits, time: budget.time() }
    }
}

impl Engine for Ours {
    fn new_game(&mut self, _: &Game, _: u64) -> Result<(), Forfeit> {
        self.searcher.clear();
        Ok(())
    }

    fn choose(&mut self, game: &Game) -> Result<Move, Forfeit> {
        self.searcher.search(game, &self.limits).best.ok_or_else(no_move)
    }

    fn time(&self) -> Option<Duration> {
        self.time
    }
}

impl Engine for Plain {
    fn new_game(&mut self, _: &Game, seed: u64) -> Result<(), Forfeit> {
        self.reseed(seed);
        Ok(())
    }

    fn choose(&mut self, game: &Game) -> Result<Move, Forfeit> {
        Plain::choose(self, game.position()).ok_or_else(no_move)
    }

    fn time(&self) -> Option<Duration> {
        None
    }
}

impl Engine for Random {
    fn new_game(&mut self, _: &Game, seed: u64) -> Result<(), Forfeit> {
        *self = Random::new(seed);
        Ok(())
    }

    fn choose(&mut self, game: &Game) -> Result<Move, Forfeit> {
        Random::choose(self, &game.position().move_list()).ok_or_else(no_move)
    }

    fn time(&self) -> Option<Duration> {
        None
    }
}

fn no_move() -> Forfeit {
    Forfeit::Crash("no move in a game that is not over".into())
}
