//! Perft: the known tables by the names of the presets, and the ways to count against each other and the slow model.

mod reference;
mod support;

use std::collections::HashMap;

use hasami_shogi::perft::{self, CountError, MOST_PLIES, Table};
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
        let counts: Vec<u128> = serde_json::from_value(line["perft"].clone()).expect("a list of counts");
        let start = Position::start(preset.rules());
        for (depth, count) in (1..=DEPTHS[0]).zip(counts) {
            assert_eq!(perft::perft(&start, depth), Ok(count), "{preset} to depth {depth}");
        }
    }
    assert_eq!(tables, Preset::ALL.len());
}

#[test]
fn all_ways_to_count_agree() {
    for (_, position) in positions() {
        for depth in 0..=DEPTHS[1] {
            let name = format!("{} to depth {depth}", name(&position));
            let nodes = perft::perft(&position, depth).expect("a small count");
            assert_eq!(perft::perft_played(&position, depth), Ok(nodes), "played, {name}");
            assert_eq!(perft::detailed(&position, depth).map(|detail| detail.nodes), Ok(nodes), "detailed, {name}");
            check_divide(&position, depth, nodes, &name);
            check_parallel(&position, depth, nodes, &name);
        }
    }
}

/// One entry for each legal move, in order, with the count of the position that it leads to.
fn check_divide(position: &Position, depth: u32, nodes: u128, name: &str) {
    let divided = perft::divide(position, depth).expect("small counts");
    if depth == 0 {
        assert_eq!(divided, [], "divide, {name}");
        return;
    }
    assert_eq!(divided.iter().map(|(_, nodes)| nodes).sum::<u128>(), nodes, "divide, {name}");
    assert!(divided.iter().map(|(mv, _)| *mv).eq(position.moves()), "moves of divide, {name}");
    for (mv, nodes) in divided {
        let mut child = *position;
        child.play(mv).expect("a legal move");
        assert_eq!(perft::perft(&child, depth - 1), Ok(nodes), "divide, {mv}, {name}");
    }
}

#[cfg(feature = "std")]
fn check_parallel(position: &Position, depth: u32, nodes: u128, name: &str) {
    for threads in [1, 2, 5].map(|threads| std::num::NonZeroUsize::new(threads).expect("some threads")) {
        assert_eq!(perft::parallel(position, depth, threads), Ok(nodes), "{threads} threads, {name}");
        assert_eq!(perft::parallel_divide(position, depth, threads), perft::divide(position, depth), "{threads} threads, {name}");
    }
}

