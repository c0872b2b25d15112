//! Random rules and positions for property tests.
//!
//! Everything grows from small numbers, each taken modulo what is possible where it is used, so that a failing case shrinks well: fewer moves, fewer men,
//! the first preset, the first option.
#![allow(dead_code, unreachable_pub)]

pub mod model;

use core::fmt;

use hasami_shogi::{
    Axes, Bitboard, BoardSize, CaptureGoal, Compulsion, Corner, Custodian, HomeRanks, Hop, Intervention, Lead, Limit, LineGoal, Move,
    NoMove, Position, Preset, Repetition, Rules, RulesBuilder, Setup, Side, Square, Target,
};
use proptest::collection::vec;
use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::test_runner::Config;

/// `cases` in a release build, a third of them in a debug build; failures are printed and not filed.
pub fn config(cases: u32) -> Config {
    let cases = if cfg!(debug_assertions) { cases.div_ceil(3) } else { cases };
    Config { cases, failure_persistence: None, max_shrink_iters: 10_000, max_shrink_time: 20_000, ..Config::default() }
}

/// A position that prints as texts a person can paste.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Case(pub Position);

impl fmt::Debug for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} under {:?}", self.0.to_string(), self.0.rules().to_string())
    }
}

/// One of `choices`.
fn pick<T: Copy>(choices: &[T], seed: u8) -> T {
    choices[usize::from(seed) % choices.len()]
}

/// A number from 1 to `most`.
fn up_to(most: u8, seed: u8) -> u8 {
    1 + seed % most
}

/// Any rules: presets and mixes of options.
pub fn rules() -> impl Strategy<Value = Rules> {
    prop_oneof![1 => preset().prop_map(Preset::rules), 2 => mixed_rules()]
}

/// Any preset.
pub fn preset() -> impl Strategy<Value = Preset> {
    (0..Preset::ALL.len()).prop_map(|index| Preset::ALL[index])
}

/// Rules with every option chosen at random, of boards of all sizes.
pub fn mixed_rules() -> impl Strategy<Value = Rules> {
    any::<([u8; 12], [u8; 12])>().prop_map(|(board, ends)| mix(board, ends))
}

/// The rules that some numbers stand for.
pub fn mix(board: [u8; 12], ends: [u8; 12]) -> Rules {
    let [size, home, hop, custodian, corner, intervention, compulsion, ..] = board;
    let size = BoardSize::new(9 - size % 6).unwrap();
    let builder = Rules::builder()
        .size(size)
        .home(home_ranks(size, home))
        .hop(pick(Hop::ALL, hop))
        .custodian(pick(Custodian::ALL, custodian))
        .corner(pick(Corner::ALL, corner))
        .intervention(pick(Intervention::ALL, intervention))
        .compulsion(pick(&[Compulsion::Optional, Compulsion::Optional, Compulsion::Compulsory], compulsion));
    with_endings(builder, size.get() * home_ranks(size, home).len(), size, ends)
}

/// One or two home ranks in all but the largest armies, always with an empty rank between the sides.
fn home_ranks(size: BoardSize, seed: u8) -> HomeRanks {
    let half = (size.get() - 1) / 2;
    let masks: Vec<u8> = (1..1 << half).collect();
    HomeRanks::from_mask(pick(&masks, seed))
}

fn with_endings(builder: RulesBuilder, men: u8, size: BoardSize, seeds: [u8; 12]) -> Rules {
    let [target, goal, lead, least, line, length, outside, no_move, weak, repetition, quiet, moves] = seeds;
    let builder = builder
        .target(pick(&[Target::AllButOne, Target::All, Target::Men(up_to(men, target / 3))], target))
        .capture_goal(pick(&[CaptureGoal::Wins, CaptureGoal::Wins, CaptureGoal::Loses], goal))
        .lead(pick(&[Lead::None, Lead::None, Lead::Held(up_to(men, least)), Lead::Immediate(up_to(men, least))], lead))
        .no_move(pick(NoMove::ALL, no_move))
        .both_weak(pick(&[None, None, Some(up_to(men, weak / 3))], weak))
        .repetition(pick(&[Repetition::Draw(4), Repetition::None, Repetition::Loss(2 + repetition / 3)], repetition))
        .quiet_limit(pick(&[Limit::None, Limit::Draw(1 + u16::from(quiet)), Limit::Adjudicate(1 + u16::from(quiet))], quiet))
        .move_limit(pick(&[Limit::None, Limit::Draw(1 + u16::from(moves)), Limit::Adjudicate(1 + u16::from(moves))], moves));
    let goal = LineGoal::new(3 + length % (size.get() - 2), Axes::from_bits_truncate(1 + line % 7), outside % 4);
    let lined = if line % 2 == 1 { builder.line(Some(goal)).build() } else { builder.build() };
    // A line that has no room, or that stands at the start, is left out.
    lined.unwrap_or_else(|_| builder.build().expect("every option is in its range"))
}

