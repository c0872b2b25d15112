//! Tables in files.
//!
//! A file begins with six lines of text and an empty one, and then come the cells:
//!
//! ```text
//! hasami-shogi table 1
//! rules plain,repetition=none,size=4
//! men 4,4
//! cells byte
//! bytes 286720
//! checksum 0123456789abcdef
//! ```
//!
//! The checksum is that of the lines above it and of the cells: FNV-1a over words of eight bytes, little-endian, the last filled up with zeros.

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use thiserror::Error;

use super::layout::{Layout, MaxMen};
use super::symmetry::Symmetries;
use super::table::{Format, Store, Table};
use super::{Solver, without_record};
use crate::rules::{Rules, RulesError};

/// Why a file is no table.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line of the header is not what it should be.
    #[error("line {line} of the table's header should be {expected:?} and a value, not {found:?}")]
    Header {
        /// The number of the line, from 1.
        line: usize,
        /// How it should begin.
        expected: &'static str,
        /// The line, as far as it can be shown.
        found: String,
    },
    /// The rules in the header are no rules.
    #[error("the rules in the table's header: {0}")]
    Rules(#[from] RulesError),
    /// The file has not as many bytes as its header says, or the header not what the rules and the number of men need.
    #[error("the table should have {expected} bytes of cells, but has {found}")]
    Length {
        /// The bytes that the cells need.
        expected: u64,
        /// The bytes that are there.
        found: u64,
    },
    /// The checksum is wrong.
    #[error("the table is damaged: its checksum is {found:016x}, but should be {expected:016x}")]
    Checksum {
        /// The checksum that the header tells.
        expected: u64,
        /// The checksum of what is there.
        found: u64,
    },
}

/// How each line of the header begins.
const LINES: [&str; 6] = ["hasami-shogi table 1", "rules ", "men ", "cells ", "bytes ", "checksum "];
/// A header is never longer.
const LONGEST_HEADER: u64 = 1024;

/// What the header says.
struct Header {
    rules: Rules,
    most: MaxMen,
    format: Format,
    bytes: u64,
    checksum: u64,
}

impl Header {
    fn of(table: &Table, bytes: &[u8]) -> Header {
        let header = Header { rules: table.rules, most: table.layout.most(), format: table.format, bytes: bytes.len() as u64, checksum: 0 };
        Header { checksum: header.checksum(bytes), ..header }
    }

    /// The lines above the checksum.
    fn summed_lines(&self) -> String {
        let [first, rules, men, cells, bytes, _] = LINES;
        let MaxMen { more, fewer } = self.most;
        format!("{first}\n{rules}{}\n{men}{more},{fewer}\n{cells}{}\n{bytes}{}\n", self.rules, self.format.name(), self.bytes)
    }

    fn text(&self) -> String {
        format!("{}{}{:016x}\n\n", self.summed_lines(), LINES[5], self.checksum)
    }

    /// The checksum that belongs to this header and these cells.
    fn checksum(&self, cells: &[u8]) -> u64 {
        [self.summed_lines().as_bytes(), cells].into_iter().flat_map(|bytes| bytes.chunks(8)).fold(0xcbf2_9ce4_8422_2325, |sum, chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            (sum ^ u64::from_le_bytes(word)).wrapping_mul(0x100_0000_01b3)
        })
    }

    /// Reads the header that a file begins with, and answers its length too.
    fn read(file: &mut File) -> Result<(Header, u64), TableError> {
        let mut bytes = Vec::new();
        Read::by_ref(file).take(LONGEST_HEADER).read_to_end(&mut bytes)?;
        let length = bytes.windows(2).position(|pair| pair == b"\n\n").map_or(bytes.len(), |end| end + 2);
        let text = String::from_utf8_lossy(&bytes[..length]);
        Ok((Header::parse(&text)?, length as u64))
    }

    fn parse(text: &str) -> Result<Header, TableError> {
        let lines: Vec<&str> = text.split('\n').collect();
        let value = |number: usize| {
            let line = lines.get(number).copied().unwrap_or_default();
            line.strip_prefix(LINES[number]).ok_or_else(|| flaw(number, line))
        };
        let number = |line: usize, radix| u64::from_str_radix(value(line)?, radix).map_err(|_| flaw(line, lines[line]));
        if !value(0)?.is_empty() {
            return Err(flaw(0, lines[0]));
        }
        Ok(Header {
            rules: value(1)?.parse()?,
            most: max_men(value(2)?).ok_or_else(|| flaw(2, lines[2]))?,
            format: Format::from_name(value(3)?).ok_or_else(|| flaw(3, lines[3]))?,
            bytes: number(4, 10)?,
            checksum: number(5, 16)?,
        })
    }

    /// Whether the header holds together, and with a file of so many bytes of cells.
    fn check(&self, found: u64) -> Result<(), TableError> {
        let most = self.most;
        let cells = Solver::new(self.rules).max_men(most.more, most.fewer).positions();
        let expected = self.format.bytes(cells);
        match [self.bytes, found].into_iter().find(|bytes| *bytes != expected) {
            Some(found) => Err(TableError::Length { expected, found }),
            None if most.more > self.rules.men() || without_record(self.rules) != self.rules => Err(flaw(2, &self.summed_lines())),
            None => Ok(()),
        }
    }
}

