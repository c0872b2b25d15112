//! The header of a record.

use alloc::string::String;

use super::error::excerpt;
use super::lines::{Line, Lines, is_blank};
use super::{GAME, KifError, KifProblem, RESULT};
use crate::game::Game;
use crate::position::Setup;
use crate::rules::Rules;

const COLON: char = '：';
/// So much of a key is looked at, in characters.
const LONGEST_KEY: usize = 40;

/// The keys that mean something, each with what a misspelt one contains when blanks, case and width make no difference.
const KEYS: [(&str, &[&str]); 3] = [
    ("手合割", &["手合割", "手合い割", "手合わり"]),
    ("ルール", &["ルール", "規則", "rule", "variant"]),
    ("局面", &["局面", "sfen", "position"]),
];
const HANDS: [&str; 2] = ["持駒", "持ち駒"];
const VARIATION_KEY: &str = "変化";

/// Reads the header: the game before its first move, and the line after the header.
pub(super) fn read_header<'a>(lines: &mut Lines<'a>) -> Result<(Game, Option<Line<'a>>), KifError> {
    let mut header = Header::default();
    while let Some(line) = lines.next().transpose()? {
        if ends_header(&line) {
            return Ok((header.finish(&line)?, Some(line)));
        }
        header.line(line).map_err(|problem| line.error(problem))?;
    }
    Ok((header.finish(&lines.end())?, None))
}

fn ends_header(line: &Line<'_>) -> bool {
    line.is_columns() || line.text().starts_with(RESULT) || line.is_numbered() && !line.is_diagram()
}

/// What the header has said so far.
#[derive(Default)]
struct Header<'a> {
    game: Option<()>,
    rules: Option<Rules>,
    start: Option<(Line<'a>, Setup)>,
}

impl<'a> Header<'a> {
    fn line(&mut self, line: Line<'a>) -> Result<(), KifProblem> {
        let (key, value) = split(&line)?;
        match key {
            "手合割" if value == GAME => fill(&mut self.game, (), "手合割"),
            "手合割" => Err(KifProblem::AnotherGame { value: excerpt(value) }),
            "ルール" => fill(&mut self.rules, value.parse()?, "ルール"),
            "局面" => fill(&mut self.start, (line, value.parse()?), "局面"),
            _ => check_unknown(key, value),
        }
    }

    /// The game before its first move; `next` is the line after the header.
    fn finish(self, next: &Line<'_>) -> Result<Game, KifError> {
        self.game.ok_or_else(|| next.error(KifProblem::MissingGame))?;
        let rules = self.rules.unwrap_or(Rules::REDUCE_TO_ONE);
        match self.start {
            Some((line, setup)) => Game::from_setup(rules, &setup).map_err(|error| line.error(KifProblem::Start(error.into()))),
            None => Ok(Game::new(rules)),
        }
    }
}

/// The key and the value of a header.
fn split<'a>(line: &Line<'a>) -> Result<(&'a str, &'a str), KifProblem> {
    if line.is_diagram() {
        return Err(KifProblem::Diagram);
    }
    let mut cursor = line.cursor;
    let before_colon = cursor.rest().split([':', COLON]).next().unwrap_or_default();
    let is_header = before_colon.len() < cursor.rest().len() && !before_colon.trim_matches(is_blank).is_empty();
    if !is_header {
        return Err(cursor.unexpected("a header `key：value`, a comment or a move with its number").into());
    }
    cursor.eat(before_colon);
    cursor.expect("：")?;
    Ok((before_colon, cursor.rest()))
}

/// Passes over a header that means nothing, but not over one that is meant to.
fn check_unknown(key: &str, value: &str) -> Result<(), KifProblem> {
    let plain = fold(key);
    let contains = |words: &[&str]| words.iter().any(|word| plain.contains(word));
    if contains(&HANDS) {
        let none = matches!(value.trim_matches(is_blank), "" | "なし");
        return if none { Ok(()) } else { Err(KifProblem::Hands { key: excerpt(key), value: excerpt(value) }) };
    }
    match KEYS.iter().find(|(_, words)| contains(words)) {
        _ if plain == VARIATION_KEY => Err(KifProblem::Variation),
        Some((meant, _)) => Err(KifProblem::UnknownHeader { key: excerpt(key), meant }),
        None => Ok(()),
    }
}

/// A key without what looks alike or cannot be seen: blanks, case, width, and strokes in place of the long vowel of katakana.
fn fold(key: &str) -> String {
    let mut plain = String::new();
    for c in key.chars().filter(|c| c.is_alphanumeric() || is_stroke(*c)).take(LONGEST_KEY) {
        match c {
            'Ａ'..='Ｚ' | 'ａ'..='ｚ' => plain.extend(char::from_u32(u32::from(c) - 0xfee0).map(|c| c.to_ascii_lowercase())),
            'ﾙ' | 'る' => plain.push('ル'),
            c if is_stroke(c) => plain.push('ー'),
            c => plain.push(c.to_ascii_lowercase()),
        }
    }
    plain
}

/// Whether a character looks like the long vowel `ー`.
const fn is_stroke(c: char) -> bool {
    matches!(c, 'ー' | 'ｰ' | '一' | '-' | '－' | '‐'..='―' | '─' | '━' | '−' | '〜' | '～' | '_' | '＿')
}

/// Keeps the value of a header that has not come before.
fn fill<T>(place: &mut Option<T>, value: T, key: &'static str) -> Result<(), KifProblem> {
    match place.replace(value) {
        Some(_) => Err(KifProblem::Duplicate { key }),
        None => Ok(()),
    }
}
