//! Positions to test the search on: from random play, and with few men near the end.
#![allow(dead_code, unreachable_pub)]

use hasami_shogi::{Bitboard, Game, LineGoal, Move, Position, Preset, Rules, Setup, Side, Square};

/// Sebastiano Vigna's `SplitMix64`.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound.max(1) as u64) as usize
    }

    pub fn choose<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len())).copied()
    }

    /// One of the moves; every other time one that captures, if there is any.
    pub fn mv(&mut self, position: &Position) -> Option<Move> {
        let captures: Vec<Move> = position.capturing_moves().collect();
        let greedy = self.below(2) == 0;
        self.choose(&captures).filter(|_| greedy).or_else(|| self.choose(&position.move_list()))
    }
}

/// The rules of the `n`-th sample: all presets in turn, every second time round on a smaller board if they can be played there, with more options
/// appended.
pub fn rules(n: usize, options: &str) -> Rules {
    let preset = Preset::ALL[n % Preset::ALL.len()];
    let round = n / Preset::ALL.len();
    let small = format!("{preset},size={}{options}", 4 + round / 2 % 4);
    let full = || format!("{preset}{options}").parse().expect("rules");
    if round % 2 == 1 { small.parse().unwrap_or_else(|_| full()) } else { full() }
}

/// A game of random moves that is not over.
pub fn played(rules: Rules, random: &mut Random) -> Game {
    let mut game = Game::new(rules);
    for _ in 0..random.below(70) {
        let Some(mv) = random.mv(game.position()) else { break };
        game.play(mv).expect("a legal move");
        if game.result().is_some() {
            game.undo();
            break;
        }
    }
    Game::from_setup(rules, &game.position().to_setup(1)).expect("a position from play")
}

/// A position one to six plies before the end of a game of random moves, under rules that end games.
pub fn near_the_end(rules: Rules, random: &mut Random) -> Position {
    let mut game = Game::new(rules);
    while game.result().is_none() && game.ply() < 400 {
        let mv = random.mv(game.position()).expect("a move");
        game.play(mv).expect("a legal move");
    }
    for _ in 0..=random.below(6).min(game.ply() - 1) {
        game.undo();
    }
    *game.position()
}

/// A position that is not over, with few more men than the goal allows to lose, thrown on the board close together.
pub fn placed(rules: Rules, random: &mut Random) -> Position {
    let setup = Setup::start(&rules);
    loop {
        let [sente, gote] = [0, 1].map(|_| army(&rules, random));
        let side_to_move = Side::ALL[random.below(2)];
        let setup = Setup { sente, gote: gote - sente, side_to_move, ..setup };
        let position = Position::from_setup(rules, &setup).ok().filter(|position| position.outcome().is_none());
        if let Some(position) = position {
            return position;
        }
    }
}

/// A few men, many of them side by side; in line games some stand in a row.
fn army(rules: &Rules, random: &mut Random) -> Bitboard {
    let board: Vec<Square> = rules.size().squares().iter().collect();
    let least = usize::from(rules.men() - rules.target()) + 1;
    let least = least.max(usize::from(rules.both_weak().unwrap_or(2)));
    let men = (least + random.below(3)).min(usize::from(rules.men()));
    let line = rules.line().filter(|_| random.below(3) > 0);
    let mut army = line.map_or(Bitboard::EMPTY, |line| row(line, rules, random));
    while (army.len() as usize) < men {
        let near: Vec<Square> = (army.neighbours() & rules.size().squares()).iter().collect();
        army.extend(random.choose(&near).filter(|_| random.below(2) == 0).or_else(|| random.choose(&board)));
    }
    army
}

/// All but one or two squares of a straight row somewhere on the board.
fn row(line: LineGoal, rules: &Rules, random: &mut Random) -> Bitboard {
    let squares: Vec<Square> = rules.size().squares().iter().collect();
    let (from, step) = (random.choose(&squares), random.choose(&[1, 8, 9, 10]).unwrap_or(1));
    let from = from.map_or(0, Square::index);
    let row = (0..usize::from(line.length())).filter_map(|n| Square::try_new(from + n * step));
    let mut row: Vec<Square> = row.filter(|square| rules.size().contains(*square)).collect();
    for _ in 0..=random.below(2) {
        if !row.is_empty() {
            row.swap_remove(random.below(row.len()));
        }
    }
    row.into_iter().take(usize::from(rules.men())).collect()
}
