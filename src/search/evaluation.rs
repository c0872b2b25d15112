//! The static estimate: what a position is worth without looking ahead.
//!
//! A weighted sum of [`Features`], simple counts that are cheap to make with set operations on the whole board. The weights depend on the kind of
//! game and were fitted to the results of games that the engine played against itself; see [`Weights`].

use super::score::MOST_ESTIMATE;
use super::weights::{FEATURES, Weights};
use crate::board::{Bitboard, Direction, Side, Step};
use crate::position::Position;
use crate::rules::{Axes, Custodian, Intervention, Lead, LineGoal, Rules};

/// The counts on which the estimate rests. All are for the side to move less those for the opponent, unless said otherwise.
///
/// The order is that of [`Features::NAMES`] and of the weights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features(pub [i32; FEATURES]);

impl Features {
    /// What each feature counts.
    pub const NAMES: [&'static str; FEATURES] = [
        "men captured",
        "square of men captured, in sixteenths of the target",
        "one capture short of the target",
        "lead that wins if it holds",
        "squares in reach of slides",
        "men that the side to move can capture",
        "second and further ones of these",
        "own men that the opponent could capture",
        "second and further ones of these",
        "men on the edge",
        "men in corners",
        "pairs along ranks and files",
        "pairs along diagonals",
        "men beyond the middle rank",
        "men in the inner part of the board",
        "possible lines that lack three men",
        "possible lines that lack two men",
        "possible lines that lack one man",
        "the move",
    ];

    /// The features of a position.
    #[must_use]
    pub fn of(position: &Position) -> Features {
        let terrain = Terrain::of(position.rules());
        let mut features = terrain.encounter(position);
        for (side, sign) in [(position.side_to_move(), 1), (!position.side_to_move(), -1)] {
            let standing = terrain.standing(position.captured(side));
            let structure = terrain.structure(position.men(side), side);
            for (feature, count) in features.0.iter_mut().zip(standing.0.iter().zip(structure.0)) {
                *feature += sign * (count.0 + count.1);
            }
        }
        features
    }

    const NONE: Features = Features([0; FEATURES]);

    /// The weighted sum, in the units of the weights.
    #[inline]
    pub(super) fn sum(&self, weights: &Weights) -> i32 {
        self.0.iter().zip(weights.0).map(|(feature, weight)| feature * i32::from(weight)).sum()
    }

    /// The weighted sum, in hundredths of a man.
    #[must_use]
    pub fn weighted(&self, weights: &Weights) -> i32 {
        in_hundredths(self.sum(weights))
    }
}

/// An estimate from a weighted sum.
#[inline]
pub(super) fn in_hundredths(sum: i32) -> i32 {
    (sum / Weights::UNIT).clamp(-MOST_ESTIMATE, MOST_ESTIMATE)
}

/// The static estimate of a position, from the side to move, in hundredths of a man.
///
/// It takes no notice of whether the game is over.
///
/// ```
/// use hasami_shogi::{Position, Rules, search};
///
/// let ahead = Position::from_sfen(Rules::CLASSIC_8, "pppppp3/9/9/9/9/9/9/9/PPPPPPPPP b")?;
/// assert!(search::evaluate(&ahead) > 200);
/// # Ok::<(), hasami_shogi::SfenError>(())
/// ```
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    Features::of(position).weighted(Weights::for_rules(position.rules()))
}

/// What the rules lay down for all positions alike.
pub(super) struct Terrain {
    squares: Bitboard,
    edges: Bitboard,
    corners: Bitboard,
    inner: Bitboard,
    /// For each side, the squares beyond its first ranks up to the middle of the board.
    beyond: [Bitboard; 2],
    /// For each side, the squares on which its lines count.
    line_ground: [Bitboard; 2],
    line: Option<LineGoal>,
    lead: Lead,
    target: i32,
    /// The number of men at the start.
    men: i32,
    custodian: Custodian,
    intervention: Intervention,
}

