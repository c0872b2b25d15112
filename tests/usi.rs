//! The engine behind the USI protocol: as a program under a scripted graphical board, and as a session in this process.

#[path = "../examples/usi/session/mod.rs"]
mod session;
#[path = "support/sink.rs"]
mod sink;

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use hasami_shogi::{Game, Move, Reason, Rules};
use session::{LONGEST_LINE, Session};
use sink::Sink;

/// Long enough for anything that does happen, on any machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// Long enough for an answer that must come at once, on a machine with other things to do.
const AT_ONCE: Duration = Duration::from_secs(2);

/// A graphical board that runs the engine.
struct Board {
    engine: Child,
    to_engine: Option<ChildStdin>,
    from_engine: Receiver<String>,
}

impl Board {
    fn start() -> Board {
        let mut engine = Command::new(engine_path()).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the engine starts");
        let (to_engine, stdout) = (engine.stdin.take(), engine.stdout.take().expect("a pipe"));
        let (sender, from_engine) = mpsc::channel();
        thread::spawn(move || BufReader::new(stdout).lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Board { engine, to_engine, from_engine }
    }

    fn send(&mut self, line: impl AsRef<[u8]>) {
        let to_engine = self.to_engine.as_mut().expect("the input is open");
        to_engine.write_all(&[line.as_ref(), b"\n"].concat()).expect("the engine listens");
    }

    /// The lines up to the first that begins with `start`, which must come in time.
    fn read_until(&self, start: &str, at_most: Duration) -> Vec<String> {
        let began = Instant::now();
        let mut lines = Vec::new();
        loop {
            let line = self.from_engine.recv_timeout(at_most.saturating_sub(began.elapsed()));
            lines.push(line.unwrap_or_else(|error| panic!("no {start:?} within {at_most:?} ({error}), only {lines:?}")));
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// Sends a line, and reads everything up to the `readyok` of an `isready` behind it, which is left out.
    fn ask(&mut self, line: impl AsRef<[u8]>) -> Vec<String> {
        self.send(line);
        self.send("isready");
        let mut lines = self.read_until("readyok", PATIENCE);
        lines.pop();
        lines
    }

    /// Closes the input and waits for the end of the program.
    fn hang_up(mut self, at_most: Duration) -> (ExitStatus, Vec<String>) {
        self.to_engine = None;
        self.wait(at_most)
    }

    fn wait(mut self, at_most: Duration) -> (ExitStatus, Vec<String>) {
        let began = Instant::now();
        while began.elapsed() < at_most {
            if let Some(status) = self.engine.try_wait().expect("a child") {
                return (status, self.from_engine.iter().collect());
            }
            thread::sleep(Duration::from_millis(2));
        }
        panic!("the engine still runs after {at_most:?}");
    }
}

impl Drop for Board {
    fn drop(&mut self) {
        // A test that fails leaves no engine behind; one that has ended cannot be killed, which is as good.
        let _ = self.engine.kill();
        let _ = self.engine.wait();
    }
}

/// Examples are built next to the directory of this test.
fn engine_path() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a path");
    let directory = test.ancestors().nth(2).expect("a test is built in target/PROFILE/deps");
    let path = directory.join("examples").join("usi").with_extension(std::env::consts::EXE_EXTENSION);
    assert!(path.exists(), "{} is missing: `cargo build --examples` builds it, in the same profile", path.display());
    path
}

#[test]
fn it_introduces_itself() {
    let mut board = Board::start();
    board.send("usi");
    let lines = board.read_until("usiok", PATIENCE);
    assert!(lines[0].starts_with("id name hasami-shogi "), "{lines:?}");
    for option in [
        "USI_Variant type string default classic-5",
        "USI_Hash type spin",
        "Threads type spin",
        "MultiPV type spin",
        "Level type spin",
        "USI_Ponder type check",
    ] {
        assert!(lines.iter().any(|line| line.starts_with(&format!("option name {option}"))), "{option}: {lines:?}");
    }
}

#[test]
fn it_plays_whole_games() {
    for rules in [
        "online,moves=60:adjudicate",
        "hybrid,size=5,line=4:hvd:1,moves=60:draw,target=2",
        "mak-yek,moves=40:adjudicate",
        "misere-compulsory,size=4,moves=60:draw",
    ] {
        let game = play_game(rules);
        assert!(game.result().is_some(), "{rules}: {game:?}");
    }
}

/// Lets the engine play both sides until it says that there is no move. Every move and every line of play has to be legal.
fn play_game(rules: &str) -> Game {
    let mut game = Game::new(rules.parse().expect(rules));
    let mut board = Board::start();
    let mut moves = String::from("position startpos moves");
    board.send("usi");
    board.read_until("usiok", PATIENCE);
    assert_eq!(board.ask(format!("setoption name USI_Variant value {rules}\nsetoption name USI_Hash value 1\nusinewgame")), [""; 0]);
    loop {
        board.send(format!("{moves}\ngo nodes 200"));
        let lines = board.read_until("bestmove ", PATIENCE);
        lines[..lines.len() - 1].iter().filter(|line| !line.starts_with("info string")).for_each(|line| check_info(line, &game));
        let best = &lines[lines.len() - 1]["bestmove ".len()..];
        if let Some(result) = game.result() {
            let won = result.winner().map(|winner| winner == game.position().side_to_move());
            assert_eq!(best, won.map_or("none", |won| if won { "win" } else { "resign" }), "{game:?}");
            return game;
        }
        game.play(best.parse().expect(best)).unwrap_or_else(|error| panic!("{game:?}, {best}: {error}"));
        moves = format!("{moves} {best}");
    }
}

/// An `info` line has the agreed fields in the agreed order, and its line of play is legal.
fn check_info(line: &str, game: &Game) {
    let (head, pv) = line.split_once(" pv ").unwrap_or_else(|| panic!("no pv: {line:?}"));
    let words: Vec<&str> = head.split(' ').collect();
    let names = ["info", "depth", "seldepth", "score", "nodes", "nps", "time", "hashfull", "multipv"];
    let (fields, numbers): (Vec<&str>, Vec<&str>) = words.iter().copied().partition(|word| names.contains(word));
    assert_eq!(fields, names, "{line:?}");
    let [_, _, kind, rest @ ..] = numbers.as_slice() else { panic!("{line:?}") };
    assert!(["cp", "mate"].contains(kind) && rest.len() == 6, "{line:?}");
    rest.iter().for_each(|number| _ = number.parse::<i64>().unwrap_or_else(|error| panic!("{line:?}: {number:?}: {error}")));
    let mut game = game.clone();
    for mv in pv.split(' ') {
        game.play(mv.parse().expect(line)).unwrap_or_else(|error| panic!("{line:?}: {mv}: {error}"));
    }
}

#[test]
fn it_listens_during_a_search() {
    let mut board = Board::start();
    board.send("position startpos\ngo infinite");
    board.read_until("info depth", PATIENCE);
    assert!(board.ask("d\nnonsense").iter().all(|line| !line.starts_with("bestmove")));
    board.send("stop");
    board.read_until("bestmove ", AT_ONCE);
    // Searches wait for one another; each gets its answer.
    board.send("go depth 1\ngo depth 2\ngo infinite\ngo nodes 10\nstop");
    for _ in 0..4 {
        board.read_until("bestmove ", PATIENCE);
    }
    board.send("go perft 99\nstop");
    board.read_until("info string perft was stopped", PATIENCE);
    board.send("go infinite\nquit");
    let (status, lines) = board.wait(PATIENCE);
    assert!(status.success());
    assert!(lines.iter().any(|line| line.starts_with("bestmove ")), "{lines:?}");
}

#[test]
fn it_keeps_to_its_time() {
    let mut board = Board::start();
    for go in ["movetime 100", "btime 1000 wtime 1000 byoyomi 0", "btime 0 wtime 0 byoyomi 100", "btime -5 wtime 0 binc 100 winc 100"] {
        assert_eq!(board.ask("position startpos"), [""; 0]);
        board.send(format!("go {go}"));
        board.read_until("bestmove ", AT_ONCE);
    }
}

#[test]
fn it_says_how_a_game_ended() {
    let mut board = Board::start();
    let repeated = "5i5h 5a5b 5h5i 5b5a ".repeat(3);
    let cases = [
        ("classic-5", "sfen 9/9/9/9/9/9/9/9/PPPPPPPPP w - 7", "resign", "sente wins (capture_goal)"),
        ("classic-5", &format!("startpos moves {repeated}"), "none", "draw (repetition)"),
        ("classic-5,repetition=loss:4", &format!("startpos moves {repeated}"), "win", "sente wins (repetition)"),
        ("jsa", "sfen pppppp3/9/9/3Pppp2/9/7P1/9/9/PPPPPPP2 b - 1 moves 2f2d 9a9b", "win", "sente wins (lead)"),
        ("dai", "sfen pP7/P8/9/9/9/9/9/9/9 w - 1", "resign", "sente wins (no_move)"),
        ("classic-5,moves=2:draw", "startpos moves 5i5e 5a5b", "none", "draw (move_limit)"),
    ];
    for (rules, position, word, result) in cases {
        for threads in 1..=3 {
            let setup = format!("setoption name USI_Variant value {rules}\nsetoption name Threads value {threads}\nposition {position}");
            assert_eq!(board.ask(setup), [""; 0]);
            for (go, end) in [("depth 3", ""), ("movetime 100", ""), ("infinite", "stop"), ("", "stop"), ("ponder movetime 1", "ponderhit")]
            {
                board.send(format!("go {go}"));
                let said = format!("info string the game is over: {result}");
                assert_eq!(board.read_until("info", PATIENCE), [said], "{position}, go {go}");
                assert!(end.is_empty() || board.ask("").is_empty(), "{position}, go {go}");
                board.send(end);
                assert_eq!(board.read_until("bestmove ", PATIENCE), [format!("bestmove {word}")], "{position}, go {go}");
            }
        }
    }
}

#[test]
fn it_counts_leaves() {
    let mut board = Board::start();
    board.send("position startpos\ngo perft 3");
    let lines = board.read_until("Nodes searched: ", PATIENCE);
    assert_eq!(lines.len(), 63 + 2);
    assert_eq!(lines.last().unwrap(), "Nodes searched: 254219");
}

/// Words of a `go` that cannot be followed, with words from what is said about them; no `go` is left without an answer.
const UNCLEAR: [(&str, &str); 22] = [
    ("depth 0", ""),
    ("depth -1", ""),
    ("depth 100 movetime 50", ""),
    ("depth 99999999999999999999999 nodes 100", ""),
    ("nodes 0", ""),
    ("nodes -99999999999999999999999999999999999999999999999999", ""),
    ("nodes 18446744073709551616 depth 2", ""),
    ("btime 1000.5 wtime 1000.5", ""),
    ("movetime -100", ""),
    ("movetime 1e2", ""),
    ("byoyomi 99999999999999999999 nodes 100", ""),
    ("btime 1000 wtime 1000 movestogo 10", ""),
    ("btime 1000 wtime 1000 movestogo 0", ""),
    ("searchmoves 5i5e 4i4e depth 3", ""),
    ("searchmoves 5i5e 5a5b depth 3", "5a5b is not legal"),
    ("rtime 100", "\"rtime\"; unknown word \"100\"; searching for 1000 ms"),
    ("go go go", "\"go\""),
    ("depth", "depth: \"\" is not a number; searching for"),
    ("depth nodes 100", "depth: \"\""),
    ("nodes x depth 2", "nodes: \"x\""),
    ("movetime NaN", "NaN"),
    ("depth 3 depth", "depth"),
];

#[test]
fn every_go_is_answered() {
    let mut board = Board::start();
    for (words, complaint) in UNCLEAR {
        board.send(format!("go {words}"));
        let lines = board.read_until("bestmove ", PATIENCE);
        let said: Vec<&String> = lines.iter().filter(|line| line.starts_with("info string ")).collect();
        match complaint {
            "" => assert!(said.is_empty(), "{words:?}: {said:?}"),
            _ => assert!(said.len() == 1 && said[0].contains(complaint), "{words:?}: {said:?}"),
        }
        let best = best_move(&lines);
        assert!(Game::default().position().is_legal(best), "{words:?}: {best}");
        assert!(!words.starts_with("searchmoves") || best.to_string().ends_with("i5e") || best.to_string() == "4i4e", "{words:?}: {best}");
    }
}

/// The move of the last line, `bestmove MOVE`.
fn best_move(lines: &[String]) -> Move {
    let last = lines.last().expect("an answer");
    last.strip_prefix("bestmove ").and_then(|best| best.split(' ').next()).and_then(|best| best.parse().ok()).expect(last)
}

#[test]
fn it_ponders() {
    let mut board = Board::start();
    board.send("setoption name USI_Ponder value true\nposition startpos");
    for (go, end) in [
        ("ponder btime 100 wtime 100 byoyomi 10", "ponderhit"),
        ("ponder btime 100 wtime 100 byoyomi 10", "stop"),
        ("ponder movetime 20", "ponderhit"),
        ("ponder nodes 100", "ponderhit"),
        ("ponder depth 1", "ponderhit"),
        ("ponder depth 1", "stop"),
        ("ponder", "ponderhit"),
        ("infinite ponder", "ponderhit\nstop"),
        ("ponder depth 1", "go depth 1"),
    ] {
        board.send(format!("go {go}"));
        board.read_until("info depth", PATIENCE);
        thread::sleep(Duration::from_millis(150));
        let lines = board.ask("");
        assert!(lines.iter().all(|line| !line.starts_with("bestmove")), "go {go}: {lines:?}");
        board.send(end);
        let lines = board.read_until("bestmove ", 2 * AT_ONCE);
        let (best, mut game) = (best_move(&lines), Game::default());
        game.play(best).unwrap_or_else(|error| panic!("{lines:?}: {error}"));
        if let Some((_, expected)) = lines.last().and_then(|line| line.split_once(" ponder ")) {
            game.play(expected.parse().expect(expected)).unwrap_or_else(|error| panic!("{lines:?}: {error}"));
        }
        if end.starts_with("go") {
            board.read_until("bestmove ", AT_ONCE);
        }
    }
    assert_eq!(board.ask("stop\nponderhit"), [""; 0]);
}

#[test]
fn a_burst_of_searches_is_answered_in_full() {
    let mut board = Board::start();
    board.send("position startpos\n".to_owned() + &"go infinite\nstop\n".repeat(300) + &"usinewgame\n".repeat(300) + "go depth 1\nisready");
    for number in 0..301 {
        let lines = board.read_until("bestmove ", PATIENCE);
        assert!(lines.iter().all(|line| !line.starts_with("info string")), "{number}: {lines:?}");
    }
}

#[test]
fn the_first_line_may_begin_with_a_byte_order_mark() {
    let mut board = Board::start();
    board.send("\u{feff}usi");
    board.read_until("usiok", PATIENCE);
}

/// A writer that fails, as a search may by a fault that nobody knows yet.
#[derive(Clone)]
struct Failing(Sink);

impl Write for Failing {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        assert!(!bytes.starts_with(b"info depth 2"), "no deeper");
        self.0.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_search_that_fails_is_answered_and_the_engine_goes_on() {
    let sink = Sink::default();
    let mut session = Session::new(Failing(sink.clone())).expect("a thread");
    for line in ["position startpos moves 5i5e", "go depth 3", "go depth 1", "go depth 2"] {
        assert!(session.handle(line.as_bytes()).is_continue());
        session.finish();
    }
    let text = String::from_utf8(sink.0.lock().expect("no writer panics").clone()).expect("answers are UTF-8");
    let said: Vec<&str> = text.lines().filter(|line| line.starts_with("info string")).collect();
    assert!(!said.is_empty() && said.iter().all(|line| line.contains("no deeper")), "{text}");
    let bests: Vec<Move> = text.lines().filter_map(|line| line.strip_prefix("bestmove ")?.parse().ok()).collect();
    let mut game = Game::default();
    game.play("5i5e".parse().unwrap()).unwrap();
    assert!(bests.len() == 3 && bests.iter().all(|best| game.position().is_legal(*best)), "{text}");
}

/// Lines that are wrong; each is answered by one `info string` that has the words beside it.
const WRONG: [(&str, &str); 22] = [
    ("hello", "hello"),
    ("USI", "unknown command"),
    ("go perft", "perft"),
    ("go perft x", "\"x\""),
    ("position", "startpos"),
    ("position start", "startpos"),
    ("position startpos 5i5e", "5i5e"),
    ("position startpos moves 5i5e 5i5e", "move 2"),
    ("position startpos moves 5i", "move 1"),
    ("position startpos moves ５i5e", "move 1"),
    ("position sfen", "ranks"),
    ("position sfen 9/9 b - 1", "ranks, not 2"),
    ("position sfen ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP x - 1", "side to move"),
    ("position sfen ppppppppp/ppppppppp/9/9/9/9/9/9/PPPPPPPPP b - 1", "sfen"),
    ("position sfen ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 4294967296", "move number"),
    ("setoption", "setoption needs"),
    ("setoption name Threads", "setoption needs"),
    ("setoption name Threads value 0", "from 1 to 256"),
    ("setoption name USI_Hash value 99999999999", "USI_Hash"),
    ("setoption name Ponder value true", "Ponder"),
    ("setoption name USI_Ponder value yes", "USI_Ponder"),
    ("setoption name USI_Variant value chess", "USI_Variant"),
];

#[test]
fn wrong_lines_are_answered_and_change_nothing() {
    let mut board = Board::start();
    let setup = "setoption name USI_Variant value jsa\nposition startpos moves 5i5e 1a1e";
    assert_eq!(board.ask(setup), [""; 0]);
    let before = board.ask("d");
    for (line, names) in WRONG {
        let answer = board.ask(line);
        let [answer] = answer.as_slice() else { panic!("{line:?} gives {answer:?}") };
        assert!(answer.starts_with("info string ") && answer.contains(names), "{line:?} gives {answer:?}, without {names:?}");
        assert!(answer.chars().count() <= 320, "{answer:?}");
    }
    for line in [&b"\xff\xfe"[..], b"d\0", &[b'9'; 2 * LONGEST_LINE], &[b' '; 3 * LONGEST_LINE]] {
        let answer = board.ask(line);
        assert!(answer.len() == 1 && answer[0].starts_with("info string "), "{answer:?}");
    }
    for quiet in ["", "   \t", "\r", "stop", "gameover win", "ponderhit"] {
        assert_eq!(board.ask(quiet), [""; 0], "{quiet:?}");
    }
    assert_eq!(board.ask("d"), before);
    assert!(before.iter().any(|line| line == "sfen: pppppppp1/9/9/9/4P3p/9/9/9/PPPP1PPPP b - 3"), "{before:?}");
}

#[test]
fn options_take_effect() {
    let mut board = Board::start();
    board.send("setoption name multipv value 3\nposition startpos\ngo depth 2");
    let lines = board.read_until("bestmove ", PATIENCE);
    for rank in 1..=3 {
        assert!(lines.iter().any(|line| line.contains(&format!(" multipv {rank} pv "))), "{lines:?}");
    }
    for option in ["Threads value 2", "Level value 1", "USI_Hash value 1", "USI_Hash value 64"] {
        board.send(format!("setoption name {option}\ngo nodes 5000"));
        let lines = board.read_until("bestmove ", PATIENCE);
        assert!(lines.len() > 1, "{option}: {lines:?}");
        let best = &lines.last().unwrap()["bestmove ".len()..];
        assert!(Game::default().position().is_legal(best.parse().expect(best)), "{option}: {lines:?}");
    }
    let lines = board.ask("setoption name usi_variant value apit-sodok\nd");
    assert!(lines.iter().any(|line| line == "rules: apit-sodok"), "{lines:?}");
}

#[test]
fn the_end_of_the_input_is_the_end() {
    for (line, answers) in
        [("", 0), ("usi", 0), ("go infinite", 1), ("go depth 2", 1), ("go", 1), ("go depth 2\ngo depth 2", 2), ("go perft 99", 0)]
    {
        let mut board = Board::start();
        // No line break behind the last line.
        let to_engine = board.to_engine.as_mut().expect("the input is open");
        to_engine.write_all(line.as_bytes()).expect("the engine listens");
        let (status, lines) = board.hang_up(PATIENCE);
        assert!(status.success(), "{line:?}");
        assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove ")).count(), answers, "{line:?}: {lines:?}");
    }
}

/// A small generator of random numbers: the same ones in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// Words that make random lines look like commands.
const WORDS: [&str; 40] = [
    "usi",
    "isready",
    "setoption",
    "name",
    "value",
    "USI_Variant",
    "Threads",
    "MultiPV",
    "Level",
    "usinewgame",
    "position",
    "startpos",
    "sfen",
    "moves",
    "5i5e",
    "5a5d",
    "1a1b",
    "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP",
    "4p4/9/9/p8/9/9/9/9/P3P4",
    "b",
    "w",
    "-",
    "1",
    "go",
    "depth",
    "nodes",
    "movetime",
    "btime",
    "byoyomi",
    "infinite",
    "perft",
    "mate",
    "stop",
    "d",
    "2",
    "mak-yek",
    "plain,size=4",
    "-9223372036854775808",
    "\u{0}",
    "歩",
];

#[test]
fn random_lines_never_end_a_session() {
    let (sink, mut random) = (Sink::default(), Random(1));
    let mut session = Session::new(sink.clone()).expect("a thread");
    for _ in 0..3_000 {
        let words: Vec<&str> = (0..random.below(9)).map(|_| WORDS[random.below(WORDS.len())]).collect();
        let mut line = words.join(" ").into_bytes();
        if !line.is_empty() && random.below(4) == 0 {
            let place = random.below(line.len());
            line[place] = random.below(256) as u8;
        }
        assert!(session.handle(&line).is_continue(), "{line:?}");
        assert!(session.handle(b"stop").is_continue());
    }
    assert!(session.handle(b"setoption name USI_Variant value classic-5").is_continue());
    assert!(session.handle(b"position startpos").is_continue());
    session.finish();
    sink.0.lock().expect("no writer panics").clear();
    assert!(session.handle(b"go depth 2").is_continue());
    session.finish();
    assert!(session.handle(b"quit").is_break());
    drop(session);
    let text = String::from_utf8(sink.0.lock().expect("no writer panics").clone()).expect("answers are UTF-8");
    let best: Move = text.lines().last().and_then(|line| line.strip_prefix("bestmove ")).expect(&text).parse().expect(&text);
    assert!(Game::default().position().is_legal(best), "{text}");
}

#[test]
fn a_drawn_record_is_no_place_to_search() {
    let sink = Sink::default();
    let mut session = Session::new(sink.clone()).expect("a thread");
    let moves = "5i5h 5a5b 5h5i 5b5a ".repeat(3);
    let mut game = Game::new(Rules::CLASSIC_5);
    moves.split_ascii_whitespace().for_each(|mv| _ = game.play(mv.parse().unwrap()).unwrap());
    assert_eq!(game.result().map(|result| result.reason()), Some(Reason::Repetition));
    assert!(session.handle(format!("position startpos moves {moves}").as_bytes()).is_continue());
    assert!(session.handle(b"d").is_continue());
    let text = String::from_utf8(sink.0.lock().expect("no writer panics").clone()).expect("answers are UTF-8");
    assert!(text.ends_with("result: draw (repetition)\n"), "{text}");
}
