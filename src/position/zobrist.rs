//! Zobrist keys: a random number for each side's man on each square and one for Gote's turn.
//!
//! The hash of a position is the exclusive or of the keys of all that is true in it, so a move changes it by a few operations. The keys are the
//! output of `SplitMix64` from a fixed seed, worked out by the compiler: a position has the same hash in every run, on every platform and in every
//! version with the same major number.

use crate::board::{Bitboard, Side, Square};

/// A power of two above the number of squares: so that the compiler need not check whether the number of a square that it has found in a set of
/// 128 bits is beyond the table.
const PADDED: usize = 128;

struct Keys {
    men: [[u64; PADDED]; 2],
    gote_to_move: u64,
}

static KEYS: Keys = keys(0x6861_7361_6d69);

/// The next output of `SplitMix64` (Steele, Lea and Flood 2014) for a state that has just been advanced.
const fn mix(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const fn keys(seed: u64) -> Keys {
    const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut keys = Keys { men: [[0; PADDED]; 2], gote_to_move: 0 };
    let (mut state, mut i) = (seed, 0);
    while i < 2 * Square::COUNT {
        state = state.wrapping_add(STEP);
        keys.men[i / Square::COUNT][i % Square::COUNT] = mix(state);
        i += 1;
    }
    keys.gote_to_move = mix(state.wrapping_add(STEP));
    keys
}

/// The keys of a side's men, by the numbers of their squares.
#[inline]
pub(super) fn keys_of(side: Side) -> &'static [u64; PADDED] {
    &KEYS.men[side.index()]
}

/// The key of one man.
#[inline]
pub(super) fn man(side: Side, square: Square) -> u64 {
    keys_of(side)[square.index()]
}

/// The keys of all men of a side on the given squares.
#[inline]
pub(super) fn men(side: Side, squares: Bitboard) -> u64 {
    squares.iter().fold(0, |hash, square| hash ^ man(side, square))
}

/// What a change of turn does to the hash.
#[inline]
pub(super) fn turn() -> u64 {
    KEYS.gote_to_move
}

/// The hash of a whole position, from nothing.
pub(super) fn hash(sente: Bitboard, gote: Bitboard, side_to_move: Side) -> u64 {
    let turn = match side_to_move {
        Side::Sente => 0,
        Side::Gote => turn(),
    };
    men(Side::Sente, sente) ^ men(Side::Gote, gote) ^ turn
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeSet;

    #[test]
    fn keys_are_distinct_and_not_zero() {
        let men = KEYS.men.iter().flat_map(|keys| &keys[..Square::COUNT]);
        let all: BTreeSet<u64> = men.copied().chain([KEYS.gote_to_move, 0]).collect();
        assert_eq!(all.len(), 2 * Square::COUNT + 2);
    }

    /// These values are promised: a change of any of them is a breaking change.
    #[test]
    fn hashes_stay_what_they_are() {
        assert_eq!(crate::Position::start(crate::Rules::CLASSIC_5).hash(), 0xc092_e34e_5891_6ca7);
        let mut position = crate::Position::start(crate::Rules::MAK_YEK);
        position.play("1f1d".parse().unwrap()).unwrap();
        assert_eq!(position.hash(), 0x25de_920d_7ad1_9715);
    }
}
