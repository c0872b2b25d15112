//! Which moves to try, and in which order.
//!
//! First the move that the transposition table remembers, then what completes a line or captures, most men first, then quiet moves: killers, the
//! move that refuted the opponent's last one before, and the rest by their histories. Where a side wins by what the opponent has to take, moves
//! that offer a man come before other quiet ones.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::history::{Histories, ManHistory};
use crate::board::{Bitboard, Direction, Square};
use crate::position::{Move, Position, Quiet};
use crate::rules::{CaptureGoal, Compulsion, Rules};

/// A move with what ordering and pruning need to know of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    pub(super) captured: u8,
    /// Whether it captures or may complete a line.
    pub(super) tactical: bool,
}

/// A candidate with its score, in one word that grows with the score; of equal scores, the move with the lower squares counts for more.
///
/// From the highest bit: score 32 bits, the complement of the move 14, men captured 8, tactical 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Scored(u64);

impl Scored {
    #[inline]
    fn new(mv: Move, score: i32, captured: u8, tactical: bool) -> Scored {
        let score = u64::from(score as u32 ^ 1 << 31);
        let squares = (mv.from().index() << 7 | mv.to().index()) as u64 ^ 0x3fff;
        Scored(score << 32 | squares << 18 | u64::from(captured) << 1 | u64::from(tactical))
    }

    #[inline]
    pub(super) fn candidate(self) -> Option<Candidate> {
        let square = |bits: u64| Square::try_new((bits & 0x7f) as usize);
        let squares = !self.0 >> 18;
        let mv = Move::new(square(squares >> 7)?, square(squares)?);
        Some(Candidate { mv, captured: self.captured(), tactical: self.0 & 1 != 0 })
    }

    #[inline]
    pub(super) fn captured(self) -> u8 {
        (self.0 >> 1) as u8
    }
}

/// What ordering knows of a node.
pub(super) struct Hints {
    pub(super) table: Option<Move>,
    pub(super) before: Move,
    pub(super) ply: usize,
}

const TACTICAL: i32 = 1_000_000;
const MAN: i32 = 10_000;
const REMEMBERED: i32 = 100_000;
const OFFER: i32 = 8_000;

/// Appends all legal moves but the table's to `list`, and answers how many of them are tactical: these are picked first.
pub(super) fn generate(position: &Position, quiet: &Quiet, histories: &Histories, hints: &Hints, list: &mut Vec<Scored>) -> usize {
    let remembered = Remembered::of(histories, hints);
    let mut generator = Generator {
        position,
        quiet,
        histories,
        hints,
        remembered,
        offers: wins_by_offers(position.rules()).then(|| Offers::of(position)),
        list,
        tactical: 0,
    };
    if position.rules().compulsion() == Compulsion::Compulsory {
        let _ = position.for_each_man(|man| {
            generator.add_man(man.from(), man.targets());
            ControlFlow::<()>::Continue(())
        });
    } else {
        position.targets().for_each(|(from, targets)| generator.add_man(from, targets));
    }
    generator.tactical
}

/// Whether a side wins by offering men that the opponent has to take.
pub(super) fn wins_by_offers(rules: &Rules) -> bool {
    rules.capture_goal() == CaptureGoal::Loses && rules.compulsion() == Compulsion::Compulsory
}

/// Appends the moves that capture something, or may complete a line, but for the table's.
pub(super) fn generate_tactical(position: &Position, quiet: &Quiet, table: Option<Move>, list: &mut Vec<Scored>) {
    let loud = quiet.loud();
    if loud.is_empty() {
        return;
    }
    for (from, targets) in position.targets() {
        for to in targets & loud {
            let mv = Move::new(from, to);
            let captured = position.captures_of(mv).len() as u8;
            let line = quiet.lines.contains(to);
            if (captured > 0 || line) && Some(mv) != table {
                list.push(Scored::new(mv, i32::from(captured) * MAN + i32::from(line), captured, true));
            }
        }
    }
}

/// After the first move, the next best so many are brought forward at once; if none of them cuts off, the others are sorted.
const FORWARD: usize = 8;
const SORTED: usize = 1 + FORWARD;

/// Brings the best of the candidates from `first + taken` on to that place, when `taken` moves of the node were taken before.
pub(super) fn pick(list: &mut [Scored], first: usize, taken: usize) -> Option<Candidate> {
    let start = first + taken;
    match taken {
        0 => {
            let (best, _) = list.get(start..)?.iter().enumerate().max_by_key(|(_, scored)| **scored)?;
            list.swap(start, start + best);
        }
        1 => bring_forward(list.get_mut(start..)?),
        SORTED => list.get_mut(start..)?.sort_unstable_by_key(|scored| core::cmp::Reverse(*scored)),
        _ => {}
    }
    list.get(start)?.candidate()
}

