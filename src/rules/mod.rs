//! The rules as data: options, presets, the text form, and what contradicts itself.
//!
//! [`Rules`] is a small value that says how a game is played. Take a [`Preset`], change what you like through a
//! [`RulesBuilder`], or read a text such as `online,size=7,target=all`. Whatever way it came about, a `Rules` is free of
//! contradictions.

mod builder;
mod error;
mod key;
mod options;
mod preset;
mod text;
mod validate;

#[cfg(test)]
pub(crate) mod tests;

pub use builder::RulesBuilder;
pub use error::{Contradiction, RulesError};
pub use key::RuleKey;
pub use options::{
    Axes, CaptureGoal, Compulsion, Corner, Custodian, HomeRanks, Hop, Intervention, Lead, Limit, LineGoal, NoMove, Repetition, Target,
};
pub use preset::Preset;

use crate::board::BoardSize;

/// A complete set of rules, free of contradictions (rules, sections 1 to 6).
///
/// A plain value of 22 bytes: copy it freely. [`Display`](core::fmt::Display) gives the shortest text for it and
/// [`FromStr`](core::str::FromStr) reads any text of the same form; equal rules print alike, whatever they were made from.
///
/// ```
/// use hasami_shogi::{Hop, Rules};
///
/// let rules: Rules = "reduce-to-one,size=7,hop=any".parse()?;
/// assert_eq!(rules.hop(), Hop::Any);
/// assert_eq!((rules.men(), rules.target()), (7, 6));
/// // What two texts say alike, they print alike.
/// assert_eq!("plain,corner=single".parse::<Rules>()?.to_string(), "classic-8");
/// # Ok::<(), hasami_shogi::RulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules {
    size: BoardSize,
    home: HomeRanks,
    hop: Hop,
    custodian: Custodian,
    corner: Corner,
    intervention: Intervention,
    target: u8,
    capture_goal: CaptureGoal,
    lead: Lead,
    /// A length of 0 means that no line wins.
    line: LineGoal,
    no_move: NoMove,
    /// 0 means that the option is off.
    both_weak: u8,
    compulsion: Compulsion,
    repetition: Repetition,
    quiet: PackedLimit,
    moves: PackedLimit,
}

// Positions carry their rules along, so every byte is copied often.
const _: () = assert!(size_of::<Rules>() <= 22 && align_of::<Rules>() <= 2);

impl Rules {
    /// A builder that starts from `classic-5`. Start from another preset with [`Preset::builder`].
    pub const fn builder() -> RulesBuilder {
        Preset::Classic5.builder()
    }

    /// A builder that starts from these rules.
    ///
    /// The target is a plain number by now: it stays when the number of men changes.
    ///
    /// ```
    /// use hasami_shogi::{Rules, Target};
    ///
    /// let rules = Rules::CLASSIC_5.to_builder().target(Target::All).build()?;
    /// assert_eq!(rules.target(), 9);
    /// # Ok::<(), hasami_shogi::RulesError>(())
    /// ```
    pub const fn to_builder(self) -> RulesBuilder {
        RulesBuilder {
            size: self.size,
            home: self.home,
            hop: self.hop,
            custodian: self.custodian,
            corner: self.corner,
            intervention: self.intervention,
            target: Target::Men(self.target),
            capture_goal: self.capture_goal,
            lead: self.lead,
            line: self.line(),
            no_move: self.no_move,
            both_weak: self.both_weak(),
            compulsion: self.compulsion,
            repetition: self.repetition,
            quiet: self.quiet_limit(),
            moves: self.move_limit(),
        }
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The ranks that each side fills at the start, counted from its own edge.
    #[must_use]
    pub const fn home(&self) -> HomeRanks {
        self.home
    }

    /// The number of men each side starts with, 4 to 36.
    #[must_use]
    pub const fn men(&self) -> u8 {
        self.size.get() * self.home.len()
    }

    /// Which men may be hopped over.
    #[must_use]
    pub const fn hop(&self) -> Hop {
        self.hop
    }

    /// How long a run of men custodian capture may take.
    #[must_use]
    pub const fn custodian(&self) -> Custodian {
        self.custodian
    }

    /// How men at the edge are captured.
    #[must_use]
    pub const fn corner(&self) -> Corner {
        self.corner
    }

    /// What moving in between two enemy men captures.
    #[must_use]
    pub const fn intervention(&self) -> Intervention {
        self.intervention
    }

    /// The number of captures that ends the game, 1 to [`men`](Rules::men).
    #[must_use]
    pub const fn target(&self) -> u8 {
        self.target
    }

    /// Who wins when the target is reached.
    #[must_use]
    pub const fn capture_goal(&self) -> CaptureGoal {
        self.capture_goal
    }

    /// The lead in captures that wins.
    #[must_use]
    pub const fn lead(&self) -> Lead {
        self.lead
    }

    /// The line of men that wins, if any.
    #[must_use]
    pub const fn line(&self) -> Option<LineGoal> {
        match self.line.length() {
            0 => None,
            _ => Some(self.line),
        }
    }

    /// What becomes of a side that cannot move.
    #[must_use]
    pub const fn no_move(&self) -> NoMove {
        self.no_move
    }

    /// The game is drawn once both sides have fewer men than this on the board.
    #[must_use]
    pub const fn both_weak(&self) -> Option<u8> {
        match self.both_weak {
            0 => None,
            men => Some(men),
        }
    }

    /// Whether a side that can capture has to.
    #[must_use]
    pub const fn compulsion(&self) -> Compulsion {
        self.compulsion
    }

    /// What happens when a position comes back.
    #[must_use]
    pub const fn repetition(&self) -> Repetition {
        self.repetition
    }

    /// What happens after so many plies in a row without a capture.
    #[must_use]
    pub const fn quiet_limit(&self) -> Limit {
        self.quiet.get()
    }

    /// What happens after so many plies in total.
    #[must_use]
    pub const fn move_limit(&self) -> Limit {
        self.moves.get()
    }
}

impl Default for Rules {
    /// `classic-5`.
    fn default() -> Self {
        Rules::CLASSIC_5
    }
}

/// A [`Limit`] of at most [`Limit::MAX_PLIES`] plies in two bytes: the top bit tells a draw, 0 is no limit.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct PackedLimit(u16);

impl PackedLimit {
    const DRAW: u16 = 1 << 15;

    const fn new(limit: Limit) -> Self {
        match limit {
            Limit::None => Self(0),
            Limit::Adjudicate(plies) => Self(plies),
            Limit::Draw(plies) => Self(plies | Self::DRAW),
        }
    }

    const fn get(self) -> Limit {
        match self.0 {
            0 => Limit::None,
            packed if packed & Self::DRAW == 0 => Limit::Adjudicate(packed),
            packed => Limit::Draw(packed & !Self::DRAW),
        }
    }
}
