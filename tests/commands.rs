//! The programs that count and solve, as they are called from a shell.

use std::path::PathBuf;
use std::process::{Command, Output};

/// What a program did: its exit code, and what it wrote to stdout and stderr.
#[derive(PartialEq, Debug)]
struct Done {
    code: Option<i32>,
    out: String,
    err: String,
}

/// Runs an example.
fn run(example: &str, arguments: &[&str]) -> Done {
    let Output { status, stdout, stderr } = Command::new(path_of(example)).args(arguments).output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Done { code: status.code(), out: text(stdout), err: text(stderr) }
}

fn path_of(example: &str) -> PathBuf {
    let test = std::env::current_exe().expect("a test has a path");
    let directory = test.ancestors().nth(2).expect("a test is built in target/PROFILE/deps");
    let path = directory.join("examples").join(example).with_extension(std::env::consts::EXE_EXTENSION);
    assert!(path.exists(), "{} is missing: `cargo build --examples` builds it, in the same profile", path.display());
    path
}

/// The arguments for a position whose counts grow beyond all bounds in no time.
fn small(more: &[&str]) -> Done {
    run("perft", &[&["--rules", "plain,size=4,target=4", "--sfen", "pp2/4/4/PP2 b", "--hash", "256"], more].concat())
}

#[test]
fn perft_tells_great_counts_exactly() {
    for threads in ["1", "2"] {
        let done = small(&["--depth", "21", "--threads", threads]);
        let counts: Vec<&str> = done.out.lines().filter_map(|line| line.split_whitespace().nth(1)).collect();
        assert_eq!(counts[19..], ["2194268014804301865", "18962894006907300452"], "{threads} threads");
    }
    let done = small(&["--depth", "21", "--json"]);
    assert!(done.out.ends_with(",2194268014804301865,18962894006907300452]}\n"), "{}", done.out);
    let done = small(&["--depth", "21", "--divide"]);
    assert_eq!(done.err.trim_end(), "total: 18962894006907300452");
}

#[test]
fn perft_tells_where_counts_are_beyond_bounds() {
    for (form, beyond) in
        [(&["--depth", "60"][..], "depth 42: "), (&["--depth", "60", "--json"], "depth 42: "), (&["--depth", "60", "--divide"], "")]
    {
        let done = small(form);
        assert_eq!((done.code, done.err), (Some(2), format!("perft: {beyond}the count is more than {}\n", u128::MAX)), "{form:?}");
        assert!(form.len() == 2 || done.out.is_empty());
    }
}
