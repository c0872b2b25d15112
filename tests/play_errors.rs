//! Every reason why a move is illegal, each shown on a board made for it.

use hasami_shogi::{Game, GameOver, Hop, IllegalMove, LegalMove, Move, Outcome, Position, Reason, Rules, Side, Square};

/// A board, a move, and what must be said about it.
struct Case {
    rules: &'static str,
    sfen: &'static str,
    mv: &'static str,
    error: IllegalMove,
    text: &'static str,
}

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

/// Asserts that the checked ways to play refuse the move with the very error, and that nothing changes.
#[track_caller]
fn check(case: &Case) {
    let rules: Rules = case.rules.parse().expect("rules");
    let position = Position::from_sfen(rules, case.sfen).expect("a position");
    let mv: Move = case.mv.parse().expect("a move");
    let mut played = position;
    assert_eq!(played.play(mv), Err(case.error), "{} in {}", case.mv, case.sfen);
    assert_eq!(played, position);
    assert_eq!(position.examine(mv), Err(case.error));
    assert!(!position.is_legal(mv));
    assert_eq!(case.error.to_string(), case.text);
    let mut game = Game::from_setup(rules, &position.to_setup(1)).expect("the same board");
    assert_eq!(game.play(mv), Err(case.error));
    assert_eq!((game.ply(), game.position()), (0, &position));
}

/// Asserts that the move is legal on this board.
#[track_caller]
fn check_legal(rules: &str, sfen: &str, mv: &str) -> LegalMove {
    let position = Position::from_sfen(rules.parse().expect("rules"), sfen).expect("a position");
    position.examine(mv.parse().expect("a move")).expect("legal")
}

const START: &str = "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1";

#[test]
fn no_man_to_move() {
    let error = IllegalMove::EmptyOrigin(square("5e"));
    check(&Case { rules: "classic-5", sfen: START, mv: "5e5d", error, text: "there is no man on 5e" });
}

#[test]
fn a_man_of_the_opponent() {
    let error = IllegalMove::EnemyMan(square("5a"));
    check(&Case { rules: "classic-5", sfen: START, mv: "5a5b", error, text: "the man on 5a is the opponent's" });
    let gote_to_move = "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP w - 1";
    let error = IllegalMove::EnemyMan(square("5i"));
    check(&Case { rules: "classic-5", sfen: gote_to_move, mv: "5i5h", error, text: "the man on 5i is the opponent's" });
}

#[test]
fn no_passing() {
    let error = IllegalMove::NoStep(square("5i"));
    check(&Case { rules: "classic-5", sfen: START, mv: "5i5i", error, text: "the man stays on 5i, but nobody may pass" });
}

#[test]
fn neither_rank_nor_file() {
    for to in ["4h", "4g", "1e"] {
        let error = IllegalMove::NotStraight { from: square("5i"), to: square(to) };
        let text = format!("5i and {to} are not on one rank or file");
        assert_eq!(error.to_string(), text);
        let mv: Move = format!("5i{to}").parse().unwrap();
        assert_eq!(Position::default().play(mv), Err(error));
    }
}

#[test]
fn an_own_man_on_the_target() {
    let error = IllegalMove::OwnManOnTarget(square("4i"));
    check(&Case { rules: "classic-5", sfen: START, mv: "5i4i", error, text: "one of the side's own men stands on 4i" });
}

#[test]
fn an_enemy_man_on_the_target() {
    let error = IllegalMove::EnemyManOnTarget(square("5a"));
    check(&Case { rules: "classic-5", sfen: START, mv: "5i5a", error, text: "one of the opponent's men stands on 5a" });
}

#[test]
fn the_nearest_man_in_the_way() {
    // One or two men stand in the way of each move, and no hop goes so far.
    let sfen = "9/4P4/4p4/9/1Pp1P1p2/9/4p4/4P4/9 b - 1";
    for (mv, at, text) in [
        ("5e5a", "5c", "the way is blocked on 5c"),
        ("5e5i", "5g", "the way is blocked on 5g"),
        ("5e1e", "3e", "the way is blocked on 3e"),
        ("5e9e", "7e", "the way is blocked on 7e"),
        // A man beside the moving one, but more than one square to go behind him; one square behind, but a way to go to him.
        ("5b5f", "5c", "the way is blocked on 5c"),
        ("5h5d", "5g", "the way is blocked on 5g"),
        ("5e2e", "3e", "the way is blocked on 3e"),
    ] {
        let error = IllegalMove::Blocked(square(at));
        check(&Case { rules: "dai,hop=any", sfen, mv, error, text });
    }
}

