//! Positions with a forced win that the search has to find. `examples/make_tactics.rs` made them.

mod proof;
mod sample;

use hasami_shogi::search::{Limits, Report, Score, Searcher};
use hasami_shogi::{Game, Move, Position, Preset, Rules, Setup};
use proof::{Prover, State};

/// A position, the moves that win within the fewest plies, and these plies.
struct Tactic {
    game: Game,
    solutions: Vec<Move>,
    plies: u32,
}

impl Tactic {
    fn read(line: &str) -> Tactic {
        let fields: Vec<&str> = line.split('\t').collect();
        let [rules, sfen, solutions, plies] = fields[..] else { panic!("{line}: four fields") };
        let rules: Rules = rules.parse().expect("rules");
        let setup: Setup = sfen.parse().expect("an SFEN");
        Tactic {
            game: Game::from_setup(rules, &setup).expect("a position"),
            solutions: solutions.split(' ').map(|mv| mv.parse().expect("a move")).collect(),
            plies: plies.parse().expect("a number of plies"),
        }
    }

    /// All of them, or in debug builds, which are slow, some.
    fn all() -> impl Iterator<Item = Tactic> {
        let step = if cfg!(debug_assertions) { 7 } else { 1 };
        include_str!("data/tactics.txt").lines().step_by(step).map(Tactic::read)
    }

    fn position(&self) -> &Position {
        self.game.position()
    }

    /// Whether the best move wins in the fewest plies, or the report says it wins later on and that is proved.
    fn is_solved_by(&self, report: &Report) -> bool {
        let Some(best) = report.best else { return false };
        let slower = || match report.score {
            Score::Win { plies } => Prover::new(5_000_000).is_lost(&State::new(*self.position()).after(best), plies - 1) == Ok(true),
            _ => false,
        };
        self.solutions.contains(&best) || slower()
    }
}

#[test]
fn the_suite_is_large_and_varied() {
    let all: Vec<Tactic> = include_str!("data/tactics.txt").lines().map(Tactic::read).collect();
    assert!(all.len() >= 200, "{}", all.len());
    let trivial = all.iter().filter(|tactic| tactic.plies == 1).count();
    assert!(trivial * 5 <= all.len(), "{trivial} wins on the spot");
    for preset in Preset::ALL {
        let lines = include_str!("data/tactics.txt").lines();
        let count = lines.filter(|line| line.split(['\t', ',']).next() == Some(preset.name())).count();
        assert!(count >= 5, "{count} of {preset}");
    }
}

#[test]
fn the_solutions_are_right() {
    for tactic in Tactic::all() {
        let mut prover = Prover::new(5_000_000);
        let state = State::new(*tactic.position());
        assert_eq!(prover.is_won(&state, tactic.plies - 1), Ok(false), "{:?}: not so soon", tactic.game);
        for mv in tactic.position().moves() {
            let wins = prover.is_lost(&state.after(mv), tactic.plies - 1);
            assert_eq!(wins, Ok(tactic.solutions.contains(&mv)), "{mv} in {:?}", tactic.game);
        }
    }
}

#[test]
fn the_search_solves_them() {
    let nodes = if cfg!(debug_assertions) { 20_000 } else { 200_000 };
    let (mut count, mut solved) = (0, 0);
    for tactic in Tactic::all() {
        let report = Searcher::new(1 << 22).search(&tactic.game, &Limits::new().nodes(nodes));
        count += 1;
        match tactic.is_solved_by(&report) {
            true => solved += 1,
            false => println!("{} {}: {report:?}", tactic.game.rules(), tactic.game.setup()),
        }
    }
    println!("{solved} of {count} solved");
    let least = if cfg!(debug_assertions) { 90 } else { 98 };
    assert!(solved * 100 >= count * least, "{solved} of {count}");
}
