//! The public Connect Four test sets, where they are at hand: the easy ones whole, the hard ones sampled.
//!
//! Whole, all of them: `parlor bench connect4 FOLDER --all`, or `parlor solve classic --check < Test_L1_R3`.

use parlor_engines::StopFlag;
use parlor_engines::connect4::{Position, Size, Solver};
use std::fs;
use std::path::Path;

fn check(set: &str, every: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/connect4");
    let Ok(text) = fs::read_to_string(folder.join(set)) else {
        eprintln!("SKIPPED: {set} is not in {}", folder.display());
        return;
    };
    let mut solver = Solver::new(Size::STANDARD, 16 << 20).unwrap();
    for line in text.lines().step_by(every) {
        let (moves, score) = line.split_once(' ').unwrap();
        let position = Position::from_digits(Size::STANDARD, moves).unwrap();
        solver.clear();
        let solved = solver.solve(&position, &StopFlag::default()).unwrap();
        assert_eq!(solved.score.to_string(), score.trim(), "{set}: {moves}");
    }
}

#[test]
fn late_positions() {
    check("Test_L3_R1", 1);
    check("Test_L2_R1", 1);
}

#[test]
fn early_positions_with_a_quick_end() {
    check("Test_L1_R1", 1);
}

#[test]
fn middle_positions() {
    check("Test_L2_R2", 1);
}

#[test]
fn harder_positions() {
    check("Test_L1_R2", 25);
    check("Test_L1_R3", 250);
}
