//! What the search says is true: plain values, proofs, symmetry, legality, limits, levels.

mod proof;
mod sample;

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hasami_shogi::search::{Control, GameClock, Level, Limits, Report, Score, Searcher, Stopped, evaluate};
use hasami_shogi::{Game, Move, Position, Preset, Repetition, Rules, Setup, Side};
use proof::{End, Prover, State};
use sample::{Random, near_the_end, placed, played, rules};

/// Debug builds are some thirty times slower, and do with fewer cases.
const fn cases(debug: usize, release: usize) -> usize {
    if cfg!(debug_assertions) { debug } else { release }
}

fn game_of(position: &Position) -> Game {
    Game::from_setup(*position.rules(), &position.to_setup(1)).expect("a position")
}

fn search(game: &Game, limits: &Limits) -> Report {
    Searcher::new(1 << 18).search(game, limits)
}

fn on_threads(threads: usize) -> Searcher {
    let mut searcher = Searcher::new(1 << 18);
    searcher.set_threads(NonZeroUsize::new(threads).expect("not zero"));
    searcher
}

fn describe(position: &Position) -> String {
    format!("{} {}", position.rules(), position.to_setup(1))
}

/// A sample position: from play, or every third time with few men.
fn sampled(n: usize, options: &str, random: &mut Random) -> Position {
    let rules = rules(n, options);
    if n % 3 == 2 { placed(rules, random) } else { *played(rules, random).position() }
}

/// Minimax by the book. `before` holds the positions from the root to the parent.
fn minimax(state: &State, depth: u32, before: &mut Vec<Position>) -> Score {
    let mover = state.position.side_to_move();
    match state.end().or_else(|| repeated(&state.position, before)) {
        Some(End::Drawn) => return Score::Estimate(0),
        Some(End::Won(side)) if side == mover => return Score::Win { plies: 0 },
        Some(End::Won(_)) => return Score::Loss { plies: 0 },
        None if depth == 0 => return Score::Estimate(evaluate(&state.position)),
        None => {}
    }
    before.push(state.position);
    let best = state.position.moves().map(|mv| one_ply_up(minimax(&state.after(mv), depth - 1, before))).max();
    before.pop();
    best.expect("a position that is not over has a move")
}

/// What the record makes of a position that stood on the board before: the root counts as the game's, the rest as the search's.
fn repeated(position: &Position, before: &[Position]) -> Option<End> {
    let earlier = before.iter().filter(|earlier| *earlier == position).count();
    let in_search = before.iter().skip(1).any(|earlier| earlier == position);
    let reached = |times: u8| earlier + 1 >= usize::from(times);
    match position.rules().repetition() {
        Repetition::Loss(times) if reached(times) => Some(End::Won(position.side_to_move())),
        Repetition::Draw(times) if reached(times) => Some(End::Drawn),
        Repetition::Draw(_) | Repetition::Loss(_) if in_search => Some(End::Drawn),
        _ => None,
    }
}

fn one_ply_up(score: Score) -> Score {
    match score {
        Score::Win { plies } => Score::Loss { plies: plies + 1 },
        Score::Loss { plies } => Score::Win { plies: plies + 1 },
        Score::Estimate(value) => Score::Estimate(-value),
    }
}

/// The greatest depth up to 4 at which a full tree stays below so many leaves.
fn affordable(position: &Position, leaves: u64) -> u32 {
    let moves = u64::from(position.move_count());
    (1..=4).rev().find(|depth| moves.pow(*depth) <= leaves).unwrap_or(1)
}

#[test]
fn plain_search_is_minimax() {
    const OPTIONS: [&str; 8] = [
        ",repetition=none",
        ",repetition=none",
        ",repetition=none",
        ",repetition=none",
        ",repetition=draw:2",
        ",repetition=loss:2",
        ",repetition=none,quiet=2:adjudicate",
        ",repetition=none,moves=3:adjudicate,quiet=2:draw",
    ];
    let mut random = Random::new(1);
    let mut depths = BTreeMap::new();
    for n in 0..cases(150, 2_000) {
        let position = sampled(n, OPTIONS[n / 19 % OPTIONS.len()], &mut random);
        let depth = affordable(&position, if n % 40 == 0 { 200_000 } else { 20_000 });
        let report = search(&game_of(&position), &Limits::new().depth(depth).plain());
        let truth = minimax(&State::new(position), depth, &mut Vec::new());
        assert_eq!(report.score, truth, "{} at depth {depth}", describe(&position));
        let best = State::new(position).after(report.best.expect("a move"));
        assert_eq!(one_ply_up(minimax(&best, depth - 1, &mut vec![position])), truth, "{} {:?}", describe(&position), report.best);
        *depths.entry(depth).or_insert(0) += 1;
    }
    println!("positions by depth: {depths:?}");
}

