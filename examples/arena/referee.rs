//! Games between two engines.

use std::time::{Duration, Instant};

use crate::engine::{Engine, Forfeit};
use crate::statistics::Verdict;
use hasami_shogi::notation::kif::UTF8_LINE;
use hasami_shogi::{Game, Side, write_kif};

/// Who takes more time than the limit and this loses.
pub(crate) const MARGIN: Duration = Duration::from_secs(1);

/// A game that was played.
pub(crate) struct Record {
    game: Game,
    /// The engine that played Sente, 0 or 1.
    pub(crate) sente: usize,
    pub(crate) winner: Option<usize>,
    /// Why the game ended: the name of a reason or of a forfeit.
    pub(crate) ending: &'static str,
    /// What the loser did wrong.
    pub(crate) fault: Option<String>,
    pub(crate) clocks: [Clock; 2],
}

/// The time that an engine took.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Clock {
    pub(crate) moves: u32,
    pub(crate) spent: Duration,
    /// The moves that took longer than the limit, and by how much in all and at most.
    pub(crate) overruns: u32,
    pub(crate) over: Duration,
    pub(crate) most_over: Duration,
}

impl Clock {
    fn add(&mut self, taken: Duration, limit: Option<Duration>) {
        self.moves += 1;
        self.spent += taken;
        let over = limit.map_or(Duration::ZERO, |limit| taken.saturating_sub(limit));
        self.overruns += u32::from(over > Duration::ZERO);
        self.over += over;
        self.most_over = self.most_over.max(over);
    }

    pub(crate) fn merge(&mut self, other: &Clock) {
        self.moves += other.moves;
        self.spent += other.spent;
        self.overruns += other.overruns;
        self.over += other.over;
        self.most_over = self.most_over.max(other.most_over);
    }
}

/// Plays a game from an opening to its end. The seed decides what is random in the engines' play.
pub(crate) fn play(opening: &Game, engines: &mut [Box<dyn Engine>; 2], sente: usize, seed: u64) -> Record {
    let mut clocks = [Clock::default(); 2];
    let mut game = opening.clone();
    let loss = prepare(&game, engines, seed).or_else(|| run(&mut game, engines, sente, &mut clocks));
    let forfeit = loss.as_ref().map(|(_, forfeit)| forfeit);
    let winner = match &loss {
        Some((loser, _)) => Some(1 - loser),
        None => game.result().and_then(|outcome| outcome.winner()).map(|side| seat(side, sente)),
    };
    let ending = forfeit.map_or_else(|| game.result().map_or("none", |outcome| outcome.reason().name()), Forfeit::name);
    let fault = forfeit.and_then(Forfeit::fault).map(|fault| format!("ply {}: {fault}", game.ply() + 1));
    Record { game, sente, winner, ending, fault, clocks }
}

/// The engine that plays this side.
const fn seat(side: Side, sente: usize) -> usize {
    match side {
        Side::Sente => sente,
        Side::Gote => 1 - sente,
    }
}

/// Tells the engines of a new game. Answers who has lost by it, and why.
fn prepare(game: &Game, engines: &mut [Box<dyn Engine>; 2], seed: u64) -> Option<(usize, Forfeit)> {
    let mut numbered = engines.iter_mut().enumerate();
    numbered.find_map(|(index, engine)| engine.new_game(game, seed ^ index as u64).err().map(|forfeit| (index, forfeit)))
}

/// Plays until the game is over. Answers who has lost by a forfeit, and why.
fn run(game: &mut Game, engines: &mut [Box<dyn Engine>; 2], sente: usize, clocks: &mut [Clock; 2]) -> Option<(usize, Forfeit)> {
    while game.result().is_none() {
        let index = seat(game.position().side_to_move(), sente);
        if let Err(forfeit) = step(game, &mut *engines[index], &mut clocks[index]) {
            return Some((index, forfeit));
        }
    }
    None
}

/// Has an engine make its move.
fn step(game: &mut Game, engine: &mut dyn Engine, clock: &mut Clock) -> Result<(), Forfeit> {
    let (started, limit) = (Instant::now(), engine.time());
    let choice = engine.choose(game);
    let taken = started.elapsed();
    clock.add(taken, limit);
    let mv = choice?;
    if let Some(limit) = limit.filter(|limit| taken > *limit + MARGIN) {
        return Err(Forfeit::Time(format!("{taken:?} for a move, the limit is {limit:?}")));
    }
    game.play(mv).map(drop).map_err(|error| Forfeit::IllegalMove(format!("{mv}: {error}")))
}

