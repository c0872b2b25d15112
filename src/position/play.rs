//! Playing moves, and saying why a move cannot be played.

use thiserror::Error;

use super::outcome::{self, Moved};
use super::{LegalMove, Move, MoveKind, Position, capture, zobrist};
use crate::board::{Bitboard, Side, Square};
use crate::rules::Hop;

/// Why a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The game is over.
    #[error("the game is over: {0}")]
    GameOver(crate::Outcome),
    /// A square of the move is not on the board.
    #[error("{0} is not on the board")]
    OffBoard(Square),
    /// No man stands on the square that the move leaves.
    #[error("there is no man on {0}")]
    EmptyOrigin(Square),
    /// The man on the square that the move leaves is the opponent's.
    #[error("the man on {0} is the opponent's")]
    EnemyMan(Square),
    /// The move ends where it began.
    #[error("the man stays on {0}, but nobody may pass")]
    NoStep(Square),
    /// The move runs neither along a rank nor along a file.
    #[error("{from} and {to} are not on one rank or file")]
    NotStraight {
        /// Where the move begins.
        from: Square,
        /// Where it ends.
        to: Square,
    },
    /// One of the mover's own men stands on the target.
    #[error("one of the side's own men stands on {0}")]
    OwnManOnTarget(Square),
    /// One of the opponent's men stands on the target.
    #[error("one of the opponent's men stands on {0}")]
    EnemyManOnTarget(Square),
    /// A man stands in the way of a slide.
    #[error("the way is blocked on {0}")]
    Blocked(Square),
    /// The move would hop over a man that these rules do not let hop over.
    #[error("these rules do not allow the hop over {over} (hop={})", hop_name(*hop))]
    HopNotAllowed {
        /// The man that the move would pass.
        over: Square,
        /// What the rules allow.
        hop: Hop,
    },
    /// The move captures nothing, but another would, and capturing is compulsory.
    #[error("capturing is compulsory, and another move captures")]
    CaptureIsCompulsory,
}

fn hop_name(hop: Hop) -> &'static str {
    match hop {
        Hop::None => "none",
        Hop::Own => "own",
        Hop::Any => "any",
    }
}

