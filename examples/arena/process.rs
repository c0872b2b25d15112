//! USI engines in processes of their own.
//!
//! A process that crashes, falls silent or talks nonsense costs its engine the game and is replaced for the next one.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::engine::{Engine, Forfeit};
use crate::input::read_line;
use crate::referee::MARGIN;
use crate::spec::Budget;
use hasami_shogi::{Game, Move, Setup};

/// How long an engine may take to start or to get ready.
const START: Duration = Duration::from_secs(20);
/// How long an engine may take for a move that is bounded by nodes or depth.
const PATIENCE: Duration = Duration::from_secs(120);
/// How long an engine may take to quit.
const FAREWELL: Duration = Duration::from_millis(500);

/// The words that begin the lines that are waited for; all others are passed over as they come.
const ANSWERS: [&str; 3] = ["usiok", "readyok", "bestmove"];
/// The longest line that is read to its end, in bytes.
const LONGEST_LINE: usize = 1 << 12;
/// As many answers are kept until they are asked for; an engine that gives more waits.
const MOST_ANSWERS: usize = 16;

/// An engine that a command starts.
pub(crate) struct Process {
    program: String,
    arguments: Vec<String>,
    budget: Budget,
    running: Option<Dialogue>,
}

impl Process {
    pub(crate) fn new(program: &str, arguments: &[String], budget: Budget) -> Process {
        Process { program: program.into(), arguments: arguments.to_vec(), budget, running: None }
    }

    /// The running process, started if there is none.
    fn dialogue(&mut self) -> Result<&mut Dialogue, Forfeit> {
        let dialogue = match self.running.take() {
            Some(dialogue) => dialogue,
            None => Dialogue::start(&self.program, &self.arguments)?,
        };
        Ok(self.running.insert(dialogue))
    }

    /// Ends a process that failed.
    fn keep_if<T>(&mut self, result: Result<T, Forfeit>) -> Result<T, Forfeit> {
        if result.as_ref().is_err_and(|forfeit| *forfeit != Forfeit::Resigned) {
            self.running = None;
        }
        result
    }
}

impl Engine for Process {
    fn new_game(&mut self, game: &Game, _: u64) -> Result<(), Forfeit> {
        let rules = game.rules().to_string();
        let result = self.dialogue().and_then(|dialogue| dialogue.prepare(&rules));
        self.keep_if(result)
    }

    fn choose(&mut self, game: &Game) -> Result<Move, Forfeit> {
        let budget = self.budget;
        let result = self.dialogue().and_then(|dialogue| dialogue.ask(game, budget));
        self.keep_if(result)
    }

    fn time(&self) -> Option<Duration> {
        self.budget.time()
    }
}

/// A process that is talked to, line by line.
struct Dialogue {
    child: Child,
    input: ChildStdin,
    output: Receiver<String>,
}

impl Dialogue {
    fn start(program: &str, arguments: &[String]) -> Result<Dialogue, Forfeit> {
        let crash = |error| Forfeit::Crash(format!("{program}: {error}"));
        let spawned = Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut child = spawned.map_err(|error| crash(error.to_string()))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else { return Err(crash("no pipes".into())) };
        let (sender, receiver) = sync_channel(MOST_ANSWERS);
        // Ends with the process, or with the dialogue.
        thread::spawn(move || listen(BufReader::new(output), &sender));
        let mut dialogue = Dialogue { child, input, output: receiver };
        dialogue.say("usi")?;
        dialogue.hear("usiok", START)?;
        Ok(dialogue)
    }

    fn prepare(&mut self, rules: &str) -> Result<(), Forfeit> {
        self.say(&format!("setoption name USI_Variant value {rules}"))?;
        self.say("isready")?;
        self.hear("readyok", START)?;
        self.say("usinewgame")
    }

    fn ask(&mut self, game: &Game, budget: Budget) -> Result<Move, Forfeit> {
        self.say(&position(game))?;
        self.say(&format!("go {budget}"))?;
        let answer = self.hear("bestmove", budget.time().map_or(PATIENCE, |time| time + MARGIN))?;
        match answer.split_whitespace().nth(1) {
            Some("resign") => Err(Forfeit::Resigned),
            Some(text) => text.parse().map_err(|error| Forfeit::IllegalMove(format!("{text:?}: {error}"))),
            None => Err(Forfeit::Crash(format!("{answer:?} without a move"))),
        }
    }

