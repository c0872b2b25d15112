//! Where each position has its cell.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::choose::{MOST_MEN, choose};
use super::classes::{Classes, Ranking, Representative};
use super::symmetry::Symmetries;
use crate::board::{Bitboard, BoardSize, Side};
use crate::position::Position;
use crate::rules::Rules;

/// The greatest numbers of men of the two sides, whichever side has which.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct MaxMen {
    pub(super) more: u8,
    pub(super) fewer: u8,
}

impl MaxMen {
    pub(super) fn new(a: u8, b: u8) -> MaxMen {
        MaxMen { more: a.max(b), fewer: a.min(b) }
    }

    /// Whether positions with so many men belong to the table.
    pub(super) fn covers(self, a: usize, b: usize) -> bool {
        a.max(b) <= usize::from(self.more) && a.min(b) <= usize::from(self.fewer)
    }

    /// The numbers of own and enemy men, in an order in which captures lead to earlier ones; those that differ by the turn alone are neighbours.
    fn slices(self) -> impl Iterator<Item = (usize, usize)> {
        let total = usize::from(self.more) + usize::from(self.fewer);
        let pairs = (0..=total).flat_map(|men| (0..=men / 2).map(move |fewer| (men - fewer, fewer)));
        let covered = pairs.filter(move |(a, b)| self.covers(*a, *b));
        covered.flat_map(|(a, b)| [(a, b), (b, a)].into_iter().take(if a == b { 1 } else { 2 }))
    }
}

/// What a layout needs, known before it is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Needs {
    /// Cells of all slices together.
    pub(super) cells: u128,
    /// Bytes of the layout itself.
    pub(super) bytes: u128,
}

impl Needs {
    pub(super) fn of(size: BoardSize, symmetries: &Symmetries, most: MaxMen) -> Needs {
        let squares = size.squares().len() as usize;
        let classes = symmetries.classes();
        let cells = |(own, enemy): (usize, usize)| classes[own].saturating_mul(u128::from(choose(squares - own, enemy)));
        let bytes = (0..=usize::from(most.more)).map(|men| Classes::bytes(squares, men, classes[men])).sum();
        Needs { cells: most.slices().map(cells).fold(0, u128::saturating_add), bytes }
    }
}

/// The positions with a side's number of men on the move against another number of men.
///
/// The cells of a slice are sorted by the class of the own men and then by the rank of the enemy men on the squares that are left. The board is laid
/// so that the own men are their class's representative. Where several ways to lay it do that, the enemy men's lowest rank counts; the
/// others' cells stay unused.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slice {
    pub(super) own: usize,
    pub(super) enemy: usize,
    start: u64,
    /// Cells for one class of own men.
    width: u64,
    end: u64,
}

impl Slice {
    pub(super) fn cells(&self) -> Range<u64> {
        self.start..self.end
    }

    pub(super) fn len(&self) -> u64 {
        self.end - self.start
    }
}

/// Men as the side to move sees them: turned, if needed, so that it sits at the bottom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Men {
    pub(super) own: Bitboard,
    pub(super) enemy: Bitboard,
}

impl Men {
    /// The position with these men and Sente to move.
    pub(super) fn position(self, rules: &Rules) -> Position {
        Position::assemble(*rules, self.own, self.enemy, Side::Sente)
    }
}

/// The assignment of cells to positions.
pub(super) struct Layout {
    ranking: Ranking,
    symmetries: Symmetries,
    most: MaxMen,
    /// By number of men.
    classes: Vec<Classes>,
    slices: Vec<Slice>,
    /// The number of a slice by own and enemy men; meaningless for those not covered.
    numbers: Vec<u16>,
}

impl Layout {
    /// Only after the needs were found bearable.
    pub(super) fn new(size: BoardSize, symmetries: Symmetries, most: MaxMen) -> Layout {
        let ranking = Ranking::new(size);
        let classes: Vec<Classes> = (0..=usize::from(most.more)).map(|men| Classes::new(&ranking, &symmetries, men)).collect();
        let mut layout = Layout { ranking, symmetries, most, classes, slices: Vec::new(), numbers: vec![0; (MOST_MEN + 1).pow(2)] };
        for (own, enemy) in most.slices() {
            layout.add_slice(own, enemy);
        }
        layout
    }

