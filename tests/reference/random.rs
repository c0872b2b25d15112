//! Random rules and random games, the same ones for the same seed.

use super::board::{Board, Side, Square};
use super::position::{MoveFacts, Position};
use super::record::Record;
use super::rules::{Corner, Custodian, Hop, Intervention, Lead, Limit, Line, NoMove, Repetition, Rules};

/// A small generator of random numbers: a counter with a fixed odd increment, its bits mixed. It can be told what to draw first.
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
    /// What is still to be drawn, the last one first.
    told: Vec<u8>,
}

impl Rng {
    pub fn new(seed: u64) -> Rng {
        Rng { state: seed, told: Vec::new() }
    }

    /// A generator that draws these bytes, and then goes on by itself.
    pub fn told(bytes: &[u8]) -> Rng {
        Rng { state: 0, told: bytes.iter().rev().copied().collect() }
    }

    /// Whether it has still something to draw that it was told.
    pub fn is_told(&self) -> bool {
        !self.told.is_empty()
    }

    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        for shift in [30, 27, 31] {
            mixed = (mixed ^ (mixed >> shift)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        }
        mixed ^ (mixed >> 32)
    }

    /// A number from `low` to `high`, both included.
    pub fn between(&mut self, low: u32, high: u32) -> u32 {
        assert!(low <= high, "no number lies between {low} and {high}");
        let span = u64::from(high - low) + 1;
        let drawn = match (self.told.pop(), span) {
            (None, _) => self.next_u64(),
            (Some(byte), ..=256) => u64::from(byte),
            (Some(byte), _) => u64::from(byte) << 8 | u64::from(self.told.pop().unwrap_or_default()),
        };
        low + (drawn % span) as u32
    }

    pub fn coin(&mut self) -> bool {
        self.between(0, 1) == 1
    }

    pub fn pick<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.between(0, choices.len() as u32 - 1) as usize].clone()
    }
}

/// Rules with every option chosen at random, free of the contradictions of section 6.
pub fn random_rules(rng: &mut Rng) -> Rules {
    loop {
        let rules = any_rules(rng);
        if Position::start(&rules).outcome(&rules).is_none() {
            return rules;
        }
    }
}

/// Rules free of contradictions, except that their start position may already be decided.
fn any_rules(rng: &mut Rng) -> Rules {
    let size = rng.between(4, 9) as u8;
    let home_ranks = home_ranks(rng, size);
    let men = u32::from(size) * home_ranks.len() as u32;
    Rules {
        size,
        home_ranks,
        hop: rng.pick(&[Hop::None, Hop::Own, Hop::Any]),
        custodian: rng.pick(&[Custodian::Line, Custodian::Single]),
        corner: rng.pick(&[Corner::None, Corner::Single, Corner::Chain, Corner::Enclosure]),
        intervention: rng.pick(&[Intervention::None, Intervention::Single, Intervention::Line]),
        target: target(rng, men),
        misere: rng.between(1, 4) == 1,
        lead: lead(rng, men),
        line: if rng.coin() { Some(line(rng, size)) } else { None },
        no_move: rng.pick(&[NoMove::Loss, NoMove::Draw]),
        draw_when_both_below: if rng.between(1, 3) == 1 { Some(rng.between(1, men)) } else { None },
        compulsory_capture: rng.between(1, 4) == 1,
        repetition: repetition(rng),
        quiet: limit(rng, 60),
        moves: limit(rng, 200),
    }
}

/// One or more ranks on the owner's side of the middle, so that at least one rank between the armies stays empty.
fn home_ranks(rng: &mut Rng, size: u8) -> Vec<u8> {
    let last = (size - 1) / 2;
    let mut ranks: Vec<u8> = (1..=last).filter(|_| rng.coin()).collect();
    if ranks.is_empty() {
        ranks.push(rng.between(1, u32::from(last)) as u8);
    }
    ranks
}

fn target(rng: &mut Rng, men: u32) -> u32 {
    let any = rng.between(1, men);
    let half_or_more = rng.between(men / 2, men);
    rng.pick(&[any, half_or_more, men - 1, men])
}

fn lead(rng: &mut Rng, men: u32) -> Lead {
    let n = rng.between(1, men);
    rng.pick(&[Lead::None, Lead::None, Lead::Held(n), Lead::Immediate(n)])
}

