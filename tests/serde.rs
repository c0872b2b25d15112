//! Serialising: the JSON that is promised, binary round trips, and what is refused.
#![cfg(feature = "serde")]

use std::fmt::Debug;

use hasami_shogi::{Bitboard, BoardSize, Game, Move, Outcome, Position, Preset, Reason, Rules, Setup, Side, Square};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The value as this JSON and as these many bytes of postcard, and back.
fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, json: &str, bytes: usize) {
    assert_eq!(serde_json::to_string(value).expect("to JSON"), json);
    assert_eq!(&serde_json::from_str::<T>(json).expect("from JSON"), value);
    let binary = postcard::to_allocvec(value).expect("to postcard");
    assert_eq!(binary.len(), bytes, "{binary:?}");
    assert_eq!(&postcard::from_bytes::<T>(&binary).expect("from postcard"), value);
}

/// The value through JSON and postcard, whatever these look like.
fn survives<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let json = serde_json::to_string(value).expect("to JSON");
    round_trip(value, &json, postcard::to_allocvec(value).expect("to postcard").len());
}

/// The error that this JSON makes, up to the place that the format adds.
fn json_error<T: DeserializeOwned + Debug>(json: &str) -> String {
    let error = serde_json::from_str::<T>(json).expect_err(json).to_string();
    error.split(" at line ").next().unwrap_or_default().to_string()
}

/// Reads as `T` what postcard writes for something else.
fn reread<T: DeserializeOwned>(value: impl Serialize) -> Option<T> {
    postcard::from_bytes(&postcard::to_allocvec(&value).expect("to postcard")).ok()
}

fn setup(sfen: &str) -> Setup {
    sfen.parse().expect("an SFEN")
}

fn played(rules: Rules, moves: &str) -> Game {
    let mut game = Game::new(rules);
    for mv in moves.split(' ') {
        game.play(mv.parse().expect("a move")).expect("a legal move");
    }
    game
}

#[test]
fn squares() {
    for square in Square::all() {
        round_trip(&square, &format!("\"{square}\""), 1);
    }
    assert_eq!(postcard::to_allocvec(&Square::new(40)), Ok(vec![40]));
    assert_eq!(json_error::<Square>("\"5j\""), "the rank of a square (byte 1) must be a letter a to i, not 'j'");
    assert_eq!(json_error::<Square>("40"), "invalid type: integer `40`, expected a string");
    assert_eq!(reread::<Square>(80_u8), Some(Square::new(80)));
    assert_eq!(reread::<Square>(81_u8), None);
}

#[test]
fn moves() {
    let mv: Move = "5i5e".parse().expect("a move");
    round_trip(&mv, "\"5i5e\"", 2);
    assert_eq!(postcard::to_allocvec(&mv), Ok(vec![76, 40]));
    assert_eq!(json_error::<Move>("\"5i5\""), "a move has four characters, two squares, not 3");
    assert_eq!(reread::<Move>((76_u8, 81_u8)), None);
}

#[test]
fn names() {
    round_trip(&Side::Sente, "\"sente\"", 1);
    round_trip(&Side::Gote, "\"gote\"", 1);
    for reason in Reason::ALL {
        round_trip(&reason, &format!("\"{reason}\""), 1);
    }
    round_trip(&Preset::DaiHopFive, "\"dai-hop-five\"", 13);
    assert_eq!(json_error::<Side>("\"black\""), "no side has the name \"black\"");
    assert_eq!(json_error::<Reason>("\"boredom\""), "no reason has the name \"boredom\"");
    assert_eq!(json_error::<Preset>("\"chess\""), "unknown preset \"chess\"");
    assert_eq!(reread::<Side>(2_u8), None);
    assert_eq!(reread::<Reason>(11_u8), None);
}

