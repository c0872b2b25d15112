//! Which men a move captures: rules, section 3.
//!
//! Every function looks at the board as it stands after the moved man has arrived: `own` holds the mover's men with the arrival square and without
//! the origin, `enemy` the opponent's men before anything is removed. [`captured`] is the union of all rules that are switched on.
//!
//! [`arrivals`] turns the question round: it marks the squares where an arrival may capture at all, for the whole board at once, so that nearly all
//! moves need no further look.

use core::ops::BitOr;

use crate::board::{Bitboard, Direction, Square};
use crate::rules::{Corner, Custodian, Intervention, Rules};

/// The two axes of the board, each as a pair of opposite directions.
const AXES: [[Direction; 2]; 2] = [[Direction::North, Direction::South], [Direction::East, Direction::West]];

/// The enemy men that the arrival on `to` captures.
pub(super) fn captured(rules: &Rules, own: Bitboard, enemy: Bitboard, to: Square) -> Bitboard {
    custodian(rules.custodian(), own, enemy, to) | corner(rules, own, enemy, to) | intervention(rules.intervention(), own, enemy, to)
}

/// Runs of enemy men between the arrival square and another man of the mover.
fn custodian(form: Custodian, own: Bitboard, enemy: Bitboard, to: Square) -> Bitboard {
    (to.neighbours() & enemy).iter().fold(Bitboard::EMPTY, |captured, neighbour| {
        let run = to.look(to.direction_of_neighbour(neighbour), !enemy);
        let held = !run.end.is_disjoint(own) && (form == Custodian::Line || !run.before.has_several());
        if held { captured | run.before } else { captured }
    })
}

/// Enemy men in a corner or along the edge, in the form that the rules name.
fn corner(rules: &Rules, own: Bitboard, enemy: Bitboard, to: Square) -> Bitboard {
    match rules.corner() {
        Corner::None => Bitboard::EMPTY,
        Corner::Single => corner_single(rules, own, enemy, to),
        Corner::Chain => corner_chain(rules, own, enemy, to),
        Corner::Enclosure => corner_single(rules, own, enemy, to) | enclosure(rules, own, enemy, to),
    }
}

/// A man in a corner whose two neighbours are the mover's men, the moved man one of them.
fn corner_single(rules: &Rules, own: Bitboard, enemy: Bitboard, to: Square) -> Bitboard {
    let men = to.neighbours() & rules.size().corners() & enemy;
    let board = rules.size().squares();
    men.iter().filter(|man| (man.neighbours() & board).is_subset(own)).collect()
}

/// A run of men around a corner whose two ends are held by the mover's men, the moved man one of them.
fn corner_chain(rules: &Rules, own: Bitboard, enemy: Bitboard, to: Square) -> Bitboard {
    let held = |ends: Bitboard| ends.has_several() && ends.is_subset(own) && ends.contains(to);
    (rules.size().corners() & enemy)
        .iter()
        .map(|corner| around_corner(rules, enemy, corner))
        .filter(|(_, ends)| held(*ends))
        .map(|(run, _)| run)
        .fold(Bitboard::EMPTY, BitOr::bitor)
}

/// The run of men around an occupied corner, along both edges, and the squares right behind its two ends.
///
/// A run that fills an edge has no end on that side.
fn around_corner(rules: &Rules, men: Bitboard, corner: Square) -> (Bitboard, Bitboard) {
    let board = rules.size().squares();
    Direction::ALL.into_iter().fold((corner.into(), Bitboard::EMPTY), |(run, ends), direction| {
        let arm = corner.look(direction, !men);
        (run | arm.before, ends | (arm.end & board))
    })
}

/// Groups at the edge, next to the moved man, that have no empty neighbour left.
fn enclosure(rules: &Rules, own: Bitboard, enemy: Bitboard, to: Square) -> Bitboard {
    let empty = rules.size().squares() - own - enemy;
    (to.neighbours() & enemy).iter().fold(Bitboard::EMPTY, |captured, man| {
        let group = enemy.connected_to(man.into());
        let enclosed = !group.is_disjoint(rules.size().edges()) && group.neighbours().is_disjoint(empty);
        if enclosed { captured | group } else { captured }
    })
}

