//! Sessions of right and broken commands with the engine: one answer for each `go`, in order, no hang, and the engine alive at the end.
//!
//! `cargo test` holds some hundred sessions. For ten thousand, in some minutes:
//!
//! ```text
//! SESSIONS=10000 cargo test --release --test usi_grammar -- --ignored --nocapture
//! ```
//!
//! `FIRST` is the number of the first session; with the one that a failure names and `SESSIONS=1` it is held again.

mod sample;
mod usi_session;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use hasami_shogi::Rules;
use sample::Random;
use usi_session::engine::Engine;
use usi_session::grammar::{Command, Go, RULES, command};
use usi_session::ledger::{Answer, Ledger, Owed};
use usi_session::model::{OnBoard, PositionCommand};

/// Long enough for anything that does happen, on any machine; in seconds, `PATIENCE` says otherwise.
fn patience() -> Duration {
    Duration::from_secs(number("PATIENCE", 20))
}

/// Sessions of one run of the program.
const SESSIONS_OF_A_PROGRAM: u64 = 25;
/// What some programs put before the first line.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// A graphical board: sends commands, and keeps the books.
struct Board {
    engine: Engine,
    /// What is not sent yet: several commands may go out at once.
    pending: Vec<u8>,
    ledger: Ledger,
    on_board: OnBoard,
    line_end: &'static str,
    /// All that was said, in both directions.
    transcript: Vec<String>,
}

impl Board {
    fn start() -> Board {
        Board {
            engine: Engine::start(),
            pending: Vec::new(),
            ledger: Ledger::default(),
            on_board: OnBoard::start(),
            line_end: "\n",
            transcript: Vec::new(),
        }
    }

    fn say(&mut self, line: impl AsRef<[u8]>) {
        let line = line.as_ref();
        let shown = String::from_utf8_lossy(&line[..line.len().min(300)]).into_owned();
        self.transcript.push(format!("> {shown}"));
        self.pending.extend_from_slice(line);
        self.pending.extend_from_slice(self.line_end.as_bytes());
    }

    fn flush(&mut self) -> Result<(), String> {
        let pending = std::mem::take(&mut self.pending);
        self.engine.write(&pending)
    }

    /// Reads a line, if there is one in time, and enters it in the books.
    fn read(&mut self, at_most: Duration) -> Result<Option<String>, String> {
        let line = self.engine.line(at_most)?;
        if let Some(line) = &line {
            self.transcript.push(format!("< {}", line.chars().take(300).collect::<String>()));
            self.ledger.receive(line)?;
        }
        Ok(line)
    }

    /// Reads until the books say that it is enough.
    fn read_until(&mut self, enough: impl Fn(&Ledger) -> bool) -> Result<Vec<String>, String> {
        self.flush()?;
        let (began, mut lines) = (Instant::now(), Vec::new());
        while !enough(&self.ledger) {
            let left = patience().saturating_sub(began.elapsed());
            let line = self.read(left)?.ok_or_else(|| format!("hangs: it still owes {}", self.ledger.describe()))?;
            lines.push(line);
        }
        Ok(lines)
    }

    /// Waits until the engine has read all that was sent.
    fn synchronize(&mut self) -> Result<Vec<String>, String> {
        self.say("isready");
        self.ledger.owe_ready();
        self.read_until(|ledger| !ledger.waits_for_ready())
    }

    /// Sends a line to a quiet engine and returns what it says.
    fn ask(&mut self, line: impl AsRef<[u8]>) -> Result<Vec<String>, String> {
        self.say(line);
        self.synchronize()
    }

