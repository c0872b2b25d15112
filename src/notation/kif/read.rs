//! Reading records.

use super::{COLUMNS, ENDINGS, Ending, GAME, KifError, KifProblem, RESULT, Verdict};
use crate::board::Square;
use crate::game::Game;
use crate::notation::cursor::{Cursor, SyntaxError};
use crate::notation::japanese::read_unmarked;
use crate::position::{Reason, Setup};
use crate::rules::Rules;

const BYTE_ORDER_MARK: &str = "\u{feff}";
const COLON: char = '：';

/// Reads the record of a game and plays it through: the time is linear in the length of the text, plus that of a [`Game::play`] for each move.
///
/// # Errors
///
/// If a line is not formed as the [module](super) describes, a move is illegal, or an ending or the result contradicts the moves.
///
/// ```
/// use hasami_shogi::notation::kif::read_kif;
///
/// let error = read_kif("手合割：はさみ将棋\n   1 ５五歩(59)\n   2 ５六と(51)\n").unwrap_err();
/// assert_eq!(error.to_string(), "line 3 (byte 47): move 2, 5a5f, is illegal: the way is blocked on 5e");
/// ```
pub fn read_kif(text: &str) -> Result<Game, KifError> {
    let mut lines = lines(text);
    let mut header = Header::default();
    let first = lines.find_map(|line| header.line(line).transpose()).transpose()?;
    let end = Line { number: text.matches('\n').count() + 1, cursor: Cursor::new("", text.len()) };
    let mut record = Record { game: header.finish(first.unwrap_or(end))?, last_arrival: None, stage: Stage::Moves };
    for line in first.filter(|line| !line.is_columns()).into_iter().chain(lines) {
        record.line(line.cursor).map_err(|problem| line.error(problem))?;
    }
    Ok(record.game)
}

/// A line without its end.
#[derive(Clone, Copy)]
struct Line<'a> {
    /// Counted from 1.
    number: usize,
    cursor: Cursor<'a>,
}

impl Line<'_> {
    fn error(&self, problem: KifProblem) -> KifError {
        KifError { line: self.number, offset: self.cursor.offset(), problem }
    }

    /// Whether the line is empty or a comment.
    fn is_silent(&self) -> bool {
        let text = self.cursor.rest();
        text.is_empty() || text.starts_with(['*', '#'])
    }

    fn is_columns(&self) -> bool {
        self.cursor.rest() == COLUMNS
    }

    /// Whether the line comes after the header.
    fn ends_header(&self) -> bool {
        let text = self.cursor.rest();
        self.is_columns() || text.starts_with(RESULT) || is_numbered(text)
    }
}

fn is_numbered(text: &str) -> bool {
    text.starts_with(|first: char| first == ' ' || first.is_ascii_digit())
}

/// The lines that say something.
fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let body = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let mut start = text.len() - body.len();
    let lines = body.split_inclusive('\n').zip(1..).map(move |(line, number)| {
        let content = line.strip_suffix("\r\n").or_else(|| line.strip_suffix('\n')).unwrap_or(line);
        let cursor = Cursor::new(content, start);
        start += line.len();
        Line { number, cursor }
    });
    lines.filter(|line| !line.is_silent())
}

/// What the header has said so far.
#[derive(Default)]
struct Header<'a> {
    game: Option<()>,
    rules: Option<Rules>,
    start: Option<(Line<'a>, Setup)>,
}

impl<'a> Header<'a> {
    /// Takes a line in, or hands it back if it comes after the header.
    fn line(&mut self, line: Line<'a>) -> Result<Option<Line<'a>>, KifError> {
        if line.ends_header() {
            return Ok(Some(line));
        }
        let missing = || KifProblem::from(line.cursor.unexpected("a header `key：value`, a comment or a move with its number"));
        let item = line.cursor.rest().split_once(COLON).filter(|(key, _)| !key.is_empty());
        let (key, value) = item.ok_or_else(|| line.error(missing()))?;
        self.item(line, key, value).map_err(|problem| line.error(problem))?;
        Ok(None)
    }

    fn item(&mut self, line: Line<'a>, key: &str, value: &str) -> Result<(), KifProblem> {
        match key {
            "手合割" if value == GAME => fill(&mut self.game, (), "手合割"),
            "手合割" => Err(KifProblem::AnotherGame),
            "ルール" => fill(&mut self.rules, value.parse()?, "ルール"),
            "局面" => fill(&mut self.start, (line, value.parse()?), "局面"),
            _ => Ok(()),
        }
    }

    /// The game before its first move; `next` is the line after the header.
    fn finish(self, next: Line<'_>) -> Result<Game, KifError> {
        self.game.ok_or_else(|| next.error(KifProblem::MissingGame))?;
        let rules = self.rules.unwrap_or(Rules::REDUCE_TO_ONE);
        match self.start {
            Some((line, setup)) => Game::from_setup(rules, &setup).map_err(|error| line.error(KifProblem::Start(error.into()))),
            None => Ok(Game::new(rules)),
        }
    }
}

/// Keeps the value of a header that has not come before.
fn fill<T>(place: &mut Option<T>, value: T, key: &'static str) -> Result<(), KifProblem> {
    match place.replace(value) {
        Some(_) => Err(KifProblem::Duplicate { key }),
        None => Ok(()),
    }
}

/// What has come so far after the header.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Moves,
    Ended,
    Result,
}

