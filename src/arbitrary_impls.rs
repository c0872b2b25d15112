//! `Arbitrary`, by the feature `arbitrary`: values for fuzz tests, of this crate and of programs that use it.
//!
//! Whatever the input, even none at all, a valid value comes of it.

use core::ops::RangeInclusive;

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::board::{Bitboard, BoardSize, Direction, File, Rank, Side, Square};
use crate::game::Game;
use crate::position::{Move, MoveKind, Outcome, Position, Reason, Setup};
use crate::rules::{
    Axes, CaptureGoal, Compulsion, Corner, Custodian, HomeRanks, Hop, Intervention, Lead, Limit, LineGoal, NoMove, Preset, Repetition,
    Rules, Target,
};

/// Types of at most 256 values, which are listed: one byte of input chooses among them.
macro_rules! listed {
    ($($type:ident: $values:expr;)*) => {$(
        /// Any value, all of them equally likely.
        impl<'a> Arbitrary<'a> for $type {
            fn arbitrary(u: &mut Unstructured<'a>) -> Result<$type> {
                u.choose_iter($values)
            }

            fn size_hint(_depth: usize) -> (usize, Option<usize>) {
                (1, Some(1))
            }
        }
    )*};
}

crate::listed::with_listed_types!(listed);

/// Any set of squares of the 9 × 9 board.
impl<'a> Arbitrary<'a> for Bitboard {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Bitboard> {
        Ok(Bitboard::from_bits_truncate(u.arbitrary()?))
    }

    fn size_hint(depth: usize) -> (usize, Option<usize>) {
        u128::size_hint(depth)
    }
}

/// Any two squares. Hardly any such move is legal; for legal ones see [`Game`].
impl<'a> Arbitrary<'a> for Move {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Move> {
        Ok(Move::new(u.arbitrary()?, u.arbitrary()?))
    }

    fn size_hint(depth: usize) -> (usize, Option<usize>) {
        <(Square, Square)>::size_hint(depth)
    }
}

/// A win of either side or a draw, for any reason.
impl<'a> Arbitrary<'a> for Outcome {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Outcome> {
        let reason = u.arbitrary()?;
        Ok(Option::arbitrary(u)?.map_or(Outcome::draw(reason), |side| Outcome::win(side, reason)))
    }
}

/// Rules with any mixture of all options. Limits are short half of the time, so that games reach them.
impl<'a> Arbitrary<'a> for Rules {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Rules> {
        let size: BoardSize = u.arbitrary()?;
        let home = home(u, size)?;
        let men = size.get() * home.len();
        let builder = Rules::builder()
            .size(size)
            .home(home)
            .hop(u.arbitrary()?)
            .custodian(u.arbitrary()?)
            .corner(u.arbitrary()?)
            .intervention(u.arbitrary()?)
            .target(Target::Men(u.int_in_range(1..=men)?))
            .capture_goal(u.arbitrary()?)
            .lead(lead(u, men)?)
            .no_move(u.arbitrary()?)
            .both_weak(optional(u, 1, men)?)
            .compulsion(u.arbitrary()?)
            .repetition(repetition(u)?)
            .quiet_limit(limit(u)?)
            .move_limit(limit(u)?);
        // A few lines stand on the board from the start.
        let with_line = builder.line(line(u, size, home)?).build();
        with_line.or_else(|_| builder.line(None).build()).map_err(|_| arbitrary::Error::IncorrectFormat)
    }
}

/// At least one of the ranks that leave an empty one between the sides.
fn home(u: &mut Unstructured<'_>, size: BoardSize) -> Result<HomeRanks> {
    let highest = (size.get() - 1) / 2;
    Ok(HomeRanks::from_mask(u.int_in_range(1..=(1 << highest) - 1)?))
}

/// A number half of the time.
fn optional(u: &mut Unstructured<'_>, least: u8, most: u8) -> Result<Option<u8>> {
    if u.arbitrary()? { u.int_in_range(least..=most).map(Some) } else { Ok(None) }
}

fn lead(u: &mut Unstructured<'_>, men: u8) -> Result<Lead> {
    let by = u.int_in_range(1..=men)?;
    u.choose(&[Lead::None, Lead::Held(by), Lead::Immediate(by)]).copied()
}

/// A line half of the time, nearly always one that suits the home ranks.
fn line(u: &mut Unstructured<'_>, size: BoardSize, home: HomeRanks) -> Result<Option<LineGoal>> {
    let Some(length) = optional(u, 3, size.get())? else { return Ok(None) };
    let axes = Axes::from_bits_truncate(u.int_in_range(1..=Axes::all().bits())?);
    // Whole ranks of men hold no horizontal line if none of them counts; other lines need as many ranks as men.
    let outside = match axes.contains(Axes::HORIZONTAL) {
        true => home.highest()..=size.get() - 1,
        false => 0..=size.get() - length,
    };
    Ok(Some(LineGoal::new(length, axes, u.int_in_range(outside)?)))
}

