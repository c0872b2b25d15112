//! Texts that are not quite right: each is refused with an error that says what is wrong and where, and nothing that can be typed makes a reader
//! panic, hang, or repair in silence.

use std::fmt::{Debug, Display};
use std::time::{Duration, Instant};

use hasami_shogi::{
    Bitboard, BitboardError, BoardSize, Contradiction, Diagram, DiagramError, Game, HomeRanks, JapaneseError, JapaneseMove, KifError,
    KifProblem, Move, MoveError, Position, Preset, RowColError, RowColMove, RowColSquare, RuleKey, Rules, RulesError, Setup, SetupError,
    SfenError, Side, Square, SquareError, Target, read_diagram, read_kif, write_kif,
};

/// A bad text, the kind of error it must give, and what the message must name: the thing and the place.
type Row<E> = (&'static str, fn(&E) -> bool, &'static [&'static str]);

/// A question whether an error is of some kind.
macro_rules! is {
    ($pattern:pat $(if $guard:expr)?) => {
        |error| matches!(error, $pattern $(if $guard)?)
    };
}

/// Asserts that every text of a table is refused as the table says.
#[track_caller]
fn refuse<T: Debug, E: Debug + Display>(table: &[Row<E>], read: impl Fn(&str) -> Result<T, E>) {
    for (text, kind, names) in table {
        let error = read(text).expect_err(text);
        assert!(kind(&error), "{text:?} gives {error:?}");
        let message = error.to_string();
        for name in *names {
            assert!(message.contains(name), "{text:?} gives {message:?}, which does not name {name:?}");
        }
    }
}

const SQUARES: [Row<SquareError>; 9] = [
    ("", is!(SquareError::Length(0)), &["two characters", "not 0"]),
    ("5", is!(SquareError::Length(1)), &["not 1"]),
    ("5ee", is!(SquareError::Length(3)), &["not 3"]),
    ("0e", is!(SquareError::File('0')), &["file", "byte 0", "'0'"]),
    ("e5", is!(SquareError::File('e')), &["file", "byte 0", "'e'"]),
    ("５e", is!(SquareError::File('５')), &["file", "byte 0", "'５'"]),
    ("5j", is!(SquareError::Rank('j')), &["rank", "byte 1", "'j'"]),
    ("5E", is!(SquareError::Rank('E')), &["rank", "byte 1", "'E'"]),
    ("55", is!(SquareError::Rank('5')), &["rank", "byte 1", "'5'"]),
];

const MOVES: [Row<MoveError>; 9] = [
    ("", is!(MoveError::Length(0)), &["four characters", "not 0"]),
    ("5i", is!(MoveError::Length(2)), &["not 2"]),
    ("5i5e+", is!(MoveError::Length(5)), &["not 5"]),
    ("5i-5e", is!(MoveError::Length(5)), &["not 5"]),
    ("P*5e", is!(MoveError::From(SquareError::File('P'))), &["leaves (byte 0)", "'P'"]),
    ("5j5e", is!(MoveError::From(SquareError::Rank('j'))), &["leaves (byte 0)", "'j'"]),
    ("5i0e", is!(MoveError::To(SquareError::File('0'))), &["reaches (byte 2)", "'0'"]),
    ("5i5z", is!(MoveError::To(SquareError::Rank('z'))), &["reaches (byte 2)", "'z'"]),
    ("５五５四", is!(MoveError::From(SquareError::File('５'))), &["leaves (byte 0)", "'５'"]),
];

const SFENS: [Row<SfenError>; 26] = [
    ("", is!(SfenError::Ranks(1)), &["4 to 9 ranks", "not 1"]),
    ("startpos", is!(SfenError::Ranks(1)), &["not 1"]),
    ("3/3/3 b - 1", is!(SfenError::Ranks(3)), &["not 3"]),
    ("9/9/9/9/9/9/9/9/9/9 b - 1", is!(SfenError::Ranks(10)), &["not 10"]),
    ("4/4/4/3 b - 1", is!(SfenError::RankLength { offset: 6, found: 3, expected: 4, .. }), &["rank d", "byte 6", "3", "4"]),
    ("4/4PP/4/4 b - 1", is!(SfenError::RankLength { offset: 2, found: 6, .. }), &["rank b", "byte 2", "6"]),
    ("4/4//4 b - 1", is!(SfenError::RankLength { offset: 4, found: 0, .. }), &["rank c", "byte 4", "0"]),
    ("4/9/4/4 b - 1", is!(SfenError::RankLength { offset: 2, found: 9, .. }), &["rank b", "9"]),
    ("4/4/4/kPPP b - 1", is!(SfenError::Man { found: 'k', offset: 6 }), &["'k'", "byte 6"]),
    ("4/4/4/+PPPP b - 1", is!(SfenError::Man { found: '+', offset: 6 }), &["'+'", "byte 6"]),
    ("04/4/4/4 b - 1", is!(SfenError::Man { found: '0', offset: 0 }), &["'0'", "byte 0"]),
    ("4/4/歩3/4 b - 1", is!(SfenError::Man { found: '歩', offset: 4 }), &["'歩'", "byte 4"]),
    ("4/4/歩/4歩 b - 1", is!(SfenError::Man { found: '歩', offset: 4 }), &["byte 4"]),
    ("4/22/4/4 b - 1", is!(SfenError::SplitRun(3)), &["byte 3"]),
    ("4/4/4/4", is!(SfenError::Missing { offset: 7, .. }), &["side to move", "byte 7"]),
    ("4/4/4/4 ", is!(SfenError::SideToMove(8)), &["side to move", "byte 8"]),
    ("4/4/4/4 s - 1", is!(SfenError::SideToMove(8)), &["byte 8", "b or w"]),
    ("4/4/4/4  b - 1", is!(SfenError::SideToMove(8)), &["byte 8"]),
    ("4/4/4/4 b P 1", is!(SfenError::Hands(10)), &["hands", "byte 10"]),
    ("4/4/4/4 b 1", is!(SfenError::Hands(10)), &["hands", "byte 10"]),
    ("4/4/4/4 b - 0", is!(SfenError::MoveNumber(12)), &["move number", "byte 12"]),
    ("4/4/4/4 b - 01", is!(SfenError::MoveNumber(12)), &["move number", "byte 12"]),
    ("4/4/4/4 b - 4294967296", is!(SfenError::MoveNumber(12)), &["move number", "byte 12", "4294967295"]),
    ("4/4/4/4 b - +1", is!(SfenError::MoveNumber(12)), &["move number", "byte 12"]),
    ("4/4/4/4 b - 1 x", is!(SfenError::TrailingText(14)), &["byte 14"]),
    ("4/4/4/4 b - 1\n", is!(SfenError::MoveNumber(12)), &["byte 12"]),
];

/// SFENs in good order that are not positions of `plain,size=4`.
const IMPOSSIBLE: [Row<SfenError>; 3] = [
    ("5/5/5/5/5 b", is!(SfenError::Setup(SetupError::Size { .. })), &["5 × 5", "4 × 4"]),
    ("PPPP/P3/4/3p b", is!(SfenError::Setup(SetupError::TooManyMen { side: Side::Sente, men: 5, most: 4 })), &["sente", "5", "4"]),
    ("pppp/p3/4/3P b", is!(SfenError::Setup(SetupError::TooManyMen { side: Side::Gote, men: 5, most: 4 })), &["gote", "5", "4"]),
];

const RULES: [Row<RulesError>; 38] = [
    ("", is!(RulesError::UnknownPreset { .. }), &["preset", "\"\""]),
    ("chess", is!(RulesError::UnknownPreset { .. }), &["preset", "\"chess\""]),
    ("Classic-5", is!(RulesError::UnknownPreset { .. }), &["\"Classic-5\""]),
    (" plain", is!(RulesError::UnknownPreset { .. }), &["\" plain\""]),
    ("plain ", is!(RulesError::UnknownPreset { .. }), &["\"plain \""]),
    ("hop=any", is!(RulesError::UnknownPreset { .. }), &["\"hop=any\""]),
    ("plain,", is!(RulesError::EmptyItem { offset: 6 }), &["empty", "byte 6"]),
    ("plain,,hop=any", is!(RulesError::EmptyItem { offset: 6 }), &["empty", "byte 6"]),
    ("plain,hop=any,", is!(RulesError::EmptyItem { offset: 14 }), &["empty", "byte 14"]),
    ("plain,hops=any", is!(RulesError::UnknownKey { offset: 6, .. }), &["\"hops\"", "byte 6"]),
    ("plain, hop=any", is!(RulesError::UnknownKey { offset: 6, .. }), &["\" hop\"", "byte 6"]),
    ("plain,hop=any,Size=4", is!(RulesError::UnknownKey { offset: 14, .. }), &["\"Size\"", "byte 14"]),
    ("plain,=4", is!(RulesError::UnknownKey { offset: 6, .. }), &["\"\"", "byte 6"]),
    ("plain,hop", is!(RulesError::MissingValue { key: RuleKey::Hop, offset: 9 }), &["hop", "byte 9"]),
    ("plain,hop=any,hop=any", is!(RulesError::DuplicateKey { key: RuleKey::Hop, offset: 14 }), &["hop", "twice", "byte 14"]),
    ("plain,hop=", is!(RulesError::BadValue { key: RuleKey::Hop, offset: 10, .. }), &["hop", "byte 10", "none, own or any"]),
    ("plain,size=10", is!(RulesError::BadValue { key: RuleKey::Size, offset: 11, .. }), &["size", "\"10\"", "byte 11", "4 to 9"]),
    ("plain,size=3", is!(RulesError::BadValue { key: RuleKey::Size, .. }), &["size", "\"3\""]),
    ("plain,size=+9", is!(RulesError::BadValue { key: RuleKey::Size, .. }), &["\"+9\""]),
    ("plain,size=09", is!(RulesError::BadValue { key: RuleKey::Size, .. }), &["\"09\""]),
    ("plain,home=2+1", is!(RulesError::BadValue { key: RuleKey::Home, .. }), &["home", "\"2+1\""]),
    ("plain,home=1+", is!(RulesError::BadValue { key: RuleKey::Home, .. }), &["home", "\"1+\""]),
    ("plain,home=0", is!(RulesError::BadValue { key: RuleKey::Home, .. }), &["home", "\"0\""]),
    ("plain,target=1000", is!(RulesError::BadValue { key: RuleKey::Target, .. }), &["target", "\"1000\""]),
    ("plain,lead=3", is!(RulesError::BadValue { key: RuleKey::Lead, .. }), &["lead", "held:N"]),
    ("plain,line=5:vh:1", is!(RulesError::BadValue { key: RuleKey::Line, .. }), &["line", "\"5:vh:1\""]),
    ("plain,moves=draw:3", is!(RulesError::BadValue { key: RuleKey::Moves, .. }), &["moves", "N:draw"]),
    ("plain,compulsory=true", is!(RulesError::BadValue { key: RuleKey::Compulsory, .. }), &["compulsory", "no or yes"]),
    ("plain,home=5", is!(RulesError::Contradiction { key: RuleKey::Home, offset: Some(6), .. }), &["home", "5", "9"]),
    ("plain,target=0", is!(RulesError::Contradiction { key: RuleKey::Target, .. }), &["target", "0", "1 to 9"]),
    ("plain,target=10", is!(RulesError::Contradiction { key: RuleKey::Target, .. }), &["target", "10", "1 to 9"]),
    ("classic-5,size=4", is!(RulesError::Contradiction { key: RuleKey::Target, offset: None, .. }), &["target", "5", "1 to 4"]),
    ("plain,lead=held:10", is!(RulesError::Contradiction { key: RuleKey::Lead, .. }), &["lead", "10", "1 to 9"]),
    ("plain,line=2:h:1", is!(RulesError::Contradiction { key: RuleKey::Line, .. }), &["line", "2", "3 to 9"]),
    ("plain,line=5::1", is!(RulesError::Contradiction { key: RuleKey::Line, problem: Contradiction::BadAxes, .. }), &["line", "axes"]),
    (
        "plain,line=5:h:0",
        is!(RulesError::Contradiction { key: RuleKey::Line, problem: Contradiction::LineAtStart, .. }),
        &["line", "start"],
    ),
    (
        "plain,line=5:v:5",
        is!(RulesError::Contradiction { key: RuleKey::Line, problem: Contradiction::LineImpossible, .. }),
        &["line", "room"],
    ),
    ("plain,repetition=draw:1", is!(RulesError::Contradiction { key: RuleKey::Repetition, .. }), &["repetition", "1", "2 to 255"]),
];

const DRAWINGS: [Row<BitboardError>; 4] = [
    ("", is!(BitboardError::Length(0)), &["81", "not 0"]),
    ("x . x", is!(BitboardError::Length(3)), &["81", "not 3"]),
    (". . P", is!(BitboardError::Mark { mark: 'P', offset: 4 }), &["'P'", "byte 4"]),
    ("　・", is!(BitboardError::Mark { mark: '・', offset: 3 }), &["'・'", "byte 3"]),
];

/// Read as moves that follow an arrival on 5e.
const JAPANESE: [Row<JapaneseError>; 15] = [
    ("", is!(JapaneseError::Syntax(_)), &["▲ or △", "byte 0", "the end"]),
    ("５四歩(59)", is!(JapaneseError::Syntax(_)), &["▲ or △", "byte 0", "'５'"]),
    ("☗５四歩(59)", is!(JapaneseError::Syntax(_)), &["byte 0", "'☗'"]),
    ("▲５４歩(59)", is!(JapaneseError::Syntax(_)), &["rank", "byte 6", "'４'"]),
    ("▲5四歩(59)", is!(JapaneseError::Syntax(_)), &["file", "byte 3", "'5'"]),
    ("▲５十歩(59)", is!(JapaneseError::Syntax(_)), &["rank", "byte 6", "'十'"]),
    ("▲５四と(59)", is!(JapaneseError::Syntax(_)), &["歩", "byte 9", "'と'"]),
    ("△５四歩(59)", is!(JapaneseError::Syntax(_)), &["と", "byte 9", "'歩'"]),
    ("▲５四歩", is!(JapaneseError::Syntax(_)), &["(", "byte 12", "the end"]),
    ("▲５四歩(09)", is!(JapaneseError::Syntax(_)), &["file", "byte 13", "'0'"]),
    ("▲５四歩(5i)", is!(JapaneseError::Syntax(_)), &["rank", "byte 14", "'i'"]),
    ("▲５四歩(59", is!(JapaneseError::Syntax(_)), &[")", "byte 15", "the end"]),
    ("▲５四歩(59) ", is!(JapaneseError::Syntax(_)), &["the end", "byte 16", "' '"]),
    ("▲５五歩(59)", is!(JapaneseError::SameSquare { offset: 3, .. }), &["5e", "同", "byte 3"]),
    ("▲同　歩(59)", is!(JapaneseError::Syntax(_)), &["歩", "byte 6"]),
];

/// Read on a board of 8 × 8.
const ROW_COLUMN_MOVES: [Row<RowColError>; 9] = [
    ("", is!(RowColError::Syntax(_)), &["row", "byte 0", "the end"]),
    ("a1", is!(RowColError::Syntax(_)), &["-", "byte 2", "the end"]),
    ("a1b1", is!(RowColError::Syntax(_)), &["-", "byte 2", "'b'"]),
    ("A1-B1", is!(RowColError::Syntax(_)), &["row", "byte 0", "'A'"]),
    ("1a-1b", is!(RowColError::Syntax(_)), &["row", "byte 0", "'1'"]),
    ("a1-b0", is!(RowColError::Syntax(_)), &["column", "byte 4", "'0'"]),
    ("a1-b2 ", is!(RowColError::Syntax(_)), &["the end", "byte 5", "' '"]),
    ("a9-b1", is!(RowColError::OffBoard { column: 9, offset: 0, .. }), &["a9", "byte 0", "8 × 8"]),
    ("a1-i1", is!(RowColError::OffBoard { column: 1, offset: 3, .. }), &["i1", "byte 3", "8 × 8"]),
];

const DIAGRAMS: [Row<DiagramError>; 12] = [
    ("", is!(DiagramError::Syntax(_)), &["file", "byte 0", "the end"]),
    ("3 2 1\n", is!(DiagramError::Size { files: 3, offset: 0 }), &["4 to 9", "3", "byte 0"]),
    ("4 3 1\n", is!(DiagramError::Syntax(_)), &["file", "byte 4", "'1'"]),
    ("4321\n", is!(DiagramError::Syntax(_)), &["byte 1", "'3'"]),
    ("4 3 2 1", is!(DiagramError::Syntax(_)), &["line break", "byte 7", "the end"]),
    ("4 3 2 1\np p p x a\n", is!(DiagramError::Syntax(_)), &["P, p or .", "byte 14", "'x'"]),
    ("4 3 2 1\np p p p b\n", is!(DiagramError::Syntax(_)), &["rank", "byte 16", "'b'"]),
    ("4 3 2 1\np p p a\n", is!(DiagramError::Syntax(_)), &["P, p or .", "byte 14", "'a'"]),
    ("4 3 2 1\n. . . . a\n. . . . b\n. . . . c\n. . . . d\n", is!(DiagramError::Syntax(_)), &["to move", "byte 48", "the end"]),
    ("4 3 2 1\n. . . . a\n. . . . b\n. . . . c\n. . . . d\nsente to move!", is!(DiagramError::Syntax(_)), &["the end", "byte 61", "'!'"]),
    ("４３２１\nとと.と 一\n", is!(DiagramError::Syntax(_)), &["・", "byte 19", "'.'"]),
    ("４３２１\n・・・・ 一\n・・・・ 一\n", is!(DiagramError::Syntax(_)), &["rank", "byte 43", "'一'"]),
];

const KIFS: [Row<KifError>; 25] = [
    ("", is!(KifError { line: 1, problem: KifProblem::MissingGame, .. }), &["line 1", "手合割"]),
    ("手合割：平手\n", is!(KifError { line: 1, problem: KifProblem::AnotherGame, .. }), &["line 1", "手合割"]),
    ("ルール：plain\n   1 ５五歩(59)\n", is!(KifError { line: 2, problem: KifProblem::MissingGame, .. }), &["line 2", "手合割"]),
    (
        "手合割：はさみ将棋\n手合割：はさみ将棋\n",
        is!(KifError { line: 2, problem: KifProblem::Duplicate { .. }, .. }),
        &["line 2", "手合割", "twice"],
    ),
    (
        "手合割：はさみ将棋\nルール：plain\nルール：plain\n",
        is!(KifError { line: 3, problem: KifProblem::Duplicate { .. }, .. }),
        &["line 3", "ルール"],
    ),
    (
        "手合割：はさみ将棋\nルール：plain,hop=x\n",
        is!(KifError { line: 2, problem: KifProblem::Rules(_), .. }),
        &["line 2", "hop", "\"x\""],
    ),
    (
        "手合割：はさみ将棋\n局面：9/9 b\n",
        is!(KifError { line: 2, problem: KifProblem::Start(SfenError::Ranks(2)), .. }),
        &["line 2", "局面", "2"],
    ),
    (
        "手合割：はさみ将棋\n局面：4/4/4/4 b\n",
        is!(KifError { line: 2, problem: KifProblem::Start(SfenError::Setup(SetupError::Size { .. })), .. }),
        &["line 2", "局面", "4 × 4"],
    ),
    ("手合割：はさみ将棋\n先手 名人\n", is!(KifError { line: 2, problem: KifProblem::Syntax(_), .. }), &["line 2", "byte 28", "'先'"]),
    (
        "手合割：はさみ将棋\n   2 ５五歩(59)\n",
        is!(KifError { problem: KifProblem::MoveNumber { expected: 1, found: 2 }, .. }),
        &["line 2", "1", "2"],
    ),
    (
        "手合割：はさみ将棋\n   1 ５五歩(59)\n   1 ５二と(51)\n",
        is!(KifError { problem: KifProblem::MoveNumber { expected: 2, found: 1 }, .. }),
        &["line 3"],
    ),
    ("手合割：はさみ将棋\n   1 ５五と(59)\n", is!(KifError { problem: KifProblem::Syntax(_), .. }), &["line 2", "byte 39", "'と'"]),
    (
        "手合割：はさみ将棋\n   1 同歩(59)\n",
        is!(KifError { problem: KifProblem::Move(JapaneseError::NoLastArrival { .. }), .. }),
        &["line 2", "同"],
    ),
    (
        "手合割：はさみ将棋\n   1 ５五歩(58)\n",
        is!(KifError { problem: KifProblem::Illegal { number: 1, .. }, .. }),
        &["line 2", "5h5e", "no man on 5h"],
    ),
    (
        "手合割：はさみ将棋\n   1 ５五歩(59)\n   2 ５六と(51)\n",
        is!(KifError { line: 3, problem: KifProblem::Illegal { number: 2, .. }, .. }),
        &["line 3", "5a5f", "blocked on 5e"],
    ),
    ("手合割：はさみ将棋\n   1 ５五歩(59) (0:1x)\n", is!(KifError { problem: KifProblem::Syntax(_), .. }), &["line 2", "'x'"]),
    ("手合割：はさみ将棋\n   1 ５五歩(59) 好手\n", is!(KifError { problem: KifProblem::Syntax(_), .. }), &["line 2", "'好'"]),
    ("手合割：はさみ将棋\n   1 詰み\n", is!(KifError { problem: KifProblem::Syntax(_), .. }), &["line 2", "'詰'"]),
    ("手合割：はさみ将棋\n   1 千日手\n", is!(KifError { problem: KifProblem::Ending { result: None }, .. }), &["line 2", "not over"]),
    (
        "手合割：はさみ将棋\n   1 投了\n   2 ５二と(51)\n",
        is!(KifError { line: 3, problem: KifProblem::Syntax(_), .. }),
        &["line 3", "まで"],
    ),
    (
        "手合割：はさみ将棋\nまで0手で後手の勝ち\n",
        is!(KifError { problem: KifProblem::Result { result: None }, .. }),
        &["line 2", "not over"],
    ),
    (
        "手合割：はさみ将棋\n   1 投了\nまで0手で先手の勝ち\n",
        is!(KifError { problem: KifProblem::Result { .. }, .. }),
        &["line 3", "gote wins"],
    ),
    (
        "手合割：はさみ将棋\nまで1手で中断\n",
        is!(KifError { problem: KifProblem::MoveCount { expected: 0, found: 1 }, .. }),
        &["line 2", "0", "1"],
    ),
    ("手合割：はさみ将棋\nまで0手で不明\n", is!(KifError { problem: KifProblem::Syntax(_), .. }), &["line 2", "'不'"]),
    (
        "手合割：はさみ将棋\nまで0手で中断\nおまけ\n",
        is!(KifError { line: 3, problem: KifProblem::Syntax(_), .. }),
        &["line 3", "the end of the record"],
    ),
];

#[test]
fn malformed_squares_and_moves() {
    refuse(&SQUARES, |text| text.parse::<Square>());
    refuse(&MOVES, |text| text.parse::<Move>());
    refuse(&DRAWINGS, |text| text.parse::<Bitboard>());
}

#[test]
fn malformed_positions() {
    refuse(&SFENS, |text| text.parse::<Setup>());
    refuse(&SFENS, |text| Position::from_sfen(Rules::PLAIN, text));
    let small: Rules = "plain,size=4".parse().unwrap();
    refuse(&IMPOSSIBLE, |text| Position::from_sfen(small, text));
    refuse(&DIAGRAMS, read_diagram);
}

#[test]
fn malformed_rules() {
    refuse(&RULES, |text| text.parse::<Rules>());
    refuse(&RULES[..6], |text| text.parse::<Preset>());
    let long = format!("plain,hop={}", "x".repeat(1000));
    assert_eq!(long.parse::<Rules>(), Err(RulesError::TooLong { length: 1010 }));
    assert_eq!(long.parse::<Preset>(), Err(RulesError::TooLong { length: 1010 }));
}

#[test]
fn rules_errors_tell_key_and_offset() {
    for (text, _, names) in &RULES {
        let error = text.parse::<Rules>().unwrap_err();
        let named = names.iter().find_map(|name| name.strip_prefix("byte "));
        assert!(named.is_none_or(|offset| error.offset() == offset.parse().ok()), "{text}: {:?}", error.offset());
        assert!(error.key().is_none_or(|key| error.to_string().contains(key.name())), "{text}: {error}");
    }
}

#[test]
fn malformed_japanese_moves() {
    let last_arrival = "5e".parse().ok();
    refuse(&JAPANESE, |text| JapaneseMove::parse(text, last_arrival));
    let alone: [Row<JapaneseError>; 1] = [("▲同歩(59)", is!(JapaneseError::NoLastArrival { offset: 3 }), &["同", "byte 3"])];
    refuse(&alone, |text| JapaneseMove::parse(text, None));
}

#[test]
fn malformed_row_column_moves() {
    refuse(&ROW_COLUMN_MOVES, |text| RowColMove::parse(text, BoardSize::EIGHT));
    let squares: [Row<RowColError>; 2] = [
        ("a1-", is!(RowColError::Syntax(_)), &["the end", "byte 2", "'-'"]),
        ("h9", is!(RowColError::OffBoard { .. }), &["h9", "byte 0", "8 × 8"]),
    ];
    refuse(&squares, |text| RowColSquare::parse(text, BoardSize::EIGHT));
}

#[test]
fn malformed_records() {
    refuse(&KIFS, read_kif);
}

#[test]
fn moves_in_a_record_that_is_over() {
    let over = "手合割：はさみ将棋\nルール：plain,moves=1:draw\n   1 ５五歩(59)\n   2 ５二と(51)\n";
    let error = read_kif(over).unwrap_err();
    assert!(matches!(error.problem, KifProblem::Illegal { number: 2, .. }), "{error}");
    assert!(error.to_string().contains("the game is over: draw (move_limit)"), "{error}");
}

/// A reader, some texts that it takes, and a way to try a text on it.
struct Reader {
    name: &'static str,
    valid: Vec<String>,
    /// Reads a text and answers whether it was taken; what was taken must print and read back equal.
    read: fn(&str) -> bool,
}

/// Reads a text; if it is taken, it must survive being written, and if not, the place that the error names must be one of the text.
fn attempt<T: PartialEq + Debug, E: Display + Debug>(
    text: &str,
    read: impl Fn(&str) -> Result<T, E>,
    write: impl Fn(&T) -> String,
) -> bool {
    match read(text) {
        Ok(value) => {
            let written = write(&value);
            assert_eq!(read(&written).expect("what was written reads back"), value, "{text:?} was written as {written:?}");
            true
        }
        Err(error) => {
            let message = error.to_string();
            let offset = message.split_once("(byte ").map(|(_, rest)| rest.chars().take_while(char::is_ascii_digit).collect::<String>());
            let offset: Option<usize> = offset.map(|digits| digits.parse().expect("digits"));
            assert!(offset.is_none_or(|offset| text.is_char_boundary(offset)), "{text:?}: {message}");
            false
        }
    }
}

/// The texts of games and positions that random moves lead to.
fn texts_of_games() -> Vec<(Game, String)> {
    let games = ["classic-5", "online", "mak-yek", "plain,size=4", "jsa,size=6,moves=20:adjudicate"].map(|rules| {
        let mut game = Game::new(rules.parse().expect("rules"));
        for seed in 0..24 {
            let mv = if game.result().is_none() { game.position().moves().nth(seed * 7 % 12) } else { None };
            mv.map(|mv| game.play(mv).expect("a legal move"));
        }
        game
    });
    games.into_iter().map(|game| (game.clone(), write_kif(&game))).collect()
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_string()).collect()
}

/// All readers of the crate.
fn readers() -> Vec<Reader> {
    let games = texts_of_games();
    simple_readers().into_iter().chain(position_readers(&games)).chain(notation_readers(&games)).collect()
}

fn simple_readers() -> [Reader; 5] {
    let presets: Vec<String> = Preset::ALL.iter().map(|preset| preset.name().to_string()).collect();
    let rules =
        ["plain,size=4,home=1,hop=own,target=all", "dai,line=5:hvd:2,lead=held:3,quiet=100:draw", "misere,size=7,both-weak=2,no-move=draw"];
    let rules = [presets.clone(), strings(&rules)].concat();
    [
        Reader { name: "square", valid: strings(&["5e", "1a", "9i"]), read: |text| attempt(text, str::parse::<Square>, Square::to_string) },
        Reader { name: "move", valid: strings(&["5i5e", "1a9a"]), read: |text| attempt(text, str::parse::<Move>, Move::to_string) },
        Reader {
            name: "set of squares",
            valid: vec![Bitboard::ALL.to_string()],
            read: |text| attempt(text, str::parse::<Bitboard>, Bitboard::to_string),
        },
        Reader { name: "preset", valid: presets, read: |text| attempt(text, str::parse::<Preset>, Preset::to_string) },
        Reader { name: "rules", valid: rules, read: |text| attempt(text, str::parse::<Rules>, Rules::to_string) },
    ]
}

fn position_readers(games: &[(Game, String)]) -> [Reader; 3] {
    let online = games.iter().map(|(game, _)| game.position()).filter(|position| *position.rules() == Rules::ONLINE);
    let diagrams =
        games.iter().flat_map(|(game, _)| [Diagram::ascii(game.position()).to_string(), Diagram::kanji(game.position()).to_string()]);
    [
        Reader {
            name: "setup",
            valid: games.iter().map(|(game, _)| game.setup().to_string()).collect(),
            read: |text| attempt(text, str::parse::<Setup>, Setup::to_string),
        },
        Reader {
            name: "position",
            valid: online.map(Position::to_string).collect(),
            read: |text| attempt(text, |text| Position::from_sfen(Rules::ONLINE, text), Position::to_string),
        },
        Reader { name: "diagram", valid: diagrams.collect(), read: read_drawing },
    ]
}

fn notation_readers(games: &[(Game, String)]) -> [Reader; 4] {
    [
        Reader {
            name: "Japanese move",
            valid: strings(&["▲５五歩(59)", "△２八と(21)", "▲同歩(19)"]),
            read: |text| attempt(text, |text| JapaneseMove::parse(text, "1a".parse().ok()), JapaneseMove::to_string),
        },
        Reader {
            name: "row-column move",
            valid: strings(&["i5-e5", "a1-a9"]),
            read: |text| attempt(text, |text| RowColMove::parse(text, BoardSize::NINE), RowColMove::to_string),
        },
        Reader {
            name: "row-column square",
            valid: strings(&["e5", "a1"]),
            read: |text| attempt(text, |text| RowColSquare::parse(text, BoardSize::EIGHT), RowColSquare::to_string),
        },
        Reader {
            name: "record",
            valid: games.iter().map(|(_, kif)| kif.clone()).collect(),
            read: |text| attempt(text, read_kif, write_kif),
        },
    ]
}

/// Reads a diagram and draws it anew, unless it has more men than any rules allow: only positions are drawn.
fn read_drawing(text: &str) -> bool {
    let too_full = read_diagram(text).is_ok_and(|setup| draw(&setup).is_none());
    too_full || attempt(text, read_diagram, |setup| draw(setup).expect("a position"))
}

/// Draws a setup as a position under the rules with the most men for its board.
fn draw(setup: &Setup) -> Option<String> {
    let home = HomeRanks::from_mask((1 << ((setup.size.get() - 1) / 2)) - 1);
    let rules = Rules::REDUCE_TO_ONE.to_builder().size(setup.size).home(home).target(Target::All).build().ok()?;
    let position = Position::from_setup(rules, setup).ok()?;
    Some(Diagram::ascii(&position).to_string())
}

/// A small generator of random numbers (`splitmix64`).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, or 0 if there is none.
    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }

    /// Random bytes, made text by force.
    fn noise(&mut self) -> String {
        let bytes: Vec<u8> = (0..self.below(60)).map(|_| self.next() as u8).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// A valid text with one to three accidents.
    fn mutated(&mut self, valid: &[String], alphabet: &[char]) -> String {
        let mut text: Vec<char> = self.pick(valid).chars().collect();
        for _ in 0..=self.below(3) {
            self.mutate(&mut text, alphabet);
        }
        text.into_iter().collect()
    }

    fn mutate(&mut self, text: &mut Vec<char>, alphabet: &[char]) {
        let start = self.below(text.len() + 1);
        let longest = if self.below(4) == 0 { text.len() - start } else { 3.min(text.len() - start) };
        let slice = start..start + self.below(longest + 1);
        let replacement = match self.below(4) {
            0 => Vec::new(),
            1 => text[slice.clone()].repeat(2),
            2 => (0..=self.below(3)).map(|_| *self.pick(alphabet)).collect(),
            _ => self.noise().chars().take(2).collect(),
        };
        text.splice(slice, replacement);
    }
}

