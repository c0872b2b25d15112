//! The engine behind the USI protocol, for graphical boards and programs that play matches.
//!
//! ```text
//! cargo run --release --example usi
//! printf 'setoption name USI_Variant value mak-yek\nposition startpos\ngo depth 8\n' | cargo run --release --example usi
//! ```
//!
//! | command | what it does |
//! |---|---|
//! | `usi` | names the engine and its options, then `usiok` |
//! | `isready` | `readyok`, also during a search |
//! | `setoption name NAME value VALUE` | `USI_Variant` (the text of the rules; sets up their start position), `USI_Hash` (MiB), `Threads`, `MultiPV`, `Level` |
//! | `usinewgame` | forgets the last game |
//! | `position startpos` or `sfen SFEN`, then `moves MOVE …` | sets up a game; repetitions count over its moves |
//! | `go` and `depth N`, `nodes N`, `movetime MS`, `btime MS wtime MS byoyomi MS binc MS winc MS` | searches until the first limit |
//! | `go infinite`, or `go` alone | searches until `stop`; no `bestmove` comes before that |
//! | `go perft N` | counts the leaves of the tree of legal moves below each move |
//! | `stop` | ends all searches; each answers `bestmove` |
//! | `d` | the board, its SFEN and its hash |
//! | `quit` | ends the program |
//!
//! Another `go` during a search waits for its end, and cuts one without limits short. `bestmove resign` says that there is no move. A line that is
//! wrong changes nothing and is answered by `info string`. At the end of the input, searches with limits have five more seconds.

#[path = "../common/input.rs"]
mod input;
mod session;

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use session::{LONGEST_LINE, Session};

const USAGE: &str = "\
Plays by the USI protocol on stdin and stdout.

usage: usi

It takes no options: the protocol has commands for all of them. Try these:

  usi
  setoption name USI_Variant value classic-5
  position startpos moves 5i5e
  d
  go movetime 1000
  quit
";

fn main() -> ExitCode {
    let (answer, code) = match env::args_os().nth(1) {
        None => (serve(), ExitCode::SUCCESS),
        Some(arg) if arg == "--help" || arg == "-h" => (io::stdout().write_all(USAGE.as_bytes()), ExitCode::SUCCESS),
        Some(arg) => (writeln!(io::stderr(), "usi: unexpected argument {arg:?}"), ExitCode::from(2)),
    };
    answer.map_or(ExitCode::FAILURE, |()| code)
}

/// Answers the lines of stdin. One that cannot be read is the end of them.
fn serve() -> io::Result<()> {
    let mut session = Session::new(io::stdout())?;
    let (mut stdin, mut line) = (io::stdin().lock(), Vec::new());
    while let Ok(true) = input::read_line(&mut stdin, &mut line, LONGEST_LINE) {
        if session.handle(&line).is_break() {
            return Ok(());
        }
    }
    session.finish();
    Ok(())
}