    fn send(&mut self, command: Command) {
        match command {
            Command::Usi => self.say("usi"),
            Command::IsReady => {
                self.say("isready");
                self.ledger.owe_ready();
            }
            Command::Plain(line) => {
                // The end of the game may end a search.
                if line.starts_with(b"gameover") {
                    self.ledger.release();
                }
                self.say(line);
            }
            Command::Variant(rules) => self.variant(&rules),
            Command::NewGame => {
                self.say("usinewgame");
                self.on_board.new_game();
            }
            Command::Position(position) => self.position(&position),
            Command::Go(go) => self.go(go),
            Command::Stop => {
                self.say("stop");
                self.ledger.stop();
            }
            Command::PonderHit => {
                self.say("ponderhit");
                self.ledger.ponderhit(false);
            }
        }
    }

    fn variant(&mut self, rules: &str) {
        self.say(format!("setoption name USI_Variant value {rules}"));
        self.on_board.variant(rules.parse().expect(rules), self.ledger.is_searching());
    }

    fn position(&mut self, command: &PositionCommand) {
        self.say(command.line());
        self.on_board.position(command);
    }

    fn go(&mut self, go: Go) {
        self.say(&go.line);
        let Go { line, answer, waits, ends, only, .. } = go;
        self.ledger.owe(Owed { answer, held: waits, ends: ends && !waits, only, board: self.on_board.clone(), line });
    }

    /// Notes that a move is owed for a line, and may come at once.
    fn owe_one(&mut self, line: &str) {
        let (board, line) = (self.on_board.clone(), line.into());
        self.ledger.owe(Owed { answer: Answer::BestMove, held: false, ends: true, only: Vec::new(), board, line });
    }

    /// The rules that are probably in force.
    fn rules(&self) -> Rules {
        *self.on_board.games()[0].rules()
    }

    /// A session. The engine is idle before it and after it.
    fn session(&mut self, random: &mut Random) -> Result<(), String> {
        self.line_end = if random.below(4) == 0 { "\r\n" } else { "\n" };
        self.variant(RULES[random.below(RULES.len())]);
        for _ in 0..4 + random.below(16) {
            let command = command(self.rules(), random);
            match command {
                Command::Go(go) if go.waits && random.below(3) == 0 => self.wait_for_it(go, random)?,
                command => self.send(command),
            }
            match random.below(8) {
                0 | 1 => self.flush()?,
                2 => drop(self.synchronize()?),
                3 if self.ledger.all_end() => drop(self.read_until(Ledger::is_settled)?),
                _ => {}
            }
        }
        self.end_session()
    }

    /// A search that must not answer before it is told to, and then answers without anything more.
    fn wait_for_it(&mut self, go: Go, random: &mut Random) -> Result<(), String> {
        self.send(Command::Stop);
        let (ends, hits) = (go.ends, !go.is_infinite && go.ends && random.below(3) > 0);
        self.go(go);
        self.synchronize()?;
        // Time enough for an answer that comes too soon.
        while self.read(Duration::from_millis(5))?.is_some() {}
        if hits {
            self.say("ponderhit");
            self.ledger.ponderhit(ends);
        } else {
            self.send(Command::Stop);
        }
        self.read_until(Ledger::is_settled).map(drop)
    }

    /// Everything is stopped and answered, and the right position stands on the board.
    fn end_session(&mut self) -> Result<(), String> {
        self.send(Command::Stop);
        self.read_until(Ledger::is_settled)?;
        self.line_end = "\n";
        // What was shown before is read by then.
        self.synchronize()?;
        let shown = self.ask("d")?;
        self.on_board.shown(&shown)
    }

    /// Ends the program by `quit`, or by the end of the input, while it searches or not.
    fn quit(&mut self, random: &mut Random) -> Result<(), String> {
        if random.below(2) == 0 {
            self.send(Command::Position(PositionCommand { sfen: None, moves: Vec::new() }));
            self.say("go infinite");
            self.owe_one("go infinite");
        }
        if random.below(2) == 0 {
            self.say("quit");
        }
        self.flush()?;
        let (status, lines) = self.engine.hang_up(patience())?;
        lines.iter().try_for_each(|line| self.ledger.receive(line))?;
        if !status.success() {
            return Err(format!("it ends with {status}"));
        }
        if self.ledger.is_settled() { Ok(()) } else { Err(format!("it quits and owes {}", self.ledger.describe())) }
    }
}

