//! Perft: the known tables by the names of the presets, and the ways to count against each other and the slow model.

mod reference;
mod support;

use hasami_shogi::perft::{self, Table};
use hasami_shogi::{Position, Preset};
use support::{lines, parsed, position};

/// Plies from the start positions against the tables, plies when the ways to count are compared, and plies that the model counts.
#[cfg(debug_assertions)]
const DEPTHS: [u32; 3] = [3, 2, 1];
#[cfg(not(debug_assertions))]
const DEPTHS: [u32; 3] = [4, 3, 2];

/// The positions that are compared: the start of every preset, and 50 from the middle of games that are not over.
fn positions() -> Vec<(reference::Rules, Position)> {
    let starts = support::presets().into_iter().map(|(_, json)| {
        let rules = reference::Rules::from_json(&json);
        let start = Position::start(parsed(&rules));
        (rules, start)
    });
    let from_play = lines(support::POSITIONS).filter(|case| case["outcome"].is_null()).step_by(6).take(50).map(|case| {
        let rules = reference::Rules::from_json(&case["rules"]);
        let position = position(parsed(&rules), case["sfen"].as_str().expect("an SFEN"));
        (rules, position)
    });
    let positions: Vec<_> = starts.chain(from_play).collect();
    assert_eq!(positions.len(), Preset::ALL.len() + 50);
    positions
}

fn name(position: &Position) -> String {
    format!("{} by {}", position.to_setup(1), position.rules())
}

#[test]
fn presets_have_their_tables() {
    let mut tables = 0;
    for line in lines(support::PERFT) {
        let Ok(preset) = line["preset"].as_str().expect("a name").parse::<Preset>() else {
            continue;
        };
        tables += 1;
        let counts: Vec<u64> = serde_json::from_value(line["perft"].clone()).expect("a list of counts");
        let start = Position::start(preset.rules());
        for (depth, count) in (1..=DEPTHS[0]).zip(counts) {
            assert_eq!(perft::perft(&start, depth), count, "{preset} to depth {depth}");
        }
    }
    assert_eq!(tables, Preset::ALL.len());
}

#[test]
fn all_ways_to_count_agree() {
    for (_, position) in positions() {
        for depth in 0..=DEPTHS[1] {
            let name = format!("{} to depth {depth}", name(&position));
            let nodes = perft::perft(&position, depth);
            assert_eq!(perft::perft_played(&position, depth), nodes, "played, {name}");
            assert_eq!(perft::detailed(&position, depth).nodes, nodes, "detailed, {name}");
            check_divide(&position, depth, nodes, &name);
            check_parallel(&position, depth, nodes, &name);
        }
    }
}

/// One entry for each legal move, in order, with the count of the position that it leads to.
fn check_divide(position: &Position, depth: u32, nodes: u64, name: &str) {
    let divided = perft::divide(position, depth);
    if depth == 0 {
        assert_eq!(divided, [], "divide, {name}");
        return;
    }
    assert_eq!(divided.iter().map(|(_, nodes)| nodes).sum::<u64>(), nodes, "divide, {name}");
    assert!(divided.iter().map(|(mv, _)| *mv).eq(position.moves()), "moves of divide, {name}");
    for (mv, nodes) in divided {
        let mut child = *position;
        child.play(mv).expect("a legal move");
        assert_eq!(perft::perft(&child, depth - 1), nodes, "divide, {mv}, {name}");
    }
}

#[cfg(feature = "std")]
fn check_parallel(position: &Position, depth: u32, nodes: u64, name: &str) {
    for threads in [1, 2, 5].map(|threads| std::num::NonZeroUsize::new(threads).expect("some threads")) {
        assert_eq!(perft::parallel(position, depth, threads), nodes, "{threads} threads, {name}");
        assert_eq!(perft::parallel_divide(position, depth, threads), perft::divide(position, depth), "{threads} threads, {name}");
    }
}

#[cfg(not(feature = "std"))]
fn check_parallel(_: &Position, _: u32, _: u64, _: &str) {}

/// Tables of no entry, a single bucket, a few, and enough.
fn tables() -> [Table; 4] {
    [0, 64, 1 << 10, 1 << 20].map(|bytes| Table::with_bytes(bytes).expect("a mebibyte"))
}

