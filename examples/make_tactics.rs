//! Makes the positions of `tests/data/tactics.txt`: forced wins, found and proved by looking at every reply, without the engine.
//!
//! `make_tactics [POSITIONS PER PRESET [SEED]]` prints lines of rules, SFEN, the moves that win soonest, and in how many plies, parted by tabs.

#[path = "../tests/proof/mod.rs"]
mod proof;
#[path = "../tests/sample/mod.rs"]
mod sample;

use hasami_shogi::{Move, Position, Preset, Rules};
use proof::{Prover, State};
use sample::{Random, near_the_end, placed};

/// The longest wins that are looked for, in plies.
const LONGEST: u32 = 7;
/// A proof may take so many states.
const STATES: u64 = 30_000;
/// So many positions of a preset are tried.
const TRIES: usize = 1_500;

fn main() {
    let mut arguments = std::env::args().skip(1).map(|argument| argument.parse::<u64>().expect("a number"));
    let wanted = arguments.next().unwrap_or(14) as usize;
    let mut random = Random::new(arguments.next().unwrap_or(1));
    for preset in Preset::ALL {
        // A seventh may be wins on the spot, three sevenths within three plies, the rest is longer.
        let mut open = [wanted / 7, wanted * 3 / 7, wanted - wanted / 7 - wanted * 3 / 7];
        // Nobody has to take under misère, so that wins are rare.
        let tries = if *preset == Preset::Misere { 10 * TRIES } else { TRIES };
        for n in 0..tries {
            let found = tactic(&sample(*preset, n, &mut random));
            let Some((line, plies)) = found else { continue };
            let length = plies.div_ceil(2).min(3) as usize - 1;
            if open[length] > 0 {
                open[length] -= 1;
                println!("{line}");
            }
            if open == [0; 3] {
                break;
            }
        }
    }
}

/// A position with something in it, every second time round on a smaller board if the rules can be played there; of misere, where wins are rare, nearly always.
fn sample(preset: Preset, n: usize, random: &mut Random) -> Position {
    let small = if preset == Preset::Misere { n % 8 > 0 } else { n % 4 > 1 };
    let rules: Option<Rules> = format!("{preset},size={}", 4 + n / 4 % 4).parse().ok();
    let rules = rules.filter(|_| small).unwrap_or(preset.rules());
    if n % 2 == 0 { near_the_end(rules, random) } else { placed(rules, random) }
}

/// The position as a line of the suite, and the plies to its end, if it is won with few moves only.
fn tactic(position: &Position) -> Option<(String, u32)> {
    let (state, mut prover) = (State::new(*position), Prover::new(STATES));
    let plies = (1..=LONGEST).find_map(|plies| prover.is_won(&state, plies).map(|won| won.then_some(plies)).transpose())?.ok()?;
    let mut prover = Prover::new(40 * STATES);
    let lost = position.moves().map(|mv| prover.is_lost(&state.after(mv), plies - 1).map(|lost| (mv, lost)));
    let moves: Vec<(Move, bool)> = lost.collect::<Result<_, _>>().ok()?;
    let solutions: Vec<String> = moves.iter().filter(|(_, lost)| *lost).map(|(mv, _)| mv.to_string()).collect();
    let few = solutions.len() <= 3 && solutions.len() * 3 <= moves.len();
    few.then(|| (format!("{}\t{}\t{}\t{plies}", position.rules(), position.to_setup(1), solutions.join(" ")), plies))
}
