//! Records as other programs and people write them: what is read, what it means, and what is refused. To add a case, add a line to a table.

use hasami_shogi::notation::kif::{KifRecord, UTF8_LINE};
use hasami_shogi::{Game, Outcome, Reason, Rules, Side, read_kif, write_kif};

/// What the moves of a table follow, unless it has whole texts.
const HEADER: &str = "手合割：はさみ将棋\nルール：plain,repetition=draw:2\n手数----指手---------消費時間--\n";
/// Four moves, after which the start position has come up twice: with the rules above a draw.
const AND_BACK: &str = "   1 ５八歩(59)\n   2 ５二と(51)\n   3 ５九歩(58)\n   4 ５一と(52)\n";
/// One move: Gote is to move.
const ONE: &str = "   1 ５八歩(59)\n";

const SENTE: Option<Outcome> = Some(Outcome::win(Side::Sente, Reason::Resignation));
const GOTE: Option<Outcome> = Some(Outcome::win(Side::Gote, Reason::Resignation));
const AGREED: Option<Outcome> = Some(Outcome::draw(Reason::Agreement));
const REPEATED: Option<Outcome> = Some(Outcome::draw(Reason::Repetition));

/// Whole texts that are read, each as a game with so many moves under these rules; and why.
const TEXTS: [(&str, &str, usize, &str); 24] = [
    ("\u{feff}手合割：はさみ将棋\n", "reduce-to-one", 0, "a byte order mark"),
    ("#KIF version=2.0 encoding=UTF-8\n手合割：はさみ将棋\nルール：dai\n", "dai", 0, "the line that tells the encoding"),
    ("\u{feff}#KIF version=2.0 encoding=UTF-8\r\n手合割：はさみ将棋\r\n", "reduce-to-one", 0, "both, and CR LF"),
    ("# ---- Kifu for Windows ----\n手合割：はさみ将棋　　\nルール：dai \n", "dai", 0, "wide and narrow blanks at line ends"),
    ("手合割：はさみ将棋\t\nルール：dai\u{3000}\t \n", "dai", 0, "tabs too"),
    ("手合割：はさみ将棋\n \n　　\n\t\nルール：dai\n", "dai", 0, "lines of blanks"),
    ("手合割：はさみ将棋\n*comment\n&bookmark\n#\n1 ５八歩(59)\n&here\n*again\n2 ５二と(51)\n", "reduce-to-one", 2, "comments"),
    ("手合割：はさみ将棋\n手数----指手--\n   1 ５八歩(59)\n", "reduce-to-one", 1, "a shorter line of columns"),
    ("手合割：はさみ将棋\n手数--指手--消費時間--\n   1 ５八歩(59)\n", "reduce-to-one", 1, "fewer dashes"),
    ("手合割：はさみ将棋\n手数----指手---------消費時間--  \n   1 ５八歩(59)\n", "reduce-to-one", 1, "blanks after it"),
    ("手合割：はさみ将棋\n   1 ５八歩(59)   \n   2 ５二と(51)　\n", "reduce-to-one", 2, "blanks after moves"),
    ("手合割：はさみ将棋\n\t1\t５八歩(59)\n　 2　５二と(51)\n", "reduce-to-one", 2, "other blanks around numbers"),
    ("手合割：はさみ将棋\n1 ５八歩(59)   ( 0:03/00:00:03)\n", "reduce-to-one", 1, "a time"),
    ("手合割：はさみ将棋\n1 ５八歩(59) (00:03 / 00:00:03)\n", "reduce-to-one", 1, "blanks around the stroke"),
    ("手合割：はさみ将棋\n1 ５八歩(59)(0:03)\n2 ５二と(51)　( 0:12 )  \n", "reduce-to-one", 2, "the time of the move alone"),
    ("手合割：はさみ将棋\n1 ５八歩(59)+\n2 ５二と(51) ( 0:03/00:00:03)+\n3 ５九歩(58) +\n", "reduce-to-one", 3, "marks of variations"),
    ("手合割：はさみ将棋\n先手の持駒：なし\n後手の持駒：なし　\n先手の持ち駒：\n", "reduce-to-one", 0, "empty hands"),
    (
        "開始日時：2024/01/02 10:00:00\n棋戦：online\n手合割：はさみ将棋\n場所：dai\n先手：plain\n後手：b\n",
        "reduce-to-one",
        0,
        "other headers, whatever they say",
    ),
    ("手合割：はさみ将棋\n先手：a\n先手：b\n備考：x：y:z\n", "reduce-to-one", 0, "headers that mean nothing, twice and with colons"),
    ("手合割：はさみ将棋\n持ち時間：10分\n対局者：x\n手合日：1月1日\n変化球：x\n", "reduce-to-one", 0, "headers with parts of known ones"),
    ("手合割：はさみ将棋\n先手：　太郎　次郎\n", "reduce-to-one", 0, "wide blanks within a value"),
    ("手合割：はさみ将棋\nルール：plain,size=4\n局面：pppp/4/4/PPPP w - 3　\n1 １二と(11)\n", "plain,size=4", 1, "a start position"),
    ("手合割：はさみ将棋\r\n1 ５八歩(59) \r\n\r\n", "reduce-to-one", 1, "CR LF behind blanks"),
    ("手合割：はさみ将棋\r\n1 ５八歩(59)", "reduce-to-one", 1, "no end behind the last line"),
];

