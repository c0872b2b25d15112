//! Rule sets with a name (rules, section 5).

use core::str::FromStr;

use super::options::named;
use super::*;

/// A rule set with a name (rules, section 5).
///
/// Some presets are equal as rules: on the full board `classic-8` and `reduce-to-one` both ask for eight captures. They
/// differ in what becomes of the target when the number of men changes.
///
/// ```
/// use hasami_shogi::{Preset, Rules};
///
/// let preset: Preset = "mak-yek".parse()?;
/// assert_eq!(preset.rules(), Rules::MAK_YEK);
/// assert_eq!(preset.to_string(), "mak-yek");
/// # Ok::<(), hasami_shogi::RulesError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Preset {
    /// The short game: five captures win.
    #[default]
    Classic5,
    /// The long game: eight captures win.
    Classic8,
    /// The other side is reduced to a single man.
    ReduceToOne,
    /// As `reduce-to-one`, and corners are safe.
    Plain,
    /// Hasami Shogi Online: hops, and at most 300 plies.
    Online,
    /// Hasami Shogi Online's mixture with Dai Hasami Shogi: as `online`, and a line of five wins too.
    Hybrid,
    /// The Japan Shogi Association's rules: enclosure at the edge, and a lead of three wins once held.
    Jsa,
    /// Whoever is reduced to a single man wins.
    Misere,
    /// As `misere`, and who can capture must.
    MisereCompulsory,
    /// Dai Hasami Shogi with two ranks of men: all of them must be captured.
    Dai,
    /// As `dai`, to ten captures.
    Dai10,
    /// As `dai`, to all captures but one.
    Dai17,
    /// Two ranks of men and a line of five; corners are safe.
    DaiFive,
    /// As `dai-five` with hops, and horizontal lines do not count.
    DaiHopFive,
    /// Ludii's Dai Hasami Shogi: hops, capture of single men only, and no diagonal lines.
    DaiLudii,
    /// Mak-yek of Siam: moving in between captures.
    MakYek,
    /// Apit-sodok of Malaya: Mak-yek with the ranks of men together.
    ApitSodok,
    /// As `classic-5`, and moving a whole chain in between captures.
    InterventionLine,
}

named!(Preset {
    Classic5 => "classic-5",
    Classic8 => "classic-8",
    ReduceToOne => "reduce-to-one",
    Plain => "plain",
    Online => "online",
    Hybrid => "hybrid",
    Jsa => "jsa",
    Misere => "misere",
    MisereCompulsory => "misere-compulsory",
    Dai => "dai",
    Dai10 => "dai-10",
    Dai17 => "dai-17",
    DaiFive => "dai-five",
    DaiHopFive => "dai-hop-five",
    DaiLudii => "dai-ludii",
    MakYek => "mak-yek",
    ApitSodok => "apit-sodok",
    InterventionLine => "intervention-line",
});

/// What the presets have in common: `classic-5`.
const CLASSIC: RulesBuilder = RulesBuilder {
    size: BoardSize::NINE,
    home: HomeRanks::from_mask(0b1),
    hop: Hop::None,
    custodian: Custodian::Line,
    corner: Corner::Single,
    intervention: Intervention::None,
    target: Target::Men(5),
    capture_goal: CaptureGoal::Wins,
    lead: Lead::None,
    line: None,
    no_move: NoMove::Loss,
    both_weak: None,
    compulsion: Compulsion::Optional,
    repetition: Repetition::Draw(4),
    quiet: Limit::None,
    moves: Limit::None,
};
const ONLINE: RulesBuilder = CLASSIC.hop(Hop::Any).move_limit(Limit::Adjudicate(300));
const MISERE: RulesBuilder = CLASSIC.capture_goal(CaptureGoal::Loses).target(Target::AllButOne);
const DAI: RulesBuilder = CLASSIC.home(HomeRanks::from_mask(0b11)).target(Target::All);
const DAI_FIVE: RulesBuilder = DAI.corner(Corner::None).target(Target::AllButOne).line(five(Axes::all(), 2));
const MAK_YEK: RulesBuilder = CLASSIC
    .size(BoardSize::EIGHT)
    .home(HomeRanks::from_mask(0b101))
    .corner(Corner::None)
    .intervention(Intervention::Single)
    .target(Target::All);

/// A line of five.
const fn five(axes: Axes, outside: u8) -> Option<LineGoal> {
    Some(LineGoal::new(5, axes, outside))
}

/// The finished rules of every preset. Evaluated by the compiler, which so proves that none contradicts itself.
const RULES: [Rules; Preset::ALL.len()] = {
    let mut rules = [CLASSIC.build_const(); Preset::ALL.len()];
    let mut index = 0;
    while index < rules.len() {
        let preset = Preset::ALL[index];
        assert!(preset as usize == index, "the names are not in the order of the presets");
        rules[index] = preset.builder().build_const();
        index += 1;
    }
    rules
};

impl Preset {
    /// The rules of the preset.
    #[must_use]
    pub const fn rules(self) -> Rules {
        RULES[self as usize]
    }

