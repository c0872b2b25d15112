//! Taking moves back.

use super::{Position, capture, movegen::Mobility};
use crate::board::Bitboard;

impl Position {
    /// Calls `visit` with the men of the side that has just moved as they stood before each move that captured nothing and may have led here.
    ///
    /// Slides and hops can be taken back the way they came. Whether the move was legal is not asked: the game may have been over before it, or capturing
    /// compulsory.
    pub(crate) fn for_each_quiet_retraction(&self, mut visit: impl FnMut(Bitboard)) {
        let (moved, next) = (self.enemy(), self.own());
        let mobility = Mobility::new(&self.rules, moved, next);
        let arrivals = moved.iter().filter(|to| capture::captured(&self.rules, moved, next, *to).is_empty());
        for to in arrivals {
            for from in mobility.of_man(to).targets() {
                visit(moved.without(to).with(from));
            }
        }
    }
}
