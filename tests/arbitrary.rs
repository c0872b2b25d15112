//! Arbitrary values: valid whatever the input, and of every kind.
#![cfg(feature = "arbitrary")]

use std::collections::BTreeSet;

use arbitrary::{Arbitrary, Unstructured};
use hasami_shogi::{
    Bitboard, BoardSize, Direction, File, Game, Lead, Limit, Move, Outcome, Position, Rank, Reason, Repetition, Rules, Setup, Side, Square,
};

/// So many values from input that looks random and is always the same.
fn samples<T: for<'a> Arbitrary<'a>>(count: usize) -> Vec<T> {
    let mut state = 0x9e37_79b9_u64;
    let mut byte = || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (state >> 56) as u8
    };
    let inputs = (0..count).map(|_| (0..900).map(|_| byte()).collect::<Vec<u8>>());
    inputs.map(|input| Unstructured::new(&input).arbitrary().expect("enough input")).collect()
}

/// How many different things there are to see in the samples.
fn kinds<T, K: Ord>(samples: &[T], kind: impl Fn(&T) -> K) -> usize {
    samples.iter().map(kind).collect::<BTreeSet<K>>().len()
}

/// Checks that short input, and none at all, makes a value.
fn short_input<T: for<'a> Arbitrary<'a>>() {
    for length in 0..100 {
        for byte in [0, 1, 0x55, 0xff] {
            let input = vec![byte; length];
            assert!(T::arbitrary(&mut Unstructured::new(&input)).is_ok(), "{length} times {byte}");
            assert!(T::arbitrary_take_rest(Unstructured::new(&input)).is_ok(), "{length} times {byte}");
        }
    }
}

#[test]
fn any_input_makes_a_value() {
    short_input::<Square>();
    short_input::<Move>();
    short_input::<Bitboard>();
    short_input::<Outcome>();
    short_input::<Rules>();
    short_input::<Setup>();
    short_input::<Position>();
    short_input::<Game>();
}

#[test]
fn every_small_value_comes_up() {
    assert_eq!(kinds(&samples::<Square>(2_000), |square| *square), 81);
    assert_eq!(kinds(&samples::<File>(500), |file| *file), 9);
    assert_eq!(kinds(&samples::<Rank>(500), |rank| *rank), 9);
    assert_eq!(kinds(&samples::<Direction>(200), |direction| *direction), 4);
    assert_eq!(kinds(&samples::<Side>(100), |side| *side), 2);
    assert_eq!(kinds(&samples::<BoardSize>(300), |size| *size), 6);
    assert_eq!(kinds(&samples::<Reason>(500), |reason| *reason), 11);
    assert_eq!(kinds(&samples::<Outcome>(1_000), |outcome| (outcome.winner(), outcome.reason())), 33);
    assert_eq!(kinds(&samples::<Move>(2_000), |mv| mv.from()), 81);
}

/// Checks that a value takes exactly as much input as its type promises.
fn takes_what_it_promises<T: for<'a> Arbitrary<'a>>() {
    let input = [7; 64];
    let mut input = Unstructured::new(&input);
    T::arbitrary(&mut input).expect("enough input");
    let taken = 64 - input.len();
    assert_eq!(T::size_hint(0), (taken, Some(taken)));
}

#[test]
fn small_values_take_what_they_promise() {
    takes_what_it_promises::<Square>();
    takes_what_it_promises::<Side>();
    takes_what_it_promises::<Move>();
    takes_what_it_promises::<Bitboard>();
}

#[test]
fn rules_mix_all_options() {
    let rules = samples::<Rules>(3_000);
    for rules in &rules {
        assert_eq!(rules.to_string().parse().as_ref(), Ok(rules));
        assert_eq!(Position::start(*rules).outcome(), None);
    }
    assert_eq!(kinds(&rules, |rules| rules.size()), 6);
    assert_eq!(kinds(&rules, |rules| rules.home()), 15);
    assert_eq!(kinds(&rules, |rules| rules.hop()), 3);
    assert_eq!(kinds(&rules, |rules| rules.corner().name()), 4);
    assert_eq!(kinds(&rules, |rules| rules.custodian().name()), 2);
    assert_eq!(kinds(&rules, |rules| rules.intervention()), 3);
    assert_eq!(kinds(&rules, |rules| rules.no_move().name()), 2);
    assert_eq!(kinds(&rules, |rules| format!("{:?}{:?}", rules.capture_goal(), rules.compulsion())), 4);
    assert_eq!(kinds(&rules, |rules| rules.line().map(|line| line.axes().bits())), 8);
    assert!(rules.iter().filter(|rules| rules.line().is_some()).count() > 1_000);
    assert_eq!(kinds(&rules, |rules| rules.both_weak().is_some()), 2);
    assert_eq!(kinds(&rules, |rules| matches!(rules.lead(), Lead::None)), 2);
    assert_eq!(kinds(&rules, |rules| matches!(rules.repetition(), Repetition::Loss(2..=4))), 2);
    assert_eq!(kinds(&rules, |rules| matches!(rules.quiet_limit(), Limit::Adjudicate(1..=64))), 2);
    assert_eq!(kinds(&rules, |rules| matches!(rules.move_limit(), Limit::Draw(65..))), 2);
}

#[test]
fn setups_read_back_from_sfen() {
    for setup in samples::<Setup>(1_000) {
        assert_eq!(setup.to_string().parse(), Ok(setup));
    }
}

#[test]
fn positions_are_crowded_and_sparse() {
    let positions = samples::<Position>(3_000);
    for position in &positions {
        assert_eq!(Position::from_setup(*position.rules(), &position.to_setup(1)), Ok(*position));
    }
    let filled = |position: &&Position| 100 * position.occupied().len() / position.rules().size().squares().len();
    let (crowded, sparse) = (positions.iter().filter(|p| filled(p) > 40).count(), positions.iter().filter(|p| filled(p) < 10).count());
    assert!(crowded > 100 && sparse > 100, "{crowded} and {sparse}");
    assert_eq!(kinds(&positions, Position::side_to_move), 2);
    assert!(positions.iter().filter(|position| position.outcome().is_none()).count() > 300);
    assert!(positions.iter().filter(|position| position.capturing_moves().len() > 0).count() > 300);
}

#[test]
fn games_end_in_every_way() {
    let games = samples::<Game>(3_000);
    for game in &games {
        let mut again = Game::from_setup(*game.rules(), game.start()).expect("a setup");
        game.moves().for_each(|mv| assert!(again.play(mv).is_ok()));
        assert_eq!(again.position(), game.position());
    }
    let reasons: BTreeSet<Reason> = games.iter().filter_map(|game| game.result().map(Outcome::reason)).collect();
    assert_eq!(reasons, BTreeSet::from(Reason::ALL));
    assert!(games.iter().any(|game| game.result().is_none() && game.ply() > 50));
    assert!(games.iter().any(|game| game.history().any(|(_, captured)| captured.len() > 1)));
    assert_eq!(kinds(&games, |game| *game.start() == Setup::start(game.rules())), 2);
}
