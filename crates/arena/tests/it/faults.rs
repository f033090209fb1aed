//! Programs that do everything wrong: each loses its games, is counted, and the match goes on.

use crate::matches::{pairing, random};
use parlor_arena::{Match, Pairing, Progress, run};
use parlor_engines::StopFlag;
use parlor_play::PlayerSpec;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

/// A program that answers each request by a case of this shell script, `$1` being its first word.
fn program(name: &str, cases: &str) -> PlayerSpec {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.sh"));
    fs::write(&path, format!("while read -r word rest; do case $word in\n{cases}\nesac; done\n")).unwrap();
    PlayerSpec::Program(vec!["sh".into(), path.display().to_string()])
}

/// Plays two games against the program: crashes, illegal moves, timeouts.
fn faults(name: &str, cases: &str) -> [u64; 3] {
    let quick = Pairing {
        margin: Duration::from_millis(1_000),
        htp_time: Duration::from_secs(60),
        limits: "10ms".parse().unwrap(),
        ..pairing("classic", [random(), program(name, cases)])
    };
    let spec = Match { pairing: quick, games: 2, threads: 1, sprt: None };
    spec.check().unwrap();
    let progress = run(&spec, Progress::default(), &StopFlag::default(), |_, _| Ok(())).unwrap();
    assert_eq!((progress.score.wins, progress.score.games()), (2, 2), "{name} loses");
    assert_eq!(progress.faults[0], [0; 3]);
    progress.faults[1]
}

#[test]
fn ending_in_the_middle_is_a_crash() {
    assert_eq!(faults("quits", "parlor|game|position) echo ok;; go) exit 3;;"), [2, 0, 0]);
}

#[test]
fn refusing_a_position_is_a_crash() {
    assert_eq!(faults("refuses", "parlor|game) echo ok;; position) echo error no;;"), [2, 0, 0]);
}

#[test]
fn illegal_moves_lose() {
    assert_eq!(faults("cheats", "parlor|game|position) echo ok;; go) echo best 99;;"), [0, 2, 0]);
    assert_eq!(faults("babbles", "parlor|game|position) echo ok;; go) echo best xyzzy;;"), [0, 2, 0]);
}

#[test]
fn silence_and_endless_talk_are_timeouts() {
    assert_eq!(faults("sleeps", "parlor|game|position) echo ok;; go) sleep 5;;"), [0, 0, 2]);
    let talks = "parlor|game|position) echo ok;; go) while true; do echo info nodes 1; done;;";
    assert_eq!(faults("talks", talks), [0, 0, 2]);
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_program_has_started_ends_with_it() {
    let note = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("started.pid");
    let cases =
        format!("parlor|game|position) echo ok;; go) sleep 600 & echo $! >{}; wait;;", note.display());
    assert_eq!(faults("starts", &cases), [0, 0, 2]);
    let started = fs::read_to_string(note).unwrap();
    let state = || fs::read_to_string(format!("/proc/{}/stat", started.trim())).unwrap_or_default();
    // Gone, or dead and not yet buried by whoever inherits it: a killed process may take a moment to end.
    let deadline = std::time::Instant::now() + Duration::from_secs(60);
    while !state().is_empty() && !state().contains(") Z ") {
        assert!(std::time::Instant::now() < deadline, "{}", state());
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_program_that_never_says_who_it_is_is_refused_before_the_match() {
    let spec = |who| Match { pairing: pairing("classic", [random(), who]), games: 2, threads: 1, sprt: None };
    let gone = PlayerSpec::Program(vec!["/no/such/program".into()]);
    assert!(spec(gone).check().unwrap_err().to_string().contains("/no/such/program"));
    assert!(spec(program("ends", "parlor) exit 0;;")).check().unwrap_err().to_string().contains("ended"));
    assert!(spec(PlayerSpec::Human).check().is_err());
    assert!(spec("nobody".parse().unwrap()).check().is_err());
}

#[test]
fn garbage_between_the_lines_does_no_harm() {
    let cases =
        "parlor|game|position) printf 'debug \\377\\n'; echo ok;; go) echo thinking...; echo best 3;;";
    let spec = Match {
        pairing: Pairing {
            max_plies: Some(5),
            opening_plies: 0,
            ..pairing("classic", [random(), program("chatty", cases)])
        },
        games: 2,
        threads: 1,
        sprt: None,
    };
    let progress = run(&spec, Progress::default(), &StopFlag::default(), |_, _| Ok(())).unwrap();
    assert_eq!((progress.faults[1], progress.score.games()), ([0; 3], 2));
}
