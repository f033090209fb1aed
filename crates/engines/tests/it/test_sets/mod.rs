//! The Connect Four test sets in `tests/data/connect4`, and the public ones where `PARLOR_CONNECT4_SETS` names their
//! folder.

mod make;
mod plain;

use parlor_engines::StopFlag;
use parlor_engines::connect4::{Position, Size, Solver};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The folder of the sets.
fn own_sets() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/connect4")
}

/// The positions of a set with their scores: columns from 1, a space, the score.
fn read(folder: &Path, set: &str) -> Vec<(String, i32)> {
    let path = folder.join(set);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let fields = |line: &str| {
        let (moves, score) = line.split_once(' ').unwrap();
        (moves.to_string(), score.trim().parse().unwrap())
    };
    text.lines().map(fields).collect()
}

/// Solves every so-many-th position of a set, each with an empty table.
fn check(folder: &Path, set: &str, every: usize) {
    let mut solver = Solver::new(Size::STANDARD, 16 << 20).unwrap();
    for (moves, score) in read(folder, set).into_iter().step_by(every) {
        let position = Position::from_digits(Size::STANDARD, &moves).unwrap();
        solver.clear();
        let solved = solver.solve(&position, &StopFlag::default()).unwrap();
        assert_eq!(solved.score, score, "{set}: {moves}");
    }
}

#[test]
fn late_positions() {
    check(&own_sets(), "end-easy", 1);
    check(&own_sets(), "end-hard", 1);
}

#[test]
fn middle_positions() {
    check(&own_sets(), "middle-easy", 1);
    check(&own_sets(), "middle-hard", 1);
}

#[test]
fn early_positions() {
    check(&own_sets(), "begin-easy", 1);
    check(&own_sets(), "begin-hard", 2);
}

/// The scores do not rest on the solver alone.
#[test]
fn late_scores_agree_with_plain_negamax() {
    for set in ["end-easy", "end-hard"] {
        for (moves, score) in read(&own_sets(), set) {
            assert_eq!(plain::score(&moves), score, "{set}: {moves}");
        }
    }
    for set in ["middle-easy", "middle-hard"] {
        let late = read(&own_sets(), set).into_iter().filter(|(moves, _)| moves.len() >= 26);
        for (moves, score) in late.take(20) {
            assert_eq!(plain::score(&moves), score, "{set}: {moves}");
        }
    }
}

/// The files are what their generator makes; `PARLOR_WRITE_CONNECT4_SETS=1` writes them instead.
#[test]
fn the_sets_can_be_made_again() {
    let write = env::var_os("PARLOR_WRITE_CONNECT4_SETS").is_some();
    for phase in &make::PHASES {
        let count = if write { phase.positions } else { phase.checked };
        for (set, lines) in phase.make(count) {
            let path = own_sets().join(&set);
            if write {
                fs::write(&path, lines.concat()).unwrap();
            } else {
                let text = fs::read_to_string(&path).unwrap();
                assert_eq!(text.lines().count(), phase.positions, "{set}");
                assert!(text.starts_with(&lines.concat()), "{set} is not what the generator makes");
            }
        }
    }
}

/// The public sets, easiest first. Whole: `parlor bench connect4 FOLDER --all`.
#[test]
fn public_sets() {
    let Some(folder) = env::var_os("PARLOR_CONNECT4_SETS").map(PathBuf::from) else { return };
    for (set, every) in
        [("L3_R1", 1), ("L2_R1", 1), ("L1_R1", 1), ("L2_R2", 1), ("L1_R2", 25), ("L1_R3", 250)]
    {
        check(&folder, &format!("Test_{set}"), every);
    }
}
