//! Games against a list of positions.

use std::cmp::Ordering;

use arbitrary::{Result, Unstructured};
use hasami_shogi::{
    Bitboard, CaptureGoal, Game, IllegalMove, Limit, Move, Outcome, Position, Reason, Repetition, Side, read_kif, write_kif,
};

/// The things done to a game.
const MOST_ACTIONS: usize = 60;

/// Any game, on which any moves are played, taken back and played again, resigned, written and read: at every moment it is what a list of its
/// positions says.
pub fn game_record(data: &[u8]) {
    let mut input = Unstructured::new(data);
    let Ok(mut game) = input.arbitrary::<Game>() else { return };
    let mut list = List::of(&game);
    list.compare(&game);
    for _ in 0..MOST_ACTIONS {
        if input.is_empty() || list.act(&mut game, &mut input).is_err() {
            break;
        }
        list.compare(&game);
    }
}

/// A game as nothing but its positions and the moves between them.
struct List {
    positions: Vec<Position>,
    moves: Vec<(Move, Bitboard)>,
    undone: Vec<Move>,
    /// What the players decided.
    decision: Option<Outcome>,
}

impl List {
    fn of(game: &Game) -> List {
        let start = Position::from_setup(*game.rules(), game.start()).expect("the start of a game");
        let mut list = List { positions: vec![start], moves: Vec::new(), undone: Vec::new(), decision: None };
        game.moves().for_each(|mv| list.push(mv).expect("a legal move"));
        let decided = |result: &Outcome| matches!(result.reason(), Reason::Resignation | Reason::Agreement);
        list.decision = game.result().filter(decided);
        list
    }

    fn last(&self) -> &Position {
        self.positions.last().expect("a start")
    }

    fn push(&mut self, mv: Move) -> std::result::Result<(), IllegalMove> {
        let mut next = *self.last();
        let captured = next.play(mv)?;
        self.positions.push(next);
        self.moves.push((mv, captured));
        Ok(())
    }

    /// Does one thing to the game and to the list.
    fn act(&mut self, game: &mut Game, input: &mut Unstructured<'_>) -> Result<()> {
        match input.int_in_range(0..=15)? {
            0..=5 => self.play_legal(game, input)?,
            6 => self.play(game, input.arbitrary()?),
            7..=9 => self.undo(game),
            10..=12 => self.redo(game),
            13 => self.decide(game, input.arbitrary()?),
            14 => self.replace(game, read_kif(&write_kif(game)).expect("a record reads back")),
            _ => self.replace(game, passed_on(game)),
        }
        Ok(())
    }

    fn play_legal(&mut self, game: &mut Game, input: &mut Unstructured<'_>) -> Result<()> {
        if self.last().moves().len() > 0 {
            self.play(game, input.choose_iter(self.last().moves())?);
        }
        Ok(())
    }

    /// Plays a move, or sees it refused.
    fn play(&mut self, game: &mut Game, mv: Move) {
        let over = self.result().is_some();
        let played = game.play(mv).ok();
        if over || self.push(mv).is_err() {
            assert_eq!(played, None, "{mv} in {game:?}");
        } else {
            assert_eq!(played, self.moves.last().map(|(_, captured)| *captured), "{mv} in {game:?}");
            self.undone.clear();
        }
    }

    fn undo(&mut self, game: &mut Game) {
        self.decision = None;
        let last = self.moves.pop().map(|(mv, _)| mv);
        self.positions.truncate(self.moves.len() + 1);
        self.undone.extend(last);
        assert_eq!(game.undo(), last, "{game:?}");
    }

    fn redo(&mut self, game: &mut Game) {
        let next = self.undone.pop();
        next.into_iter().for_each(|mv| self.push(mv).expect("it was legal before"));
        assert_eq!(game.redo(), next, "{game:?}");
    }

    /// Lets a side resign, or both agree on a draw.
    fn decide(&mut self, game: &mut Game, resigns: Option<Side>) {
        let over = self.result().is_some();
        let done = match resigns {
            Some(side) => game.resign(side).is_ok(),
            None => game.agree_draw().is_ok(),
        };
        assert_eq!(done, !over, "{game:?}");
        if done {
            self.undone.clear();
            self.decision = Some(resigns.map_or(Outcome::draw(Reason::Agreement), |side| Outcome::win(!side, Reason::Resignation)));
        }
    }

    /// Goes on with a copy of the game that knows nothing of moves taken back.
    fn replace(&mut self, game: &mut Game, copy: Game) {
        assert_eq!(*game, copy);
        self.undone.clear();
        *game = copy;
    }

    fn compare(&self, game: &Game) {
        assert_eq!(game.result(), self.result(), "{game:?}");
        assert_eq!((game.position(), game.position().hash()), (self.last(), self.last().hash()), "{game:?}");
        assert_eq!(game.occurrences() as usize, self.occurrences(), "{game:?}");
        assert_eq!(game.quiet_moves() as usize, self.quiet_moves(), "{game:?}");
        assert_eq!(game.ply(), self.moves.len(), "{game:?}");
        assert!(game.history().eq(self.moves.iter().copied()), "{game:?}");
        assert!(game.positions().eq(&self.positions), "{game:?}");
        let number = u64::from(game.start().move_number) + self.moves.len() as u64;
        assert_eq!(u64::from(game.setup().move_number), number.min(u32::MAX.into()), "{game:?}");
    }

    fn occurrences(&self) -> usize {
        self.positions.iter().filter(|position| *position == self.last()).count()
    }

    fn quiet_moves(&self) -> usize {
        self.moves.iter().rev().take_while(|(_, captured)| captured.is_empty()).count()
    }

    fn result(&self) -> Option<Outcome> {
        let (last, rules) = (self.last(), self.last().rules());
        let repetition = match rules.repetition() {
            Repetition::Draw(times) if self.occurrences() >= times.into() => Some(Outcome::draw(Reason::Repetition)),
            Repetition::Loss(times) if self.occurrences() >= times.into() => Some(Outcome::win(last.side_to_move(), Reason::Repetition)),
            _ => None,
        };
        let quiet = || self.limit(rules.quiet_limit(), self.quiet_moves(), Reason::QuietLimit);
        let moves = || self.limit(rules.move_limit(), self.moves.len(), Reason::MoveLimit);
        last.outcome().or(repetition).or_else(quiet).or_else(moves).or(self.decision)
    }

    fn limit(&self, limit: Limit, moves: usize, reason: Reason) -> Option<Outcome> {
        let misere = self.last().rules().capture_goal() == CaptureGoal::Loses;
        let [sente, gote] = Side::ALL.map(|side| self.last().captured(side));
        match (limit, sente.cmp(&gote)) {
            (Limit::Draw(most), _) | (Limit::Adjudicate(most), Ordering::Equal) => (moves >= most.into()).then_some(Outcome::draw(reason)),
            (Limit::Adjudicate(most), more) => {
                let winner = if (more == Ordering::Greater) != misere { Side::Sente } else { Side::Gote };
                (moves >= most.into()).then_some(Outcome::win(winner, reason))
            }
            _ => None,
        }
    }
}

/// The game by way of JSON and of postcard.
fn passed_on(game: &Game) -> Game {
    let json = serde_json::to_string(game).expect("to JSON");
    let game: Game = serde_json::from_str(&json).expect("from JSON");
    let bytes = postcard::to_allocvec(&game).expect("to postcard");
    postcard::from_bytes(&bytes).expect("from postcard")
}
