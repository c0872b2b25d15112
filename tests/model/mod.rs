//! The rules of moving, capturing and winning as plain questions about sets of coordinates: slow, and as near to the words of the rules as it goes.
#![allow(dead_code, unreachable_pub)]

pub mod sets;

use std::collections::BTreeSet;

use hasami_shogi::{
    Axes, Bitboard, CaptureGoal, Corner, Custodian, Direction, Hop, Intervention, Lead, Move, MoveKind, NoMove, Outcome, Position, Reason,
    Rules, Side, Square,
};

/// File and rank numbers, which may lie off the board.
pub type Point = (i8, i8);

/// A set of squares as the numbers of their files and ranks.
pub type Points = BTreeSet<Point>;

/// North, east, south, west: rank 1 is at the top and file 1 on the right.
pub const STEPS: [Point; 4] = [(0, -1), (-1, 0), (0, 1), (1, 0)];

/// The step of a direction.
pub fn step_of(direction: Direction) -> Point {
    match direction {
        Direction::North => (0, -1),
        Direction::East => (-1, 0),
        Direction::South => (0, 1),
        Direction::West => (1, 0),
    }
}

/// The coordinates of a square.
pub fn point(square: Square) -> Point {
    (square.file().number() as i8, square.rank().number() as i8)
}

/// The coordinates of a set of squares.
pub fn points(set: Bitboard) -> Points {
    Square::all().filter(|square| set.contains(*square)).map(point).collect()
}

/// The squares of a board of `size` × `size`.
pub fn board(size: u8) -> Points {
    let size = size as i8;
    (1..=size).flat_map(|file| (1..=size).map(move |rank| (file, rank))).collect()
}

/// The point `n` steps on.
pub fn walk((file, rank): Point, (x, y): Point, n: i8) -> Point {
    (file + n * x, rank + n * y)
}

/// The points of an unbroken row of members of `set` that begins right behind `from`.
pub fn row(from: Point, step: Point, set: &Points) -> Vec<Point> {
    (1..).map(|n| walk(from, step, n)).take_while(|point| set.contains(point)).collect()
}

/// The members of `set` next to a point.
pub fn beside(at: Point, set: &Points) -> Points {
    STEPS.into_iter().map(|step| walk(at, step, 1)).filter(|point| set.contains(point)).collect()
}

/// The members of `set` that hang together with `seed`, itself one of them.
pub fn group(seed: Point, set: &Points) -> Points {
    let (mut group, mut open) = (Points::from([seed]), vec![seed]);
    while let Some(at) = open.pop() {
        open.extend(beside(at, set).into_iter().filter(|point| group.insert(*point)));
    }
    group
}

/// The board before a move, as the side to move sees it.
pub struct Board {
    own: Points,
    empty: Points,
    /// The men that may be hopped over.
    hurdles: Points,
}

impl Board {
    /// The board of a position.
    pub fn of(position: &Position) -> Board {
        let own = points(position.men(position.side_to_move()));
        let enemy = points(position.men(!position.side_to_move()));
        let hurdles = match position.rules().hop() {
            Hop::None => Points::new(),
            Hop::Own => own.clone(),
            Hop::Any => &own | &enemy,
        };
        Board { empty: &(&board(position.rules().size().get()) - &own) - &enemy, own, hurdles }
    }

    /// How the rules let a man get from one square to another, whatever it captures there.
    pub fn kind_of(&self, mv: Move) -> Option<MoveKind> {
        let (from, to) = (point(mv.from()), point(mv.to()));
        if !self.own.contains(&from) || !self.empty.contains(&to) {
            return None;
        }
        let slides = STEPS.iter().any(|step| row(from, *step, &self.empty).contains(&to));
        slides.then_some(MoveKind::Slide).or(self.hops(from).contains(&to).then_some(MoveKind::Hop))
    }

    /// Whether any man has a move.
    pub fn can_move(&self) -> bool {
        self.own.iter().any(|man| !beside(*man, &self.empty).is_empty() || !self.hops(*man).is_empty())
    }

