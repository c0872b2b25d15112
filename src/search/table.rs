//! The transposition table: what earlier searches found out about positions.
//!
//! An entry is two words: the data, and the position's hash combined with the data by exclusive or. A word torn by two threads writing at once gives a
//! hash that does not fit, so the entry counts as absent: no lock is needed, and no unsafe code (Hyatt and Mann, 2002). Four entries make a bucket of
//! one cache line.

use alloc::boxed::Box;
use core::sync::atomic::{AtomicU64, Ordering};

use bytemuck::allocation::try_zeroed_slice_box;

use super::score::{LEAST_WIN, MOST_PLIES};
use crate::board::Square;
use crate::position::Move;

/// What a stored value says about the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bound {
    /// The true value is at most this.
    Upper,
    /// The true value is at least this.
    Lower,
    /// It is the true value.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) best: Option<Move>,
    /// Wins and losses count plies from the position.
    pub(super) value: i32,
    /// The static estimate.
    pub(super) estimate: i32,
    /// The depth of the search in plies, 0 for a quiescence search.
    pub(super) depth: i32,
    pub(super) bound: Bound,
}

const BUCKET: usize = 4;

/// The words of a bucket: those to check entries by, and then the data of each.
const BUCKET_WORDS: usize = 2 * BUCKET;

/// A table of fixed size, shared by all threads of a search.
pub(super) struct Table {
    words: Box<[AtomicU64]>,
    generation: u8,
}

/// Generations count up to this and start again.
const GENERATIONS: u8 = 64;

/// A generation of age makes an entry as worthless as so many plies less of depth.
const PLIES_PER_GENERATION: i32 = 4;

impl Table {
    /// A table of at most `bytes`, but of one bucket at least; smaller if the memory cannot be had.
    ///
    /// The memory comes zeroed from the allocator, which need not touch it: even gigabytes are ready at once.
    pub(super) fn new(bytes: usize) -> Table {
        let mut wanted = (bytes / (BUCKET_WORDS * size_of::<AtomicU64>())).max(1);
        loop {
            match try_zeroed_slice_box(wanted * BUCKET_WORDS) {
                Ok(words) => return Table { words, generation: 0 },
                Err(()) => wanted = (wanted / 2).max(1),
            }
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.words.fill_with(AtomicU64::default);
        self.generation = 0;
    }

    /// Makes all entries a generation older.
    pub(super) fn age(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    fn buckets(&self) -> usize {
        self.words.len() / BUCKET_WORDS
    }

    /// The bucket of a hash: its high bits scaled to the number of buckets (Lemire 2019).
    #[inline]
    fn bucket(&self, hash: u64) -> &[AtomicU64; BUCKET_WORDS] {
        let number = ((u128::from(hash) * self.buckets() as u128) >> 64) as usize;
        self.words[number * BUCKET_WORDS..].first_chunk().expect("a whole number of buckets")
    }

    /// What is known of the position with this hash, `ply` plies from the root.
    pub(super) fn probe(&self, hash: u64, ply: usize) -> Option<Entry> {
        let bucket = self.bucket(hash);
        (0..BUCKET).find_map(|slot| {
            let data = bucket[BUCKET + slot].load(Ordering::Relaxed);
            let fits = bucket[slot].load(Ordering::Relaxed) ^ data == hash && data != 0;
            fits.then(|| unpack(data, ply))
        })
    }

    /// Stores what was found out, in place of the entry that is worth the least.
    pub(super) fn store(&self, hash: u64, ply: usize, entry: Entry) {
        let bucket = self.bucket(hash);
        let mut entry = entry;
        let mut victim = (0, i32::MAX);
        for slot in 0..BUCKET {
            let data = bucket[BUCKET + slot].load(Ordering::Relaxed);
            if bucket[slot].load(Ordering::Relaxed) ^ data == hash && data != 0 {
                let old = unpack(data, ply);
                // A deep result is not given up for a much shallower one of the same search.
                if entry.bound != Bound::Exact && generation_of(data) == self.generation && entry.depth + 3 < old.depth {
                    return;
                }
                entry.best = entry.best.or(old.best);
                victim.0 = slot;
                break;
            }
            let worth = self.worth(data);
            if worth < victim.1 {
                victim = (slot, worth);
            }
        }
        let data = pack(entry, ply, self.generation);
        bucket[victim.0].store(hash ^ data, Ordering::Relaxed);
        bucket[BUCKET + victim.0].store(data, Ordering::Relaxed);
    }

    /// How much it would be a pity to lose an entry.
    fn worth(&self, data: u64) -> i32 {
        if data == 0 {
            return i32::MIN + 1;
        }
        let age = (GENERATIONS + self.generation - generation_of(data)) % GENERATIONS;
        depth_of(data) - PLIES_PER_GENERATION * i32::from(age)
    }

    /// How full the table is with entries of this search, per mille, by a sample.
    pub(super) fn full(&self) -> u32 {
        let sample = self.buckets().min(250);
        let buckets = self.words[..sample * BUCKET_WORDS].chunks_exact(BUCKET_WORDS);
        let fresh = |data: u64| data != 0 && generation_of(data) == self.generation;
        let used = buckets.flat_map(|bucket| &bucket[BUCKET..]).filter(|data| fresh(data.load(Ordering::Relaxed))).count();
        (used * 1000 / (sample * BUCKET)) as u32
    }
}

// The data word: best move 14 bits, bound 2, value 16, estimate 16, depth 8, generation 8.

fn pack(entry: Entry, ply: usize, generation: u8) -> u64 {
    let best = entry.best.map_or(0, |mv| (mv.from().index() << 7 | mv.to().index()) as u64);
    let bound = entry.bound as u64 + 1;
    let value = u64::from(from_root(entry.value, -(ply as i32)) as i16 as u16);
    let estimate = u64::from(entry.estimate as i16 as u16);
    let depth = entry.depth.clamp(0, MOST_PLIES as i32) as u64;
    best | bound << 14 | value << 16 | estimate << 32 | depth << 48 | u64::from(generation) << 56
}

fn unpack(data: u64, ply: usize) -> Entry {
    let square = |bits: u64| Square::try_new((bits & 0x7f) as usize);
    let best = square(data >> 7).zip(square(data)).map(|(from, to)| Move::new(from, to));
    let bound = match data >> 14 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        _ => Bound::Exact,
    };
    Entry {
        best: best.filter(|mv| mv.from() != mv.to()),
        value: from_root(i32::from((data >> 16) as u16 as i16), ply as i32),
        estimate: i32::from((data >> 32) as u16 as i16),
        depth: depth_of(data),
        bound,
    }
}

fn depth_of(data: u64) -> i32 {
    (data >> 48 & 0xff) as i32
}

fn generation_of(data: u64) -> u8 {
    (data >> 56) as u8
}

/// A value with wins and losses counted from a point `plies` nearer to the root.
fn from_root(value: i32, plies: i32) -> i32 {
    match value {
        v if v >= LEAST_WIN => v - plies,
        v if v <= -LEAST_WIN => v + plies,
        v => v,
    }
}

#[cfg(test)]
mod tests {
    use super::super::score::WIN;
    use super::*;

