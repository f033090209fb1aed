//! `--record` and `replay`.

use crate::program::{Ran, parlor, parlor_with};
use std::fs;
use std::path::PathBuf;

/// A file of this test's own, not there yet.
fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.jsonl"));
    let _ = fs::remove_file(&path);
    path
}

fn replay(path: &std::path::Path, options: &str) -> Ran {
    parlor(&format!("replay {options} {}", path.display()), "")
}

/// The lines of boards have no small letters in them.
fn is_board(line: &str) -> bool {
    !line.is_empty() && !line.bytes().any(|byte| byte.is_ascii_lowercase())
}

#[test]
fn every_game_is_recorded_and_replayed() {
    for (game, input) in [
        ("shapes", "1 0 1 9 2 1 3 1"),
        ("growing", "p1 0 p1 1 p2 9 p1 2 p1 3"),
        ("classic", "3 2 4 3 4 3 5 4 6 y 0 6 0 6 0 6 0 n"),
        ("super --size 4x4", "1 2 1 2 1 2 1 1 3 3 1 1 2 3 1 0 3 0 0 0 n"),
        ("hex --size 3 --swap", "B0 swap B1 A2 C1 A0 A1"),
        ("1024 --size 2x2 --target 4 --seed 3", "LDRULDRULDRULDRU"),
    ] {
        let path = file(&format!("replay-{}", game.split(' ').next().unwrap()));
        let played = parlor(&format!("play {game} --record {}", path.display()), input);
        assert_eq!(played.stderr, "", "{game}");
        let replayed = replay(&path, "");
        assert_eq!((replayed.code, replayed.stderr.as_str()), (0, ""), "{game}");
        let last_board = played.stdout.trim_end().lines().rev().find(|line| is_board(line)).unwrap();
        assert!(replayed.stdout.contains(last_board), "{game}: {last_board}\n{}", replayed.stdout);
        assert!(replayed.stdout.ends_with("all right\n"), "{game}");
        assert_eq!(replay(&path, "--quiet").stdout.lines().count(), 1);
    }
}

#[test]
fn clear_starts_a_new_record_and_files_are_added_to() {
    let path = file("clear");
    let play = format!("play growing --record {}", path.display());
    parlor(&play, "p1 0 p1 1 clear p2 3 quit");
    assert!(replay(&path, "-q").stdout.contains("2 records, 3 moves"));
    parlor(&play, "p1 5");
    assert!(replay(&path, "-q").stdout.contains("3 records, 4 moves"));
}

#[test]
fn a_record_that_was_cut_off_says_where_and_can_be_added_to() {
    let path = file("cut");
    let play = format!("play hex --size 3 --record {}", path.display());
    parlor(&play, "A0 B1");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, &text[..text.len() - 9]).unwrap();
    let replayed = replay(&path, "-q");
    assert_eq!(replayed.code, 2);
    assert!(
        replayed.stderr.contains("cut.jsonl:3: not a line of a record: EOF while parsing"),
        "{}",
        replayed.stderr
    );
    parlor(&play, "A0");
    assert!(replay(&path, "-q").stdout.contains("2 records, 2 moves"), "the half event is gone");
    fs::write(&path, text.trim_end()).unwrap();
    parlor(&play, "A0");
    assert!(replay(&path, "-q").stdout.contains("2 records, 3 moves"), "a whole one stays");
}

#[cfg(target_os = "linux")]
#[test]
fn a_record_may_go_to_a_device() {
    assert_eq!(parlor("play hex --size 1 --record /dev/null", "A0").code, 0);
    let full = parlor("play hex --size 1 --record /dev/full", "A0");
    assert_eq!((full.code, full.stdout.as_str()), (2, ""), "a record that can't be kept is an error at once");
}

#[test]
fn a_file_that_is_no_record_is_left_alone() {
    let path = file("diary");
    fs::write(&path, "dear diary\n").unwrap();
    let ran = parlor(&format!("play hex --record {}", path.display()), "A0");
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    assert_eq!(fs::read_to_string(&path).unwrap(), "dear diary\n");
}

