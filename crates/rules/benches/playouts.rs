//! Random whole games on the fast boards: what engines spend their time on.
//!
//! `cargo bench -p parlor-rules --bench playouts`. For figures to compare between machines use `parlor-training bench playouts`.

use divan::Bencher;
use divan::counter::ItemsCount;
use parlor_rules::drop::{
    classic, classic_playouts, growing_playouts, shapes, shapes_playouts, super_, super_playouts,
};
use parlor_rules::{PlayoutStats, hex, tiles};

/// The games of one measurement.
const GAMES: u64 = 2_000;

fn main() {
    divan::main();
}

/// Measures so many games, with another seed each time.
fn measure(bencher: Bencher<'_, '_>, games: u64, playouts: impl Fn(u64, u64) -> PlayoutStats + Sync) {
    let mut seed = 0;
    let next = || {
        seed += 1;
        seed
    };
    bencher
        .counter(ItemsCount::new(games))
        .with_inputs(next)
        .bench_local_values(|seed| playouts(games, seed));
}

#[divan::bench]
fn shapes(bencher: Bencher<'_, '_>) {
    let start = shapes::Position::default();
    measure(bencher, GAMES, |games, seed| shapes_playouts(&start, games, seed));
}

#[divan::bench]
fn growing(bencher: Bencher<'_, '_>) {
    measure(bencher, GAMES, growing_playouts);
}

#[divan::bench]
fn classic(bencher: Bencher<'_, '_>) {
    let start = classic::Position::default();
    measure(bencher, GAMES, |games, seed| classic_playouts(&start, games, seed));
}

/// A random game of super goes on for thousands of moves.
#[divan::bench]
fn super_(bencher: Bencher<'_, '_>) {
    let start = super_::Position::default();
    measure(bencher, 10, |games, seed| super_playouts(&start, games, seed));
}

#[divan::bench(args = [7, 9, 11])]
fn hex(bencher: Bencher<'_, '_>, side: usize) {
    measure(bencher, GAMES, |games, seed| hex::playouts(side, games, seed));
}

#[divan::bench]
fn tiles(bencher: Bencher<'_, '_>) {
    let start = tiles::Position::default();
    measure(bencher, GAMES, |games, seed| tiles::playouts(&start, games, seed));
}