/// What comes after one move by Sente, the result of the game, and how it is written.
const ENDS: [(&str, Option<Outcome>, &str); 42] = [
    ("", None, "まで1手で中断\n"),
    ("2 投了\n", SENTE, "   2 投了\nまで1手で先手の勝ち\n"),
    ("2 投了 ( 0:03/00:00:03)+ \n", SENTE, "   2 投了\nまで1手で先手の勝ち\n"),
    ("2 投了(0:03)\n", SENTE, "   2 投了\nまで1手で先手の勝ち\n"),
    ("2 投了\nまで1手で投了\n", SENTE, "   2 投了\nまで1手で先手の勝ち\n"),
    ("2 先手投了\nまで1手で投了\n", GOTE, "   2 先手投了\nまで1手で後手の勝ち\n"),
    ("まで1手で投了\n", SENTE, "   2 投了\nまで1手で先手の勝ち\n"),
    ("まで1手で投了により先手の勝ち\n", SENTE, "   2 投了\nまで1手で先手の勝ち\n"),
    ("2 切れ負け\n", SENTE, "   2 投了\nまで1手で先手の勝ち\n"),
    ("2 時間切れ\nまで1手で先手の勝ち　\n", SENTE, "   2 投了\nまで1手で先手の勝ち\n"),
    ("2 時間切れ\nまで1手で時間切れ\n", SENTE, "   2 投了\nまで1手で先手の勝ち\n"),
    ("2 時間切れ\nまで1手で切れ負け\n", SENTE, "   2 投了\nまで1手で先手の勝ち\n"),
    ("2 切れ負け\nまで1手で時間切れにより先手の勝ち\n", SENTE, "   2 投了\nまで1手で先手の勝ち\n"),
    ("2 切れ負け\nまで1手で後手の切れ負け\n", SENTE, "   2 投了\nまで1手で先手の勝ち\n"),
    ("2 切れ負け\nまで1手で後手の時間切れ負け\n", SENTE, "   2 投了\nまで1手で先手の勝ち\n"),
    ("まで1手で時間切れ\n", SENTE, "   2 投了\nまで1手で先手の勝ち\n"),
    ("まで1手で時間切れにより先手の勝ち\n", SENTE, "   2 投了\nまで1手で先手の勝ち\n"),
    ("2 反則\n", SENTE, "   2 投了\nまで1手で先手の勝ち\n"),
    ("2 反則負け\nまで1手で先手の勝ち\n", SENTE, "   2 投了\nまで1手で先手の勝ち\n"),
    ("2 反則負け\nまで1手で反則\n", SENTE, "   2 投了\nまで1手で先手の勝ち\n"),
    ("2 反則負け\nまで1手で反則により先手の勝ち\n", SENTE, "   2 投了\nまで1手で先手の勝ち\n"),
    ("2 反則負け\nまで1手で先手の反則勝ち\n", SENTE, "   2 投了\nまで1手で先手の勝ち\n"),
    ("2 反則負け\nまで1手で後手の反則負け\n", SENTE, "   2 投了\nまで1手で先手の勝ち\n"),
    ("2 反則勝ち\n", GOTE, "   2 先手投了\nまで1手で後手の勝ち\n"),
    ("2 反則勝ち\nまで1手で反則\n", GOTE, "   2 先手投了\nまで1手で後手の勝ち\n"),
    ("2 反則勝ち\nまで1手で後手の勝ち\n", GOTE, "   2 先手投了\nまで1手で後手の勝ち\n"),
    ("2 反則勝ち\nまで1手で先手の反則負け\n", GOTE, "   2 先手投了\nまで1手で後手の勝ち\n"),
    ("まで1手で反則負け\n", SENTE, "   2 投了\nまで1手で先手の勝ち\n"),
    ("まで1手で反則勝ち\n", GOTE, "   2 先手投了\nまで1手で後手の勝ち\n"),
    ("まで1手で先手の反則勝ち\n", SENTE, "   2 投了\nまで1手で先手の勝ち\n"),
    ("まで1手で先手の反則負け\n", GOTE, "   2 先手投了\nまで1手で後手の勝ち\n"),
    ("2 持将棋\n", AGREED, "   2 持将棋\nまで1手で引き分け\n"),
    ("2 引き分け\nまで1手で持将棋\n", AGREED, "   2 持将棋\nまで1手で引き分け\n"),
    ("2 持将棋\nまで1手で持将棋\n", AGREED, "   2 持将棋\nまで1手で引き分け\n"),
    ("2 持将棋\nまで1手で持将棋により引き分け\n", AGREED, "   2 持将棋\nまで1手で引き分け\n"),
    ("まで1手で持将棋\n", AGREED, "   2 持将棋\nまで1手で引き分け\n"),
    ("2 中断\n", None, "まで1手で中断\n"),
    ("2 中断\nまで1手で中断 \n", None, "まで1手で中断\n"),
    ("まで1手で中断\n\n変化：1手\n1 ９八歩(99)\n", None, "まで1手で中断\n"),
    ("2 投了\n\n変化：2手\n2 ９二と(91)\n3 投了\nまで2手で後手の勝ち\n", SENTE, "   2 投了\nまで1手で先手の勝ち\n"),
    ("変化：2手\n*why\n2 ９二と(91)+\n\n変化：2手\n2 ８二と(81)\n", None, "まで1手で中断\n"),
    ("2 投了\nまで1手で先手の勝ち\n*a comment\n", SENTE, "   2 投了\nまで1手で先手の勝ち\n"),
];

