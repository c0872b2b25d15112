//! The moves that capture, generated alone, are the legal moves that capture something: on a great many random positions, under all mixes of the rules
//! that have a say in it.

mod sample;

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::thread;

use hasami_shogi::strategies::{mixed_rules, placed};
use hasami_shogi::{Compulsion, Move, Position, Rules};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use sample::Random;

/// The positions to look at, and how many of them may come of one throw by playing on.
#[cfg(debug_assertions)]
const POSITIONS: [u32; 2] = [20_000, 1];
#[cfg(not(debug_assertions))]
const POSITIONS: [u32; 2] = [1_000_000, 4];

const THREADS: u32 = 2;

/// The mixes of the six options that decide on moves and captures: size, hop, custodian, corner, intervention, compulsion.
const MIXES: usize = 6 * 3 * 2 * 4 * 3 * 2;

#[test]
fn capturing_moves_are_the_moves_that_capture() {
    let survey = |seed| move || Survey::of(seed, POSITIONS[0] / THREADS);
    let surveys: Vec<_> = (0..THREADS as u8).map(|seed| thread::spawn(survey(seed))).collect();
    let total = surveys.into_iter().map(|survey| survey.join().expect("an answer")).reduce(Survey::with).expect("a survey");
    assert_eq!(total.positions, POSITIONS[0]);
    assert_eq!(total.mixes.len(), MIXES);
    assert!(total.capturing > POSITIONS[0] / 2, "only {} positions have a capture", total.capturing);
}

/// What was looked at.
#[derive(Default)]
struct Survey {
    positions: u32,
    /// Those with a move that captures.
    capturing: u32,
    mixes: BTreeSet<String>,
}

impl Survey {
    /// Checks so many positions: men thrown on a board, and what a few moves make of it.
    fn of(seed: u8, positions: u32) -> Survey {
        let (mut survey, mut random) = (Survey::default(), Random::new(seed.into()));
        let mut runner = TestRunner::new_with_rng(Config::default(), TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]));
        let thrown = placed(mixed_rules());
        while survey.positions < positions {
            let mut position = thrown.new_tree(&mut runner).expect("men on a board").current();
            survey.mixes.insert(of_the_moves(position.rules()));
            for _ in 0..POSITIONS[1].min(positions - survey.positions) {
                survey.positions += 1;
                survey.capturing += u32::from(check(&position));
                let Some(mv) = random.mv(&position) else { break };
                position.play(mv).expect("a legal move");
            }
        }
        survey
    }

    fn with(self, other: Survey) -> Survey {
        Survey {
            positions: self.positions + other.positions,
            capturing: self.capturing + other.capturing,
            mixes: &self.mixes | &other.mixes,
        }
    }
}

/// The options that decide on moves and captures.
fn of_the_moves(rules: &Rules) -> String {
    let options = (rules.size(), rules.hop(), rules.custodian(), rules.corner(), rules.intervention(), rules.compulsion());
    format!("{options:?}")
}

/// Compares the ways to find the capturing moves; tells whether there is any.
fn check(position: &Position) -> bool {
    let expected = all_that_capture(position);
    let name = || format!("{position} by {}", position.rules());
    let moves = position.capturing_moves();
    assert_eq!(moves.len(), expected.len(), "{}", name());
    assert!(moves.eq(expected.iter().copied()), "capturing_moves, {}", name());
    assert_eq!(man_by_man(position), expected, "for_each_capturing_man, {}", name());
    if position.rules().compulsion() == Compulsion::Compulsory && !expected.is_empty() {
        assert!(position.moves().eq(expected.iter().copied()), "capturing is compulsory, {}", name());
    }
    !expected.is_empty()
}

/// The moves that capture something, out of all that the men can make where nothing is compulsory.
fn all_that_capture(position: &Position) -> Vec<Move> {
    let rules = position.rules().to_builder().compulsion(Compulsion::Optional).build().expect("good rules");
    let free = Position::from_setup(rules, &position.to_setup(1)).expect("the same men");
    free.moves().filter(|mv| men_after(&free, *mv) < free.occupied().len()).collect()
}

fn men_after(position: &Position, mv: Move) -> u32 {
    let mut child = *position;
    child.play_unchecked(mv);
    child.occupied().len()
}

fn man_by_man(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    let _ = position.for_each_capturing_man(|man| {
        assert!(!man.is_empty(), "{position}: no moves are no news");
        moves.extend(man.iter());
        ControlFlow::<()>::Continue(())
    });
    moves
}
