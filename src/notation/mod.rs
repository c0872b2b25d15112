//! Text forms. Every writer has a reader, and what was written reads back equal.
//!
//! | module | what it writes and reads | example |
//! |---|---|---|
//! | [`sfen`] | positions, as [`Setup`](crate::Setup) | `ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1` |
//! | [`usi`] | moves, as [`Move`](crate::Move) | `5i5e` |
//! | [`japanese`] | moves for people | `▲５五歩(59)` |
//! | [`kif`] | whole games | `手合割：はさみ将棋` … |
//! | [`rowcol`] | squares and moves as many small programs write them | `i5-e5` |
//! | [`diagram`] | boards for people | |
//!
//! A text that is not exactly right is refused with an error that says what was wrong and where. Nothing is repaired in silence.

mod cursor;
pub mod diagram;
pub mod japanese;
pub mod kif;
pub mod rowcol;
pub mod sfen;
#[cfg(test)]
mod tests;
pub mod usi;

pub use cursor::SyntaxError;
