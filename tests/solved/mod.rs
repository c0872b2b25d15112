//! Tables to test with, and positions that are in them.
#![allow(dead_code, unreachable_pub)]

use std::num::NonZeroUsize;

use hasami_shogi::solve::{Solution, Solver, Table};
use hasami_shogi::{Bitboard, Position, Rules, Setup, Side, Square};

use crate::sample::Random;

/// Rule sets for 4 × 4 that differ in all that a solver may get wrong.
pub const SMALL: [&str; 13] = [
    "plain,size=4",
    "reduce-to-one,size=4,hop=any",
    "reduce-to-one,size=4,hop=own,corner=chain",
    "jsa,size=4,target=3,lead=held:2",
    "misere,size=4",
    "misere-compulsory,size=4",
    "plain,size=4,line=3:d:0",
    "dai-hop-five,size=4,home=1,line=3:vd:1,target=4",
    "reduce-to-one,size=4,hop=any,line=3:v:0",
    "dai-ludii,size=4,home=1,line=3:h:1,both-weak=2",
    "intervention-line,size=4,target=4,no-move=draw",
    "mak-yek,size=4,home=1",
    "classic-5,size=4,target=3,compulsory=yes,lead=immediate:2",
];

pub fn rules(text: &str) -> Rules {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub fn position(rules: Rules, sfen: &str) -> Position {
    Position::from_sfen(rules, sfen).unwrap_or_else(|error| panic!("{rules} {sfen}: {error}"))
}

pub fn probe(table: &Table, position: &Position) -> Solution {
    let solution = table.probe(position).expect("a readable table");
    solution.unwrap_or_else(|| panic!("not in the table: {} {}", position.rules(), position.to_setup(1)))
}

/// Men anywhere on the board, at most so many a side; the game may be over.
pub fn random_position(rules: Rules, most: [u8; 2], random: &mut Random) -> Position {
    let mut squares: Vec<Square> = rules.size().squares().iter().collect();
    let mut army = |most: u8, random: &mut Random| -> Bitboard {
        let men = 1 + random.below(usize::from(most));
        (0..men).map(|_| squares.swap_remove(random.below(squares.len()))).collect()
    };
    let [a, b] = most.map(|most| army(most, random));
    let (sente, gote) = if random.below(2) == 0 { (a, b) } else { (b, a) };
    let setup = Setup { size: rules.size(), sente, gote, side_to_move: Side::ALL[random.below(2)], move_number: 1 };
    Position::from_setup(rules, &setup).expect("few enough men")
}

/// The table of all positions with at most so many men.
pub fn solve(rules: Rules, [a, b]: [u8; 2]) -> Table {
    Solver::new(rules).max_men(a, b).threads(NonZeroUsize::new(2).expect("two")).solve().expect("a small table")
}
