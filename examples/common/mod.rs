//! What the examples share: the position asked for, and what becomes of mistakes.

use std::error::Error;
use std::io::{self, Write};
use std::process::ExitCode;
use std::str::FromStr;

use hasami_shogi::{Position, Rules, Setup};
use lexopt::Parser;

/// Any error that ends an example: a mistake on the command line, or output that cannot be written.
pub(crate) type Fallible<T> = Result<T, Box<dyn Error>>;

/// The position that `--rules` and `--sfen` ask for.
#[derive(Default)]
pub(crate) struct Choice {
    pub(crate) rules: Option<Rules>,
    pub(crate) setup: Option<Setup>,
}

impl Choice {
    /// The position and the number of its next move: the start of `classic-5` when nothing else is asked for.
    pub(crate) fn position(&self) -> Fallible<(Position, u32)> {
        let rules = self.rules.unwrap_or_default();
        let setup = self.setup.unwrap_or_else(|| Setup::start(&rules));
        let position = Position::from_setup(rules, &setup).map_err(|error| format!("--sfen: {error}"))?;
        Ok((position, setup.move_number))
    }
}

/// Reads the value of an option; an error names the option.
pub(crate) fn value<T: FromStr<Err: Error>>(parser: &mut Parser, option: &str) -> Fallible<T> {
    let text = parser.value()?;
    let text = text.to_str().ok_or_else(|| format!("{option}: {text:?} is not valid UTF-8"))?;
    text.parse().map_err(|error: T::Err| format!("{option}: {error}").into())
}

/// Runs an example that writes to stdout.
///
/// A mistake is told in one line on stderr, and the exit code is 2. A reader that has had enough and closes the pipe is no mistake.
pub(crate) fn run(name: &str, example: fn(&mut dyn Write) -> Fallible<ExitCode>) -> ExitCode {
    let error = match example(&mut io::stdout().lock()) {
        Ok(code) => return code,
        Err(error) => error,
    };
    if error.downcast_ref().is_some_and(|error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe) {
        return ExitCode::SUCCESS;
    }
    let line = error.to_string().replace(char::is_control, " ");
    // Nobody is left to tell when stderr is gone too.
    let _ = writeln!(io::stderr(), "{name}: {line}");
    ExitCode::from(2)
}
