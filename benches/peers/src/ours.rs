//! `hasami-shogi` from the start positions of five rule sets.

use hasami_shogi::{Position, Preset, perft};

use crate::measure::{Contestant, Way};

pub const LIBRARY: &str = "hasami-shogi";

/// The rule set with which the others are compared.
pub const MAIN_RULES: &str = "classic-5";

/// A rule set with its leaves at depths 4 and 5 from the start position, as in `tests/data/perft.jsonl`.
struct Case {
    preset: Preset,
    leaves: [u64; 2],
}

const CASES: [Case; 5] = [
    Case { preset: Preset::Classic5, leaves: [16_599_273, 1_174_236_771] },
    Case { preset: Preset::Hybrid, leaves: [17_570_076, 1_284_797_871] },
    Case { preset: Preset::DaiHopFive, leaves: [10_959_146, 756_411_625] },
    Case { preset: Preset::Jsa, leaves: [16_599_273, 1_174_236_771] },
    Case { preset: Preset::MakYek, leaves: [1_609_910, 70_312_304] },
];

pub fn all() -> Vec<Contestant> {
    CASES.iter().flat_map(Case::contestants).collect()
}

impl Case {
    fn contestants(&self) -> [Contestant; 3] {
        let [depth_4, depth_5] = self.leaves;
        [
            self.contestant(Way::Counted, (5, depth_5), |position, depth| fitting(perft::perft(position, depth))),
            self.contestant(Way::LastPlyCounted, (5, depth_5), last_ply_counted),
            self.contestant(Way::Played, (4, depth_4), |position, depth| fitting(perft::perft_played(position, depth))),
        ]
    }

    fn contestant(&self, way: Way, leaves: (u32, u64), perft: fn(&Position, u32) -> u64) -> Contestant {
        let start = Position::start(self.preset.rules());
        Contestant::new((LIBRARY, self.preset.name()), way, leaves, start, perft)
    }
}

/// A count as the other libraries tell it. What does not fit is wrong, like no leaves at all.
fn fitting(count: Result<u128, perft::CountError>) -> u64 {
    count.ok().and_then(|count| count.try_into().ok()).unwrap_or(0)
}

/// Perft without the tables that count the last two plies at once: the method of the peers' counted perft.
fn last_ply_counted(position: &Position, depth: u32) -> u64 {
    let mut nodes = 0;
    match depth {
        0 => nodes = 1,
        1 => nodes = u64::from(position.move_count()),
        _ => position.for_each_child(|_, child| nodes += last_ply_counted(child, depth - 1)),
    }
    nodes
}
