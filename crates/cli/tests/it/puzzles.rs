//! `puzzles` from outside.

use crate::program::parlor;
use serde_json::Value;
use std::path::PathBuf;

fn puzzles(stdout: &str) -> Vec<Value> {
    stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn puzzles_are_printed_with_board_and_solution() {
    let ran = parlor("puzzles classic --size 5x5 --count 2 --seed 3", "");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    assert!(ran.stdout.starts_with("1. ") && ran.stdout.contains("\n2. "), "{}", ran.stdout);
    assert_eq!(ran.stdout.matches("\nSolution: ").count(), 2);
    assert_eq!(ran.stdout.matches("\nAnalysis: /analysis#classic/5x5/").count(), 2);
}

#[test]
fn made_puzzles_pass_the_check_and_spoiled_ones_do_not() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("puzzles.jsonl");
    for game in ["classic --size 5x5", "hex --size 4", "1024 --size 2x3 --target 16"] {
        let ran = parlor(&format!("puzzles {game} --count 3 --json"), "");
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let made = puzzles(&ran.stdout);
        assert_eq!(made.len(), 3);
        assert_eq!(
            parlor(&format!("puzzles {game} --count 3 --json"), "").stdout,
            ran.stdout,
            "the same seed"
        );
        let name = game.split(' ').next().unwrap();
        let check = |text: &str| {
            std::fs::write(&file, text).unwrap();
            parlor(&format!("puzzles {name} --check {}", file.display()), "")
        };
        let checked = check(&ran.stdout);
        assert_eq!((checked.code, checked.stdout.as_str()), (0, "3 of 3 puzzles have one solution\n"));
        let mut spoiled = made[0].clone();
        let first = spoiled["solution"][0].as_str().unwrap().to_string();
        let others = ["0", "1", "A0", "B2", "U", "D"];
        let other = others.into_iter().find(|other| *other != first);
        spoiled["solution"] = serde_json::json!([other]);
        let checked = check(&format!("{spoiled}\n"));
        assert_eq!(
            (checked.code, checked.stdout.as_str()),
            (1, "0 of 1 puzzles have one solution\n"),
            "{spoiled}"
        );
    }
    let ran = parlor(&format!("puzzles hex --check {}", folder.join("no-puzzles").display()), "");
    assert_eq!(ran.code, 2);
}

#[test]
fn what_can_not_be_solved_has_no_puzzles() {
    let ran = parlor("puzzles hex --size 15", "");
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.starts_with("parlor: puzzles need an exact engine: "), "{}", ran.stderr);
    assert_eq!(parlor("puzzles classic --count 0", "").code, 2);
}
