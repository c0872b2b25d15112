//! Where the answers go: whole lines, from several threads.

use std::fmt::Display;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hasami_shogi::search::{Line, Report, Score};

/// The longest text of an `info string`, in characters.
const LONGEST_PROBLEM: usize = 300;

#[derive(Clone)]
pub(super) struct Output(Arc<Mutex<dyn Write + Send>>);

impl Output {
    pub(super) fn new(out: impl Write + Send + 'static) -> Output {
        Output(Arc::new(Mutex::new(out)))
    }

    /// Writes a line, or several that belong together. Where nobody reads any more, nothing is left to do about it.
    pub(super) fn line(&self, text: impl Display) {
        let text = format!("{text}\n");
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    }

    /// Tells what is wrong, in one line of bounded length.
    pub(super) fn problem(&self, problem: impl Display) {
        let text: String = problem.to_string().chars().take(LONGEST_PROBLEM).collect();
        self.line(format_args!("info string {}", text.replace(char::is_control, " ")));
    }

    /// Writes how far a search has come, the best line first.
    pub(super) fn info(&self, report: &Report) {
        for (line, rank) in report.lines.iter().zip(1..) {
            self.line(info(report, line, rank));
        }
    }
}

fn info(report: &Report, line: &Line, rank: usize) -> String {
    let Report { selective_depth, nodes, time, hash_full, .. } = report;
    let (score, speed, time) = (score(line.score), per_second(*nodes, *time), time.as_millis());
    // The first iteration is under way before any is finished.
    let depth = report.depth.max(1);
    let mut text = format!(
        "info depth {depth} seldepth {selective_depth} score {score} nodes {nodes} nps {speed} time {time} hashfull {hash_full} multipv {rank} pv"
    );
    line.moves.iter().for_each(|mv| text += &format!(" {mv}"));
    text
}

/// Hundredths of a man, or the plies to the end of the game, negative for a loss.
fn score(score: Score) -> String {
    match score {
        Score::Win { plies } => format!("mate {plies}"),
        Score::Loss { plies } => format!("mate -{plies}"),
        Score::Estimate(value) => format!("cp {value}"),
    }
}

/// Nodes a second, where even the shortest search takes a microsecond.
fn per_second(nodes: u64, time: Duration) -> u128 {
    u128::from(nodes) * 1_000_000 / time.as_micros().max(1)
}
