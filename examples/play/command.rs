//! What a player can type.

use hasami_shogi::search::Level;
use hasami_shogi::{Move, Square};

use crate::common::Fallible;

pub(crate) const HELP: &str = "\
Type a move or a command:

  5i5e         move the man on 5i to 5e
  moves 5i     show where the man on 5i can go, and what it captures there
  moves        list the moves that capture
  hint         ask the engine for a move
  undo, redo   take the last move back (against the engine: yours and its), or
               play it again
  level N      strength of the engine, 1 to 10
  save FILE    write the game as KIF, in UTF-8
  load FILE    go on with a game from a KIF file in UTF-8 or Shift-JIS
  draw         offer a draw
  resign       give up
  board        show the board again
  quit         leave

  On the board: >歩 the last move, 歩! a man that can be captured; with moves:
  ・+ a square it can reach, とx a man that it captures on one of them.
";

pub(crate) enum Command<'a> {
    Play(Move),
    Moves(Option<Square>),
    Hint,
    Undo,
    Redo,
    Level(Level),
    Save(&'a str),
    Load(&'a str),
    Draw,
    Resign,
    Board,
    Help,
    Quit,
    /// An empty line.
    Nothing,
}

impl<'a> Command<'a> {
    /// Reads a line.
    pub(crate) fn read(line: &'a str) -> Fallible<Command<'a>> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim_start()));
        match (word, rest) {
            ("", _) => Ok(Command::Nothing),
            ("moves", "") => Ok(Command::Moves(None)),
            ("moves", square) => Ok(Command::Moves(Some(square.parse()?))),
            ("level", number) => level(number).map(Command::Level),
            ("save" | "load", "") => Err(format!("{word} needs the name of a file").into()),
            ("save", path) => Ok(Command::Save(path)),
            ("load", path) => Ok(Command::Load(path)),
            (word, "") => Command::of_word(word),
            (_, extra) => Err(format!("unexpected {extra:?} (try help)").into()),
        }
    }

    fn of_word(word: &str) -> Fallible<Command<'a>> {
        Ok(match word {
            "hint" => Command::Hint,
            "undo" => Command::Undo,
            "redo" => Command::Redo,
            "draw" => Command::Draw,
            "resign" => Command::Resign,
            "board" => Command::Board,
            "help" | "?" => Command::Help,
            "quit" | "exit" => Command::Quit,
            text => Command::Play(text.parse().map_err(|error| format!("{text:?} is neither a command (try help) nor a move: {error}"))?),
        })
    }
}

fn level(text: &str) -> Fallible<Level> {
    let level = text.parse().ok().and_then(Level::new);
    level.ok_or_else(|| format!("{text:?} is not a level from 1 to 10").into())
}