    fn hops(&self, from: Point) -> Points {
        let over = STEPS.into_iter().filter(|step| self.hurdles.contains(&walk(from, *step, 1)));
        over.map(|step| walk(from, step, 2)).filter(|to| self.empty.contains(to)).collect()
    }
}

/// A board right after the moved man has arrived on `to`, before anything is removed.
pub struct Arrival {
    rules: Rules,
    own: Points,
    enemy: Points,
    to: Point,
}

impl Arrival {
    /// The board after a move that goes by the rules of moving.
    pub fn of(position: &Position, mv: Move) -> Arrival {
        let mover = position.side_to_move();
        let mut own = points(position.men(mover));
        own.remove(&point(mv.from()));
        own.insert(point(mv.to()));
        Arrival { rules: *position.rules(), own, enemy: points(position.men(!mover)), to: point(mv.to()) }
    }

    /// The enemy men that some rule of capture ties to the moved man.
    pub fn captured(&self) -> Points {
        self.enemy.iter().copied().filter(|man| self.custodian(*man) || self.at_the_edge(*man) || self.intervention(*man)).collect()
    }

    fn custodian(&self, man: Point) -> bool {
        STEPS.into_iter().any(|step| {
            let run = row(self.to, step, &self.enemy);
            let behind = walk(self.to, step, run.len() as i8 + 1);
            let short = self.rules.custodian() == Custodian::Line || run.len() == 1;
            run.contains(&man) && short && self.own.contains(&behind)
        })
    }

    fn at_the_edge(&self, man: Point) -> bool {
        match self.rules.corner() {
            Corner::None => false,
            Corner::Single => self.corner(man),
            Corner::Chain => self.corner(man) || self.chain(man),
            Corner::Enclosure => self.corner(man) || self.enclosed(man),
            other => panic!("the rules know no corner={other}"),
        }
    }

    fn corner(&self, man: Point) -> bool {
        let neighbours = beside(man, &board(self.rules.size().get()));
        neighbours.len() == 2 && neighbours.is_subset(&self.own) && neighbours.contains(&self.to)
    }

    /// Follows the two edges that meet in each corner as one bent line.
    fn chain(&self, man: Point) -> bool {
        let last = self.rules.size().get() as i8;
        [(1, 1), (1, last), (last, 1), (last, last)].into_iter().any(|(file, rank)| {
            let along_rank = (1..=last).filter(|f| *f != file).map(|f| (f, rank));
            let along_file = (1..=last).filter(|r| *r != rank).map(|r| (file, r));
            let nearest_first = |mut arm: Vec<Point>| {
                arm.sort_by_key(|(f, r)| (f - file).abs() + (r - rank).abs());
                arm
            };
            let arms = [nearest_first(along_rank.collect()), nearest_first(along_file.collect())];
            let run_of = |arm: &[Point]| arm.iter().take_while(|point| self.enemy.contains(point)).count();
            let ends = arms.iter().map(|arm| arm.get(run_of(arm)).copied()).collect::<Vec<_>>();
            let in_run = man == (file, rank) || arms.iter().any(|arm| arm[..run_of(arm)].contains(&man));
            let held = ends.iter().all(|end| end.is_some_and(|end| self.own.contains(&end)));
            self.enemy.contains(&(file, rank)) && in_run && held && ends.contains(&Some(self.to))
        })
    }

    fn enclosed(&self, man: Point) -> bool {
        let size = self.rules.size().get();
        let empty = &(&board(size) - &self.own) - &self.enemy;
        let group = group(man, &self.enemy);
        let on_edge = |(file, rank): &Point| [*file, *rank].iter().any(|n| *n == 1 || *n == size as i8);
        let free = group.iter().any(|point| !beside(*point, &empty).is_empty());
        group.iter().any(on_edge) && !free && !beside(self.to, &group).is_empty()
    }