    fn add_slice(&mut self, own: usize, enemy: usize) {
        let start = self.cells();
        let width = choose(self.ranking.len() - own, enemy);
        self.numbers[own * (MOST_MEN + 1) + enemy] = self.slices.len() as u16;
        self.slices.push(Slice { own, enemy, start, width, end: start + width * self.classes[own].len() });
    }

    /// The number of cells.
    pub(super) fn cells(&self) -> u64 {
        self.slices.last().map_or(0, |slice| slice.end)
    }

    pub(super) fn most(&self) -> MaxMen {
        self.most
    }

    /// All slices, those with fewer men first.
    pub(super) fn slices(&self) -> &[Slice] {
        &self.slices
    }

    /// The slices in groups that depend on each other: those whose men are the same up to who is on the move.
    pub(super) fn groups(&self) -> impl Iterator<Item = &[Slice]> {
        self.slices.chunk_by(|a, b| (a.own, a.enemy) == (b.enemy, b.own))
    }

    /// The cell of a position, or `None` if it has too many men.
    pub(super) fn cell_of(&self, position: &Position) -> Option<u64> {
        let men = Men { own: position.own(), enemy: position.enemy() };
        match self.most.covers(men.own.len() as usize, men.enemy.len() as usize) {
            true if position.side_to_move() == Side::Sente => Some(self.cell(men)),
            true => Some(self.cell(self.turned(men))),
            false => None,
        }
    }

    /// The men as seen from the other side of the board, where that makes a difference.
    #[inline]
    pub(super) fn turned(&self, men: Men) -> Men {
        Men { own: self.symmetries.turn(men.own), enemy: self.symmetries.turn(men.enemy) }
    }

    /// The cell of men that are few enough.
    #[inline]
    pub(super) fn cell(&self, men: Men) -> u64 {
        let (own, enemy) = (men.own.len() as usize, men.enemy.len() as usize);
        let slice = &self.slices[usize::from(self.numbers[own * (MOST_MEN + 1) + enemy])];
        let classes = &self.classes[own];
        let (class, symmetry) = classes.class_of(self.ranking.rank(Bitboard::EMPTY, men.own));
        let representative = classes.representative(class);
        let rank = self.enemy_rank(representative, self.symmetries.apply(symmetry, men.enemy));
        slice.start + class * slice.width + rank
    }

    /// The rank of the enemy men, the lowest if the own men can be laid on themselves.
    #[inline]
    fn enemy_rank(&self, own: Representative, enemy: Bitboard) -> u64 {
        if own.is_rigid() {
            return self.ranking.rank(own.men, enemy);
        }
        let ranks = own.symmetries().map(|symmetry| self.ranking.rank(own.men, self.symmetries.apply(symmetry, enemy)));
        ranks.min().unwrap_or(0)
    }

    /// The men of a cell, or `None` if it is unused.
    pub(super) fn men(&self, slice: &Slice, cell: u64) -> Option<Men> {
        let (class, rank) = ((cell - slice.start) / slice.width, (cell - slice.start) % slice.width);
        let own = self.classes[slice.own].representative(class);
        let enemy = self.ranking.set(own.men, slice.enemy, rank);
        (own.is_rigid() || self.enemy_rank(own, enemy) == rank).then_some(Men { own: own.men, enemy })
    }

    /// How many boards share the cell of these men.
    pub(super) fn images(&self, men: Men) -> u64 {
        let order = self.symmetries.order();
        let own = |symmetry: &u8| self.symmetries.apply(*symmetry, men.own) == men.own;
        let enemy = |symmetry: &u8| self.symmetries.apply(*symmetry, men.enemy) == men.enemy;
        u64::from(order) / (0..order).filter(own).filter(enemy).count() as u64
    }
}
