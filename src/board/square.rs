//! Squares and the files and ranks that name them.

use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use super::{BoardSize, Direction};

/// A column of the board. File 1 is on the right as Sente sees the board, file 9 on the left of a 9 × 9 board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct File(u8);

/// A row of the board. Rank 1 (`a`, 一) is at the top as Sente sees the board, rank 9 (`i`, 九) at the bottom of a 9 × 9 board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rank(u8);

impl File {
    /// The file with the number `n`, or `None` outside 1 to 9.
    #[must_use]
    pub const fn new(n: u8) -> Option<File> {
        match n {
            1..=9 => Some(File(n - 1)),
            _ => None,
        }
    }

    /// The file's number, 1 to 9.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The file's number less one, 0 to 8: an index into arrays of nine.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// All nine files, from file 1.
    pub fn all() -> impl DoubleEndedIterator<Item = File> + ExactSizeIterator + Clone {
        (0..9).map(|i: usize| File(i as u8))
    }
}

impl Rank {
    /// The rank with the number `n`, or `None` outside 1 to 9.
    #[must_use]
    pub const fn new(n: u8) -> Option<Rank> {
        match n {
            1..=9 => Some(Rank(n - 1)),
            _ => None,
        }
    }

    /// The rank's number, 1 to 9.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The rank's number less one, 0 to 8: an index into arrays of nine.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The rank's letter, `a` to `i`.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }

    /// The rank that a letter `a` to `i` names.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Rank> {
        match letter {
            'a'..='i' => Some(Rank(letter as u8 - b'a')),
            _ => None,
        }
    }

    /// All nine ranks, from the top.
    pub fn all() -> impl DoubleEndedIterator<Item = Rank> + ExactSizeIterator + Clone {
        (0..9).map(|i: usize| Rank(i as u8))
    }
}

impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "File({})", self.number())
    }
}

impl fmt::Debug for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rank({})", self.letter())
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letter().fmt(f)
    }
}

/// A square, written file digit + rank letter: `5e` is the centre of a 9 × 9 board.
///
/// The squares are numbered 0 to 80, rank by rank from the top and from file 1 in each rank. A smaller board uses the squares of its
/// files and ranks, with the same names and numbers.
///
/// ```
/// use hasami_shogi::{Direction, File, Rank, Square};
///
/// let centre: Square = "5e".parse()?;
/// assert_eq!((centre.file(), centre.rank()), (File::new(5).unwrap(), Rank::new(5).unwrap()));
/// assert_eq!(centre.index(), 40);
/// assert_eq!(centre.step(Direction::North).unwrap().to_string(), "5d");
/// # Ok::<(), hasami_shogi::SquareError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The number of squares of the largest board.
    pub const COUNT: usize = 81;

    /// The square on a file and a rank.
    #[must_use]
    pub const fn at(file: File, rank: Rank) -> Square {
        Square(rank.0 * 9 + file.0)
    }

    /// The square with a number, or `None` above 80.
    #[must_use]
    pub const fn try_new(index: usize) -> Option<Square> {
        if index < Square::COUNT { Some(Square(index as u8)) } else { None }
    }

    /// The square with a number.
    ///
    /// # Panics
    ///
    /// If the number is above 80; [`Square::try_new`] answers `None` instead.
    #[must_use]
    pub const fn new(index: usize) -> Square {
        assert!(index < Square::COUNT, "squares are numbered 0 to 80");
        Square(index as u8)
    }

    /// The square of a bit that is known to lie on the board.
    pub(super) const fn from_bit(bit: u32) -> Square {
        Square(bit as u8)
    }

    /// The square's number, 0 to 80.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square's file.
    #[must_use]
    #[inline]
    pub const fn file(self) -> File {
        File(self.0 % 9)
    }

    /// The square's rank.
    #[must_use]
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank(self.0 / 9)
    }

    /// The next square in a direction, or `None` beyond the edge of the 9 × 9 board.
    #[must_use]
    pub const fn step(self, direction: Direction) -> Option<Square> {
        let (file, rank) = (self.0 % 9, self.0 / 9);
        match direction {
            Direction::North if rank > 0 => Some(Square(self.0 - 9)),
            Direction::South if rank < 8 => Some(Square(self.0 + 9)),
            Direction::East if file > 0 => Some(Square(self.0 - 1)),
            Direction::West if file < 8 => Some(Square(self.0 + 1)),
            _ => None,
        }
    }

    /// The direction in which `to` lies on this square's rank or file, or `None` if it lies on neither or is this square.
    #[must_use]
    pub const fn direction_to(self, to: Square) -> Option<Direction> {
        if self.0 == to.0 {
            None
        } else if self.0 / 9 == to.0 / 9 {
            Some(if to.0 < self.0 { Direction::East } else { Direction::West })
        } else if self.0 % 9 == to.0 % 9 {
            Some(if to.0 < self.0 { Direction::North } else { Direction::South })
        } else {
            None
        }
    }

    /// The direction in which a square right beside this one lies.
    #[inline]
    pub(crate) const fn direction_of_neighbour(self, neighbour: Square) -> Direction {
        match neighbour.0.wrapping_sub(self.0) as i8 {
            ..=-2 => Direction::North,
            -1 => Direction::East,
            0..=1 => Direction::West,
            2.. => Direction::South,
        }
    }

    /// The square's image when a board of this size is turned by half a turn, or `None` if the square is not on that board.
    #[must_use]
    pub const fn rotated(self, size: BoardSize) -> Option<Square> {
        match self.mirrored(size) {
            Some(square) => {
                let last = size.get() - 1;
                let rank = square.0 / 9;
                Some(Square((last - rank) * 9 + square.0 % 9))
            }
            None => None,
        }
    }

    /// The square's image when left and right of a board of this size change places, or `None` if the square is not on that board.
    #[must_use]
    pub const fn mirrored(self, size: BoardSize) -> Option<Square> {
        let last = size.get() - 1;
        let (file, rank) = (self.0 % 9, self.0 / 9);
        if file > last || rank > last {
            return None;
        }
        Some(Square(rank * 9 + last - file))
    }

    /// All 81 squares in the order of their numbers.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator + Clone {
        (0..Square::COUNT).map(|i| Square(i as u8))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Square({self})")
    }
}

/// Why a text is not a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SquareError {
    /// The text does not have two characters.
    #[error("a square has two characters, a file digit and a rank letter, not {0}")]
    Length(usize),
    /// The first character (byte 0) is not a file.
    #[error("the file of a square (byte 0) must be a digit 1 to 9, not {0:?}")]
    File(char),
    /// The second character (byte 1) is not a rank.
    #[error("the rank of a square (byte 1) must be a letter a to i, not {0:?}")]
    Rank(char),
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        let mut chars = text.chars();
        let (Some(file), Some(rank), None) = (chars.next(), chars.next(), chars.next()) else {
            return Err(SquareError::Length(text.chars().count()));
        };
        let digit = file.to_digit(10).and_then(|n| File::new(n as u8));
        Ok(Square::at(digit.ok_or(SquareError::File(file))?, Rank::from_letter(rank).ok_or(SquareError::Rank(rank))?))
    }
}