#[test]
fn hops_that_the_rules_do_not_allow() {
    let sfen = "p1p1p4/9/9/9/9/9/4p4/4P4/3PPP3 b - 1";
    let over_enemy = IllegalMove::HopNotAllowed { over: square("5g"), hop: Hop::Own };
    let text = "these rules do not allow the hop over 5g (hop=own)";
    check(&Case { rules: "dai,hop=own", sfen, mv: "5h5f", error: over_enemy, text });
    let over_own = IllegalMove::HopNotAllowed { over: square("6i"), hop: Hop::None };
    let text = "these rules do not allow the hop over 6i (hop=none)";
    check(&Case { rules: "dai", sfen, mv: "5i7i", error: over_own, text });
    check_legal("dai,hop=own", sfen, "5i7i");
    check_legal("dai,hop=any", sfen, "5h5f");
}

#[test]
fn off_the_board() {
    let start = "pppppppp/8/pppppppp/8/8/PPPPPPPP/8/PPPPPPPP b - 1";
    for (mv, at) in [("8h9h", "9h"), ("8h8i", "8i"), ("9h8h", "9h"), ("9i9i", "9i")] {
        let error = IllegalMove::OffBoard(square(at));
        let text = format!("{at} is not on the board");
        assert_eq!(error.to_string(), text);
        assert_eq!(Position::from_sfen(Rules::MAK_YEK, start).unwrap().play(mv.parse().unwrap()), Err(error));
    }
    let error = IllegalMove::OffBoard(square("8e"));
    check(&Case { rules: "reduce-to-one,size=4", sfen: "pppp/4/4/PPPP b - 1", mv: "8e1a", error, text: "8e is not on the board" });
}

#[test]
fn a_quiet_move_when_capturing_is_compulsory() {
    // 1e4e closes in on 5e.
    let sfen = "pppppppp1/9/9/9/3Pp3P/9/9/9/PPPPPPP2 b - 1";
    let error = IllegalMove::CaptureIsCompulsory;
    let text = "capturing is compulsory, and another move captures";
    for mv in ["9i9h", "1e1f", "1e2e"] {
        check(&Case { rules: "misere-compulsory", sfen, mv, error, text });
        check_legal("misere", sfen, mv);
    }
    assert_eq!(check_legal("misere-compulsory", sfen, "1e4e").captures(), square("5e").into());
    // What would be illegal anyway is not blamed on the compulsion.
    check(&Case {
        rules: "misere-compulsory",
        sfen,
        mv: "9i9i",
        error: IllegalMove::NoStep(square("9i")),
        text: "the man stays on 9i, but nobody may pass",
    });
}

#[test]
fn a_quiet_hop_when_capturing_is_compulsory() {
    // The rules let these men hop, so it is the compulsion that forbids it: 1e4e closes in on 5e.
    let sfen = "pppppppp1/9/9/9/3Pp3P/9/9/P8/PPPPPP3 b - 1";
    let error = IllegalMove::CaptureIsCompulsory;
    let text = "capturing is compulsory, and another move captures";
    for (rules, mv) in [("misere-compulsory,hop=own", "9i9g"), ("misere-compulsory,hop=any", "9i9g"), ("misere-compulsory,hop=any", "6e4e")]
    {
        check(&Case { rules, sfen, mv, error, text });
        check_legal("misere,hop=any", sfen, mv);
    }
}

#[test]
fn a_game_that_is_over() {
    // Gote has lost five men: the capture goal of `classic-5`.
    let over = Outcome::win(Side::Sente, Reason::CaptureGoal);
    let sfen = "pppp5/9/9/9/9/9/9/9/PPPPPPPPP w - 1";
    let text = "the game is over: sente wins (capture_goal)";
    for mv in ["6a6b", "5e5d", "9i9i"] {
        check(&Case { rules: "classic-5", sfen, mv, error: IllegalMove::GameOver(over), text });
    }
    let drawn = Outcome::draw(Reason::Dead);
    let text = "the game is over: draw (dead)";
    check(&Case { rules: "dai", sfen: "p8/9/9/9/9/9/9/9/P8 b - 1", mv: "9i9h", error: IllegalMove::GameOver(drawn), text });
}

#[test]
fn a_game_that_the_record_has_ended() -> Result<(), Box<dyn std::error::Error>> {
    let mut game = Game::new("classic-5,moves=2:draw".parse()?);
    game.play("5i5h".parse()?)?;
    game.play("5a5b".parse()?)?;
    let over = Outcome::draw(Reason::MoveLimit);
    assert_eq!(game.play("5h5i".parse()?), Err(IllegalMove::GameOver(over)));
    assert_eq!((game.resign(Side::Sente), game.agree_draw()), (Err(GameOver(over)), Err(GameOver(over))));
    assert_eq!(GameOver(over).to_string(), "the game is over: draw (move_limit)");
    assert!(game.position().is_legal("5h5i".parse()?), "the position itself knows nothing of the record");
    Ok(())
}
