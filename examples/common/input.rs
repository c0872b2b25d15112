//! Lines from a stream that may hold anything.

use std::io::{self, BufRead, Read};

/// Reads one line, without its end and cut off just beyond `longest` bytes; `false` at the end of the input.
pub(crate) fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>, longest: usize) -> io::Result<bool> {
    line.clear();
    let most = (longest as u64).saturating_add(1);
    let read = input.by_ref().take(most).read_until(b'\n', line)?;
    match line.strip_suffix(b"\n") {
        Some(text) => line.truncate(text.strip_suffix(b"\r").unwrap_or(text).len()),
        None if line.len() > longest => _ = input.skip_until(b'\n')?,
        None => {}
    }
    Ok(read > 0)
}
