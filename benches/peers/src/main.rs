//! Perft of `hasami-shogi` against other board-game libraries, in one process and on one thread.
//!
//! `cargo run --release --manifest-path benches/peers/Cargo.toml [-- ROUNDS]`; what is compared, and how fairly, is said in `README.md`.

mod measure;
mod ours;
mod peers;
mod table;

use std::process::ExitCode;

use measure::Contestant;

const DEFAULT_ROUNDS: usize = 5;

fn main() -> ExitCode {
    match rounds().and_then(compare) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("peers: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The number of rounds, from the only argument.
fn rounds() -> Result<usize, String> {
    match std::env::args().nth(1) {
        None => Ok(DEFAULT_ROUNDS),
        Some(text) => text
            .parse()
            .ok()
            .filter(|&rounds| rounds > 0)
            .ok_or(format!("the number of rounds must be a whole number above 0, not {text:?}")),
    }
}

fn compare(rounds: usize) -> Result<(), String> {
    let contestants: Vec<Contestant> = peers::all().into_iter().chain(ours::all()).collect();
    let results = measure::alternate(&contestants, rounds)?;
    table::print(&results, rounds);
    Ok(())
}
