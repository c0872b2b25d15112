//! `cozy-chess`: chess on 64-bit bitboards, positions copied, the hash kept up to date by every move.

use std::hint::black_box;

use ::cozy_chess::Board;

use crate::measure::{Contestant, Way};

pub const LIBRARY: &str = "cozy-chess";

pub fn contestants() -> [Contestant; 2] {
    let contestant = |way, leaves, perft| Contestant::new((LIBRARY, "chess"), way, leaves, Board::default(), perft);
    [contestant(Way::Counted, (6, 119_060_324), counted), contestant(Way::Played, (5, 4_865_609), played)]
}

/// The moves of a position come as sets, one a piece, and the lengths of the sets are added up for the last ply.
fn counted(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
    } else {
        for_each_child(board, |child| nodes += counted(child, depth - 1));
    }
    nodes
}

/// The hash is a field of each child.
fn played(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        for_each_child(board, |child| {
            black_box(child);
            nodes += 1;
        });
    } else {
        for_each_child(board, |child| nodes += played(child, depth - 1));
    }
    nodes
}

/// Plays every move on a copy without a test that it is legal. The copy is played on where it lies: a function that returned it would copy it again.
fn for_each_child(board: &Board, mut visit: impl FnMut(&Board)) {
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            visit(&child);
        }
        false
    });
}
