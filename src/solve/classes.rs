//! Sets of squares of one size, numbered so that symmetric ones share a number.

use alloc::vec::Vec;

use super::choose::choose;
use super::symmetry::Symmetries;
use crate::board::{Bitboard, BoardSize, Square};

/// The board's squares numbered without gaps, and sets of them ranked.
///
/// A set {c₁ < c₂ < … } has the rank C(c₁, 1) + C(c₂, 2) + …: every set of *k* squares has a number of its own below C(n, k).
pub(super) struct Ranking {
    squares: Bitboard,
    numbers: [u8; Square::COUNT],
}

impl Ranking {
    pub(super) fn new(size: BoardSize) -> Ranking {
        let mut numbers = [0; Square::COUNT];
        for (number, square) in size.squares().iter().enumerate() {
            numbers[square.index()] = number as u8;
        }
        Ranking { squares: size.squares(), numbers }
    }

    /// The number of squares of the board.
    pub(super) fn len(&self) -> usize {
        self.squares.len() as usize
    }

    /// The rank of a set among those with as many squares that have none in common with `taken`.
    #[inline]
    pub(super) fn rank(&self, taken: Bitboard, set: Bitboard) -> u64 {
        let (mut skipped, mut count, mut rank) = (0, 0, 0);
        for square in taken | set {
            if taken.contains(square) {
                skipped += 1;
            } else {
                count += 1;
                rank += choose(usize::from(self.numbers[square.index()]) - skipped, count);
            }
        }
        rank
    }

    /// The set of `count` squares outside `taken` that has a rank.
    pub(super) fn set(&self, taken: Bitboard, count: usize, rank: u64) -> Bitboard {
        let free = self.squares - taken;
        let (mut count, mut rank, mut number) = (count, rank, free.len() as usize);
        let (mut left, mut set) = (free, Bitboard::EMPTY);
        while let Some(square) = left.last().filter(|_| count > 0) {
            left = left.without(square);
            number -= 1;
            let below = choose(number, count);
            if rank >= below {
                (rank, count) = (rank - below, count - 1);
                set = set.with(square);
            }
        }
        set
    }
}

/// All sets of so many squares, sorted into classes of symmetric ones.
pub(super) struct Classes {
    /// For the rank of each set its class, times eight, and the symmetry that makes it the class's representative.
    by_rank: Vec<u32>,
    representatives: Vec<Representative>,
}

/// The set of a class that stands for all.
#[derive(Clone, Copy)]
pub(super) struct Representative {
    pub(super) men: Bitboard,
    /// The symmetries that leave the set as it is, as bits.
    pub(super) stabilizer: u8,
}

impl Representative {
    /// The symmetries that leave the set as it is.
    pub(super) fn symmetries(self) -> impl Iterator<Item = u8> {
        (0..8).filter(move |symmetry| self.stabilizer & 1 << symmetry != 0)
    }

    /// Whether only the set's every move shows: no symmetry but the trivial one leaves it as it is.
    #[inline]
    pub(super) fn is_rigid(self) -> bool {
        self.stabilizer == 1
    }
}

impl Classes {
    /// The bytes that the classes of sets of `men` squares take, if there are so many classes.
    pub(super) fn bytes(squares: usize, men: usize, classes: u128) -> u128 {
        let sets = u128::from(choose(squares, men));
        sets * size_of::<u32>() as u128 + classes * size_of::<Representative>() as u128
    }

    pub(super) fn new(ranking: &Ranking, symmetries: &Symmetries, men: usize) -> Classes {
        let sets = choose(ranking.len(), men);
        let mut classes = Classes { by_rank: Vec::with_capacity(sets as usize), representatives: Vec::new() };
        for rank in 0..sets {
            let set = ranking.set(Bitboard::EMPTY, men, rank);
            classes.add(rank, set, |symmetry| ranking.rank(Bitboard::EMPTY, symmetries.apply(symmetry, set)), symmetries.order());
        }
        classes
    }

    /// Adds the set with the next rank; its class's representative is the symmetric set with the lowest rank.
    fn add(&mut self, rank: u64, men: Bitboard, image: impl Fn(u8) -> u64, order: u8) {
        let images = (0..order).map(|symmetry| (image(symmetry), symmetry));
        let stabilizer = images.clone().filter(|(image, _)| *image == rank).fold(0, |bits, (_, symmetry)| bits | 1 << symmetry);
        match images.min() {
            Some((least, symmetry)) if least < rank => self.by_rank.push(self.by_rank[least as usize] & !7 | u32::from(symmetry)),
            _ => {
                self.by_rank.push((self.representatives.len() as u32) << 3);
                self.representatives.push(Representative { men, stabilizer });
            }
        }
    }

    /// The number of classes.
    pub(super) fn len(&self) -> u64 {
        self.representatives.len() as u64
    }

    /// The class of the set with a rank, and the symmetry that makes it the representative.
    #[inline]
    pub(super) fn class_of(&self, rank: u64) -> (u64, u8) {
        let packed = self.by_rank[rank as usize];
        (u64::from(packed >> 3), (packed & 7) as u8)
    }

    #[inline]
    pub(super) fn representative(&self, class: u64) -> Representative {
        self.representatives[class as usize]
    }
}