impl Record {
    /// The result for the first engine.
    pub(crate) fn verdict(&self) -> Verdict {
        match self.winner {
            None => Verdict::Draw,
            Some(0) => Verdict::Win,
            Some(_) => Verdict::Loss,
        }
    }

    pub(crate) fn plies(&self) -> u64 {
        self.game.ply() as u64
    }

    /// The record of the game with the names of the engines. A forfeit is written as the loser's resignation.
    pub(crate) fn kif(&self, names: [&str; 2]) -> String {
        let mut game = self.game.clone();
        let loser = self.winner.map(|winner| if winner == self.sente { Side::Gote } else { Side::Sente });
        if let (None, Some(loser)) = (game.result(), loser) {
            // The game is not over.
            let _ = game.resign(loser);
        }
        let comment = self.fault.as_ref().map(|fault| format!("*{}: {fault}\n", self.ending)).unwrap_or_default();
        format!("{UTF8_LINE}先手：{}\n後手：{}\n{comment}{}", names[self.sente], names[1 - self.sente], write_kif(&game))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::{Budget, Spec};
    use hasami_shogi::{Move, Rules, read_kif};

    /// Plays the same move again and again.
    struct Stubborn(&'static str);

    impl Engine for Stubborn {
        fn new_game(&mut self, _: &Game, _: u64) -> Result<(), Forfeit> {
            Ok(())
        }

        fn choose(&mut self, _: &Game) -> Result<Move, Forfeit> {
            self.0.parse().map_err(|_| Forfeit::Resigned)
        }

        fn time(&self) -> Option<Duration> {
            None
        }
    }

    fn against_random(engine: impl Engine + 'static, sente: usize) -> Record {
        let mut engines = [Box::new(engine), Spec::Random.engine(Budget::Depth(1))];
        play(&Game::new(Rules::CLASSIC_5), &mut engines, sente, 1)
    }

    #[test]
    fn an_illegal_move_loses() {
        let record = against_random(Stubborn("5i5e"), 0);
        assert_eq!((record.verdict(), record.ending), (Verdict::Loss, "illegal_move"));
        assert!(record.fault.as_ref().is_some_and(|fault| fault.starts_with("ply 3: 5i5e: ")), "{:?}", record.fault);
        let kif = record.kif(["a", "b"]);
        let read = read_kif(&kif).expect("a record");
        assert_eq!(read.result().and_then(|outcome| outcome.winner()), Some(Side::Gote));
    }

    #[test]
    fn resignation_is_no_fault() {
        let record = against_random(Stubborn("resign"), 1);
        assert_eq!((record.verdict(), record.ending, record.fault.as_deref()), (Verdict::Loss, "resignation", None));
        assert_eq!(record.plies(), 1);
    }

    #[test]
    fn the_plain_opponent_beats_random_moves() {
        let engines = || [Spec::Plain { depth: 2 }.engine(Budget::Depth(1)), Spec::Random.engine(Budget::Depth(1))];
        for (sente, seed) in [(0, 1), (1, 2)] {
            let record = play(&Game::new(Rules::CLASSIC_5), &mut engines(), sente, seed);
            assert_eq!((record.verdict(), record.ending), (Verdict::Win, "capture_goal"));
            let again = play(&Game::new(Rules::CLASSIC_5), &mut engines(), sente, seed);
            assert_eq!(again.kif(["a", "b"]), record.kif(["a", "b"]));
        }
    }

    #[test]
    fn a_command_that_is_no_engine_loses() {
        let command = Spec::read("cmd:/no/such/program").expect("a command");
        let mut engines = [command.engine(Budget::Depth(1)), Spec::Random.engine(Budget::Depth(1))];
        let record = play(&Game::default(), &mut engines, 0, 1);
        assert_eq!((record.verdict(), record.ending, record.plies()), (Verdict::Loss, "crash", 0));
    }

    #[test]
    fn time_over_the_limit_is_measured() {
        let mut clock = Clock::default();
        let millis = Duration::from_millis;
        clock.add(millis(40), Some(millis(50)));
        clock.add(millis(55), Some(millis(50)));
        clock.add(millis(70), Some(millis(50)));
        clock.add(millis(999), None);
        assert_eq!((clock.moves, clock.overruns, clock.over, clock.most_over), (4, 2, millis(25), millis(20)));
    }
}
