//! Strategies for property tests with [`proptest`], by the feature `proptest`.
//!
//! Every type of board, rules, position and game has an [`Arbitrary`], so that `any::<Position>()` and
//! `any::<Game>()` do what one expects. The functions here say more: under which rules, which kind of position, along with one of its moves.
//!
//! ```
//! use hasami_shogi::strategies::position_and_move;
//! use proptest::prelude::*;
//!
//! proptest!(|((position, mv) in position_and_move())| {
//!     let mut after = position;
//!     let captured = after.play(mv)?;
//!     prop_assert_eq!(after.occupied().len() + captured.len(), position.occupied().len());
//! });
//! ```
//!
//! A case that fails shrinks toward the first preset, few men and few moves, and prints as texts that can be pasted into a test:
//!
//! ```
//! use hasami_shogi::Position;
//! use proptest::prelude::*;
//! use proptest::test_runner::{TestError, TestRunner};
//!
//! let failure = TestRunner::deterministic().run(&any::<Position>(), |position| {
//!     prop_assert_eq!(position.capturing_moves().len(), 0, "it is said that nothing can be captured");
//!     Ok(())
//! });
//! let Err(TestError::Fail(_, smallest)) = failure else { panic!("that cannot hold") };
//! // In classic-5 a game that goes on has at least ten men.
//! println!("{smallest:?}"); // Position(4PPppp/4p4/5pP2/9/5P3/9/9/P8/9 w - 1, classic-5)
//! assert!(smallest.occupied().len() < 20);
//! ```

use alloc::vec::Vec;

use proptest::arbitrary::{Arbitrary, any};
use proptest::bool::weighted as probability;
use proptest::collection::vec;
use proptest::option;
use proptest::prop_oneof;
use proptest::sample::{Index, select};
use proptest::strategy::{BoxedStrategy, Just, Strategy};

use crate::board::{Bitboard, BoardSize, Direction, File, Rank, Side, Square};
use crate::game::Game;
use crate::position::{Move, MoveKind, Outcome, Position, Reason, Setup};
use crate::rules::{
    Axes, CaptureGoal, Compulsion, Corner, Custodian, HomeRanks, Hop, Intervention, Lead, Limit, LineGoal, NoMove, Preset, Repetition,
    Rules, Target,
};

/// The most moves of a game or before a position.
const LONGEST: usize = 60;

/// Any set of squares of the 9 × 9 board, from empty through sparse and dense to full. Shrinks toward the empty set.
pub fn bitboard() -> impl Strategy<Value = Bitboard> + Clone {
    let bits = prop_oneof![
        vec(any::<Square>(), 0..4).prop_map(|squares| squares.into_iter().collect::<Bitboard>().bits()),
        any::<[u128; 2]>().prop_map(|[a, b]| a & b),
        any::<u128>(),
        any::<[u128; 2]>().prop_map(|[a, b]| a | b),
    ];
    bits.prop_map(Bitboard::from_bits_truncate)
}

/// Any rules: a third of them presets, the others [mixed](mixed_rules). Shrinks toward `classic-5`.
pub fn rules() -> impl Strategy<Value = Rules> + Clone {
    prop_oneof![1 => any::<Preset>().prop_map(Preset::rules), 2 => mixed_rules()]
}

/// Rules with every option chosen at random, on boards of all sizes. Limits are at most 256 plies, so that games reach them.
pub fn mixed_rules() -> impl Strategy<Value = Rules> + Clone {
    let moving = (any::<Hop>(), any::<Compulsion>());
    let capturing = (any::<Custodian>(), any::<Corner>(), any::<Intervention>());
    let winning = (target(), any::<CaptureGoal>(), lead(), option::of(line()));
    let ending = (any::<NoMove>(), option::weighted(0.3, any::<u8>()), repetition(), limit(), limit());
    let options = (any::<BoardSize>(), any::<u8>(), moving, capturing, winning, ending);
    options.prop_filter_map("options that fit together", |(size, home, moving, capturing, winning, ending)| {
        let home = home_ranks(size, home);
        let men = size.get() * home.len();
        let builder = Rules::builder().size(size).home(home).hop(moving.0).compulsion(moving.1);
        let builder = builder.custodian(capturing.0).corner(capturing.1).intervention(capturing.2);
        let (target, goal, lead, line) = winning;
        let builder = builder.target(fitted_target(target, men)).capture_goal(goal).lead(fitted_lead(lead, men));
        let (no_move, both_weak, repetition, quiet, moves) = ending;
        let builder = builder.no_move(no_move).both_weak(both_weak.map(|weak| fitted(weak, men)));
        let builder = builder.repetition(repetition).quiet_limit(quiet).move_limit(moves);
        // A line that has no room, or stands at the start, is left out.
        builder.line(line).build().or_else(|_| builder.line(None).build()).ok()
    })
}

