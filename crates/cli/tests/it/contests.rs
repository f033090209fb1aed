//! `analyze`, `engine`, `match` and `ladder` from outside.

use crate::program::{parlor, parlor_with, transcript};
use insta::assert_snapshot;
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

#[test]
fn the_engine_protocol() {
    let said = "parlor 1\ngame hex size=3x3\nposition A0 B1\ngo nodes 10\nxyzzy\ngame classic\ngame hex size=99\n\
                position A0 A0\nposition\ngo nodes 0\nstop\ngame hex size=1\nposition A0\ngo\nquit\nparlor 1";
    assert_snapshot!(transcript("run-engine hex --engine random --seed 1", said));
}

/// What was refused is not replaced by what there was before.
#[test]
fn nothing_is_searched_after_a_refusal() {
    let said = "parlor 2\nparlor\nparlor 1\ngame classic\nposition 3\nposition 3 9\ngo\nposition 3\ngame hex\n\
                position 3\ngo\nsetup 0,0\ngame classic size=4x4\nsetup 0,0,0,0/0,0,0,0/1,2,0,0/1,2,1,2\n\
                position\ngo\nposition 0 1\nposition 0 0\ngo\nsetup 9\ngo\ngame classic\nposition 0 1 0 1 0 1\ngo\n";
    assert_snapshot!(transcript("engine classic --engine perfect", said));
}

#[test]
fn an_engine_ends_with_its_input() {
    // It would think for an hour.
    let ran = parlor("run-engine hex", "parlor 1\ngo time 3600000\n");
    assert!(ran.stdout.lines().last().unwrap().starts_with("best "), "{}", ran.stdout);
    let ran = parlor("run-engine hex", "parlor 1\ngame hex size=5x5\ngo nodes 50\nposition A0\ngo\n");
    assert_eq!(ran.stdout.matches("\nbest ").count(), 2, "{}", ran.stdout);
}

#[test]
fn an_engine_stops_when_it_is_told() {
    // Without the stop it would think for an hour.
    let ran = parlor("run-engine hex", "parlor 1\ngo time 3600000\nstop\nquit\n");
    assert_eq!(ran.code, 0);
    assert!(ran.stdout.lines().any(|line| line.starts_with("best ")), "{}", ran.stdout);
}

#[test]
fn every_game_is_analyzed() {
    for (game, moves) in [
        ("shapes", vec![]),
        ("growing", vec!["p1:0", "p1:0"]),
        ("classic", vec!["3", "2", "4"]),
        ("super", vec!["3"]),
        ("hex", vec!["F3", "A0"]),
        ("1024", vec!["@0,0", "@1,1"]),
    ] {
        let mut arguments = vec!["analyze", game, "--json", "--nodes", "200"];
        arguments.extend(moves);
        let ran = parlor_with(&arguments, b"");
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{game}");
        let object: Value = serde_json::from_str(&ran.stdout).unwrap();
        let keys: Vec<&String> = object.as_object().unwrap().keys().collect();
        let mut expected = vec!["engine", "game", "moves", "next", "nodes", "seconds"];
        // The tile whose chance the values are.
        expected.extend((game == "1024").then_some("target"));
        assert_eq!(keys, expected);
        for value in object["moves"].as_array().unwrap() {
            let keys: Vec<&String> = value.as_object().unwrap().keys().collect();
            assert_eq!(keys, ["kind", "move", "outcome", "plies", "score"], "{game}");
            assert!(["exact", "bound", "estimate"].contains(&value["kind"].as_str().unwrap()));
            assert!(["win", "draw", "loss", "unknown"].contains(&value["outcome"].as_str().unwrap()));
        }
        assert!(!object["moves"].as_array().unwrap().is_empty());
    }
}

#[test]
fn what_cannot_be_analyzed_is_said() {
    for (arguments, message) in [
        ("analyze classic 0 6 0 6 0 6 0", "the game is over: there are no moves"),
        ("analyze 1024 @0,0", "the next move is chance's: add the tile that appears, such as @0,1"),
        ("analyze classic 9", "move 1 (9): there is no column 9"),
        ("analyze hex --engine nobody", "hex has no engine \"nobody\": see parlor engines hex"),
    ] {
        let ran = parlor(arguments, "");
        assert_eq!((ran.stderr, ran.code), (format!("parlor: {message}\n"), 2), "{arguments}");
    }
}

fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.jsonl"));
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn a_match_is_recorded_and_resumed() {
    let path = file("match");
    let spec = "match hex --size 4 --first random --second random --seed 3";
    let play = |games: u64, more: &str| {
        parlor(&format!("{spec} --games {games} --record {} {more}", path.display()), "")
    };
    assert_eq!(play(10, "").code, 0);
    let again = play(10, "");
    assert!(again.code == 2 && again.stderr.contains("the file exists"), "{}", again.stderr);
    let resumed: Value = serde_json::from_str(&play(24, "--resume --json").stdout).unwrap();
    assert_eq!((resumed["games"].as_u64(), resumed["game"].as_str()), (Some(24), Some("hex")));
    let replayed = parlor(&format!("replay -q {}", path.display()), "");
    assert!(replayed.stdout.contains("24 records"), "{}", replayed.stdout);
    let straight: Value =
        serde_json::from_str(&parlor(&format!("{spec} --games 24 --no-record --json"), "").stdout).unwrap();
    assert_eq!((&straight["wins"], &straight["score"]), (&resumed["wins"], &resumed["score"]));
}

#[test]
fn a_match_writes_no_file_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let play = |more: &[&str]| {
        let arguments =
            ["match", "hex", "--size", "3", "--first", "random", "--second", "random", "--games", "2"];
        let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
        command.args(arguments).args(more).current_dir(folder.path()).output().unwrap().status.code()
    };
    let files = || fs::read_dir(folder.path()).unwrap().count();
    assert_eq!([play(&[]), play(&[]), play(&["--no-record"])], [Some(0); 3]);
    assert_eq!(files(), 0);
    assert_eq!([play(&["--resume"]), play(&["--resume"])], [Some(0); 2]);
    assert_eq!(
        fs::read_to_string(folder.path().join("match-hex.jsonl")).unwrap().matches("\"match\"").count(),
        2
    );
}