/// What comes after a draw by repetition.
const REPETITIONS: [&str; 7] = [
    "",
    "5 千日手\n",
    "5 千日手\nまで4手で千日手\n",
    "まで4手で千日手\n",
    "5 千日手 ( 0:00/00:00:09)\nまで4手で引き分け\n",
    "まで4手で引き分け\n",
    "まで4手で千日手により引き分け\n",
];

/// Whole texts that are refused, what the message must name (the place first, then what was found or expected), and why.
const REFUSED: [(&str, &[&str], &str); 46] = [
    ("手合割：はさみ将棋\n変化：1手\n1 ５五歩(59)\n", &["line 2 (byte 28)", "variation"], "a variation is no game"),
    ("変化：1手\n1 ５五歩(59)\n", &["line 1 (byte 0)", "variation"], "nor without a header"),
    ("手合割：はさみ将棋\n手数----指手--\n変化：1手\n1 ５五歩(59)\n", &["line 3 (byte 47)", "variation"], "nor after the columns"),
    ("手合割：はさみ将棋\n　変化 ：1手\n1 ５五歩(59)\n", &["line 2", "variation"], "nor with blanks"),
    ("手合割：はさみ将棋\n変化:1手\n", &["line 2", "：", "':'"], "nor with a narrow colon"),
    ("手合割：はさみ将棋\nルール ：dai\n", &["line 2 (byte 28)", "\"ルール \"", "`ルール：`"], "a blank before the colon"),
    ("手合割：はさみ将棋\nルール　：dai\n", &["line 2 (byte 28)", "\"ルール\\u{3000}\"", "`ルール：`"], "a wide one"),
    ("手合割：はさみ将棋\n ルール：dai\n", &["line 2 (byte 28)", "\" ルール\"", "`ルール：`"], "a blank at the start"),
    ("手合割：はさみ将棋\n　ルール：dai\n", &["line 2 (byte 28)", "\"\\u{3000}ルール\"", "`ルール：`"], "a wide one"),
    ("手合割：はさみ将棋\n\u{feff}ルール：dai\n", &["\"\\u{feff}ルール\"", "`ルール：`"], "a byte order mark within the text"),
    ("手合割：はさみ将棋\nルー\u{200b}ル：dai\n", &["\"ルー\\u{200b}ル\"", "`ルール：`"], "a blank without width"),
    ("手合割：はさみ将棋\nRules：dai\n", &["line 2 (byte 28)", "\"Rules\"", "`ルール：`"], "in English"),
    ("手合割：はさみ将棋\nrule：dai\n", &["\"rule\"", "`ルール：`"], "in lower case"),
    ("手合割：はさみ将棋\nＲＵＬＥＳ：dai\n", &["\"ＲＵＬＥＳ\"", "`ルール：`"], "wide letters"),
    ("手合割：はさみ将棋\nUSI_Variant：dai\n", &["\"USI_Variant\"", "`ルール：`"], "the name of the protocol"),
    ("手合割：はさみ将棋\nﾙｰﾙ：dai\n", &["\"ﾙｰﾙ\"", "`ルール：`"], "narrow katakana"),
    ("手合割：はさみ将棋\nるーる：dai\n", &["\"るーる\"", "`ルール：`"], "hiragana"),
    ("手合割：はさみ将棋\nル一ル：dai\n", &["\"ル一ル\"", "`ルール：`"], "the number one in place of the long vowel"),
    ("手合割：はさみ将棋\nル－ル：dai\n", &["\"ル－ル\"", "`ルール：`"], "a dash in place of the long vowel"),
    ("手合割：はさみ将棋\n対局ルール：dai\n", &["\"対局ルール\"", "`ルール：`"], "a longer word"),
    ("手合割：はさみ将棋\n規則：dai\n", &["\"規則\"", "`ルール：`"], "another word"),
    ("手合割：はさみ将棋\nルール:dai\n", &["line 2 (byte 28)", "：", "(byte 37)", "':'"], "a narrow colon"),
    ("手合割：はさみ将棋\nルール:dai 備考：x\n", &["line 2 (byte 28)", "：", "(byte 37)", "':'"], "and a wide one behind it"),
    ("手合割：はさみ将棋\nルール：　dai\n", &["line 2", "\"\\u{3000}dai\""], "a wide blank in the value"),
    ("手合割：はさみ将棋\n局面 ：9/9 b\n", &["\"局面 \"", "`局面：`"], "a start position that would be ignored"),
    ("手合割：はさみ将棋\n開始局面：9/9 b\n", &["\"開始局面\"", "`局面：`"], "a longer word"),
    ("手合割：はさみ将棋\nSFEN：9/9 b\n", &["\"SFEN\"", "`局面：`"], "in English"),
    ("手合割 ：はさみ将棋\n", &["line 1", "\"手合割 \"", "`手合割：`"], "the game itself"),
    ("手合割：　はさみ将棋\n", &["line 1", "はさみ将棋", "\"\\u{3000}はさみ将棋\""], "a wide blank that cannot be seen"),
    ("手合割：はさみ\u{a0}将棋\n", &["line 1", "\"はさみ\\u{a0}将棋\""], "a blank that does not break"),
    ("手合割：はさみ将棋\nルール：dai\nルール：dai\n", &["line 3", "ルール", "twice"], "a header twice"),
    (
        "手合割：はさみ将棋\n先手の持駒：飛二　歩三\n",
        &["line 2 (byte 28)", "\"先手の持駒\"", "なし", "\"飛二\\u{3000}歩三\""],
        "men in hand",
    ),
    ("手合割：はさみ将棋\n後手の持ち駒：歩\n", &["\"後手の持ち駒\"", "なし", "\"歩\""], "spelt otherwise"),
    ("手合割：はさみ将棋\n上手の持駒：歩\n", &["\"上手の持駒\"", "なし", "\"歩\""], "of a handicap game"),
    (
        "手合割：はさみ将棋\n後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n",
        &["line 3", "SFEN", "`局面：`"],
        "the drawing of a board",
    ),
    ("手合割：はさみ将棋\n+---------------------------+\n", &["line 2", "SFEN", "`局面：`"], "its frame alone"),
    ("手合割：はさみ将棋\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|一\n", &["line 2", "SFEN", "`局面：`"], "a rank alone"),
    ("手合割：はさみ将棋\n９８７６５４３２１\nとととととととと・ 一\n", &["line 2", "SFEN", "`局面：`"], "this library's drawing"),
    ("手合割：はさみ将棋\n9 8 7 6 5 4 3 2 1\n", &["line 2", "SFEN", "`局面：`"], "the same in ASCII"),
    ("手合割：はさみ将棋\n後手番\n", &["line 2", "SFEN", "`局面：`"], "the side to move"),
    ("手合割：はさみ将棋\rルール：dai\r", &["line 1 (byte 0)", "CR (byte 27)", "LF or CR LF"], "CR alone"),
    ("手合割：はさみ将棋\r\r\nルール：dai\r\r\n", &["line 1 (byte 0)", "CR CR LF (byte 27)", "LF or CR LF"], "CR CR LF"),
    ("手合割：はさみ将棋\n先手：a\rルール：dai\r", &["line 2 (byte 28)", "CR (byte 38)"], "LF, then CR"),
    ("手合割：はさみ将棋\nルール：dai\r\n", &["line 2 (byte 28)", "CR LF (byte 43)", "not in LF"], "LF, then CR LF"),
    ("手合割：はさみ将棋\r\n*x\n", &["line 2 (byte 29)", "LF (byte 31)", "not in CR LF"], "CR LF, then LF"),
    ("手合割：はさみ将棋\n*x\u{2028}ルール：dai\n", &["line 2", "U+2028"], "an end for some programs only, even in a comment"),
];

