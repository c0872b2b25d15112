//! How fast the rules run: moves, play, captures and counting.
//!
//! `cargo bench --bench rules`; what each group asks is said in `benches/README.md`.

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use hasami_shogi::perft::{self, Table};
use hasami_shogi::{Move, Position, Rules, Setup};

/// A position from `positions.txt`.
struct Case {
    name: String,
    position: Position,
}

fn cases() -> Vec<Case> {
    include_str!("positions.txt").lines().filter(|line| !line.starts_with('#')).map(case).collect()
}

fn case(line: &str) -> Case {
    let mut fields = line.split('\t');
    let mut field = || fields.next().expect("three fields: name, rules, SFEN");
    let (name, rules, sfen) = (field().to_owned(), field(), field());
    let rules: Rules = rules.parse().expect("rules");
    Case { name, position: Position::from_sfen(rules, sfen).expect("position") }
}

fn generate(c: &mut Criterion) {
    let mut group = c.benchmark_group("generate");
    for Case { name, position } in cases() {
        group.throughput(Throughput::Elements(position.moves().len() as u64));
        group.bench_function(format!("sets/{name}"), |b| {
            b.iter(|| {
                let _ = black_box(&position).for_each_man(|man| {
                    black_box(man);
                    ControlFlow::<()>::Continue(())
                });
            });
        });
        group.bench_function(format!("list/{name}"), |b| b.iter(|| black_box(&position).move_list()));
        group.bench_function(format!("count/{name}"), |b| b.iter(|| black_box(&position).move_count()));
        group.bench_function(format!("capturing/{name}"), |b| b.iter(|| black_box(&position).capturing_moves().count()));
    }
    group.finish();
}

fn play(c: &mut Criterion) {
    let mut group = c.benchmark_group("play");
    for Case { name, position } in cases() {
        let moves = position.move_list();
        group.throughput(Throughput::Elements(moves.len() as u64));
        group.bench_function(format!("one_by_one/{name}"), |b| {
            b.iter(|| {
                for &mv in &moves {
                    let mut child = *black_box(&position);
                    child.play_unchecked(mv);
                    black_box(&child);
                }
            });
        });
        group.bench_function(format!("children/{name}"), |b| {
            b.iter(|| {
                black_box(&position).for_each_child(|_, child| {
                    black_box(child);
                });
            });
        });
        group.bench_function(format!("captures_of/{name}"), |b| {
            b.iter(|| moves.iter().map(|&mv| black_box(&position).captures_of(mv).len()).sum::<u32>());
        });
    }
    group.finish();
}

fn capture(c: &mut Criterion) {
    let mut group = c.benchmark_group("capture");
    for line in include_str!("captures.txt").lines().filter(|line| !line.starts_with('#')) {
        let [name, rules, sfen, mv, men] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("five fields: {line}") };
        let position = Position::from_sfen(rules.parse().expect("rules"), sfen).expect("position");
        let mv: Move = mv.parse().expect("move");
        assert_eq!(position.captures_of(mv).len().to_string(), men, "{name}");
        group.bench_function(name, |b| b.iter(|| black_box(&position).captures_of(black_box(mv))));
    }
    group.finish();
}

fn state(c: &mut Criterion) {
    let mut group = c.benchmark_group("state");
    for Case { name, position } in cases() {
        let (moves, setup) = (position.move_list(), position.to_setup(1));
        group.throughput(Throughput::Elements(moves.len() as u64));
        group.bench_function(format!("hash_after/{name}"), |b| {
            b.iter(|| moves.iter().fold(0, |sum, &mv| sum ^ black_box(&position).hash_after(mv)));
        });
        group.throughput(Throughput::Elements(1));
        group.bench_function(format!("hash_and_outcome/{name}"), |b| {
            b.iter(|| Position::from_setup(*black_box(position.rules()), black_box(&setup)));
        });
    }
    group.finish();
}

fn leaves(position: &Position, depth: u32) -> u64 {
    perft::perft(position, depth).ok().and_then(|leaves| leaves.try_into().ok()).expect("a small count")
}

fn count(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    group.sample_size(10);
    for Case { name, position } in cases() {
        group.throughput(Throughput::Elements(leaves(&position, 4)));
        group.bench_function(format!("counted/{name}"), |b| b.iter(|| perft::perft(black_box(&position), 4)));
        group.throughput(Throughput::Elements(leaves(&position, 3)));
        group.bench_function(format!("played/{name}"), |b| b.iter(|| perft::perft_played(black_box(&position), 3)));
        group.throughput(Throughput::Elements(leaves(&position, 5)));
        group.bench_function(format!("hashed/{name}"), |b| {
            let table = || Table::with_bytes(1 << 20).expect("a mebibyte");
            b.iter_batched_ref(table, |table| perft::hashed(black_box(&position), 5, table), BatchSize::LargeInput);
        });
    }
    group.finish();
}

fn text(c: &mut Criterion) {
    let mut group = c.benchmark_group("text");
    let Some(Case { position, .. }) = cases().pop() else { return };
    let sfen = position.to_string();
    group.bench_function("read_sfen", |b| b.iter(|| black_box(&sfen).parse::<Setup>()));
    group.bench_function("write_sfen", |b| b.iter(|| black_box(&position).to_string()));
    group.bench_function("read_rules", |b| b.iter(|| black_box("online,size=7,corner=chain").parse::<Rules>()));
    group.finish();
}

criterion_group!(benches, generate, play, capture, state, count, text);
criterion_main!(benches);