fn flaw(line: usize, found: &str) -> TableError {
    TableError::Header { line: line + 1, expected: LINES[line], found: found.chars().take(80).collect::<String>().to_owned() }
}

fn max_men(text: &str) -> Option<MaxMen> {
    let (more, fewer) = text.split_once(',')?;
    let (more, fewer) = (more.parse().ok()?, fewer.parse().ok()?);
    (more >= fewer).then_some(MaxMen { more, fewer })
}

impl Format {
    const ALL: [Format; 3] = [Format::Bits, Format::Byte, Format::Word];

    fn name(self) -> &'static str {
        match self {
            Format::Bits => "bits",
            Format::Byte => "byte",
            Format::Word => "word",
        }
    }

    fn from_name(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }
}

/// The cells of a table in a file.
pub(super) struct CellFile {
    /// One thread at a time sets the place and reads.
    file: Mutex<File>,
    start: u64,
    length: u64,
    /// The checksum that the header tells.
    checksum: u64,
}

impl CellFile {
    /// Reads the bytes from a place in the cells on.
    pub(super) fn read_at(&self, place: u64, bytes: &mut [u8]) -> io::Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(self.start + place))?;
        file.read_exact(bytes)
    }

    pub(super) fn read_all(&self) -> io::Result<Vec<u8>> {
        let length = usize::try_from(self.length).map_err(|_| io::ErrorKind::OutOfMemory)?;
        let mut bytes = vec![0; length];
        self.read_at(0, &mut bytes)?;
        Ok(bytes)
    }
}

/// # Files
///
/// ```
/// use hasami_shogi::solve::{Solver, Table};
/// use hasami_shogi::{Position, Rules};
///
/// let rules: Rules = "misere,size=4".parse()?;
/// let table = Solver::new(rules).max_men(2, 2).solve()?;
/// let path = std::env::temp_dir().join("hasami-shogi-example.table");
/// table.write(&mut std::fs::File::create(&path)?)?;
///
/// let position = Position::from_sfen(rules, "4/p2p/4/P2P b")?;
/// let opened = Table::open(&path)?;
/// assert_eq!(opened.probe(&position)?, table.probe(&position)?);
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Table {
    /// Writes the table in the form that [`Table::open`] and [`Table::load`] read.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or the table is in a file itself that cannot be read any more.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let bytes = self.bytes()?;
        out.write_all(Header::of(self, &bytes).text().as_bytes())?;
        out.write_all(&bytes)?;
        out.flush()
    }

    /// Opens a table that stays in its file: nothing but the header is read now, and a byte or two for each question.
    ///
    /// # Errors
    ///
    /// If there is no such file, its header is damaged, or its length is wrong. The checksum is left to [`Table::verify`].
    pub fn open(path: impl AsRef<Path>) -> Result<Table, TableError> {
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        let (header, start) = Header::read(&mut file)?;
        header.check(length.saturating_sub(start))?;
        let symmetries = Symmetries::of(&header.rules);
        let layout = Layout::new(header.rules.size(), symmetries, header.most);
        let cells = CellFile { file: Mutex::new(file), start, length: header.bytes, checksum: header.checksum };
        Ok(Table { rules: header.rules, layout, format: header.format, store: Store::File(cells) })
    }

    /// Reads a whole table into memory and checks it.
    ///
    /// # Errors
    ///
    /// As [`Table::open`], and if the checksum is wrong.
    pub fn load(path: impl AsRef<Path>) -> Result<Table, TableError> {
        let table = Table::open(path)?;
        let bytes = table.verified()?.into_owned();
        Ok(Table { store: Store::Memory(bytes), ..table })
    }

    /// Reads the whole table and compares it with its checksum. A table in memory is right as it is.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or the checksum is wrong.
    pub fn verify(&self) -> Result<(), TableError> {
        self.verified().map(drop)
    }

    /// The bytes of all cells, which agree with the checksum.
    fn verified(&self) -> Result<Cow<'_, [u8]>, TableError> {
        let bytes = self.bytes()?;
        if let Store::File(file) = &self.store {
            let (expected, found) = (file.checksum, Header::of(self, &bytes).checksum);
            if expected != found {
                return Err(TableError::Checksum { expected, found });
            }
        }
        Ok(bytes)
    }
}