#[test]
fn a_sequential_test_is_told_with_its_ratio_and_its_bounds() {
    let spec = "match classic --first random --second random --games 4000";
    let told = |more: &str| parlor(&format!("{spec} {more}"), "");
    let object: Value = serde_json::from_str(&told("--sprt -400,-200 --beta 0.1 --json").stdout).unwrap();
    let pairs: u64 = object["pairs"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!((&object["sprt"], object["games"].as_u64()), (&json!("stronger"), Some(2 * pairs)));
    let bound = |at: usize| (100.0 * object["llr_bounds"][at].as_f64().unwrap()).round();
    assert_eq!([bound(0), bound(1)], [-225.0, 289.0]);
    assert!(object["llr"].as_f64().unwrap() >= object["llr_bounds"][1].as_f64().unwrap());
    assert!(object["after_verdict"]["wins"].is_u64());
    let text = told("--sprt 200,400").stdout;
    assert!(text.contains("\nsprt: the first is not stronger, LLR -"), "{text}");
    assert!(text.contains("\npairs by points of the first: 0: "), "{text}");
    for wrong in ["--alpha 0.05", "--sprt --alpha 0.5", "--sprt --beta 0", "--sprt --beta NaN", "--sprt 20,0"]
    {
        assert_eq!(told(wrong).code, 2, "{wrong}");
    }
}

#[test]
fn our_own_engine_over_the_protocol_is_an_equal() {
    let program = format!("cmd:{} engine classic --engine random", env!("CARGO_BIN_EXE_parlor"));
    let arguments = [
        "match",
        "classic",
        "--first",
        "random",
        "--second",
        &program,
        "--games",
        "4",
        "--no-record",
        "--json",
    ];
    let ran = parlor_with(&arguments, b"");
    let told: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!((told["games"].as_u64(), told["faults"][1]["crashes"].as_u64()), (Some(4), Some(0)));
    let has_time = [0, 1].map(|engine| told["cpu_seconds_per_move"][engine].is_number());
    assert_eq!(has_time, [cfg!(unix), cfg!(target_os = "linux")]);
    let seated =
        parlor_with(&["play", "classic", "--first", "random", "--second", &program, "--seed", "1"], b"");
    assert_eq!((seated.code, seated.stderr.as_str()), (0, ""));
    let broken = parlor_with(&["play", "classic", "--first", "cmd:false"], b"");
    assert_eq!((broken.code, broken.stdout.as_str()), (2, ""));
}

/// Returns a table of 1024 without the columns of speeds.
fn without_speed(table: &str) -> Vec<String> {
    let words = table.lines().map(|line| line.split_whitespace().enumerate());
    words
        .map(|words| words.filter(|&(place, _)| place != 10 && place != 11).map(|(_, word)| word).collect())
        .collect()
}

#[test]
fn seeds_of_1024_are_recorded_and_gone_on_with() {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("seeds.jsonl");
    let _ = fs::remove_file(&file);
    let seeds = |games: &str, more: &[&str]| {
        let path = file.to_str().unwrap();
        let arguments = ["match", "1024", "--first", "random", "--second", "random:1n", "--size", "2x2"];
        parlor_with(&[&arguments[..], &["--games", games, "--record", path], more].concat(), b"")
    };
    let first = seeds("3", &[]);
    assert_eq!((first.code, first.stdout.lines().count()), (0, 4), "{}", first.stderr);
    assert!(first.stdout.ends_with(&format!("recorded in {}\n", file.display())));
    assert_eq!(seeds("5", &[]).code, 2);
    let more = seeds("5", &["--resume"]);
    let record = fs::read_to_string(&file).unwrap();
    assert_eq!(record.lines().filter(|line| line.contains("\"game\"")).count(), 10, "{}", more.stderr);
    fs::remove_file(&file).unwrap();
    assert_eq!(without_speed(&seeds("5", &[]).stdout), without_speed(&more.stdout));
    assert_eq!(seeds("5", &["--resume", "--seed", "9"]).code, 2);
}

#[test]
fn one_engine_plays_1024() {
    let ran = parlor("match 1024 --player perfect --size 2x2 --games 20 --no-record --json", "");
    let told: Value = serde_json::from_str(&ran.stdout).expect("one object");
    let object = &told["engines"][0];
    assert_eq!(
        (&object["name"], &object["games"], &object["faults"]),
        (&json!("perfect"), &json!(20), &json!(0))
    );
    assert_eq!((&object["win_rate"]["value"], &object["highest"]), (&json!(1.0), &json!({"8": 20})));
    assert_eq!(object["won"], json!(20));
    assert!(object["moves_per_second"].as_f64().is_some_and(|speed| speed > 0.0));
    if cfg!(unix) {
        assert!(object["moves_per_cpu_second"].as_f64().is_some_and(|speed| speed > 0.0));
    }
    let two = parlor("match 1024 --player random --player easy --size 2x2 --games 2 --no-record --json", "");
    let two: Value = serde_json::from_str(&two.stdout).expect("one object");
    assert_eq!((&two["game"], two["engines"].as_array().map(Vec::len)), (&json!("1024"), Some(2)));
    let refused = parlor("match hex --player random", "");
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
    assert!(refused.stderr.contains("hex is for two players: use --first and --second"));
}

#[test]
fn analysis_of_the_start_of_1024() {
    let ran = parlor("analyze 1024 --size 2x2 --seed 1 --json", "");
    let object: Value = serde_json::from_str(&ran.stdout).expect("one object");
    assert_eq!((&object["engine"], &object["next"]), (&json!("perfect"), &Value::Null));
    assert!(object["moves"].as_array().is_some_and(|moves| !moves.is_empty()
        && moves.iter().all(|played| played["kind"] == "exact" && played["score"] == 1.0)));
    let row = parlor("analyze 1024 --size 1x6 --seed 4", "");
    assert!(row.stdout.lines().all(|line| line.contains("33.3 % to win  proven: the best chance is 0.3333")));
    let large = parlor("analyze 1024 --seed 4 --nodes 2000", "");
    assert!(large.stdout.lines().count() >= 2 && large.stdout.lines().all(|line| line.ends_with("estimate")));
    let tile = parlor("analyze 1024 --size 2x2 @0,0", "");
    assert_eq!(tile.code, 2, "a tile is to appear, and a record was given");
}

#[test]
fn analysis_of_1024_after_a_win() {
    let won = "analyze 1024 --size 1x4 --target 2 @0,0 @0,1 L @0,1 continue R @0,0";
    let ran = parlor(won, "");
    assert!(ran.stdout.lines().any(|line| line.ends_with("to win  proven: a forced win")), "{}", ran.stdout);
    assert!(ran.stderr.contains("2 is reached: the values are the chances to make 4"), "{}", ran.stderr);
    let object: Value =
        serde_json::from_str(&parlor(&format!("{won} --json"), "").stdout).expect("one object");
    assert_eq!(object["target"], json!(4));
}

#[test]
fn a_ladder_has_a_rung_for_each_engine() {
    let ran = parlor("ladder hex --size 3 --engines random,random:1n,random:2n --games 4 --json", "");
    let ladder: Value = serde_json::from_str(&ran.stdout).expect("one object");
    assert_eq!((&ladder["game"], ladder["engines"].as_array().map(Vec::len)), (&json!("hex"), Some(3)));
    let solo = parlor("ladder 1024 --size 2x2 --engines random,random:1n --games 3", "");
    assert_eq!(solo.stdout.lines().count(), 3, "{}", solo.stderr);
    assert_eq!(parlor("ladder hex --engines random", "").code, 2);
}

/// Runs a contest whose engines would think for an hour, and sends it signals to end as soon as it listens to them.
#[cfg(target_os = "linux")]
fn ended_by_signals(arguments: &str, signals: &[&str]) -> (Option<i32>, String) {
    use std::process::Stdio;
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(arguments.split_whitespace())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let id = child.id().to_string();
    // The fifteenth signal is TERM.
    let listens = || {
        let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(caught.trim(), 16).unwrap() >> 14 & 1 == 1
    };
    while !listens() {
        assert!(child.try_wait().unwrap().is_none(), "{arguments} ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    for signal in signals {
        assert!(Command::new("kill").args([signal, id.as_str()]).status().unwrap().success());
    }
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stdout).unwrap())
}

