//! Serialised values of all types.

use std::fmt::Debug;

use hasami_shogi::{Bitboard, BoardSize, Game, Move, Outcome, Position, Preset, Reason, Rules, Setup, Side, Square};
use serde::Serialize;
use serde::de::DeserializeOwned;

pub fn serde_json(data: &[u8]) {
    each_type(Json(data));
}

pub fn serde_binary(data: &[u8]) {
    each_type(Postcard(data));
}

/// Some bytes in a format.
trait Format {
    fn read<T: DeserializeOwned>(&self) -> Option<T>;
    /// The value, written and read again.
    fn pass_on<T: Serialize + DeserializeOwned>(&self, value: &T) -> T;

    /// What is read must survive being written.
    fn attempt<T: Serialize + DeserializeOwned + PartialEq + Debug>(&self) {
        if let Some(value) = self.read::<T>() {
            assert_eq!(self.pass_on(&value), value);
        }
    }
}

struct Json<'a>(&'a [u8]);

impl Format for Json<'_> {
    fn read<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_slice(self.0).ok()
    }

    fn pass_on<T: Serialize + DeserializeOwned>(&self, value: &T) -> T {
        let text = serde_json::to_string(value).expect("what was read can be written");
        serde_json::from_str(&text).expect("what was written can be read")
    }
}

struct Postcard<'a>(&'a [u8]);

impl Format for Postcard<'_> {
    fn read<T: DeserializeOwned>(&self) -> Option<T> {
        postcard::from_bytes(self.0).ok()
    }

    fn pass_on<T: Serialize + DeserializeOwned>(&self, value: &T) -> T {
        let bytes = postcard::to_allocvec(value).expect("what was read can be written");
        postcard::from_bytes(&bytes).expect("what was written can be read")
    }
}

fn each_type(format: impl Format) {
    format.attempt::<Square>();
    format.attempt::<Side>();
    format.attempt::<BoardSize>();
    format.attempt::<Bitboard>();
    format.attempt::<Move>();
    format.attempt::<Reason>();
    format.attempt::<Outcome>();
    format.attempt::<Preset>();
    format.attempt::<Rules>();
    format.attempt::<Setup>();
    format.attempt::<Position>();
    format.attempt::<Game>();
}
