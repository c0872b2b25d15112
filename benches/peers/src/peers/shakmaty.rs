//! `shakmaty`: chess and its variants on 64-bit bitboards, lists of moves, no hash unless it is asked for.

use std::hint::black_box;

use ::shakmaty::{Chess, Position, perft};

use crate::measure::{Contestant, Way};

pub const LIBRARY: &str = "shakmaty";

pub fn contestants() -> [Contestant; 2] {
    // The library has a perft of its own, which adds up the lengths of the lists of moves for the last ply.
    let contestant = |way, leaves, perft| Contestant::new((LIBRARY, "chess"), way, leaves, Chess::default(), perft);
    [contestant(Way::Counted, (6, 119_060_324), perft), contestant(Way::Played, (5, 4_865_609), played)]
}

/// No hash is asked for, as it would be worked out anew: that is in the library's favour.
fn played(position: &Chess, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        for_each_child(position, |child| {
            black_box(child);
            nodes += 1;
        });
    } else {
        for_each_child(position, |child| nodes += played(child, depth - 1));
    }
    nodes
}

/// Plays every move on a copy without a test that it is legal. The copy is played on where it lies: a function that returned it would copy it again.
fn for_each_child(position: &Chess, mut visit: impl FnMut(&Chess)) {
    for &mv in &position.legal_moves() {
        let mut child = position.clone();
        child.play_unchecked(mv);
        visit(&child);
    }
}
