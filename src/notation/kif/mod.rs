//! KIF: records of whole games, as shogi players keep them (rules, section 7).
//!
//! ```
//! use hasami_shogi::{Game, Rules, Side, notation::kif::{read_kif, write_kif}};
//!
//! let mut game = Game::new(Rules::CLASSIC_5);
//! for mv in ["5i5e", "5a5d", "5e4e"] {
//!     game.play(mv.parse()?)?;
//! }
//! game.resign(Side::Gote).unwrap();
//! let text = write_kif(&game);
//! assert_eq!(text, "\
//! 手合割：はさみ将棋
//! ルール：classic-5
//! 手数----指手---------消費時間--
//!    1 ５五歩(59)
//!    2 ５四と(51)
//!    3 ４五歩(55)
//!    4 投了
//! まで3手で先手の勝ち
//! ");
//! assert_eq!(read_kif(&text)?, game);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The header
//!
//! Lines `key：value` in any order, each of the known ones at most once:
//!
//! | key | value |
//! |---|---|
//! | `手合割` | `はさみ将棋`; a record without it is one of another game and is refused |
//! | `ルール` | the text of the [`Rules`](crate::Rules); `reduce-to-one` if it is missing |
//! | `局面` | the SFEN of the position where the record begins; the start position of the rules if it is missing, and only written if it is another one |
//! | others, such as `先手` and `後手` | ignored: to name the players, put such lines before what [`write_kif`] answers |
//!
//! # The end
//!
//! The last number may have, in place of a move, one of the words below. What ends a game by the rules has no word except for repetition: it
//! follows from the moves.
//!
//! | word | the game |
//! |---|---|
//! | `投了` | the side to move resigns |
//! | `先手投了`, `後手投了` | this side resigns; written if it is not its turn |
//! | `持将棋`, `引き分け` | both sides agree on a draw; the first is written |
//! | `千日手` | has ended by repetition, as the moves show |
//! | `中断` | was broken off, and is not over; never written |
//!
//! Then comes the result: `まで42手で先手の勝ち` (or `後手の勝ち`) for a win, `まで42手で引き分け` for a draw and `まで42手で中断` for a game that is not over.
//! It is always written, and may be missing when read.
//!
//! # What else is read
//!
//! A byte order mark at the start, lines that end in `\r\n`, empty lines, comments (lines that begin with `*` or `#`), a record without the line
//! `手数----`, and times after moves and words, as in `( 0:12/00:03:45)`: all of this is passed over and not kept.

mod error;
mod read;

use alloc::string::String;
use core::fmt::{self, Write};

pub use error::{KifError, KifProblem};
pub use read::read_kif;

use super::japanese::JapaneseMove;
use crate::board::Side;
use crate::game::Game;
use crate::position::{Outcome, Reason, Setup};

const GAME: &str = "はさみ将棋";
const COLUMNS: &str = "手数----指手---------消費時間--";
const RESULT: &str = "まで";

/// The record of a game. Moves that were taken back are not part of it.
#[must_use]
pub fn write_kif(game: &Game) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write_header(&mut text, game).and_then(|()| write_moves(&mut text, game)).and_then(|()| write_end(&mut text, game));
    text
}

fn write_header(text: &mut String, game: &Game) -> fmt::Result {
    writeln!(text, "手合割：{GAME}\nルール：{}", game.rules())?;
    if *game.start() != Setup::start(game.rules()) {
        writeln!(text, "局面：{}", game.start())?;
    }
    writeln!(text, "{COLUMNS}")
}

fn write_moves(text: &mut String, game: &Game) -> fmt::Result {
    let (mut side, mut last_arrival) = (game.start().side_to_move, None);
    for (index, mv) in game.moves().enumerate() {
        write!(text, "{:>4} ", index + 1)?;
        JapaneseMove { side, mv, last_arrival }.write_unmarked(text)?;
        text.push('\n');
        (side, last_arrival) = (!side, Some(mv.to()));
    }
    Ok(())
}

fn write_end(text: &mut String, game: &Game) -> fmt::Result {
    let result = game.result();
    let side_to_move = game.position().side_to_move();
    let ending = result.and_then(|outcome| Ending::of(outcome, side_to_move));
    if let Some((word, _)) = ENDINGS.iter().find(|(_, other)| ending == Some(*other)) {
        writeln!(text, "{:>4} {word}", game.ply() + 1)?;
    }
    writeln!(text, "{RESULT}{}手で{}", game.ply(), Verdict::of(result).words())
}

/// What can stand in place of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    SideToMoveResigns,
    Resigns(Side),
    Agreement,
    Repetition,
    Interrupted,
}

/// The words for the endings; of two words for the same, the first is written.
const ENDINGS: [(&str, Ending); 7] = [
    ("投了", Ending::SideToMoveResigns),
    ("先手投了", Ending::Resigns(Side::Sente)),
    ("後手投了", Ending::Resigns(Side::Gote)),
    ("持将棋", Ending::Agreement),
    ("引き分け", Ending::Agreement),
    ("千日手", Ending::Repetition),
    ("中断", Ending::Interrupted),
];

impl Ending {
    /// The ending that has to be written down, if there is one.
    fn of(outcome: Outcome, side_to_move: Side) -> Option<Ending> {
        match (outcome.reason(), outcome.winner()) {
            (Reason::Resignation, Some(winner)) if winner == side_to_move => Some(Ending::Resigns(!winner)),
            (Reason::Resignation, _) => Some(Ending::SideToMoveResigns),
            (Reason::Agreement, _) => Some(Ending::Agreement),
            (Reason::Repetition, _) => Some(Ending::Repetition),
            _ => None,
        }
    }
}

/// What the line of the result can say.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Sente,
    Gote,
    Draw,
    Interrupted,
}

impl Verdict {
    const ALL: [Verdict; 4] = [Verdict::Sente, Verdict::Gote, Verdict::Draw, Verdict::Interrupted];

    const fn words(self) -> &'static str {
        match self {
            Verdict::Sente => "先手の勝ち",
            Verdict::Gote => "後手の勝ち",
            Verdict::Draw => "引き分け",
            Verdict::Interrupted => "中断",
        }
    }

    fn of(result: Option<Outcome>) -> Verdict {
        match result.map(Outcome::winner) {
            Some(Some(Side::Sente)) => Verdict::Sente,
            Some(Some(Side::Gote)) => Verdict::Gote,
            Some(None) => Verdict::Draw,
            None => Verdict::Interrupted,
        }
    }
}
