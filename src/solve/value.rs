//! What perfect play leads to.

use core::fmt;

/// Who wins if both sides play as well as can be, from the side to move. Ordered from the worst to the best.
///
/// ```
/// use hasami_shogi::solve::Value;
///
/// assert!(Value::Loss < Value::Draw && Value::Draw < Value::Win);
/// assert_eq!(Value::Win.reversed().to_string(), "loss");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// The opponent wins.
    Loss,
    /// Nobody wins: the game is over without a winner, or goes on for ever.
    Draw,
    /// The side to move wins.
    Win,
}

impl Value {
    /// All values, from the worst.
    pub const ALL: [Value; 3] = [Value::Loss, Value::Draw, Value::Win];

    /// The value from the opponent's side.
    #[must_use]
    pub const fn reversed(self) -> Value {
        match self {
            Value::Loss => Value::Win,
            Value::Draw => Value::Draw,
            Value::Win => Value::Loss,
        }
    }

    /// `win`, `draw` or `loss`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Value::Loss => "loss",
            Value::Draw => "draw",
            Value::Win => "win",
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The exact value of a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Solution {
    /// The value for the side to move.
    pub value: Value,
    /// Plies to the end if the winner hurries and the loser holds out, 0 if the game is over. `None` for draws, and where a table holds values only.
    pub plies: Option<u32>,
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies {
            Some(plies) => write!(f, "{} in {plies}", self.value),
            None => self.value.fmt(f),
        }
    }
}

/// What is known of a position while a table is made, or in the end, in 16 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cell(pub(super) u16);

impl Cell {
    /// Nothing is known yet; in the end, a draw.
    pub(super) const OPEN: Cell = Cell(0);
    /// A capture draws at least, so the position is not lost.
    pub(super) const SAFE: Cell = Cell(0x7fff);
    /// Some move has turned out to lose, and the others have to be looked at.
    pub(super) const SUSPECT: Cell = Cell(0x7ffe);
    /// A draw for good.
    pub(super) const DRAWN: Cell = Cell(0x7ffd);
    /// No position has this cell.
    pub(super) const UNUSED: Cell = Cell(0xffff);
    /// The most plies that a cell can tell.
    pub(super) const MOST_PLIES: u16 = 0x7ff0;

    const LOSS: u16 = 0x8000;

    /// A win in so many plies, of at most [`Cell::MOST_PLIES`].
    pub(super) const fn win(plies: u16) -> Cell {
        Cell(1 + plies)
    }

    /// A loss in so many plies, of at most [`Cell::MOST_PLIES`].
    pub(super) const fn loss(plies: u16) -> Cell {
        Cell(Cell::LOSS + plies)
    }

    /// The plies to a win.
    #[inline]
    pub(super) const fn won_in(self) -> Option<u16> {
        if self.0 == 0 || self.0 > Cell::MOST_PLIES + 1 { None } else { Some(self.0 - 1) }
    }

    /// The plies to a loss.
    #[inline]
    pub(super) const fn lost_in(self) -> Option<u16> {
        if self.0 < Cell::LOSS || self.0 > Cell::LOSS + Cell::MOST_PLIES { None } else { Some(self.0 - Cell::LOSS) }
    }

    /// What the cell says when all is done; `None` for an unused one.
    pub(super) fn solution(self) -> Option<Solution> {
        let solution = |value, plies: Option<u16>| Solution { value, plies: plies.map(u32::from) };
        match (self.won_in(), self.lost_in()) {
            (Some(plies), _) => Some(solution(Value::Win, Some(plies))),
            (_, Some(plies)) => Some(solution(Value::Loss, Some(plies))),
            _ if self == Cell::UNUSED => None,
            _ => Some(solution(Value::Draw, None)),
        }
    }
}
