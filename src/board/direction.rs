//! The four directions along ranks and files.

/// A direction on the board as Sente sees it.
///
/// ```
/// use hasami_shogi::Direction;
///
/// assert_eq!(Direction::North.opposite(), Direction::South);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// Toward rank 1 (`a`), the top.
    North,
    /// Toward file 1, the right.
    East,
    /// Toward the highest rank, the bottom.
    South,
    /// Toward the highest file, the left.
    West,
}

impl Direction {
    /// All four directions, clockwise.
    pub const ALL: [Direction; 4] = [Direction::North, Direction::East, Direction::South, Direction::West];

    /// The direction that leads back.
    #[must_use]
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::North => Direction::South,
            Direction::East => Direction::West,
            Direction::South => Direction::North,
            Direction::West => Direction::East,
        }
    }

    /// 0 to 3 in the order of [`Direction::ALL`]: an index into arrays of four.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether square numbers grow in this direction.
    pub(crate) const fn ascends(self) -> bool {
        matches!(self, Direction::South | Direction::West)
    }
}
