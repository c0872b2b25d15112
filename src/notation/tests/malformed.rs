//! Texts that are not quite right, each with the error that it must get.

use alloc::string::ToString;

use crate::board::BoardSize;
use crate::notation::diagram::read_diagram;
use crate::notation::japanese::JapaneseMove;
use crate::notation::kif::{KifProblem, read_kif};
use crate::notation::rowcol::{RowColMove, RowColSquare};
use crate::position::{IllegalMove, Outcome, Reason};

#[test]
fn japanese_moves() {
    let cases = [
        ("", "expected ▲ or △ (byte 0), found the end"),
        ("５五歩(59)", "expected ▲ or △ (byte 0), found '５'"),
        ("▼５五歩(59)", "expected ▲ or △ (byte 0), found '▼'"),
        (" ▲５五歩(59)", "expected ▲ or △ (byte 0), found ' '"),
        ("▲", "expected a file １ to ９, or 同 (byte 3), found the end"),
        ("▲5五歩(59)", "expected a file １ to ９, or 同 (byte 3), found '5'"),
        ("▲０五歩(59)", "expected a file １ to ９, or 同 (byte 3), found '０'"),
        ("▲５5歩(59)", "expected a rank 一 to 九 (byte 6), found '5'"),
        ("▲５十歩(59)", "expected a rank 一 to 九 (byte 6), found '十'"),
        ("▲５五と(59)", "expected 歩, Sente's man (byte 9), found 'と'"),
        ("△５五歩(51)", "expected と, Gote's man (byte 9), found '歩'"),
        ("▲５五歩59", "expected ( (byte 12), found '5'"),
        ("▲５五歩(09)", "expected the file left, 1 to 9 (byte 13), found '0'"),
        ("▲５五歩(5i)", "expected the rank left, 1 to 9 (byte 14), found 'i'"),
        ("▲５五歩(59", "expected ) (byte 15), found the end"),
        ("▲５五歩(59)\n", "expected the end (byte 16), found '\\n'"),
        ("▲同歩(59)", "同 (byte 3) needs a move before it"),
    ];
    for (text, message) in cases {
        assert_eq!(JapaneseMove::parse(text, None).unwrap_err().to_string(), message, "{text:?}");
    }
    let after = [
        ("▲同　歩(59)", "expected 歩, Sente's man (byte 6), found '\\u{3000}'"),
        ("▲５五同歩(59)", "the move before arrived on 5e too, so 同 must stand for it (byte 3)"),
        ("▲５五歩(59)", "the move before arrived on 5e too, so 同 must stand for it (byte 3)"),
    ];
    for (text, message) in after {
        assert_eq!(JapaneseMove::parse(text, "5e".parse().ok()).unwrap_err().to_string(), message, "{text:?}");
    }
}

#[test]
fn rows_and_columns() {
    let cases = [
        ("", "expected a row, a to i (byte 0), found the end"),
        ("5e", "expected a row, a to i (byte 0), found '5'"),
        ("A1-a2", "expected a row, a to i (byte 0), found 'A'"),
        ("a0-a2", "expected a column, 1 to 9 (byte 1), found '0'"),
        ("h5e5", "expected - (byte 2), found 'e'"),
        ("h5-", "expected a row, a to i (byte 3), found the end"),
        ("h5-e", "expected a column, 1 to 9 (byte 4), found the end"),
        ("h5-e5 ", "expected the end (byte 5), found ' '"),
        ("i5-e5", "i5 (byte 0) is not on a board of 8 × 8"),
        ("a1-a9", "a9 (byte 3) is not on a board of 8 × 8"),
    ];
    for (text, message) in cases {
        assert_eq!(RowColMove::parse(text, BoardSize::EIGHT).unwrap_err().to_string(), message, "{text:?}");
    }
    let square = RowColSquare::parse("e5-", BoardSize::NINE).unwrap_err();
    assert_eq!(square.to_string(), "expected the end (byte 2), found '-'");
}

