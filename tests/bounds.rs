//! Nothing that can be typed makes a reader panic, hang, use up the memory, or repair in silence.

mod readers;

use std::time::{Duration, Instant};

use readers::Reader;
use readers::random::Random;

/// What takes longer hangs, even on a machine with other things to do.
const PATIENCE: Duration = Duration::from_secs(10);

/// Reads a text and asserts that it does not take long.
fn timed(reader: &Reader, text: &str) -> bool {
    let start = Instant::now();
    let taken = (reader.read)(text);
    assert!(start.elapsed() < PATIENCE, "{}: {:?} for {} bytes", reader.name, start.elapsed(), text.len());
    taken
}

/// Gives a reader so many random texts, a quarter of them noise, and answers how many it took.
fn read_random_texts(reader: &Reader, rounds: usize) -> usize {
    let mut random = Random(81);
    let alphabet: Vec<char> = reader.valid.concat().chars().chain("0123456789 \n\r,:=+-/()xPpbw同投了まで".chars()).collect();
    assert!(reader.valid.iter().all(|text| (reader.read)(text)), "{}: the valid texts are valid", reader.name);
    let mut taken = 0;
    for round in 0..rounds {
        let text = if round % 4 == 0 { random.noise() } else { random.mutated(&reader.valid, &alphabet) };
        taken += usize::from((reader.read)(&text));
    }
    assert!(taken > rounds / 500 && taken < rounds / 2, "{}: {taken} of {rounds} were taken", reader.name);
    taken
}

#[test]
fn random_texts_never_panic() {
    let rounds = if cfg!(debug_assertions) { 5_000 } else { 100_000 };
    for reader in readers::all() {
        read_random_texts(&reader, rounds);
    }
}

/// Takes about half an hour: `cargo test --release --all-features --test bounds -- --ignored --nocapture`.
#[test]
#[ignore = "half an hour: run with --release -- --ignored --nocapture"]
fn ten_million_random_texts_a_reader_stay_within_64_megabytes() {
    const ROUNDS: usize = 10_000_000;
    for reader in readers::all() {
        let start = Instant::now();
        let taken = read_random_texts(&reader, ROUNDS);
        let peak = peak_memory();
        println!("{}: {ROUNDS} texts, {taken} of them taken, {:.0?}, at most {:?} KiB so far", reader.name, start.elapsed(), peak);
        assert!(peak.is_none_or(|kib| kib < 64 * 1024), "{}: {peak:?} KiB", reader.name);
    }
}

/// The most memory that the process has ever used, in KiB, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_ascii_whitespace().next()?.parse().ok()
}

#[test]
fn huge_texts_do_not_hang() {
    const LENGTH: usize = if cfg!(debug_assertions) { 200_000 } else { 1_000_000 };
    for reader in readers::all() {
        for piece in readers::pieces(&reader) {
            timed(&reader, &piece.repeat(LENGTH / piece.len()));
        }
    }
}
