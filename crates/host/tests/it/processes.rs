//! Other programs: one that speaks the protocol, and some that do not.

use crate::{moves, session, start};
use parlor_engines::{Settings, StopFlag};
use parlor_host::{BlockingEngine, StartError};
use parlor_play::{Fault, PlayerSpec};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(60);

/// A program that answers each request by a case of this shell script, `$word` being its first word.
fn program(name: &str, cases: &str) -> PlayerSpec {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.sh"));
    fs::write(&path, format!("while read -r word rest; do case $word in\n{cases}\nesac; done\n")).unwrap();
    PlayerSpec::Program(vec!["sh".into(), path.display().to_string()])
}

#[test]
fn a_program_is_told_the_line_and_answers() {
    let told = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("told.txt");
    let cases = format!(
        "parlor|game) echo ok;; position) echo \"$rest\" >>{}; echo ok;; \
         go) echo info nodes 7 value estimate unknown - 0.5 line B2; echo best B2;;",
        told.display()
    );
    let _ = fs::remove_file(&told);
    let (mut engine, replies) = start("hex", &program("speaks", &cases));
    engine.go(&moves("A0 B1"), None);
    assert_eq!(replies.recv_timeout(PATIENCE).unwrap().result, Ok("B2".into()));
    assert_eq!(engine.latest().unwrap().nodes, 7);
    engine.go(&moves("A0"), None);
    assert_eq!(replies.recv_timeout(PATIENCE).unwrap().result, Ok("B2".into()));
    assert_eq!(fs::read_to_string(&told).unwrap(), "A0 B1\nA0\n");
}

#[test]
fn a_program_that_does_not_exist_or_does_not_speak_is_told_at_the_start() {
    let missing = PlayerSpec::Program(vec!["/no/such/program".into()]);
    assert!(matches!(start("hex", &missing).0.wait_until_started(), Err(StartError::Spawn { .. })));
    let refuses = program("refuses", "parlor) echo ok;; game) echo error not me;;");
    assert!(matches!(start("hex", &refuses).0.wait_until_started(), Err(StartError::Protocol { .. })));
    let ends = program("ends", "parlor) exit 1;;");
    assert!(matches!(start("hex", &ends).0.wait_until_started(), Err(StartError::Protocol { .. })));
}

#[test]
fn a_program_that_ends_or_hangs_is_a_fault() {
    let ends = program("ends-late", "parlor|game|position) echo ok;; go) exit 3;;");
    let (mut engine, replies) = start("hex", &ends);
    engine.go(&[], None);
    assert!(matches!(replies.recv_timeout(PATIENCE).unwrap().result, Err(Fault::Crash(_))));
    let hangs = program("hangs", "parlor|game|position) echo ok;; go) sleep 600;;");
    let mut engine = BlockingEngine::start(&*session("hex"), &hangs, Settings::default()).unwrap();
    let chosen = engine.choose(&[], None, Duration::from_millis(200), &StopFlag::default());
    assert_eq!(chosen, Err(Fault::Timeout));
}

#[test]
fn a_program_is_told_to_stop() {
    let waits = program("waits", "parlor|game|position) echo ok;; go) ;; stop) echo best A0;;");
    let (mut engine, replies) = start("hex", &waits);
    engine.go(&[], None);
    engine.stop();
    assert_eq!(replies.recv_timeout(PATIENCE).unwrap().result, Ok("A0".into()));
}

#[test]
fn a_program_and_what_it_started_end_with_the_owner() {
    let note = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("host-started.pid");
    let _ = fs::remove_file(&note);
    let cases =
        format!("parlor|game|position) echo ok;; go) sleep 600 & echo $! >{}; wait;;", note.display());
    let (mut engine, _replies) = start("hex", &program("starts", &cases));
    engine.go(&[], None);
    let pid = loop {
        match fs::read_to_string(&note) {
            Ok(text) if text.ends_with('\n') => break text.trim().to_string(),
            _ => std::thread::yield_now(),
        }
    };
    drop(engine);
    // A process that was killed may stay as a zombie until its new parent looks after it.
    let state = || fs::read_to_string(Path::new("/proc").join(&pid).join("stat")).unwrap_or_default();
    while Path::new("/proc/self").exists() && state().contains(") S") {
        std::thread::yield_now();
    }
}
