//! A session of the USI protocol: lines in, lines out.
//!
//! Nothing here knows of stdin or stdout, so a session can be driven by anything that has lines and a place to write to.

mod command;
mod output;
mod settings;
mod worker;

use std::error::Error;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use hasami_shogi::{Diagram, Game, Move, Rules, Setup};

use command::{Command, Go, Start};
use output::Output;
use settings::{Settings, VARIANT};
use worker::{Job, Worker};

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
    game: Game,
    worker: Worker,
}

impl Session {
    /// A session that writes to `out`, from its own thread too.
    ///
    /// # Errors
    ///
    /// If the system refuses a thread.
    pub(crate) fn new(out: impl Write + Send + 'static) -> io::Result<Session> {
        let output = Output::new(out);
        let worker = Worker::start(output.clone())?;
        Ok(Session { output, settings: Settings::default(), game: Game::default(), worker })
    }

    /// Answers one line, which may be anything; `Break` after `quit`.
    pub(crate) fn handle(&mut self, line: &[u8]) -> ControlFlow<()> {
        let command = match Command::read(line) {
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
        self.worker.stop_endless();
        self.worker.wait(GRACE);
    }

    fn obey(&mut self, command: Command<'_>) -> Result<(), Problem> {
        match command {
            Command::Usi => self.output.line(settings::Introduction),
            Command::IsReady => self.prepare(),
            Command::NewGame => return self.new_game(),
            Command::SetOption { name, value } if name.eq_ignore_ascii_case(VARIANT) => self.set_rules(value)?,
            Command::SetOption { name, value } => self.settings.set(name, value)?,
            Command::Position { start, moves } => self.game = set_up(self.game.rules(), &start, &moves)?,
            Command::Go(go) => return self.go(&go),
            Command::Mate => self.output.line("checkmate notimplemented"),
            Command::Stop => self.worker.stop(),
            Command::Display => self.display(),
            Command::Quit | Command::Nothing => {}
        }
        Ok(())
    }

    /// Answers `isready`: at once during a search, else when the options have been followed.
    fn prepare(&mut self) {
        if self.worker.is_idle() && self.worker.order(Job::Prepare, self.settings).is_ok() {
            self.worker.wait(Duration::MAX);
        }
        self.output.line("readyok");
    }

    fn new_game(&mut self) -> Result<(), Problem> {
        self.game = Game::new(*self.game.rules());
        self.worker.stop();
        self.worker.order(Job::Clear, self.settings)
    }

    fn set_rules(&mut self, text: &str) -> Result<(), Problem> {
        let rules: Rules = text.parse().map_err(|error| format!("{VARIANT}: {error}"))?;
        self.game = Game::new(rules);
        Ok(())
    }

    fn go(&mut self, go: &Go) -> Result<(), Problem> {
        self.worker.stop_endless();
        let job = match go {
            Go::Perft(depth) => Job::Perft { position: *self.game.position(), depth: *depth },
            Go::Search(bounds) => {
                let limits = bounds.limits(self.game.position().side_to_move());
                let limits = limits.lines(self.settings.lines).level(self.settings.level);
                Job::Search { game: Box::new(self.game.clone()), limits, endless: bounds.are_endless() }
            }
        };
        self.worker.order(job, self.settings)
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
