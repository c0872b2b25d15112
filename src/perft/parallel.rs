//! Perft on several threads.

use alloc::vec::Vec;
use core::iter::Enumerate;
use core::num::NonZeroUsize;
use core::slice::IterMut;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use super::error::{self, CountError};
use super::hashed::{Share, Table};
use super::{divide_by, leaves, sum_over_children};
use crate::position::{Move, Position};

/// [`perft`](super::perft()) on several threads, which share out the positions two plies down.
///
/// ```
/// use core::num::NonZeroUsize;
/// use hasami_shogi::{perft, Position};
///
/// let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
/// assert_eq!(perft::parallel(&Position::default(), 3, threads), Ok(254_219));
/// ```
///
/// # Errors
///
/// As [`perft`](super::perft()).
pub fn parallel(position: &Position, depth: u32, threads: NonZeroUsize) -> Result<u128, CountError> {
    error::check_depth(depth)?;
    parallel_leaves(position, depth, threads)
}

fn parallel_leaves(position: &Position, depth: u32, threads: NonZeroUsize) -> Result<u128, CountError> {
    let Some(below) = depth.checked_sub(2).filter(|_| threads.get() > 1) else {
        return leaves(position, depth);
    };
    let queue = Queue { position: *position, below, next: AtomicUsize::new(0) };
    sum(threads.get(), || queue.work())
}

/// [`hashed`](super::hashed) on several threads, one for each table.
///
/// Each thread counts a part of its own: no position three plies from the end is counted by two of them, and none takes up room in two tables. Without
/// a table it is plain [`perft`](super::perft()).
///
/// ```
/// use hasami_shogi::{Position, perft};
///
/// let mut tables = [perft::Table::with_bytes(1 << 20)?, perft::Table::with_bytes(1 << 20)?];
/// assert_eq!(perft::parallel_hashed(&Position::default(), 4, &mut tables), Ok(16_599_273));
/// # Ok::<(), perft::TableError>(())
/// ```
///
/// # Errors
///
/// As [`perft`](super::perft()).
pub fn parallel_hashed(position: &Position, depth: u32, tables: &mut [Table]) -> Result<u128, CountError> {
    error::check_depth(depth)?;
    let of = tables.len();
    if of == 0 {
        return leaves(position, depth);
    }
    let shares = Shares { position: *position, depth, of, left: Mutex::new(tables.iter_mut().enumerate()) };
    sum(of, || shares.work())
}

/// What so many threads find, this one included, where each works until there is nothing left to do.
fn sum(threads: usize, work: impl Fn() -> Result<u128, CountError> + Sync) -> Result<u128, CountError> {
    thread::scope(|scope| {
        // Where the system refuses another thread, the others do its work.
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, &work).ok();
        let helpers: Vec<_> = (1..threads).map_while(spawn).collect();
        let own = work();
        // A helper cannot panic, since nothing in the crate does; if one did, the sum would be wrong, so the panic is passed on.
        let found = helpers.into_iter().map(|helper| helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        found.fold(own, |nodes, more| error::add(nodes?, more?))
    })
}

/// [`divide`](super::divide) on several threads.
///
/// # Errors
///
/// As [`divide`](super::divide).
pub fn parallel_divide(position: &Position, depth: u32, threads: NonZeroUsize) -> Result<Vec<(Move, u128)>, CountError> {
    divide_by(position, depth, |child, depth| parallel_leaves(child, depth, threads))
}

/// The positions two plies down, numbered in the order in which they are reached, of which each worker takes the next that nobody has taken.
struct Queue {
    position: Position,
    below: u32,
    next: AtomicUsize,
}

impl Queue {
    fn take(&self) -> usize {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    fn work(&self) -> Result<u128, CountError> {
        let (mut number, mut mine) = (0, self.take());
        sum_over_children(&self.position, |child| {
            sum_over_children(child, |grandchild| {
                let is_mine = number == mine;
                number += 1;
                if !is_mine {
                    return Ok(0);
                }
                mine = self.take();
                leaves(grandchild, self.below)
            })
        })
    }
}

/// The shares of a hashed count with their tables, of which each worker takes the next that nobody has taken.
struct Shares<'t> {
    position: Position,
    depth: u32,
    of: usize,
    left: Mutex<Enumerate<IterMut<'t, Table>>>,
}

impl<'t> Shares<'t> {
    fn take(&self) -> Option<(usize, &'t mut Table)> {
        self.left.lock().unwrap_or_else(PoisonError::into_inner).next()
    }

    fn work(&self) -> Result<u128, CountError> {
        let mut nodes = 0;
        while let Some((number, table)) = self.take() {
            nodes = error::add(nodes, Share { number, of: self.of }.count(&self.position, self.depth, table)?)?;
        }
        Ok(nodes)
    }
}