    fn entry(value: i32, depth: i32) -> Entry {
        Entry { best: "5i5e".parse().ok(), value, estimate: -37, depth, bound: Bound::Lower }
    }

    #[test]
    fn entries_come_back() {
        let table = Table::new(1 << 16);
        table.store(42, 3, entry(-1234, 9));
        assert_eq!(table.probe(42, 7), Some(entry(-1234, 9)));
        assert_eq!(table.probe(43, 7), None);
    }

    #[test]
    fn wins_are_counted_from_the_position() {
        let table = Table::new(1);
        table.store(42, 3, entry(WIN - 8, 9));
        assert_eq!(table.probe(42, 5).map(|entry| entry.value), Some(WIN - 10));
    }

    #[test]
    fn old_and_shallow_entries_go_first() {
        let mut table = Table::new(1);
        (1..=4).for_each(|hash| table.store(hash, 0, entry(0, hash as i32)));
        table.store(5, 0, entry(0, 1));
        assert_eq!((table.probe(1, 0), table.probe(2, 0).is_some()), (None, true));
        (0..4).for_each(|_| table.age());
        table.store(6, 0, entry(0, 1));
        table.store(7, 0, entry(0, 1));
        assert!(table.probe(6, 0).is_some() && table.probe(7, 0).is_some());
    }

    #[test]
    fn the_best_move_survives_a_result_without_one() {
        let table = Table::new(1);
        table.store(42, 0, entry(10, 4));
        table.store(42, 0, Entry { best: None, ..entry(5, 5) });
        assert_eq!(table.probe(42, 0).and_then(|entry| entry.best), "5i5e".parse().ok());
    }
}