struct Record {
    game: Game,
    last_arrival: Option<Square>,
    stage: Stage,
}

impl Record {
    fn line(&mut self, cursor: Cursor<'_>) -> Result<(), KifProblem> {
        let text = cursor.rest();
        match self.stage {
            Stage::Result => Err(cursor.unexpected("the end of the record").into()),
            _ if text.starts_with(RESULT) => self.result(cursor),
            Stage::Ended => Err(cursor.unexpected("the result, `まで`").into()),
            Stage::Moves if is_numbered(text) => self.numbered(cursor),
            Stage::Moves => Err(cursor.unexpected("a number or `まで`").into()),
        }
    }

    /// Reads a move or an ending.
    fn numbered(&mut self, mut cursor: Cursor<'_>) -> Result<(), KifProblem> {
        cursor.skip_spaces();
        let expected = self.game.ply() + 1;
        let found = cursor.number("the number of a move")?;
        if found != expected {
            return Err(KifProblem::MoveNumber { expected, found });
        }
        cursor.expect(" ")?;
        cursor.skip_spaces();
        match ENDINGS.iter().find(|(word, _)| cursor.eat(word)) {
            Some((_, ending)) => read_rest(cursor).map_err(KifProblem::from).and_then(|()| self.end(*ending)),
            None => self.play(cursor),
        }
    }

    fn play(&mut self, mut cursor: Cursor<'_>) -> Result<(), KifProblem> {
        let side = self.game.position().side_to_move();
        let mv = read_unmarked(&mut cursor, side, self.last_arrival)?;
        read_rest(cursor)?;
        let number = self.game.ply() + 1;
        self.game.play(mv).map_err(|reason| KifProblem::Illegal { number, mv, reason })?;
        self.last_arrival = Some(mv.to());
        Ok(())
    }

    fn end(&mut self, ending: Ending) -> Result<(), KifProblem> {
        let (result, side_to_move) = (self.game.result(), self.game.position().side_to_move());
        let fits = match ending {
            Ending::SideToMoveResigns => self.game.resign(side_to_move).is_ok(),
            Ending::Resigns(side) => self.game.resign(side).is_ok(),
            Ending::Agreement => self.game.agree_draw().is_ok(),
            Ending::Repetition => result.is_some_and(|outcome| outcome.reason() == Reason::Repetition),
            Ending::Interrupted => result.is_none(),
        };
        self.stage = Stage::Ended;
        if fits { Ok(()) } else { Err(KifProblem::Ending { result }) }
    }

    /// Reads the line of the result.
    fn result(&mut self, mut cursor: Cursor<'_>) -> Result<(), KifProblem> {
        cursor.expect(RESULT)?;
        let (found, expected) = (cursor.number("the number of moves")?, self.game.ply());
        cursor.expect("手で")?;
        let verdict = Verdict::ALL.into_iter().find(|verdict| cursor.eat(verdict.words()));
        let verdict = verdict.ok_or_else(|| cursor.unexpected("先手の勝ち, 後手の勝ち, 引き分け or 中断"))?;
        cursor.end()?;
        self.stage = Stage::Result;
        match self.game.result() {
            _ if found != expected => Err(KifProblem::MoveCount { expected, found }),
            result if verdict != Verdict::of(result) => Err(KifProblem::Result { result }),
            _ => Ok(()),
        }
    }
}

/// Reads what may follow a move: nothing, or the time it took.
fn read_rest(mut cursor: Cursor<'_>) -> Result<(), SyntaxError> {
    if cursor.rest().is_empty() {
        return Ok(());
    }
    cursor.skip_spaces();
    cursor.expect("(")?;
    read_clock(&mut cursor)?;
    if cursor.eat("/") {
        read_clock(&mut cursor)?;
    }
    cursor.expect(")")?;
    cursor.end()
}

/// Reads minutes and seconds, with hours or without.
fn read_clock(cursor: &mut Cursor<'_>) -> Result<(), SyntaxError> {
    const DIGITS: &str = "the digits of a time";
    cursor.skip_spaces();
    cursor.digits(DIGITS)?;
    cursor.expect(":")?;
    cursor.digits(DIGITS)?;
    if cursor.eat(":") {
        cursor.digits(DIGITS)?;
    }
    Ok(())
}