#[cfg(not(feature = "std"))]
fn check_parallel(_: &Position, _: u32, _: u128, _: &str) {}

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
    assert!(lined.outcome().is_some() && nodes != Ok(0));
    for (position, nodes) in [(free, nodes), (lined, Ok(0)), (free, nodes), (lined, Ok(0))] {
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

/// Four men on a small board, where the same positions come back over and over.
fn small() -> Position {
    position("plain,size=4,target=4".parse().expect("rules"), "pp2/4/4/PP2 b")
}

/// Counts by the definition, with the numbers of plies done one after the other for all positions at once, in numbers of 256 bits: the upper half and
/// the lower.
fn definition(start: Position, depth: u32) -> Vec<[u128; 2]> {
    let mut reached = HashMap::from([((start, start.outcome()), [0, 1])]);
    let mut counts = Vec::new();
    for _ in 0..=depth {
        counts.push(reached.values().fold([0, 0], |sum, ways| add(sum, *ways)));
        let mut next = HashMap::new();
        for ((position, _), ways) in reached {
            for mv in position.moves() {
                let mut child = position;
                child.play(mv).expect("a legal move");
                let sum = next.entry((child, child.outcome())).or_insert([0, 0]);
                *sum = add(*sum, ways);
            }
        }
        reached = next;
    }
    counts
}

fn add([high, low]: [u128; 2], [more, less]: [u128; 2]) -> [u128; 2] {
    let (low, carry) = low.overflowing_add(less);
    [high + more + u128::from(carry), low]
}

/// Beyond 64 bits counts are exact, and beyond 128 there is none.
#[test]
fn great_counts_are_exact_or_an_error() {
    const DEPTH: u32 = 44;
    let truth = definition(small(), DEPTH);
    assert_eq!(truth[20..22], [[0, 2_194_268_014_804_301_865], [0, 18_962_894_006_907_300_452]]);
    assert!(truth[DEPTH as usize][0] > 0, "some are beyond 128 bits");
    let expected = |depth: u32| match truth[depth as usize] {
        [0, nodes] => Ok(nodes),
        _ => Err(CountError::Overflow),
    };
    let mut table = Table::with_bytes(64 << 20).expect("some memory");
    for depth in (0..=DEPTH).rev().chain(0..=DEPTH) {
        assert_eq!(perft::hashed(&small(), depth, &mut table), expected(depth), "depth {depth}");
    }
    check_great_counts_in_parallel(DEPTH, &expected);
    check_great_counts_in_little_memory(&expected);
}

/// The great counts are thrown out by others and made again.
fn check_great_counts_in_little_memory(expected: &dyn Fn(u32) -> Result<u128, CountError>) {
    let mut table = Table::with_bytes(8 << 20).expect("some memory");
    for depth in 21..=26 {
        assert_eq!(perft::hashed(&small(), depth, &mut table), expected(depth), "depth {depth} in little memory");
    }
}

#[cfg(feature = "std")]
fn check_great_counts_in_parallel(most: u32, expected: &dyn Fn(u32) -> Result<u128, CountError>) {
    let table = |_| Table::with_bytes(64 << 20).expect("some memory");
    let mut tables = [0, 1, 2].map(table);
    for depth in (0..=most).step_by(7) {
        assert_eq!(perft::parallel_hashed(&small(), depth, &mut tables), expected(depth), "depth {depth} on three threads");
    }
}

#[cfg(not(feature = "std"))]
fn check_great_counts_in_parallel(_: u32, _: &dyn Fn(u32) -> Result<u128, CountError>) {}

/// All depths there are, where the tree ends at once, goes on for ever, or is too deep to be followed.
#[test]
fn no_depth_is_too_great_to_be_asked_for() {
    let over = position("plain,size=4,target=1".parse().expect("rules"), "p3/4/4/P3 b");
    assert!(over.outcome().is_some(), "three men are captured");
    let mut table = Table::with_bytes(64 << 20).expect("some memory");
    for depth in [1, 7, 100, MOST_PLIES] {
        let counts = [perft::perft(&over, depth), perft::perft_played(&over, depth), perft::hashed(&over, depth, &mut table)];
        assert_eq!(counts, [Ok(0); 3], "to depth {depth}");
    }
    assert_eq!(perft::hashed(&small(), MOST_PLIES, &mut table), Err(CountError::Overflow));
    for depth in [MOST_PLIES + 1, 256, 1 << 15, 1 << 16, u32::MAX] {
        let refused = Err(CountError::TooDeep { depth });
        let counts = [perft::perft(&small(), depth), perft::perft_played(&small(), depth), perft::hashed(&small(), depth, &mut table)];
        assert_eq!(counts, [refused; 3]);
        assert_eq!(perft::divide(&small(), depth).map(|_| 0), refused);
        assert_eq!(perft::detailed(&small(), depth).map(|_| 0), refused);
        check_refused_in_parallel(depth, &mut [table]);
        table = Table::with_bytes(1 << 20).expect("some memory");
    }
}

#[cfg(feature = "std")]
fn check_refused_in_parallel(depth: u32, tables: &mut [Table]) {
    let (refused, threads) = (Err(CountError::TooDeep { depth }), std::num::NonZeroUsize::new(2).expect("two"));
    assert_eq!(perft::parallel(&small(), depth, threads), refused);
    assert_eq!(perft::parallel_hashed(&small(), depth, tables), refused);
    assert_eq!(perft::parallel_hashed(&small(), depth, &mut []), refused);
    assert_eq!(perft::parallel_divide(&small(), depth, threads).map(|_| 0), refused);
}

#[cfg(not(feature = "std"))]
fn check_refused_in_parallel(_: u32, _: &mut [Table]) {}

#[test]
fn sums_of_details_do_not_overflow() {
    let mut most = perft::Detail::default();
    most.men_captured = u128::MAX;
    let mut one = perft::Detail::default();
    one.men_captured = 1;
    assert_eq!(most.checked_add(one), None);
    assert_eq!(most.checked_add(perft::Detail::default()), Some(most));
}

#[cfg(not(debug_assertions))]
#[test]
fn eighty_billion_leaves() {
    let mut table = Table::with_bytes(16 << 20).expect("a few megabytes");
    assert_eq!(perft::hashed(&Position::default(), 6, &mut table), Ok(80_017_305_387));
}

/// The five counts of the last ply: leaves, leaves by capture, men captured, leaves by hop, leaves where the game is over.
type Counts = [u128; 5];

#[test]
fn details_are_those_of_the_model() {
    let mut total = Counts::default();
    for (rules, position) in positions() {
        for depth in 1..=DEPTHS[2] {
            let ours = perft::detailed(&position, depth).expect("small counts");
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
            let men = facts.captures.len() as u128;
            [1, u128::from(men > 0), men, u128::from(facts.hop), u128::from(child.outcome(rules).is_some())]
        }
        _ => count(rules, child, depth - 1),
    });
    counts.fold(Counts::default(), sum)
}

fn sum(left: Counts, right: Counts) -> Counts {
    std::array::from_fn(|index| left[index] + right[index])
}