/// Whether a decided score holds; `None` if the proof is too large.
fn is_proved(state: &State, score: Score) -> Option<bool> {
    let mut prover = Prover::new(cases(100_000, 6_000_000) as u64);
    match score {
        Score::Win { plies } => prover.is_won(state, plies).ok(),
        Score::Loss { plies } => prover.is_lost(state, plies).ok(),
        Score::Estimate(_) => Some(true),
    }
}

/// Claims of decided scores that were looked into.
#[derive(Default, Debug)]
struct Claims {
    proved: usize,
    too_large: usize,
    farthest: u32,
    wrong: Vec<String>,
}

impl Claims {
    /// Proves all that a report says to be decided.
    fn verify(&mut self, state: &State, report: &Report) {
        if matches!(report.score, Score::Loss { .. }) {
            self.note(state, report.score, &format!("the position, searched to {} ({:?})", report.depth, report.stopped));
        }
        for line in &report.lines {
            let after = line.moves.first().map(|mv| state.after(*mv)).expect("a move");
            self.note(&after, one_ply_down(line.score), &format!("after {}", line.moves[0]));
        }
    }

    fn note(&mut self, state: &State, score: Score, what: &str) {
        let (Score::Win { plies } | Score::Loss { plies }) = score else { return };
        match is_proved(state, score) {
            Some(true) => (self.proved, self.farthest) = (self.proved + 1, self.farthest.max(plies)),
            Some(false) => {
                let (quiet, moves) = (state.quiet, state.moves);
                self.wrong.push(format!("{} with {quiet} of {moves} moves quiet, {what}: not {score}", describe(&state.position)));
            }
            None => self.too_large += 1,
        }
    }
}

#[test]
fn wins_and_losses_are_proved() {
    const OPTIONS: [&str; 6] = ["", "", "", "", ",quiet=6:adjudicate", ",moves=9:adjudicate,quiet=5:draw"];
    let mut random = Random::new(2);
    let mut claims = Claims::default();
    for n in 0..cases(60, 2_000) {
        let rules = rules(n, OPTIONS[n / 19 % OPTIONS.len()]);
        let position = if n % 5 < 2 { near_the_end(rules, &mut random) } else { placed(rules, &mut random) };
        let mut searcher = on_threads(1 + usize::from(n % 8 >= 6));
        let (mut game, mut state) = (game_of(&position), State::new(position));
        // The table serves the next moves of the game as well.
        for _ in 0..3 {
            // Short searches are broken off at every possible place.
            let nodes = if n % 2 == 0 { 30 + random.below(1_500) } else { 1_000 + random.below(cases(1, 14_000)) } as u64;
            let report = searcher.search(&game, &Limits::new().nodes(nodes).lines(1 + n % 2));
            claims.verify(&state, &report);
            for best in [report.best, None] {
                let mv = best.or_else(|| random.mv(game.position())).filter(|_| game.result().is_none());
                let Some(mv) = mv else { break };
                game.play(mv).expect("a legal move");
                state = state.after(mv);
            }
            if game.result().is_some() {
                break;
            }
        }
    }
    println!("{claims:?}");
    assert!(claims.wrong.is_empty(), "{:#?}", claims.wrong);
    assert!(claims.too_large * cases(5, 20) <= claims.proved, "{claims:?}");
}

/// The score of the position after a move that has this score.
fn one_ply_down(score: Score) -> Score {
    match score {
        Score::Win { plies } => Score::Loss { plies: plies - 1 },
        Score::Loss { plies } => Score::Win { plies: plies - 1 },
        Score::Estimate(value) => Score::Estimate(-value),
    }
}

fn mirrored(position: &Position) -> Position {
    let size = position.rules().size();
    let [sente, gote] = Side::ALL.map(|side| position.men(side).iter().filter_map(|square| square.mirrored(size)).collect());
    Position::from_setup(*position.rules(), &Setup { sente, gote, ..position.to_setup(1) }).expect("a position")
}

