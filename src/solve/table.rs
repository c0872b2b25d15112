//! Tables of solved positions.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;
use std::io;

use super::file::CellFile;
use super::layout::Layout;
use super::value::{Cell, Solution, Value};
use super::{Detail, SolveError, without_record};
use crate::position::{Move, Position};
use crate::rules::Rules;

/// The exact values of all positions with at most so many men, in memory or in a file.
///
/// It takes a byte a position, symmetric ones stored once; two if any distance is above 126 plies; or two bits if it holds values only.
pub struct Table {
    pub(super) rules: Rules,
    pub(super) layout: Layout,
    pub(super) format: Format,
    pub(super) store: Store,
}

/// Where the cells are.
pub(super) enum Store {
    Memory(Vec<u8>),
    File(CellFile),
}

/// How cells are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Format {
    /// Two bits, four to a byte from the low end: 0 draw, 1 win, 2 loss, 3 unused.
    Bits,
    /// 0 draw, 1 to 127 win in 0 to 126 plies, 128 to 254 loss in 0 to 126 plies, 255 unused.
    Byte,
    /// Little-endian: 0 draw, 1 to 0x7ff1 win, from 0x8000 on loss, 0xffff unused.
    Word,
}

impl Format {
    /// The most plies that a byte can tell.
    const MOST_IN_A_BYTE: u16 = 126;

    pub(super) fn for_detail(detail: Detail, longest: u16) -> Format {
        match detail {
            Detail::Value => Format::Bits,
            Detail::Distance if longest <= Format::MOST_IN_A_BYTE => Format::Byte,
            Detail::Distance => Format::Word,
        }
    }

    /// The bytes that so many cells take.
    pub(super) const fn bytes(self, cells: u64) -> u64 {
        match self {
            Format::Bits => cells.div_ceil(4),
            Format::Byte => cells,
            Format::Word => cells.saturating_mul(2),
        }
    }

    /// Adds the cells to the end of `bytes`.
    fn pack(self, cells: &[u16], bytes: &mut Vec<u8>) {
        match self {
            Format::Bits => bytes.extend(cells.chunks(4).map(four_to_byte)),
            Format::Byte => bytes.extend(cells.iter().map(|cell| to_byte(Cell(*cell)))),
            Format::Word => bytes.extend(cells.iter().flat_map(|cell| settled(Cell(*cell)).0.to_le_bytes())),
        }
    }

    /// The bytes that hold a cell: the place of the first, and their number.
    fn place(self, cell: u64) -> (u64, usize) {
        match self {
            Format::Bits => (cell / 4, 1),
            Format::Byte => (cell, 1),
            Format::Word => (2 * cell, 2),
        }
    }

    /// What the bytes of all cells say of one.
    pub(super) fn read(self, all: &[u8], cell: u64) -> Option<Solution> {
        let (place, count) = self.place(cell);
        let mut bytes = [0; 2];
        let place = place as usize;
        bytes[..count].copy_from_slice(&all[place..place + count]);
        self.unpack(cell, bytes)
    }

    /// What the bytes at its place say of a cell.
    fn unpack(self, cell: u64, [low, high]: [u8; 2]) -> Option<Solution> {
        let known = |value| Some(Solution { value, plies: None });
        match (self, low >> (2 * (cell % 4)) & 3, low) {
            (Format::Bits, 0, _) => known(Value::Draw),
            (Format::Bits, 1, _) => known(Value::Win),
            (Format::Bits, 2, _) => known(Value::Loss),
            (Format::Bits, ..) => None,
            (Format::Byte, _, 0) => Cell::DRAWN.solution(),
            (Format::Byte, _, 1..=127) => Cell::win(u16::from(low) - 1).solution(),
            (Format::Byte, _, 128..=254) => Cell::loss(u16::from(low) - 128).solution(),
            (Format::Byte, ..) => None,
            (Format::Word, ..) => Cell(u16::from_le_bytes([low, high])).solution(),
        }
    }
}

/// The cell with 0 for every draw.
fn settled(cell: Cell) -> Cell {
    match cell.solution() {
        Some(Solution { value: Value::Draw, .. }) => Cell::OPEN,
        _ => cell,
    }
}

/// Up to four cells, from the low end.
fn four_to_byte(cells: &[u16]) -> u8 {
    cells.iter().rev().fold(0, |byte, cell| byte << 2 | to_bits(Cell(*cell)))
}

fn to_bits(cell: Cell) -> u8 {
    match cell.solution().map(|solution| solution.value) {
        Some(Value::Draw) => 0,
        Some(Value::Win) => 1,
        Some(Value::Loss) => 2,
        None => 3,
    }
}

/// Only for distances of at most [`Format::MOST_IN_A_BYTE`].
fn to_byte(cell: Cell) -> u8 {
    match (cell.won_in(), cell.lost_in()) {
        (Some(plies), _) => 1 + plies as u8,
        (_, Some(plies)) => 128 + plies as u8,
        _ if cell == Cell::UNUSED => 255,
        _ => 0,
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [more, fewer] = self.max_men();
        write!(f, "Table({}, {more} against {fewer} men)", self.rules)
    }
}

