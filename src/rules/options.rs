//! The options of a rule set, one small type each.

use core::fmt;

use bitflags::bitflags;

/// Gives the values of a plain enum their names, in one place: `ALL`, `name`, `Display` and a private look-up.
macro_rules! named {
    ($type:ident { $($variant:ident => $name:literal),+ $(,)? }) => {
        impl $type {
            /// Every value, in the order of the declaration.
            pub const ALL: &'static [$type] = &[$($type::$variant),+];

            /// The name in the text form of the rules.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name),+
                }
            }

            /// The value with exactly this name.
            pub(in crate::rules) fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|value| value.name() == name)
            }
        }

        impl core::fmt::Display for $type {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}
pub(in crate::rules) use named;

/// Which men may be hopped over (rules, section 2).
///
/// A hop goes straight over one neighbouring man onto the empty square behind him. It is a whole turn, and it does not
/// capture the man below.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Hop {
    /// None: men only slide.
    None,
    /// Men of one's own side.
    Own,
    /// Men of either side.
    Any,
}

named!(Hop { None => "none", Own => "own", Any => "any" });

/// How many men in a row custodian capture (挟み) takes (rules, section 3).
///
/// Custodian capture itself is always on: enemy men in a straight, unbroken run between the man that moved and another man
/// of his side are taken.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Custodian {
    /// Runs of any length.
    Line,
    /// Only a man alone.
    Single,
}

named!(Custodian { Line => "line", Single => "single" });

/// How men in corners and along the edge are captured (rules, section 3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Corner {
    /// Not in any special way.
    None,
    /// A man on a corner square falls when the mover holds both squares beside him, one of them with the man that moved.
    Single,
    /// A run bent around a corner, or the man in it alone, falls when the mover holds both its ends, one of them with the
    /// man that moved.
    Chain,
    /// The official Japanese rule: a connected group at the edge falls when its last free neighbour square is gone and the
    /// man that moved stands next to it. A man in a corner falls as with [`Corner::Single`].
    Enclosure,
}

named!(Corner { None => "none", Single => "single", Chain => "chain", Enclosure => "enclosure" });

/// What moving in between two enemy men captures (rules, section 3): the mark of Mak-yek.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Intervention {
    /// Nothing.
    None,
    /// Both men, when the man that moved touches each of them on the same rank or on the same file.
    Single,
    /// Both men at the ends of the chain that the man that moved forms with his own side on a rank or a file.
    Line,
}

named!(Intervention { None => "none", Single => "single", Line => "line" });

/// Who wins when a side has captured as many men as the target asks (rules, section 4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CaptureGoal {
    /// The side that captured them wins.
    Wins,
    /// The side that captured them loses: misère.
    Loses,
}

/// A win by being ahead in captures (rules, section 4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Lead {
    /// Being ahead wins nothing.
    None,
    /// The official Japanese rule: a side wins when its turn comes and it is still this many captures ahead.
    Held(u8),
    /// A side wins with the move that puts it this many captures ahead.
    Immediate(u8),
}

bitflags! {
    /// The directions in which a line of men counts.
    ///
    /// ```
    /// use hasami_shogi::Axes;
    ///
    /// let axes = Axes::VERTICAL | Axes::DIAGONAL;
    /// assert!(!axes.contains(Axes::HORIZONTAL));
    /// assert_eq!(axes.to_string(), "vd");
    /// ```
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub struct Axes: u8 {
        /// Along a rank.
        const HORIZONTAL = 1;
        /// Along a file.
        const VERTICAL = 1 << 1;
        /// Along either diagonal.
        const DIAGONAL = 1 << 2;
    }
}

/// A win by an unbroken straight line of one's own men (rules, section 4).
///
/// ```
/// use hasami_shogi::{Axes, LineGoal};
///
/// // Five in a row in any direction, where a side's own first rank does not count.
/// let line = LineGoal::new(5, Axes::all(), 1);
/// assert_eq!(line.to_string(), "5:hvd:1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LineGoal {
    length: u8,
    axes: Axes,
    outside: u8,
}

