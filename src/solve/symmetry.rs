//! The ways to lay a board on itself that the rules do not notice.

use alloc::vec;
use alloc::vec::Vec;

use super::choose::MOST_MEN;
use crate::board::{Bitboard, BoardSize, Square};
use crate::rules::{Axes, Rules};

/// The symmetries of a square board, as far as a set of rules respects them.
///
/// Which sides' home ranks are which is forgotten after the first move, so slides, hops and captures look alike in all eight ways to lay the
/// board on itself. Only a line goal may tell ranks from files, or one edge from the other.
pub(super) struct Symmetries {
    /// Where each symmetry sends each square: bit 0 of its number mirrors left and right, bit 1 top and bottom, bit 2 swaps ranks and files first.
    maps: [[u8; Square::COUNT]; 8],
    /// The number of symmetries that count, the first ones: 2, 4 or 8.
    order: u8,
    size: BoardSize,
}

impl Symmetries {
    /// All symmetries of the rules.
    pub(super) fn of(rules: &Rules) -> Symmetries {
        let order = match rules.line() {
            None => 8,
            Some(line) if line.outside() > 0 => 2,
            Some(line) if line.axes().contains(Axes::HORIZONTAL) == line.axes().contains(Axes::VERTICAL) => 8,
            Some(_) => 4,
        };
        Symmetries::new(rules.size(), order)
    }

    /// The mirror alone, which leaves the start position as it is.
    pub(super) fn mirror(size: BoardSize) -> Symmetries {
        Symmetries::new(size, 2)
    }

    fn new(size: BoardSize, order: u8) -> Symmetries {
        let mut maps = [[0; Square::COUNT]; 8];
        for (number, map) in maps.iter_mut().enumerate() {
            for square in size.squares() {
                map[square.index()] = image(number, square, size);
            }
        }
        Symmetries { maps, order, size }
    }

    /// The number of symmetries, 2, 4 or 8.
    pub(super) fn order(&self) -> u8 {
        self.order
    }

    /// The set with each square sent where a symmetry sends it.
    #[inline]
    pub(super) fn apply(&self, symmetry: u8, set: Bitboard) -> Bitboard {
        if symmetry == 0 {
            return set;
        }
        let map = &self.maps[usize::from(symmetry)];
        Bitboard::from_bits_truncate(set.iter().fold(0, |bits, square| bits | 1 << map[square.index()]))
    }

    /// The set as the other side sees it, unless the rules look alike from both sides.
    #[inline]
    pub(super) fn turn(&self, set: Bitboard) -> Bitboard {
        if self.order > 2 { set } else { rotated(set, self.size) }
    }

    /// For each number of men up to [`MOST_MEN`], how many sets of that many squares there are if symmetric ones count once: by Burnside's lemma the
    /// average number of sets that a symmetry leaves as they are.
    pub(super) fn classes(&self) -> Vec<u128> {
        let mut sums = vec![0; MOST_MEN + 1];
        for map in &self.maps[..usize::from(self.order)] {
            for (sum, fixed) in sums.iter_mut().zip(fixed_sets(map, self.size)) {
                *sum += fixed;
            }
        }
        sums.iter().map(|sum| sum / u128::from(self.order)).collect()
    }
}

/// The set turned by half a turn: the reverse order of the 9 × 9 board's squares, pushed into the corner where smaller boards lie.
fn rotated(set: Bitboard, size: BoardSize) -> Bitboard {
    let beyond = 9 - u32::from(size.get());
    let reversed = set.bits().reverse_bits() >> (u128::BITS - Square::COUNT as u32);
    Bitboard::from_bits_truncate(reversed >> (10 * beyond))
}

/// Where the symmetry with this number sends a square.
fn image(number: usize, square: Square, size: BoardSize) -> u8 {
    let last = usize::from(size.get()) - 1;
    let (mut file, mut rank) = (square.file().index(), square.rank().index());
    if number & 4 != 0 {
        (file, rank) = (rank, file);
    }
    if number & 1 != 0 {
        file = last - file;
    }
    if number & 2 != 0 {
        rank = last - rank;
    }
    (9 * rank + file) as u8
}

/// For each number of squares, the number of sets that a symmetry leaves as they are: those that hold each of its cycles whole or not at all.
fn fixed_sets(map: &[u8; Square::COUNT], size: BoardSize) -> Vec<u128> {
    let mut counts = vec![0; MOST_MEN + 1];
    counts[0] = 1;
    let mut left = size.squares();
    while let Some(first) = left.first() {
        let mut cycle = Bitboard::EMPTY;
        let mut square = first;
        while !cycle.contains(square) {
            cycle = cycle.with(square);
            square = Square::new(usize::from(map[square.index()]));
        }
        left -= cycle;
        let length = cycle.len() as usize;
        for men in (length..=MOST_MEN).rev() {
            counts[men] += counts[men - length];
        }
    }
    counts
}
