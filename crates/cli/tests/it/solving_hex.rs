//! `solve hex` and the analysis of hex from outside.

use crate::program::parlor;
use serde_json::Value;

fn objects(stdout: &str) -> Vec<Value> {
    stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn openings_are_drawn_as_a_board() {
    let ran = parlor("solve hex --size 4 --openings", "");
    assert_eq!(ran.code, 0);
    let board = "  A B C D\n 0 X X X O\n  1 X X O X\n   2 X O X X\n    3 O X X X\n";
    assert!(ran.stdout.starts_with(board), "{}", ran.stdout);
    assert!(ran.stdout.contains("O wins with 4 of 16 openings"));
}

#[test]
fn openings_take_no_moves() {
    for arguments in ["solve hex --size 3 --openings A0", "solve hex --size 3 --openings --check"] {
        let ran = parlor(arguments, "");
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{arguments}");
        assert!(ran.stderr.contains("it takes no moves and no --check"), "{}", ran.stderr);
    }
}

#[test]
fn openings_as_json() {
    let ran = parlor("solve hex --size 3 --openings --json", "");
    let mut winners: Vec<(String, u64)> = objects(&ran.stdout)
        .iter()
        .map(|solved| (solved["moves"].as_str().unwrap().to_string(), solved["winner"].as_u64().unwrap()))
        .collect();
    winners.sort();
    let winning: Vec<&str> =
        winners.iter().filter(|(_, winner)| *winner == 1).map(|(moves, _)| moves.as_str()).collect();
    assert_eq!((winners.len(), winning), (9, vec!["A2", "B0", "B1", "B2", "C0"]));
}

#[test]
fn a_position_by_its_moves() {
    let ran = parlor("solve hex D0 A3 --size 4 --json", "");
    let solved = &objects(&ran.stdout)[0];
    assert_eq!((solved["moves"].as_str(), solved["winner"].as_u64()), (Some("D0 A3"), Some(1)));
    assert!(solved["nodes"].is_u64() && solved["seconds"].is_f64());
    assert!(parlor("solve hex A0 --size 4", "").stdout.starts_with("A0: X wins ("));
    assert!(parlor("solve hex --size 4", "").stdout.starts_with("-: O wins ("), "the empty board");
    assert!(
        parlor("solve hex A0 A1 B0 B1 C0 --size 3", "").stdout.starts_with("A0 A1 B0 B1 C0: O wins"),
        "over"
    );
    assert_eq!(parlor("solve hex A0 A1 B0 B1 C0 C1 --size 3", "").code, 2, "a move after the end");
}

#[test]
fn lines_are_checked() {
    let ran = parlor("solve hex --size 4 --check", "A0 2\nD0 1\nD0 A3 1\n");
    assert_eq!((ran.code, ran.stdout.lines().count()), (0, 3));
    let ran = parlor("solve hex --size 4 --check -", "A0 1\nD0,A3 1\n");
    assert_eq!(ran.code, 1);
    assert_eq!(ran.stderr, "parlor: line 1: the winner is 2, not 1\nparlor: 1 winner differs\n");
}

#[test]
fn bad_lines_are_named() {
    let ran = parlor("solve hex --size 3", "A9\n\u{1b}\nA0 A0\nB1\n");
    assert_eq!((ran.code, ran.stdout.lines().count()), (2, 1));
    let complaints: Vec<&str> = ran.stderr.lines().collect();
    assert_eq!(complaints.len(), 4);
    assert!(complaints[0].starts_with("parlor: line 1: move 1 (A9): "), "{complaints:?}");
    assert!(complaints[2].starts_with("parlor: line 3: move 2 (A0): "), "{complaints:?}");
    for wrong in
        ["solve hex --size 0", "solve hex --size 27", "solve hex --size 3x4", "solve hex --size 3 --each"]
    {
        assert_eq!(parlor(wrong, "").code, 2, "{wrong}");
    }
    assert_eq!(parlor("solve classic --json 44", "").code, 2);
}

#[test]
fn limits_leave_positions_unknown() {
    let ran = parlor("solve hex F5 --nodes 20", "");
    assert_eq!((ran.code, ran.stderr.as_str()), (1, "parlor: 1 not solved\n"));
    assert!(ran.stdout.starts_with("F5: unknown ("), "{}", ran.stdout);
    let ran = parlor("solve hex F5 --time 1ms --json", "");
    assert_eq!((ran.code, objects(&ran.stdout)[0]["winner"].is_null()), (1, true));
    let ran = parlor("solve hex --size 9 --nodes 1 --openings", "");
    assert_eq!(ran.code, 1);
    assert!(ran.stdout.contains(" unknown ("), "{}", ran.stdout);
    let ran = parlor("solve hex --size 4 --nodes 1000000 --time 10m --check", "A0 2\n");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "limits that are not reached change nothing");
    assert_eq!(parlor("solve hex --nodes 0", "").code, 2);
    assert_eq!(parlor("solve classic --time 1s 44", "").code, 2);
}

#[test]
fn connections_are_explained() {
    let ran = parlor("analyze hex --size 7 D1 D3 E2 --explain --nodes 200", "");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.starts_with("X must play on one of "), "{}", ran.stdout);
    assert!(ran.stdout.contains("O can connect in ") && ran.stdout.contains(" + "), "{}", ran.stdout);
    let ran = parlor("analyze hex --size 7 D1 D3 E2 --explain --nodes 200 --json", "");
    let explanation = &objects(&ran.stdout)[0]["explanation"];
    assert!(explanation["winner"].is_null() && !explanation["must_play"].as_array().unwrap().is_empty());
    assert!(explanation["connections"].as_array().unwrap().iter().all(|found| found["cells"].is_array()));
    let ran = parlor("analyze hex --size 5 C2 --nodes 200 --json", "");
    assert!(objects(&ran.stdout)[0].get("explanation").is_none(), "only if asked for");
    assert_eq!(parlor("analyze hex --size 15 --explain --nodes 1", "").code, 2);
    assert_eq!(parlor("analyze classic 3 --explain --nodes 1", "").code, 2);
}

#[test]
fn moves_beside_a_proven_win_are_estimated() {
    let ran = parlor("analyze hex --size 5 A0 B1 C2 --engine strong --nodes 300 --json", "");
    let analysis = &objects(&ran.stdout)[0];
    let moves = analysis["moves"].as_array().unwrap();
    assert_eq!((moves[0]["kind"].as_str(), moves[0]["outcome"].as_str()), (Some("exact"), Some("win")));
    assert!(moves[1..].iter().any(|one| one["score"].as_f64().unwrap() > 0.0), "{}", ran.stdout);
}

#[test]
fn swap_has_a_value() {
    let ran = parlor("analyze hex --size 5 --swap C2 --engine strong --nodes 500 --json", "");
    let analysis = &objects(&ran.stdout)[0];
    let best = &analysis["moves"][0];
    assert_eq!((best["move"].as_str(), best["outcome"].as_str()), (Some("swap"), Some("win")));
}