    fn say(&mut self, line: &str) -> Result<(), Forfeit> {
        writeln!(self.input, "{line}").and_then(|()| self.input.flush()).map_err(|error| Forfeit::Crash(format!("at {line:?}: {error}")))
    }

    /// Waits for a line that begins with this word, and passes over others.
    fn hear(&mut self, word: &str, patience: Duration) -> Result<String, Forfeit> {
        let deadline = Instant::now() + patience;
        loop {
            match self.output.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) if line.split_whitespace().next() == Some(word) => return Ok(line),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return Err(Forfeit::Time(format!("no {word} within {patience:?}"))),
                Err(RecvTimeoutError::Disconnected) => return Err(Forfeit::Crash(format!("ended without {word}"))),
            }
        }
    }

    /// Whether the process ends by itself in time.
    fn has_quit(&mut self) -> bool {
        let deadline = Instant::now() + FAREWELL;
        while Instant::now() < deadline {
            match self.child.try_wait() {
                Ok(None) => thread::sleep(Duration::from_millis(5)),
                Ok(Some(_)) => return true,
                Err(_) => return false,
            }
        }
        false
    }
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        // Whether it hears or not: it ends.
        let _ = self.say("stop").and_then(|()| self.say("quit"));
        if !self.has_quit() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Passes the answers on until the output ends or nobody wants them any more. However much comes, little is kept.
fn listen(mut output: impl BufRead, answers: &SyncSender<String>) {
    let mut line = Vec::new();
    while read_line(&mut output, &mut line, LONGEST_LINE).unwrap_or(false) {
        let text = String::from_utf8_lossy(&line);
        let is_answer = text.split_whitespace().next().is_some_and(|word| ANSWERS.contains(&word));
        if is_answer && answers.send(text.into_owned()).is_err() {
            return;
        }
    }
}

/// The game as USI's `position` tells it.
fn position(game: &Game) -> String {
    let start = match game.start() {
        start if *start == Setup::start(game.rules()) => "startpos".into(),
        start => format!("sfen {start}"),
    };
    game.moves().fold(format!("position {start} moves"), |line, mv| format!("{line} {mv}"))
}

#[cfg(test)]
mod tests {
    use std::io::{Read, repeat};

    use allocation_counter::measure;

    use super::*;

    /// The answers in some output, and the most memory that was in use at a time to hear them, in bytes.
    fn hear(output: impl Read) -> (Vec<String>, u64) {
        let (sender, receiver) = sync_channel(MOST_ANSWERS);
        let peak = measure(|| listen(BufReader::new(output), &sender)).bytes_max;
        drop(sender);
        (receiver.iter().collect(), peak)
    }

    /// The same line for ever.
    struct Again(&'static [u8]);

    impl Read for Again {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let length = buffer.len() / self.0.len() * self.0.len();
            buffer[..length].chunks_exact_mut(self.0.len()).for_each(|line| line.copy_from_slice(self.0));
            Ok(length)
        }
    }

    #[test]
    fn answers_are_heard_among_other_lines() {
        let output = b"id name x\nusiok\r\ninfo string \xff\n\n bestmove 5i5e\nbestmoves\nreadyok".as_slice();
        assert_eq!(hear(output).0, ["usiok", " bestmove 5i5e", "readyok"]);
    }

    #[test]
    fn a_line_without_end_takes_no_memory() {
        let (answers, peak) = hear(repeat(b'x').take(1 << 28).chain(b"\nbestmove 5i5e\n".as_slice()));
        assert_eq!(answers, ["bestmove 5i5e"]);
        assert!(peak < 1 << 16, "{peak} bytes");
    }

    #[test]
    fn lines_without_end_take_no_memory() {
        let (answers, peak) = hear(Again(b"info depth 1 nodes 1 score cp 0\n").take(1 << 26).chain(b"\nreadyok\n".as_slice()));
        assert_eq!(answers, ["readyok"]);
        assert!(peak < 1 << 16, "{peak} bytes");
    }

    /// The listener of an engine that answers unasked waits, and ends with the dialogue.
    #[test]
    fn answers_without_end_take_no_memory() {
        let (sender, receiver) = sync_channel(MOST_ANSWERS);
        let listener = thread::spawn(move || measure(|| listen(BufReader::new(Again(b"bestmove 5i5e\n")), &sender)).bytes_max);
        assert_eq!(receiver.iter().take(100).filter(|answer| answer == "bestmove 5i5e").count(), 100);
        drop(receiver);
        let peak = listener.join().expect("no panic");
        assert!(peak < 1 << 16, "{peak} bytes");
    }
}
