//! `haitaka`: shogi on 81-bit bitboards, made after the pattern of `cozy-chess`.

use std::hint::black_box;

use ::haitaka::Board;

use crate::measure::{Contestant, Way};

pub fn contestants() -> [Contestant; 2] {
    let contestant = |way, leaves, perft| Contestant::new(("haitaka", "shogi"), way, leaves, Board::startpos(), perft);
    [contestant(Way::Counted, (5, 19_861_490), counted), contestant(Way::Played, (4, 719_731), played)]
}

/// Sets of moves as in `cozy-chess`. The length is that of the iterator, since a set itself counts a move with its promotion once.
fn counted(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.into_iter().len() as u64;
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
