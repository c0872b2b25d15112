//! Perft with a table of positions that were counted before.
//!
//! Moves in another order lead to the same position, and what lies below it need be counted only once. The same is true of its mirror image, since
//! no rule tells left from right. An entry holds the whole position, not a part of its hash, so nothing is ever taken for something else: the counts
//! are exact.

use alloc::vec::Vec;
use core::fmt;

use thiserror::Error;

use super::error::{self, CountError, MOST_PLIES};
use super::{SHALLOW, leaves, shallow_leaves, sum_over_children};
use crate::board::{Bitboard, Side};
use crate::position::Position;
use crate::rules::Rules;

/// Counts of fewer plies are made faster than looked up.
const LEAST_DEPTH: u32 = 3;

const _: () = assert!(LEAST_DEPTH <= SHALLOW);
const _: () = assert!(MOST_PLIES < 1 << (Key::BITS - Key::ABOVE_MEN), "all depths fit into a key");

/// A transposition table for [`hashed`]: positions and the number of leaves below them.
///
/// It serves any number of counts, of other positions and other depths too; what is known from one helps the next. Counts under other rules start
/// afresh.
///
/// Two entries lie side by side in one cache line. The first keeps the deeper count, which took longer to make; the second takes whatever came last.
pub struct Table {
    buckets: Vec<Bucket>,
    contents: Option<Contents>,
}

/// What the counts in a table are counts of.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Contents {
    rules: Rules,
    share: Share,
}

#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Bucket([Entry; 2]);

const _: () = assert!(size_of::<Bucket>() == 64, "a bucket fills one cache line");

/// There is no memory for a table of this size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("there is no memory for a table of {bytes} bytes")]
#[non_exhaustive]
pub struct TableError {
    /// The size that was asked for.
    pub bytes: usize,
}

impl Table {
    /// A table that takes at most so many bytes, in steps of 64. One of less than 64 bytes holds nothing.
    ///
    /// The memory is claimed at once, and nothing is allocated later.
    ///
    /// # Errors
    ///
    /// If the system refuses the memory.
    pub fn with_bytes(bytes: usize) -> Result<Table, TableError> {
        let (mut buckets, count) = (Vec::new(), bytes / size_of::<Bucket>());
        buckets.try_reserve_exact(count).map_err(|_| TableError { bytes })?;
        buckets.resize(count, Bucket::default());
        Ok(Table { buckets, contents: None })
    }

    /// Forgets all counts of anything else.
    fn reserve_for(&mut self, contents: Contents) {
        if self.contents.is_some_and(|old| old != contents) {
            self.buckets.fill(Bucket::default());
        }
        self.contents = Some(contents);
    }

    fn bucket(&mut self, hash: u64) -> Option<&mut Bucket> {
        let scaled = u128::from(hash) * self.buckets.len() as u128;
        self.buckets.get_mut((scaled >> 64) as usize)
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("entries", &(2 * self.buckets.len())).finish_non_exhaustive()
    }
}

/// [`perft`](super::perft()) with a table: the same number, the sooner the more positions come back. Shallow counts make no use of it.
///
/// ```
/// use hasami_shogi::{Position, perft};
///
/// let mut table = perft::Table::with_bytes(1 << 20)?;
/// assert_eq!(perft::hashed(&Position::default(), 4, &mut table), Ok(16_599_273));
/// # Ok::<(), perft::TableError>(())
/// ```
///
/// # Errors
///
/// As [`perft`](super::perft()).
pub fn hashed(position: &Position, depth: u32, table: &mut Table) -> Result<u128, CountError> {
    error::check_depth(depth)?;
    Share::ALL.count(position, depth, table)
}

/// One of several equal parts of a count: the leaves below those positions three plies from the end whose hash chooses this part.
///
/// Every part walks the tree above those positions, which is quick, and no position is counted in two of them.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Share {
    /// The number of this part, below `of`.
    pub(super) number: usize,
    pub(super) of: usize,
}

impl Share {
    const ALL: Share = Share { number: 0, of: 1 };

    /// Counts to a depth that was checked.
    pub(super) fn count(self, position: &Position, depth: u32, table: &mut Table) -> Result<u128, CountError> {
        table.reserve_for(Contents { rules: *position.rules(), share: self });
        match depth {
            LEAST_DEPTH.. => self.look_up(position, depth, table),
            _ if self.number == 0 => leaves(position, depth),
            _ => Ok(0),
        }
    }

