//! `Serialize` and `Deserialize`, by the feature `serde`.
//!
//! Formats that people read, such as JSON, get the text forms; the others get numbers. What is read goes through the same checks as a text that is
//! parsed: neither an illegal position nor an illegal move of a game ever comes of it.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::convert::Infallible;

use serde::de::Error as _;
use serde::ser::{Error as _, SerializeStruct};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::board::{Bitboard, BoardSize, Side, Square};
use crate::game::Game;
use crate::position::{Move, Outcome, Position, Reason, Setup, SetupError};
use crate::rules::{Preset, Rules};

/// Types that any format gets as text: `Display` writes it, `FromStr` reads it.
macro_rules! text {
    ($($(#[$doc:meta])* $type:ident)*) => {$(
        $(#[$doc])*
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        $(#[$doc])*
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

text! {
    /// The text form, in any format.
    Rules
    /// The name, in any format.
    Preset
}

/// Types that readable formats get as text and binary ones as something smaller.
///
/// `Display` writes the text and the first function reads it; the second makes the smaller value and the third reads that. A value for which there
/// is no smaller one is not written in either form.
macro_rules! text_or_compact {
    ($($(#[$doc:meta])* $type:ident as $compact:ty { $parse:expr, $pack:expr, $unpack:expr })*) => {$(
        $(#[$doc])*
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let compact: $compact = $pack(self).map_err(S::Error::custom)?;
                if serializer.is_human_readable() { serializer.collect_str(self) } else { compact.serialize(serializer) }
            }
        }

        $(#[$doc])*
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                if deserializer.is_human_readable() {
                    $parse(&String::deserialize(deserializer)?).map_err(D::Error::custom)
                } else {
                    $unpack(<$compact>::deserialize(deserializer)?).map_err(D::Error::custom)
                }
            }
        }
    )*};
}

text_or_compact! {
    /// Readable: `"5e"`. Binary: the square's number in one byte.
    Square as u8 {
        str::parse::<Square>,
        |square: &Square| Ok::<_, Infallible>(square.index() as u8),
        |number: u8| Square::try_new(number.into()).ok_or_else(|| format!("no square has the number {number}"))
    }

    /// Readable: USI, `"5i5e"`. Binary: the two squares.
    Move as (Square, Square) {
        str::parse::<Move>,
        |mv: &Move| Ok::<_, Infallible>((mv.from(), mv.to())),
        |(from, to)| Ok::<_, Infallible>(Move::new(from, to))
    }

    /// Readable: `"sente"` or `"gote"`. Binary: 0 or 1 in one byte.
    Side as u8 {
        |name: &str| Side::ALL.into_iter().find(|side| side.name() == name).ok_or_else(|| format!("no side has the name {name:?}")),
        |side: &Side| Ok::<_, Infallible>(side.index() as u8),
        |number: u8| Side::ALL.get(usize::from(number)).copied().ok_or_else(|| format!("no side has the number {number}"))
    }

    /// Readable: the name, such as `"capture_goal"`. Binary: the place in [`Reason::ALL`] in one byte.
    Reason as u8 {
        |name: &str| Reason::ALL.into_iter().find(|reason| reason.name() == name).ok_or_else(|| format!("no reason has the name {name:?}")),
        |reason: &Reason| Ok::<_, Infallible>(*reason as u8),
        |number: u8| Reason::ALL.get(usize::from(number)).copied().ok_or_else(|| format!("no reason has the number {number}"))
    }

    /// Readable: SFEN. Binary: size, Sente's men, Gote's men, side to move, move number.
    ///
    /// A setup that no SFEN can tell is neither written nor read: two men on a square, a man off the board, or the move number 0.
    Setup as (BoardSize, Bitboard, Bitboard, Side, u32) {
        str::parse::<Setup>,
        |setup: &Setup| sensible(*setup).map(|setup| (setup.size, setup.sente, setup.gote, setup.side_to_move, setup.move_number)),
        |(size, sente, gote, side_to_move, move_number)| sensible(Setup { size, sente, gote, side_to_move, move_number })
    }
}

/// The setup, if an SFEN can tell it.
fn sensible(setup: Setup) -> Result<Setup, String> {
    let overlap = (setup.sente & setup.gote).first().map(SetupError::Overlap);
    let outside = ((setup.sente | setup.gote) - setup.size.squares()).first();
    let outside = outside.map(|square| SetupError::OffBoard { square, size: setup.size });
    match overlap.or(outside) {
        Some(error) => Err(error.to_string()),
        None if setup.move_number == 0 => Err("the move number must be 1 or more".into()),
        None => Ok(setup),
    }
}

/// The number of ranks, in any format.
impl Serialize for BoardSize {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.get().serialize(serializer)
    }
}

/// The number of ranks, in any format.
impl<'de> Deserialize<'de> for BoardSize {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BoardSize, D::Error> {
        let n = u8::deserialize(deserializer)?;
        BoardSize::new(n).ok_or_else(|| D::Error::custom(format!("no board has {n} ranks")))
    }
}

/// Readable: a list of squares. Binary: the bits in two halves of 64, the lower first.
impl Serialize for Bitboard {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return serializer.collect_seq(*self);
        }
        [self.bits() as u64, (self.bits() >> 64) as u64].serialize(serializer)
    }
}

/// Readable: a list of squares, in any order and each but once. Binary: the bits in two halves of 64, the lower first.
impl<'de> Deserialize<'de> for Bitboard {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bitboard, D::Error> {
        if deserializer.is_human_readable() {
            return from_list(&Vec::deserialize(deserializer)?).map_err(D::Error::custom);
        }
        let [low, high] = <[u64; 2]>::deserialize(deserializer)?;
        let bits = u128::from(high) << 64 | u128::from(low);
        Bitboard::from_bits(bits).ok_or_else(|| D::Error::custom("a set of squares has 81 bits"))
    }
}

fn from_list(squares: &[Square]) -> Result<Bitboard, String> {
    squares.iter().try_fold(Bitboard::EMPTY, |set, square| match set.contains(*square) {
        true => Err(format!("{square} is listed twice")),
        false => Ok(set.with(*square)),
    })
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Outcome", deny_unknown_fields)]
struct OutcomeFields {
    // Without this, an outcome that lacks the field would be taken for a draw.
    #[serde(deserialize_with = "Option::deserialize")]
    winner: Option<Side>,
    reason: Reason,
}

/// Fields `winner`, null after a draw, and `reason`.
impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        OutcomeFields { winner: self.winner(), reason: self.reason() }.serialize(serializer)
    }
}

/// Fields `winner`, null after a draw, and `reason`.
impl<'de> Deserialize<'de> for Outcome {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Outcome, D::Error> {
        let OutcomeFields { winner, reason } = OutcomeFields::deserialize(deserializer)?;
        Ok(winner.map_or(Outcome::draw(reason), |side| Outcome::win(side, reason)))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Position", deny_unknown_fields)]
struct PositionFields {
    rules: Rules,
    sfen: Setup,
}

/// Fields `rules` and `sfen`, a [`Setup`] with the move number 1.
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        PositionFields { rules: *self.rules(), sfen: self.to_setup(1) }.serialize(serializer)
    }
}

/// Fields `rules` and `sfen`; refused if the setup is not possible under the rules. The move number is dropped.
impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
        let PositionFields { rules, sfen } = PositionFields::deserialize(deserializer)?;
        Position::from_setup(rules, &sfen).map_err(D::Error::custom)
    }
}