#[cfg(target_os = "linux")]
#[test]
fn a_contest_told_to_end_says_what_there_is() {
    let hour = "--first strong:60m --second random:60m --no-record";
    for (arguments, lines) in [
        ("ladder hex --engines strong:60m,random --threads 1".to_string(), 3),
        ("ladder classic --engines perfect,random --size 7x6 --threads 1 --json".to_string(), 1),
        ("ladder 1024 --engines strong:60m,random --threads 1".to_string(), 3),
        ("ladder 1024 --engines strong:60m,random --threads 1 --json".to_string(), 1),
        (format!("match hex {hour}"), 4),
        (format!("match 1024 {hour}"), 3),
    ] {
        for signals in [&["-INT"][..], &["-TERM", "-TERM"]] {
            let (code, told) = ended_by_signals(&arguments, signals);
            assert_eq!((code, told.lines().count()), (Some(130), lines), "{arguments}\n{told}");
        }
    }
}

/// The second Ctrl-C doesn't wait for an engine that does not stop. The engine ends all the same.
#[cfg(target_os = "linux")]
#[test]
fn an_engine_that_hangs_does_not_outlive_the_program() {
    use std::process::Stdio;
    let folder = tempfile::tempdir().unwrap();
    let [script, note] = ["hangs.sh", "pid"].map(|name| folder.path().join(name));
    let cases = format!("parlor|game|position) echo ok;; go) echo $$ >{}; exec sleep 600;;", note.display());
    fs::write(&script, format!("while read -r word rest; do case $word in\n{cases}\nesac; done\n")).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(["analyze", "hex", "--engine", &format!("cmd:sh {}", script.display())])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let pid = loop {
        match fs::read_to_string(&note) {
            Ok(text) if text.ends_with('\n') => break text.trim().to_string(),
            _ => assert_eq!(child.try_wait().unwrap(), None, "it goes on"),
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    };
    let id = child.id().to_string();
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        let _ = Command::new("kill").args(["-INT", &id]).stderr(Stdio::null()).status();
        std::thread::sleep(std::time::Duration::from_millis(100));
    };
    assert_eq!(status.code(), Some(130));
    let state = || fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    while !state().is_empty() && !state().contains(") Z ") {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}
