//! Rules as text (rules, section 6): a preset and what differs from it, `online,size=7,target=all`.

use alloc::string::String;
use core::fmt::{self, Display, Write};
use core::str::FromStr;

use super::*;

/// No text of rules is longer, in bytes: each key can stand once, and values are short.
pub(super) const MAX_LENGTH: usize = 400;

const KEYS: usize = RuleKey::ALL.len();

/// Writes the shortest text that reads back as equal rules; of several, the one whose preset comes first.
///
/// Tries every preset: some tens of microseconds, for people and files rather than for inner loops.
impl Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.to_builder();
        let items = spell_out(&rules);
        let texts = Preset::ALL.iter().map(|&preset| text_from(preset, rules.men(), &items));
        f.pad(&texts.min_by_key(String::len).unwrap_or_default())
    }
}

impl fmt::Debug for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rules({self})")
    }
}

/// The name of the preset, and those of the items that the preset does not imply for a game with so many men.
fn text_from(preset: Preset, men: u8, items: &str) -> String {
    let base = preset.builder();
    let base = spell_out(&base.target(Target::Men(base.target.resolve(men))));
    let differing = items.split(',').zip(base.split(',')).filter(|(item, base)| item != base);
    differing.fold(preset.name().into(), |text: String, (item, _)| text + "," + item)
}

/// Every key with its value, in order and separated by commas.
fn spell_out(rules: &RulesBuilder) -> String {
    let values: [&dyn Display; KEYS] = [
        &rules.size,
        &rules.home,
        &rules.hop,
        &rules.custodian,
        &rules.corner,
        &rules.intervention,
        &rules.target,
        &yes_or_no(rules.capture_goal == CaptureGoal::Loses),
        &rules.lead,
        &OrNone(rules.line),
        &rules.no_move,
        &OrNone(rules.both_weak),
        &yes_or_no(rules.compulsion == Compulsion::Compulsory),
        &rules.repetition,
        &rules.quiet,
        &rules.moves,
    ];
    let mut text = String::new();
    for (key, value) in RuleKey::ALL.iter().zip(values) {
        let comma = if text.is_empty() { "" } else { "," };
        // Writing to a string does not fail.
        let _ = write!(text, "{comma}{key}={value}");
    }
    text
}

const fn yes_or_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

struct OrNone<T>(Option<T>);

impl<T: Display> Display for OrNone<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            None => f.write_str("none"),
            Some(value) => value.fmt(f),
        }
    }
}

impl Display for HomeRanks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, rank) in self.iter().enumerate() {
            let plus = if index == 0 { "" } else { "+" };
            write!(f, "{plus}{rank}")?;
        }
        Ok(())
    }
}

impl Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Men(men) => men.fmt(f),
            Target::All => f.write_str("all"),
            Target::AllButOne => f.write_str("all-but-one"),
        }
    }
}

impl Display for Lead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Lead::None => f.write_str("none"),
            Lead::Held(lead) => write!(f, "held:{lead}"),
            Lead::Immediate(lead) => write!(f, "immediate:{lead}"),
        }
    }
}

const AXIS_LETTERS: [(Axes, &str); 3] = [(Axes::HORIZONTAL, "h"), (Axes::VERTICAL, "v"), (Axes::DIAGONAL, "d")];

impl Display for Axes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = AXIS_LETTERS.iter().filter(|(axis, _)| self.contains(*axis));
        letters.try_for_each(|(_, letter)| f.write_str(letter))
    }
}

impl Display for LineGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.length(), self.axes(), self.outside())
    }
}

impl Display for Repetition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Repetition::None => f.write_str("none"),
            Repetition::Draw(n) => write!(f, "draw:{n}"),
            Repetition::Loss(n) => write!(f, "loss:{n}"),
        }
    }
}

impl Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::None => f.write_str("none"),
            Limit::Adjudicate(plies) => write!(f, "{plies}:adjudicate"),
            Limit::Draw(plies) => write!(f, "{plies}:draw"),
        }
    }
}