/// The pairs of men that the moved man, or its chain, has come between.
fn intervention(form: Intervention, own: Bitboard, enemy: Bitboard, to: Square) -> Bitboard {
    match form {
        Intervention::None => Bitboard::EMPTY,
        Intervention::Single => pairs(enemy, |direction| Bitboard::of(to).shift(direction)),
        Intervention::Line => pairs(enemy, |direction| to.look(direction, !own).end),
    }
}

/// The pairs of enemy men that are found `beside` the arrival in both directions of an axis.
fn pairs(enemy: Bitboard, beside: impl Fn(Direction) -> Bitboard) -> Bitboard {
    AXES.into_iter().fold(Bitboard::EMPTY, |captured, axis| {
        let pair = axis.map(&beside);
        let between = pair.iter().all(|end| !end.is_disjoint(enemy));
        if between { captured | pair[0] | pair[1] } else { captured }
    })
}

/// The empty squares where the arrival of one of the `own` men may capture something; an arrival anywhere else captures nothing.
///
/// Some squares in the set may capture nothing: it is drawn up without regard to which man moves, and a man that leaves its post may open what it
/// helped to close.
pub(super) fn arrivals(rules: &Rules, own: Bitboard, enemy: Bitboard) -> Bitboard {
    let empty = rules.size().squares() - own - enemy;
    let mut arrivals = Bitboard::EMPTY;
    // All but enclosure and intervention need one of the mover's men next to an enemy already.
    let near = own.neighbours();
    if !near.is_disjoint(enemy) {
        arrivals = custodian_arrivals(own, enemy, empty) | corner_arrivals(rules, near, own, enemy, empty);
    }
    if rules.corner() == Corner::Enclosure {
        arrivals |= enclosure_arrivals(rules, enemy, empty);
    }
    if rules.intervention() != Intervention::None {
        arrivals |= intervention_arrivals(rules.intervention(), own, enemy, empty);
    }
    arrivals
}

/// The empty squares behind runs of enemy men that begin next to one of the mover's men.
fn custodian_arrivals(own: Bitboard, enemy: Bitboard, empty: Bitboard) -> Bitboard {
    Direction::ALL.into_iter().fold(Bitboard::EMPTY, |arrivals, direction| {
        let mut run = own.shift(direction) & enemy;
        let mut behind = Bitboard::EMPTY;
        while !run.is_empty() {
            let next = run.shift(direction);
            behind |= next & empty;
            run = next & enemy;
        }
        arrivals | behind
    })
}

/// The empty ends of the runs of enemy men around the corners whose other end one of the mover's men holds.
fn corner_arrivals(rules: &Rules, near: Bitboard, own: Bitboard, enemy: Bitboard, empty: Bitboard) -> Bitboard {
    let corners = rules.size().corners() & enemy;
    match rules.corner() {
        Corner::None => Bitboard::EMPTY,
        Corner::Single | Corner::Enclosure => (corners & near).neighbours() & empty,
        Corner::Chain => {
            corners
                .iter()
                .map(|corner| around_corner(rules, enemy, corner).1)
                .filter(|ends| !ends.is_disjoint(own))
                .fold(Bitboard::EMPTY, BitOr::bitor)
                & empty
        }
    }
}

/// The last empty neighbours of groups of enemy men at the edge.
fn enclosure_arrivals(rules: &Rules, enemy: Bitboard, empty: Bitboard) -> Bitboard {
    let mut waiting = enemy & rules.size().edges();
    let mut arrivals = Bitboard::EMPTY;
    while let Some(man) = waiting.first() {
        let group = enemy.connected_to(man.into());
        let free = group.neighbours() & empty;
        if !free.has_several() {
            arrivals |= free;
        }
        waiting -= group;
    }
    arrivals
}

/// The empty squares with an enemy man, or a chain of the mover's men that ends at one, on both sides of an axis.
fn intervention_arrivals(form: Intervention, own: Bitboard, enemy: Bitboard, empty: Bitboard) -> Bitboard {
    let faced = |direction: Direction| {
        let chain = match form {
            Intervention::Line => enemy.flood(direction, own),
            _ => Bitboard::EMPTY,
        };
        (enemy | chain).shift(direction)
    };
    AXES.into_iter().fold(Bitboard::EMPTY, |arrivals, [a, b]| arrivals | (faced(a) & faced(b))) & empty
}