/// At least one of the ranks that leave an empty one between the sides; 0 gives the first.
fn home_ranks(size: BoardSize, seed: u8) -> HomeRanks {
    let masks = (1 << ((size.get() - 1) / 2)) - 1;
    HomeRanks::from_mask(1 + seed % masks)
}

/// Any number brought into the range from 1 to `men`.
fn fitted(number: u8, men: u8) -> u8 {
    1 + number % men
}

fn fitted_target(target: Target, men: u8) -> Target {
    match target {
        Target::Men(number) => Target::Men(fitted(number, men)),
        other => other,
    }
}

fn fitted_lead(lead: Lead, men: u8) -> Lead {
    match lead {
        Lead::Held(number) => Lead::Held(fitted(number, men)),
        Lead::Immediate(number) => Lead::Immediate(fitted(number, men)),
        Lead::None => Lead::None,
    }
}

fn target() -> impl Strategy<Value = Target> + Clone {
    prop_oneof![Just(Target::AllButOne), Just(Target::All), any::<u8>().prop_map(Target::Men)]
}

fn lead() -> impl Strategy<Value = Lead> + Clone {
    prop_oneof![2 => Just(Lead::None), 1 => any::<u8>().prop_map(Lead::Held), 1 => any::<u8>().prop_map(Lead::Immediate)]
}

fn line() -> impl Strategy<Value = LineGoal> + Clone {
    (3..=9_u8, 1..=Axes::all().bits(), 0..=3_u8)
        .prop_map(|(length, axes, outside)| LineGoal::new(length, Axes::from_bits_truncate(axes), outside))
}

fn repetition() -> impl Strategy<Value = Repetition> + Clone {
    prop_oneof![Just(Repetition::Draw(4)), Just(Repetition::None), (2..=9_u8).prop_map(Repetition::Loss)]
}

fn limit() -> impl Strategy<Value = Limit> + Clone {
    prop_oneof![Just(Limit::None), (1..=256_u16).prop_map(Limit::Draw), (1..=256_u16).prop_map(Limit::Adjudicate)]
}

/// Any setup that an SFEN can tell. It does not have to suit any rules. Shrinks toward an empty board.
pub fn setup() -> impl Strategy<Value = Setup> + Clone {
    let parts = (any::<BoardSize>(), men(), any::<Side>(), 1..=u32::MAX);
    parts.prop_map(|(size, men, side_to_move, move_number)| strewn(size, u32::MAX, &men, side_to_move, move_number))
}

/// Any position under [any rules](rules).
pub fn position() -> impl Strategy<Value = Position> + Clone {
    position_under(rules())
}

/// Any position under the given rules, `Just(Rules::CLASSIC_5)` for instance: half of them [set up](placed), half [from play](played).
pub fn position_under(rules: impl Strategy<Value = Rules> + Clone) -> impl Strategy<Value = Position> + Clone {
    prop_oneof![placed(rules.clone()), played(rules)]
}

/// The position after up to 60 random moves from the start, fewer if the game ends. Shrinks toward fewer moves.
pub fn played(rules: impl Strategy<Value = Rules> + Clone) -> impl Strategy<Value = Position> + Clone {
    (rules, choices()).prop_map(|(rules, choices)| {
        let mut position = Position::start(rules);
        for mv in choices {
            let _ = mv.of(&position).map(|mv| position.play_unchecked(mv));
        }
        position
    })
}

/// Men put on the board at random, at most as many as a side starts with. They crowd in the corners, where most rules of capture meet. Shrinks
/// toward fewer men.
pub fn placed(rules: impl Strategy<Value = Rules> + Clone) -> impl Strategy<Value = Position> + Clone {
    (rules, men(), any::<Side>()).prop_filter_map("men within the limit", |(rules, men, side_to_move)| {
        let setup = strewn(rules.size(), rules.men().into(), &men, side_to_move, 1);
        Position::from_setup(rules, &setup).ok()
    })
}

/// A position in which the game goes on, and one of its legal moves.
pub fn position_and_move() -> impl Strategy<Value = (Position, Move)> + Clone {
    let pair = |(position, choice): (Position, Choice)| choice.of(&position).map(|mv| (position, mv));
    (position(), any_choice()).prop_filter_map("a game that goes on", pair)
}

/// A game under [any rules](rules).
pub fn game() -> impl Strategy<Value = Game> + Clone {
    game_under(rules())
}

