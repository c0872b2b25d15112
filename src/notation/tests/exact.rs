//! Texts written out by hand, and what they mean.

use alloc::string::ToString;

use super::{game, rules};
use crate::board::{BoardSize, Side};
use crate::game::Game;
use crate::notation::diagram::{Diagram, read_diagram};
use crate::notation::japanese::JapaneseMove;
use crate::notation::kif::{read_kif, write_kif};
use crate::notation::rowcol::{RowColMove, RowColSquare};
use crate::position::{Outcome, Position, Reason};

#[test]
fn japanese_moves() {
    let cases = [
        (Side::Sente, "5i5e", None, "▲５五歩(59)"),
        (Side::Gote, "5a5e", None, "△５五と(51)"),
        (Side::Sente, "9i1a", Some("1b"), "▲１一歩(99)"),
        (Side::Gote, "2c7h", Some("7g"), "△７八と(23)"),
        (Side::Sente, "4d3f", None, "▲３六歩(44)"),
        (Side::Gote, "6g8d", None, "△８四と(67)"),
        (Side::Sente, "6b9c", None, "▲９三歩(62)"),
        (Side::Gote, "8h4g", None, "△４七と(88)"),
        (Side::Sente, "1a6b", None, "▲６二歩(11)"),
        (Side::Gote, "1b2i", None, "△２九と(12)"),
        (Side::Sente, "5i5e", Some("5e"), "▲同歩(59)"),
        (Side::Gote, "5a5e", Some("5e"), "△同と(51)"),
    ];
    for (side, mv, last, text) in cases {
        let last_arrival = last.map(|square| square.parse().unwrap());
        let mv = JapaneseMove { side, mv: mv.parse().unwrap(), last_arrival };
        assert_eq!(mv.to_string(), text);
        assert_eq!(JapaneseMove::parse(text, last_arrival), Ok(mv));
    }
}

#[test]
fn rows_and_columns() {
    let cases = [(9, "9a", "a1"), (9, "1i", "i9"), (9, "7c", "c3"), (8, "8a", "a1"), (8, "1h", "h8"), (4, "4d", "d1"), (4, "2b", "b3")];
    for (size, square, text) in cases {
        let size = BoardSize::new(size).unwrap();
        let square = RowColSquare::new(square.parse().unwrap(), size).unwrap();
        assert_eq!(square.to_string(), text);
        assert_eq!(RowColSquare::parse(text, size), Ok(square));
    }
    let mv = RowColMove::new("5i5e".parse().unwrap(), BoardSize::NINE).unwrap();
    assert_eq!(mv.to_string(), "i5-e5");
    assert_eq!(RowColMove::parse("i5-e5", BoardSize::NINE), Ok(mv));
}

#[test]
fn squares_off_the_board_have_no_row_and_column() {
    assert_eq!(RowColSquare::new("9a".parse().unwrap(), BoardSize::EIGHT), None);
    assert_eq!(RowColSquare::new("1i".parse().unwrap(), BoardSize::EIGHT), None);
    assert_eq!(RowColMove::new("1a1i".parse().unwrap(), BoardSize::EIGHT), None);
}

const KANJI: &str = "\
９８７６５４３２１
とととと・とととと 一
・・・・・・・・・ 二
・・・・・・・・・ 三
・・・・と・・・・ 四
・・・・歩・・・・ 五
・・・・・・・・・ 六
・・・・・・・・・ 七
・・・・・・・・・ 八
歩歩歩歩・歩歩歩歩 九
先手番";

const ASCII: &str = "\
5 4 3 2 1
p p p . p a
. . . p . b
. . . . . c
P . . . . d
. P P P P e
gote to move";

#[test]
fn diagrams() {
    let position = *game("classic-5", None, "5i5e 5a5d").position();
    assert_eq!(Diagram::kanji(&position).to_string(), KANJI);
    assert_eq!(read_diagram(KANJI), Ok(position.to_setup(1)));
    let position = Position::from_sfen(rules("plain,size=5"), "ppp1p/3p1/5/P4/1PPPP w").unwrap();
    assert_eq!(Diagram::ascii(&position).to_string(), ASCII);
    assert_eq!(read_diagram(ASCII), Ok(position.to_setup(1)));
}

#[test]
fn line_ends_of_diagrams() {
    let read = read_diagram(ASCII).unwrap();
    for text in [ASCII.replace('\n', "\r\n"), [ASCII, "\n"].concat(), [ASCII, "\r\n"].concat()] {
        assert_eq!(read_diagram(&text), Ok(read));
    }
}

const FROM_A_POSITION: &str = "\
手合割：はさみ将棋
ルール：hybrid,hop=none
局面：pppp5/9/9/9/9/PPPP1p3/9/4P4/9 w - 40
手数----指手---------消費時間--
   1 ８二と(81)
   2 ５六歩(58)
まで2手で先手の勝ち
";

#[test]
fn a_record_from_another_position() {
    let game = game("hybrid,hop=none", Some("pppp5/9/9/9/9/PPPP1p3/9/4P4/9 w - 40"), "8a8b 5h5f");
    assert_eq!(game.result(), Some(Outcome::win(Side::Sente, Reason::Line)));
    assert_eq!(write_kif(&game), FROM_A_POSITION);
    assert_eq!(read_kif(FROM_A_POSITION), Ok(game));
}

/// As another program might write it: with a byte order mark, `\r\n`, names, comments and times, but without the rules.
const DECORATED: &str = "\u{feff}# a friendly game\r
先手：挟　太郎\r
後手：と：子\r
手合割：はさみ将棋\r
備考：\r
\r
手数----指手---------消費時間--\r
*before the first move\r
   1 ５五歩(59)   ( 0:12/00:00:12)\r
   2 ５四と(51)(1:02/00:01:02)\r
*a good reply\r
\r
3 ４五歩(55) ( 10:00)\r
   4 投了   ( 0:01/00:01:03)\r
まで3手で先手の勝ち\r
# the end";

#[test]
fn a_record_of_another_program() {
    let mut game = game("reduce-to-one", None, "5i5e 5a5d 5e4e");
    game.resign(Side::Gote).unwrap();
    assert_eq!(read_kif(DECORATED), Ok(game));
}

#[test]
fn the_least_record() {
    assert_eq!(read_kif("手合割：はさみ将棋"), Ok(Game::new(rules("reduce-to-one"))));
    assert_eq!(read_kif("手合割：はさみ将棋\n1 ５五歩(59)"), Ok(game("reduce-to-one", None, "5i5e")));
}

#[test]
fn long_records_keep_their_columns() {
    let shuffle = "5i5h 5a5b 5h5i 5b5a ".repeat(3);
    let text = write_kif(&game("plain,repetition=none", None, &shuffle));
    assert!(text.ends_with("  11 ５九歩(58)\n  12 ５一と(52)\nまで12手で中断\n"), "{text}");
}