/// What is refused after one move by Sente, what the message must name besides the place, and why.
const REFUSED_ENDS: [(&str, &[&str], &str); 33] = [
    ("2 詰み\n", &["\"詰み\"", "投了", "千日手", "時間切れ", "中断"], "there is no mate"),
    ("2 入玉勝ち\n", &["\"入玉勝ち\"", "投了"], "there are no kings"),
    ("2 勝ち宣言 (0:01)\n", &["\"勝ち宣言\"", "投了"], "nor declarations"),
    ("2 とう了\n", &["\"とう了\"", "投了"], "a word misspelt"),
    ("2 投了。\n", &["\"投了。\"", "投了"], "a full stop"),
    ("2 resign\n", &["\"resign\"", "投了"], "in English"),
    ("2 千日手\n", &["not over"], "no position has come up twice"),
    ("2 投了 x\n", &["a time", "'x'"], "something behind a word"),
    ("2 ５二と(51) (0:03/\n", &["the digits of a time", "the end"], "half a time"),
    ("2 ５二と(51) (0:03/00:00:03) (0:03)\n", &["+ or the end", "'('"], "two times"),
    ("2 ５二と(51)++\n", &["the end", "'+'"], "two marks"),
    ("2５二と(51)\n", &["a space", "'５'"], "no blank after the number"),
    ("まで1手で千日手\n", &["not over"], "no position has come up twice"),
    ("まで1手で先手の勝ち\n", &["not over"], "nobody has won"),
    ("まで1手で引き分け\n", &["not over"], "nobody has agreed"),
    ("まで2手で持将棋\n", &["1 moves, not 2"], "another number of moves"),
    ("まで1手で入玉勝ち\n", &["先手の勝ち", "千日手", "'入'"], "no such result"),
    ("まで1手で先手の入玉勝ち\n", &["先手の勝ち", "'先'"], "no such result"),
    ("まで1手で時間切れにより\n", &["先手の勝ち", "'時'"], "half a result"),
    ("まで1手で時間切れにより先手の反則勝ち\n", &["先手の勝ち", "'時'"], "two reasons"),
    ("まで1手で時間切れにより後手の勝ち\n", &["sente wins"], "who has just moved has time"),
    ("2 投了\nまで1手で時間切れ\n", &["sente wins (resignation)"], "another reason"),
    ("2 時間切れ\nまで1手で反則\n", &["sente wins"], "another reason"),
    ("2 時間切れ\nまで1手で後手の勝ち\n", &["sente wins"], "another winner"),
    ("2 反則負け\nまで1手で後手の反則勝ち\n", &["sente wins"], "another winner"),
    ("2 反則負け\nまで1手で反則勝ち\n", &["sente wins"], "another winner"),
    ("2 持将棋\nまで1手で千日手\n", &["draw (agreement)"], "another reason"),
    ("2 中断\nまで1手で持将棋\n", &["not over"], "broken off or agreed"),
    ("2 投了\n3 ５二と(51)\n", &["`まで`", "`変化：`"], "a move behind the end"),
    ("まで1手で中断\n2 ５二と(51)\n", &["the end of the record", "`変化：`"], "a move behind the result"),
    ("変化：手\n", &["the number of a move", "'手'"], "a variation without a number"),
    ("変化：2手\n3 ５二と(51)\n", &["2, not 3"], "a variation that begins elsewhere"),
    ("変化：2手\n2 ５二と(51)\n手合割：はさみ将棋\n", &["the number of a move", "'手'"], "another record behind a variation"),
];

