//! Sessions of the USI protocol: what to send, what is owed for it, and the engine as a program.
#![allow(dead_code, unreachable_pub)]

pub mod engine;
pub mod grammar;
pub mod ledger;
pub mod model;
