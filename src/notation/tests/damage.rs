//! Noise and damaged texts: no reader panics, errors point into the text, and what is read is what was written.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{RULES, Random, rules};
use crate::board::BoardSize;
use crate::notation::SyntaxError;
use crate::notation::diagram::{Diagram, DiagramError, read_diagram};
use crate::notation::japanese::{JapaneseError, JapaneseMove};
use crate::notation::kif::{KifProblem, read_kif, write_kif};
use crate::notation::rowcol::{RowColError, RowColMove};
use crate::position::Position;

const ROUNDS: usize = 20_000;

/// Random bytes, made into text.
fn noise(random: &mut Random) -> String {
    let bytes: Vec<u8> = (0..random.below(40)).map(|_| random.pick(&[0, 9, 10, 13, 32, 40, 41, 49, 0x80, 0xe3, 0xef, 0xff])).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Characters of all the notations, and some of none.
const CHARACTERS: &str = "▲△同歩と()195９１五一九-ai09.・Pp 先手番：まで変化+|/\n\r*#&\u{feff}\u{3000}é🀄";

/// A text with a few characters lost, doubled, put in, or changed; sometimes cut short.
fn damage(random: &mut Random, text: &str) -> String {
    let alphabet: Vec<char> = CHARACTERS.chars().collect();
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(2) {
        let at = random.below(chars.len().max(1));
        match random.below(6) {
            _ if chars.is_empty() => chars.push(random.pick(&alphabet)),
            0 => drop(chars.remove(at)),
            1 => chars.insert(at, chars[at]),
            2 => chars.truncate(at),
            3 => chars.insert(at, random.pick(&alphabet)),
            _ => chars[at] = random.pick(&alphabet),
        }
    }
    chars.into_iter().collect()
}

/// Feeds a reader with noise and with damaged copies of some texts.
fn bombard(seed: u64, texts: &[String], read: impl Fn(&str)) {
    let mut random = Random(seed);
    for _ in 0..ROUNDS {
        read(&noise(&mut random));
        let text = random.pick(texts);
        read(&damage(&mut random, &text));
    }
}

/// What the error says stands in the text must stand there.
#[track_caller]
fn check_place(text: &str, error: SyntaxError) {
    let rest = text.get(error.offset..).unwrap_or_else(|| panic!("{error} in {text:?}"));
    assert_eq!(error.found, rest.chars().next(), "{error} in {text:?}");
}

#[test]
fn japanese() {
    let last_arrival = "5e".parse().ok();
    let texts = ["▲５五歩(59)", "△５四と(51)", "▲同歩(59)"].map(String::from);
    bombard(1, &texts, |text| match JapaneseMove::parse(text, last_arrival) {
        Ok(mv) => assert_eq!(mv.to_string(), text),
        Err(JapaneseError::Syntax(error)) => check_place(text, error),
        Err(error) => assert!(text.contains("５五"), "{error} in {text:?}"),
    });
}

#[test]
fn rows_and_columns() {
    let texts = ["i5-e5", "a1-a8", "h8-h1"].map(String::from);
    bombard(2, &texts, |text| match RowColMove::parse(text, BoardSize::EIGHT) {
        Ok(mv) => assert_eq!(mv.to_string(), text),
        Err(RowColError::Syntax(error)) => check_place(text, error),
        Err(error) => assert!(text.contains(['i', '9']), "{error} in {text:?}"),
    });
}

#[test]
fn diagrams() {
    let positions = RULES.map(|text| Position::start(rules(text)));
    let texts: Vec<String> = positions
        .iter()
        .flat_map(|position| [Diagram::kanji(position), Diagram::ascii(position)])
        .map(|diagram| diagram.to_string())
        .collect();
    bombard(3, &texts, |text| match read_diagram(text) {
        // Men may have come and gone, but on these boards as many fit as there are squares.
        Ok(setup) => assert_eq!(text.trim_end().lines().count(), usize::from(setup.size.get()) + 2),
        Err(DiagramError::Syntax(error)) => check_place(text, error),
        Err(DiagramError::Size { offset, .. }) => assert!(text[offset..].starts_with(['1', '2', '3', '１', '２', '３'])),
    });
}

/// A record with all that carries nothing.
const OTHER_PROGRAM: &str = "\
#KIF version=2.0 encoding=UTF-8
手合割：はさみ将棋　　
後手の持駒：なし
手数----指手--
   1 ５五歩(59) (00:03 / 00:00:03)+
&here
   2 時間切れ
まで1手で時間切れにより先手の勝ち

変化：1手
   1 ９八歩(99)
";

#[test]
fn records() {
    let mut random = Random(5);
    let mut texts: Vec<String> = RULES.iter().map(|text| write_kif(&random.game(rules(text), 12))).collect();
    texts.extend([OTHER_PROGRAM.into(), OTHER_PROGRAM.replace('\n', "\r\n")]);
    bombard(4, &texts, |text| match read_kif(text) {
        Ok(game) => assert_eq!(read_kif(&write_kif(&game)), Ok(game)),
        Err(error) => {
            assert_eq!(text[..error.offset].matches('\n').count() + 1, error.line, "{error} in {text:?}");
            if let KifProblem::Syntax(SyntaxError { found: Some(found), offset, .. }) = error.problem {
                assert!(text[offset..].starts_with(found), "{error} in {text:?}");
            }
        }
    });
}

/// A million lines take no longer than their number lets one expect.
#[test]
fn absurd_lengths() {
    let long = "９".repeat(1_000_000);
    assert!(
        read_diagram(&long).is_err() && JapaneseMove::parse(&long, None).is_err() && RowColMove::parse(&long, BoardSize::NINE).is_err()
    );
    let comments = ["手合割：はさみ将棋\n".into(), "*\n".repeat(1_000_000), "x".into()].concat();
    assert_eq!(read_kif(&comments).map_err(|error| error.line), Err(1_000_002));
    let digits = ["手合割：はさみ将棋\n".into(), "1".repeat(1_000_000)].concat();
    assert_eq!(read_kif(&digits).map_err(|error| error.line), Err(2));
}
