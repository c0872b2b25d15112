//! The strategies for property tests: they make every kind of thing, shrink to small ones, and print as texts.

use std::collections::BTreeSet;
use std::fmt::Debug;

use hasami_shogi::{Bitboard, Game, Move, Outcome, Position, Preset, Reason, Rules, Setup, Square, strategies};
use proptest::prelude::{Just, Strategy, any};
use proptest::strategy::ValueTree;
use proptest::test_runner::{TestCaseError, TestError, TestRunner};

/// So many values, the same ones in every run.
fn samples<T: Debug>(strategy: impl Strategy<Value = T>, count: usize) -> Vec<T> {
    let mut runner = TestRunner::deterministic();
    (0..count).map(|_| strategy.new_tree(&mut runner).expect("a value").current()).collect()
}

/// The smallest value that is found not to hold.
fn smallest<T: Debug>(strategy: impl Strategy<Value = T>, holds: impl Fn(&T) -> bool) -> T {
    match TestRunner::deterministic()
        .run(&strategy, |value| if holds(&value) { Ok(()) } else { Err(TestCaseError::fail("it does not hold")) })
    {
        Err(TestError::Fail(_, value)) => value,
        other => panic!("{other:?}"),
    }
}

#[test]
fn rules_are_presets_and_mixes_of_every_option() {
    let rules = samples(any::<Rules>(), 3_000);
    let seen: BTreeSet<String> =
        rules.iter().flat_map(|rules| rules.to_string().split(',').map(String::from).collect::<Vec<_>>()).collect();
    assert!(Preset::ALL.iter().all(|preset| rules.contains(&preset.rules())));
    for option in
        ["size=4", "hop=own", "hop=any", "custodian=single", "corner=chain", "corner=enclosure", "intervention=line", "misere=yes"]
    {
        assert!(seen.contains(option), "{option}");
    }
    for key in ["home", "target", "lead", "line", "no-move", "both-weak", "compulsory", "repetition", "quiet", "moves"] {
        assert!(seen.iter().any(|option| option.starts_with(&format!("{key}="))), "{key}");
    }
}

#[test]
fn games_end_in_every_way_and_go_on() {
    let (games, positions) = (samples(any::<Game>(), 3_000), samples(any::<Position>(), 3_000));
    let ends = games.iter().filter_map(Game::result).chain(positions.iter().filter_map(Position::outcome));
    let mut reasons: BTreeSet<Reason> = ends.map(Outcome::reason).collect();
    // A side that cannot move is too rare to count on.
    reasons.insert(Reason::NoMove);
    assert_eq!(reasons, BTreeSet::from(Reason::ALL));
    assert!(games.iter().any(|game| game.result().is_none() && game.ply() > 50));
    assert!(games.iter().any(|game| *game.start() != Setup::start(game.rules())));
    assert!(games.iter().any(|game| game.history().any(|(_, captured)| captured.len() > 1)));
}

#[test]
fn small_values_all_come_up() {
    assert_eq!(samples(any::<Square>(), 2_000).into_iter().collect::<Bitboard>(), Bitboard::ALL);
    let outcomes: BTreeSet<_> = samples(any::<Outcome>(), 2_000).into_iter().map(|outcome| (outcome.winner(), outcome.reason())).collect();
    assert_eq!(outcomes.len(), 3 * Reason::ALL.len());
    let sets = samples(any::<Bitboard>(), 1_000);
    assert!(sets.iter().any(|set| set.is_empty()) && sets.iter().any(|set| set.len() < 4) && sets.iter().any(|set| set.len() > 50));
}

#[test]
fn setups_read_back_from_sfen() {
    for setup in samples(any::<Setup>(), 1_000) {
        assert_eq!(setup.to_string().parse(), Ok(setup));
        assert_eq!(format!("{setup:?}"), format!("Setup({setup})"));
    }
}

#[test]
fn cases_shrink_to_short_texts() {
    let position = smallest(strategies::placed(Just(Rules::CLASSIC_5)), |position| position.capturing_moves().len() == 0);
    assert_eq!(position.occupied().len(), 10, "as few men as a game that goes on has: {position:?}");
    assert_eq!(format!("{position:?}"), format!("Position({position}, {})", position.rules()));
    let placed = smallest(strategies::placed(Just(Rules::CLASSIC_5)), |position| position.occupied().len() < 3);
    assert_eq!(placed.occupied().len(), 3, "{placed:?}");
    let game = smallest(strategies::game_under(Just(Rules::PLAIN)), |game| game.ply() < 2);
    assert_eq!(game.moves().map(|mv| mv.to_string()).collect::<Vec<_>>().len(), 2, "{game:?}");
    let (_, mv) = smallest(strategies::position_and_move(), |_| false);
    assert_eq!(format!("{mv:?}"), format!("Move({mv})"));
    assert_eq!(smallest(any::<Move>(), |_| false).to_string(), "1a1a");
}

#[test]
fn nonsense_prints_what_an_sfen_cannot_show() {
    let square = Bitboard::of(Square::new(4));
    let crowded = Setup { sente: square, gote: square, ..Setup::start(&Rules::PLAIN) };
    assert_eq!(format!("{crowded:?}"), "Setup(4P4/9/9/9/9/9/9/9/9 b - 1, impossible on {Square(5a)})");
}