#[test]
fn diagrams() {
    let cases = [
        ("", "expected the highest file, 4 to 9 or ４ to ９ (byte 0), found the end"),
        ("\n4 3 2 1\n", "expected the highest file, 4 to 9 or ４ to ９ (byte 0), found '\\n'"),
        ("３２１\n", "a board has 4 to 9 files, not 3 (byte 0)"),
        ("3 2 1\n", "a board has 4 to 9 files, not 3 (byte 0)"),
        ("4321\n", "expected a space (byte 1), found '3'"),
        ("4 3 1\n", "expected the next lower file (byte 4), found '1'"),
        ("４３2１\n", "expected the next lower file (byte 6), found '2'"),
        ("4 3 2 1 0\n", "expected a line break (byte 7), found ' '"),
        ("4 3 2 1\np p x p a\n", "expected P, p or . (byte 12), found 'x'"),
        ("４３２１\nとと一と 一\n", "expected 歩, と or ・ (byte 19), found '一'"),
        ("4 3 2 1\np p p p b\n", "expected the name of the rank (byte 16), found 'b'"),
        ("4 3 2 1\np p p p p a\n", "expected the name of the rank (byte 16), found 'p'"),
        ("4 3 2 1\np p p p a\n. . . . b\n. . . . c\nP P P P d", "expected a line break (byte 47), found the end"),
        ("4 3 2 1\np p p p a\n. . . . b\n. . . . c\nP P P P d\n先手番", "expected `sente to move` or `gote to move` (byte 48), found '先'"),
        ("4 3 2 1\np p p p a\n. . . . b\n. . . . c\nP P P P d\ngote to move\n\n", "expected the end (byte 61), found '\\n'"),
    ];
    for (text, message) in cases {
        assert_eq!(read_diagram(text).unwrap_err().to_string(), message, "{text:?}");
    }
}

#[test]
fn headers_of_records() {
    let cases = [
        ("", "line 1 (byte 0): the header 手合割：はさみ将棋 is missing"),
        ("ルール：classic-5\n", "line 2 (byte 22): the header 手合割：はさみ将棋 is missing"),
        ("先手：a\n   1 ５五歩(59)\n", "line 2 (byte 11): the header 手合割：はさみ将棋 is missing"),
        ("手合割：平手\n", "line 1 (byte 0): the header 手合割 must be はさみ将棋, not \"平手\""),
        ("手合割： はさみ将棋\n", "line 1 (byte 0): the header 手合割 must be はさみ将棋, not \" はさみ将棋\""),
        ("手合割:はさみ将棋\n", "line 1 (byte 0): expected ： (byte 9), found ':'"),
        ("：x\n", "line 1 (byte 0): expected a header `key：value`, a comment or a move with its number (byte 0), found '：'"),
        ("手合割：はさみ将棋\n手合割：はさみ将棋", "line 2 (byte 28): the header 手合割 is given twice"),
        ("手合割：はさみ将棋\nルール：dai\n*\nルール：dai", "line 4 (byte 46): the header ルール is given twice"),
        ("手合割：はさみ将棋\nルール：chess", "line 2 (byte 28): ルール: unknown preset \"chess\""),
        ("手合割：はさみ将棋\r\n局面：9 b", "line 2 (byte 29): 局面: a board has 4 to 9 ranks, not 1"),
        ("手合割：はさみ将棋\n局面：4/4/4/4 b\n1 投了", "line 2 (byte 28): 局面: the board is 4 × 4, but the rules play on 9 × 9"),
        ("\u{feff}手合割：はさみ将棋\n局面：\n", "line 2 (byte 31): 局面: a board has 4 to 9 ranks, not 1"),
    ];
    for (text, message) in cases {
        assert_eq!(read_kif(text).unwrap_err().to_string(), message, "{text:?}");
    }
}

/// The error that a record gets whose header ends, with line 2, at byte 50.
fn complaint(moves: &str) -> alloc::string::String {
    let text = ["手合割：はさみ将棋\nルール：classic-5\n", moves].concat();
    read_kif(&text).unwrap_err().to_string()
}

#[test]
fn moves_of_records() {
    let cases = [
        ("   2 ５五歩(59)", "line 3 (byte 50): the number of this move is 1, not 2"),
        ("   1 ５五歩(59)\n   1 ５四と(51)", "line 4 (byte 69): the number of this move is 2, not 1"),
        ("  01 ５五歩(59)", "line 3 (byte 50): expected the number of a move (byte 52), found '0'"),
        ("99999999999999999999 ５五歩(59)", "line 3 (byte 50): expected the number of a move (byte 50), found '9'"),
        ("   1５五歩(59)", "line 3 (byte 50): expected a space (byte 54), found '５'"),
        ("   1 ▲５五歩(59)", "line 3 (byte 50): expected a file １ to ９, or 同 (byte 55), found '▲'"),
        ("   1 ５五と(59)", "line 3 (byte 50): expected 歩, Sente's man (byte 61), found 'と'"),
        ("   1 ５五歩(59) x", "line 3 (byte 50): expected a time `( 0:12/00:03:45)`, + or the end (byte 69), found 'x'"),
        ("   1 ５五歩(59) ( 0:1x)", "line 3 (byte 50): expected ) (byte 74), found 'x'"),
        ("   1 ５五歩(59) (12)", "line 3 (byte 50): expected : (byte 72), found ')'"),
        ("   1 ５五歩(59) (1:2)+x", "line 3 (byte 50): expected a time `( 0:12/00:03:45)`, + or the end (byte 75), found 'x'"),
        ("   1 ５五歩(58)", "line 3 (byte 50): move 1, 5h5e, is illegal: there is no man on 5h"),
        ("   1 ５五歩(59)\n   2 同と(51)", "line 4 (byte 69): move 2, 5a5e, is illegal: one of the opponent's men stands on 5e"),
        ("   1 ５五歩(59)\n   2 ５五と(51)", "line 4 (byte 69): the move before arrived on 5e too, so 同 must stand for it (byte 74)"),
        ("   1 同歩(59)", "line 3 (byte 50): 同 (byte 55) needs a move before it"),
        ("   1 投了\n   2 ５四と(51)", "line 4 (byte 62): expected the result, `まで`, or `変化：` (byte 62), found ' '"),
        ("   1 ５五歩(59)\n先手：a", "line 4 (byte 69): expected a number, `まで` or `変化：` (byte 69), found '先'"),
    ];
    for (moves, message) in cases {
        assert_eq!(complaint(moves), message, "{moves:?}");
    }
}

