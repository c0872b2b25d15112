//! Reading records.

use super::ending::{CLAIMS, Claim, Ending, Verdict};
use super::error::excerpt;
use super::header::read_header;
use super::lines::{Line, Lines, is_blank};
use super::{KifError, KifProblem, RESULT, VARIATION};
use crate::board::Square;
use crate::game::Game;
use crate::notation::cursor::{Cursor, SyntaxError};
use crate::notation::japanese::read_unmarked;
use crate::position::Reason;

/// Reads the record of a game and plays it through: the time is linear in the length of the text, plus that of a [`Game::play`] for each move.
///
/// Variations are passed over: [`KifRecord::parse`] says whether there are any.
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
    KifRecord::parse(text).map(|record| record.game)
}

/// What a record holds: a game, and variations that are not kept.
///
/// ```
/// use hasami_shogi::notation::kif::{KifRecord, read_kif};
///
/// let text = "\
/// 手合割：はさみ将棋
///    1 ５五歩(59)+
///    2 ４五と(41)
///
/// 変化：1手
///    1 ９八歩(99)
/// ";
/// let record = KifRecord::parse(text)?;
/// assert_eq!((record.game.ply(), record.variations), (2, 1));
/// assert_eq!(read_kif(text)?, record.game);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct KifRecord {
    /// The game: what comes before the first variation.
    pub game: Game,
    /// The number of variations, `変化：`, that were passed over.
    pub variations: usize,
}

impl KifRecord {
    /// Reads a record as [`read_kif`] does.
    ///
    /// # Errors
    ///
    /// Those of [`read_kif`].
    pub fn parse(text: &str) -> Result<KifRecord, KifError> {
        let mut lines = Lines::new(text);
        let (game, first) = read_header(&mut lines)?;
        let mut reader = Reader { game, last_arrival: None, word: None, stage: Stage::Moves, variations: 0 };
        for line in first.filter(|line| !line.is_columns()).map(Ok).into_iter().chain(lines) {
            let line = line?;
            reader.line(&line).map_err(|problem| line.error(problem))?;
        }
        Ok(KifRecord { game: reader.game, variations: reader.variations })
    }
}

/// What has come so far after the header.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Moves,
    Ended,
    Result,
    /// A variation that goes on with the move of this number.
    Variation(usize),
}

struct Reader {
    game: Game,
    last_arrival: Option<Square>,
    /// The ending that the record has given in words.
    word: Option<Ending>,
    stage: Stage,
    variations: usize,
}

impl Reader {
    fn line(&mut self, line: &Line<'_>) -> Result<(), KifProblem> {
        let (cursor, text) = (line.cursor, line.text());
        match self.stage {
            _ if line.is_diagram() => Err(KifProblem::Diagram),
            _ if text.starts_with(VARIATION) => self.begin_variation(cursor),
            Stage::Variation(_) if text.starts_with(RESULT) => Ok(()),
            Stage::Variation(number) => self.pass_over(cursor, number),
            Stage::Result => Err(cursor.unexpected("the end of the record or `変化：`").into()),
            _ if text.starts_with(RESULT) => self.result(cursor),
            Stage::Ended => Err(cursor.unexpected("the result, `まで`, or `変化：`").into()),
            Stage::Moves if line.is_numbered() => self.numbered(cursor),
            Stage::Moves => Err(cursor.unexpected("a number, `まで` or `変化：`").into()),
        }
    }

