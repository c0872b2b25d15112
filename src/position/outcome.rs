//! How a position ends the game: rules, section 4, endings 1 to 6.

use core::fmt;
use core::num::NonZeroU8;

use crate::board::{Bitboard, Side, Step};
use crate::rules::{Axes, CaptureGoal, Lead, LineGoal, NoMove, Rules};

/// Why a game is over.
///
/// The first six are decided by the position alone, the others by the record of a [`Game`](crate::Game).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
#[repr(u8)]
pub enum Reason {
    /// A side has captured as many men as the rules ask for.
    CaptureGoal,
    /// A side has made a line.
    Line,
    /// A side is ahead by as many captures as the rules ask for.
    Lead,
    /// Both sides have too few men left.
    BothWeak,
    /// The side to move has no legal move.
    NoMove,
    /// Neither side can ever capture again, and no line can be made.
    Dead,
    /// The same position has come up too often.
    Repetition,
    /// Too many moves in a row captured nothing.
    QuietLimit,
    /// The game has reached its greatest length.
    MoveLimit,
    /// A player gave up.
    Resignation,
    /// The players agreed on a draw.
    Agreement,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Reason; 11] = [
        Reason::CaptureGoal,
        Reason::Line,
        Reason::Lead,
        Reason::BothWeak,
        Reason::NoMove,
        Reason::Dead,
        Reason::Repetition,
        Reason::QuietLimit,
        Reason::MoveLimit,
        Reason::Resignation,
        Reason::Agreement,
    ];

    /// A short name in lower case, with underscores: `capture_goal`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Reason::CaptureGoal => "capture_goal",
            Reason::Line => "line",
            Reason::Lead => "lead",
            Reason::BothWeak => "both_weak",
            Reason::NoMove => "no_move",
            Reason::Dead => "dead",
            Reason::Repetition => "repetition",
            Reason::QuietLimit => "quiet_limit",
            Reason::MoveLimit => "move_limit",
            Reason::Resignation => "resignation",
            Reason::Agreement => "agreement",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The result of a game that is over: who won, if anybody, and why.
///
/// ```
/// use hasami_shogi::{Outcome, Reason, Side};
///
/// let outcome = Outcome::win(Side::Gote, Reason::Line);
/// assert_eq!(outcome.winner(), Some(Side::Gote));
/// assert_eq!(outcome.to_string(), "gote wins (line)");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Outcome(NonZeroU8);

impl Outcome {
    /// A win for `winner`.
    #[must_use]
    pub const fn win(winner: Side, reason: Reason) -> Outcome {
        Outcome::pack(1 + winner as u8, reason)
    }

    /// A draw.
    #[must_use]
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome::pack(3, reason)
    }

    /// One byte, so that a position can carry its outcome: the winner in the low two bits, the reason above.
    const fn pack(winner: u8, reason: Reason) -> Outcome {
        match NonZeroU8::new((reason as u8) << 2 | winner) {
            Some(packed) => Outcome(packed),
            None => unreachable!(),
        }
    }

    /// The winner; `None` after a draw.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self.0.get() & 3 {
            1 => Some(Side::Sente),
            2 => Some(Side::Gote),
            _ => None,
        }
    }

    /// Why the game is over.
    #[must_use]
    pub const fn reason(self) -> Reason {
        Reason::ALL[(self.0.get() >> 2) as usize]
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner() {
            Some(side) => write!(f, "{side} wins ({})", self.reason()),
            None => write!(f, "draw ({})", self.reason()),
        }
    }
}

impl fmt::Debug for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Outcome({self})")
    }
}

/// The board after a move by `mover`, with the opponent, `next`, to move.
#[derive(Clone, Copy)]
pub(super) struct Moved<'a> {
    pub(super) rules: &'a Rules,
    pub(super) mover: Side,
    /// The mover's men.
    pub(super) own: Bitboard,
    /// The opponent's men, after the captures.
    pub(super) enemy: Bitboard,
}

/// The outcome of a position that was reached by play from one that was not over.
pub(super) fn after_move(moved: Moved<'_>) -> Option<Outcome> {
    after_arrival(moved, Arrival::MayCompleteLine)
}

/// What is known of the arrival square.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Arrival {
    MayCompleteLine,
    CompletesNone,
}

/// The same for one who knows something of the arrival.
pub(super) fn after_arrival(moved: Moved<'_>, arrival: Arrival) -> Option<Outcome> {
    let line = || if arrival == Arrival::CompletesNone { None } else { line_goal(&moved) };
    moved
        .capture_goal()
        .or_else(line)
        .or_else(|| moved.lead())
        .or_else(|| moved.both_weak())
        .or_else(|| no_move(&moved))
        .or_else(|| moved.dead_position())
}

/// The outcome of a position that was set up: here the side to move, too, may have reached a goal. If so, it has won unless the other side has
/// reached the same goal.
pub(super) fn of_setup(moved: Moved<'_>) -> Option<Outcome> {
    let turned = Moved { mover: !moved.mover, own: moved.enemy, enemy: moved.own, ..moved };
    moved
        .capture_goal()
        .or_else(|| turned.capture_goal())
        .or_else(|| line_goal(&moved))
        .or_else(|| line_goal(&turned))
        .or_else(|| after_move(moved))
}

/// The outcome after any move that captures nothing, completes no line and leaves the opponent a move: it rests on the numbers of men alone.
pub(super) fn after_quiet_move(moved: Moved<'_>) -> Option<Outcome> {
    moved.lead().or_else(|| moved.both_weak()).or_else(|| moved.dead_position())
}

