//! The board on the screen.

use hasami_shogi::{Bitboard, Diagram, Game, JapaneseMove, Move, Position, Side, Square};

/// How marks stand out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// By characters alone.
    Plain,
    /// By the colours of a terminal as well.
    Coloured,
}

/// Squares to point out.
#[derive(Default)]
pub(crate) struct Marks {
    /// Where the last move arrived.
    last: Bitboard,
    /// Men that the opponent can capture.
    unsafe_men: Bitboard,
    /// Squares that a man can reach.
    targets: Bitboard,
    /// Men that it captures on one of them.
    prey: Bitboard,
}

impl Marks {
    /// What is always worth a mark.
    pub(crate) fn of(game: &Game) -> Marks {
        let unsafe_men = Side::ALL.into_iter().fold(Bitboard::EMPTY, |men, side| men | game.position().capturable(side));
        let last = game.moves().last().map_or(Bitboard::EMPTY, |mv| Bitboard::of(mv.to()));
        Marks { last, unsafe_men, ..Marks::default() }
    }

    /// Where one man can go.
    pub(crate) fn preview(position: &Position, from: Square) -> Marks {
        let man = position.moves_of(from);
        let prey = man.iter().fold(Bitboard::EMPTY, |men, mv| men | position.captures_of(mv));
        Marks { last: Bitboard::of(from), targets: man.targets(), prey, ..Marks::default() }
    }

    /// The character behind a square, and its colour.
    fn of_square(&self, square: Square) -> (char, &'static str) {
        match square {
            _ if self.prey.contains(square) => ('x', RED),
            _ if self.targets.contains(square) => ('+', GREEN),
            _ if self.unsafe_men.contains(square) => ('!', YELLOW),
            _ if self.last.contains(square) => (' ', BOLD),
            _ => (' ', ""),
        }
    }
}

const RED: &str = "\x1b[1;31m";
const GREEN: &str = "\x1b[32m";
const YELLOW: &str = "\x1b[33m";
const BOLD: &str = "\x1b[1m";
const REVERSE: &str = "\x1b[7m";
const RESET: &str = "\x1b[0m";

/// Draws a position, without anything below the last rank.
pub(crate) fn draw(position: &Position, marks: &Marks, style: Style) -> String {
    let (size, diagram) = (position.rules().size(), Diagram::kanji(position).to_string());
    let mut lines = diagram.lines();
    let files = lines.next().unwrap_or_default();
    let mut text: String = files.chars().map(|file| format!(" {file} ")).collect();
    for (rank, line) in size.ranks().zip(lines) {
        text.push('\n');
        let cells = size.files().rev().zip(line.chars());
        text.extend(cells.map(|(file, cell)| draw_cell(cell, Square::at(file, rank), marks, style)));
        text.extend(line.chars().last().map(|name| format!(" {name} {}", rank.letter())));
    }
    text
}

/// Four columns: a sign, the square in full width, another sign.
fn draw_cell(cell: char, square: Square, marks: &Marks, style: Style) -> String {
    let (mark, colour) = marks.of_square(square);
    let is_last = marks.last.contains(square);
    let sign = if is_last { '>' } else { ' ' };
    match style {
        Style::Coloured if is_last => format!("{sign}{colour}{REVERSE}{cell}{RESET}{mark}"),
        Style::Coloured if !colour.is_empty() => format!("{sign}{colour}{cell}{mark}{RESET}"),
        _ => format!("{sign}{cell}{mark}"),
    }
}

/// A move as people read it: `▲５五歩(59) 5i5e`.
pub(crate) fn name(side: Side, mv: Move) -> String {
    format!("{} {mv}", JapaneseMove { side, mv, last_arrival: None })
}

/// Squares in a row, or a dash for none.
pub(crate) fn list(squares: Bitboard) -> String {
    match squares.is_empty() {
        true => "-".into(),
        false => squares.iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" "),
    }
}
