//! The command line.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use crate::common::{Choice, Fallible, value};
use crate::numbers::{in_range, number};
use crate::parts::all_cores;
use crate::spec::{Budget, Spec};
use crate::statistics::Sprt;
use hasami_shogi::{Game, Limit, Rules};
use lexopt::{Arg, Parser};

pub(crate) const USAGE: &str = "\
Plays a match between two engines, from random openings with both colours.

usage: arena --engine1 SPEC --engine2 SPEC [--rules TEXT] [--sfen SFEN] [--games N]
             [--movetime MS | --nodes N | --depth N] [--openings-plies N] [--seed N]
             [--threads N] [--max-moves N] [--sprt ELO0,ELO1] [--kif FILE] [--json]

  --engine1 SPEC, --engine2 SPEC
      self[:KEY=VALUE...]  the searcher of this crate; keys: level (1-10), hash (MB,
                           default 16), threads, weights (a file), and movetime, nodes
                           or depth in place of the option
      site:DEPTH           the plain opponent, which looks DEPTH plies ahead
      random               any legal move
      cmd:PROGRAM ARGS     a USI engine; no blanks inside a name or an argument
  --rules TEXT         the rules, a preset and options (default: classic-5)
  --sfen SFEN          where the openings begin (default: the start of the rules)
  --games N            games to play, an even number (default: 100)
  --movetime MS        milliseconds a move (default: 50); a second more loses the game
  --nodes N, --depth N  nodes or plies a move instead
  --openings-plies N   random plies of each opening (default: 6)
  --seed N             decides openings and random moves (default: 1)
  --threads N          games at a time (default: one for each core)
  --max-moves N        plies after which the captures decide a game (default: 300)
  --sprt ELO0,ELO1     stop when the difference is clearly closer to one of the two, after
                       80 games at the least
  --kif FILE           writes all games
  --json               one line of JSON with the results
  --help               this text

With limits in nodes or plies the same seed gives the same games. Exit code 1: an
engine lost by an illegal move, a crash or on time.
";

/// What the command line asks for.
pub(crate) struct Options {
    /// The engines, and their texts for people.
    pub(crate) engines: [Spec; 2],
    pub(crate) names: [String; 2],
    /// Where openings begin, by the rules of the match.
    pub(crate) start: Game,
    pub(crate) pairs: u64,
    pub(crate) budget: Budget,
    pub(crate) opening_plies: u32,
    pub(crate) seed: u64,
    pub(crate) threads: NonZeroUsize,
    pub(crate) sprt: Option<Sprt>,
    pub(crate) kif: Option<PathBuf>,
    pub(crate) json: bool,
}

impl Options {
    /// Reads the command line; `None` if it asks for help.
    pub(crate) fn read(mut parser: Parser) -> Fallible<Option<Options>> {
        let mut raw = Raw::default();
        while let Some(arg) = parser.next()? {
            match arg {
                Arg::Long("help") | Arg::Short('h') => return Ok(None),
                Arg::Long(name) => {
                    let name = name.to_string();
                    raw.set(&name, &mut parser)?;
                }
                other => return Err(other.unexpected().into()),
            }
        }
        raw.finish().map(Some)
    }
}

/// The options as they stand there.
struct Raw {
    engines: [Option<String>; 2],
    choice: Choice,
    games: u64,
    budget: Option<Budget>,
    opening_plies: u32,
    seed: u64,
    threads: NonZeroUsize,
    max_moves: u16,
    sprt: Option<Sprt>,
    kif: Option<PathBuf>,
    json: bool,
}

impl Default for Raw {
    fn default() -> Raw {
        Raw {
            engines: [None, None],
            choice: Choice::default(),
            games: 100,
            budget: None,
            opening_plies: 6,
            seed: 1,
            threads: all_cores(),
            max_moves: 300,
            sprt: None,
            kif: None,
            json: false,
        }
    }
}

impl Raw {
    fn set(&mut self, name: &str, parser: &mut Parser) -> Fallible<()> {
        match name {
            "engine1" => self.engines[0] = Some(value(parser, "--engine1")?),
            "engine2" => self.engines[1] = Some(value(parser, "--engine2")?),
            "rules" => self.choice.rules = Some(value(parser, "--rules")?),
            "sfen" => self.choice.setup = Some(value(parser, "--sfen")?),
            "games" => self.games = number(parser, "--games", 2..=1_000_000)?,
            "movetime" | "nodes" | "depth" => self.set_budget(name, parser)?,
            "openings-plies" => self.opening_plies = number(parser, "--openings-plies", 0..=100)?,
            "seed" => self.seed = number(parser, "--seed", 0..=u64::MAX)?,
            "threads" => self.threads = NonZeroUsize::new(number(parser, "--threads", 1..=256)?).unwrap_or(NonZeroUsize::MIN),
            "max-moves" => self.max_moves = number(parser, "--max-moves", 1..=Limit::MAX_PLIES)?,
            "sprt" => self.sprt = Some(sprt(&value::<String>(parser, "--sprt")?)?),
            "kif" => self.kif = Some(parser.value()?.into()),
            "json" => self.json = true,
            _ => return Err(Arg::Long(name).unexpected().into()),
        }
        Ok(())
    }

