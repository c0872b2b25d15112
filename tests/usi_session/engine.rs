//! The engine as a program.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// A running engine. It is ended when it goes out of scope.
pub struct Engine {
    program: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
}

impl Engine {
    pub fn start() -> Engine {
        let mut program = Command::new(path()).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the engine starts");
        let (input, stdout) = (program.stdin.take(), program.stdout.take().expect("a pipe"));
        let (sender, output) = mpsc::channel();
        thread::spawn(move || BufReader::new(stdout).lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Engine { program, input, output }
    }

    /// Writes bytes at once; an engine that does not listen any more is an error.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        let input = self.input.as_mut().ok_or("the input is closed")?;
        input.write_all(bytes).and_then(|()| input.flush()).map_err(|error| format!("the engine does not listen: {error}"))
    }

    /// The next line, if there is one in time; an error once the engine has closed its output.
    pub fn line(&self, at_most: Duration) -> Result<Option<String>, String> {
        match self.output.recv_timeout(at_most) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(String::from("the engine has ended")),
        }
    }

    /// Closes the input and waits for the end of the program; returns what it still said.
    pub fn hang_up(&mut self, at_most: Duration) -> Result<(ExitStatus, Vec<String>), String> {
        self.input = None;
        let began = Instant::now();
        while began.elapsed() < at_most {
            if let Some(status) = self.program.try_wait().map_err(|error| error.to_string())? {
                return Ok((status, self.output.iter().collect()));
            }
            thread::sleep(Duration::from_millis(1));
        }
        Err(format!("the engine still runs after {at_most:?}"))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // One that has ended cannot be killed, which is as good.
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// Examples are built next to the directory of this test.
fn path() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a path");
    let directory = test.ancestors().nth(2).expect("a test is built in target/PROFILE/deps");
    let path = directory.join("examples").join("usi").with_extension(std::env::consts::EXE_EXTENSION);
    assert!(path.exists(), "{} is missing: `cargo build --examples` builds it, in the same profile", path.display());
    path
}
