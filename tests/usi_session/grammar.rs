//! Commands of a graphical board, right ones and broken ones.

use hasami_shogi::{Game, Move, Rules};

use super::ledger::Answer;
use super::model::PositionCommand;
use crate::sample::{Random, near_the_end, placed, played};

/// Rules under which games end in every way, soon enough.
pub const RULES: [&str; 14] = [
    "classic-5",
    "classic-5,size=5,target=3,repetition=draw:2",
    "reduce-to-one,size=4",
    "online,size=5,moves=12:adjudicate",
    "hybrid",
    "jsa",
    "jsa,size=4,target=3,lead=held:2",
    "misere-compulsory,size=4",
    "dai",
    "dai-five,size=5",
    "dai-ludii",
    "mak-yek,quiet=6:draw",
    "plain,size=4,repetition=loss:2,no-move=draw",
    "intervention-line,size=6,quiet=4:adjudicate",
];

/// Options with values that are right or wrong, but those that change the rules.
const OPTIONS: [&str; 22] = [
    "setoption name USI_Hash value 1",
    "setoption name USI_Hash value 2",
    "setoption name Threads value 1",
    "setoption name Threads value 2",
    "setoption name Threads value 3",
    "setoption name MultiPV value 1",
    "setoption name multipv value 3",
    "setoption name Level value 1",
    "setoption name Level value 7",
    "setoption name Level value 10",
    "setoption name USI_Ponder value true",
    "setoption name USI_Hash value x",
    "setoption name USI_Hash value -1",
    "setoption name Threads value 0",
    "setoption name Threads value",
    "setoption name Threads",
    "setoption name Level value 11.5",
    "setoption name",
    "setoption",
    "setoption Threads 2",
    "setoption name Style value Risky",
    "setoption name USI_Variant value chess",
];

/// Lines that are no commands, or that ask for nothing.
const JUNK: [&[u8]; 18] = [
    b"",
    b"   \t ",
    b"hello",
    b"USI",
    b"usi2",
    b"d\0",
    b"\0\0\0",
    b"\xff\xfe",
    b"isready\xff",
    b"position\xc3 startpos",
    "\u{6b69}\u{3000}startpos".as_bytes(),
    "\u{feff}d2".as_bytes(),
    b"bestmove 5i5e",
    b"readyok?",
    b"gameover lose",
    b"gameover",
    b"stopp",
    b"-9223372036854775808",
];

/// Positions that are wrong under all rules.
const NO_POSITIONS: [&str; 9] = [
    "position",
    "position start",
    "position startpos 5i5e",
    "position sfen",
    "position sfen 9/9 b - 1",
    "position sfen ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP x - 1",
    "position sfen ppppppppp/9/9/9/9/9/9/9/PPPPPPPPP b - 4294967296",
    "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "position moves 5i5e",
];

/// Limits that end a search soon.
const LIMITS: [&str; 20] = [
    "depth 1",
    "depth 2",
    "depth 3",
    "nodes 1",
    "nodes 300",
    "nodes 2000",
    "movetime 1",
    "movetime 20",
    "byoyomi 20",
    "btime 0 wtime 0",
    "btime 0 wtime 0 byoyomi 10",
    "btime 100 wtime 100",
    "btime 200 wtime 10 binc 10 winc 5",
    "btime 100 wtime 300 movestogo 10",
    "movestogo 1 wtime 30 btime 30",
    "depth 0",
    "nodes 0",
    "movetime 0",
    "depth 2 depth 3",
    "depth 100 nodes 500",
];

/// Limits with values that are out of range or none at all, and words that are no limits. They need not end anything.
const NO_LIMITS: [&str; 24] = [
    "depth x",
    "depth -3",
    "depth 1e3",
    "depth 1000000",
    "depth 99999999999999999999999999",
    "nodes -1",
    "nodes 18446744073709551616",
    "nodes 1.5",
    "movetime -5",
    "movetime 99999999999999999999",
    "movetime 1.5",
    "btime 1000.5 wtime 1000",
    "btime -9223372036854775809 wtime -1",
    "byoyomi x",
    "byoyomi -20",
    "movestogo 0",
    "movestogo -1",
    "movestogo x",
    "binc 5",
    "rtime 100",
    "go",
    "fast",
    "Depth 3",
    "\u{6b69}",
];

/// Limits without a value, for the end of a line.
const NO_VALUES: [&str; 6] = ["depth", "nodes", "movetime", "btime 10 wtime", "byoyomi", "movestogo"];

/// A `go` command.
pub struct Go {
    pub line: String,
    pub answer: Answer,
    /// Whether it waits for `stop`, or for `ponderhit`.
    pub waits: bool,
    /// Whether it ends of itself, once it does not wait any more.
    pub ends: bool,
    pub is_infinite: bool,
    pub only: Vec<Move>,
}

/// A command.
pub enum Command {
    Usi,
    IsReady,
    Plain(Vec<u8>),
    Variant(String),
    NewGame,
    Position(PositionCommand),
    Go(Go),
    Stop,
    PonderHit,
}

fn choose<T: Copy>(items: &[T], random: &mut Random) -> T {
    random.choose(items).expect("there are some")
}

