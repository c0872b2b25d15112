//! The table of speeds and ratios, and what it compares.

use crate::measure::{Contestant, Measured, Way};
use crate::ours;
use crate::peers::{cozy_chess, hnefatafl, shakmaty};

const NOTES: &str = "\
Mnps: millions of leaves a second of processor time, the best round. best/median: the spread of the rounds; the nearer to 1, the quieter the machine.
counted: the leaves are counted without playing the last ply, each library by its fastest way; hasami-shogi counts two plies by tables of lines.
last ply counted: hasami-shogi by the method of the others: all plies but the last are played, and the moves of each position then counted.
played: every leaf is made as a position in memory; hasami-shogi's has its captures resolved, its hash and its outcome.
played, no outcome: hnefatafl without its search for the end of the game, the least that makes a position.
x chess: against cozy-chess counted and shakmaty played. x kin: against hnefatafl, the same way. x classic-5: against that rule set, the same way.
Every count was compared with the known number of leaves, in every run.";

pub fn print(results: &[Measured], rounds: usize) {
    println!("Best of {rounds} rounds, one thread, the contestants in turn.\n");
    println!(
        "{:<13}{:<14}{:<19}{:>5}{:>15}{:>9}{:>13}{:>9}{:>9}{:>13}",
        "library", "position", "way", "depth", "leaves", "Mnps", "best/median", "x chess", "x kin", "x classic-5"
    );
    for row in results {
        print_row(row, &References::of(results, row.contestant.way));
    }
    println!("\n{NOTES}");
}

fn print_row(row: &Measured, against: &References) {
    let Contestant { library, position, way, depth, nodes, .. } = row.contestant;
    let (best, spread) = (row.best(), row.best() / row.median());
    let ratio = |reference: Option<f64>| reference.map_or(String::new(), |reference| format!("{:.2}", best / reference));
    let to_classic = if *library == ours::LIBRARY { against.classic } else { None };
    println!(
        "{library:<13}{position:<14}{way:<19}{depth:>5}{:>15}{best:>9.1}{spread:>13.2}{:>9}{:>9}{:>13}",
        grouped(*nodes),
        ratio(against.chess),
        ratio(against.kin),
        ratio(to_classic)
    );
}

/// The speeds with which others are compared.
struct References {
    chess: Option<f64>,
    kin: Option<f64>,
    classic: Option<f64>,
}

impl References {
    fn of(results: &[Measured], way: Way) -> References {
        let (chess, peers_way) = match way {
            Way::Counted | Way::LastPlyCounted => (cozy_chess::LIBRARY, Way::Counted),
            Way::Played | Way::PlayedWithoutOutcome => (shakmaty::LIBRARY, Way::Played),
        };
        let best = |wanted: &dyn Fn(&Contestant) -> bool| results.iter().find(|row| wanted(row.contestant)).map(Measured::best);
        References {
            chess: best(&|one| one.library == chess && one.way == peers_way),
            kin: best(&|one| one.library == hnefatafl::LIBRARY && one.way == peers_way),
            classic: best(&|one| one.position == ours::MAIN_RULES && one.way == way),
        }
    }
}

/// A number with commas between its thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
