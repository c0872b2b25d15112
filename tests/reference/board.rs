//! The board and the men on it (rules, section 1).

use super::rules::Rules;

/// Sente sits at the bottom and moves first, Gote sits at the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    Sente,
    Gote,
}

impl Side {
    pub fn opponent(self) -> Side {
        match self {
            Side::Sente => Side::Gote,
            Side::Gote => Side::Sente,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Side::Sente => "sente",
            Side::Gote => "gote",
        }
    }
}

/// A step on the board: the change of file and the change of rank.
pub type Step = (i8, i8);

/// Along the file and along the rank, both ways.
pub const ORTHOGONAL: [Step; 4] = [(0, -1), (0, 1), (-1, 0), (1, 0)];

/// A place named by its file and its rank, both counted from 1; it need not lie on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Square {
    pub file: i8,
    pub rank: i8,
}

impl Square {
    /// The place one step further.
    pub fn step(self, (file, rank): Step) -> Square {
        Square { file: self.file + file, rank: self.rank + rank }
    }

    /// The four places next to this one, on the board or not.
    pub fn neighbours(self) -> [Square; 4] {
        ORTHOGONAL.map(|step| self.step(step))
    }

    /// File digit and rank letter, as in `5e`.
    pub fn text(self) -> String {
        format!("{}{}", self.file, char::from(b'a' + self.rank as u8 - 1))
    }
}

/// A square board; `cells[rank - 1][file - 1]`, of which only `size` ranks and files are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    size: i8,
    cells: [[Option<Side>; 9]; 9],
}

impl Board {
    pub fn empty(size: u8) -> Board {
        Board { size: size as i8, cells: [[None; 9]; 9] }
    }

    /// Both armies on their home ranks, each counted from its owner's own edge.
    pub fn start(rules: &Rules) -> Board {
        let mut board = Board::empty(rules.size);
        for square in board.squares() {
            for side in [Side::Sente, Side::Gote] {
                if rules.home_ranks.contains(&board.own_rank(side, square)) {
                    board.put(square, Some(side));
                }
            }
        }
        board
    }

    /// The board field of an SFEN: ranks from the top, each from the highest file to file 1.
    pub fn from_sfen(field: &str) -> Board {
        let ranks: Vec<&str> = field.split('/').collect();
        let mut board = Board::empty(ranks.len() as u8);
        for (index, text) in ranks.iter().enumerate() {
            board.read_rank(index as i8 + 1, text);
        }
        board
    }

    fn read_rank(&mut self, rank: i8, text: &str) {
        let mut file = self.size;
        for letter in text.chars() {
            match letter {
                'P' => self.put(Square { file, rank }, Some(Side::Sente)),
                'p' => self.put(Square { file, rank }, Some(Side::Gote)),
                _ => {}
            }
            file -= letter.to_digit(10).unwrap_or(1) as i8;
        }
        assert_eq!(file, 0, "rank {text:?} does not fill the board");
    }

    pub fn sfen(&self) -> String {
        let ranks: Vec<String> = (1..=self.size).map(|rank| self.rank_text(rank)).collect();
        ranks.join("/")
    }

    fn rank_text(&self, rank: i8) -> String {
        let mut text = String::new();
        let mut gap = 0;
        for file in (1..=self.size).rev() {
            match self.at(Square { file, rank }) {
                None => gap += 1,
                Some(side) => {
                    push_gap(&mut text, &mut gap);
                    text.push(if side == Side::Sente { 'P' } else { 'p' });
                }
            }
        }
        push_gap(&mut text, &mut gap);
        text
    }

    /// Every square of the board.
    pub fn squares(&self) -> Vec<Square> {
        let mut squares = Vec::new();
        for rank in 1..=self.size {
            for file in 1..=self.size {
                squares.push(Square { file, rank });
            }
        }
        squares
    }

    /// The squares in the four corners.
    pub fn corners(&self) -> [Square; 4] {
        let last = self.size;
        [(1, 1), (1, last), (last, 1), (last, last)].map(|(file, rank)| Square { file, rank })
    }

    pub fn contains(&self, square: Square) -> bool {
        (1..=self.size).contains(&square.file) && (1..=self.size).contains(&square.rank)
    }

    pub fn is_edge(&self, square: Square) -> bool {
        [1, self.size].contains(&square.file) || [1, self.size].contains(&square.rank)
    }

    /// Whose man stands there; nobody's outside the board.
    pub fn at(&self, square: Square) -> Option<Side> {
        if self.contains(square) { self.cells[square.rank as usize - 1][square.file as usize - 1] } else { None }
    }

    /// Whether a square of the board has no man on it; what lies outside is not an empty square.
    pub fn is_empty(&self, square: Square) -> bool {
        self.contains(square) && self.at(square).is_none()
    }

    pub fn put(&mut self, square: Square, man: Option<Side>) {
        assert!(self.contains(square), "{square:?} is not on the board");
        self.cells[square.rank as usize - 1][square.file as usize - 1] = man;
    }

    /// The squares of a side's men.
    pub fn men(&self, side: Side) -> Vec<Square> {
        let mut men = self.squares();
        men.retain(|&square| self.at(square) == Some(side));
        men
    }

    /// The number of a side's men.
    pub fn count(&self, side: Side) -> u32 {
        self.men(side).len() as u32
    }

    /// The rank as a side counts it: 1 is the edge it sits at.
    pub fn own_rank(&self, side: Side, square: Square) -> u8 {
        let rank = match side {
            Side::Sente => self.size + 1 - square.rank,
            Side::Gote => square.rank,
        };
        rank as u8
    }
}

fn push_gap(text: &mut String, gap: &mut u32) {
    if *gap > 0 {
        text.push_str(&gap.to_string());
    }
    *gap = 0;
}