/// A game under the given rules, most of the time from the start, with up to 60 legal moves. It may go on, or be over by the rules, by a resignation
/// or by an agreement. Shrinks toward fewer moves.
///
/// ```
/// use hasami_shogi::{Game, Rules, notation::kif, strategies::game_under};
/// use proptest::prelude::*;
///
/// proptest!(|(game in game_under(Just(Rules::JSA)))| {
///     prop_assert_eq!(kif::read_kif(&kif::write_kif(&game))?, game);
/// });
/// ```
pub fn game_under(rules: impl Strategy<Value = Rules> + Clone) -> impl Strategy<Value = Game> + Clone {
    let start = option::weighted(0.2, (men(), any::<Side>(), 1..=999_u32));
    let end = option::weighted(0.2, option::of(any::<Side>()));
    (rules, start, choices(), end).prop_filter_map("men within the limit", |(rules, start, choices, end)| {
        let place = |(men, side, number): (Vec<Placement>, _, _)| strewn(rules.size(), rules.men().into(), &men, side, number);
        let mut game = Game::from_setup(rules, &start.map_or_else(|| Setup::start(&rules), place)).ok()?;
        for choice in choices {
            // Whoever has no move has lost, and after the end no move is played.
            let _ = choice.of(game.position()).map(|mv| game.play(mv));
        }
        // A game that is over stays as it is.
        let _ = match end {
            None => Ok(()),
            Some(None) => game.agree_draw(),
            Some(Some(side)) => game.resign(side),
        };
        Some(game)
    })
}

/// Which of the moves to play: one that captures if that is wished and possible, and the how manieth.
#[derive(Clone, Debug)]
struct Choice {
    capture: bool,
    place: Index,
}

impl Choice {
    /// The move, if the game is not over.
    fn of(&self, position: &Position) -> Option<Move> {
        let capturing = position.capturing_moves();
        let mut moves = if self.capture && capturing.len() > 0 { capturing } else { position.moves() };
        let count = moves.len();
        if count == 0 { None } else { moves.nth(self.place.index(count)) }
    }
}

fn any_choice() -> impl Strategy<Value = Choice> + Clone {
    (probability(0.5), any::<Index>()).prop_map(|(capture, place)| Choice { capture, place })
}

fn choices() -> impl Strategy<Value = Vec<Choice>> + Clone {
    vec(any_choice(), 0..=LONGEST)
}

/// A square, as a number to be brought into the range of the board, and whose man to put there.
type Placement = (u8, Side);

fn men() -> impl Strategy<Value = Vec<Placement>> + Clone {
    vec((any::<u8>(), any::<Side>()), 0..=Square::COUNT)
}

/// The men on the board, one after the other, unless the square is taken or the side has `most` men.
fn strewn(size: BoardSize, most: u32, men: &[Placement], side_to_move: Side, move_number: u32) -> Setup {
    let crowded = size.corners() | (size.corners().neighbours() & size.squares());
    let squares: Vec<Square> = size.squares().iter().chain(crowded).chain(crowded).collect();
    let mut setup = Setup { size, sente: Bitboard::EMPTY, gote: Bitboard::EMPTY, side_to_move, move_number };
    for (seed, side) in men {
        let square = squares.get(usize::from(*seed) % squares.len());
        let free = square.filter(|square| !(setup.sente | setup.gote).contains(**square) && setup.men(*side).len() < most);
        match side {
            Side::Sente => setup.sente.extend(free.copied()),
            Side::Gote => setup.gote.extend(free.copied()),
        }
    }
    setup
}

/// Types that have one strategy.
macro_rules! arbitrary {
    ($($(#[$doc:meta])* $type:ident: $strategy:expr;)*) => {$(
        $(#[$doc])*
        impl Arbitrary for $type {
            type Parameters = ();
            type Strategy = BoxedStrategy<$type>;

            fn arbitrary_with((): ()) -> BoxedStrategy<$type> {
                $strategy.boxed()
            }
        }
    )*};
}

/// Types whose values are listed, all of them equally likely; they shrink toward the first.
macro_rules! listed {
    ($($type:ident: $values:expr;)*) => {
        arbitrary! {$(
            /// Any value, all of them equally likely. Shrinks toward the first.
            $type: select($values.into_iter().collect::<Vec<$type>>());
        )*}
    };
}

crate::listed::with_listed_types!(listed);

arbitrary! {
    /// As [`bitboard`] makes them.
    Bitboard: bitboard();
    /// Any two squares. Hardly any such move is legal; for legal ones see [`position_and_move`].
    Move: any::<(Square, Square)>().prop_map(|(from, to)| Move::new(from, to));
    /// A win of either side or a draw, for any reason.
    Outcome: any::<(Option<Side>, Reason)>()
        .prop_map(|(winner, reason)| winner.map_or(Outcome::draw(reason), |winner| Outcome::win(winner, reason)));
    /// As [`rules`] makes them.
    Rules: rules();
    /// As [`setup`] makes them.
    Setup: setup();
    /// As [`position`] makes them.
    Position: position();
    /// As [`game`] makes them.
    Game: game();
}
