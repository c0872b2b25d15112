//! The keys of the rules text.

use super::options::named;

/// The name of an option in the text form of the rules (rules, section 6).
///
/// ```
/// use hasami_shogi::RuleKey;
///
/// for key in RuleKey::ALL {
///     println!("{key:12} {}", key.values());
/// }
/// assert_eq!(RuleKey::NoMove.name(), "no-move");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum RuleKey {
    /// The size of the board.
    Size,
    /// The ranks filled at the start.
    Home,
    /// Which men may be hopped over.
    Hop,
    /// How many men custodian capture takes.
    Custodian,
    /// How men at the edge are captured.
    Corner,
    /// What moving in between captures.
    Intervention,
    /// How many captures end the game.
    Target,
    /// Whether reaching the target loses.
    Misere,
    /// The lead in captures that wins.
    Lead,
    /// The line of men that wins.
    Line,
    /// What becomes of a side that cannot move.
    NoMove,
    /// The number of men below which both sides are too weak to go on.
    BothWeak,
    /// Whether capturing is compulsory.
    Compulsory,
    /// What happens when a position comes back.
    Repetition,
    /// The limit on plies without a capture.
    Quiet,
    /// The limit on plies in total.
    Moves,
}

named!(RuleKey {
    Size => "size",
    Home => "home",
    Hop => "hop",
    Custodian => "custodian",
    Corner => "corner",
    Intervention => "intervention",
    Target => "target",
    Misere => "misere",
    Lead => "lead",
    Line => "line",
    NoMove => "no-move",
    BothWeak => "both-weak",
    Compulsory => "compulsory",
    Repetition => "repetition",
    Quiet => "quiet",
    Moves => "moves",
});

impl RuleKey {
    /// The values the key takes, in words for people.
    #[must_use]
    pub const fn values(self) -> &'static str {
        match self {
            RuleKey::Size => "4 to 9",
            RuleKey::Home => "ascending ranks from 1, such as 1 or 1+3",
            RuleKey::Hop => "none, own or any",
            RuleKey::Custodian => "line or single",
            RuleKey::Corner => "none, single, chain or enclosure",
            RuleKey::Intervention => "none, single or line",
            RuleKey::Target => "a number, all or all-but-one",
            RuleKey::Misere | RuleKey::Compulsory => "no or yes",
            RuleKey::Lead => "none, held:N or immediate:N",
            RuleKey::Line => "none, or length:axes:ranks left out, such as 5:hvd:1",
            RuleKey::NoMove => "loss or draw",
            RuleKey::BothWeak => "none or a number",
            RuleKey::Repetition => "none, draw:N or loss:N",
            RuleKey::Quiet | RuleKey::Moves => "none, N:adjudicate or N:draw",
        }
    }
}