/// The tables go from position to position and from rules to rules.
#[test]
fn hashed_counts_are_the_same() {
    let mut tables = tables();
    for (_, position) in positions() {
        for depth in 0..=DEPTHS[0] {
            let nodes = perft::perft(&position, depth);
            for table in &mut tables {
                assert_eq!(perft::hashed(&position, depth, table), nodes, "{} to depth {depth}, {table:?}", name(&position));
            }
        }
    }
}

/// Where the board is small the same positions come back over and over, at several depths.
#[test]
fn hashed_counts_are_the_same_where_much_comes_back() {
    let mut tables = tables();
    for rules in ["reduce-to-one,size=4", "online,size=4,target=2", "misere-compulsory,size=4", "jsa,size=5", "mak-yek,size=5,home=1"] {
        let start = Position::start(rules.parse().expect("rules"));
        for depth in (1..=DEPTHS[0] + 2).rev() {
            let nodes = perft::perft(&start, depth);
            for table in &mut tables {
                assert_eq!(perft::hashed(&start, depth, table), nodes, "{rules} to depth {depth}, {table:?}");
                start.for_each_child(|mv, child| {
                    let below = depth.saturating_sub(2);
                    assert_eq!(perft::hashed(child, below, table), perft::perft(child, below), "{rules}, {mv} to depth {below}, {table:?}");
                });
            }
        }
    }
}

/// The same men may stand in a game that is over and in one that is not: lines that count under one set of rules do not under another.
#[test]
fn a_table_knows_whose_counts_it_holds() {
    let sfen = "9/9/9/9/1PPPPP3/9/9/9/3ppppp1 w - 1";
    let [lined, free] = ["hybrid", "online"].map(|rules| position(rules.parse().expect("rules"), sfen));
    let mut table = Table::with_bytes(1 << 16).expect("a few kilobytes");
    let nodes = perft::perft(&free, 3);
    assert!(lined.outcome().is_some() && nodes > 0);
    for (position, nodes) in [(free, nodes), (lined, 0), (free, nodes), (lined, 0)] {
        assert_eq!(perft::hashed(&position, 3, &mut table), nodes, "{}", name(&position));
    }
}

#[cfg(feature = "std")]
#[test]
fn hashed_counts_of_several_threads_add_up() {
    let mut tables = tables();
    for (_, position) in positions() {
        for depth in 0..=DEPTHS[1] + 1 {
            let nodes = perft::perft(&position, depth);
            for threads in 0..=tables.len() {
                let found = perft::parallel_hashed(&position, depth, &mut tables[..threads]);
                assert_eq!(found, nodes, "{} to depth {depth}, {threads} threads", name(&position));
            }
        }
    }
}

#[cfg(not(debug_assertions))]
#[test]
fn eighty_billion_leaves() {
    let mut table = Table::with_bytes(16 << 20).expect("a few megabytes");
    assert_eq!(perft::hashed(&Position::default(), 6, &mut table), 80_017_305_387);
}

/// The five counts of the last ply: leaves, leaves by capture, men captured, leaves by hop, leaves where the game is over.
type Counts = [u64; 5];

#[test]
fn details_are_those_of_the_model() {
    let mut total = Counts::default();
    for (rules, position) in positions() {
        for depth in 1..=DEPTHS[2] {
            let ours = perft::detailed(&position, depth);
            let ours = [ours.nodes, ours.captures, ours.men_captured, ours.hops, ours.finished];
            let theirs = count(&rules, &reference::Position::from_sfen(&position.to_setup(1).to_string()), depth);
            assert_eq!(ours, theirs, "{} to depth {depth}", name(&position));
            total = sum(total, theirs);
        }
    }
    assert!(total.iter().all(|&count| count > 0), "nothing to compare: {total:?}");
}

/// The counts made with the model, to a depth of 1 or more.
fn count(rules: &reference::Rules, position: &reference::Position, depth: u32) -> Counts {
    let children = position.children(rules);
    let counts = children.iter().map(|(facts, child)| match depth {
        1 => {
            let men = facts.captures.len() as u64;
            [1, u64::from(men > 0), men, u64::from(facts.hop), u64::from(child.outcome(rules).is_some())]
        }
        _ => count(rules, child, depth - 1),
    });
    counts.fold(Counts::default(), sum)
}

fn sum(left: Counts, right: Counts) -> Counts {
    std::array::from_fn(|index| left[index] + right[index])
}
