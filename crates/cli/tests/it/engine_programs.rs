//! Other programs as engines, from outside.

use crate::program::parlor_with;
use std::fs;
use std::path::Path;

/// Writes a program that answers each request by a case of this shell script, and returns how it is named.
fn program(folder: &Path, name: &str, cases: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, format!("while read -r word rest; do case $word in\n{cases}\nesac; done\n")).unwrap();
    format!("cmd:sh {}", path.display())
}

#[test]
fn a_program_resigns_in_every_game() {
    let folder = tempfile::tempdir().unwrap();
    let resigns = program(folder.path(), "resigns", "parlor|game|position) echo ok;; go) echo best resign;;");
    for game in ["shapes", "growing", "classic", "super", "hex", "1024"] {
        let seats: &[&str] = match game {
            "1024" => &["--player", &resigns],
            _ => &["--first", &resigns, "--second", "random"],
        };
        let played = parlor_with(&[&["play", game, "--seed", "1"], seats].concat(), b"");
        assert_eq!((played.code, played.stderr.as_str()), (0, ""), "{game}");
        assert!(played.stdout.contains(" resigns."), "{game}: {}", played.stdout);
        let contest = match game {
            "1024" => vec!["match", game, "--player", &resigns],
            _ => vec!["match", game, "--first", &resigns, "--second", "random"],
        };
        let told = parlor_with(&[&contest[..], &["--games", "2", "--json"]].concat(), b"");
        let object: serde_json::Value = serde_json::from_str(&told.stdout).unwrap();
        match game {
            "1024" => assert_eq!(
                (&object["engines"][0]["won"], &object["engines"][0]["faults"]),
                (&0.into(), &0.into())
            ),
            _ => {
                assert_eq!(object["losses"], 2, "{game}: {}", told.stdout);
                assert_eq!(object["faults"][0]["illegal_moves"], 0, "{game}");
            }
        }
    }
}

/// As an illegal move ends every other game in line mode, it ends 1024 with a reason.
#[test]
fn an_illegal_press_of_a_program_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let cheats = program(folder.path(), "cheats", "parlor|game|position) echo ok;; go) echo best X;;");
    let played = parlor_with(&["play", "1024", "--player", &cheats, "--seed", "1"], b"");
    assert!(played.code == 2 && played.stderr.starts_with("parlor: "), "{played:?}");
}

/// One column has room. An engine that did not know the board would choose another one.
#[test]
fn a_program_knows_the_board_that_was_set_up() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("set-up.jsonl");
    let board = "[[1,1,2,0],[2,2,1,1],[1,1,2,2],[2,2,1,1]]";
    let header = format!(
        r#"{{"parlor":2,"game":"classic","options":{{"size":"4x4"}},"setup":{{"cells":{board},"next":2}}}}"#
    );
    let played_by = |engine: &str| {
        fs::write(&record, format!("{header}\n")).unwrap();
        let seats = ["--first", engine, "--second", engine];
        let game = ["play", "classic", "--plain", "--continue", record.to_str().unwrap()];
        parlor_with(&[&game[..], &seats].concat(), b"")
    };
    let ours = played_by(&format!("cmd:{} engine classic --engine easy", env!("CARGO_BIN_EXE_parlor")));
    assert!(ours.code == 0 && ours.stdout.contains("plays 3\n"), "{ours:?}");
    assert!(ours.stdout.contains("It is a draw."), "{ours:?}");
    // One that knows no such boards is refused before it could play on another one.
    let cases = "parlor|game|position) echo ok;; go) echo best 3;; *) echo error what;;";
    let refused = played_by(&program(folder.path(), "older", cases));
    assert!(refused.code == 2 && refused.stderr.contains("it said: what"), "{refused:?}");
}
