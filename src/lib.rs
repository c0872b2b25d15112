#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![cfg_attr(docsrs, feature(doc_cfg))]
//! Hasami Shogi.

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod board;
pub mod notation;
pub mod perft;
pub mod position;
pub mod rules;

pub use board::{Bitboard, BitboardError, BoardSize, Direction, File, Rank, Side, Square, SquareError, Squares};
pub use notation::sfen::SfenError;
pub use notation::usi::MoveError;
pub use position::{IllegalMove, LegalMove, ManMoves, Move, MoveKind, MoveList, Moves, Outcome, Position, Reason, Setup, SetupError};
pub use rules::*;