/// Some sessions with one program; what fails, with all that was said in that session.
fn program(sessions: std::ops::Range<u64>) -> Result<(), (u64, String, Vec<String>)> {
    let (first, mut board) = (sessions.start, Board::start());
    let mut random = Random::new(first);
    if random.below(2) == 0 {
        board.pending.extend_from_slice(BYTE_ORDER_MARK);
    }
    let failed = |error, number, board: &mut Board| (number, error, std::mem::take(&mut board.transcript));
    let introduced = board.ask("usi").and_then(|lines| match lines.iter().any(|line| line == "usiok") {
        true => Ok(()),
        false => Err(String::from("no usiok")),
    });
    introduced.map_err(|error| failed(error, first, &mut board))?;
    for number in sessions.clone() {
        board.transcript.clear();
        board.session(&mut Random::new(number)).map_err(|error| failed(error, number, &mut board))?;
    }
    board.quit(&mut random).map_err(|error| failed(error, sessions.end - 1, &mut board))
}

/// What went wrong, without the particulars.
fn kind(error: &str) -> String {
    let head = error.split(['"', '(', '[', '{']).next().unwrap_or_default();
    let answer = error.split_once("bestmove ").and_then(|(_, rest)| rest.split([',', ' ']).next()).unwrap_or_default();
    let answer = answer.trim_matches('"');
    if ["resign", "win", "none"].contains(&answer) { format!("{head} {answer}") } else { head.into() }
}

/// Holds sessions, several at a time, and returns those that failed.
fn hold(sessions: std::ops::Range<u64>) -> Vec<(u64, String, Vec<String>)> {
    let (next, failures) = (AtomicU64::new(sessions.start), Mutex::new(Vec::new()));
    let work = || loop {
        let first = next.fetch_add(SESSIONS_OF_A_PROGRAM, Ordering::Relaxed);
        let last = (first + SESSIONS_OF_A_PROGRAM).min(sessions.end);
        let mut rest = first..last;
        if rest.is_empty() {
            break;
        }
        // After a failure another program holds the sessions that are left.
        while !rest.is_empty() {
            let Err(failure) = program(rest.clone()) else { break };
            rest = failure.0 + 1..last;
            failures.lock().expect("no panic").push(failure);
        }
    };
    let workers = thread::available_parallelism().map_or(2, std::num::NonZeroUsize::get);
    thread::scope(|scope| (0..workers).for_each(|_| _ = scope.spawn(work)));
    failures.into_inner().expect("no panic")
}

fn assert_all_well(sessions: std::ops::Range<u64>) {
    let (began, held) = (Instant::now(), sessions.end - sessions.start);
    let failures = hold(sessions);
    let mut kinds = BTreeMap::new();
    for (number, error, transcript) in &failures {
        let entry = kinds.entry(kind(error)).or_insert((0, number, error, transcript));
        entry.0 += 1;
    }
    println!("{held} sessions, {} failed, {:?}", failures.len(), began.elapsed());
    for (kind, (count, number, error, transcript)) in &kinds {
        println!("{count} x {kind}, such as session {number}: {error}\n    {}", transcript.join("\n    "));
    }
    assert!(failures.is_empty(), "{} of {held} sessions failed", failures.len());
}

/// A number from the environment.
fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().unwrap_or_else(|error| panic!("{name}={value}: {error}")))
}

#[test]
fn some_sessions_go_well() {
    assert_all_well(0..if cfg!(debug_assertions) { 60 } else { 400 });
}

#[test]
#[ignore = "takes some minutes"]
fn many_sessions_go_well() {
    let first = number("FIRST", 0);
    assert_all_well(first..first + number("SESSIONS", 10_000));
}

