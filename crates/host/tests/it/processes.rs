//! Other programs: one that speaks the protocol, and some that do not.

use crate::{moves, session, start};
use parlor_engines::{Settings, StopFlag};
use parlor_host::{BlockingEngine, EngineHandle, HostOptions, StartError};
use parlor_play::{Fault, PlayerSpec, Session};
use parlor_rules::{Player, Setup};
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
    let pid = noted(&note);
    drop(engine);
    wait_until_ended(&pid);
}

/// Returns the number that a program writes into a file, once it is there.
fn noted(note: &Path) -> String {
    loop {
        match fs::read_to_string(note) {
            Ok(text) if text.ends_with('\n') => return text.trim().to_string(),
            _ => std::thread::yield_now(),
        }
    }
}

/// Returns whether a process runs. One that was killed may stay as a zombie until its new parent looks after it.
fn is_running(pid: &str) -> bool {
    let state = fs::read_to_string(Path::new("/proc").join(pid).join("stat")).unwrap_or_default();
    Path::new("/proc/self").exists() && !state.is_empty() && !state.contains(") Z ")
}

fn wait_until_ended(pid: &str) {
    while is_running(pid) {
        std::thread::yield_now();
    }
}

#[test]
fn what_a_program_has_started_ends_also_if_the_program_leaves_by_itself() {
    let note = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("left-behind.pid");
    let _ = fs::remove_file(&note);
    let cases = format!(
        "parlor|game|position) echo ok;; go) sleep 600 & echo $! >{}; echo best A0;; quit) exit 0;;",
        note.display()
    );
    let (mut engine, replies) = start("hex", &program("leaves", &cases));
    engine.go(&[], None);
    assert_eq!(replies.recv_timeout(PATIENCE).unwrap().result, Ok("A0".into()));
    let pid = noted(&note);
    assert!(is_running(&pid) || !Path::new("/proc/self").exists());
    drop(engine);
    wait_until_ended(&pid);
}

#[test]
fn a_program_that_does_not_answer_the_greeting_ends_with_the_owner() {
    for protocol in ["cmd", "htp"] {
        let name = format!("hangs-at-start-{protocol}");
        let note = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.pid"));
        let script = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.sh"));
        let _ = fs::remove_file(&note);
        fs::write(&script, format!("echo $$ >{}; exec sleep 600\n", note.display())).unwrap();
        let spec = format!("{protocol}:sh {}", script.display()).parse().unwrap();
        let (engine, _replies) = start("hex", &spec);
        let pid = noted(&note);
        drop(engine);
        assert!(!is_running(&pid), "{protocol}");
    }
}

/// Both protocols are refused alike by a program that speaks none.
#[test]
fn a_program_that_repeats_what_it_is_told_is_refused() {
    for spec in ["cmd:cat", "htp:cat"] {
        let refused = start("hex", &spec.parse().unwrap()).0.wait_until_started().unwrap_err().to_string();
        assert_eq!(refused, "cat: crashed: it repeats what it is told instead of answering", "{spec}");
    }
    let echoes = program("echoes", "parlor|game|position) echo $word $rest; echo ok;; go) echo best 3;;");
    let mut engine = BlockingEngine::start(&*session("classic"), &echoes, Settings::default()).unwrap();
    assert_eq!(engine.choose(&[], None, PATIENCE, &StopFlag::default()), Ok(Some("3".into())));
}

#[test]
fn best_without_a_move_is_no_timeout() {
    for (name, best, fault) in [
        ("best-nothing", "best", Fault::Crash("it found no move".into())),
        ("best-dash", "best -", Fault::Crash("it found no move".into())),
    ] {
        let says = program(name, &format!("parlor|game|position) echo ok;; go) echo {best};;"));
        let mut engine = BlockingEngine::start(&*session("hex"), &says, Settings::default()).unwrap();
        assert_eq!(engine.choose(&[], None, PATIENCE, &StopFlag::default()), Err(fault));
    }
}

/// Starts a program for a game that starts from this board.
fn start_from(session: &dyn Session, spec: &PlayerSpec) -> EngineHandle {
    let options = HostOptions { is_quiet: true, ..HostOptions::default() };
    EngineHandle::start(session, spec, options, |_| ())
}

#[test]
fn a_program_is_told_the_board_that_was_set_up() {
    let told = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("set-up.txt");
    let cases = format!("*) echo $word $rest >>{}; echo ok;;", told.display());
    let knows = program("knows-setups", &cases);
    let refuses = program("knows-no-setups", "parlor|game) echo ok;; *) echo error unknown command;;");
    let mut cells = vec![vec![0; 3]; 3];
    (cells[0][0], cells[1][2]) = (1, 2);
    let board = Setup { cells, next: Some(Player::Two), scores: [0, 0] };
    let empty = parlor_play::Options { size: Some(parlor_rules::Size::new(3, 3)), ..Default::default() };
    let start = parlor_play::game("hex").unwrap().start(&empty).unwrap();
    let set_up = start.set_up(&board).unwrap();
    for (session, expected) in [
        (&start, "parlor 1\ngame hex size=3x3\n"),
        (&set_up, "parlor 1\ngame hex size=3x3\nsetup 1,0,0/0,0,2/0,0,0 next 2\n"),
    ] {
        let _ = fs::remove_file(&told);
        start_from(&**session, &knows).wait_until_started().unwrap();
        let lines = fs::read_to_string(&told).unwrap();
        assert_eq!(lines.strip_suffix("quit\n").unwrap_or(&lines), expected);
    }
    start_from(&*start, &refuses).wait_until_started().unwrap();
    let refused = start_from(&*set_up, &refuses).wait_until_started();
    assert!(matches!(refused, Err(StartError::Protocol { .. })));
}
