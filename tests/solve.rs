//! Tables of solved positions: against a second solver, against their own definition, and in files.

mod naive;
mod sample;

use hasami_shogi::solve::{Solution, Solver, Table, Value};
use hasami_shogi::{Position, Rules};
use naive::Naive;

/// Rule sets for 4 × 4 that differ in all that a solver may get wrong.
const SMALL: [&str; 13] = [
    "plain,size=4",
    "reduce-to-one,size=4,hop=any",
    "reduce-to-one,size=4,hop=own,corner=chain",
    "jsa,size=4,target=3,lead=held:2",
    "misere,size=4",
    "misere-compulsory,size=4",
    "plain,size=4,line=3:d:0",
    "dai-hop-five,size=4,home=1,line=3:vd:1,target=4",
    "reduce-to-one,size=4,hop=any,line=3:v:0",
    "dai-ludii,size=4,home=1,line=3:h:1,both-weak=2",
    "intervention-line,size=4,target=4,no-move=draw",
    "mak-yek,size=4,home=1",
    "classic-5,size=4,target=3,compulsory=yes,lead=immediate:2",
];

fn rules(text: &str) -> Rules {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn position(rules: Rules, sfen: &str) -> Position {
    Position::from_sfen(rules, sfen).unwrap_or_else(|error| panic!("{rules} {sfen}: {error}"))
}

fn probe(table: &Table, position: &Position) -> Solution {
    let solution = table.probe(position).expect("a readable table");
    solution.unwrap_or_else(|| panic!("not in the table: {} {}", position.rules(), position.to_setup(1)))
}

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
    for text in SMALL {
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
        println!("{text}: {} positions", compare_all(&table, Position::start(rules)));
    }
}
