//! Games of the searcher against itself.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use crate::common::Fallible;
use crate::data::Sample;
use crate::random::Random;
use crate::{opening, parts};
use hasami_shogi::search::{Limits, Report, Score, Searcher};
use hasami_shogi::{Game, Limit, Outcome, Position, Rules};

/// Random plies before a game: more than in matches, for variety.
const OPENING_PLIES: [u32; 3] = [5, 8, 11];
/// Where the captures decide a game.
const MOST_PLIES: u16 = 300;
/// One quiet position in so many is kept: neighbours have little to add.
const SPACING: usize = 4;
const HASH_BYTES: usize = 4 << 20;

/// Plays games on all threads, and picks positions from them. The result depends on the seed alone.
pub(crate) fn games(rules: Rules, count: u64, nodes: u64, seed: u64, threads: NonZeroUsize) -> Fallible<Vec<Sample>> {
    let rules = limited(rules)?;
    let limits = Limits::new().nodes(nodes);
    let worker = || {
        let mut searcher = Searcher::new(HASH_BYTES);
        let limits = &limits;
        move |index| (index, samples(rules, &mut searcher, limits, seed, index))
    };
    let (mut all, mut seen) = (Vec::new(), BTreeSet::new());
    let take = |(index, samples): (u64, Vec<Sample>)| {
        all.extend(samples.into_iter().filter(|sample| seen.insert(sample.position.hash())));
        show(index + 1, count, &rules);
        ControlFlow::<()>::Continue(())
    };
    parts::in_order(threads, count, worker, take);
    Ok(all)
}

fn limited(rules: Rules) -> Fallible<Rules> {
    match rules.move_limit() {
        Limit::None => Ok(rules.to_builder().move_limit(Limit::Adjudicate(MOST_PLIES)).build()?),
        _ => Ok(rules),
    }
}

/// Progress for those who watch.
fn show(done: u64, count: u64, rules: &Rules) {
    let mut stderr = io::stderr();
    let end = if done == count { "\n" } else { "" };
    if stderr.is_terminal() {
        // Progress that cannot be shown is no reason to stop.
        let _ = write!(stderr, "\r{rules}: game {done} of {count}{end}").and_then(|()| stderr.flush());
    }
}

/// Plays one game, and answers some of its quiet positions.
fn samples(rules: Rules, searcher: &mut Searcher, limits: &Limits, seed: u64, index: u64) -> Vec<Sample> {
    let mut random = Random::part(seed, index);
    let plies = random.choose(&OPENING_PLIES).unwrap_or_default();
    let Some(mut game) = opening::balanced(&Game::new(rules), plies, &mut random) else { return Vec::new() };
    let quiet = play(&mut game, searcher, limits);
    let Some(outcome) = game.result() else { return Vec::new() };
    let first = random.below(SPACING);
    let kept = quiet.iter().skip(first).step_by(SPACING);
    kept.map(|position| Sample { position: *position, points: points(outcome, position), game: index }).collect()
}

/// Plays a game to its end, and answers its quiet positions.
fn play(game: &mut Game, searcher: &mut Searcher, limits: &Limits) -> Vec<Position> {
    searcher.clear();
    let mut quiet = Vec::new();
    while game.result().is_none() {
        let report = searcher.search(game, limits);
        if is_quiet(game.position(), &report) {
            quiet.push(*game.position());
        }
        if report.best.is_none_or(|best| game.play(best).is_err()) {
            break;
        }
    }
    quiet
}

/// Whether the search wants to capture nothing and does not know how the game ends.
fn is_quiet(position: &Position, report: &Report) -> bool {
    matches!(report.score, Score::Estimate(_)) && report.best.is_some_and(|best| position.captures_of(best).is_empty())
}

/// The points of the side to move.
fn points(outcome: Outcome, position: &Position) -> f32 {
    match outcome.winner().map(|winner| winner == position.side_to_move()) {
        None => 0.5,
        Some(true) => 1.0,
        Some(false) => 0.0,
    }
}