impl Terrain {
    pub(super) fn of(rules: &Rules) -> Terrain {
        let size = rules.size();
        let outside = |ranks| Side::ALL.map(|side| size.squares() - size.first_ranks(side, ranks));
        Terrain {
            squares: size.squares(),
            edges: size.edges(),
            corners: size.corners(),
            inner: size.squares() - size.edges() - size.edges().neighbours(),
            beyond: outside(size.get().div_ceil(2)),
            line_ground: outside(rules.line().map_or(0, LineGoal::outside)),
            line: rules.line(),
            lead: rules.lead(),
            target: rules.target().into(),
            men: rules.men().into(),
            custodian: rules.custodian(),
            intervention: rules.intervention(),
        }
    }

    /// The number of men that were captured from a side.
    #[inline]
    pub(super) fn lost(&self, men: Bitboard) -> i32 {
        self.men - men.len() as i32
    }

    /// The features that rest on the number of captures of one side alone.
    pub(super) fn standing(&self, captured: u8) -> Features {
        let (captured, mut features) = (i32::from(captured), Features::NONE);
        features.0[0] = captured;
        features.0[1] = 16 * captured * captured / self.target;
        features.0[2] = i32::from(captured + 1 == self.target);
        features
    }

    /// The features that rest on the places of one side's men alone.
    pub(super) fn structure(&self, men: Bitboard, side: Side) -> Features {
        let len = |set: Bitboard| set.len() as i32;
        let pairs = |step: Step| len(men & men.step(step));
        let mut features = Features::NONE;
        features.0[9] = len(men & self.edges);
        features.0[10] = len(men & self.corners);
        features.0[11] = pairs(Step::WEST) + pairs(Step::SOUTH);
        features.0[12] = pairs(Step::SOUTH_WEST) + pairs(Step::SOUTH_EAST);
        features.0[13] = len(men & self.beyond[side.index()]);
        features.0[14] = len(men & self.inner);
        features
    }

    /// All other features: those that rest on the men of both sides.
    #[inline]
    pub(super) fn encounter(&self, position: &Position) -> Features {
        let empty = self.squares - position.occupied();
        let army = |side| Army::of(position.men(side), empty);
        let (own, enemy) = (army(position.side_to_move()), army(!position.side_to_move()));
        let mut features = Features::NONE;
        features.0[3] = self.lead(&own, &enemy);
        features.0[4] = own.reach.len() as i32 - enemy.reach.len() as i32;
        let [attack, danger] = self.endangered(&own, &enemy);
        features.0[5] = attack;
        features.0[6] = (attack - 1).max(0);
        features.0[7] = danger;
        features.0[8] = (danger - 1).max(0);
        if let Some(goal) = self.line {
            let rows = |side, army: &Army| lacking(goal, army.men & self.line_ground[side], empty & self.line_ground[side]);
            let (ours, theirs) = (rows(position.side_to_move().index(), &own), rows((!position.side_to_move()).index(), &enemy));
            for (lack, (ours, theirs)) in (1..).zip(ours.iter().zip(theirs)) {
                features.0[18 - lack] = ours - theirs;
            }
        }
        features.0[18] = 1;
        features
    }

    /// Which side, if any, is as far ahead as a lead goal asks for.
    fn lead(&self, own: &Army, enemy: &Army) -> i32 {
        match self.lead {
            Lead::Held(least) | Lead::Immediate(least) => {
                let ahead = self.lost(enemy.men) - self.lost(own.men);
                i32::from(ahead >= i32::from(least)) - i32::from(-ahead >= i32::from(least))
            }
            Lead::None => 0,
        }
    }

    /// The numbers of the enemy's and of the own men that could be captured with one slide, roughly.
    fn endangered(&self, own: &Army, enemy: &Army) -> [i32; 2] {
        if self.intervention == Intervention::None && own.men.neighbours().is_disjoint(enemy.men) {
            return [0, 0];
        }
        [self.endangered_by(own, enemy), self.endangered_by(enemy, own)].map(|men| men.len() as i32)
    }

