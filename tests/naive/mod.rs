//! A second solver, as plain as can be: all positions that can be reached, in a hash map, and ply after ply all of them again.
#![allow(dead_code, unreachable_pub)]

use std::collections::HashMap;

use hasami_shogi::Position;

/// All positions that can be reached from one, and what each is worth.
pub struct Naive {
    pub positions: Vec<Position>,
    /// The numbers of the positions after each move; none if the game is over.
    children: Vec<Vec<u32>>,
    /// For the side to move: whether it wins, and in how many plies; `None` for a draw.
    pub decided: Vec<Option<(bool, u32)>>,
}

impl Naive {
    pub fn solve(start: Position) -> Naive {
        let mut naive = Naive { positions: vec![start], children: Vec::new(), decided: Vec::new() };
        naive.explore();
        naive.decided = naive.positions.iter().map(at_once).collect();
        (1..).take_while(|plies| naive.decide(*plies)).for_each(drop);
        naive
    }

    fn explore(&mut self) {
        let key = |position: &Position| {
            (position.men(hasami_shogi::Side::Sente), position.men(hasami_shogi::Side::Gote), position.side_to_move())
        };
        let mut numbers = HashMap::from([(key(&self.positions[0]), 0)]);
        while let Some(position) = self.positions.get(self.children.len()).copied() {
            let mut children = Vec::new();
            for mv in position.moves() {
                let mut child = position;
                child.play_unchecked(mv);
                let number = *numbers.entry(key(&child)).or_insert(self.positions.len() as u32);
                if number as usize == self.positions.len() {
                    self.positions.push(child);
                }
                children.push(number);
            }
            self.children.push(children);
        }
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
        let mut children = self.children[n].iter().map(|child| self.decided[*child as usize]);
        if self.decided[n].is_some() || self.children[n].is_empty() {
            None
        } else if children.clone().any(|child| child == Some((false, plies - 1))) {
            Some(true)
        } else {
            children.all(|child| child.is_some_and(|(won, _)| won)).then_some(false)
        }
    }
}

/// What a finished game is worth.
fn at_once(position: &Position) -> Option<(bool, u32)> {
    let winner = position.outcome()?.winner()?;
    Some((winner == position.side_to_move(), 0))
}