#[test]
fn a_burst_of_searches_is_answered_in_full() {
    let mut board = Board::start();
    for n in 0..300 {
        board.say("go infinite");
        board.owe_one(&format!("go infinite, number {n} of 300"));
        board.say("stop");
    }
    board.read_until(Ledger::is_settled).expect("300 answers");
    assert_eq!(board.ask("usinewgame\n".repeat(300)), Ok(vec![String::from("readyok")]), "300 new games");
}

/// Wrong forms of `go`, each of which is owed one `bestmove` at the latest after `stop`.
const WRONG: [&[u8]; 36] = [
    b"go depth x",
    b"go depth",
    b"go depth 0",
    b"go depth -1",
    b"go depth 100",
    b"go depth 200 movetime 100",
    b"go depth 3 depth",
    b"go depth 99999999999999999999999",
    b"go nodes x",
    b"go nodes 0",
    b"go nodes 18446744073709551616",
    b"go nodes -1",
    b"go movetime",
    b"go movetime 1e3",
    b"go movetime -1",
    b"go movetime 99999999999999999999",
    b"go btime 1000.5 wtime 1000",
    b"go btime 1000 wtime",
    b"go btime",
    b"go byoyomi 99999999999999999999",
    b"go byoyomi x",
    b"go movestogo 10",
    b"go btime 1000 wtime 1000 movestogo 0",
    b"go btime 1000 wtime 1000 movestogo 10",
    b"go rtime 100",
    b"go searchmoves",
    b"go searchmoves depth 2",
    b"go searchmoves 5i5e 4i4e depth 3",
    b"go searchmoves 5a5b depth 2",
    b"go searchmoves x depth 2",
    b"go go go",
    b"go ponder btime 1000 wtime 1000 byoyomi 100",
    b"go ponder",
    b"go infinite infinite depth 2",
    b"go depth 2 \xff",
    b"go \0",
];

/// Sends a wrong `go` to an engine of its own.
fn send_wrong(line: &[u8]) -> Result<(), String> {
    let mut board = Board::start();
    board.say("position startpos");
    board.say(line);
    board.owe_one(&String::from_utf8_lossy(line));
    board.say("stop");
    board.read_until(Ledger::is_settled)?;
    // A second answer would come now.
    board.ask("stop").map(drop)
}

#[test]
fn a_wrong_go_is_answered_once() {
    let failures: Vec<String> = thread::scope(|scope| {
        let sent: Vec<_> = WRONG.iter().map(|line| scope.spawn(|| send_wrong(line))).collect();
        let ended = sent.into_iter().map(|sent| sent.join().expect("no panic"));
        ended
            .zip(WRONG)
            .filter_map(|(ended, line)| ended.err().map(|error| format!("{}: {error}", String::from_utf8_lossy(line))))
            .collect()
    });
    assert!(failures.is_empty(), "{} of {} are not answered:\n{}", failures.len(), WRONG.len(), failures.join("\n"));
}

/// A count that makes no sense is answered by some line, at most one of them a move, and leaves the engine alive.
#[test]
fn a_wrong_perft_is_no_end() {
    for line in
        ["go perft", "go perft 0", "go perft x", "go perft -1", "go perft 100", "go perft 99999999999999999999", "go perft 2 depth 3"]
    {
        let mut board = Board::start();
        board.say(line);
        board.say("stop");
        board.flush().expect("it listens");
        let mut answers = Vec::new();
        while let Some(line) =
            board.engine.line(if answers.is_empty() { patience() } else { Duration::from_millis(200) }).expect("it lives")
        {
            answers.push(line);
        }
        assert!(!answers.is_empty(), "{line:?} is not answered");
        let moves = answers.iter().filter(|answer| answer.starts_with("bestmove ")).count();
        assert!(moves <= 1, "{line:?}: {answers:?}");
        assert_eq!(board.ask("stop").expect("it lives"), ["readyok"], "{line:?}");
    }
}
