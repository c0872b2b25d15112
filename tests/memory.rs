//! How much memory long texts take: next to none where they are refused, and so many times their own length where they are records of long games.
#![cfg(feature = "serde")]

mod readers;
mod sample;

use std::fmt::Write;

use allocation_counter::measure;
use hasami_shogi::notation::kif::read_kif;
use hasami_shogi::{Game, JapaneseMove, Rules};
use sample::Random;

const MEGABYTE: usize = 1 << 20;
/// The length of a text that is refused, and of a record.
const LENGTHS: [usize; 2] = if cfg!(debug_assertions) { [4 * MEGABYTE, MEGABYTE] } else { [20 * MEGABYTE, 10 * MEGABYTE] };

/// A text that is refused takes no more than this, however long it is.
const REFUSED: u64 = 64 << 10;
/// A game takes so many times the length of its record, while that is read. A move is 19 bytes of KIF or 7 of JSON, and some 150 in memory, half as
/// much again while a list grows.
const TIMES_KIF: u64 = 16;
const TIMES_JSON: u64 = 48;

/// The most memory that some work on a text has in use at a time, in bytes.
fn peak<T>(name: &str, text: &str, work: impl FnOnce() -> T) -> u64 {
    let peak = measure(|| drop(work())).bytes_max;
    println!("{name}, {} bytes long: at most {peak} bytes of memory", text.len());
    peak
}

#[test]
fn refused_texts_take_no_memory() {
    refuse_texts_of(LENGTHS[0]);
}

#[test]
fn records_take_memory_by_their_length() {
    read_records_of(LENGTHS[1]);
}

/// Takes some minutes: `cargo test --release --all-features --test memory -- --ignored --nocapture`.
#[test]
#[ignore = "some minutes: run with --release -- --ignored --nocapture"]
fn refused_texts_of_100_megabytes() {
    refuse_texts_of(100 * MEGABYTE);
}

/// Takes half a minute and two gigabytes, and states the peaks with the same command.
#[test]
#[ignore = "two gigabytes: run with --release -- --ignored --nocapture"]
fn records_of_100_megabytes() {
    read_records_of(100 * MEGABYTE);
}

fn refuse_texts_of(length: usize) {
    for reader in readers::all() {
        for piece in readers::pieces(&reader) {
            let text = piece.repeat(length / piece.len());
            assert!(peak(reader.name, &text, || assert!(!(reader.read)(&text))) < REFUSED, "{}: {piece:?}", reader.name);
        }
    }
    for [before, piece, after] in [["", "[", ""], ["\"", "9", "\""], ["[", "\"5e\",", "\"5e\"]"], ["{\"rules\":\"", "plain,", "\"}"]] {
        let text = [before, &piece.repeat(length / piece.len()), after].concat();
        let read = || assert!(serde_json::from_str::<Game>(&text).is_err() && serde_json::from_str::<Rules>(&text).is_err());
        // A string is copied before it is looked at, and once more into the message if there should be none.
        assert!(peak("JSON", &text, read) < 4 * length as u64, "{piece:?}");
    }
}

fn read_records_of(length: usize) {
    let (kif, json) = long_records(length);
    let read = || assert_eq!(read_kif(&kif).map(|game| game.result()), Ok(None));
    assert!(peak("record", &kif, read) < TIMES_KIF * kif.len() as u64);
    let read = || assert_eq!(serde_json::from_str::<Game>(&json).map(|game| game.result()).ok(), Some(None));
    assert!(peak("record in JSON", &json, read) < TIMES_JSON * json.len() as u64);
}

/// A game of random moves, hardly ever in the same position twice, whose KIF has this length; and its JSON.
fn long_records(length: usize) -> (String, String) {
    let rules: Rules = "dai,hop=any,repetition=none".parse().expect("rules");
    let (mut position, mut random) = (hasami_shogi::Position::start(rules), Random::new(1));
    let mut kif = format!("手合割：はさみ将棋\nルール：{rules}\n");
    let mut json = format!("{{\"rules\":\"{rules}\",\"start\":\"{position}\",\"moves\":[");
    for number in 1.. {
        let mv = loop {
            let moves = position.move_list();
            let mv = random.choose(&moves).expect("a move");
            if position.captures_of(mv).is_empty() {
                break mv;
            }
        };
        let text = JapaneseMove { side: position.side_to_move(), mv, last_arrival: None }.to_string();
        let unmarked = text.trim_start_matches(['▲', '△']);
        writeln!(kif, "{number:>4} {unmarked}").expect("a string");
        position.play_unchecked(mv);
        if kif.len() >= length {
            write!(json, "\"{mv}\"]}}").expect("a string");
            break;
        }
        write!(json, "\"{mv}\",").expect("a string");
    }
    (kif, json)
}
