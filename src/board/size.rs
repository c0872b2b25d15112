//! The size of the board.

use core::fmt;

/// The number of ranks, and of files, of a square board: 4 to 9.
///
/// ```
/// use hasami_shogi::BoardSize;
///
/// assert_eq!(BoardSize::new(8), Some(BoardSize::EIGHT));
/// assert_eq!(BoardSize::new(10), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardSize(u8);

impl BoardSize {
    /// The smallest board, 4 × 4.
    pub const MIN: BoardSize = BoardSize(4);
    /// The board of Mak-yek, 8 × 8.
    pub const EIGHT: BoardSize = BoardSize(8);
    /// The shogi board, 9 × 9.
    pub const NINE: BoardSize = BoardSize(9);
    /// The largest board, 9 × 9.
    pub const MAX: BoardSize = BoardSize(9);

    /// The size with `n` ranks and `n` files, or `None` outside 4 to 9.
    #[must_use]
    pub const fn new(n: u8) -> Option<BoardSize> {
        match n {
            4..=9 => Some(BoardSize(n)),
            _ => None,
        }
    }

    /// The number of ranks, 4 to 9.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// All sizes, from the smallest to the largest.
    pub fn all() -> impl ExactSizeIterator<Item = BoardSize> + Clone {
        [4, 5, 6, 7, 8, 9].into_iter().map(BoardSize)
    }
}

impl Default for BoardSize {
    fn default() -> Self {
        BoardSize::NINE
    }
}

impl fmt::Debug for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BoardSize({})", self.0)
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
