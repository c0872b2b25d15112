//! Work on all cells of a range by several threads.

use core::num::NonZeroUsize;
use core::ops::Range;
use core::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// Cells that a thread takes at a time.
const CHUNK: u64 = 1 << 14;

/// Calls `work` with pieces of the range until it is done, on so many threads; `tick` hears on this one how many cells were handed out so far.
pub(super) fn sweep(threads: NonZeroUsize, range: Range<u64>, work: impl Fn(Range<u64>) + Sync, mut tick: impl FnMut(u64)) {
    let next = AtomicU64::new(range.start);
    let take = || {
        let start = next.fetch_add(CHUNK, Ordering::Relaxed);
        (start < range.end).then(|| start..range.end.min(start + CHUNK))
    };
    let chunks = usize::try_from((range.end - range.start).div_ceil(CHUNK)).unwrap_or(usize::MAX);
    thread::scope(|scope| {
        for _ in 1..threads.get().min(chunks) {
            // Where the system refuses another thread, the others do the work.
            let help = || core::iter::from_fn(take).for_each(&work);
            let _ = thread::Builder::new().spawn_scoped(scope, help);
        }
        while let Some(chunk) = take() {
            let handed_out = chunk.end - range.start;
            work(chunk);
            tick(handed_out);
        }
    });
}
