//! The static estimate: what a position is worth without looking ahead.
//!
//! A weighted sum of [`Features`], simple counts that are cheap to make with set operations on the whole board. The weights depend on the kind of
//! game and were fitted to the results of games that the engine played against itself; see [`Weights`].

use super::score::MOST_ESTIMATE;
use super::weights::{FEATURES, Weights};
use crate::board::{Bitboard, Direction, Step};
use crate::position::{Position, line_steps};
use crate::rules::{Custodian, Intervention, Rules};

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
        let board = Board::of(position);
        let [own, enemy] = [Army::own(position, &board), Army::enemy(position, &board)];
        let (ours, theirs) = (own.counts(&board), enemy.counts(&board));
        let mut features = [0; FEATURES];
        for (feature, (ours, theirs)) in features.iter_mut().zip(ours.iter().zip(theirs)) {
            *feature = ours - theirs;
        }
        let (attack, danger) = (enemy.endangered(&own, &board), own.endangered(&enemy, &board));
        features[5] = attack;
        features[6] = (attack - 1).max(0);
        features[7] = danger;
        features[8] = (danger - 1).max(0);
        features[18] = 1;
        Features(features)
    }

    /// The weighted sum, in hundredths of a man.
    #[must_use]
    pub fn weighted(&self, weights: &Weights) -> i32 {
        let sum: i32 = self.0.iter().zip(weights.0).map(|(feature, weight)| feature * i32::from(weight)).sum();
        (sum / Weights::UNIT).clamp(-MOST_ESTIMATE, MOST_ESTIMATE)
    }
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

/// What both sides share.
struct Board<'a> {
    rules: &'a Rules,
    squares: Bitboard,
    empty: Bitboard,
}

impl<'a> Board<'a> {
    fn of(position: &'a Position) -> Board<'a> {
        Board { rules: position.rules(), squares: position.rules().size().squares(), empty: position.empty() }
    }
}

/// One side, as its own player sees it.
struct Army {
    men: Bitboard,
    captured: i32,
    lost: i32,
    /// The squares that its men slide to.
    reach: Bitboard,
    /// Its first ranks, up to the middle of the board.
    own_half: Bitboard,
    line_ground: Bitboard,
}

impl Army {
    fn own(position: &Position, board: &Board<'_>) -> Army {
        Army::of(position, board, position.side_to_move())
    }

    fn enemy(position: &Position, board: &Board<'_>) -> Army {
        Army::of(position, board, !position.side_to_move())
    }

    fn of(position: &Position, board: &Board<'_>, side: crate::Side) -> Army {
        let (men, size) = (position.men(side), board.rules.size());
        let home = board.rules.line().map_or(0, crate::rules::LineGoal::outside);
        Army {
            men,
            captured: i32::from(position.captured(side)),
            lost: i32::from(position.captured(!side)),
            reach: Direction::ALL.into_iter().fold(Bitboard::EMPTY, |reach, direction| reach | men.flood(direction, board.empty)),
            own_half: size.first_ranks(side, size.get().div_ceil(2)),
            line_ground: board.squares - size.first_ranks(side, home),
        }
    }

    /// The counts that are compared with the opponent's.
    fn counts(&self, board: &Board<'_>) -> [i32; FEATURES] {
        let size = board.rules.size();
        let len = |set: Bitboard| set.len() as i32;
        let pairs = |step: Step| len(self.men & self.men.step(step));
        let mut counts = [0; FEATURES];
        counts[0] = self.captured;
        counts[1] = 16 * self.captured * self.captured / i32::from(board.rules.target());
        counts[2] = i32::from(self.captured + 1 == i32::from(board.rules.target()));
        counts[3] = self.lead(board.rules);
        counts[4] = len(self.reach);
        counts[9] = len(self.men & size.edges());
        counts[10] = len(self.men & size.corners());
        counts[11] = pairs(Step::WEST) + pairs(Step::SOUTH);
        counts[12] = pairs(Step::SOUTH_WEST) + pairs(Step::SOUTH_EAST);
        counts[13] = len(self.men - self.own_half);
        counts[14] = len(self.men - size.edges() - size.edges().neighbours());
        self.count_lines(board, &mut counts);
        counts
    }

    /// Whether the side is as far ahead as a lead goal asks for.
    fn lead(&self, rules: &Rules) -> i32 {
        match rules.lead() {
            crate::rules::Lead::Held(least) | crate::rules::Lead::Immediate(least) => {
                i32::from(self.captured - self.lost >= i32::from(least))
            }
            crate::rules::Lead::None => 0,
        }
    }

    /// The number of men that the opponent could capture with its next slide, roughly: runs of one or two with an attacker on one side and a square
    /// that the opponent reaches on the other, and pairs that it can step between.
    fn endangered(&self, by: &Army, board: &Board<'_>) -> i32 {
        let mut men = Direction::ALL.into_iter().fold(Bitboard::EMPTY, |men, direction| {
            let (back, closing) = (direction.opposite(), by.reach.shift(direction.opposite()));
            let first = by.men.shift(direction) & self.men;
            let second = match board.rules.custodian() {
                Custodian::Line => first.shift(direction) & self.men & closing,
                Custodian::Single => Bitboard::EMPTY,
            };
            men | (first & closing) | second | second.shift(back)
        });
        if board.rules.intervention() != Intervention::None {
            men |= self.split_by(by.reach);
        }
        men.len() as i32
    }

    /// The men on both sides of the given squares.
    fn split_by(&self, squares: Bitboard) -> Bitboard {
        let between = |a, b| {
            let middle = self.men.shift(a) & self.men.shift(b) & squares;
            middle.shift(a) | middle.shift(b)
        };
        between(Direction::North, Direction::South) | between(Direction::East, Direction::West)
    }

    /// The places where the side may yet make a line of its goal's length, by the number of men that are missing.
    fn count_lines(&self, board: &Board<'_>, counts: &mut [i32; FEATURES]) {
        let Some(goal) = board.rules.line() else { return };
        let men = self.men & self.line_ground;
        let open = (board.empty & self.line_ground) | men;
        for step in line_steps(goal.axes()) {
            // `missing[n]` holds the last squares of rows of squares, none taken by the opponent, that lack n men.
            let empty = open - men;
            let mut missing = [men, empty, Bitboard::EMPTY, Bitboard::EMPTY];
            for _ in 1..goal.length() {
                let moved = missing.map(|ends| ends.step(step));
                missing = [
                    moved[0] & men,
                    (moved[1] & men) | (moved[0] & empty),
                    (moved[2] & men) | (moved[1] & empty),
                    (moved[3] & men) | (moved[2] & empty),
                ];
            }
            (1..4).for_each(|lacking| counts[18 - lacking] += missing[lacking].len() as i32);
        }
    }
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
