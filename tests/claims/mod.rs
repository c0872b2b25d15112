//! Decided scores that a search reports, collected and proved.
#![allow(dead_code, unreachable_pub)]

use std::collections::{BTreeMap, HashMap};

use hasami_shogi::search::{Control, Limits, Report, Score, Searcher};
use hasami_shogi::{Game, Move, Position};

use crate::proof::{Prover, State, TooLarge};

/// "The position is lost in so many plies": of the position that was searched, or of the one after a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The move after which it holds, if any.
    pub after: Option<Move>,
    /// For the side to move there.
    pub score: Score,
    /// Whether the last report says so, or only one on the way.
    pub is_final: bool,
}

/// All that a report says to be decided.
fn claims_of(report: &Report, is_final: bool) -> Vec<Claim> {
    let position = Claim { after: None, score: report.score, is_final };
    let lines = report.lines.iter().map(|line| Claim { after: line.moves.first().copied(), score: one_ply_down(line.score), is_final });
    [position].into_iter().chain(lines).filter(|claim| claim.score.is_decided()).collect()
}

/// The score of the position after a move that has this score. A move that ends the game at once comes to 0 plies there.
fn one_ply_down(score: Score) -> Score {
    match score {
        Score::Win { plies } => Score::Loss { plies: plies.saturating_sub(1) },
        Score::Loss { plies } => Score::Win { plies: plies.saturating_sub(1) },
        Score::Estimate(value) => Score::Estimate(-value),
    }
}

/// Searches, and returns each claim of the report and of those on the way once.
pub fn search(searcher: &mut Searcher, game: &Game, limits: &Limits) -> (Report, Vec<Claim>) {
    let mut claims: Vec<Claim> = Vec::new();
    let mut progress = |report: &Report| note(&mut claims, report, false);
    let report = searcher.search_with(game, limits, &mut Control { progress: Some(&mut progress), ..Control::default() });
    note(&mut claims, &report, true);
    (report, claims)
}

fn note(claims: &mut Vec<Claim>, report: &Report, is_final: bool) {
    for claim in claims_of(report, is_final) {
        match claims.iter_mut().find(|known| (known.after, known.score) == (claim.after, claim.score)) {
            Some(known) => known.is_final |= is_final,
            None => claims.push(claim),
        }
    }
}

/// What became of the claims, by the number of threads of the search.
#[derive(Default, Debug)]
pub struct Tally {
    pub checked: BTreeMap<usize, u64>,
    pub skipped: u64,
    pub wrong: Vec<String>,
}

impl Tally {
    pub fn total(&self) -> u64 {
        self.checked.values().sum()
    }

    pub fn add(&mut self, other: Tally) {
        for (threads, checked) in other.checked {
            *self.checked.entry(threads).or_default() += checked;
        }
        self.skipped += other.skipped;
        self.wrong.extend(other.wrong);
    }

    /// Proves the claims of one search; `case` tells how to repeat it.
    pub fn verify(&mut self, judge: &mut Judge, state: &State, claims: &[Claim], case: &Case<'_>) {
        for claim in claims {
            let state = claim.after.map_or(*state, |mv| state.after(mv));
            let verdict = judge.verdict(&state, claim.score);
            match verdict {
                Verdict::Unknown => self.skipped += 1,
                Verdict::True | Verdict::False => *self.checked.entry(case.threads).or_default() += 1,
            }
            if verdict == Verdict::False {
                self.wrong.push(case.describe(claim, &truth(&state, claim.score)));
            }
        }
    }
}

/// What a proof says of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    True,
    False,
    /// The proof would take too long.
    Unknown,
}

/// Proves claims, and remembers what it has proved.
pub struct Judge {
    prover: Prover,
    known: HashMap<(Position, u32, u32, Score), Verdict>,
    most_plies: u32,
    most_states: u64,
}

impl Judge {
    /// For claims that reach up to so many plies, with proofs of up to so many states.
    pub fn new(most_plies: u32, most_states: u64) -> Judge {
        Judge { prover: Prover::new(most_states), known: HashMap::new(), most_plies, most_states }
    }

    fn verdict(&mut self, state: &State, score: Score) -> Verdict {
        let key = (state.position, state.quiet, state.moves, score);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let verdict = self.prove(state, score);
        self.known.insert(key, verdict);
        verdict
    }

    fn prove(&mut self, state: &State, score: Score) -> Verdict {
        let holds = match score {
            Score::Win { plies } | Score::Loss { plies } if plies > self.most_plies => return Verdict::Unknown,
            Score::Win { plies } => self.prover.is_won(state, plies),
            Score::Loss { plies } => self.prover.is_lost(state, plies),
            Score::Estimate(_) => return Verdict::True,
        };
        match holds {
            Ok(true) => Verdict::True,
            Ok(false) => Verdict::False,
            Err(TooLarge) => {
                // What is proved already is worth little beside a fresh start for the next claims.
                self.prover = Prover::new(self.most_states);
                Verdict::Unknown
            }
        }
    }
}

/// What is true where a claim is not: the distance, if it is little longer.
fn truth(state: &State, claim: Score) -> String {
    let (Score::Win { plies } | Score::Loss { plies }) = claim else { return String::from("true") };
    let mut prover = Prover::new(3_000_000);
    for farther in plies..=plies + 4 {
        let (score, holds) = match claim {
            Score::Win { .. } => (Score::Win { plies: farther }, prover.is_won(state, farther)),
            _ => (Score::Loss { plies: farther }, prover.is_lost(state, farther)),
        };
        match holds {
            Ok(true) => return score.to_string(),
            Ok(false) => {}
            Err(TooLarge) => return format!("not within {}", farther - 1),
        }
    }
    format!("not within {}", plies + 4)
}

/// One search and all that it takes to repeat it.
pub struct Case<'a> {
    pub series: u64,
    pub game: &'a Game,
    pub limits: &'a str,
    pub threads: usize,
    /// What the same searcher looked at before.
    pub before: &'a [String],
}

impl Case<'_> {
    fn describe(&self, claim: &Claim, truth: &str) -> String {
        let Case { series, threads, limits, .. } = self;
        let (rules, start) = (self.game.rules(), self.game.start());
        let after = claim.after.map(|mv| format!(" after {mv}")).unwrap_or_default();
        let score = claim.score;
        let stage = if claim.is_final { "in the end" } else { "on the way" };
        let before = self.before.join("; ");
        format!(
            "series {series}: {rules} sfen {start} moves {}; {limits}, {threads} threads: claimed {stage} {score}{after}, but {truth}; before it: [{before}]",
            record(self.game),
        )
    }
}

/// The moves of a game, as the protocol writes them.
pub fn record(game: &Game) -> String {
    let moves: Vec<String> = game.moves().map(|mv| mv.to_string()).collect();
    moves.join(" ")
}
