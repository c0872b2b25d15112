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
//! | `setoption name NAME value VALUE` | `USI_Variant` (the text of the rules; sets up their start position), `USI_Hash` (MiB), `Threads`, `MultiPV`, `Level`, `USI_Ponder` (say which reply is expected) |
//! | `usinewgame` | forgets the last game |
//! | `position startpos` or `sfen SFEN`, then `moves MOVE …` | sets up a game; repetitions count over its moves |
//! | `go` and `depth N`, `nodes N`, `movetime MS`, `btime MS wtime MS byoyomi MS binc MS winc MS movestogo N` | searches until the first limit |
//! | `go searchmoves MOVE …` | looks only at these moves |
//! | `go infinite`, or `go` alone | searches until `stop`; no `bestmove` comes before that |
//! | `go ponder` and limits | searches until `stop`, or until `ponderhit` and the first limit after it |
//! | `go perft N` | counts the leaves of the tree of legal moves below each move |
//! | `stop` | ends all searches; each answers `bestmove` |
//! | `d` | the board, its SFEN and its hash |
//! | `quit` | ends the program |
//!
//! Every `go` but `go perft` and `go mate` is answered by one `bestmove`, in their order. Words in it that are unknown are passed over, with an
//! `info string`; numbers that are out of range count as the nearest in range; where no limit is left, the search takes a second. Another `go` during a
//! search waits for its end, and cuts one that waits for `stop` or `ponderhit` short. In a game that is over, `bestmove resign` comes from the side that
//! has lost, `bestmove win` from the side that has won, and `bestmove none` after a draw. Any other line that is wrong changes nothing and is answered by
//! `info string`. At the end of the input, searches with limits have five more seconds.

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
