//! The search against tables of solved positions, and with their help.

mod sample;
mod solved;

use std::sync::Arc;

use hasami_shogi::search::{Limits, Score, Searcher};
use hasami_shogi::solve::{Solution, Table, Value};
use hasami_shogi::{Game, Move, Position, Rules};
use sample::Random;
use solved::{SMALL, probe, random_position, rules, solve};

/// A position that is won or lost, and not over, in at most so many plies.
fn decided(table: &Table, rules: Rules, plies: u32, random: &mut Random) -> (Position, Solution) {
    loop {
        let position = random_position(rules, [4, 4], random);
        let solution = probe(table, &position);
        if solution.plies.is_some_and(|distance| (1..=plies).contains(&distance)) {
            return (position, solution);
        }
    }
}

/// Whether the search finds out who wins; what it claims must be true, and no more than true.
fn finds(searcher: &mut Searcher, position: &Position, solution: Solution, nodes: u64) -> bool {
    let game = Game::from_setup(*position.rules(), &position.to_setup(1)).expect("a position");
    let report = searcher.search(&game, &Limits::new().nodes(nodes));
    let (value, plies) = match report.score {
        Score::Win { plies } => (Value::Win, plies),
        Score::Loss { plies } => (Value::Loss, plies),
        Score::Estimate(_) => return false,
    };
    let text = format!("{} {}: {} is {solution}", position.rules(), position.to_setup(1), report.score);
    assert_eq!(value, solution.value, "{text}");
    assert!(Some(plies) >= solution.plies, "{text}");
    true
}

/// Searches so many positions of each rule set, and answers how many were not decided.
fn compare_all(count: usize, plies: u32, nodes: u64) -> usize {
    let mut random = Random::new(1);
    let mut missed = 0;
    for text in &SMALL[..if cfg!(debug_assertions) { 2 } else { SMALL.len() }] {
        let table = solve(rules(text), [4, 4]);
        let mut searcher = Searcher::new(1 << 22);
        let missed_here = (0..count).filter(|_| {
            let (position, solution) = decided(&table, rules(text), plies, &mut random);
            !finds(&mut searcher, &position, solution, nodes)
        });
        let missed_here = missed_here.count();
        println!("{text}: {missed_here} of {count} not decided");
        missed += missed_here;
    }
    missed
}

#[test]
fn the_search_agrees_with_tables() {
    let (count, nodes) = if cfg!(debug_assertions) { (3, 20_000) } else { (50, 1_000_000) };
    assert_eq!(compare_all(count, 7, nodes), 0);
}

#[test]
#[ignore = "a thousand positions a rule set, some minutes: run with --release -- --ignored --nocapture"]
fn the_search_agrees_with_tables_on_many_positions() {
    assert_eq!(compare_all(1_000, 9, 20_000_000), 0);
}

/// A player that follows the table, or every other time moves anyhow.
fn reply(table: &Table, position: &Position, random: &mut Random) -> Option<Move> {
    let moves = table.probe_moves(position).expect("a readable table").expect("in the table");
    let worth = |solution: &Solution| (solution.value, solution.plies);
    let best = moves.iter().max_by_key(|(_, solution)| worth(solution)).map(|(mv, _)| *mv);
    best.filter(|_| random.below(2) == 0).or_else(|| random.mv(position))
}

/// Plays so many games from endings that are not lost, and answers how often the search gave a win or a draw away.
fn give_aways(table: &Table, searcher: &mut Searcher, limits: &Limits, games: usize) -> usize {
    let mut random = Random::new(2);
    let [a, b] = table.max_men();
    let mut given_away = 0;
    for n in 0..games {
        let wanted = if n % 2 == 0 { Value::Win } else { Value::Draw };
        let position = loop {
            let position = random_position(*table.rules(), [a, b], &mut random);
            if position.outcome().is_none() && probe(table, &position).value == wanted {
                break position;
            }
        };
        let mut game = Game::from_setup(*table.rules(), &position.to_setup(1)).expect("a position");
        searcher.clear();
        given_away += usize::from(!holds(table, searcher, limits, &mut game, &mut random));
    }
    given_away
}

/// Whether the search keeps the value of the position it starts with, or gets a better one, until the game is won or has gone on for long.
fn holds(table: &Table, searcher: &mut Searcher, limits: &Limits, game: &mut Game, random: &mut Random) -> bool {
    let side = game.position().side_to_move();
    while game.result().is_none() && game.ply() < 40 {
        let position = *game.position();
        let mv = if position.side_to_move() == side { searcher.search(game, limits).best } else { reply(table, &position, random) };
        game.play(mv.expect("a move")).expect("a legal move");
        let after = probe(table, game.position()).value;
        if position.side_to_move() == side && after.reversed() < probe(table, &position).value {
            println!("{} {}: {}", position.rules(), position.to_setup(1), mv.expect("a move"));
            return false;
        }
    }
    true
}

/// Endings with two men against two; debug builds, some thirty times slower, do with a smaller board.
const ENDINGS: &[&str] = if cfg!(debug_assertions) { &["reduce-to-one,size=5"] } else { &["reduce-to-one", "dai", "misere-compulsory"] };

#[test]
fn with_a_table_nothing_is_given_away() {
    for text in ENDINGS {
        let table = Arc::new(solve(rules(text), [2, 2]));
        let mut searcher = Searcher::new(1 << 16);
        searcher.set_tables(Some(table.clone()));
        let games = if cfg!(debug_assertions) { 10 } else { 1_000 };
        assert_eq!(give_aways(&table, &mut searcher, &Limits::new().depth(4), games), 0, "{text}");
    }
}

#[test]
#[ignore = "three hundred games for each ending, some minutes: run with --release -- --ignored --nocapture"]
fn without_a_table_little_is_given_away() {
    for text in ENDINGS {
        let table = solve(rules(text), [2, 2]);
        let mut searcher = Searcher::new(1 << 22);
        let given_away = give_aways(&table, &mut searcher, &Limits::new().nodes(20_000), 300);
        println!("{text}: {given_away} of 300");
    }
}