    fn set_budget(&mut self, name: &str, parser: &mut Parser) -> Fallible<()> {
        let option = format!("--{name}");
        let text: String = value(parser, &option)?;
        match self.budget.replace(Budget::read(name, &text)?.ok_or(option)?) {
            None => Ok(()),
            Some(_) => Err("--movetime, --nodes and --depth exclude each other".into()),
        }
    }

    fn finish(self) -> Fallible<Options> {
        if self.games % 2 == 1 {
            return Err(format!("--games: {} is odd, but each opening is played with both colours", self.games).into());
        }
        let [Some(first), Some(second)] = &self.engines else { return Err("--engine1 and --engine2 are needed".into()) };
        Ok(Options {
            engines: [Spec::read(first)?, Spec::read(second)?],
            names: [first, second].map(|name| name.replace(char::is_control, " ")),
            start: start(&self.choice, self.max_moves)?,
            pairs: self.games / 2,
            budget: self.budget.unwrap_or(Budget::Time(std::time::Duration::from_millis(50))),
            opening_plies: self.opening_plies,
            seed: self.seed,
            threads: self.threads,
            sprt: self.sprt,
            kif: self.kif,
            json: self.json,
        })
    }
}

/// The game that the openings begin with, under rules that end it after so many moves at the latest.
fn start(choice: &Choice, max_moves: u16) -> Fallible<Game> {
    let (position, move_number) = choice.position()?;
    let rules = limited(*position.rules(), max_moves)?;
    Ok(Game::from_setup(rules, &position.to_setup(move_number))?)
}

fn limited(rules: Rules, max_moves: u16) -> Fallible<Rules> {
    match rules.move_limit() {
        Limit::Adjudicate(plies) | Limit::Draw(plies) if plies <= max_moves => Ok(rules),
        _ => Ok(rules.to_builder().move_limit(Limit::Adjudicate(max_moves)).build()?),
    }
}

/// Two differences in Elo with a comma between.
fn sprt(text: &str) -> Fallible<Sprt> {
    let (elo0, elo1) = text.split_once(',').ok_or_else(|| format!("--sprt: {text:?} is not of the form ELO0,ELO1"))?;
    let [elo0, elo1] = [elo0, elo1].map(|elo| in_range("--sprt", elo, -1_000.0..=1_000.0));
    let sprt = Sprt { elo0: elo0?, elo1: elo1? };
    let ordered = (sprt.elo0 < sprt.elo1).then_some(sprt);
    ordered.ok_or_else(|| format!("--sprt: {text:?}: the second difference has to be the greater one").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Fallible<Option<Options>> {
        Options::read(Parser::from_args(line.split_whitespace()))
    }

    #[test]
    fn a_match_is_read() {
        let options =
            read("--engine1 self --engine2 site:3 --games 10 --nodes 500 --sprt 0,5 --rules mak-yek").expect("options").expect("a match");
        assert_eq!((options.pairs, options.budget), (5, Budget::Nodes(500)));
        assert_eq!(options.sprt, Some(Sprt { elo0: 0.0, elo1: 5.0 }));
        assert_eq!(options.start.rules().to_string(), "mak-yek,moves=300:adjudicate");
    }

    #[test]
    fn a_lower_limit_of_the_rules_stands() {
        let options = read("--engine1 random --engine2 random --rules online,moves=90:draw").expect("options").expect("a match");
        assert_eq!(options.start.rules().move_limit(), Limit::Draw(90));
    }

    #[test]
    fn mistakes_are_told() {
        let engines = "--engine1 random --engine2 random";
        assert!(read("--engine1 random").is_err());
        for mistake in ["--games 3", "--nodes 1 --depth 2", "--sprt 5,0", "--sprt 5", "--sprt nan,1", "--what", "--movetime 0", "x"] {
            assert!(read(&format!("{engines} {mistake}")).is_err(), "{mistake}");
        }
        assert!(read("--help").is_ok_and(|options| options.is_none()));
    }
}
