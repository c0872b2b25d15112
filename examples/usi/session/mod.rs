//! A session of the USI protocol: lines in, lines out.
//!
//! Nothing here knows of stdin or stdout, so a session can be driven by anything that has lines and a place to write to.

mod command;
mod engine;
mod go;
mod output;
mod settings;

use std::error::Error;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use hasami_shogi::{Diagram, Game, Move, Rules, Setup};

use command::{Command, Start};
use engine::{Engine, Job};
use go::{Answer, Go};
use output::Output;
use settings::{Settings, VARIANT};

/// What is wrong with a line.
type Problem = Box<dyn Error>;

/// The longest line that is read, in bytes: a game of two hundred thousand moves.
pub(crate) const LONGEST_LINE: usize = 1 << 20;
/// How long searches may go on after the end of the input.
const GRACE: Duration = Duration::from_secs(5);

/// One conversation with a graphical board, a match program or a person. Dropping it ends all searches.
pub(crate) struct Session {
    output: Output,
    settings: Settings,
    game: Arc<Game>,
    engine: Engine,
}

impl Session {
    /// A session that writes to `out`, from its own thread too.
    ///
    /// # Errors
    ///
    /// If the system refuses a thread.
    pub(crate) fn new(out: impl Write + Send + 'static) -> io::Result<Session> {
        let output = Output::new(out);
        let engine = Engine::start(output.clone())?;
        Ok(Session { output, settings: Settings::default(), game: Arc::default(), engine })
    }

    /// Answers one line, which may be anything; `Break` after `quit`.
    pub(crate) fn handle(&mut self, line: &[u8]) -> ControlFlow<()> {
        // No command has letters that are not UTF-8, but a `go` with such a word is owed an answer too.
        let line = String::from_utf8_lossy(line);
        let command = match Command::read(&line) {
            Ok(Command::Quit) => return ControlFlow::Break(()),
            command => command,
        };
        if let Err(problem) = command.and_then(|command| self.obey(command)) {
            self.output.problem(&problem);
        }
        ControlFlow::Continue(())
    }

    /// Gives searches with limits some time to end, as no more lines will come.
    pub(crate) fn finish(&mut self) {
        self.engine.stop_waiting();
        self.engine.wait(GRACE);
    }

    fn obey(&mut self, command: Command<'_>) -> Result<(), Problem> {
        match command {
            Command::Usi => self.output.line(settings::Introduction),
            Command::IsReady => self.prepare(),
            Command::NewGame => self.new_game(),
            Command::SetOption { name, value } if name.eq_ignore_ascii_case(VARIANT) => self.set_rules(value)?,
            Command::SetOption { name, value } => self.settings.set(name, value)?,
            Command::Position { start, moves } => self.game = set_up(self.game.rules(), &start, &moves)?.into(),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.engine.stop(),
            Command::PonderHit => self.engine.ponder_hit(),
            Command::Display => self.display(),
            Command::Quit | Command::Nothing => {}
        }
        Ok(())
    }

    /// Answers `isready`: at once during a search, else when the options have been followed.
    fn prepare(&mut self) {
        if self.engine.is_idle() {
            self.engine.order(Job::Prepare, self.settings, Answer::Finished);
            self.engine.wait(Duration::MAX);
        }
        self.output.line("readyok");
    }

    fn new_game(&mut self) {
        self.game = Game::new(*self.game.rules()).into();
        self.engine.order(Job::Clear, self.settings, Answer::Finished);
    }

    fn set_rules(&mut self, text: &str) -> Result<(), Problem> {
        let rules: Rules = text.parse().map_err(|error| format!("{VARIANT}: {error}"))?;
        self.game = Game::new(rules).into();
        Ok(())
    }

    fn go(&mut self, go: &Go) {
        self.engine.stop_waiting();
        let (job, answer) = match go {
            Go::Mate => (Job::Mate, Answer::Finished),
            Go::Perft(depth) => (Job::Perft { position: *self.game.position(), depth: *depth }, Answer::Finished),
            Go::Search(bounds) => {
                bounds.complaint(&self.game).into_iter().for_each(|complaint| self.output.problem(complaint));
                let limits = bounds.limits(&self.game).lines(self.settings.lines).level(self.settings.level);
                (Job::Search { game: Arc::clone(&self.game), limits }, bounds.answer())
            }
        };
        self.engine.order(job, self.settings, answer);
    }

    fn display(&self) {
        let (game, position) = (&self.game, self.game.position());
        let result = game.result().map_or_else(|| "none yet".into(), |result| result.to_string());
        let hash = position.hash();
        self.output.line(format_args!(
            "{}\nrules: {}\nsfen: {}\nhash: {hash:#018x}\nresult: {result}",
            Diagram::ascii(position),
            game.rules(),
            game.setup(),
        ));
    }
}

/// The game that a `position` command describes.
fn set_up(rules: &Rules, start: &Start, moves: &[&str]) -> Result<Game, Problem> {
    let mut game = match start {
        Start::Rules => Game::new(*rules),
        Start::Sfen(text) => {
            let setup: Setup = text.parse().map_err(|error| format!("sfen: {error}"))?;
            Game::from_setup(*rules, &setup).map_err(|error| format!("sfen: {error}"))?
        }
    };
    for (text, number) in moves.iter().zip(1_usize..) {
        let mv: Move = text.parse().map_err(|error| format!("move {number} ({text:?}): {error}"))?;
        game.play(mv).map_err(|error| format!("move {number} ({text}): {error}"))?;
    }
    Ok(game)
}
