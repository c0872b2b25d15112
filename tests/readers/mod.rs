//! All that reads text: every reader with texts that it takes, and with what must hold whatever it is given.
#![allow(dead_code, unreachable_pub)]

#[cfg(feature = "serde")]
mod json;
pub mod random;

use std::fmt::{Debug, Display};

use hasami_shogi::{
    Bitboard, BoardSize, Diagram, Game, HomeRanks, JapaneseMove, Move, Position, Preset, RowColMove, RowColSquare, Rules, Setup, Square,
    Target, read_diagram, read_kif, write_kif,
};

/// A reader, some texts that it takes, and a way to try a text on it.
pub struct Reader {
    pub name: &'static str,
    pub valid: Vec<String>,
    /// Reads a text and answers whether it was taken; what was taken must print and read back equal.
    pub read: fn(&str) -> bool,
}

/// Reads a text; if it is taken, it must survive being written, and if not, the place that the error names must be one of the text.
pub fn attempt<T: PartialEq + Debug, E: Display + Debug>(
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
            // The first place is one of the text, unless the message quotes a text that looks like a place.
            let place = message.split("(byte ").nth(1).and_then(|rest| rest.split(')').next()?.parse().ok());
            let is_there = place.is_none_or(|offset| text.is_char_boundary(offset));
            assert!(is_there || text.contains("(byte "), "{text:?}: {message}");
            false
        }
    }
}

/// Games of moves that look random.
fn games() -> [Game; 5] {
    ["classic-5", "online", "mak-yek", "plain,size=4", "jsa,size=6,moves=20:adjudicate"].map(|rules| {
        let mut game = Game::new(rules.parse().expect("rules"));
        for seed in 0..24 {
            let mv = if game.result().is_none() { game.position().moves().nth(seed * 7 % 12) } else { None };
            mv.map(|mv| game.play(mv).expect("a legal move"));
        }
        game
    })
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_string()).collect()
}

/// All readers of the crate.
pub fn all() -> Vec<Reader> {
    let games = games();
    let texts = simple_readers().into_iter().chain(position_readers(&games)).chain(notation_readers(&games));
    #[cfg(feature = "serde")]
    let texts = texts.chain(json::readers(&games));
    texts.collect()
}

/// Texts that make long ones when they are repeated: a reader's own, and what most readers begin well with.
pub fn pieces(reader: &Reader) -> impl Iterator<Item = &str> {
    reader.valid.iter().map(String::as_str).chain(["9", "P", "/", ",", " ", "\n", "同", "手合割：", "1 ", "x.", "plain,", "\u{feff}"])
}

fn simple_readers() -> [Reader; 5] {
    let presets: Vec<String> = Preset::ALL.iter().map(|preset| preset.name().to_string()).collect();
    let rules =
        ["plain,size=4,home=1,hop=own,target=all", "dai,line=5:hvd:2,lead=held:3,quiet=100:draw", "misere,size=7,both-weak=2,no-move=draw"];
    let rules = [presets.clone(), strings(&rules)].concat();
    [
        Reader { name: "square", valid: strings(&["5e", "1a", "9i"]), read: square },
        Reader { name: "move", valid: strings(&["5i5e", "1a9a"]), read: mv },
        Reader { name: "set of squares", valid: vec![Bitboard::ALL.to_string()], read: bitboard },
        Reader { name: "preset", valid: presets, read: preset },
        Reader { name: "rules", valid: rules, read: rules_text },
    ]
}

fn position_readers(games: &[Game]) -> [Reader; 3] {
    let positions = || games.iter().map(Game::position);
    let online = positions().filter(|position| *position.rules() == Rules::ONLINE);
    let diagrams = positions().flat_map(|position| [Diagram::ascii(position).to_string(), Diagram::kanji(position).to_string()]);
    [
        Reader { name: "setup", valid: games.iter().map(|game| game.setup().to_string()).collect(), read: setup },
        Reader { name: "position", valid: online.map(Position::to_string).collect(), read: position },
        Reader { name: "diagram", valid: diagrams.collect(), read: diagram },
    ]
}

fn notation_readers(games: &[Game]) -> [Reader; 4] {
    [
        Reader { name: "Japanese move", valid: strings(&["▲５五歩(59)", "△２八と(21)", "▲同歩(19)"]), read: japanese_move },
        Reader { name: "row-column move", valid: strings(&["i5-e5", "a1-a9"]), read: row_column_move },
        Reader { name: "row-column square", valid: strings(&["e5", "a1"]), read: row_column_square },
        Reader { name: "record", valid: games.iter().map(write_kif).collect(), read: record },
    ]
}

pub fn square(text: &str) -> bool {
    attempt(text, str::parse::<Square>, Square::to_string)
}

pub fn mv(text: &str) -> bool {
    attempt(text, str::parse::<Move>, Move::to_string)
}

pub fn bitboard(text: &str) -> bool {
    attempt(text, str::parse::<Bitboard>, Bitboard::to_string)
}

pub fn preset(text: &str) -> bool {
    attempt(text, str::parse::<Preset>, Preset::to_string)
}

pub fn rules_text(text: &str) -> bool {
    attempt(text, str::parse::<Rules>, Rules::to_string)
}

pub fn setup(text: &str) -> bool {
    attempt(text, str::parse::<Setup>, Setup::to_string)
}

pub fn position(text: &str) -> bool {
    attempt(text, |text| Position::from_sfen(Rules::ONLINE, text), Position::to_string)
}

pub fn japanese_move(text: &str) -> bool {
    attempt(text, |text| JapaneseMove::parse(text, "1a".parse().ok()), JapaneseMove::to_string)
}

pub fn row_column_move(text: &str) -> bool {
    attempt(text, |text| RowColMove::parse(text, BoardSize::NINE), RowColMove::to_string)
}

pub fn row_column_square(text: &str) -> bool {
    attempt(text, |text| RowColSquare::parse(text, BoardSize::EIGHT), RowColSquare::to_string)
}

pub fn record(text: &str) -> bool {
    attempt(text, read_kif, write_kif)
}

/// Reads a diagram and draws it anew, unless it has more men than any rules allow: only positions are drawn.
pub fn diagram(text: &str) -> bool {
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