    fn look_up(self, position: &Position, depth: u32, table: &mut Table) -> Result<u128, CountError> {
        // A finished position may have the same men as one that goes on; only the latter are in the table.
        if position.outcome().is_some() {
            return Ok(0);
        }
        let key = Key::new(position, depth);
        let hash = key.hash();
        if depth == LEAST_DEPTH && !self.covers(hash) {
            return Ok(0);
        }
        if let Some(nodes) = table.bucket(hash).and_then(|bucket| bucket.find(key)) {
            return Ok(nodes);
        }
        let nodes = self.count_below(position, depth, table)?;
        if let Some(bucket) = table.bucket(hash) {
            bucket.insert(key, nodes);
        }
        Ok(nodes)
    }

    fn covers(self, hash: u64) -> bool {
        hash % self.of as u64 == self.number as u64
    }

    fn count_below(self, position: &Position, depth: u32, table: &mut Table) -> Result<u128, CountError> {
        match depth {
            LEAST_DEPTH => Ok(shallow_leaves(position, depth).into()),
            _ => sum_over_children(position, |child| self.look_up(child, depth - 1, table)),
        }
    }
}

/// A position and a depth in two words: Sente's men with the depth above them, Gote's men with the side to move and the part of the count above them.
/// The upper quarters are clear.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key([u128; 2]);

/// The part of a count that stands in an entry.
#[derive(Clone, Copy)]
enum Part {
    Whole = 0,
    /// The lower 64 bits, with the others in the second entry of the bucket.
    Low = 1,
    /// The upper 64 bits, with the others in the first entry of the bucket.
    High = 2,
}

impl Key {
    /// Where the men end, and what is above them begins.
    const ABOVE_MEN: u32 = 81;
    /// Where the part begins.
    const ABOVE_SIDE: u32 = Key::ABOVE_MEN + 1;
    /// How many bits a key has in each word.
    const BITS: u32 = 96;

    /// The same key for a position and its mirror image.
    fn new(position: &Position, depth: u32) -> Key {
        let [sente, gote] = Side::ALL.map(|side| position.men(side));
        let mirrored = |men: Bitboard| men.iter().filter_map(|man| man.mirrored(position.rules().size())).collect::<Bitboard>();
        let above = [depth.into(), position.side_to_move().index() as u128];
        let key = |men: [Bitboard; 2]| Key([0, 1].map(|word| men[word].bits() | above[word] << Key::ABOVE_MEN));
        key([sente, gote]).min(key([mirrored(sente), mirrored(gote)]))
    }

    /// The same position and depth, for a part of the count.
    fn with(self, part: Part) -> Key {
        let [sente, gote] = self.0;
        Key([sente, gote | (part as u128) << Key::ABOVE_SIDE])
    }

    /// Each word of 64 bits is mixed in by a multiplication; then the upper bits, which depend on all of them, are folded over the lower.
    fn hash(self) -> u64 {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let words = self.0.into_iter().flat_map(|word| [word as u64, (word >> 64) as u64]);
        let hash = words.fold(0, |hash: u64, word| (hash.rotate_left(29) ^ word).wrapping_mul(ODD));
        let folded = (hash ^ hash >> 32).wrapping_mul(ODD);
        folded ^ folded >> 32
    }
}

/// A key with a count, or one part of it: a half in the upper quarter of each word. No key fits the empty entry, whose depth is 0.
#[derive(Clone, Copy, Default)]
struct Entry([u128; 2]);

impl Entry {
    fn new(Key([sente, gote]): Key, nodes: u64) -> Entry {
        let half = |bits: u64| u128::from(bits as u32) << Key::BITS;
        Entry([sente | half(nodes), gote | half(nodes >> 32)])
    }

    fn key(self) -> Key {
        Key(self.0.map(|word| word & ((1 << Key::BITS) - 1)))
    }

    fn depth(self) -> u32 {
        (self.key().0[0] >> Key::ABOVE_MEN) as u32
    }

    fn nodes(self) -> u64 {
        let [low, high] = self.0.map(|word| (word >> Key::BITS) as u64);
        low | high << 32
    }
}

impl Bucket {
    fn find(&self, key: Key) -> Option<u128> {
        let [first, second] = &self.0;
        match key {
            _ if first.key() == key => Some(first.nodes().into()),
            _ if second.key() == key => Some(second.nodes().into()),
            _ if first.key() == key.with(Part::Low) && second.key() == key.with(Part::High) => {
                Some(u128::from(first.nodes()) | u128::from(second.nodes()) << 64)
            }
            _ => None,
        }
    }