/// Any command, under rules that are probably in force.
pub fn command(rules: Rules, random: &mut Random) -> Command {
    match random.below(40) {
        0 => Command::Usi,
        1 => Command::IsReady,
        2 | 3 => Command::Variant(choose(&RULES, random).into()),
        4 => Command::NewGame,
        5..=7 => Command::Plain(choose(&OPTIONS, random).into()),
        8 => Command::Plain(junk(random)),
        9 => Command::Plain(choose(&NO_POSITIONS, random).into()),
        10 => Command::Plain(choose(&["gameover win", "gameover draw", "d"], random).into()),
        11..=20 => Command::Position(position(rules, random)),
        21..=35 => Command::Go(go(random)),
        36 | 37 => Command::PonderHit,
        _ => Command::Stop,
    }
}

fn junk(random: &mut Random) -> Vec<u8> {
    match random.below(8) {
        0 => vec![choose(b"9 x\xff", random); [70_000, 300_000][random.below(2)]],
        // A letter before it keeps it from being a command.
        1 => [b'x'].into_iter().chain((0..random.below(40)).map(|_| random.below(256) as u8)).filter(|byte| *byte != b'\n').collect(),
        _ => choose(&JUNK, random).to_vec(),
    }
}

/// A position of play or set up, over or not; now and then with a move that is wrong.
fn position(rules: Rules, random: &mut Random) -> PositionCommand {
    let start = match random.below(4) {
        0 => None,
        1 => Some(placed(rules, random).to_setup(1 + random.below(40) as u32)),
        2 => Some(near_the_end(rules, random).to_setup(1)),
        _ => Some(played(rules, random).setup()),
    };
    let game = start.map_or_else(|| Game::new(rules), |start| Game::from_setup(rules, &start).expect("a setup"));
    let mut moves = moves_on(game, random);
    match random.below(12) {
        0 => moves.push(choose(&["5i5e", "1a1b", "9i9i", "5i", "5i5e5d", "pass", "resign", "\u{ff15}i5e"], random).into()),
        1 if !moves.is_empty() => moves.push(moves[0].clone()),
        _ => {}
    }
    PositionCommand { sfen: start.map(|start| start.to_string()), moves }
}

/// Some moves, or as many as it takes to the end of the game.
fn moves_on(mut game: Game, random: &mut Random) -> Vec<String> {
    let most = [0, 4, 20, 60][random.below(4)];
    while game.result().is_none() && game.ply() < most {
        let back = game.moves().len().checked_sub(2).and_then(|ply| game.moves().nth(ply)).map(|mv| Move::new(mv.to(), mv.from()));
        let back = back.filter(|mv| random.below(3) == 0 && game.position().is_legal(*mv));
        let mv = back.or_else(|| random.mv(game.position())).expect("a move");
        game.play(mv).expect("a legal move");
    }
    game.moves().map(|mv| mv.to_string()).collect()
}

/// A `go` in any form.
fn go(random: &mut Random) -> Go {
    match random.below(20) {
        0 => special(Answer::Mate, choose(&["mate 20", "mate infinite", "mate 0", "mate x", "mate"], random)),
        1 => special(Answer::Perft, choose(&["perft 1", "perft 2", "perft 3", "perft 20"], random)),
        2 | 3 => Go { waits: true, is_infinite: true, ..limited("infinite", false) },
        4..=6 => Go { waits: true, ..mixed("ponder ", random) },
        _ => mixed("", random),
    }
}

fn special(answer: Answer, words: &str) -> Go {
    Go { answer, ..limited(words, false) }
}

fn limited(words: &str, ends: bool) -> Go {
    Go { line: format!("go {words}"), answer: Answer::BestMove, waits: false, ends, is_infinite: false, only: Vec::new() }
}

/// Some limits, right or wrong, perhaps with moves to search.
fn mixed(first: &str, random: &mut Random) -> Go {
    let mut words = String::from(first);
    let ends = random.below(4) > 0;
    let mut only = Vec::new();
    if random.below(4) == 0 {
        words += &format!("{} ", choose(&NO_LIMITS, random));
    }
    if ends {
        words += choose(&LIMITS, random);
    }
    match random.below(8) {
        0 if !ends => words += choose(&NO_VALUES, random),
        1 => words += &format!(" {}", choose(&NO_LIMITS, random)),
        2 | 3 => {
            only = (0..=random.below(40)).map(|_| any_move(random)).collect();
            let moves: Vec<String> = only.iter().map(|mv| mv.to_string()).collect();
            let moves = moves.join(" ");
            words = if random.below(2) == 0 { format!("searchmoves {moves} {words}") } else { format!("{words} searchmoves {moves}") };
        }
        _ => {}
    }
    // A wrong number may take the place of a right one.
    Go { only, ..limited(words.trim_end(), ends) }
}

/// A move along a file or a rank, of which some are legal in most positions.
fn any_move(random: &mut Random) -> Move {
    let [file, rank, other] = [(); 3].map(|()| random.below(6));
    let name = |file: usize, rank: usize| format!("{}{}", file + 1, char::from(b'a' + rank as u8)).parse().expect("a square");
    let (from, to) = (name(file, rank), if random.below(2) == 0 { name(file, other) } else { name(other, rank) });
    Move::new(from, to)
}
