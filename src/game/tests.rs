use super::*;
use crate::board::Square;

/// Sente has captured one man, nobody is near anybody.
const ONE_UP: &str = "1pppppppp/9/9/9/9/9/9/9/PPPPPPPPP b";

/// Sente's man on 5i can close in on the man on 4e; Gote has nine men.
const ABOUT_TO_CAPTURE: &str = "1pppppppp/9/9/9/5pP2/9/9/9/P1P1P1P1P w";

fn game(rules: &str) -> Game {
    Game::new(rules.parse().expect("rules"))
}

fn from_sfen(rules: &str, sfen: &str) -> Game {
    Game::from_setup(rules.parse().expect("rules"), &sfen.parse().expect("sfen")).expect("setup")
}

/// Plays legal moves, a space apart.
fn play(game: &mut Game, moves: &str) {
    for mv in moves.split(' ') {
        game.play(mv.parse().expect("move")).unwrap_or_else(|error| panic!("{mv}: {error}"));
    }
}

fn played(mut game: Game, moves: &str) -> Game {
    play(&mut game, moves);
    game
}

const THERE_AND_BACK: &str = "5i5h 5a5b 5h5i 5b5a";

#[test]
fn the_start_is_the_first_occurrence() {
    let mut game = Game::default();
    assert_eq!((game.occurrences(), game.ply(), game.quiet_moves()), (1, 0, 0));
    play(&mut game, "5i5h 5a5b 5h5i");
    assert_eq!(game.occurrences(), 1);
    play(&mut game, "5b5a");
    assert_eq!((game.occurrences(), game.ply(), game.quiet_moves()), (2, 4, 4));
}

#[test]
fn the_fourth_occurrence_draws_by_default() {
    let mut game = played(Game::default(), THERE_AND_BACK);
    play(&mut game, THERE_AND_BACK);
    play(&mut game, "5i5h 5a5b 5h5i");
    assert_eq!(game.result(), None);
    play(&mut game, "5b5a");
    assert_eq!(game.occurrences(), 4);
    assert_eq!(game.result(), Some(Outcome::draw(Reason::Repetition)));
}

#[test]
fn whose_move_repeats_loses() {
    let start = played(game("classic-5,repetition=loss:2"), THERE_AND_BACK);
    assert_eq!(start.result(), Some(Outcome::win(Side::Sente, Reason::Repetition)));

    let mut other = game("classic-5,repetition=loss:2");
    play(&mut other, "1i1h 5a5b 5i5h 5b5a");
    assert_eq!(other.result(), None);
    play(&mut other, "5h5i");
    assert_eq!(other.result(), Some(Outcome::win(Side::Gote, Reason::Repetition)));
}

#[test]
fn the_same_men_with_the_other_side_to_move_are_another_position() {
    // Sente loses a move by going back in two steps.
    let game = played(game("classic-5,repetition=draw:2"), "5i5g 5a5b 5g5h 5b5a 5h5i");
    assert_eq!(game.position().men(Side::Sente), Position::default().men(Side::Sente));
    assert_eq!(game.position().men(Side::Gote), Position::default().men(Side::Gote));
    assert_eq!((game.occurrences(), game.result()), (1, None));
}

#[test]
fn moves_that_were_taken_back_do_not_count() {
    let mut game = played(game("classic-5,repetition=none"), THERE_AND_BACK);
    play(&mut game, THERE_AND_BACK);
    assert_eq!(game.occurrences(), 3);
    game.undo();
    assert_eq!(game.occurrences(), 2, "5b5a is still to come for the second time");
    play(&mut game, "5b5a");
    assert_eq!(game.occurrences(), 3);
    for _ in THERE_AND_BACK.split(' ') {
        game.undo();
    }
    assert_eq!(game.occurrences(), 2);
    play(&mut game, THERE_AND_BACK);
    assert_eq!(game.occurrences(), 3);
}

