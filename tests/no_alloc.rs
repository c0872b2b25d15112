//! What an engine does at every node touches no heap: generating moves, looking at them, playing them, perft, and the search below its root.

mod sample;

use std::hint::black_box;
use std::ops::ControlFlow;

use allocation_counter::measure;
use hasami_shogi::search::{Limits, Searcher};
use hasami_shogi::{Game, Move, Position, Preset, Side, Square, perft};
use sample::Random;

/// The number of allocations that `work` makes.
fn allocations<T>(work: impl FnOnce() -> T) -> u64 {
    let info = measure(|| {
        black_box(work());
    });
    info.count_total
}

/// Every position of a few games of random moves by each preset.
fn reached_positions() -> Vec<Position> {
    let games = if cfg!(debug_assertions) { 3 } else { 20 };
    Preset::ALL.iter().flat_map(|preset| (0..games).flat_map(|game| random_game(Position::start(preset.rules()), game))).collect()
}

/// The positions of one game, to its end or to move 150.
fn random_game(mut position: Position, game: u64) -> Vec<Position> {
    let mut random = Random::new(game);
    let mut reached = vec![position];
    for _ in 0..150 {
        let Some(mv) = random.mv(&position) else { break };
        position.play(mv).expect("a legal move");
        reached.push(position);
    }
    reached
}

/// Asserts that some work on each position reached allocates nothing.
#[track_caller]
fn assert_free<T>(what: &str, work: impl Fn(&Position) -> T) {
    for position in reached_positions() {
        assert_eq!(allocations(|| work(&position)), 0, "{what} in {position} by {}", position.rules());
    }
}

#[test]
fn the_counter_counts() {
    assert_eq!(allocations(|| vec![1, 2, 3]), 1);
    assert!(allocations(|| Game::new(Preset::Plain.rules()).position().to_string()) > 0);
}

#[test]
fn random_play_reaches_much() {
    let positions = reached_positions();
    assert!(positions.len() > 2_000, "{} positions", positions.len());
    assert!(positions.iter().any(|position| position.outcome().is_some()));
    assert!(positions.iter().any(|position| position.capturing_moves().len() > 3));
}

#[test]
fn generating_moves() {
    assert_free("moves", |position| position.moves().map(|mv| mv.to().index()).sum::<usize>());
    assert_free("capturing_moves", |position| position.capturing_moves().map(|mv| mv.to().index()).sum::<usize>());
    assert_free("legal_moves", |position| position.legal_moves().map(|legal| legal.captures().len()).sum::<u32>());
    assert_free("move_list", |position| position.move_list().len());
    assert_free("move_count", Position::move_count);
    assert_free("moves_of", |position| Square::all().map(|square| position.moves_of(square).len()).sum::<u32>());
}

#[test]
fn listening_to_moves() {
    assert_free("for_each_man", |position| {
        let mut count = 0;
        let _ = position.for_each_man(|man| {
            count += man.iter().len();
            ControlFlow::<()>::Continue(())
        });
        count
    });
    assert_free("for_each_capturing_man", |position| position.for_each_capturing_man(|man| ControlFlow::Break(man.from())).is_break());
}

#[test]
fn looking_at_moves() {
    assert_free("examine and is_legal", |position| {
        let squares = || Square::all().step_by(7);
        let moves = squares().flat_map(|from| squares().map(move |to| Move::new(from, to)));
        moves.filter(|mv| position.examine(*mv).is_ok() && position.is_legal(*mv)).count()
    });
    assert_free("captures_of and hash_after", |position| {
        position.moves().fold(0, |sum, mv| sum ^ position.hash_after(mv) ^ u64::from(position.captures_of(mv).len()))
    });
    assert_free("capturable", |position| Side::ALL.map(|side| position.capturable(side)));
}

#[test]
fn playing_moves() {
    assert_free("play", |position| {
        let play = |mv| {
            let mut child = *position;
            child.play(mv).map(|_| child.outcome())
        };
        position.moves().filter(|mv| play(*mv).is_ok()).count()
    });
    assert_free("play_unchecked", |position| {
        let mut child = *position;
        position.moves().next().map(|mv| child.play_unchecked(mv))
    });
    assert_free("a refused move", |position| {
        let mut child = *position;
        let nowhere = Move::new(Square::new(0), Square::new(0));
        child.play(nowhere)
    });
    assert_free("for_each_child", |position| {
        let mut hashes = 0;
        position.for_each_child(|_, child| hashes ^= child.hash());
        hashes
    });
    assert_free("setting up", |position| Position::from_setup(*position.rules(), &position.to_setup(1)));
}

#[test]
fn perft_counts() {
    for position in reached_positions().iter().step_by(20) {
        let depth = 2;
        assert_eq!(allocations(|| perft::perft(position, depth)), 0, "perft of {position} by {}", position.rules());
        assert_eq!(allocations(|| perft::perft_played(position, depth)), 0, "perft_played of {position} by {}", position.rules());
        assert_eq!(allocations(|| perft::detailed(position, depth)), 0, "detailed of {position} by {}", position.rules());
    }
}

#[test]
fn hashed_perft_counts() {
    let mut table = perft::Table::with_bytes(1 << 12).expect("a few kilobytes");
    for position in reached_positions().iter().step_by(60) {
        let counted = allocations(|| perft::hashed(position, 3, &mut table));
        assert_eq!(counted, 0, "hashed perft of {position} by {}", position.rules());
    }
}

/// 49,000 nodes more allocate no more than the few rounds at the root that they are worth.
#[test]
fn the_tree_of_a_search() {
    for preset in Preset::ALL {
        let game = Game::new(preset.rules());
        let search = |nodes| {
            let mut searcher = Searcher::new(1 << 20);
            allocations(|| searcher.search(&game, &Limits::new().nodes(nodes)))
        };
        let (few, many) = (search(1_000), search(50_000));
        assert!(few > 0 && many < few + 100, "{preset}: {few} allocations, then {many}");
    }
}