/// # Playing
impl Position {
    /// Plays a move and answers the men it captured.
    ///
    /// # Errors
    ///
    /// An illegal move is refused with the reason, and the position stays as it is.
    ///
    /// ```
    /// use hasami_shogi::{IllegalMove, Position};
    ///
    /// let mut position = Position::default();
    /// assert!(position.play("5i5e".parse()?)?.is_empty());
    /// assert_eq!(position.play("5a5f".parse()?), Err(IllegalMove::Blocked("5e".parse()?)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&mut self, mv: Move) -> Result<Bitboard, IllegalMove> {
        let legal = self.examine(mv)?;
        self.make(legal.mv, legal.captures);
        Ok(legal.captures)
    }

    /// Plays a move that is known to be legal, from the generator for example, and answers the men it captured.
    ///
    /// # Panics
    ///
    /// In debug builds, if the move is not legal. In release builds such a move leads to a position without meaning, though to nothing worse;
    /// [`Position::play`] checks.
    pub fn play_unchecked(&mut self, mv: Move) -> Bitboard {
        debug_assert!(self.is_legal(mv), "{mv} is not legal");
        let captures = self.captures_of(mv);
        self.make(mv, captures);
        captures
    }

    /// What a legal move does: its kind and the men it captures.
    ///
    /// # Errors
    ///
    /// Why the move is illegal.
    pub fn examine(&self, mv: Move) -> Result<LegalMove, IllegalMove> {
        if self.is_legal(mv) {
            let hops = self.mobility().of_man(mv.from()).hops;
            let kind = if hops.contains(mv.to()) { MoveKind::Hop } else { MoveKind::Slide };
            Ok(LegalMove { mv, kind, captures: self.captures_of(mv) })
        } else {
            Err(self.objection(mv))
        }
    }

    /// All legal moves with what they do.
    pub fn legal_moves(&self) -> impl Iterator<Item = LegalMove> + use<> {
        let position = *self;
        self.moves().filter_map(move |mv| position.examine(mv).ok())
    }

    /// The hash that the position would have after a legal move.
    #[must_use]
    pub fn hash_after(&self, mv: Move) -> u64 {
        self.hash ^ self.hash_change(mv, self.captures_of(mv))
    }

    /// The men that a legal move captures.
    #[must_use]
    pub fn captures_of(&self, mv: Move) -> Bitboard {
        let own = self.own().without(mv.from()).with(mv.to());
        capture::captured(&self.rules, own, self.enemy(), mv.to())
    }

    /// The men of `side` that the opponent could capture with one move, if it were the opponent's turn: the men that are unsafe.
    ///
    /// Empty when the game is over. Whether capturing is compulsory makes no difference.
    ///
    /// ```
    /// use hasami_shogi::{Position, Rules, Side};
    ///
    /// let position = Position::from_sfen(Rules::PLAIN, "9/9/3pP4/9/9/5p3/9/9/8P b - 1")?;
    /// assert_eq!(position.capturable(Side::Sente).iter().next(), "5c".parse().ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn capturable(&self, side: Side) -> Bitboard {
        let mut turned = *self;
        if self.side_to_move == side {
            turned.pass();
        }
        turned.capturing_moves().fold(Bitboard::EMPTY, |men, mv| men | turned.captures_of(mv))
    }

    /// Gives the turn to the opponent without a move, which no rule allows but some questions need.
    pub(crate) fn pass(&mut self) {
        self.side_to_move = !self.side_to_move;
        self.hash ^= zobrist::turn();
    }

    pub(super) fn make(&mut self, mv: Move, captures: Bitboard) {
        self.shift_men(mv, captures);
        self.outcome = outcome::after_move(self.moved());
    }

    /// Moves the man, removes the captured ones and passes the turn on.
    pub(super) fn shift_men(&mut self, mv: Move, captures: Bitboard) {
        let mover = self.side_to_move;
        self.hash ^= self.hash_change(mv, captures);
        let own = &mut self.men[mover.index()];
        *own = own.without(mv.from()).with(mv.to());
        self.men[(!mover).index()] -= captures;
        self.side_to_move = !mover;
    }

    #[inline]
    fn hash_change(&self, mv: Move, captures: Bitboard) -> u64 {
        let mover = self.side_to_move;
        let moved = zobrist::man(mover, mv.from()) ^ zobrist::man(mover, mv.to());
        moved ^ zobrist::men(!mover, captures) ^ zobrist::turn()
    }

    /// The position as the board after the move that led to it.
    pub(super) fn moved(&self) -> Moved<'_> {
        Moved { rules: &self.rules, mover: !self.side_to_move, own: self.enemy(), enemy: self.own() }
    }

    /// Why an illegal move is illegal: the first reason in the order in which a person would check.
    fn objection(&self, mv: Move) -> IllegalMove {
        let (from, to) = (mv.from(), mv.to());
        let off_board = [from, to].into_iter().find(|square| !self.rules.size().contains(*square));
        match (self.outcome, off_board) {
            (Some(outcome), _) => IllegalMove::GameOver(outcome),
            (None, Some(square)) => IllegalMove::OffBoard(square),
            _ if self.enemy().contains(from) => IllegalMove::EnemyMan(from),
            _ if !self.own().contains(from) => IllegalMove::EmptyOrigin(from),
            _ if from == to => IllegalMove::NoStep(from),
            _ if self.own().contains(to) => IllegalMove::OwnManOnTarget(to),
            _ if self.enemy().contains(to) => IllegalMove::EnemyManOnTarget(to),
            _ if self.mobility().of_man(from).targets().contains(to) => IllegalMove::CaptureIsCompulsory,
            _ => self.objection_to_path(from, to),
        }
    }

    fn objection_to_path(&self, from: Square, to: Square) -> IllegalMove {
        let Some(direction) = from.direction_to(to) else {
            return IllegalMove::NotStraight { from, to };
        };
        // With no man in the way this would be a slide.
        let first = from.look(direction, self.occupied()).end.first().unwrap_or(to);
        match first.step(direction) {
            Some(behind) if behind == to && from.step(direction) == Some(first) => {
                IllegalMove::HopNotAllowed { over: first, hop: self.rules.hop() }
            }
            _ => IllegalMove::Blocked(first),
        }
    }
}