/// Reads a text and asserts that it takes less than a second.
fn timed(reader: &Reader, text: &str) -> bool {
    let start = Instant::now();
    let taken = (reader.read)(text);
    assert!(start.elapsed() < Duration::from_secs(1), "{}: {:?} for {} bytes", reader.name, start.elapsed(), text.len());
    taken
}

#[test]
fn random_texts_never_panic() {
    let rounds = if cfg!(debug_assertions) { 5_000 } else { 100_000 };
    let mut random = Random(81);
    for reader in readers() {
        let alphabet: Vec<char> = reader.valid.concat().chars().chain("0123456789 \n\r,:=+-/()xPpbw同投了まで".chars()).collect();
        assert!(reader.valid.iter().all(|text| timed(&reader, text)), "{}: the valid texts are valid", reader.name);
        let mut taken = 0;
        for round in 0..rounds {
            let text = if round % 4 == 0 { random.noise() } else { random.mutated(&reader.valid, &alphabet) };
            taken += usize::from(timed(&reader, &text));
        }
        assert!(taken > rounds / 500 && taken < rounds / 2, "{}: {taken} of {rounds} were taken", reader.name);
    }
}

#[test]
fn huge_texts_do_not_hang() {
    const LENGTH: usize = if cfg!(debug_assertions) { 200_000 } else { 1_000_000 };
    for reader in readers() {
        for piece in reader.valid.iter().map(String::as_str).chain([
            "9",
            "P",
            "/",
            ",",
            " ",
            "\n",
            "同",
            "手合割：",
            "1 ",
            "x.",
            "plain,",
            "\u{feff}",
        ]) {
            timed(&reader, &piece.repeat(LENGTH / piece.len()));
        }
    }
}
