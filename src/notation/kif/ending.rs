//! How a game ends in the words of a record.

use crate::board::Side;
use crate::position::{Outcome, Reason};

/// What can stand in place of a move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    Loss(Cause, Loser),
    Agreement,
    Repetition,
    Interrupted,
}

/// Why a side loses without the rules of the game. To a game, each is a resignation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Cause {
    Resignation,
    Time,
    Foul,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Loser {
    /// The word does not say; it is the side to move unless something else does.
    Unnamed,
    ToMove,
    Waiting,
    Named(Side),
}

impl Loser {
    pub(super) fn side(self, side_to_move: Side) -> Side {
        match self {
            Loser::Unnamed | Loser::ToMove => side_to_move,
            Loser::Waiting => !side_to_move,
            Loser::Named(side) => side,
        }
    }
}

/// The words for the endings; of two words for the same, the first is written.
const ENDINGS: [(&str, Ending); 12] = [
    ("投了", Ending::Loss(Cause::Resignation, Loser::Unnamed)),
    ("先手投了", Ending::Loss(Cause::Resignation, Loser::Named(Side::Sente))),
    ("後手投了", Ending::Loss(Cause::Resignation, Loser::Named(Side::Gote))),
    ("切れ負け", Ending::Loss(Cause::Time, Loser::Unnamed)),
    ("時間切れ", Ending::Loss(Cause::Time, Loser::Unnamed)),
    ("反則", Ending::Loss(Cause::Foul, Loser::Unnamed)),
    ("反則負け", Ending::Loss(Cause::Foul, Loser::ToMove)),
    ("反則勝ち", Ending::Loss(Cause::Foul, Loser::Waiting)),
    ("持将棋", Ending::Agreement),
    ("引き分け", Ending::Agreement),
    ("千日手", Ending::Repetition),
    ("中断", Ending::Interrupted),
];

/// The words, for messages.
pub(super) const WORDS: &str = "投了, 先手投了, 後手投了, 切れ負け, 時間切れ, 反則, 反則負け, 反則勝ち, 持将棋, 引き分け, 千日手 or 中断";

impl Ending {
    pub(super) fn from_word(word: &str) -> Option<Ending> {
        ENDINGS.iter().find(|(other, _)| *other == word).map(|(_, ending)| *ending)
    }

    /// The word that is written for the outcome of a game, if one is.
    pub(super) fn word(outcome: Outcome, side_to_move: Side) -> Option<&'static str> {
        let ending = match (outcome.reason(), outcome.winner()) {
            (Reason::Resignation, Some(winner)) if winner == side_to_move => Ending::Loss(Cause::Resignation, Loser::Named(!winner)),
            (Reason::Resignation, _) => Ending::Loss(Cause::Resignation, Loser::Unnamed),
            (Reason::Agreement, _) => Ending::Agreement,
            (Reason::Repetition, _) => Ending::Repetition,
            _ => return None,
        };
        ENDINGS.iter().find(|(_, other)| *other == ending).map(|(word, _)| *word)
    }

    /// Whether the line of the result can name this ending after a word for another.
    pub(super) fn agrees(self, word: Option<Ending>, side_to_move: Side) -> bool {
        match (self, word) {
            (Ending::Loss(cause, Loser::Unnamed), Some(Ending::Loss(other, _))) => cause == other,
            (Ending::Loss(cause, loser), Some(Ending::Loss(other, other_loser))) => {
                cause == other && loser.side(side_to_move) == other_loser.side(side_to_move)
            }
            _ => Some(self) == word,
        }
    }
}

/// Who has won, if anybody.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    Win(Side),
    Draw,
    Interrupted,
}

const VERDICTS: [(&str, Verdict); 4] = [
    ("先手の勝ち", Verdict::Win(Side::Sente)),
    ("後手の勝ち", Verdict::Win(Side::Gote)),
    ("引き分け", Verdict::Draw),
    ("中断", Verdict::Interrupted),
];

impl Verdict {
    pub(super) fn of(result: Option<Outcome>) -> Verdict {
        match result.map(Outcome::winner) {
            Some(Some(side)) => Verdict::Win(side),
            Some(None) => Verdict::Draw,
            None => Verdict::Interrupted,
        }
    }

    pub(super) fn words(self) -> &'static str {
        VERDICTS.iter().find(|(_, other)| *other == self).map_or("", |(words, _)| words)
    }
}

/// What the line of the result says: how the game ended, who has won, or both.
#[derive(Clone, Copy)]
pub(super) struct Claim {
    pub(super) ending: Option<Ending>,
    pub(super) verdict: Option<Verdict>,
}

/// What can stand behind a side.
const LOSSES: [(&str, Cause, Fate); 4] = [
    ("の反則負け", Cause::Foul, Fate::Loses),
    ("の反則勝ち", Cause::Foul, Fate::Wins),
    ("の切れ負け", Cause::Time, Fate::Loses),
    ("の時間切れ負け", Cause::Time, Fate::Loses),
];

#[derive(Clone, Copy)]
enum Fate {
    Wins,
    Loses,
}

/// What the line of the result can say, for messages.
pub(super) const CLAIMS: &str =
    "先手の勝ち, 後手の勝ち, 引き分け, 中断, 千日手, 持将棋, 投了, 切れ負け, 時間切れ, 反則, 反則負け or 反則勝ち";

impl Claim {
    /// Reads `先手の勝ち`, `千日手`, `時間切れにより先手の勝ち` or `先手の反則勝ち`.
    pub(super) fn read(text: &str) -> Option<Claim> {
        let verdict_of = |text: &str| VERDICTS.iter().find(|(words, _)| *words == text).map(|(_, verdict)| *verdict);
        if let Some(verdict) = verdict_of(text) {
            return Some(Claim { ending: None, verdict: Some(verdict) });
        }
        match text.split_once("により") {
            Some((word, words)) => Some(Claim { ending: Some(Ending::from_word(word)?), verdict: Some(verdict_of(words)?) }),
            None => Ending::from_word(text).or_else(|| loss_of_side(text)).map(|ending| Claim { ending: Some(ending), verdict: None }),
        }
    }
}

/// Reads `先手の反則勝ち` and the like.
fn loss_of_side(text: &str) -> Option<Ending> {
    let (side, rest) =
        [("先手", Side::Sente), ("後手", Side::Gote)].iter().find_map(|(name, side)| Some((*side, text.strip_prefix(name)?)))?;
    LOSSES.iter().find(|(words, ..)| *words == rest).map(|(_, cause, fate)| match fate {
        Fate::Wins => Ending::Loss(*cause, Loser::Named(!side)),
        Fate::Loses => Ending::Loss(*cause, Loser::Named(side)),
    })
}