/// Reads exactly the form that is written, with the keys in any order and values that say nothing new allowed.
impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        if text.len() > MAX_LENGTH {
            return Err(RulesError::TooLong { length: text.len() });
        }
        let (name, _) = text.split_once(',').unwrap_or((text, ""));
        let preset: Preset = name.parse()?;
        let mut reader = Reader { rules: preset.builder(), offsets: [None; KEYS], huge: None };
        let mut offset = name.len() + 1;
        for item in text.split(',').skip(1) {
            reader.item(item, offset)?;
            offset += item.len() + 1;
        }
        reader.finish()
    }
}

struct Reader {
    rules: RulesBuilder,
    /// Where each key stands.
    offsets: [Option<usize>; KEYS],
    /// The first value with a number that is too great to be kept.
    huge: Option<(RuleKey, String, usize)>,
}

impl Reader {
    /// Reads one `key=value` that begins at the offset.
    fn item(&mut self, item: &str, offset: usize) -> Result<(), RulesError> {
        if item.is_empty() {
            return Err(RulesError::EmptyItem { offset });
        }
        let (name, value) = match item.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (item, None),
        };
        let key = RuleKey::from_name(name).ok_or_else(|| RulesError::UnknownKey { text: name.into(), offset })?;
        let after_key = offset + name.len();
        let value = value.ok_or(RulesError::MissingValue { key, offset: after_key })?;
        if self.offsets[key as usize].replace(offset).is_some() {
            return Err(RulesError::DuplicateKey { key, offset });
        }
        match set(self.rules, key, value) {
            Ok(rules) => self.rules = rules,
            Err(Problem::Form) => return Err(RulesError::BadValue { key, text: value.into(), offset: after_key + 1 }),
            Err(Problem::Huge) => _ = self.huge.get_or_insert((key, value.into(), after_key + 1)),
        }
        Ok(())
    }

    /// Makes the rules. Only now is it known how large the numbers can be.
    fn finish(self) -> Result<Rules, RulesError> {
        if let Some((key, text, offset)) = self.huge {
            let (least, most) = self.rules.range(key);
            return Err(RulesError::OutOfRange { key, text, offset, least, most });
        }
        self.rules.check().map_err(|(key, problem)| {
            let offset = self.offsets[key as usize];
            RulesError::Contradiction { key, problem, offset }
        })
    }
}

/// What is wrong with a value by itself.
enum Problem {
    /// It is not formed like one.
    Form,
    /// It is, but a number in it is greater than any that can be kept.
    Huge,
}

/// The rules with one option changed.
fn set(rules: RulesBuilder, key: RuleKey, value: &str) -> Result<RulesBuilder, Problem> {
    Ok(match key {
        RuleKey::Size => rules.size(number(value).ok().and_then(BoardSize::new).ok_or(Problem::Form)?),
        RuleKey::Home => rules.home(home(value)?),
        RuleKey::Hop => rules.hop(Hop::from_name(value).ok_or(Problem::Form)?),
        RuleKey::Custodian => rules.custodian(Custodian::from_name(value).ok_or(Problem::Form)?),
        RuleKey::Corner => rules.corner(Corner::from_name(value).ok_or(Problem::Form)?),
        RuleKey::Intervention => rules.intervention(Intervention::from_name(value).ok_or(Problem::Form)?),
        RuleKey::Target => rules.target(target(value)?),
        RuleKey::Misere => rules.capture_goal(no_yes(value, CaptureGoal::Wins, CaptureGoal::Loses)?),
        RuleKey::Lead => rules.lead(lead(value)?),
        RuleKey::Line => rules.line(or_none(value, line)?),
        RuleKey::NoMove => rules.no_move(NoMove::from_name(value).ok_or(Problem::Form)?),
        RuleKey::BothWeak => rules.both_weak(or_none(value, number)?),
        RuleKey::Compulsory => rules.compulsion(no_yes(value, Compulsion::Optional, Compulsion::Compulsory)?),
        RuleKey::Repetition => rules.repetition(repetition(value)?),
        RuleKey::Quiet => rules.quiet_limit(limit(value)?),
        RuleKey::Moves => rules.move_limit(limit(value)?),
    })
}