#[test]
fn repetition_can_be_off() {
    let mut game = game("classic-5,repetition=none");
    for _ in 0..9 {
        play(&mut game, THERE_AND_BACK);
    }
    assert_eq!((game.occurrences(), game.result()), (10, None));
}

#[test]
fn counting_agrees_with_a_look_at_every_position() {
    let mut game = game("classic-5,size=4,target=all,repetition=none");
    let (mut seen, mut random, mut most) = (alloc::vec![*game.position()], 1_usize, 0);
    while game.result().is_none() && game.ply() < 2_000 {
        random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        let moves = game.position().move_list();
        game.play(moves[(random >> 33) % moves.len()]).expect("legal");
        seen.push(*game.position());
        let count = seen.iter().filter(|earlier| *earlier == game.position()).count();
        assert_eq!(game.occurrences() as usize, count);
        most = most.max(count);
    }
    assert!(most > 2 && game.history().any(|(_, captured)| !captured.is_empty()));
}

#[test]
fn the_quiet_limit_draws() {
    let mut game = from_sfen("classic-5,quiet=3:draw", ONE_UP);
    play(&mut game, "5i5h 5a5b");
    assert_eq!(game.result(), None);
    play(&mut game, "1i1h");
    assert_eq!(game.result(), Some(Outcome::draw(Reason::QuietLimit)));
}

#[test]
fn the_quiet_limit_adjudicates() {
    let game = played(from_sfen("classic-5,quiet=2:adjudicate", ONE_UP), "5i5h 5a5b");
    assert_eq!(game.result(), Some(Outcome::win(Side::Sente, Reason::QuietLimit)));
    let level = played(self::game("classic-5,quiet=2:adjudicate"), "5i5h 5a5b");
    assert_eq!(level.result(), Some(Outcome::draw(Reason::QuietLimit)));
}

#[test]
fn a_capture_begins_the_quiet_count_anew() {
    let mut game = game("classic-5,quiet=3:draw");
    play(&mut game, "5i5e 4a4e 3i3e");
    assert_eq!((game.quiet_moves(), game.result()), (0, None));
    play(&mut game, "1a1b 1i1h");
    assert_eq!((game.quiet_moves(), game.result()), (2, None));
    play(&mut game, "1b1a");
    assert_eq!(game.result(), Some(Outcome::draw(Reason::QuietLimit)));
}

#[test]
fn misere_adjudicates_for_the_side_that_lost_more() {
    let game = played(from_sfen("misere,quiet=2:adjudicate", ONE_UP), "5i5h 5a5b");
    assert_eq!(game.result(), Some(Outcome::win(Side::Gote, Reason::QuietLimit)));
    let game = played(from_sfen("misere,moves=2:adjudicate", ONE_UP), "5i5h 5a5b");
    assert_eq!(game.result(), Some(Outcome::win(Side::Gote, Reason::MoveLimit)));
}

#[test]
fn the_move_limit_counts_the_moves_of_the_record() {
    let late = alloc::format!("{ONE_UP} - 250");
    let mut game = from_sfen("classic-5,moves=3:adjudicate", &late);
    play(&mut game, "5i5h 5a5b");
    assert_eq!(game.result(), None);
    play(&mut game, "1i1h");
    assert_eq!(game.result(), Some(Outcome::win(Side::Sente, Reason::MoveLimit)));
    let drawn = played(from_sfen("classic-5,moves=2:draw", &late), "5i5h 5a5b");
    assert_eq!(drawn.result(), Some(Outcome::draw(Reason::MoveLimit)));
}

#[test]
fn a_win_on_the_last_move_stands() {
    let start = game("classic-5,target=1,moves=3:draw,quiet=3:draw");
    let win = played(start.clone(), "5i5e 4a4e 3i3e");
    assert_eq!(win.result(), Some(Outcome::win(Side::Sente, Reason::CaptureGoal)));
    let no_win = played(start, "5i5e 3a3e 1i1h");
    assert_eq!(no_win.result(), Some(Outcome::draw(Reason::QuietLimit)));
}