/// A line that fits on the board outside of the ranks it leaves out, in at least one direction.
fn line(rng: &mut Rng, size: u8) -> Line {
    let any = rng.between(3, u32::from(size)) as u8;
    let length = rng.pick(&[3, 4, any]);
    let axes = rng.between(1, 7);
    let (horizontal, vertical, diagonal) = (axes & 1 != 0, axes & 2 != 0, axes & 4 != 0);
    let room = if horizontal { size - 1 } else { size - length };
    Line { length, horizontal, vertical, diagonal, outside_home_ranks: rng.between(0, u32::from(room.min(4))) as u8 }
}

fn repetition(rng: &mut Rng) -> Repetition {
    let n = rng.between(2, 4);
    rng.pick(&[Repetition::None, Repetition::Draw(n), Repetition::Loss(n)])
}

fn limit(rng: &mut Rng, longest: u32) -> Limit {
    let n = rng.between(1, longest);
    rng.pick(&[Limit::None, Limit::None, Limit::Adjudicate(n), Limit::Draw(n)])
}

/// Men of both sides anywhere on the board, seldom so few that the game is over. Half of the time they huddle around one
/// square, the men of one side enclosed by those of the other, but for one or two men.
pub fn random_position(rng: &mut Rng, rules: &Rules) -> Position {
    let mut board = Board::empty(rules.size);
    let centre = if rng.coin() { Some(rng.pick(&board.squares())) } else { None };
    let inner = rng.pick(&[Side::Sente, Side::Gote]);
    for side in [inner, inner.opponent()] {
        let fewest = if rng.between(1, 8) == 1 { 0 } else { rules.men() + 1 - rules.target };
        for _ in 0..rng.between(fewest, rules.men()) {
            let square = free_square(rng, &board, centre);
            board.put(square, Some(side));
        }
    }
    for _ in 0..rng.between(1, 2) {
        scatter(rng, &mut board);
    }
    Position { board, to_move: rng.pick(&[Side::Sente, Side::Gote]), move_number: rng.between(1, 500) }
}

/// An empty square: any, or the one nearest to a centre.
fn free_square(rng: &mut Rng, board: &Board, centre: Option<Square>) -> Square {
    let mut free = board.squares();
    free.retain(|&square| board.is_empty(square));
    match centre {
        None => rng.pick(&free),
        Some(centre) => {
            free.sort_by_key(|square| square.file.abs_diff(centre.file) + square.rank.abs_diff(centre.rank));
            free[0]
        }
    }
}

/// Puts a man, if there is any, on a square that is empty.
fn scatter(rng: &mut Rng, board: &mut Board) {
    let men: Vec<Square> = [Side::Sente, Side::Gote].iter().flat_map(|&side| board.men(side)).collect();
    if !men.is_empty() {
        let man = rng.pick(&men);
        let square = free_square(rng, board, None);
        board.put(square, board.at(man));
        board.put(man, None);
    }
}

/// A legal move, half of the time one that captures if there is any; none where the game is over.
pub fn random_move(rng: &mut Rng, record: &Record) -> Option<String> {
    let legal = record.legal_moves();
    let captures: Vec<(&String, &MoveFacts)> = legal.iter().filter(|(_, facts)| !facts.captures.is_empty()).collect();
    let all: Vec<(&String, &MoveFacts)> = legal.iter().collect();
    let choices = if rng.coin() && !captures.is_empty() { captures } else { all };
    if choices.is_empty() { None } else { Some(rng.pick(&choices).0.clone()) }
}

/// A game from the start position, until it is over or so many moves are played.
pub fn random_game(rng: &mut Rng, rules: &Rules, longest: u32) -> Record {
    played(Record::new(rules), longest, |record| random_move(rng, record))
}

/// Like [`random_move`], but half of the time a man goes back where it came from, so that positions repeat.
pub fn random_shuttling_move(rng: &mut Rng, record: &Record) -> Option<String> {
    let back = if rng.coin() { way_back(record) } else { None };
    back.or_else(|| random_move(rng, record))
}

/// A game of such moves.
pub fn random_shuttling_game(rng: &mut Rng, rules: &Rules, longest: u32) -> Record {
    played(Record::new(rules), longest, |record| random_shuttling_move(rng, record))
}

/// The last move of the side to move, the other way round, if that is legal.
fn way_back(record: &Record) -> Option<String> {
    let last = record.moves.iter().rev().nth(1)?;
    let back = format!("{}{}", &last[2..], &last[..2]);
    if record.legal_moves().contains_key(&back) { Some(back) } else { None }
}

fn played(mut record: Record, longest: u32, mut choose: impl FnMut(&Record) -> Option<String>) -> Record {
    for _ in 0..longest {
        let Some(chosen) = choose(&record) else {
            break;
        };
        record.play(&chosen);
    }
    record
}
