//! Rules in the making.

use super::*;

/// Rules in the making: takes every option, in any order, and checks them together in the end.
///
/// Start from a preset with [`Preset::builder`], or from finished rules with [`Rules::to_builder`]. A preset's target that
/// is relative to the number of men, such as "all but one", follows the options `size` and `home`.
///
/// ```
/// use hasami_shogi::{BoardSize, Preset, RuleKey, Rules};
///
/// let small = Preset::ReduceToOne.builder().size(BoardSize::MIN).build()?;
/// assert_eq!(small.target(), 3);
///
/// let error = Preset::Classic5.builder().size(BoardSize::MIN).build().unwrap_err();
/// assert_eq!(error.key(), Some(RuleKey::Target));
/// # Ok::<(), hasami_shogi::RulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[must_use = "a builder does nothing until `build`"]
pub struct RulesBuilder {
    pub(super) size: BoardSize,
    pub(super) home: HomeRanks,
    pub(super) hop: Hop,
    pub(super) custodian: Custodian,
    pub(super) corner: Corner,
    pub(super) intervention: Intervention,
    pub(super) target: Target,
    pub(super) capture_goal: CaptureGoal,
    pub(super) lead: Lead,
    pub(super) line: Option<LineGoal>,
    pub(super) no_move: NoMove,
    pub(super) both_weak: Option<u8>,
    pub(super) compulsion: Compulsion,
    pub(super) repetition: Repetition,
    pub(super) quiet: Limit,
    pub(super) moves: Limit,
}

impl RulesBuilder {
    /// Sets the size of the board.
    pub const fn size(mut self, size: BoardSize) -> Self {
        self.size = size;
        self
    }

    /// Sets the ranks that each side fills at the start. At least one rank must stay empty between the sides.
    pub const fn home(mut self, home: HomeRanks) -> Self {
        self.home = home;
        self
    }

    /// Sets which men may be hopped over.
    pub const fn hop(mut self, hop: Hop) -> Self {
        self.hop = hop;
        self
    }

    /// Sets how long a run of men custodian capture may take.
    pub const fn custodian(mut self, custodian: Custodian) -> Self {
        self.custodian = custodian;
        self
    }

    /// Sets how men at the edge are captured.
    pub const fn corner(mut self, corner: Corner) -> Self {
        self.corner = corner;
        self
    }

    /// Sets what moving in between two enemy men captures.
    pub const fn intervention(mut self, intervention: Intervention) -> Self {
        self.intervention = intervention;
        self
    }

    /// Sets the number of captures that ends the game, from 1 to the number of men of a side.
    pub const fn target(mut self, target: Target) -> Self {
        self.target = target;
        self
    }

    /// Sets who wins when the target is reached.
    pub const fn capture_goal(mut self, capture_goal: CaptureGoal) -> Self {
        self.capture_goal = capture_goal;
        self
    }

    /// Sets the lead in captures that wins, from 1 to the number of men of a side.
    pub const fn lead(mut self, lead: Lead) -> Self {
        self.lead = lead;
        self
    }

    /// Sets the line of men that wins. It must be possible, and not stand on the board at the start.
    pub const fn line(mut self, line: Option<LineGoal>) -> Self {
        self.line = line;
        self
    }

    /// Sets what becomes of a side that cannot move.
    pub const fn no_move(mut self, no_move: NoMove) -> Self {
        self.no_move = no_move;
        self
    }

    /// Draws the game once both sides have fewer than this number of men, from 1 to the number a side starts with.
    pub const fn both_weak(mut self, both_weak: Option<u8>) -> Self {
        self.both_weak = both_weak;
        self
    }

    /// Sets whether a side that can capture has to.
    pub const fn compulsion(mut self, compulsion: Compulsion) -> Self {
        self.compulsion = compulsion;
        self
    }

    /// Sets what happens when a position comes back, at the second occurrence or later.
    pub const fn repetition(mut self, repetition: Repetition) -> Self {
        self.repetition = repetition;
        self
    }

    /// Limits the plies in a row without a capture, 1 to [`Limit::MAX_PLIES`].
    pub const fn quiet_limit(mut self, quiet: Limit) -> Self {
        self.quiet = quiet;
        self
    }

    /// Limits the plies in total, 1 to [`Limit::MAX_PLIES`].
    pub const fn move_limit(mut self, moves: Limit) -> Self {
        self.moves = moves;
        self
    }

    /// The finished rules.
    ///
    /// # Errors
    ///
    /// [`RulesError::Contradiction`] with the option at fault, when the options do not fit together. It has no offset.
    pub const fn build(self) -> Result<Rules, RulesError> {
        match self.check() {
            Ok(rules) => Ok(rules),
            Err((key, problem)) => Err(RulesError::Contradiction { key, problem, offset: None }),
        }
    }

    /// The finished rules, for constants: a contradiction becomes a compile error there.
    ///
    /// ```
    /// use hasami_shogi::{Hop, Preset, Rules};
    ///
    /// const RULES: Rules = Preset::Dai.builder().hop(Hop::Own).build_const();
    /// assert_eq!(RULES.to_string(), "dai,hop=own");
    /// ```
    ///
    /// # Panics
    ///
    /// If the options do not fit together. Where that may happen at run time, use [`build`](RulesBuilder::build).
    #[must_use]
    pub const fn build_const(self) -> Rules {
        match self.check() {
            Ok(rules) => rules,
            Err(_) => panic!("the rules contradict themselves"),
        }
    }

    /// The number of men of a side.
    pub(super) const fn men(&self) -> u8 {
        self.size.get() * self.home.len()
    }

    pub(super) const fn check(self) -> Result<Rules, (RuleKey, Contradiction)> {
        match self.contradiction() {
            None => Ok(self.pack()),
            Some(flaw) => Err(flaw),
        }
    }

    /// Only after the options were checked.
    const fn pack(self) -> Rules {
        Rules {
            size: self.size,
            home: self.home,
            hop: self.hop,
            custodian: self.custodian,
            corner: self.corner,
            intervention: self.intervention,
            target: self.target.resolve(self.men()),
            capture_goal: self.capture_goal,
            lead: self.lead,
            line: match self.line {
                None => LineGoal::new(0, Axes::empty(), 0),
                Some(line) => line,
            },
            no_move: self.no_move,
            both_weak: match self.both_weak {
                None => 0,
                Some(men) => men,
            },
            compulsion: self.compulsion,
            repetition: self.repetition,
            quiet: PackedLimit::new(self.quiet),
            moves: PackedLimit::new(self.moves),
        }
    }
}

impl Default for RulesBuilder {
    /// Starts from `classic-5`.
    fn default() -> Self {
        Rules::builder()
    }
}
