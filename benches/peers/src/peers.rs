//! The other libraries, each by the fastest way of counting and of playing that it offers to its users.
//!
//! Every played leaf goes through `black_box` by reference: the whole position must be in memory, and nothing of it is copied for the measurement.
//! The last ply has a loop of its own everywhere, which was found faster than a test of the depth within one loop.

pub mod cozy_chess;
pub mod haitaka;
pub mod hnefatafl;
pub mod shakmaty;

use crate::measure::Contestant;

pub fn all() -> Vec<Contestant> {
    let chess = cozy_chess::contestants().into_iter().chain(shakmaty::contestants());
    chess.chain(haitaka::contestants()).chain(hnefatafl::contestants()).collect()
}
