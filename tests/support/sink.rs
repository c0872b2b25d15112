//! What a session writes, caught.
#![allow(unreachable_pub)]

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

/// A place to write to that several threads share.
#[derive(Clone, Default)]
pub struct Sink(pub Arc<Mutex<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no writer panics").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