    /// Keeps a count, which takes the whole bucket if it does not fit into 64 bits.
    fn insert(&mut self, key: Key, nodes: u128) {
        match u64::try_from(nodes) {
            Ok(nodes) => self.insert_entry(Entry::new(key.with(Part::Whole), nodes)),
            Err(_) => {
                let part = |part, bits| Entry::new(key.with(part), bits);
                self.0 = [part(Part::Low, nodes as u64), part(Part::High, (nodes >> 64) as u64)];
            }
        }
    }

    /// Puts an entry first if it is at least as deep as what stands there, which then moves on, and second if it is not.
    fn insert_entry(&mut self, entry: Entry) {
        let [first, second] = &mut self.0;
        let loser = if entry.depth() >= first.depth() { core::mem::replace(first, entry) } else { entry };
        *second = loser;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NODES: u64 = 0xfedc_ba98_7654_3210;

    fn key(sfen: &str, depth: u32) -> Key {
        Key::new(&Position::from_sfen(Rules::CLASSIC_5, sfen).unwrap(), depth)
    }

    #[test]
    fn an_entry_gives_back_what_it_was_made_of() {
        for depth in [LEAST_DEPTH, 9, MOST_PLIES] {
            let key = key("p8/9/9/9/9/9/9/9/PPPPPPPPP w - 1", depth);
            let entry = Entry::new(key, NODES);
            assert!(entry.key() == key);
            assert_eq!((entry.nodes(), entry.depth()), (NODES, depth));
        }
    }

    #[test]
    fn keys_differ_but_for_mirror_images() {
        let one = key("p8/9/9/9/9/9/9/9/P8 b - 1", 3);
        assert!(one == key("8p/9/9/9/9/9/9/9/8P b - 1", 3));
        let others = ["p8/9/9/9/9/9/9/9/P8 w - 1", "8p/9/9/9/9/9/9/9/P8 b - 1", "P8/9/9/9/9/9/9/9/p8 b - 1", "p8/9/9/9/9/9/9/9/9 b - 1"];
        assert!(others.iter().all(|other| key(other, 3) != one));
        assert!(key("p8/9/9/9/9/9/9/9/P8 b - 1", 4) != one);
    }

    #[test]
    fn a_bucket_keeps_the_deepest_and_the_latest() {
        let sfen = "p8/9/9/9/9/9/9/9/P8 b - 1";
        let mut bucket = Bucket::default();
        for depth in [4, 6, 3, 5] {
            bucket.insert(key(sfen, depth), depth.into());
        }
        let found = [3, 4, 5, 6].map(|depth| bucket.find(key(sfen, depth)));
        assert_eq!(found, [None, None, Some(5), Some(6)]);
    }

    #[test]
    fn a_bucket_keeps_a_great_count_whole_or_not_at_all() {
        let (great, others) = (key("p8/9/9/9/9/9/9/9/P8 b - 1", 30), [3, 29, 30, 31].map(|depth| key("1p7/9/9/9/9/9/9/9/P8 b - 1", depth)));
        for nodes in [u128::from(u64::MAX) + 1, u128::from(NODES) << 64 | 7, u128::MAX] {
            let mut bucket = Bucket::default();
            bucket.insert(great, nodes);
            assert_eq!(bucket.find(great), Some(nodes));
            for other in others {
                let mut bucket = bucket;
                bucket.insert(other, 1);
                assert_eq!((bucket.find(great), bucket.find(other)), (None, Some(1)));
                bucket.insert(other, nodes);
                assert_eq!((bucket.find(great), bucket.find(other)), (None, Some(nodes)));
            }
        }
    }

    #[test]
    fn shares_add_up() {
        let start = Position::start(Rules::MAK_YEK);
        let share = |number| Share { number, of: 3 }.count(&start, 5, &mut Table::with_bytes(1 << 16).unwrap());
        let (shares, all) = ([0, 1, 2].map(|number| share(number).unwrap()), 70_312_304);
        assert_eq!(shares.iter().sum::<u128>(), all);
        assert!(shares.iter().all(|nodes| *nodes > all / 4), "{shares:?}");
    }

    #[test]
    fn absurd_sizes_are_refused() {
        for bytes in [usize::MAX, usize::MAX / 2 + 1, 1 << 60] {
            assert_eq!(Table::with_bytes(bytes).map(|_| ()), Err(TableError { bytes }));
        }
    }
}
