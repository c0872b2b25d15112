//! Tables of solved positions: against a second solver, against their own definition, and in files.

mod naive;
mod sample;
mod solved;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use hasami_shogi::solve::{Detail, Solution, SolveError, Solver, Table, TableError, Value};
use hasami_shogi::{Bitboard, BoardSize, Position, Rules, Setup, Square};
use naive::Naive;
use sample::Random;
use solved::{SMALL, position, probe, random_position, rules, solve};

const TWO: NonZeroUsize = NonZeroUsize::new(2).expect("two");

fn pair(solution: Solution) -> (Value, Option<u32>) {
    (solution.value, solution.plies)
}

/// Compares all that can be reached, and answers how many positions that were.
fn compare_all(table: &Table, start: Position) -> usize {
    let naive = Naive::solve(start);
    for (position, decided) in naive.positions.iter().zip(&naive.decided) {
        let truth = match decided {
            Some((true, plies)) => (Value::Win, Some(*plies)),
            Some((false, plies)) => (Value::Loss, Some(*plies)),
            None => (Value::Draw, None),
        };
        assert_eq!(pair(probe(table, position)), truth, "{} {}", position.rules(), position.to_setup(1));
    }
    naive.positions.len()
}

#[test]
fn agrees_with_a_plain_solver_on_three_men_against_two() {
    // Debug builds are some thirty times slower, here and below.
    for text in &SMALL[..if cfg!(debug_assertions) { 2 } else { SMALL.len() }] {
        let rules = rules(text);
        let table = Solver::new(rules).max_men(3, 2).solve().expect("a small table");
        let count = compare_all(&table, position(rules, "p1p1/4/P3/1P1P b"));
        println!("{text}: {count} positions");
    }
}

#[test]
#[ignore = "thirteen times 4 × 4 by the plain solver: run with --release -- --ignored, some minutes"]
fn agrees_with_a_plain_solver_on_the_whole_board() {
    for text in SMALL {
        let rules = rules(text);
        let table = Solver::new(rules).solve().expect("a small table");
        let count = compare_all(&table, Position::start(rules));
        assert_eq!(reached(&table), Some(count as u64), "{text}");
        println!("{text}: {count} positions");
    }
}

/// The number of positions that play reaches, if the table holds the start.
fn reached(table: &Table) -> Option<u64> {
    table.reachable(TWO).expect("a table in memory").map(|counts| counts.total())
}

#[test]
fn what_play_reaches_is_counted() {
    let rules = rules("mak-yek,size=4,home=1,target=1");
    let row = include_str!("../src/solve/results.md").lines().find(|line| line.contains(&format!("`{rules}`"))).expect("a row");
    let stated = row.split('|').nth(4).expect("a fourth column").replace(',', "");
    assert_eq!(reached(&solve(rules, [4, 4])), stated.trim().parse().ok());
    assert_eq!(reached(&solve(rules, [3, 3])), None);
}

/// What the moves of a position make of it.
fn by_its_moves(table: &Table, position: &Position) -> (Value, Option<u32>) {
    let end = position.outcome().map(|outcome| outcome.winner());
    let moves = table.probe_moves(position).expect("a readable table").expect("a position in the table");
    let plies_of =
        |value| moves.iter().filter(move |(_, solution)| solution.value == value).map(|(_, solution)| solution.plies.expect("plies"));
    match (end, moves.iter().map(|(_, solution)| solution.value).max()) {
        (Some(None), _) => (Value::Draw, None),
        (Some(Some(side)), _) if side == position.side_to_move() => (Value::Win, Some(0)),
        (Some(Some(_)), _) => (Value::Loss, Some(0)),
        (None, Some(Value::Win)) => (Value::Win, plies_of(Value::Win).min()),
        (None, Some(Value::Loss)) => (Value::Loss, plies_of(Value::Loss).max()),
        (None, _) => (Value::Draw, None),
    }
}

/// Boards and endings, with the greatest numbers of men.
fn samples() -> Vec<(Rules, [u8; 2])> {
    let small = SMALL.iter().map(|text| (rules(text), [4, 4]));
    let endings = [
        ("reduce-to-one", [2, 2]),
        ("reduce-to-one", [3, 1]),
        ("mak-yek", [2, 2]),
        ("dai,hop=own", [2, 1]),
        ("misere-compulsory,size=7", [2, 2]),
        ("dai-five,size=5,home=1+2,line=3:hvd:2,target=9", [3, 2]),
        ("reduce-to-one,size=6,hop=any,corner=enclosure", [3, 2]),
    ];
    let all = small.chain(endings.map(|(text, most)| (rules(text), most)));
    if cfg!(debug_assertions) { all.map(|(rules, _)| (rules, [2, 1])).collect() } else { all.collect() }
}

