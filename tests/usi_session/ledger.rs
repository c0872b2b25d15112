//! What the engine owes.

use std::collections::VecDeque;

use hasami_shogi::Move;

use super::model::OnBoard;

/// What a `go` is answered with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    BestMove,
    /// `checkmate`, or `bestmove`.
    Mate,
    /// A count, or a line that says that it was stopped.
    Perft,
}

/// A `go` that is not answered yet.
#[derive(Clone, Debug)]
pub struct Owed {
    pub answer: Answer,
    /// Whether it must not be answered yet.
    pub held: bool,
    /// Whether it has to be answered even if nothing more is sent.
    pub ends: bool,
    pub only: Vec<Move>,
    pub board: OnBoard,
    pub line: String,
}

/// The `go` commands that are not answered, and how often the engine is to say `readyok`.
#[derive(Default)]
pub struct Ledger {
    owed: VecDeque<Owed>,
    ready: usize,
}

impl Ledger {
    pub fn owe(&mut self, owed: Owed) {
        self.release();
        self.owed.push_back(owed);
    }

    pub fn owe_ready(&mut self) {
        self.ready += 1;
    }

    /// From now on all may be answered.
    pub fn release(&mut self) {
        self.owed.iter_mut().for_each(|owed| owed.held = false);
    }

    /// All have to be answered, for they were told to stop.
    pub fn stop(&mut self) {
        self.release();
        self.owed.iter_mut().for_each(|owed| owed.ends = true);
    }

    /// The last search goes on as one that does not wait for the opponent's move any more.
    pub fn ponderhit(&mut self, ends: bool) {
        self.release();
        self.owed.back_mut().into_iter().for_each(|owed| owed.ends |= ends);
    }

    pub fn is_settled(&self) -> bool {
        self.owed.is_empty() && self.ready == 0
    }

    pub fn is_searching(&self) -> bool {
        !self.owed.is_empty()
    }

    pub fn waits_for_ready(&self) -> bool {
        self.ready > 0
    }

    /// Whether all will be answered without another command.
    pub fn all_end(&self) -> bool {
        self.owed.iter().all(|owed| owed.ends)
    }

    pub fn describe(&self) -> String {
        let lines: Vec<&str> = self.owed.iter().map(|owed| owed.line.as_str()).collect();
        format!("{} answers ({}) and {} readyok", lines.len(), lines.join("; "), self.ready)
    }

    /// Takes note of a line from the engine.
    pub fn receive(&mut self, line: &str) -> Result<(), String> {
        if line == "readyok" {
            self.ready = self.ready.checked_sub(1).ok_or("a readyok that nobody asked for")?;
            return Ok(());
        }
        if let Some(best) = line.strip_prefix("bestmove ") {
            let owed = self.take(line, |answer| answer != Answer::Perft)?;
            return owed.board.check_best(best, &owed.only).map_err(|error| format!("{error}, for {:?}", owed.line));
        }
        if line.starts_with("checkmate ") {
            return self.take(line, |answer| answer == Answer::Mate).map(drop);
        }
        if line.starts_with("Nodes searched: ") || line.starts_with("info string perft was stopped") {
            return self.take(line, |answer| answer == Answer::Perft).map(drop);
        }
        Ok(())
    }

    fn take(&mut self, line: &str, suits: impl Fn(Answer) -> bool) -> Result<Owed, String> {
        let owed = self.owed.pop_front().ok_or_else(|| format!("too many answers: {line:?}"))?;
        match owed {
            Owed { held: true, .. } => Err(format!("too soon: {line:?} for {:?}", owed.line)),
            _ if !suits(owed.answer) => Err(format!("out of order: {line:?} for {:?}", owed.line)),
            _ => Ok(owed),
        }
    }
}