#[test]
fn repetition_comes_before_the_limits() {
    let rules = "classic-5,repetition=loss:2,quiet=4:adjudicate,moves=4:adjudicate";
    assert_eq!(played(game(rules), THERE_AND_BACK).result(), Some(Outcome::win(Side::Sente, Reason::Repetition)));
    let rules = "classic-5,repetition=none,quiet=4:adjudicate,moves=4:draw";
    assert_eq!(played(game(rules), THERE_AND_BACK).result(), Some(Outcome::draw(Reason::QuietLimit)));
    let rules = "classic-5,repetition=none,quiet=5:draw,moves=4:draw";
    assert_eq!(played(game(rules), THERE_AND_BACK).result(), Some(Outcome::draw(Reason::MoveLimit)));
}

#[test]
fn a_finished_record_takes_no_moves() {
    let mut game = played(game("classic-5,moves=1:draw"), "5i5e");
    let before = game.clone();
    assert_eq!(game.play(Move::new(Square::new(0), Square::new(9))), Err(IllegalMove::GameOver(Outcome::draw(Reason::MoveLimit))));
    assert_eq!(game, before);
}

#[test]
fn an_illegal_move_changes_nothing() {
    let mut game = played(Game::default(), THERE_AND_BACK);
    game.undo();
    let before = game.clone();
    assert!(matches!(game.play("1a1i".parse().expect("move")), Err(IllegalMove::OwnManOnTarget(_) | IllegalMove::EnemyManOnTarget(_))));
    assert_eq!(game, before);
    assert_eq!(game.redo(), "5b5a".parse().ok());
}

#[test]
fn undo_and_redo_walk_the_record() {
    let full = played(game("classic-5,quiet=4:draw"), "5i5e 4a4e 3i3e 1a1b 1i1h 1b1a 1h1i");
    let mut walked = full.clone();
    let mut passed = alloc::vec![walked.clone()];
    while walked.undo().is_some() {
        assert_eq!(walked.result(), None);
        passed.push(walked.clone());
    }
    let fresh = game("classic-5,quiet=4:draw");
    assert_eq!(walked, fresh);
    assert_eq!(walked.seen, fresh.seen, "nothing is kept of positions that were taken back");
    assert_eq!(walked.undo(), None);
    for expected in passed.iter().rev() {
        assert_eq!(&walked, expected);
        assert_eq!((walked.occurrences(), walked.quiet_moves()), (expected.occurrences(), expected.quiet_moves()));
        walked.redo();
    }
    assert_eq!(walked.result(), Some(Outcome::draw(Reason::QuietLimit)));
    assert_eq!(walked.redo(), None);
    assert_eq!(walked, full);
}

#[test]
fn a_move_forgets_what_was_undone() {
    let mut game = played(Game::default(), "5i5e 5a5b");
    game.undo();
    play(&mut game, "1a1b");
    assert_eq!(game.redo(), None);
    assert!(game.moves().map(|mv| mv.to_string()).eq(["5i5e", "1a1b"]));
}

#[test]
fn games_differ_by_rules_start_moves_or_result() {
    let game = played(Game::default(), "5i5h 5a5b 5h5i 5b5a");
    assert_eq!(game, game.clone());
    assert_ne!(game, played(self::game("classic-8"), "5i5h 5a5b 5h5i 5b5a"));
    assert_ne!(game, played(from_sfen("classic-5", "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 3"), "5i5h 5a5b 5h5i 5b5a"));
    assert_ne!(game, played(Game::default(), "5i5g 5a5b 5g5i 5b5a"));
    let mut resigned = game.clone();
    resigned.resign(Side::Gote).expect("not over");
    assert_ne!(game, resigned);
}