/// Records that are none, or that lie.
#[test]
fn wrong_records_are_refused_with_line_and_reason() {
    let head = r#"{"parlor":1,"game":"classic"}"#;
    for (text, code, reason) in [
        ("", 2, "the file has no record"),
        ("\n\n", 2, "the file has no record"),
        ("nonsense\n", 2, ":1: a record begins with a header"),
        (r#"{"event":{"move":"3"}}"#, 2, ":1: a record begins with a header"),
        (r#"{"parlor":3,"game":"classic"}"#, 2, "version is 3"),
        (r#"{"parlor":1,"game":"chess"}"#, 2, "there is no game \"chess\""),
        (r#"{"parlor":1,"game":"classic","color":"red"}"#, 2, "unknown field `color`"),
        (r#"{"parlor":1,"game":"classic","options":{"size":"99x99"}}"#, 2, "99x99 is too large"),
        (r#"{"parlor":1,"game":"classic","options":{"size":7}}"#, 2, "not a line of a record"),
        (r#"{"parlor":1,"game":"classic","names":["\u001b[2J","B"]}"#, 2, "not a name"),
        (r#"{"parlor":1,"game":"classic","max_plies":0}"#, 2, "at least one move"),
        (&format!("{head}\n{{\"event\":{{\"move\":\"9\"}}}}"), 2, ":2: \"9\": there is no column 9"),
        (&format!("{head}\n{{\"event\":{{\"chance\":\"3\"}}}}"), 2, ":2: \"3\": this can't happen here"),
        (&format!("{head}\n{{\"event\":{{\"undo\":1}}}}"), 2, ":2: this can't happen here"),
        (&format!("{head}\n{{\"event\":{{\"undo\":18446744073709551615}}}}"), 2, "this can't happen here"),
        (&format!("{head}\n{{\"event\":{{\"resign\":3}}}}"), 2, "a player is 1 or 2"),
        (&format!("{head}\n{{\"event\":\"go_on\"}}"), 2, "this can't happen here"),
        (&format!("{head}\n{{\"event\":{{\"move\":\"3\"}},\"when\":1}}"), 2, "unknown field `when`"),
        (
            &format!("{head}\n{{\"event\":{{\"end\":\"drawn\"}}}}"),
            1,
            "the record says drawn, the game goes on",
        ),
        (
            &format!("{head}\n{{\"event\":{{\"resign\":1}}}}\n{{\"event\":{{\"end\":{{\"won\":1}}}}}}"),
            1,
            ":3: the record says won by player 1, the game is resigned by player 1",
        ),
        (&format!("{head}\n{}", "[".repeat(100_000)), 2, ":2: not a line of a record"),
        (&format!("{head}\n{}", "x".repeat(3_000_000)), 2, ":2: the line is longer than"),
    ] {
        let path = file("wrong");
        fs::write(&path, text).unwrap();
        let ran = replay(&path, "-q");
        assert!(ran.stderr.contains(reason), "{reason}: {}", ran.stderr);
        assert_eq!((ran.code, ran.stdout.as_str()), (code, ""), "{text}");
    }
    assert_eq!(parlor("replay /no/such/file", "").code, 2);
}

#[test]
fn an_unfinished_record_is_continued() {
    let path = file("continued");
    let shown = path.display();
    parlor(&format!("play classic --names Ann,Bob --record {shown}"), "3 2 4 3");
    let continued = parlor(&format!("play classic --continue {shown}"), "4 3 5 4 6 n");
    assert_eq!((continued.code, continued.stderr.as_str()), (0, ""));
    assert!(continued.stdout.contains("Ann wins!"), "{}", continued.stdout);
    assert!(replay(&path, "-q").stdout.contains("1 record, 9 moves"));
    let over = parlor(&format!("play classic --continue {shown}"), "");
    assert_eq!(over.code, 2);
    assert!(over.stderr.contains("the game is over"), "{}", over.stderr);
    let other = parlor(&format!("play hex --continue {shown}"), "");
    assert!(other.stderr.ends_with("the game is classic, not hex\n"), "{}", other.stderr);
    assert_eq!(parlor(&format!("play classic --size 5x5 --continue {shown}"), "").code, 2);
}

#[test]
fn every_game_is_continued_where_it_stopped() {
    for (game, first, then) in [
        ("shapes", "1 0 1", "0"),
        ("growing", "p1 0 p2 1", "p1 0"),
        ("super --size 4x4", "1 2", "1"),
        ("hex --size 3 --swap", "B0 swap", "A2"),
        ("1024 --seed 3", "LD", "RU"),
    ] {
        let name = game.split(' ').next().unwrap();
        let [path, whole] = ["part", "whole"].map(|part| file(&format!("continue-{part}-{name}")));
        parlor(&format!("play {game} --record {}", path.display()), first);
        let continued = parlor(&format!("play {name} --continue {}", path.display()), then);
        let at_once =
            parlor(&format!("play {game} --record {}", whole.display()), &format!("{first} {then}"));
        assert_eq!(continued.stderr, at_once.stderr, "{game}");
        let last = |text: &str| text.lines().rev().take(3).map(String::from).collect::<Vec<_>>();
        assert_eq!(last(&continued.stdout), last(&at_once.stdout), "{game}");
        assert_eq!(
            replay(&path, "").stdout.lines().rev().nth(1),
            replay(&whole, "").stdout.lines().rev().nth(1)
        );
    }
}

#[test]
fn engines_of_a_record_play_on() {
    let path = file("continue-engine");
    parlor(&format!("play classic --second random --record {}", path.display()), "3 3");
    let continued = parlor(&format!("play classic --continue {}", path.display()), "0");
    assert!(continued.stdout.contains("Yellow plays "), "{}", continued.stdout);
}

#[test]
fn a_record_starts_no_program() {
    let folder = tempfile::tempdir().unwrap();
    let (record, started) = (folder.path().join("game.jsonl"), folder.path().join("started"));
    for kind in ["cmd", "htp"] {
        let program = format!("{kind}:touch {}", started.display());
        for header in [
            format!(r#"{{"parlor":2,"game":"hex","options":{{"size":"3"}},"seats":["human","{program}"]}}"#),
            format!(
                r#"{{"parlor":2,"game":"hex","options":{{"size":"3"}},"seats":["{program}","{program}"]}}"#
            ),
            format!(
                "{{\"parlor\":1,\"game\":\"hex\",\"options\":{{\"size\":\"3\"}}}}\n{{\"event\":{{\"comment\":\"seats: human | {program}\"}}}}"
            ),
        ] {
            fs::write(&record, format!("{header}\n{{\"event\":{{\"move\":\"A0\"}}}}\n")).unwrap();
            let path = record.to_str().unwrap();
            let continued = parlor_with(&["play", "hex", "--plain", "--continue", path], b"B1 q");
            assert!(!continued.stdout.contains("plays"), "{continued:?}");
            assert!(continued.stderr.contains("isn't started"), "{continued:?}");
            assert!(continued.stderr.contains(&format!("--second \"{program}\"")), "{continued:?}");
            for words in
                [vec!["replay", path], vec!["show", "hex", path], vec!["convert", path, "--to", "sgf"]]
            {
                parlor_with(&words, b"");
            }
            assert!(!started.exists(), "{header}");
        }
    }
}

#[test]
fn replay_names_who_placed_on_the_free_board() {
    let path = file("placer");
    parlor(&format!("play growing --record {}", path.display()), "p1 0 p1 1 p2 1 p2 1");
    let replayed = replay(&path, "").stdout;
    let plays: Vec<&str> = replayed.lines().filter(|line| line.contains(" plays ")).collect();
    assert_eq!(plays, ["1. p1 plays p1:0", "2. p1 plays p1:1", "3. p2 plays p2:1", "4. p2 plays p2:1"]);
}
