#![no_main]

use std::sync::atomic::{AtomicUsize, Ordering};

/// Moves after which both sides agreed.
static MOVES: AtomicUsize = AtomicUsize::new(0);

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    let played = hasami_shogi_fuzz::fuzz_bodies::play_differential(data);
    let before = MOVES.fetch_add(played, Ordering::Relaxed);
    if before / 100_000 != (before + played) / 100_000 {
        eprintln!("{} moves compared", before + played);
    }
});
