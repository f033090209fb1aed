//! The exact Connect Four solver on the first positions of each test set.
//!
//! `cargo bench -p parlor-engines --bench solver`. For the published figures use `parlor-training bench connect4`.

use divan::Bencher;
use divan::counter::ItemsCount;
use parlor_engines::StopFlag;
use parlor_engines::connect4::{Position, Size, Solver};

/// The sets, easiest first, and how many positions of each are solved.
const SETS: [(&str, &str, usize); 6] = [
    ("end-easy", include_str!("../tests/data/connect4/end-easy"), 100),
    ("end-hard", include_str!("../tests/data/connect4/end-hard"), 100),
    ("middle-easy", include_str!("../tests/data/connect4/middle-easy"), 50),
    ("middle-hard", include_str!("../tests/data/connect4/middle-hard"), 20),
    ("begin-easy", include_str!("../tests/data/connect4/begin-easy"), 20),
    ("begin-hard", include_str!("../tests/data/connect4/begin-hard"), 2),
];

fn main() {
    divan::main();
}

#[divan::bench(args = SETS.map(|(name, ..)| name))]
fn solve(bencher: Bencher<'_, '_>, set: &str) {
    let Some((_, text, count)) = SETS.into_iter().find(|(name, ..)| *name == set) else { return };
    let moves = text.lines().filter_map(|line| line.split(' ').next());
    let positions: Vec<Position> =
        moves.filter_map(|moves| Position::from_digits(Size::STANDARD, moves).ok()).take(count).collect();
    let Ok(mut solver) = Solver::new(Size::STANDARD, 64 << 20) else { return };
    let stop = StopFlag::default();
    bencher.counter(ItemsCount::new(count)).bench_local(|| {
        let mut nodes = 0;
        for position in &positions {
            solver.clear();
            nodes += solver.solve(position, &stop).map_or(0, |solved| solved.nodes);
        }
        nodes
    });
}