/// The board turned by half a turn, and the sides with it.
fn turned(position: &Position) -> Position {
    let size = position.rules().size();
    let [gote, sente] = Side::ALL.map(|side| position.men(side).iter().filter_map(|square| square.rotated(size)).collect());
    let setup = Setup { sente, gote, side_to_move: !position.side_to_move(), ..position.to_setup(1) };
    Position::from_setup(*position.rules(), &setup).expect("a position")
}

#[test]
fn symmetric_positions_have_the_same_score() {
    let mut random = Random::new(3);
    for n in 0..cases(60, 2_000) {
        let position = sampled(n, "", &mut random);
        let depth = affordable(&position, cases(5_000, 30_000) as u64);
        let plain = Limits::new().depth(depth).plain();
        let full = Limits::new().nodes(1_500);
        let [score, proved] = [&plain, &full].map(|limits| search(&game_of(&position), limits).score);
        for other in [mirrored(&position), turned(&position), turned(&mirrored(&position))] {
            assert_eq!(search(&game_of(&other), &plain).score, score, "{} and {other:?}", describe(&position));
            let others = search(&game_of(&other), &full).score;
            let opposed = proved.is_decided() && others.is_decided() && (proved > Score::Estimate(0)) != (others > Score::Estimate(0));
            assert!(!opposed, "{}: {proved}, but symmetric {others}", describe(&position));
        }
    }
}

fn timeless(report: Report) -> Report {
    let mut report = report;
    report.time = Duration::ZERO;
    report
}

#[test]
fn the_same_limit_gives_the_same_report() {
    let mut random = Random::new(4);
    let mut reused = Searcher::new(1 << 18);
    for n in 0..cases(18, 360) {
        let game = game_of(&sampled(n, "", &mut random));
        let level = Level::new(1 + (n % 10) as u8).expect("a level");
        let limits = Limits::new().nodes(500 + random.below(cases(1_000, 5_000)) as u64).lines(n % 4).level(level);
        let limits = if n % 5 == 0 { limits.depth(3) } else { limits };
        let report = timeless(search(&game, &limits));
        assert_eq!(timeless(search(&game, &limits)), report, "{game:?}");
        reused.clear();
        assert_eq!(timeless(reused.search(&game, &limits)), report, "{game:?} after clearing");
    }
}

/// Checks what every report promises.
fn check(game: &Game, report: &Report) {
    let best = report.best.unwrap_or_else(|| panic!("no move in {game:?}"));
    assert!(game.position().is_legal(best), "{best} in {game:?}");
    for line in &report.lines {
        let mut copy = game.clone();
        for mv in &line.moves {
            assert!(copy.play(*mv).is_ok(), "{mv} of {:?} in {game:?}", line.moves);
        }
        assert!(!line.moves.is_empty(), "an empty line in {game:?}");
    }
}

/// One quick game from a random opening, to the end or to 120 plies; answers the number of moves searched.
fn bullet(searchers: &mut [Searcher; 2], rules: Rules, random: &mut Random) -> usize {
    let mut game = Game::new(rules);
    for _ in 0..random.below(9) {
        let mv = random.mv(game.position()).filter(|_| game.result().is_none());
        mv.map(|mv| game.play(mv).expect("a legal move"));
    }
    let begun = game.ply();
    while game.result().is_none() && game.ply() < 120 {
        let limits = Limits::new().nodes(50 + random.below(251) as u64).lines(1 + random.below(4) / 3);
        let report = searchers[game.ply() % 2].search(&game, &limits);
        check(&game, &report);
        // A slip now and then makes for variety.
        let slip = random.mv(game.position()).filter(|_| random.below(16) == 0);
        game.play(slip.or(report.best).expect("a move")).expect("a legal move");
    }
    game.ply() - begun
}

/// So many games take about a minute on two threads.
const BULLET_GAMES: usize = 4_000;

#[test]
fn bullet_games_are_legal() {
    let begun = Instant::now();
    let games = cases(18, BULLET_GAMES);
    let half = |first: usize| {
        let mut random = Random::new(5 + first as u64);
        let play = |n: usize| {
            let mut searchers = [Searcher::new(1 << 14), Searcher::new(1 << 17)];
            bullet(&mut searchers, Preset::ALL[n % Preset::ALL.len()].rules(), &mut random)
        };
        (first * games / 2..(first + 1) * games / 2).map(play).sum::<usize>()
    };
    let moves: usize = std::thread::scope(|scope| {
        let halves = [0, 1].map(|first| scope.spawn(move || half(first)));
        halves.into_iter().map(|half| half.join().expect("no illegal move")).sum()
    });
    println!("{games} games, {moves} moves, {:?}", begun.elapsed());
}