#[test]
fn every_value_follows_from_those_of_the_moves_and_holds_for_images() {
    for (rules, most) in samples() {
        look_at_moves_and_images(&solve(rules, most), rules, most);
    }
}

fn look_at_moves_and_images(table: &Table, rules: Rules, most: [u8; 2]) {
    let mut random = Random::new(7);
    for n in 0..if cfg!(debug_assertions) { 500 } else { 100_000 } {
        let position = random_position(rules, most, &mut random);
        let solution = probe(table, &position);
        assert_eq!(pair(solution), by_its_moves(table, &position), "{rules} {}", position.to_setup(1));
        for image in images(&position).into_iter().filter(|_| n % 100 == 0) {
            assert_eq!(probe(table, &image), solution, "{rules} {}", position.to_setup(1));
        }
    }
}

#[test]
#[ignore = "solves all that results.md tells of, up to 800 MiB: run with --release -- --ignored --nocapture, half an hour"]
fn the_results_are_what_the_tables_say() {
    for row in include_str!("../src/solve/results.md").lines().filter(|line| line.starts_with("| `")) {
        println!("{row}");
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let (rules, men) = (rules(cells[1].trim_matches('`')), cells[2].split_once(" : "));
        let most = men.map_or([4, 4], |(a, b)| [a, b].map(|number| number.parse().expect("a number of men")));
        let table = solve(rules, most);
        look_at_moves_and_images(&table, rules, most);
        let census = table.census(TWO).expect("a table in memory");
        let percent = |count: u64| 100.0 * count as f64 / census.all.total() as f64;
        let [won, drawn, lost] = [census.all.win, census.all.draw, census.all.loss].map(percent);
        let (plies, longest) = census.longest.expect("some wins");
        let longest = longest.to_setup(1).to_string();
        assert_eq!(cells[5], format!("{plies}: `{}`", longest.trim_end_matches(" - 1")));
        if men.is_some() {
            assert_eq!(cells[3].replace(',', ""), census.all.total().to_string());
            assert_eq!(cells[4], format!("{won:.1} / {drawn:.1} / {lost:.1}"));
        } else {
            let start = probe(&table, &Position::start(rules));
            let reached = reached(&table).expect("the start is in it");
            assert_eq!(cells[2].trim_matches('*'), start.plies.map_or("draw".into(), |plies| format!("{} in {plies}", start.value.name())));
            assert_eq!(cells[3], format!("{won:.1} / {drawn:.1} / {lost:.1}"));
            assert_eq!(cells[4].replace(',', ""), reached.to_string());
        }
    }
}

/// The position in the mirror, and as the other side sees it.
fn images(position: &Position) -> [Position; 2] {
    let (rules, setup) = (*position.rules(), position.to_setup(1));
    let image = |set: Bitboard, map: fn(Square, BoardSize) -> Option<Square>| -> Bitboard {
        set.iter().filter_map(|square| map(square, setup.size)).collect()
    };
    let mirrored = Setup { sente: image(setup.sente, Square::mirrored), gote: image(setup.gote, Square::mirrored), ..setup };
    let (sente, gote) = (image(setup.gote, Square::rotated), image(setup.sente, Square::rotated));
    let turned = Setup { sente, gote, side_to_move: !setup.side_to_move, ..setup };
    [mirrored, turned].map(|setup| Position::from_setup(rules, &setup).expect("an image"))
}

/// A file of its own for each test, removed in the end.
struct Scratch(PathBuf);

impl Scratch {
    fn with(name: &str, table: &Table) -> Scratch {
        let path = std::env::temp_dir().join(format!("hasami-shogi-{name}-{}.table", std::process::id()));
        table.write(&mut std::fs::File::create(&path).expect("a file")).expect("a written file");
        Scratch(path)
    }