/// Brings the best few to the front, in order.
fn bring_forward(list: &mut [Scored]) {
    let (front, rest) = list.split_at_mut(FORWARD.min(list.len()));
    front.sort_unstable_by_key(|scored| core::cmp::Reverse(*scored));
    for scored in rest {
        // What comes in pushes the least one out.
        let Some(least) = front.last_mut().filter(|least| **least < *scored) else { continue };
        core::mem::swap(least, scored);
        let mut place = front.len() - 1;
        while place > 0 && front[place - 1] < front[place] {
            front.swap(place - 1, place);
            place -= 1;
        }
    }
}

struct Generator<'a> {
    position: &'a Position,
    quiet: &'a Quiet,
    histories: &'a Histories,
    hints: &'a Hints,
    remembered: Remembered,
    /// Where men can be taken, if that is what a side wins by.
    offers: Option<Offers>,
    list: &'a mut Vec<Scored>,
    /// How many of the moves so far are tactical.
    tactical: usize,
}

impl Generator<'_> {
    /// Appends the moves of one man.
    fn add_man(&mut self, from: Square, targets: Bitboard) {
        let targets = match self.hints.table {
            Some(mv) if mv.from() == from => targets.without(mv.to()),
            _ => targets,
        };
        let history = self.histories.of_man(self.position.side_to_move(), from, self.hints.before);
        let special = targets & (self.quiet.loud() | self.remembered.targets_of(from));
        for to in special {
            self.add_special(Move::new(from, to), &history);
        }
        let calm = targets - special;
        for to in calm {
            let mv = Move::new(from, to);
            self.add_quiet(mv, self.offer(mv) + history.score(to));
        }
    }

    /// Appends a move that may capture, may complete a line, or is remembered.
    #[inline(never)]
    fn add_special(&mut self, mv: Move, history: &ManHistory<'_>) {
        let loud = self.quiet.captures.contains(mv.to());
        let captured = if loud { self.position.captures_of(mv).len() as u8 } else { 0 };
        let line = self.quiet.lines.contains(mv.to());
        let offer = self.offer(mv);
        if captured > 0 || line {
            let score = TACTICAL + MAN * i32::from(captured) + 2 * MAN * i32::from(line) + offer;
            self.list.push(Scored::new(mv, score, captured, true));
            self.tactical += 1;
        } else {
            self.add_quiet(mv, self.remembered.score(mv) + offer + history.score(mv.to()));
        }
    }

    /// What a move is worth as an offer.
    #[inline]
    fn offer(&self, mv: Move) -> i32 {
        self.offers.as_ref().map_or(0, |offers| offers.score(mv))
    }

    #[inline]
    fn add_quiet(&mut self, mv: Move, score: i32) {
        self.list.push(Scored::new(mv, score, 0, false));
    }
}

/// Quiet moves that did well in other nodes: two killers and the counter move.
struct Remembered([Option<Move>; 3]);

impl Remembered {
    fn of(histories: &Histories, hints: &Hints) -> Remembered {
        let [killer, older] = histories.killers(hints.ply);
        Remembered([killer, older, histories.counter(hints.before)])
    }

    /// Where such moves of the man on `from` go.
    #[inline]
    fn targets_of(&self, from: Square) -> Bitboard {
        self.0.iter().flatten().filter(|mv| mv.from() == from).map(|mv| mv.to()).collect()
    }

    fn score(&self, mv: Move) -> i32 {
        self.0.iter().position(|known| *known == Some(mv)).map_or(0, |place| REMEMBERED - place as i32)
    }
}

/// Where men can be taken.
pub(super) struct Offers {
    /// Own men that the opponent could capture now, roughly.
    men: Bitboard,
    /// Squares where a man that arrives could be captured at once, roughly.
    squares: Bitboard,
}

impl Offers {
    fn of(position: &Position) -> Offers {
        let (own, enemy, empty) = (position.own(), position.enemy(), position.empty());
        let reach = enemy.floods(empty);
        let squares = Direction::ALL
            .into_iter()
            .fold(Bitboard::EMPTY, |squares, direction| squares | (enemy.shift(direction) & reach.shift(direction.opposite())));
        Offers { men: squares & own, squares: squares & empty }
    }

    /// The score of a move that offers a man; one that takes back an offer has the opposite one.
    #[inline]
    fn score(&self, mv: Move) -> i32 {
        OFFER * (i32::from(self.squares.contains(mv.to())) - i32::from(self.men.contains(mv.from())))
    }
}
