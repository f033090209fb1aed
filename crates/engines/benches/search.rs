//! The strong engine of each game on its first position, within so many nodes.
//!
//! `cargo bench -p parlor-engines --bench search`

use divan::Bencher;
use divan::counter::ItemsCount;
use parlor_engines::{EngineRegistry, Limits, Settings, StopFlag};
use parlor_rules::drop::{growing, super_};
use parlor_rules::{SplitMix64, hex, tiles};

/// The nodes of one measurement.
const NODES: u64 = 1_000;

fn main() {
    divan::main();
}

/// Measures how long a new engine takes, with its tables made beforehand.
fn measure<P: EngineRegistry + Default>(bencher: Bencher<'_, '_>) {
    let mut position = P::default();
    // In 1024 the first tiles are placed by chance.
    let mut random = SplitMix64::new(1);
    while position.turn().player().is_none() {
        let Some(played) = position.sample(&mut random) else { return };
        position.play_unchecked(played);
    }
    let Some(entry) = P::engine("strong") else { return };
    let settings = Settings { memory: 16 << 20, ..Settings::seeded(1) };
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    bencher
        .counter(ItemsCount::new(NODES))
        .with_inputs(|| (entry.make)(&settings))
        .bench_local_values(|mut engine| engine.think(&position, &limits, &StopFlag::default(), &mut |_| {}));
}

#[divan::bench]
fn growing(bencher: Bencher<'_, '_>) {
    measure::<growing::Position>(bencher);
}

#[divan::bench]
fn super_(bencher: Bencher<'_, '_>) {
    measure::<super_::Position>(bencher);
}

#[divan::bench]
fn hex(bencher: Bencher<'_, '_>) {
    measure::<hex::Position>(bencher);
}

#[divan::bench]
fn tiles(bencher: Bencher<'_, '_>) {
    measure::<tiles::Position>(bencher);
}
