//! Bitboards against sets of coordinates.

use hasami_shogi::{Bitboard, Direction, Square};

use super::{Points, beside, board, group, point, points, row, step_of, walk};

/// Asserts that two sets and a square behave as sets of coordinates do.
pub fn check(a: Bitboard, b: Bitboard, square: Square) {
    check_operators(a, b);
    check_members(a, square);
    check_listing(a);
    check_floods(a, b);
}

fn check_operators(a: Bitboard, b: Bitboard) {
    let (x, y, all) = (points(a), points(b), board(9));
    assert_eq!(points(a | b), &x | &y);
    assert_eq!(points(a & b), &x & &y);
    assert_eq!(points(a ^ b), &x ^ &y);
    assert_eq!(points(a - b), &x - &y);
    assert_eq!(points(!a), &all - &x);
    assert_eq!((a.union(b), a.intersection(b), a.difference(b)), (a | b, a & b, a - b));
    let (mut or, mut and, mut xor, mut minus) = (a, a, a, a);
    or |= b;
    and &= b;
    xor ^= b;
    minus -= b;
    assert_eq!([or, and, xor, minus], [a | b, a & b, a ^ b, a - b]);
    assert_eq!((a.is_subset(b), a.is_disjoint(b), a == b), (x.is_subset(&y), x.is_disjoint(&y), x == y));
}

fn check_members(a: Bitboard, square: Square) {
    let x = points(a);
    assert_eq!((a.len() as usize, a.is_empty(), a.has_several()), (x.len(), x.is_empty(), x.len() > 1));
    assert_eq!(a.contains(square), x.contains(&point(square)));
    assert_eq!(points(a.with(square)), &x | &Points::from([point(square)]));
    assert_eq!(points(a.without(square)), &x - &Points::from([point(square)]));
    assert_eq!(points(Bitboard::of(square)), Points::from([point(square)]));
    assert_eq!((Bitboard::from_bits(a.bits()), a.to_string().parse()), (Some(a), Ok(a)));
}

fn check_listing(a: Bitboard) {
    let x = points(a);
    let listed: Vec<Square> = Square::all().filter(|square| x.contains(&point(*square))).collect();
    assert_eq!(a.iter().collect::<Vec<_>>(), listed);
    assert_eq!(a.iter().rev().collect::<Vec<_>>(), listed.iter().rev().copied().collect::<Vec<_>>());
    assert_eq!((a.iter().len(), a.first(), a.last()), (listed.len(), listed.first().copied(), listed.last().copied()));
    assert_eq!(a.iter().fold(Vec::new(), |list, square| [list, vec![square]].concat()), listed);
    let (mut middle, mut expected) = (a.iter(), listed.iter().copied());
    assert_eq!((middle.next(), middle.next_back()), (expected.next(), expected.next_back()));
    assert_eq!((middle.len(), middle.map(Square::index).sum::<usize>()), (expected.len(), expected.map(Square::index).sum()));
    assert_eq!(listed.into_iter().collect::<Bitboard>(), a);
}

fn check_floods(a: Bitboard, through: Bitboard) {
    let (x, open, all) = (points(a), points(through), board(9));
    for direction in Direction::ALL {
        let step = step_of(direction);
        let shifted: Points = x.iter().map(|at| walk(*at, step, 1)).filter(|at| all.contains(at)).collect();
        assert_eq!(points(a.shift(direction)), shifted, "{direction:?}");
        let flooded: Points = x.iter().flat_map(|at| row(*at, step, &open)).collect();
        assert_eq!(points(a.flood(direction, through)), flooded, "{direction:?}");
    }
    let neighbours: Points = x.iter().flat_map(|at| beside(*at, &all)).collect();
    assert_eq!(points(a.neighbours()), neighbours);
    let mut connected = Points::new();
    for seed in &x & &open {
        // Each group once.
        if !connected.contains(&seed) {
            connected.extend(group(seed, &x));
        }
    }
    assert_eq!(points(a.connected_to(through)), connected);
}
