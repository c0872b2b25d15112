//! What is read from JSON.

use std::fmt::Debug;

use hasami_shogi::{Game, Move, Position, Rules};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Reader;

pub(super) fn readers(games: &[Game]) -> [Reader; 4] {
    [
        Reader { name: "move in JSON", valid: written(games.iter().flat_map(Game::moves)), read: attempt::<Move> },
        Reader { name: "rules in JSON", valid: written(games.iter().map(Game::rules)), read: attempt::<Rules> },
        Reader { name: "position in JSON", valid: written(games.iter().map(Game::position)), read: attempt::<Position> },
        Reader { name: "game in JSON", valid: written(games), read: attempt::<Game> },
    ]
}

fn written(values: impl IntoIterator<Item = impl Serialize>) -> Vec<String> {
    values.into_iter().map(|value| serde_json::to_string(&value).expect("to JSON")).collect()
}

/// Reads a text; if it is taken, it must survive being written, and if not, the place that the error names must be one of the text.
fn attempt<T: Serialize + DeserializeOwned + PartialEq + Debug>(text: &str) -> bool {
    match serde_json::from_str::<T>(text) {
        Ok(value) => {
            let written = serde_json::to_string(&value).expect("to JSON");
            assert_eq!(serde_json::from_str::<T>(&written).expect("what was written reads back"), value, "{text:?}");
            true
        }
        Err(error) => {
            // Columns count bytes of a line; the text may end before the last line does.
            let line = text.split('\n').nth(error.line().saturating_sub(1));
            assert!(line.is_some_and(|line| error.column() <= line.len() + 1), "{text:?}: {error}");
            false
        }
    }
}
