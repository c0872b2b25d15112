//! How many ways there are to choose some of some squares.

use crate::board::Square;

/// The most men of a side that any rules allow: four ranks of nine.
pub(super) const MOST_MEN: usize = 36;

/// `CHOOSE[k][n]` is the number of sets of *k* out of *n* squares, or `u64::MAX` where that is more than fits.
static CHOOSE: [[u64; Square::COUNT + 1]; MOST_MEN + 1] = {
    let mut table = [[0u64; Square::COUNT + 1]; MOST_MEN + 1];
    let mut n = 0;
    while n <= Square::COUNT {
        table[0][n] = 1;
        let mut k = 1;
        while k <= MOST_MEN && k <= n {
            table[k][n] = table[k - 1][n - 1].saturating_add(table[k][n - 1]);
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of sets of `k` out of `n` squares, at most `u64::MAX`.
#[inline]
pub(super) fn choose(n: usize, k: usize) -> u64 {
    CHOOSE[k][n]
}
