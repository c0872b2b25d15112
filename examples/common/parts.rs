//! Work in numbered parts, on several threads, with the results in order.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// As many threads as there are cores.
pub(crate) fn all_cores() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Does the parts 0, 1, … `count - 1` and hands each result to `take` in this order, which may end the work by breaking.
///
/// Each thread makes itself a worker, which does one part after the other. What `take` sees does not depend on the number of threads.
pub(crate) fn in_order<T: Send, W, B>(
    threads: NonZeroUsize,
    count: u64,
    worker: impl Fn() -> W + Sync,
    mut take: impl FnMut(T) -> ControlFlow<B>,
) -> Option<B>
where
    W: FnMut(u64) -> T,
{
    let (next, over, (sender, results)) = (AtomicU64::new(0), AtomicBool::new(false), channel());
    thread::scope(|scope| {
        for _ in 0..threads.get() {
            let sender = sender.clone();
            scope.spawn(|| work(worker(), &next, count, &over, sender));
        }
        drop(sender);
        let ended = sort(results, &mut take);
        over.store(true, Ordering::Relaxed);
        ended
    })
}

fn work<T>(mut worker: impl FnMut(u64) -> T, next: &AtomicU64, count: u64, over: &AtomicBool, sender: Sender<(u64, T)>) {
    while !over.load(Ordering::Relaxed) {
        let part = next.fetch_add(1, Ordering::Relaxed);
        if part >= count || sender.send((part, worker(part))).is_err() {
            return;
        }
    }
}

/// Hands on what arrives in the order of the numbers.
fn sort<T, B>(results: Receiver<(u64, T)>, take: &mut impl FnMut(T) -> ControlFlow<B>) -> Option<B> {
    let (mut waiting, mut due) = (BTreeMap::new(), 0);
    for (part, result) in results {
        waiting.insert(part, result);
        while let Some(result) = waiting.remove(&due) {
            due += 1;
            if let ControlFlow::Break(ended) = take(result) {
                return Some(ended);
            }
        }
    }
    None
}