#[test]
fn debug_output_tells_the_whole_game() {
    let mut game = played(game("classic-5,hop=own"), "5i5e 4a4e");
    game.resign(Side::Gote).expect("not over");
    let text = alloc::format!("{game:?}");
    let start = game.start().to_string();
    for part in ["classic-5,hop=own", start.as_str(), "5i5e 4a4e", "sente wins (resignation)"] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn a_finished_game_is_not_given_up() {
    let mut game = Game::default();
    game.resign(Side::Sente).expect("not over");
    let outcome = Outcome::win(Side::Gote, Reason::Resignation);
    assert_eq!(game.result(), Some(outcome));
    assert_eq!(game.resign(Side::Gote), Err(GameOver(outcome)));
    assert_eq!(game.agree_draw(), Err(GameOver(outcome)));
    assert_eq!(GameOver(outcome).to_string(), "the game is over: gote wins (resignation)");
    assert_eq!(game.play("5i5e".parse().expect("move")), Err(IllegalMove::GameOver(outcome)));
}

#[test]
fn undo_lifts_a_resignation_or_an_agreement() {
    let mut game = played(Game::default(), "5i5e 5a5b");
    game.undo();
    game.agree_draw().expect("not over");
    assert_eq!(game.result(), Some(Outcome::draw(Reason::Agreement)));
    assert_eq!(game.redo(), None);
    assert_eq!(game.undo(), "5i5e".parse().ok());
    assert_eq!((game.result(), game.ply()), (None, 0));
    game.resign(Side::Gote).expect("not over");
    assert_eq!(game.undo(), None);
    assert_eq!(game, Game::default());
}

#[test]
fn a_decided_setup_is_over_at_once() {
    let mut game = from_sfen("classic-5", "9/9/9/9/9/9/9/9/PPPPPPPPP w");
    let outcome = Some(Outcome::win(Side::Sente, Reason::CaptureGoal));
    assert_eq!(game.result(), outcome);
    assert_eq!((game.undo(), game.result()), (None, outcome));
    assert!(game.resign(Side::Gote).is_err());
}

#[test]
fn move_numbers_go_on_from_the_setup() {
    let mut setup: Setup = "1pppppppp/9/9/9/9/9/9/9/PPPPPPPPP w - 8".parse().expect("sfen");
    let mut game = Game::from_setup(Rules::CLASSIC_5, &setup).expect("setup");
    play(&mut game, "5a5b 5i5h");
    assert_eq!(game.setup().to_string(), "1ppp1pppp/4p4/9/9/9/9/9/4P4/PPPP1PPPP w - 10");
    assert_eq!(game.start(), &setup);
    setup.move_number = u32::MAX;
    let last = played(Game::from_setup(Rules::CLASSIC_5, &setup).expect("setup"), "5a5b");
    assert_eq!(last.setup().move_number, u32::MAX);
    setup.move_number = 0;
    assert_eq!(Game::from_setup(Rules::CLASSIC_5, &setup).expect("setup").start().move_number, 1);
}

#[test]
fn history_tells_the_captures() {
    let game = played(from_sfen("classic-5", ABOUT_TO_CAPTURE), "1a1b 5i5e 2a2b");
    let history: Vec<_> = game.history().map(|(mv, captured)| (mv.to_string(), captured.len())).collect();
    assert_eq!(history, [("1a1b".into(), 0), ("5i5e".into(), 1), ("2a2b".into(), 0)]);
    assert_eq!(game.position().captured(Side::Sente), 1);
    let positions: Vec<_> = game.positions().collect();
    assert_eq!(positions.first().map(|first| first.to_setup(1)), Some(*game.start()));
    assert_eq!((positions.last(), positions.len()), (Some(&game.position()), 4));
    for (pair, mv) in positions.windows(2).zip(game.moves()) {
        assert_eq!(pair[0].hash_after(mv), pair[1].hash());
    }
}
