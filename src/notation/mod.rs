//! Text forms. Every writer has a reader, and what was written reads back equal.

pub mod sfen;
pub mod usi;
