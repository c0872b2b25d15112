//! How fast the rules run: moves, play, captures and counting.
//!
//! `cargo bench --bench rules`; what each group asks is said in `benches/README.md`.

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hasami_shogi::{Position, Rules, Setup, perft};

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

fn count(c: &mut Criterion) {
    let mut group = c.benchmark_group("perft");
    group.sample_size(10);
    for Case { name, position } in cases() {
        group.throughput(Throughput::Elements(perft::perft(&position, 4)));
        group.bench_function(format!("counted/{name}"), |b| b.iter(|| perft::perft(black_box(&position), 4)));
        group.throughput(Throughput::Elements(perft::perft(&position, 3)));
        group.bench_function(format!("played/{name}"), |b| b.iter(|| perft::perft_played(black_box(&position), 3)));
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

criterion_group!(benches, generate, play, count, text);
criterion_main!(benches);