#[test]
fn outcomes() {
    round_trip(&Outcome::win(Side::Gote, Reason::Line), r#"{"winner":"gote","reason":"line"}"#, 3);
    round_trip(&Outcome::draw(Reason::BothWeak), r#"{"winner":null,"reason":"both_weak"}"#, 2);
    assert_eq!(json_error::<Outcome>(r#"{"reason":"line"}"#), "missing field `winner`");
    assert_eq!(json_error::<Outcome>(r#"{"winner":null}"#), "missing field `reason`");
    assert_eq!(json_error::<Outcome>(r#"{"winner":null,"reason":"dead","ply":3}"#), "unknown field `ply`, expected `winner` or `reason`");
}

#[test]
fn sets_of_squares() {
    round_trip(&Bitboard::EMPTY, "[]", 2);
    let corners = BoardSize::NINE.corners();
    round_trip(&corners, r#"["1a","9a","1i","9i"]"#, 5);
    survives(&Bitboard::ALL);
    assert_eq!(serde_json::from_str::<Bitboard>(r#"["9i","1a","9a","1i"]"#).expect("any order"), corners);
    assert_eq!(json_error::<Bitboard>(r#"["1a","2a","1a"]"#), "1a is listed twice");
    assert_eq!(json_error::<Bitboard>(r#"["0a"]"#), "the file of a square (byte 0) must be a digit 1 to 9, not '0'");
    assert_eq!(reread::<Bitboard>([0_u64, 1 << 16]), Some(Bitboard::of(Square::new(80))));
    assert_eq!(reread::<Bitboard>([0_u64, 1 << 17]), None);
}

#[test]
fn sizes() {
    for size in BoardSize::all() {
        round_trip(&size, &size.to_string(), 1);
    }
    assert_eq!(json_error::<BoardSize>("3"), "no board has 3 ranks");
    assert_eq!(reread::<BoardSize>(10_u8), None);
}

#[test]
fn rules() {
    for preset in Preset::ALL {
        survives(&preset.rules());
    }
    let rules: Rules = "online,size=7,target=all".parse().expect("rules");
    round_trip(&rules, &format!("\"{rules}\""), 1 + rules.to_string().len());
    assert_eq!(json_error::<Rules>("\"classic-5,size=12\""), "size cannot be \"12\" (byte 15): it takes 4 to 9");
    assert_eq!(reread::<Rules>("classic-5,target=10"), None);
}

#[test]
fn setups() {
    let sfen = "9/9/9/9/1Pppp4/9/9/9/5Pp2 w - 31";
    // A byte each for size, side and number; the men take at most ten bytes a half.
    round_trip(&setup(sfen), &format!("\"{sfen}\""), 21);
    assert_eq!(
        json_error::<Setup>("\"9/9/9/9/9/9/9/9/9 b - 0\"").split(' ').take(5).collect::<Vec<_>>().join(" "),
        "the move number (byte 22)"
    );
    let (one, none) = (Bitboard::of(Square::new(8)), Bitboard::EMPTY);
    assert!(reread::<Setup>((9_u8, one, none, Side::Sente, 1_u32)).is_some());
    assert_eq!(reread::<Setup>((9_u8, one, one, Side::Sente, 1_u32)), None);
    assert_eq!(reread::<Setup>((8_u8, one, none, Side::Sente, 1_u32)), None);
    assert_eq!(reread::<Setup>((9_u8, one, none, Side::Sente, 0_u32)), None);
}

#[test]
fn a_setup_without_meaning_is_not_written() {
    let mut crowded = setup("8P/9/9/9/9/9/9/9/9 b");
    crowded.gote = crowded.sente;
    assert_eq!(serde_json::to_string(&crowded).expect_err("overlap").to_string(), "both sides have a man on 1a");
    assert!(postcard::to_allocvec(&crowded).is_err());
    let unnumbered = Setup { move_number: 0, ..setup("9/9/9/9/9/9/9/9/9 b") };
    assert!(serde_json::to_string(&unnumbered).is_err());
}

#[test]
fn positions() {
    let json = r#"{"rules":"mak-yek","sfen":"pppppppp/8/pppppppp/8/8/PPPPPPPP/8/PPPPPPPP b - 1"}"#;
    round_trip(&Position::start(Rules::MAK_YEK), json, 27);
    let numbered = json.replace("- 1", "- 77");
    assert_eq!(serde_json::from_str::<Position>(&numbered).expect("a number"), Position::start(Rules::MAK_YEK));
    assert_eq!(json_error::<Position>(&json.replace("mak-yek", "jsa")), "the board is 8 × 8, but the rules play on 9 × 9");
    let crowded = json.replace("mak-yek", "mak-yek,home=1,target=all");
    assert_eq!(json_error::<Position>(&crowded), "sente has 16 men, but starts with 8");
    assert_eq!(json_error::<Position>(r#"{"rules":"jsa"}"#), "missing field `sfen`");
    let crowded = setup("ppppppppp/9/9/9/9/9/9/PPPPPPPPP/PPPPPPPPP b");
    assert_eq!(reread::<Position>(("dai", crowded)).map(|position| position.captured(Side::Sente)), Some(9));
    assert_eq!(reread::<Position>(("classic-5", crowded)), None);
}

const START: &str = "ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 1";

#[test]
fn games() {
    let game = played(Rules::CLASSIC_5, "5i5e 4a4e 3i3e");
    round_trip(&game, &format!(r#"{{"rules":"classic-5","start":"{START}","moves":["5i5e","4a4e","3i3e"]}}"#), 28);
    let numbered = Game::from_setup(Rules::DAI, &setup("4p4/9/9/p8/9/9/9/9/P3P4 w - 31")).expect("a setup");
    round_trip(&numbered, r#"{"rules":"dai","start":"4p4/9/9/p8/9/9/9/9/P3P4 w - 31","moves":[]}"#, 20);
}

#[test]
fn games_keep_what_the_players_decided() {
    let mut game = played(Rules::CLASSIC_5, "5i5e");
    game.resign(Side::Gote).expect("not over");
    let moves = format!(r#"{{"rules":"classic-5","start":"{START}","moves":["5i5e"]"#);
    round_trip(&game, &format!(r#"{moves},"result":{{"winner":"sente","reason":"resignation"}}}}"#), 27);
    let mut game = played(Rules::CLASSIC_5, "5i5e");
    game.agree_draw().expect("not over");
    round_trip(&game, &format!(r#"{moves},"result":{{"winner":null,"reason":"agreement"}}}}"#), 26);
}

#[test]
fn games_find_their_other_results_by_play() {
    let game = played("classic-5,moves=2:draw".parse().expect("rules"), "5i5e 5a5b");
    assert_eq!(game.result(), Some(Outcome::draw(Reason::MoveLimit)));
    round_trip(&game, &format!(r#"{{"rules":"classic-5,moves=2:draw","start":"{START}","moves":["5i5e","5a5b"]}}"#), 39);
}

#[test]
fn games_that_cannot_be_are_refused() {
    let game = |rest: &str| json_error::<Game>(&format!(r#"{{"rules":"classic-5,moves=2:draw","start":"{START}",{rest}}}"#));
    assert_eq!(game(r#""moves":["5i5e","5a5f"]"#), "move 2 (5a5f): the way is blocked on 5e");
    assert_eq!(game(r#""moves":["5i5e","5a5b","5e5f"]"#), "move 3 (5e5f): the game is over: draw (move_limit)");
    assert_eq!(game(r#""moves":["5i5e","5a5b"],"result":{"winner":"gote","reason":"resignation"}"#), "the game is over: draw (move_limit)");
    let stated = "a record states a resignation or an agreement, not ";
    assert_eq!(game(r#""moves":[],"result":{"winner":"gote","reason":"line"}"#), format!("{stated}gote wins (line)"));
    assert_eq!(game(r#""moves":[],"result":{"winner":"gote","reason":"agreement"}"#), format!("{stated}gote wins (agreement)"));
    assert_eq!(game(r#""moves":[],"result":{"winner":null,"reason":"resignation"}"#), format!("{stated}draw (resignation)"));
    assert_eq!(game(r#""plies":[]"#), "unknown field `plies`, expected one of `rules`, `start`, `moves`, `result`");
    assert_eq!(json_error::<Game>(&format!(r#"{{"rules":"dai","start":"{START}"}}"#)), "missing field `moves`");
    assert_eq!(
        json_error::<Game>(&format!(r#"{{"rules":"mak-yek","start":"{START}","moves":[]}}"#)),
        "the board is 9 × 9, but the rules play on 8 × 8"
    );
}

#[test]
fn binary_games_are_played_through_too() {
    let game = |mv: &str| reread::<Game>(("classic-5", setup(START), vec![mv.parse::<Move>().expect("a move")], None::<Outcome>));
    assert_eq!(game("5i5e"), Some(played(Rules::CLASSIC_5, "5i5e")));
    assert_eq!(game("5i5a"), None);
}

#[test]
fn games_of_all_presets_survive() {
    let mut random = 1_usize;
    for preset in Preset::ALL {
        let mut game = Game::new(preset.rules());
        while game.result().is_none() && game.ply() < 60 {
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let moves = game.position().move_list();
            game.play(moves[(random >> 33) % moves.len()]).expect("a legal move");
        }
        survives(&game);
        survives(game.position());
    }
}

/// What version 0.1.0 wrote: the type, the JSON, and the bytes of postcard in hexadecimal. Lines may be added, but none may ever be changed within a
/// major version.
const GOLDEN: &str = include_str!("data/golden/serde.txt");

#[test]
fn serialised_forms_are_what_they_were() {
    for line in GOLDEN.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, json, hex] = fields.as_slice() else { panic!("{line:?}") };
        golden(name)(json, hex);
    }
}

fn golden(name: &str) -> fn(&str, &str) {
    match name {
        "Square" => is_written_as::<Square>,
        "Side" => is_written_as::<Side>,
        "BoardSize" => is_written_as::<BoardSize>,
        "Bitboard" => is_written_as::<Bitboard>,
        "Move" => is_written_as::<Move>,
        "Reason" => is_written_as::<Reason>,
        "Outcome" => is_written_as::<Outcome>,
        "Preset" => is_written_as::<Preset>,
        "Rules" => is_written_as::<Rules>,
        "Setup" => is_written_as::<Setup>,
        "Position" => is_written_as::<Position>,
        "Game" => is_written_as::<Game>,
        _ => panic!("no type {name:?}"),
    }
}

fn is_written_as<T: Serialize + DeserializeOwned + PartialEq + Debug>(json: &str, hex: &str) {
    let value: T = serde_json::from_str(json).expect(json);
    assert_eq!(serde_json::to_string(&value).expect("to JSON"), json);
    let bytes = postcard::to_allocvec(&value).expect("to postcard");
    assert_eq!(bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>(), hex, "{json}");
    assert_eq!(postcard::from_bytes::<T>(&bytes).expect("from postcard"), value);
}
