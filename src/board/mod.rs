//! The board: squares, files, ranks, directions, the two sides, and sets of squares.
//!
//! Everything here is geometry: no rule of any game is known in this module. Boards of 4 × 4 to 9 × 9 squares share the numbering of the
//! 9 × 9 board ([`Square`]); [`BoardSize`] knows which squares belong to a smaller one.
//!
//! ```
//! use hasami_shogi::{Bitboard, BoardSize, Side};
//!
//! let size = BoardSize::NINE;
//! let men: Bitboard = size.home_rank(Side::Sente, 1) | size.home_rank(Side::Gote, 1);
//! assert_eq!(men.len(), 18);
//! assert!(size.corners().is_subset(men));
//! ```

mod bitboard;
mod direction;
mod geometry;
mod lines;
mod side;
mod size;
mod square;

pub(crate) use lines::{Cross, HOPS, Halves, Line, LineTable, Lines, SLIDES, SLIDES_AND_HOPS, bits};

pub(crate) use bitboard::Step;
pub use bitboard::{Bitboard, BitboardError, Squares};
pub use direction::Direction;
pub use side::Side;
pub use size::BoardSize;
pub use square::{File, Rank, Square, SquareError};