    /// The men that the opponent, `by`, could capture with a slide: runs of one or two with an attacker on one side and a square that the opponent
    /// reaches on the other, and pairs that it can step between.
    fn endangered_by(&self, by: &Army, army: &Army) -> Bitboard {
        let men = Direction::ALL.into_iter().fold(Bitboard::EMPTY, |men, direction| {
            let (back, closing) = (direction.opposite(), by.reach.shift(direction.opposite()));
            let first = by.men.shift(direction) & army.men;
            let second = match self.custodian {
                Custodian::Line => first.shift(direction) & army.men & closing,
                Custodian::Single => Bitboard::EMPTY,
            };
            men | (first & closing) | second | second.shift(back)
        });
        match self.intervention {
            Intervention::None => men,
            _ => men | army.split_by(by.reach),
        }
    }
}

/// The men of one side.
struct Army {
    men: Bitboard,
    /// The squares that they slide to.
    reach: Bitboard,
}

impl Army {
    #[inline]
    fn of(men: Bitboard, empty: Bitboard) -> Army {
        Army { men, reach: men.floods(empty) }
    }

    /// The men on both sides of the given squares.
    fn split_by(&self, squares: Bitboard) -> Bitboard {
        let between = |a, b| {
            let middle = self.men.shift(a) & self.men.shift(b) & squares;
            middle.shift(a) | middle.shift(b)
        };
        between(Direction::North, Direction::South) | between(Direction::East, Direction::West)
    }
}

/// The numbers of rows of the goal's length that the side with these men may yet fill because all else in them is empty, and that lack one, two and
/// three men.
fn lacking(goal: LineGoal, men: Bitboard, empty: Bitboard) -> [i32; 3] {
    let mut rows = [0; 3];
    if men.len() + 3 < u32::from(goal.length()) {
        return rows;
    }
    let mut add = |ends: [Bitboard; 3]| {
        // Mostly there are none, and counting takes longer than to see that.
        for (rows, ends) in rows.iter_mut().zip(ends).filter(|(_, ends)| !ends.is_empty()) {
            *rows += ends.len() as i32;
        }
    };
    // Each call with a constant step, so that the shifts are constant too.
    if goal.axes().contains(Axes::HORIZONTAL) {
        add(lacking_along(Step::WEST, goal.length(), men, empty));
    }
    if goal.axes().contains(Axes::VERTICAL) {
        add(lacking_along(Step::SOUTH, goal.length(), men, empty));
    }
    if goal.axes().contains(Axes::DIAGONAL) {
        add(lacking_along(Step::SOUTH_WEST, goal.length(), men, empty));
        add(lacking_along(Step::SOUTH_EAST, goal.length(), men, empty));
    }
    rows
}

/// The last squares of such rows along one axis.
#[inline(always)]
fn lacking_along(step: Step, length: u8, men: Bitboard, empty: Bitboard) -> [Bitboard; 3] {
    let (mut open, mut gaps) = (men | empty, empty);
    // For each square, the empty ones in the row so far that ends there, counted in two bits and one for more than that.
    let (mut ends, mut ones, mut twos, mut more) = (open, gaps, Bitboard::EMPTY, Bitboard::EMPTY);
    for _ in 1..length {
        (open, gaps) = (open.step(step), gaps.step(step));
        let carried = ones & gaps;
        more |= twos & carried;
        twos ^= carried;
        ones ^= gaps;
        ends &= open;
    }
    ends -= more;
    [(ends & ones) - twos, (ends & twos) - ones, ends & ones & twos]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features(rules: Rules, sfen: &str) -> Features {
        Features::of(&Position::from_sfen(rules, sfen).unwrap())
    }

    #[test]
    fn the_start_is_balanced() {
        for preset in crate::Preset::ALL {
            let mut features = Features::of(&Position::start(preset.rules()));
            assert_eq!(core::mem::take(&mut features.0[18]), 1);
            assert_eq!(features.0, [0; FEATURES], "{preset}");
        }
    }

    #[test]
    fn danger_is_seen() {
        let features = features(Rules::PLAIN, "9/9/3pP4/9/9/5p3/9/9/8P b");
        assert_eq!((features.0[5], features.0[7]), (0, 1));
    }

    #[test]
    fn lines_are_counted() {
        let features = features(Rules::HYBRID, "9/9/9/9/2PPP4/9/9/9/4p4 b");
        // Of the rows of five along rank e, three hold all three men and two hold two of them.
        assert_eq!(features.0[16], 3);
    }
}
