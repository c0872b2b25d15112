//! What stands on the engine's board, as far as the protocol says.

use hasami_shogi::{Game, Move, Rules};

/// A `position` command.
#[derive(Clone, Debug)]
pub struct PositionCommand {
    /// `None` for `startpos`.
    pub sfen: Option<String>,
    pub moves: Vec<String>,
}

impl PositionCommand {
    pub fn line(&self) -> String {
        let start = self.sfen.as_ref().map_or(String::from("startpos"), |sfen| format!("sfen {sfen}"));
        let moves = if self.moves.is_empty() { String::new() } else { format!(" moves {}", self.moves.join(" ")) };
        format!("position {start}{moves}")
    }

    /// The game as far as it goes, and whether all moves could be played; `None` if there is no such start.
    fn read(&self, rules: Rules) -> Option<(Game, bool)> {
        let mut game = match &self.sfen {
            None => Game::new(rules),
            Some(sfen) => Game::from_setup(rules, &sfen.parse().ok()?).ok()?,
        };
        let complete = self.moves.iter().all(|mv| mv.parse().is_ok_and(|mv: Move| game.play(mv).is_ok()));
        Some((game, complete))
    }
}

/// The games that may be on the board. There is more than one only where the protocol leaves it open what a command does.
#[derive(Clone, Debug)]
pub struct OnBoard(Vec<Game>);

impl OnBoard {
    pub fn start() -> OnBoard {
        OnBoard(vec![Game::default()])
    }

    pub fn games(&self) -> &[Game] {
        &self.0
    }

    fn set(&mut self, games: impl IntoIterator<Item = Game>) {
        let mut distinct: Vec<Game> = Vec::new();
        for game in games {
            if !distinct.contains(&game) {
                distinct.push(game);
            }
        }
        self.0 = distinct;
    }

    /// A position that is wrong may leave the board as it was, or as far as it was right.
    pub fn position(&mut self, command: &PositionCommand) {
        let after = |game: &Game| match command.read(*game.rules()) {
            Some((new, true)) => vec![new],
            Some((new, false)) => vec![game.clone(), new],
            None => vec![game.clone()],
        };
        self.set(self.0.iter().flat_map(after).collect::<Vec<_>>());
    }

    /// Other rules begin with their start position. During a search they may be refused.
    pub fn variant(&mut self, rules: Rules, searching: bool) {
        let kept = self.0.iter().filter(|game| searching || *game.rules() == rules).cloned();
        self.set(kept.chain([Game::new(rules)]).collect::<Vec<_>>());
    }

    /// A new game may put up the start position, and need not.
    pub fn new_game(&mut self) {
        self.set(self.0.iter().flat_map(|game| [game.clone(), Game::new(*game.rules())]).collect::<Vec<_>>());
    }

    /// Keeps the games that agree with what the engine shows.
    pub fn shown(&mut self, lines: &[String]) -> Result<(), String> {
        let field = |name| lines.iter().find_map(|line| line.strip_prefix(name)).ok_or(format!("d shows no {name}"));
        let (rules, sfen) = (field("rules: ")?, field("sfen: ")?);
        let agrees = |game: &&Game| game.rules().to_string() == rules && game.setup().to_string() == sfen;
        let games: Vec<Game> = self.0.iter().filter(agrees).cloned().collect();
        if games.is_empty() {
            return Err(format!("d shows {rules} {sfen}, but it should be {:?}", self.0));
        }
        self.set(games);
        Ok(())
    }

    /// Whether the answer suits one of the games: a legal move, or the word for the way it ended. If any of `only` is legal, it has to be one of them.
    pub fn check_best(&self, best: &str, only: &[Move]) -> Result<(), String> {
        let suits = |game: &&Game| match game.result() {
            None => suits(game, best, only),
            Some(outcome) => best == ending(outcome.winner().map(|winner| winner == game.position().side_to_move())),
        };
        if self.0.iter().any(|game| suits(&game)) { Ok(()) } else { Err(format!("bestmove {best:?} in {:?}", self.0)) }
    }
}

/// What is said instead of a move when the side to move has won, has lost, or neither.
fn ending(won: Option<bool>) -> &'static str {
    match won {
        Some(true) => "win",
        Some(false) => "resign",
        None => "none",
    }
}

/// `MOVE` or `MOVE ponder MOVE`, all legal.
fn suits(game: &Game, best: &str, only: &[Move]) -> bool {
    let words: Vec<&str> = best.split(' ').collect();
    let (best, reply) = match words.as_slice() {
        [best] => (best, None),
        [best, "ponder", reply] => (best, Some(reply)),
        _ => return false,
    };
    let Ok(best) = best.parse::<Move>() else { return false };
    let mut only = only.iter().filter(|mv| game.position().is_legal(**mv)).peekable();
    let wanted = only.peek().is_none() || only.any(|mv| *mv == best);
    let mut after = game.clone();
    wanted && after.play(best).is_ok() && reply.is_none_or(|reply| reply.parse().is_ok_and(|reply: Move| after.play(reply).is_ok()))
}
