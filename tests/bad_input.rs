//! Texts that are not quite right: each is refused with an error that says what is wrong and where.

use std::fmt::{Debug, Display};

use hasami_shogi::{
    Bitboard, BitboardError, BoardSize, Contradiction, DiagramError, JapaneseError, JapaneseMove, KifError, KifProblem, Move, MoveError,
    Position, Preset, RowColError, RowColMove, RowColSquare, RuleKey, Rules, RulesError, Setup, SetupError, SfenError, Side, Square,
    SquareError, read_diagram, read_kif,
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
    ("plain,target=1000", is!(RulesError::OutOfRange { key: RuleKey::Target, offset: 13, .. }), &["target", "\"1000\"", "1 to 9"]),
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
    ("手合割：平手\n", is!(KifError { line: 1, problem: KifProblem::AnotherGame { .. }, .. }), &["line 1", "手合割", "平手"]),
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
    ("手合割：はさみ将棋\n   1 詰み\n", is!(KifError { problem: KifProblem::UnknownEnding { .. }, .. }), &["line 2", "\"詰み\""]),
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