/// What is refused after a draw by repetition.
const REFUSED_REPETITIONS: [&str; 7] = [
    "5 投了\n",
    "5 時間切れ\n",
    "5 持将棋\n",
    "まで4手で先手の勝ち\n",
    "まで4手で持将棋\n",
    "まで4手で時間切れ\n",
    "まで4手で先手の反則負け\n",
];

fn read(text: &str, why: &str) -> Game {
    read_kif(text).unwrap_or_else(|error| panic!("{why}: {text:?} is refused: {error}"))
}

#[track_caller]
fn refuse(text: &str, names: &[&str], why: &str) {
    let message = read_kif(text).expect_err(&format!("{why}: {text:?} is read")).to_string();
    for name in names {
        assert!(message.contains(name), "{why}: {text:?} gives {message:?}, which does not name {name:?}");
    }
    assert!(!message.contains(['\u{3000}', '\u{a0}', '\u{200b}', '\u{feff}', '\r']), "{why}: {message:?} has what cannot be seen");
}

#[test]
fn texts_of_other_programs_are_read() {
    for (text, rules, moves, why) in TEXTS {
        let game = read(text, why);
        assert_eq!((*game.rules(), game.ply()), (rules.parse::<Rules>().unwrap(), moves), "{why}");
        assert_eq!(read_kif(&[UTF8_LINE, &write_kif(&game)].concat()), Ok(game), "{why}");
    }
}