/// Any position: one from play, or men sprinkled over the board.
pub fn case() -> impl Strategy<Value = Case> {
    rules().prop_flat_map(case_of)
}

/// Any position under rules without compulsory capture.
pub fn free_case() -> impl Strategy<Value = Case> {
    let free = |rules: Rules| rules.to_builder().compulsion(Compulsion::Optional).build().unwrap();
    rules().prop_map(free).prop_flat_map(case_of)
}

/// Any position under the given rules.
pub fn case_of(rules: Rules) -> impl Strategy<Value = Case> {
    prop_oneof![played(rules), sprinkled(rules)]
}

/// The seeds of up to 60 random moves.
pub fn move_seeds() -> impl Strategy<Value = Vec<u16>> {
    vec(any::<u16>(), 0..=60)
}

/// The position after up to 60 random moves from the start, fewer if the game ends.
pub fn played(rules: Rules) -> impl Strategy<Value = Case> {
    move_seeds().prop_map(move |seeds| {
        let mut position = Position::start(rules);
        for seed in seeds {
            let Some(mv) = seeded_move(&position, seed) else { break };
            position.play(mv).expect("the generator gave the move");
        }
        Case(position)
    })
}

/// A legal move, if the game is not over. Every other seed asks for a move that captures, if there is one.
pub fn seeded_move(position: &Position, seed: u16) -> Option<Move> {
    let capturing = position.capturing_moves();
    let moves = if seed % 2 == 1 && capturing.len() > 0 { capturing } else { position.moves() };
    let count = moves.len().max(1);
    moves.into_iter().nth(usize::from(seed) / 2 % count)
}

/// Men thrown on the board at random, as many as a side starts with at the most; they crowd in the corners, where most rules of capture meet.
pub fn sprinkled(rules: Rules) -> impl Strategy<Value = Case> {
    let men = vec(any::<(u8, bool)>(), 0..=81);
    (Just(rules), men, any::<bool>()).prop_map(|(rules, men, gote)| {
        let side_to_move = if gote { Side::Gote } else { Side::Sente };
        Case(sprinkle(rules, &men, side_to_move))
    })
}

/// The position that some numbers stand for, a man each.
pub fn sprinkle(rules: Rules, men: &[(u8, bool)], side_to_move: Side) -> Position {
    let corners = rules.size().corners();
    let crowded = corners | (corners.neighbours() & rules.size().squares());
    let squares: Vec<Square> = rules.size().squares().iter().chain(crowded).chain(crowded).collect();
    let mut sides = [Bitboard::EMPTY; 2];
    for (seed, gote) in men {
        let square = pick(&squares, *seed);
        let side = usize::from(*gote);
        if !(sides[0] | sides[1]).contains(square) && sides[side].len() < u32::from(rules.men()) {
            sides[side] = sides[side].with(square);
        }
    }
    let setup = Setup { size: rules.size(), sente: sides[0], gote: sides[1], side_to_move, move_number: 1 };
    Position::from_setup(rules, &setup).expect("men within the limit on the squares of the board")
}

/// Any set of squares, from empty through sparse and dense to full.
pub fn bitboard() -> impl Strategy<Value = Bitboard> {
    let bits = prop_oneof![
        any::<u128>(),
        any::<[u128; 2]>().prop_map(|[a, b]| a & b),
        any::<[u128; 2]>().prop_map(|[a, b]| a | b),
        vec(0..81_u32, 0..4).prop_map(|squares| squares.into_iter().fold(0, |bits, square| bits | 1 << square)),
    ];
    bits.prop_map(Bitboard::from_bits_truncate)
}

/// Any square of the 9 × 9 board.
pub fn square() -> impl Strategy<Value = Square> {
    (0..Square::COUNT).prop_map(Square::new)
}