#[test]
fn ends_of_records() {
    let cases = [
        ("   1 千日手", "line 3 (byte 50): the game cannot end so: the game is not over"),
        (
            "   1 詰み",
            "line 3 (byte 50): \"詰み\" (byte 55) is neither a move such as ５五歩(59) nor one of the words 投了, 先手投了, 後手投了, 切れ負け, 時間切れ, 反則, 反則負け, 反則勝ち, 持将棋, 引き分け, 千日手 or 中断",
        ),
        (
            "   1 投了了",
            "line 3 (byte 50): \"投了了\" (byte 55) is neither a move such as ５五歩(59) nor one of the words 投了, 先手投了, 後手投了, 切れ負け, 時間切れ, 反則, 反則負け, 反則勝ち, 持将棋, 引き分け, 千日手 or 中断",
        ),
        ("まで1手で中断", "line 3 (byte 50): the game has 0 moves, not 1"),
        ("まで0手で先手の勝ち", "line 3 (byte 50): this is not the result: the game is not over"),
        ("まで0手で引き分け", "line 3 (byte 50): this is not the result: the game is not over"),
        ("   1 投了\nまで0手で先手の勝ち", "line 4 (byte 62): this is not the result: gote wins (resignation)"),
        ("   1 投了\nまで0手で中断", "line 4 (byte 62): this is not the result: gote wins (resignation)"),
        ("   1 持将棋\nまで0手で後手の勝ち", "line 4 (byte 65): this is not the result: draw (agreement)"),
        (
            "   1 投了\nまで0手で先手",
            "line 4 (byte 62): expected 先手の勝ち, 後手の勝ち, 引き分け, 中断, 千日手, 持将棋, 投了, 切れ負け, 時間切れ, 反則, 反則負け or 反則勝ち (byte 75), found '先'",
        ),
        ("まで手で中断", "line 3 (byte 50): expected the number of moves (byte 56), found '手'"),
        ("まで0で中断", "line 3 (byte 50): expected 手で (byte 57), found 'で'"),
        (
            "まで0手で中断。",
            "line 3 (byte 50): expected 先手の勝ち, 後手の勝ち, 引き分け, 中断, 千日手, 持将棋, 投了, 切れ負け, 時間切れ, 反則, 反則負け or 反則勝ち (byte 63), found '中'",
        ),
        ("まで0手で中断\n先手：a", "line 4 (byte 70): expected the end of the record or `変化：` (byte 70), found '先'"),
        ("手数--指", "line 3 (byte 50): expected a header `key：value`, a comment or a move with its number (byte 50), found '手'"),
        (
            "手数----指手---------消費時間--\n手数----指手---------消費時間--",
            "line 4 (byte 90): expected a number, `まで` or `変化：` (byte 90), found '手'",
        ),
    ];
    for (moves, message) in cases {
        assert_eq!(complaint(moves), message, "{moves:?}");
    }
}

#[test]
fn games_that_go_on_after_their_end() {
    let head = "手合割：はさみ将棋\nルール：classic-5,moves=1:draw\n1 ５五歩(59)\n2 ";
    let result = Outcome::draw(Reason::MoveLimit);
    for word in ["投了", "先手投了", "持将棋", "千日手", "中断"] {
        let error = read_kif(&[head, word].concat()).unwrap_err();
        assert_eq!((error.line, error.problem), (4, KifProblem::Ending { result: Some(result) }), "{word}");
    }
    let error = read_kif(&[head, "５四と(51)"].concat()).unwrap_err();
    let illegal = KifProblem::Illegal { number: 2, mv: "5a5d".parse().unwrap(), reason: IllegalMove::GameOver(result) };
    assert_eq!((error.line, error.problem), (4, illegal));
}