impl Table {
    /// The cells in their final form.
    pub(super) fn pack(rules: Rules, layout: Layout, format: Format, cells: &[u16]) -> Result<Table, SolveError> {
        let mut bytes = Vec::new();
        let length = usize::try_from(format.bytes(layout.cells())).map_err(|_| SolveError::OutOfMemory)?;
        bytes.try_reserve_exact(length).map_err(|_| SolveError::OutOfMemory)?;
        format.pack(cells, &mut bytes);
        Ok(Table { rules, layout, format, store: Store::Memory(bytes) })
    }

    /// The rules, without those that only the record of a game knows.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The greatest numbers of men of the two sides, the greater first; either side may be the one with more.
    #[must_use]
    pub fn max_men(&self) -> [u8; 2] {
        [self.layout.most().more, self.layout.most().fewer]
    }

    /// How much the table tells of each position.
    #[must_use]
    pub fn detail(&self) -> Detail {
        if self.format == Format::Bits { Detail::Value } else { Detail::Distance }
    }

    /// The number of cells: positions, symmetric ones counted once, and a few cells without use.
    #[must_use]
    pub fn cells(&self) -> u64 {
        self.layout.cells()
    }

    /// The exact value of a position. `None` if it has too many men, or other rules in more than what only the record of a game knows.
    ///
    /// # Errors
    ///
    /// If the table is in a file that cannot be read any more.
    pub fn probe(&self, position: &Position) -> io::Result<Option<Solution>> {
        if *position.rules() != self.rules && without_record(*position.rules()) != self.rules {
            return Ok(None);
        }
        self.layout.cell_of(position).map_or(Ok(None), |cell| self.read(cell))
    }

    /// The exact value of each legal move, for the side that makes it: the plies count from here. `None` as for [`Table::probe`].
    ///
    /// ```
    /// use hasami_shogi::solve::{Solver, Value};
    /// use hasami_shogi::{Position, Rules};
    ///
    /// let rules: Rules = "reduce-to-one,size=5".parse()?;
    /// let table = Solver::new(rules).max_men(2, 2).solve()?;
    /// let position = Position::from_sfen(rules, "5/1p3/5/2Pp1/4P b - 1")?;
    /// let moves = table.probe_moves(&position)?.expect("two against two");
    /// let wins = moves.iter().filter(|(_, solution)| solution.plies == Some(1));
    /// assert_eq!(wins.map(|(mv, _)| mv.to_string()).collect::<Vec<_>>(), ["1e1d"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`Table::probe`].
    pub fn probe_moves(&self, position: &Position) -> io::Result<Option<Vec<(Move, Solution)>>> {
        let mut solutions = Vec::new();
        for mv in position.moves() {
            let Some(solution) = self.probe(&position.child(mv))? else { return Ok(None) };
            solutions.push((mv, Solution { value: solution.value.reversed(), plies: solution.plies.map(|plies| plies + 1) }));
        }
        Ok(Some(solutions))
    }

    /// What the table says of a cell; `None` if the cell is unused.
    fn read(&self, cell: u64) -> io::Result<Option<Solution>> {
        match &self.store {
            Store::Memory(bytes) => Ok(self.format.read(bytes, cell)),
            Store::File(file) => {
                let (place, count) = self.format.place(cell);
                let mut bytes = [0; 2];
                file.read_at(place, &mut bytes[..count])?;
                Ok(self.format.unpack(cell, bytes))
            }
        }
    }

    /// The bytes of all cells.
    pub(super) fn bytes(&self) -> io::Result<Cow<'_, [u8]>> {
        match &self.store {
            Store::Memory(bytes) => Ok(Cow::Borrowed(bytes)),
            Store::File(file) => file.read_all().map(Cow::Owned),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells read back from the bytes of a format.
    fn told(format: Format, cells: &[u16]) -> Vec<Option<Solution>> {
        let mut bytes = Vec::new();
        format.pack(cells, &mut bytes);
        assert_eq!(bytes.len() as u64, format.bytes(cells.len() as u64));
        (0..cells.len() as u64).map(|cell| format.read(&bytes, cell)).collect()
    }

    #[test]
    fn every_format_tells_what_was_packed() {
        let draws = [Cell::OPEN, Cell::SAFE, Cell::DRAWN, Cell::SUSPECT, Cell::UNUSED];
        let mut cells: Vec<u16> =
            (0..=126).flat_map(|plies| [Cell::win(plies), Cell::loss(plies)]).chain(draws).map(|cell| cell.0).collect();
        let solutions = |cells: &[u16]| cells.iter().map(|cell| Cell(*cell).solution()).collect::<Vec<_>>();
        let values = solutions(&cells).into_iter().map(|solution| solution.map(|known| Solution { plies: None, ..known }));
        assert_eq!(told(Format::Bits, &cells), values.collect::<Vec<_>>());
        assert_eq!(told(Format::for_detail(Detail::Distance, 126), &cells), solutions(&cells));
        cells.extend([127, 1_000, Cell::MOST_PLIES].into_iter().flat_map(|plies| [Cell::win(plies).0, Cell::loss(plies).0]));
        assert_eq!(told(Format::for_detail(Detail::Distance, 127), &cells), solutions(&cells));
    }
}