#[test]
fn ends_are_read() {
    for (end, result, written) in ENDS {
        let game = read(&[HEADER, ONE, end].concat(), end);
        assert_eq!((game.ply(), game.result()), (1, result), "{end:?}");
        assert_eq!(write_kif(&game), [HEADER, ONE, written].concat(), "{end:?}");
    }
    for end in REPETITIONS {
        let game = read(&[HEADER, AND_BACK, end].concat(), end);
        assert_eq!((game.ply(), game.result()), (4, REPEATED), "{end:?}");
    }
}

/// Where the side that repeats loses, the line can name the repetition or the winner.
#[test]
fn repetitions_can_be_lost() {
    for end in ["5 千日手\nまで4手で先手の勝ち\n", "まで4手で千日手\n", "まで4手で千日手により先手の勝ち\n"]
    {
        let game = read(&[&HEADER.replace("draw:2", "loss:2"), AND_BACK, end].concat(), end);
        assert_eq!(game.result(), Some(Outcome::win(Side::Sente, Reason::Repetition)), "{end:?}");
    }
}

#[test]
fn variations_are_counted() {
    let count = |end: &str| KifRecord::parse(&[HEADER, ONE, end].concat()).map(|record| (record.game.ply(), record.variations));
    let variation = "変化：2手\n   2 ９二と(91)\n   3 ９八歩(99)\n   4 中断\n\n";
    for (times, end) in [(0, ""), (0, "2 投了\nまで1手で先手の勝ち\n"), (1, variation), (3, &variation.repeat(3))] {
        assert_eq!(count(end), Ok((1, times)), "{end:?}");
    }
    assert_eq!(count(&["2 投了+\nまで1手で先手の勝ち\n", variation].concat()), Ok((1, 1)));
}

#[test]
fn what_is_not_right_is_refused() {
    for (text, names, why) in REFUSED {
        refuse(text, names, why);
    }
    for (end, names, why) in REFUSED_ENDS {
        refuse(&[HEADER, ONE, end].concat(), &[names, &["line ", " (byte "]].concat(), why);
    }
    for end in REFUSED_REPETITIONS {
        refuse(&[HEADER, AND_BACK, end].concat(), &["line 8 (byte ", "draw (repetition)"], end);
    }
}

/// Each text means the same with other ends of its lines, and with blanks before them.
#[test]
fn ends_of_lines_make_no_difference() {
    let texts = TEXTS.iter().map(|(text, ..)| String::from(*text)).chain(ENDS.iter().map(|(end, ..)| [HEADER, ONE, end].concat()));
    for text in texts.filter(|text| !text.contains('\r')) {
        let expected = KifRecord::parse(&text);
        for end in ["\r\n", " \n", "　\r\n", "\t\n", "\n\n", "\n*\n"] {
            assert_eq!(KifRecord::parse(&text.replace('\n', end)), expected, "{text:?} with {end:?}");
        }
        for end in ["\r", "\r\r\n", "\u{85}", "\n\r"] {
            assert!(KifRecord::parse(&text.replace('\n', end)).is_err(), "{text:?} with {end:?}");
        }
    }
}
