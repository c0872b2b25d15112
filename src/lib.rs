#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![doc = include_str!("../README.md")]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

pub mod board;
pub mod game;
pub mod notation;
pub mod perft;
pub mod position;
pub mod rules;
pub mod search;
#[cfg(feature = "std")]
pub mod solve;
#[cfg(feature = "proptest")]
pub mod strategies;

#[cfg(feature = "arbitrary")]
mod arbitrary_impls;
#[cfg(any(feature = "arbitrary", feature = "proptest"))]
mod listed;
#[cfg(feature = "serde")]
mod serde_impls;

pub use board::{Bitboard, BitboardError, BoardSize, Direction, File, Rank, Side, Square, SquareError, Squares};
pub use game::{Game, GameOver};
pub use notation::SyntaxError;
pub use notation::diagram::{Diagram, DiagramError, read_diagram};
pub use notation::japanese::{JapaneseError, JapaneseMove};
pub use notation::kif::{KifError, KifProblem, KifRecord, read_kif, write_kif};
pub use notation::rowcol::{RowColError, RowColMove, RowColSquare};
pub use notation::sfen::SfenError;
pub use notation::usi::MoveError;
pub use position::{IllegalMove, LegalMove, ManMoves, Move, MoveKind, MoveList, Moves, Outcome, Position, Reason, Setup, SetupError};
pub use rules::{
    Axes, CaptureGoal, Compulsion, Contradiction, Corner, Custodian, HomeRanks, Hop, Intervention, Lead, Limit, LineGoal, NoMove, Preset,
    Repetition, RuleKey, Rules, RulesBuilder, RulesError, Target,
};