/// What follows from the numbers of men: endings 1, 3, 4 and 6. Men are counted only where the rules ask for their number.
impl Moved<'_> {
    /// Men captured by the mover.
    fn captured(&self) -> u8 {
        self.rules.men() - self.enemy.len() as u8
    }

    /// Men captured by the opponent.
    fn lost(&self) -> u8 {
        self.rules.men() - self.own.len() as u8
    }

    /// Ending 1: the mover has captured its target, and wins, or loses under misère.
    fn capture_goal(&self) -> Option<Outcome> {
        let winner = match self.rules.capture_goal() {
            CaptureGoal::Wins => self.mover,
            CaptureGoal::Loses => !self.mover,
        };
        (self.captured() >= self.rules.target()).then(|| Outcome::win(winner, Reason::CaptureGoal))
    }

    /// Ending 3: a lead held by the side that comes to move, or gained by the mover.
    fn lead(&self) -> Option<Outcome> {
        let (ahead, by, least) = match self.rules.lead() {
            Lead::None => return None,
            Lead::Held(least) => (!self.mover, self.lost().saturating_sub(self.captured()), least),
            Lead::Immediate(least) => (self.mover, self.captured().saturating_sub(self.lost()), least),
        };
        (by >= least).then(|| Outcome::win(ahead, Reason::Lead))
    }

    /// Ending 4: both sides have fewer men than the rules ask for.
    fn both_weak(&self) -> Option<Outcome> {
        let least = self.rules.both_weak()?.into();
        (self.own.len() < least && self.enemy.len() < least).then(|| Outcome::draw(Reason::BothWeak))
    }

    /// Ending 6: nobody can capture and nobody can make a line any more.
    ///
    /// A side without men has lost them all, which ending 1 decides. So each has one at least: as soon as one side has two it can capture, and where
    /// neither has, no line can be made and no man can come between two.
    fn dead_position(&self) -> Option<Outcome> {
        let dead = !self.own.has_several() && !self.enemy.has_several();
        dead.then(|| adjudicate(self.rules, self.mover, self.captured(), self.lost(), Reason::Dead))
    }
}

/// The adjudication of section 4: `side` has captured `captured` men and lost `lost`.
pub(crate) fn adjudicate(rules: &Rules, side: Side, captured: u8, lost: u8, reason: Reason) -> Outcome {
    let ahead = match captured.cmp(&lost) {
        core::cmp::Ordering::Equal => return Outcome::draw(reason),
        core::cmp::Ordering::Greater => side,
        core::cmp::Ordering::Less => !side,
    };
    match rules.capture_goal() {
        CaptureGoal::Wins => Outcome::win(ahead, reason),
        CaptureGoal::Loses => Outcome::win(!ahead, reason),
    }
}

/// Ending 2: the mover owns a line outside its first ranks.
fn line_goal(moved: &Moved<'_>) -> Option<Outcome> {
    let goal = moved.rules.line()?;
    let men = moved.own - moved.rules.size().first_ranks(moved.mover, goal.outside());
    has_line(goal, men).then(|| Outcome::win(moved.mover, Reason::Line))
}

/// Whether the men stand in an unbroken line of the goal's length.
fn has_line(goal: LineGoal, men: Bitboard) -> bool {
    line_steps(goal.axes()).any(|step| {
        let mut line = men;
        for _ in 1..goal.length() {
            line = line.step(step) & men;
        }
        !line.is_empty()
    })
}

/// The empty squares where one more of the mover's men would complete a line.
pub(super) fn line_arrivals(moved: &Moved<'_>, empty: Bitboard) -> Bitboard {
    let Some(goal) = moved.rules.line() else { return Bitboard::EMPTY };
    let home = moved.rules.size().first_ranks(moved.mover, goal.outside());
    let men = moved.own - home;
    if men.len() + 1 < u32::from(goal.length()) {
        return Bitboard::EMPTY;
    }
    line_steps(goal.axes()).fold(Bitboard::EMPTY, |arrivals, step| arrivals | completions(goal.length(), men, empty - home, step))
}

/// The squares of `empty` where one man completes a line of `length` along `step`.
fn completions(length: u8, men: Bitboard, empty: Bitboard, step: Step) -> Bitboard {
    // After n steps: `whole` holds the ends of n men in a row, `gapped` those of n squares of which one is empty, the rest men.
    let (mut whole, mut gapped) = (men, empty);
    for _ in 1..length {
        gapped = (gapped.step(step) & men) | (whole.step(step) & empty);
        whole = whole.step(step) & men;
        if gapped.is_empty() {
            return Bitboard::EMPTY;
        }
    }
    // Walk back from the ends to the empty square itself.
    let (mut squares, mut found) = (gapped, gapped & empty);
    for _ in 1..length {
        squares = squares.step_back(step);
        found |= squares & empty;
    }
    found
}

/// The steps along the enabled axes; a diagonal line runs one of two ways.
fn line_steps(axes: Axes) -> impl Iterator<Item = Step> {
    [(Axes::HORIZONTAL, Step::WEST), (Axes::VERTICAL, Step::SOUTH), (Axes::DIAGONAL, Step::SOUTH_WEST), (Axes::DIAGONAL, Step::SOUTH_EAST)]
        .into_iter()
        .filter(move |(axis, _)| axes.contains(*axis))
        .map(|(_, step)| step)
}

/// Ending 5: the opponent cannot move.
fn no_move(moved: &Moved<'_>) -> Option<Outcome> {
    if super::movegen::can_move(moved.rules, moved.enemy, moved.own) {
        return None;
    }
    Some(match moved.rules.no_move() {
        NoMove::Loss => Outcome::win(moved.mover, Reason::NoMove),
        NoMove::Draw => Outcome::draw(Reason::NoMove),
    })
}