    fn intervention(&self, man: Point) -> bool {
        STEPS.into_iter().any(|(x, y)| {
            let chain = |step| match self.rules.intervention() {
                Intervention::Line => row(self.to, step, &self.own).len() as i8,
                _ => 0,
            };
            let pair = [(x, y), (-x, -y)].map(|step| walk(self.to, step, chain(step) + 1));
            self.rules.intervention() != Intervention::None && pair.contains(&man) && pair.iter().all(|end| self.enemy.contains(end))
        })
    }
}

/// How the game stands after a move, told by section 4 from the board alone.
pub fn ending(position: &Position) -> Option<Outcome> {
    let can_move = Board::of(position).can_move();
    let (rules, next) = (position.rules(), position.side_to_move());
    let mover = !next;
    let men = |side| position.men(side).len() as i32;
    let captured = |side: Side| i32::from(rules.men()) - men(!side);
    let ahead = |side: Side| captured(side) - captured(!side);
    let win = |holds: bool, side, reason| holds.then_some(Outcome::win(side, reason));
    let draw = |holds: bool, reason| holds.then_some(Outcome::draw(reason));
    let target_winner = if rules.capture_goal() == CaptureGoal::Wins { mover } else { next };
    win(captured(mover) >= i32::from(rules.target()), target_winner, Reason::CaptureGoal)
        .or(win(owns_line(position, mover), mover, Reason::Line))
        .or(match rules.lead() {
            Lead::Held(n) => win(ahead(next) >= i32::from(n), next, Reason::Lead),
            Lead::Immediate(n) => win(ahead(mover) >= i32::from(n), mover, Reason::Lead),
            _ => None,
        })
        .or(draw(rules.both_weak().is_some_and(|n| Side::ALL.iter().all(|side| men(*side) < i32::from(n))), Reason::BothWeak))
        .or(match rules.no_move() {
            NoMove::Loss => win(!can_move, mover, Reason::NoMove),
            NoMove::Draw => draw(!can_move, Reason::NoMove),
        })
        .or(is_dead(position).then(|| adjudicated(position)))
}

/// Whether neither side can capture again nor complete a line.
fn is_dead(position: &Position) -> bool {
    let men = |side| position.men(side).len();
    let can_line = position.rules().line().is_some_and(|line| Side::ALL.iter().any(|side| men(*side) >= u32::from(line.length())));
    let can_capture = |side: Side| match men(side) {
        0 => false,
        1 => position.rules().intervention() != Intervention::None && men(!side) >= 2,
        _ => men(!side) >= 1,
    };
    !can_line && !Side::ALL.into_iter().any(can_capture)
}

fn adjudicated(position: &Position) -> Outcome {
    let [sente, gote] = Side::ALL.map(|side| position.captured(side));
    let misere = position.rules().capture_goal() == CaptureGoal::Loses;
    match sente.cmp(&gote) {
        std::cmp::Ordering::Equal => Outcome::draw(Reason::Dead),
        std::cmp::Ordering::Greater if !misere => Outcome::win(Side::Sente, Reason::Dead),
        std::cmp::Ordering::Less if misere => Outcome::win(Side::Sente, Reason::Dead),
        _ => Outcome::win(Side::Gote, Reason::Dead),
    }
}

/// Whether a side owns a line that counts.
pub fn owns_line(position: &Position, side: Side) -> bool {
    let Some(goal) = position.rules().line() else { return false };
    let last = position.rules().size().get() as i8;
    let from_edge = |rank: i8| if side == Side::Gote { rank } else { last + 1 - rank };
    let men: Points = points(position.men(side)).into_iter().filter(|(_, rank)| from_edge(*rank) > goal.outside() as i8).collect();
    let ways = [(Axes::HORIZONTAL, (1, 0)), (Axes::VERTICAL, (0, 1)), (Axes::DIAGONAL, (1, 1)), (Axes::DIAGONAL, (1, -1))];
    let mut enabled = ways.iter().filter(|(axis, _)| goal.axes().contains(*axis));
    enabled.any(|(_, step)| men.iter().any(|man| row(*man, *step, &men).len() + 1 >= usize::from(goal.length())))
}