    /// Reads a move or an ending.
    fn numbered(&mut self, mut cursor: Cursor<'_>) -> Result<(), KifProblem> {
        read_number(&mut cursor, self.game.ply() + 1)?;
        let word = cursor.rest().split(|c| is_blank(c) || matches!(c, '(' | '+')).next().unwrap_or_default();
        match Ending::from_word(word) {
            Some(ending) => {
                cursor.eat(word);
                read_rest(cursor)?;
                self.end(ending)
            }
            None if word.starts_with(|first: char| first.is_alphabetic() && first != '同') => {
                Err(KifProblem::UnknownEnding { word: excerpt(word), offset: cursor.offset() })
            }
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

    /// Ends the game in the words of the record.
    fn end(&mut self, ending: Ending) -> Result<(), KifProblem> {
        let (result, side_to_move) = (self.game.result(), self.game.position().side_to_move());
        let fits = match ending {
            Ending::Loss(_, loser) => self.game.resign(loser.side(side_to_move)).is_ok(),
            Ending::Agreement => self.game.agree_draw().is_ok(),
            Ending::Repetition => result.is_some_and(|outcome| outcome.reason() == Reason::Repetition),
            Ending::Interrupted => result.is_none(),
        };
        (self.stage, self.word) = (Stage::Ended, Some(ending));
        if fits { Ok(()) } else { Err(KifProblem::Ending { result }) }
    }

    /// Reads the line of the result.
    fn result(&mut self, mut cursor: Cursor<'_>) -> Result<(), KifProblem> {
        cursor.expect(RESULT)?;
        let (found, expected) = (cursor.number("the number of moves")?, self.game.ply());
        cursor.expect("手で")?;
        let claim = Claim::read(cursor.rest()).ok_or_else(|| cursor.unexpected(CLAIMS))?;
        if found != expected {
            return Err(KifProblem::MoveCount { expected, found });
        }
        let agrees = self.ending_agrees(claim.ending) && claim.verdict.is_none_or(|verdict| verdict == Verdict::of(self.game.result()));
        self.stage = Stage::Result;
        if agrees { Ok(()) } else { Err(KifProblem::Result { result: self.game.result() }) }
    }

    /// Whether the ending that the line of the result names is that of the record, which it may be alone to tell.
    fn ending_agrees(&mut self, claimed: Option<Ending>) -> bool {
        match claimed {
            None => true,
            Some(ending) if self.stage == Stage::Moves => self.end(ending).is_ok(),
            Some(ending) => ending.agrees(self.word, self.game.position().side_to_move()),
        }
    }

    fn begin_variation(&mut self, mut cursor: Cursor<'_>) -> Result<(), KifProblem> {
        if self.stage == Stage::Moves && self.game.ply() == 0 {
            return Err(KifProblem::Variation);
        }
        cursor.expect(VARIATION)?;
        let number = cursor.number("the number of a move")?;
        cursor.expect("手")?;
        cursor.end()?;
        self.variations += 1;
        self.stage = Stage::Variation(number);
        Ok(())
    }

    /// Passes over a line of a variation, which must have its number.
    fn pass_over(&mut self, mut cursor: Cursor<'_>, number: usize) -> Result<(), KifProblem> {
        read_number(&mut cursor, number)?;
        self.stage = Stage::Variation(number.saturating_add(1));
        Ok(())
    }
}

/// Reads the number of a move and the blanks around it.
fn read_number(cursor: &mut Cursor<'_>, expected: usize) -> Result<(), KifProblem> {
    cursor.skip(is_blank);
    let found = cursor.number("the number of a move")?;
    if found != expected {
        return Err(KifProblem::MoveNumber { expected, found });
    }
    cursor.take("a space", |c| is_blank(c).then_some(()))?;
    cursor.skip(is_blank);
    Ok(())
}

/// Reads what may follow a move: the time it took, and the mark of one that has variations.
fn read_rest(mut cursor: Cursor<'_>) -> Result<(), SyntaxError> {
    cursor.skip(is_blank);
    if cursor.rest().starts_with('(') {
        read_time(&mut cursor)?;
    }
    cursor.eat("+");
    if cursor.rest().is_empty() { Ok(()) } else { Err(cursor.unexpected("a time `( 0:12/00:03:45)`, + or the end")) }
}

/// Reads the time for a move, and perhaps that for all.
fn read_time(cursor: &mut Cursor<'_>) -> Result<(), SyntaxError> {
    cursor.expect("(")?;
    read_clock(cursor)?;
    if cursor.eat("/") {
        read_clock(cursor)?;
    }
    cursor.expect(")")?;
    cursor.skip(is_blank);
    Ok(())
}

/// Reads minutes and seconds, with hours or without, and the blanks around them.
fn read_clock(cursor: &mut Cursor<'_>) -> Result<(), SyntaxError> {
    const DIGITS: &str = "the digits of a time";
    cursor.skip(is_blank);
    cursor.digits(DIGITS)?;
    cursor.expect(":")?;
    cursor.digits(DIGITS)?;
    if cursor.eat(":") {
        cursor.digits(DIGITS)?;
    }
    cursor.skip(is_blank);
    Ok(())
}
