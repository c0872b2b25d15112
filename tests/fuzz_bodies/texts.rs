//! The readers of text, and sets of squares.

use arbitrary::Unstructured;
use hasami_shogi::notation::kif::KifRecord;
use hasami_shogi::{Bitboard, BoardSize, Game, JapaneseMove, Move, RowColMove, RowColSquare, Rules, Square};

use crate::{model, readers};

/// The bytes as text; what is not UTF-8 becomes a mark that no reader takes.
fn text(data: &[u8]) -> String {
    String::from_utf8_lossy(data).into_owned()
}

pub fn rules_text(data: &[u8]) {
    let text = text(data);
    readers::rules_text(&text);
    readers::preset(&text);
}

/// Positions as texts: SFEN and diagrams.
pub fn sfen(data: &[u8]) {
    let text = text(data);
    readers::setup(&text);
    readers::position(&text);
    readers::diagram(&text);
}

/// The text of rules, and moves of a game by them. Each move is legal just if the game lists it.
pub fn usi_moves(data: &[u8]) {
    let text = text(data);
    let mut words = text.split(' ').peekable();
    let rules: Option<Rules> = words.peek().and_then(|word| word.parse().ok());
    let mut game = Game::new(rules.inspect(|_| _ = words.next()).unwrap_or_default());
    for word in words {
        readers::square(word);
        if readers::mv(word) {
            let mv: Move = word.parse().expect("it has been read");
            let expected = game.result().is_none() && game.position().moves().any(|legal| legal == mv);
            assert_eq!(game.play(mv).is_ok(), expected, "{mv} in {game:?}");
        }
    }
}

pub fn kif(data: &[u8]) {
    let text = text(data);
    readers::record(&text);
    // Blanks at the ends of lines, and the other end of a line for all of them, mean nothing.
    if !text.contains('\r') {
        assert_eq!(KifRecord::parse(&text.replace('\n', "　\r\n")).ok(), KifRecord::parse(&text).ok(), "{text:?}");
    }
    for last_arrival in [None, "5e".parse::<Square>().ok()] {
        readers::attempt(&text, |text| JapaneseMove::parse(text, last_arrival), JapaneseMove::to_string);
    }
}

pub fn rowcol(data: &[u8]) {
    let text = text(data);
    for size in BoardSize::all() {
        readers::attempt(&text, |text| RowColMove::parse(text, size), RowColMove::to_string);
        readers::attempt(&text, |text| RowColSquare::parse(text, size), RowColSquare::to_string);
    }
}

/// Two sets and a square against sets of coordinates; and the bytes as the drawing of a set.
pub fn bitboard(data: &[u8]) {
    readers::bitboard(&text(data));
    let mut data = Unstructured::new(data);
    let (Ok(a), Ok(b), Ok(square)) = (data.arbitrary::<Bitboard>(), data.arbitrary(), data.arbitrary()) else { return };
    model::sets::check(a, b, square);
}
