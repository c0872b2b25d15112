//! A session of the USI protocol.

#[path = "../../examples/usi/session/mod.rs"]
mod session;
#[path = "../support/sink.rs"]
mod sink;

use hasami_shogi::{Move, Position, Rules};
use session::Session;
use sink::Sink;

/// The lines of an input that are sent.
const MOST_LINES: usize = 16;

/// Any lines: each is answered as it should be, and the session is as good as new afterwards.
pub fn usi_session(data: &[u8]) {
    let mut board = Board::new();
    board.send(b"setoption name USI_Hash value 1");
    board.send(format!("setoption name Threads value {}", 1 + data.len() % 3).as_bytes());
    for line in data.split(|byte| *byte == b'\n').filter(|line| !asks_for_much(line)).take(MOST_LINES) {
        board.check(line);
    }
    board.check(b"setoption name USI_Variant value classic-5");
    board.check(b"position startpos moves 5i5e");
    board.check(b"go depth 1");
    assert_eq!(board.send(b"isready").last().map(String::as_str), Some("readyok"));
}

/// Whether a line asks for much memory, many threads, or a count that takes long, or ends the session.
fn asks_for_much(line: &[u8]) -> bool {
    let line = String::from_utf8_lossy(line).to_ascii_lowercase();
    let costly = ["hash", "threads", "perft"].iter().any(|word| line.contains(word));
    let is_large = |word: &str| word.trim_start_matches(['+', '0']).len() > 1 || word.parse::<u8>().is_ok_and(|number| number > 3);
    let mut words = line.split_ascii_whitespace();
    words.next() == Some("quit") || costly && words.last().is_some_and(is_large)
}

/// A graphical board without a face.
struct Board {
    session: Session,
    sink: Sink,
}

impl Board {
    fn new() -> Board {
        let sink = Sink::default();
        Board { session: Session::new(sink.clone()).expect("a thread"), sink }
    }

    /// Sends a line, has the search stopped and returns the answers.
    fn send(&mut self, line: &[u8]) -> Vec<String> {
        assert!(self.session.handle(line).is_continue());
        assert!(self.session.handle(b"stop").is_continue());
        self.session.finish();
        let answers = std::mem::take(&mut *self.sink.0.lock().expect("no writer panics"));
        String::from_utf8(answers).expect("answers are UTF-8").lines().map(String::from).collect()
    }

    /// Sends a line, of which `go` is answered once, with a move exactly if the game goes on.
    fn check(&mut self, line: &[u8]) {
        let text = String::from_utf8_lossy(line).into_owned();
        let answers = self.send(line);
        if text.trim_start_matches('\u{feff}').split_ascii_whitespace().next() == Some("go") {
            let ends = ["bestmove ", "checkmate ", "info string perft", "Nodes searched: "];
            let ends: Vec<_> = answers.iter().filter(|answer| ends.iter().any(|end| answer.starts_with(end))).collect();
            let [end] = ends.as_slice() else { panic!("{text:?} gives {answers:?}") };
            end.strip_prefix("bestmove ").into_iter().for_each(|best| self.check_move(best));
        }
    }

    /// A move is legal in the position on the board; without one, the answer says who has won.
    fn check_move(&mut self, best: &str) {
        let shown = self.send(b"d");
        let field = |name| shown.iter().find_map(|line| line.strip_prefix(name)).expect(name);
        let rules: Rules = field("rules: ").parse().expect("rules");
        let position = Position::from_sfen(rules, field("sfen: ")).expect("a position");
        let word = match (field("result: ").split_once(" wins"), position.side_to_move().to_string()) {
            (Some((winner, _)), side) => Some(if winner == side { "win" } else { "resign" }),
            (None, _) => field("result: ").starts_with("draw").then_some("none"),
        };
        let legal = |best: &str| best.split(' ').next().is_some_and(|best| best.parse().is_ok_and(|mv: Move| position.is_legal(mv)));
        assert!(word.map_or_else(|| legal(best), |word| best == word), "{best} in {shown:?}");
    }
}
