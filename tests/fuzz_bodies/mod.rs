//! What each fuzz target does with its bytes. Nothing comes of them but a panic, if the crate is at fault.
//!
//! The targets in `fuzz/` let a fuzzer choose the bytes; `fuzz_corpus.rs` runs the same functions over the files in `fuzz/corpus` and
//! `fuzz/regressions` and over random bytes.
#![allow(dead_code, unreachable_pub)]

mod formats;
mod play;
mod record;
mod search;
mod texts;
mod usi;

pub use formats::{serde_binary, serde_json};
pub use play::play_differential;
pub use record::game_record;
pub use search::search;
pub use texts::{bitboard, kif, rowcol, rules_text, sfen, usi_moves};
pub use usi::usi_session;