impl LineGoal {
    /// A line of at least `length` men along `axes`, none of them on the first `outside` ranks of their side.
    ///
    /// Whether such a line is possible is checked when the rules are built.
    #[must_use]
    pub const fn new(length: u8, axes: Axes, outside: u8) -> Self {
        Self { length, axes, outside }
    }

    /// The least number of men, 3 to the size of the board.
    #[must_use]
    pub const fn length(self) -> u8 {
        self.length
    }

    /// The directions that count.
    #[must_use]
    pub const fn axes(self) -> Axes {
        self.axes
    }

    /// How many ranks do not count, from the edge of the side that makes the line.
    #[must_use]
    pub const fn outside(self) -> u8 {
        self.outside
    }
}

/// What becomes of a side that has no legal move (rules, section 4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NoMove {
    /// It loses.
    Loss,
    /// The game is a draw.
    Draw,
}

named!(NoMove { Loss => "loss", Draw => "draw" });

/// Whether a side that can capture has to (rules, section 4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Compulsion {
    /// Any move will do.
    Optional,
    /// While some move captures, only moves that capture are legal.
    Compulsory,
}

/// What happens when the same position with the same side to move comes back (rules, section 4).
///
/// The number says at which occurrence, the first one included: 2 or more.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Repetition {
    /// Nothing.
    None,
    /// The game is a draw: sennichite (千日手) with `Draw(4)`, as in shogi.
    Draw(u8),
    /// The side whose move brings the position back loses.
    Loss(u8),
}

/// What happens after a number of plies, the moves of both sides counted (rules, section 4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Limit {
    /// There is no limit.
    None,
    /// After this many plies the captures made so far decide.
    Adjudicate(u16),
    /// After this many plies the game is a draw.
    Draw(u16),
}

impl Limit {
    /// The longest limit, in plies. The shortest is 1.
    pub const MAX_PLIES: u16 = 32_767;
}

/// How many captures end the game, as it is asked for when rules are built.
///
/// Finished rules hold a number: [`Rules::target`](crate::rules::Rules::target).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Target {
    /// This many men.
    Men(u8),
    /// Every man the other side starts with.
    All,
    /// Every man but one.
    AllButOne,
}

impl Target {
    /// The number it stands for when each side starts with `men` men.
    #[must_use]
    pub const fn resolve(self, men: u8) -> u8 {
        match self {
            Target::Men(target) => target,
            Target::All => men,
            Target::AllButOne => men.saturating_sub(1),
        }
    }
}

/// The ranks that a side fills with men at the start, counted from its own edge: 1 is the back rank (rules, section 1).
///
/// ```
/// use hasami_shogi::HomeRanks;
///
/// let home = HomeRanks::from_mask(0b101);
/// assert!(home.iter().eq([1, 3]));
/// assert_eq!((home.len(), home.highest()), (2, 3));
/// assert_eq!(home.to_string(), "1+3");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HomeRanks(u8);

impl HomeRanks {
    /// No rank at all: where a set begins, but not enough to play with.
    pub const EMPTY: HomeRanks = HomeRanks(0);

    /// The set with rank 1 in bit 0, rank 2 in bit 1, up to rank 8 in bit 7.
    #[must_use]
    pub const fn from_mask(mask: u8) -> Self {
        Self(mask)
    }

    /// The set as bits, rank 1 in bit 0.
    #[must_use]
    pub const fn mask(self) -> u8 {
        self.0
    }

    /// The number of ranks, 0 to 8.
    #[must_use]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether there is no rank.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The rank farthest from the edge, 1 to 8, or 0 when there is none.
    #[must_use]
    pub const fn highest(self) -> u8 {
        (u8::BITS - self.0.leading_zeros()) as u8
    }

    /// Whether the rank is in the set. Ranks outside 1 to 8 never are.
    #[must_use]
    pub const fn contains(self, rank: u8) -> bool {
        matches!(rank, 1..=8) && self.0 & 1 << (rank - 1) != 0
    }

    /// The ranks, in ascending order.
    #[must_use]
    pub fn iter(self) -> impl DoubleEndedIterator<Item = u8> + Clone {
        (1..=8).filter(move |&rank| self.contains(rank))
    }
}

impl fmt::Debug for HomeRanks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HomeRanks({self})")
    }
}