fn repetition(u: &mut Unstructured<'_>) -> Result<Repetition> {
    let most = *u.choose(&[4, u8::MAX])?;
    let times = u.int_in_range(2..=most)?;
    u.choose(&[Repetition::None, Repetition::Draw(times), Repetition::Loss(times)]).copied()
}

fn limit(u: &mut Unstructured<'_>) -> Result<Limit> {
    let most = *u.choose(&[64, Limit::MAX_PLIES])?;
    let plies = u.int_in_range(1..=most)?;
    u.choose(&[Limit::None, Limit::Adjudicate(plies), Limit::Draw(plies)]).copied()
}

/// Any setup that an SFEN can tell. It does not have to suit any rules.
impl<'a> Arbitrary<'a> for Setup {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Setup> {
        let size: BoardSize = u.arbitrary()?;
        setup(u, size, 0..=size.get() * size.get())
    }
}

/// A setup that suits the rules. In most of them a side has reached its target, so half of the time there are enough men to go on.
fn setup_under(u: &mut Unstructured<'_>, rules: &Rules) -> Result<Setup> {
    let fewest = if u.arbitrary()? { rules.men() - rules.target() + 1 } else { 0 };
    setup(u, rules.size(), fewest..=rules.men())
}

/// A setup with so many men of each side, as far as there is room: strewn over the whole board or crowded together in a corner.
fn setup(u: &mut Unstructured<'_>, size: BoardSize, number: RangeInclusive<u8>) -> Result<Setup> {
    let free = if u.arbitrary()? { size.squares() } else { corner_block(u, size)? };
    let sente = men(u, free, number.clone())?;
    let gote = men(u, free - sente, number)?;
    let (side_to_move, move_number) = (u.arbitrary()?, u.int_in_range(1..=u32::MAX)?);
    Ok(Setup { size, sente, gote, side_to_move, move_number })
}

/// The first ranks of a side, from file 1 to some other.
fn corner_block(u: &mut Unstructured<'_>, size: BoardSize) -> Result<Bitboard> {
    let ranks = size.first_ranks(u.arbitrary()?, u.int_in_range(1..=size.get())?);
    let files = size.files().take(u.int_in_range(1..=size.get())?.into());
    Ok(ranks & files.fold(Bitboard::EMPTY, |files, file| files | Bitboard::file(file)))
}

/// So many of the squares, or all if there are fewer.
fn men(u: &mut Unstructured<'_>, mut free: Bitboard, number: RangeInclusive<u8>) -> Result<Bitboard> {
    let mut men = Bitboard::EMPTY;
    for _ in 0..u.int_in_range(number)? {
        if free.is_empty() {
            break;
        }
        let square = u.choose_iter(free)?;
        men = men.with(square);
        free = free.without(square);
    }
    Ok(men)
}

/// Any position, under any rules: few men or many, far apart or crowded, play going on or over.
impl<'a> Arbitrary<'a> for Position {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Position> {
        let rules: Rules = u.arbitrary()?;
        let setup = setup_under(u, &rules)?;
        Position::from_setup(rules, &setup).map_err(|_| arbitrary::Error::IncorrectFormat)
    }
}

/// A game under any rules, from the start or from any position, with up to 255 legal moves.
///
/// Half of the moves capture where one can. The game may go on, or be over by the rules, by a resignation or by an agreement.
impl<'a> Arbitrary<'a> for Game {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Game> {
        let rules: Rules = u.arbitrary()?;
        let start = if u.arbitrary()? { setup_under(u, &rules)? } else { Setup::start(&rules) };
        let mut game = Game::from_setup(rules, &start).map_err(|_| arbitrary::Error::IncorrectFormat)?;
        for _ in 0..u.arbitrary::<u8>()? {
            if game.result().is_some() || u.is_empty() {
                break;
            }
            let mv = next_move(u, game.position())?;
            game.play(mv).map_err(|_| arbitrary::Error::IncorrectFormat)?;
        }
        end(u, &mut game)?;
        Ok(game)
    }
}

/// A legal move of a position that has one.
fn next_move(u: &mut Unstructured<'_>, position: &Position) -> Result<Move> {
    let capturing = position.capturing_moves();
    if capturing.len() > 0 && u.arbitrary()? { u.choose_iter(capturing) } else { u.choose_iter(position.moves()) }
}

/// Lets the players end the game, now and then.
fn end(u: &mut Unstructured<'_>, game: &mut Game) -> Result<()> {
    let ended = match u.int_in_range(0..=15)? {
        15 => game.resign(u.arbitrary()?),
        14 => game.agree_draw(),
        // Also where the input has run out.
        _ => Ok(()),
    };
    // A game that is over stays as it is.
    ended.or(Ok(()))
}
