//! `hnefatafl`: the tafl family on bitboards, here Tablut, which has 9 x 9 squares, rook moves and custodian capture.
//!
//! There is no hash. Rules and position are passed around by themselves: the library's `Game` also keeps a record, which would cost time.

use std::hint::black_box;

use ::hnefatafl::aliases::{MediumBasicBoardState, MediumBasicGameState as State};
use ::hnefatafl::board::state::BoardState;
use ::hnefatafl::collections::piecemap::PieceMap;
use ::hnefatafl::game::GameStatus;
use ::hnefatafl::game::logic::GameLogic;
use ::hnefatafl::play::ValidPlay;
use ::hnefatafl::preset::{boards, rules};

use crate::measure::{Contestant, Way};

pub const LIBRARY: &str = "hnefatafl";

type Logic = GameLogic<MediumBasicBoardState>;
type Start = (Logic, State);

pub fn contestants() -> [Contestant; 3] {
    let contestant = |way, leaves, perft| Contestant::new((LIBRARY, "Tablut"), way, leaves, start(), perft);
    [
        contestant(Way::Counted, (4, 19_913_864), |(logic, state), depth| counted(logic, state, depth)),
        contestant(Way::Played, (3, 353_200), |(logic, state), depth| played(logic, state, depth, after)),
        contestant(Way::PlayedWithoutOutcome, (3, 353_200), |(logic, state), depth| played(logic, state, depth, after_without_outcome)),
    ]
}

fn start() -> Start {
    let state = State::new(boards::TABLUT, rules::TABLUT.starting_side).expect("the library's own position");
    (GameLogic::new(rules::TABLUT, state.board.side_len()), state)
}

/// There are no sets of moves, so those of the last ply are counted one by one as they are generated for each piece.
fn counted(logic: &Logic, state: &State, depth: u32) -> u64 {
    let mut nodes = 0;
    for tile in movable(state) {
        let moves = logic.iter_plays(tile, state).expect("a piece on its tile");
        nodes += match depth {
            1 => moves.count() as u64,
            _ => moves.map(|mv| counted(logic, &after(logic, state, mv), depth - 1)).sum(),
        };
    }
    nodes
}

/// Every move is played on a copy.
fn played(logic: &Logic, state: &State, depth: u32, after: impl Fn(&Logic, &State, ValidPlay) -> State + Copy) -> u64 {
    let mut nodes = 0;
    for tile in movable(state) {
        for mv in logic.iter_plays(tile, state).expect("a piece on its tile") {
            let child = after(logic, state, mv);
            nodes += if depth == 1 { leaf(&child) } else { played(logic, &child, depth - 1, after) };
        }
    }
    nodes
}

/// The tiles of the pieces that may move: none when the game is over.
fn movable(state: &State) -> impl Iterator<Item = ::hnefatafl::tiles::Tile> + use<> {
    let going_on = state.status == GameStatus::Ongoing;
    going_on.then(|| state.board.occupied_by_side(state.side_to_play)).into_iter().flatten()
}

/// The library's own way, without a test that the move is legal: captures are resolved, repetitions counted, the outcome found.
fn after(logic: &Logic, state: &State, mv: ValidPlay) -> State {
    logic.do_valid_play(mv, *state).new_state
}

/// The least that makes the next position, put together from the library's parts: captures are resolved, but the outcome is not known, so that the game
/// never ends. It does not end in the first three plies either.
fn after_without_outcome(logic: &Logic, state: &State, mv: ValidPlay) -> State {
    let mut next = *state;
    let piece = next.board.move_piece(mv.play.from, mv.play.to());
    let captures = logic.get_captures(mv, piece, &next);
    if !captures.is_empty() {
        next.board.remove_placed_pieces(&captures);
    }
    next.side_to_play = state.side_to_play.other();
    next
}

fn leaf(state: &State) -> u64 {
    black_box(state);
    1
}