#[derive(Deserialize)]
#[serde(rename = "Game", deny_unknown_fields)]
struct GameFields {
    rules: Rules,
    start: Setup,
    moves: Vec<Move>,
    #[serde(default)]
    result: Option<Outcome>,
}

/// Fields `rules`, `start`, `moves`, and `result` after a resignation or an agreement; all other results follow from the moves.
///
/// Moves that were taken back are left out. Readable formats have no `result` where there is nothing to say.
impl Serialize for Game {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let by_players = |outcome: &Outcome| matches!(outcome.reason(), Reason::Resignation | Reason::Agreement);
        let result = self.result().filter(by_players);
        let skip = result.is_none() && serializer.is_human_readable();
        let mut fields = serializer.serialize_struct("Game", if skip { 3 } else { 4 })?;
        fields.serialize_field("rules", self.rules())?;
        fields.serialize_field("start", self.start())?;
        fields.serialize_field("moves", &self.moves().collect::<Vec<_>>())?;
        match skip {
            true => fields.skip_field("result")?,
            false => fields.serialize_field("result", &result)?,
        }
        fields.end()
    }
}

/// Fields `rules`, `start`, `moves`, and perhaps `result`. The moves are played from the start; an illegal one, or one after the end, is refused.
impl<'de> Deserialize<'de> for Game {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Game, D::Error> {
        let GameFields { rules, start, moves, result } = GameFields::deserialize(deserializer)?;
        let mut game = Game::from_setup(rules, &start).map_err(D::Error::custom)?;
        for (index, mv) in moves.into_iter().enumerate() {
            game.play(mv).map_err(|error| D::Error::custom(format!("move {} ({mv}): {error}", index + 1)))?;
        }
        result.map_or(Ok(()), |outcome| end(&mut game, outcome)).map_err(D::Error::custom)?;
        Ok(game)
    }
}

/// Ends the game as the players did.
fn end(game: &mut Game, outcome: Outcome) -> Result<(), String> {
    let ended = match (outcome.reason(), outcome.winner()) {
        (Reason::Resignation, Some(winner)) => game.resign(!winner),
        (Reason::Agreement, None) => game.agree_draw(),
        _ => return Err(format!("a record states a resignation or an agreement, not {outcome}")),
    };
    ended.map_err(|error| error.to_string())
}
