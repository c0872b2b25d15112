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
//! | `先手の持駒`, `後手の持駒` | `なし` or nothing, for there are no men in hand |
//! | others, such as `先手` and `後手` | ignored: to name the players, put such lines before what [`write_kif`] returns |
//!
//! A key that looks like one of the first three but is not exactly that, such as `ルール ` or `Rules`, is refused: to ignore it would be to read another
//! game. So are a key before a colon of half width, the drawing of a board, and a line `先手番` or `後手番`.
//!
//! # The moves
//!
//! After an optional line that names the columns, `手数----指手---------消費時間--` or a shorter one, come the moves, numbered from 1, each as
//! `５五歩(59)`. A time may follow, `( 0:12/00:03:45)` or `(00:12 / 00:03:45)` or `( 0:12)`, and then a `+` where variations branch off.
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
//! | `切れ負け`, `時間切れ` | the side to move has lost on time: to a [`Game`], a resignation |
//! | `反則負け`, `反則` | the side to move has lost by a foul: to a [`Game`], a resignation |
//! | `反則勝ち` | the side to move has won by a foul of the other: to a [`Game`], a resignation of that one |
//! | `持将棋`, `引き分け` | both sides agree on a draw; the first is written |
//! | `千日手` | has ended by repetition, as the moves show |
//! | `中断` | was broken off, and is not over; never written |
//!
//! Other words, such as `詰み` and `入玉勝ち`, are refused, and so is every word that contradicts the moves: nobody can resign a game that is over.
//!
//! Then comes the result: `まで42手で先手の勝ち` (or `後手の勝ち`) for a win, `まで42手で引き分け` for a draw and `まで42手で中断` for a game that is not over.
//! It is always written, and may be missing when read. Read are also:
//!
//! - a word of the table in place of the result, as in `まで42手で千日手`;
//! - a word and the result, as in `まで42手で時間切れにより先手の勝ち`;
//! - a side and what it won or lost by: `反則負け`, `反則勝ち`, `切れ負け` or `時間切れ負け`, as in `まで42手で先手の反則勝ち`.
//!
//! The words must be for the same as the one in place of a move, if there is one, and stand for it if there is none. Who has won or that nobody has
//! does not end a game: `まで42手で先手の勝ち` is refused if neither the moves nor a word say so.
//!
//! # Variations
//!
//! Blocks that begin with a line such as `変化：3手` may follow the game. Their lines are not kept, nor looked at but for their numbers;
//! [`KifRecord`] says how many there are. A record that begins with one is refused.
//!
//! # What else is read
//!
//! A byte order mark at the start, blanks at the ends of lines (wide ones and tabs too), empty lines, comments and bookmarks (lines that begin with
//! `*`, `#` or `&`), such as the [line that tells the encoding](UTF8_LINE): all of this is passed over and not kept, and so are times.
//!
//! All lines must end alike, in `\n` or in `\r\n`. A text that has both, or any other end of a line anywhere, even in a comment, is refused.

mod ending;
mod error;
mod header;
mod lines;
mod read;

use alloc::string::String;
use core::fmt::{self, Write};

pub use error::{KifError, KifProblem};
pub use read::{KifRecord, read_kif};

use self::ending::{Ending, Verdict};
use super::japanese::JapaneseMove;
use crate::game::Game;
use crate::position::Setup;

const GAME: &str = "はさみ将棋";
const COLUMNS: &str = "手数----指手---------消費時間--";
const RESULT: &str = "まで";
const VARIATION: &str = "変化：";

/// The first line of a file in UTF-8, to be put before what [`write_kif`] returns: other programs take a file without it for one in Shift-JIS.
pub const UTF8_LINE: &str = "#KIF version=2.0 encoding=UTF-8\n";

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
    if let Some(word) = result.and_then(|outcome| Ending::word(outcome, side_to_move)) {
        writeln!(text, "{:>4} {word}", game.ply() + 1)?;
    }
    writeln!(text, "{RESULT}{}手で{}", game.ply(), Verdict::of(result).words())
}
