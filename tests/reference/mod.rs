//! A slow, plain model of the rules, written from the text of the rules alone.
//!
//! It shares no code with the crate and takes none of its types, so that a mistake would have to be made twice, in two
//! different ways, to pass unseen. Everything that crosses its border is plain data: squares and moves are their USI
//! text, positions are SFEN, results are pairs of words. Clarity comes before speed throughout, and wrong input panics.
#![allow(dead_code, unreachable_pub)]

pub mod board;
pub mod capture;
pub mod ending;
pub mod moves;
pub mod position;
pub mod random;
pub mod record;
pub mod rules;

#[allow(unused_imports)]
pub use self::{
    board::{Board, Side, Square},
    position::{MoveFacts, Position},
    record::Record,
    rules::{Corner, Custodian, Hop, Intervention, Lead, Limit, Line, NoMove, Repetition, Rules},
};
