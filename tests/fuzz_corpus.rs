//! The fuzz targets without a fuzzer: over the files that fuzzing has brought together, and over random bytes.

mod fuzz_bodies;
mod model;
mod readers;
mod reference;
mod support;

use std::fs;
use std::path::{Path, PathBuf};

use proptest::collection::vec;
use proptest::prelude::{Strategy, any};
use proptest::prop_oneof;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};

/// Random inputs a target.
const CASES: u32 = if cfg!(debug_assertions) { 60 } else { 1_000 };

/// One test a target.
macro_rules! targets {
    ($($target:ident)*) => {
        $(
            #[test]
            fn $target() {
                run(stringify!($target), |data| _ = fuzz_bodies::$target(data));
            }
        )*

        const TARGETS: &[&str] = &[$(stringify!($target)),*];
    };
}

targets! {
    bitboard
    game_record
    kif
    play_differential
    rowcol
    rules_text
    search
    serde_binary
    serde_json
    sfen
    usi_moves
    usi_session
}

#[test]
fn every_target_is_here() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let names = |folder: &str| fs::read_dir(root.join(folder)).expect("a folder").map(|entry| entry.expect("a file").path());
    let mut targets: Vec<_> = names("fuzz_targets").map(|path| path.file_stem().expect("a name").to_owned()).collect();
    targets.sort();
    assert_eq!(targets, TARGETS);
    for path in names("corpus").chain(names("regressions")) {
        assert!(targets.iter().any(|target| path.ends_with(target)), "no target reads {path:?}");
    }
}

fn run(target: &str, body: fn(&[u8])) {
    let files: Vec<PathBuf> = ["corpus", "regressions"].iter().flat_map(|kind| files(kind, target)).collect();
    let inputs: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).expect("a readable file")).collect();
    assert!(inputs.len() > 1, "a corpus");
    for (file, input) in files.iter().zip(&inputs) {
        // It is shown if the test fails.
        println!("{}", file.display());
        body(input);
    }
    let mut runner = TestRunner::new(Config { cases: CASES, failure_persistence: None, ..Config::default() });
    let outcome = runner.run(&bytes(inputs), |input| {
        body(&input);
        Ok(())
    });
    outcome.unwrap_or_else(|failure| panic!("{failure}"));
}

fn files(kind: &str, target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz").join(kind).join(target);
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries.map(|entry| entry.expect("a file").path()).collect()
}

/// Random bytes, and inputs of the corpus of which a part was replaced by random bytes or by a part of another.
fn bytes(corpus: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let noise = || vec(any::<u8>(), 0..=64);
    let part = (select(corpus.clone()), any::<u16>(), 0..=32_usize).prop_map(|(input, from, length)| {
        let from = usize::from(from) % (input.len() + 1);
        input[from..].iter().copied().take(length).collect::<Vec<u8>>()
    });
    let spliced = (select(corpus), any::<u16>(), 0..=8_usize, prop_oneof![noise(), part]);
    let spliced = spliced.prop_map(|(mut input, from, length, part)| {
        let from = usize::from(from) % (input.len() + 1);
        let to = input.len().min(from + length);
        input.splice(from..to, part);
        input
    });
    prop_oneof![1 => vec(any::<u8>(), 0..=512), 3 => spliced]
}