    /// A builder that starts from the preset, with a relative target still relative.
    pub const fn builder(self) -> RulesBuilder {
        match self {
            Preset::Classic5 => CLASSIC,
            Preset::Classic8 => CLASSIC.target(Target::Men(8)),
            Preset::ReduceToOne => CLASSIC.target(Target::AllButOne),
            Preset::Plain => CLASSIC.corner(Corner::None).target(Target::AllButOne),
            Preset::Online => ONLINE,
            Preset::Hybrid => ONLINE.line(five(Axes::all(), 1)),
            Preset::Jsa => CLASSIC.corner(Corner::Enclosure).lead(Lead::Held(3)),
            Preset::Misere => MISERE,
            Preset::MisereCompulsory => MISERE.compulsion(Compulsion::Compulsory),
            Preset::Dai => DAI,
            Preset::Dai10 => DAI.target(Target::Men(10)),
            Preset::Dai17 => DAI.target(Target::AllButOne),
            Preset::DaiFive => DAI_FIVE,
            Preset::DaiHopFive => DAI_FIVE.hop(Hop::Any).line(five(Axes::VERTICAL.union(Axes::DIAGONAL), 2)),
            Preset::DaiLudii => {
                DAI.hop(Hop::Any).custodian(Custodian::Single).line(five(Axes::HORIZONTAL.union(Axes::VERTICAL), 2)).both_weak(Some(5))
            }
            Preset::MakYek => MAK_YEK,
            Preset::ApitSodok => MAK_YEK.home(HomeRanks::from_mask(0b11)),
            Preset::InterventionLine => CLASSIC.intervention(Intervention::Line),
        }
    }

    /// The rules in one line for people.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Preset::Classic5 => "nine men a side, five captures win",
            Preset::Classic8 => "nine men a side, eight captures win",
            Preset::ReduceToOne => "nine men a side, leave the opponent a single man",
            Preset::Plain => "reduce-to-one without captures in the corners",
            Preset::Online => "five captures win, hops over any man, 300 plies at most",
            Preset::Hybrid => "online, and a line of five outside the home rank wins too",
            Preset::Jsa => "five captures or a held lead of three, groups at the edge are captured by enclosure",
            Preset::Misere => "be the side that is reduced to a single man",
            Preset::MisereCompulsory => "misere, and whoever can capture must",
            Preset::Dai => "eighteen men a side, capture them all",
            Preset::Dai10 => "eighteen men a side, ten captures win",
            Preset::Dai17 => "eighteen men a side, leave the opponent a single man",
            Preset::DaiFive => "eighteen men a side, a line of five or seventeen captures, corners are safe",
            Preset::DaiHopFive => "dai-five with hops over any man, without horizontal lines",
            Preset::DaiLudii => "eighteen men a side with hops, single captures, a horizontal or vertical line of five",
            Preset::MakYek => "Siam: 8 x 8, men on ranks 1 and 3, moving in between captures both neighbours",
            Preset::ApitSodok => "Malaya: 8 x 8, men on ranks 1 and 2, moving in between captures both neighbours",
            Preset::InterventionLine => "classic-5, and a chain that moves in between captures both men at its ends",
        }
    }
}

impl FromStr for Preset {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        match text.len() {
            0..=text::MAX_LENGTH => Preset::from_name(text).ok_or_else(|| RulesError::UnknownPreset { text: text.into() }),
            length => Err(RulesError::TooLong { length }),
        }
    }
}

impl From<Preset> for Rules {
    fn from(preset: Preset) -> Self {
        preset.rules()
    }
}

/// The presets as constants.
impl Rules {
    /// The rules of [`Preset::Classic5`].
    pub const CLASSIC_5: Rules = Preset::Classic5.rules();
    /// The rules of [`Preset::Classic8`].
    pub const CLASSIC_8: Rules = Preset::Classic8.rules();
    /// The rules of [`Preset::ReduceToOne`].
    pub const REDUCE_TO_ONE: Rules = Preset::ReduceToOne.rules();
    /// The rules of [`Preset::Plain`].
    pub const PLAIN: Rules = Preset::Plain.rules();
    /// The rules of [`Preset::Online`].
    pub const ONLINE: Rules = Preset::Online.rules();
    /// The rules of [`Preset::Hybrid`].
    pub const HYBRID: Rules = Preset::Hybrid.rules();
    /// The rules of [`Preset::Jsa`].
    pub const JSA: Rules = Preset::Jsa.rules();
    /// The rules of [`Preset::Misere`].
    pub const MISERE: Rules = Preset::Misere.rules();
    /// The rules of [`Preset::MisereCompulsory`].
    pub const MISERE_COMPULSORY: Rules = Preset::MisereCompulsory.rules();
    /// The rules of [`Preset::Dai`].
    pub const DAI: Rules = Preset::Dai.rules();
    /// The rules of [`Preset::Dai10`].
    pub const DAI_10: Rules = Preset::Dai10.rules();
    /// The rules of [`Preset::Dai17`].
    pub const DAI_17: Rules = Preset::Dai17.rules();
    /// The rules of [`Preset::DaiFive`].
    pub const DAI_FIVE: Rules = Preset::DaiFive.rules();
    /// The rules of [`Preset::DaiHopFive`].
    pub const DAI_HOP_FIVE: Rules = Preset::DaiHopFive.rules();
    /// The rules of [`Preset::DaiLudii`].
    pub const DAI_LUDII: Rules = Preset::DaiLudii.rules();
    /// The rules of [`Preset::MakYek`].
    pub const MAK_YEK: Rules = Preset::MakYek.rules();
    /// The rules of [`Preset::ApitSodok`].
    pub const APIT_SODOK: Rules = Preset::ApitSodok.rules();
    /// The rules of [`Preset::InterventionLine`].
    pub const INTERVENTION_LINE: Rules = Preset::InterventionLine.rules();
}