#[test]
fn limits_are_kept() {
    let mut random = Random::new(6);
    let mut excess = 0;
    for n in 0..cases(36, 720) {
        let position = sampled(n, "", &mut random);
        let game = game_of(&position);
        let nodes = 1 + random.below(2_000) as u64;
        let report = search(&game, &Limits::new().nodes(nodes));
        check(&game, &report);
        excess = excess.max(report.nodes.saturating_sub(nodes));
        assert!(report.stopped != Stopped::Nodes || report.nodes >= nodes, "{report:?}");
        let depth = 1 + random.below(4) as u32;
        let report = search(&game, &Limits::new().depth(depth));
        assert!(report.depth <= depth, "{report:?}");
        assert!(report.depth == depth || report.score.is_decided(), "{report:?}");
    }
    println!("at most {excess} nodes too many");
    assert!(excess <= 64);
}

#[test]
fn a_clock_may_be_as_long_as_durations_go() {
    let most = Duration::MAX;
    let longest = GameClock::new(most).increment(most).byoyomi(most);
    for clock in [
        longest,
        longest.moves_to_go(0),
        GameClock::new(Duration::ZERO).increment(most).byoyomi(most),
        GameClock::new(most).increment(most),
    ] {
        let report = search(&Game::default(), &Limits::new().clock(clock).nodes(500));
        assert_eq!(report.stopped, Stopped::Nodes);
    }
}

#[test]
fn a_search_broken_off_keeps_to_its_last_result() {
    let mut random = Random::new(23);
    let mut searcher = Searcher::new(1 << 18);
    for n in 0..cases(30, 600) {
        let position = sampled(n, "", &mut random);
        let game = game_of(&position);
        let mut last = None;
        let mut progress = |report: &Report| last = report.best;
        let mut control = Control { progress: Some(&mut progress), ..Control::default() };
        let report = searcher.search_with(&game, &Limits::new().nodes(3_000 + random.below(3_000) as u64), &mut control);
        let Some(best) = last.filter(|best| report.best != Some(*best)) else { continue };
        // Only what turned out to be lost is given up.
        let lost = searcher.search(&game, &Limits::new().nodes(300_000).only(&[best])).score;
        assert!(matches!(lost, Score::Loss { .. }), "{}: {best} {lost}, but {:?} {}", describe(&position), report.best, report.score);
    }
}

#[test]
fn only_the_given_moves_are_looked_at() {
    let mut random = Random::new(7);
    for n in 0..cases(36, 720) {
        let game = game_of(&sampled(n, "", &mut random));
        let all: Vec<Move> = game.position().moves().collect();
        let only: Vec<Move> = (0..=random.below(3)).filter_map(|_| random.choose(&all)).collect();
        let report = search(&game, &Limits::new().nodes(1_000).only(&only).lines(9));
        check(&game, &report);
        assert!(only.contains(&report.best.expect("a move")));
        assert!(report.lines.iter().all(|line| only.contains(&line.moves[0])), "{only:?} {report:?}");
    }
    let foreign = Move::new("5e".parse().expect("a square"), "5f".parse().expect("a square"));
    let report = search(&Game::default(), &Limits::new().nodes(300).only(&[foreign]));
    check(&Game::default(), &report);
}

#[test]
fn several_lines_begin_with_several_moves() {
    let mut random = Random::new(8);
    for n in 0..cases(36, 720) {
        let game = game_of(&sampled(n, "", &mut random));
        let count = 1 + random.below(6);
        let report = search(&game, &Limits::new().depth(3).lines(count));
        check(&game, &report);
        assert_eq!(report.lines.len(), count.min(game.position().move_count() as usize), "{report:?}");
        let firsts: std::collections::BTreeSet<Move> = report.lines.iter().map(|line| line.moves[0]).collect();
        assert_eq!(firsts.len(), report.lines.len(), "{report:?}");
        assert!(report.lines.windows(2).all(|pair| pair[0].score >= pair[1].score), "{report:?}");
        assert_eq!((report.best, report.score), (Some(report.lines[0].moves[0]), report.lines[0].score));
    }
}

