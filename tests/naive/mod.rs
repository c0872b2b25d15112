//! A second solver, as plain as can be: all positions that can be reached, in a hash map, and ply after ply all of them again.
#![allow(dead_code, unreachable_pub)]

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::ops::Range;

use hasami_shogi::Position;

/// All positions that can be reached from one, and what each is worth.
pub struct Naive {
    pub positions: Vec<Position>,
    /// The numbers of the positions after each move, position by position.
    children: Vec<u32>,
    /// Where the children of each position begin; those of the last end at the end.
    begins: Vec<usize>,
    /// For the side to move: whether it wins, and in how many plies; `None` for a draw.
    pub decided: Vec<Option<(bool, u32)>>,
}

impl Naive {
    pub fn solve(start: Position) -> Naive {
        let mut naive = Naive { positions: vec![start], children: Vec::new(), begins: Vec::new(), decided: Vec::new() };
        naive.explore();
        naive.decided = naive.positions.iter().map(at_once).collect();
        (1..).take_while(|plies| naive.decide(*plies)).for_each(drop);
        naive
    }

    fn explore(&mut self) {
        let mut numbers: HashMap<Key, u32, BuildHasherDefault<Given>> = HashMap::default();
        numbers.insert(Key(self.positions[0]), 0);
        while let Some(position) = self.positions.get(self.begins.len()).copied() {
            self.begins.push(self.children.len());
            for mv in position.moves() {
                let mut child = position;
                child.play_unchecked(mv);
                let number = *numbers.entry(Key(child)).or_insert(self.positions.len() as u32);
                if number as usize == self.positions.len() {
                    self.positions.push(child);
                }
                self.children.push(number);
            }
        }
    }

    fn children(&self, n: usize) -> Range<usize> {
        self.begins[n]..self.begins.get(n + 1).copied().unwrap_or(self.children.len())
    }

    /// Finds what is decided in exactly so many plies, knowing all that is in fewer; whether there is any.
    fn decide(&mut self, plies: u32) -> bool {
        let news: Vec<(usize, bool)> = (0..self.positions.len()).filter_map(|n| Some((n, self.decided_in(n, plies)?))).collect();
        for (n, won) in &news {
            self.decided[*n] = Some((*won, plies));
        }
        !news.is_empty()
    }

    fn decided_in(&self, n: usize, plies: u32) -> Option<bool> {
        let children = &self.children[self.children(n)];
        let mut values = children.iter().map(|child| self.decided[*child as usize]);
        if self.decided[n].is_some() || children.is_empty() {
            None
        } else if values.clone().any(|value| value == Some((false, plies - 1))) {
            Some(true)
        } else {
            values.all(|value| value.is_some_and(|(won, _)| won)).then_some(false)
        }
    }
}

/// What a finished game is worth.
fn at_once(position: &Position) -> Option<(bool, u32)> {
    let winner = position.outcome()?.winner()?;
    Some((winner == position.side_to_move(), 0))
}

/// A position that finds its place by the hash it has anyway.
#[derive(PartialEq, Eq)]
struct Key(Position);

impl Hash for Key {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash());
    }
}

#[derive(Default)]
struct Given(u64);

impl Hasher for Given {
    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