/// A decimal number without sign or leading zeros.
fn number<T: FromStr>(text: &str) -> Result<T, Problem> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let leading_zero = text.len() > 1 && text.starts_with('0');
    if digits && !leading_zero { text.parse().map_err(|_| Problem::Huge) } else { Err(Problem::Form) }
}

fn no_yes<T>(text: &str, no: T, yes: T) -> Result<T, Problem> {
    match text {
        "no" => Ok(no),
        "yes" => Ok(yes),
        _ => Err(Problem::Form),
    }
}

fn or_none<T>(text: &str, read: impl Fn(&str) -> Result<T, Problem>) -> Result<Option<T>, Problem> {
    if text == "none" { Ok(None) } else { read(text).map(Some) }
}

/// Ranks joined by `+`, each higher than the one before.
fn home(text: &str) -> Result<HomeRanks, Problem> {
    let (mut home, mut highest, mut huge) = (HomeRanks::EMPTY, 0, false);
    for rank in text.split('+') {
        let rank: u32 = number(rank)?;
        if rank <= highest {
            return Err(Problem::Form);
        }
        match 1_u8.checked_shl(rank - 1) {
            Some(mask) => home = HomeRanks::from_mask(home.mask() | mask),
            None => huge = true,
        }
        highest = rank;
    }
    if huge { Err(Problem::Huge) } else { Ok(home) }
}

fn target(text: &str) -> Result<Target, Problem> {
    match text {
        "all" => Ok(Target::All),
        "all-but-one" => Ok(Target::AllButOne),
        _ => number(text).map(Target::Men),
    }
}

fn lead(text: &str) -> Result<Lead, Problem> {
    match text.split_once(':') {
        None if text == "none" => Ok(Lead::None),
        Some(("held", lead)) => number(lead).map(Lead::Held),
        Some(("immediate", lead)) => number(lead).map(Lead::Immediate),
        _ => Err(Problem::Form),
    }
}

fn line(text: &str) -> Result<LineGoal, Problem> {
    let (length, rest) = text.split_once(':').ok_or(Problem::Form)?;
    let (letters, outside) = rest.split_once(':').ok_or(Problem::Form)?;
    let (length, axes, outside) = (number(length), axes(letters).ok_or(Problem::Form)?, number(outside));
    // No board has so many ranks to leave out, which is no matter of the length.
    let outside = if matches!(outside, Err(Problem::Huge)) { u8::MAX } else { outside? };
    Ok(LineGoal::new(length?, axes, outside))
}

/// Some of the letters, in their order.
fn axes(mut letters: &str) -> Option<Axes> {
    let mut axes = Axes::empty();
    for (axis, letter) in AXIS_LETTERS {
        if let Some(rest) = letters.strip_prefix(letter) {
            axes |= axis;
            letters = rest;
        }
    }
    letters.is_empty().then_some(axes)
}

fn repetition(text: &str) -> Result<Repetition, Problem> {
    match text.split_once(':') {
        None if text == "none" => Ok(Repetition::None),
        Some(("draw", n)) => number(n).map(Repetition::Draw),
        Some(("loss", n)) => number(n).map(Repetition::Loss),
        _ => Err(Problem::Form),
    }
}

fn limit(text: &str) -> Result<Limit, Problem> {
    match text.split_once(':') {
        None if text == "none" => Ok(Limit::None),
        Some((plies, "adjudicate")) => number(plies).map(Limit::Adjudicate),
        Some((plies, "draw")) => number(plies).map(Limit::Draw),
        _ => Err(Problem::Form),
    }
}
