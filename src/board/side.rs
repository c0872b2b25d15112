//! The two players.

use core::fmt;
use core::ops::Not;

/// One of the two players.
///
/// Sente (先手, Black) sits at the bottom of the board and moves first; Gote (後手, White) sits at the top.
///
/// ```
/// use hasami_shogi::Side;
///
/// assert_eq!(!Side::Sente, Side::Gote);
/// assert_eq!(Side::Gote.to_string(), "gote");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// 先手: moves first, men `P` and 歩, home ranks at the bottom.
    Sente,
    /// 後手: men `p` and と, home ranks at the top.
    Gote,
}

impl Side {
    /// Both sides, Sente first.
    pub const ALL: [Side; 2] = [Side::Sente, Side::Gote];

    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Side {
        match self {
            Side::Sente => Side::Gote,
            Side::Gote => Side::Sente,
        }
    }

    /// 0 for Sente, 1 for Gote: an index into arrays of two.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The English name in lower case: `sente` or `gote`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Side::Sente => "sente",
            Side::Gote => "gote",
        }
    }
}

impl Not for Side {
    type Output = Side;

    fn not(self) -> Side {
        self.opponent()
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