#[test]
fn several_threads_keep_to_depth_and_value() {
    let mut random = Random::new(11);
    for n in 0..cases(20, 200) {
        let game = game_of(&sampled(n, "", &mut random));
        let mut searcher = on_threads(2 + n % 2);
        let plain = Limits::new().depth(3).plain();
        assert_eq!(searcher.search(&game, &plain).score, search(&game, &plain).score, "{game:?}");
        let report = searcher.search(&game, &Limits::new().depth(7).lines(1 + n % 3));
        check(&game, &report);
        assert!(report.depth == 7 || report.stopped == Stopped::Decided, "{report:?}");
        assert!(report.depth <= 7 && report.lines.windows(2).all(|pair| pair[0].score >= pair[1].score), "{report:?}");
    }
}

#[test]
fn the_stop_flag_answers_fast() {
    for threads in [1, 2] {
        let stop = AtomicBool::new(false);
        let (set, report) = std::thread::scope(|scope| {
            let searching = scope.spawn(|| {
                let mut searcher = Searcher::new(1 << 20);
                searcher.set_threads(NonZeroUsize::new(threads).expect("not zero"));
                let report =
                    searcher.search_with(&Game::default(), &Limits::new(), &mut Control { stop: Some(&stop), ..Control::default() });
                (report, Instant::now())
            });
            std::thread::sleep(Duration::from_millis(100));
            let set = Instant::now();
            stop.store(true, Ordering::Relaxed);
            (set, searching.join().expect("no panic"))
        });
        let (report, ended) = report;
        check(&Game::default(), &report);
        assert_eq!(report.stopped, Stopped::Flag);
        // Ten milliseconds on a machine that does nothing else.
        assert!(ended - set < Duration::from_millis(500), "{:?}", ended - set);
    }
    let set = AtomicBool::new(true);
    let report =
        Searcher::new(1 << 16).search_with(&Game::default(), &Limits::new(), &mut Control { stop: Some(&set), ..Control::default() });
    check(&Game::default(), &report);
}

#[test]
fn a_game_that_is_over_has_no_best_move() {
    let mut random = Random::new(9);
    for n in 0..cases(36, 360) {
        let mut game = Game::new(rules(n, ",moves=40:draw"));
        while game.result().is_none() {
            game.play(random.mv(game.position()).expect("a move")).expect("a legal move");
        }
        let report = search(&game, &Limits::new().nodes(500));
        assert_eq!((report.best, report.stopped, report.lines.len()), (None, Stopped::GameOver, 0), "{game:?}");
    }
    let mut resigned = Game::default();
    resigned.resign(Side::Sente).expect("a game that goes on");
    assert_eq!(search(&resigned, &Limits::new()).stopped, Stopped::GameOver);
}

/// The men that the opponent can take at once after a move, less those that the move takes.
fn given_away(position: &Position, mv: Move) -> u32 {
    let state = State::new(*position).after(mv);
    let replies = state.position.capturing_moves().map(|reply| state.position.captures_of(reply).len());
    replies.max().unwrap_or(0).saturating_sub(position.captures_of(mv).len())
}

#[test]
fn levels_play_pleasantly() {
    let mut random = Random::new(10);
    let mut slips = [0; 11];
    for n in 0..cases(60, 1_000) {
        let position = sampled(n, "", &mut random);
        let level = Level::new(1 + (n % 10) as u8).expect("a level");
        let report = search(&game_of(&position), &Limits::new().level(level).nodes(3_000).lines(5));
        check(&game_of(&position), &report);
        let best = report.best.expect("a move");
        let Some(chosen) = report.lines.iter().find(|line| line.moves[0] == best) else { panic!("{best} is not in {report:?}") };
        assert_eq!(chosen.score, report.score);
        slips[usize::from(level.get())] += usize::from(best != report.lines[0].moves[0]);
        assert!(level != Level::FULL || best == report.lines[0].moves[0]);
        let worst = report.lines[0].score;
        let gross = given_away(&position, best) >= 3 && given_away(&position, report.lines[0].moves[0]) < 3;
        let cheap = matches!((worst, report.score), (Score::Estimate(a), Score::Estimate(b)) if a - b < 300) || worst == report.score;
        assert!(cheap, "{} {level:?}: {report:?}", describe(&position));
        if gross && position.rules().capture_goal() == hasami_shogi::CaptureGoal::Wins {
            println!("level {}: {} gives men away in {}: {report:?}", level.get(), best, describe(&position));
        }
    }
    println!("moves that were not the best, by level: {slips:?}");
    assert!(slips[1] > 0 && slips[10] == 0);
}
