//! What is written reads back equal: every way for a game to end, and random games.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::{RULES, Random, game, rules};
use crate::board::Side;
use crate::game::Game;
use crate::notation::diagram::{Diagram, read_diagram};
use crate::notation::japanese::JapaneseMove;
use crate::notation::kif::{read_kif, write_kif};
use crate::notation::rowcol::RowColMove;
use crate::position::{Outcome, Reason};

/// Checks the result of a game, the end of its record, and that the record reads back.
#[track_caller]
fn check(game: &Game, result: Option<Outcome>, end: &str) {
    assert_eq!(game.result(), result);
    let text = write_kif(game);
    assert!(text.ends_with(end), "{text}");
    let read = read_kif(&text).unwrap();
    assert_eq!(&read, game);
    assert_eq!(read.result(), result);
}

#[test]
fn goals() {
    let goal = game("classic-8", Some("9/9/9/9/1Ppp5/9/9/9/4P4 b"), "5i5e");
    check(&goal, Some(Outcome::win(Side::Sente, Reason::CaptureGoal)), "\n   1 ５五歩(59)\nまで1手で先手の勝ち\n");
    let misere = game("misere", Some("9/9/9/9/1Ppp5/9/9/9/4P4 b"), "5i5e");
    check(&misere, Some(Outcome::win(Side::Gote, Reason::CaptureGoal)), "\n   1 ５五歩(59)\nまで1手で後手の勝ち\n");
    let line = game("hybrid", Some("pppp5/9/9/9/9/PPPP1p3/9/4P4/9 b"), "5h5f");
    check(&line, Some(Outcome::win(Side::Sente, Reason::Line)), "\n   1 ５六歩(58)\nまで1手で先手の勝ち\n");
    let lead = game("jsa", Some("pppppp3/9/9/9/9/9/9/9/PPPPPPPPP w"), "9a9b");
    check(&lead, Some(Outcome::win(Side::Sente, Reason::Lead)), "\n   1 ９二と(91)\nまで1手で先手の勝ち\n");
}

#[test]
fn weakness() {
    let weak = game("dai-ludii", Some("pppp5/9/9/9/1Pp6/9/9/9/3P2PP1 b"), "6i6e");
    check(&weak, Some(Outcome::draw(Reason::BothWeak)), "\n   1 ６五歩(69)\nまで1手で引き分け\n");
    let stuck = game("plain,target=all", Some("p8/P8/1P7/9/9/9/9/9/9 b"), "8c8a");
    check(&stuck, Some(Outcome::win(Side::Sente, Reason::NoMove)), "\n   1 ８一歩(83)\nまで1手で先手の勝ち\n");
    let dead = game("dai", Some("p8/9/9/9/9/9/9/9/P8 b"), "");
    check(&dead, Some(Outcome::draw(Reason::Dead)), "--\nまで0手で引き分け\n");
}

#[test]
fn endings_of_the_record() {
    let shuffle = "5i5h 5a5b 5h5i 5b5a ";
    let draw = game("classic-5", None, &shuffle.repeat(3));
    check(&draw, Some(Outcome::draw(Reason::Repetition)), "\n  13 千日手\nまで12手で引き分け\n");
    let loss = game("classic-5,repetition=loss:2", None, shuffle);
    check(&loss, Some(Outcome::win(Side::Sente, Reason::Repetition)), "\n   5 千日手\nまで4手で先手の勝ち\n");
    let quiet = game("classic-5,quiet=2:draw", None, "5i5h 5a5b");
    check(&quiet, Some(Outcome::draw(Reason::QuietLimit)), "\n   2 ５二と(51)\nまで2手で引き分け\n");
    let moves = game("classic-5,moves=1:adjudicate", Some("ppppppppp/9/9/9/9/9/9/9/1PPPPPPPP b"), "5i5h");
    check(&moves, Some(Outcome::win(Side::Gote, Reason::MoveLimit)), "\n   1 ５八歩(59)\nまで1手で後手の勝ち\n");
}

#[test]
fn endings_by_the_players() {
    let played = game("classic-5", None, "5i5h");
    check(&played, None, "\n   1 ５八歩(59)\nまで1手で中断\n");
    let mut resigned = played.clone();
    resigned.resign(Side::Gote).unwrap();
    check(&resigned, Some(Outcome::win(Side::Sente, Reason::Resignation)), "\n   2 投了\nまで1手で先手の勝ち\n");
    let mut out_of_turn = played.clone();
    out_of_turn.resign(Side::Sente).unwrap();
    check(&out_of_turn, Some(Outcome::win(Side::Gote, Reason::Resignation)), "\n   2 先手投了\nまで1手で後手の勝ち\n");
    let mut agreed = played;
    agreed.agree_draw().unwrap();
    check(&agreed, Some(Outcome::draw(Reason::Agreement)), "\n   2 持将棋\nまで1手で引き分け\n");
}

#[test]
fn words_that_are_only_read() {
    let head = "手合割：はさみ将棋\nルール：classic-5\n   1 ５八歩(59)\n   2 ";
    let played = game("classic-5", None, "5i5h");
    let (mut resigned, mut agreed) = (played.clone(), played.clone());
    resigned.resign(Side::Gote).unwrap();
    agreed.agree_draw().unwrap();
    assert_eq!(read_kif(&[head, "後手投了"].concat()), Ok(resigned));
    assert_eq!(read_kif(&[head, "引き分け"].concat()), Ok(agreed));
    assert_eq!(read_kif(&[head, "中断\nまで1手で中断"].concat()), Ok(played));
}

#[test]
fn random_games() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut reasons = Vec::new();
    for text in RULES {
        for _ in 0..24 {
            let game = random.game(rules(text), 120);
            let kif = write_kif(&game);
            assert_eq!(read_kif(&kif).as_ref(), Ok(&game), "{kif}");
            reasons.extend(game.result().map(Outcome::reason));
            check_moves_and_boards(&game);
        }
    }
    for reason in [Reason::CaptureGoal, Reason::Lead, Reason::Resignation, Reason::Agreement] {
        assert!(reasons.contains(&reason), "no random game ended by {reason}");
    }
}

/// Every move of a game in the notations for moves, and every position as a diagram of both kinds.
fn check_moves_and_boards(game: &Game) {
    let (size, mut last_arrival) = (game.rules().size(), None);
    let mut replay = Game::from_setup(*game.rules(), game.start()).unwrap();
    for mv in game.moves() {
        let japanese = JapaneseMove { side: replay.position().side_to_move(), mv, last_arrival };
        assert_eq!(JapaneseMove::parse(&japanese.to_string(), last_arrival), Ok(japanese));
        let row_col = RowColMove::new(mv, size).unwrap();
        assert_eq!(RowColMove::parse(&row_col.to_string(), size), Ok(row_col));
        replay.play(mv).unwrap();
        last_arrival = Some(mv.to());
        for diagram in [Diagram::kanji(replay.position()), Diagram::ascii(replay.position())] {
            assert_eq!(read_diagram(&diagram.to_string()), Ok(replay.position().to_setup(1)));
        }
    }
}