    fn damage(&self, how: impl FnOnce(&mut Vec<u8>)) {
        let mut bytes = std::fs::read(&self.0).expect("the file");
        how(&mut bytes);
        std::fs::write(&self.0, bytes).expect("the damaged file");
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn files_tell_what_the_table_told() {
    let mut random = Random::new(9);
    let rules = rules("plain,size=4");
    let distances = solve(rules, [3, 3]);
    for detail in [Detail::Distance, Detail::Value] {
        let table = Solver::new(rules).max_men(3, 3).detail(detail).solve().expect("a small table");
        let file = Scratch::with(&format!("{detail:?}"), &table);
        let (opened, loaded) = (Table::open(&file.0).expect("a table"), Table::load(&file.0).expect("a table"));
        assert_eq!((opened.detail(), opened.max_men(), *opened.rules()), (detail, [3, 3], *table.rules()));
        for _ in 0..2_000 {
            let position = random_position(rules, [3, 3], &mut random);
            let known = probe(&table, &position);
            assert_eq!(known.value, probe(&distances, &position).value);
            assert_eq!([probe(&opened, &position), probe(&loaded, &position)], [known, known]);
        }
        let threads = NonZeroUsize::MIN;
        assert_eq!(opened.census(threads).expect("a count"), table.census(threads).expect("a count"));
        opened.verify().expect("a sound file");
    }
}

#[test]
fn damaged_files_are_refused() {
    let table = solve(rules("plain,size=4"), [2, 2]);
    let file = Scratch::with("damaged", &table);
    let whole = std::fs::read(&file.0).expect("the file");
    file.damage(|bytes| *bytes.last_mut().expect("bytes") ^= 1);
    assert!(matches!(Table::load(&file.0), Err(TableError::Checksum { .. })));
    assert!(matches!(Table::open(&file.0).expect("a header").verify(), Err(TableError::Checksum { .. })));
    file.damage(|bytes| _ = bytes.pop());
    assert!(matches!(Table::open(&file.0), Err(TableError::Length { .. })));
    let header = whole.windows(2).position(|pair| pair == b"\n\n").expect("an empty line");
    // Not a byte of the header can be another.
    for place in 0..header {
        for byte in [b'\n', b'0', b'9', b'x', 0xff].into_iter().filter(|byte| *byte != whole[place]) {
            file.damage(|bytes| {
                bytes.clone_from(&whole);
                bytes[place] = byte;
            });
            assert!(Table::load(&file.0).is_err(), "byte {place} as {byte}");
        }
    }
}

#[test]
fn what_does_not_fit_is_refused_before_the_start() {
    let solver = Solver::new(Rules::REDUCE_TO_ONE).max_men(2, 2);
    let needed = solver.memory();
    assert!(solver.positions() > 3_240 * 3_081 / 8 && needed < 100 << 20, "{needed}");
    let refused = solver.memory_limit(needed - 1).solve().err();
    assert_eq!(refused, Some(SolveError::AboveLimit { needed, limit: needed - 1 }));
    assert_eq!(Solver::new(Rules::DAI).solve().err(), Some(SolveError::OutOfMemory));
}

#[test]
fn the_record_of_a_game_counts_for_nothing() {
    let with_limits = rules("online,size=4,target=3,repetition=loss:3");
    let table = solve(with_limits, [2, 2]);
    assert_eq!(*table.rules(), rules("online,size=4,target=3,repetition=none,moves=none"));
    let mut random = Random::new(10);
    let position = random_position(with_limits, [2, 2], &mut random);
    let bare = Position::from_setup(*table.rules(), &position.to_setup(1)).expect("the same men");
    assert_eq!(probe(&table, &position), probe(&table, &bare));
    // Other rules, or more men, are not in the table.
    let other = Position::from_setup(rules("plain,size=4"), &position.to_setup(1)).expect("the same men");
    assert_eq!(table.probe(&other).expect("a readable table"), None);
    assert_eq!(table.probe(&Position::start(with_limits)).expect("a readable table"), None);
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    let rules = rules("plain,size=4,line=3:d:0");
    let tables =
        [1, 3].map(|threads| Solver::new(rules).max_men(3, 3).threads(NonZeroUsize::new(threads).expect("some")).solve().expect("a table"));
    let [one, three] = tables.map(|table| {
        let mut bytes = Vec::new();
        table.write(&mut bytes).expect("a table in memory");
        bytes
    });
    assert!(one == three);
}

#[test]
fn progress_is_told_to_the_end() {
    let mut last = None;
    let solver = Solver::new(rules("plain,size=5")).max_men(3, 2);
    solver.solve_with(|progress| last = Some(*progress)).expect("a table");
    // A quick machine may be done before the first word.
    if let Some(progress) = last {
        assert_eq!(progress.total, solver.positions());
        assert!(progress.done <= progress.total && progress.men.iter().all(|men| *men <= 3));
    }
}
