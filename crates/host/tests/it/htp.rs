//! Hex programs that speak HTP, and some that do not.

use crate::{moves, session, start};
use parlor_engines::{Settings, StopFlag};
use parlor_host::{BlockingEngine, StartError};
use parlor_play::{Fault, Options, PlayerSpec, Session, game};
use parlor_rules::Size;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(60);

/// The test program, in one of its ways to behave; it writes down what it is told.
fn program(mode: &str, log: &Path) -> PlayerSpec {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/htp_engine.py");
    format!("htp:python3 {} {mode} {}", script.display(), log.display()).parse().unwrap()
}

fn log(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("htp-{name}.log"))
}

fn hex(side: i64, swap: bool) -> Box<dyn Session> {
    let options = Options { size: Some(Size::new(side, side)), swap, ..Options::default() };
    game("hex").unwrap().start(&options).unwrap()
}

/// Asks a program for a move after each of some lines, and returns the moves and what it was told.
fn ask(
    name: &str,
    mode: &str,
    session: &dyn Session,
    lines: &[&str],
) -> (Vec<Result<String, Fault>>, String) {
    let log = log(name);
    let mut engine = BlockingEngine::start(session, &program(mode, &log), Settings::default()).unwrap();
    let mut chosen = Vec::new();
    for line in lines {
        let reply = engine.choose(&moves(line), None, PATIENCE, &StopFlag::default());
        chosen.push(reply.map(Option::unwrap_or_default));
    }
    let told = fs::read_to_string(&log).unwrap();
    (chosen, told)
}

fn good(moves: &[&str]) -> Vec<Result<String, Fault>> {
    moves.iter().map(|text| Ok(text.to_string())).collect()
}

#[test]
fn a_program_is_told_the_game_in_its_notation() {
    let (chosen, told) = ask("good", "good", &*hex(5, false), &["B0", "B0 A0 C3", "A0"]);
    assert_eq!(chosen, good(&["A0", "A1", "A1"]));
    // Our B0 is their a2. The third line is another game.
    let first = "boardsize 5\nclear_board\nplay black a2\ngenmove white\nplay black d3\ngenmove white\n";
    assert_eq!(told, format!("{first}boardsize 5\nclear_board\nplay black a1\ngenmove white\n"));
}

#[test]
fn swaps_are_told_and_understood() {
    let (chosen, told) = ask("swaps", "good", &*hex(5, true), &["B0 swap"]);
    assert_eq!(chosen, good(&["A0"]));
    let end = "play black a2\nparam_game allow_swap 0\nplay white swap-sides\ngenmove white\n";
    assert!(told.ends_with(&format!("param_game allow_swap 1\n{end}")), "{told}");
    // The program swaps sides itself: it is black from now on, at a2, and answers as black.
    let (chosen, told) = ask("swap-sides", "swap-sides", &*hex(5, true), &["B0", "B0 swap C1"]);
    assert_eq!(chosen, good(&["swap", "A0"]));
    assert!(told.ends_with("play black a2\ngenmove white\nplay white c2\ngenmove black\n"), "{told}");
    // The program knows swap-pieces only.
    let (chosen, told) = ask("noisy", "noisy", &*hex(5, true), &["B0 swap"]);
    assert_eq!(chosen, good(&["A0"]));
    assert!(told.ends_with("play white swap-sides\nplay white swap-pieces\ngenmove black\n"), "{told}");
}

#[test]
fn a_swap_is_the_same_game_for_programs_that_leave_the_stone_where_it_is() {
    // The opponent swaps: the program keeps black's stone at a2 and is white.
    let (chosen, told) = ask("mohex-told", "mohex", &*hex(5, true), &["B0 swap", "B0 swap A0 B0"]);
    assert_eq!(chosen, good(&["A0", "C0"]));
    let start = "boardsize 5\nclear_board\nparam_game allow_swap 1\nplay black a2\n";
    let end = "param_game allow_swap 0\ngenmove white\nplay black b1\ngenmove white\n";
    assert_eq!(told, format!("{start}{end}"));
    // The program swaps: from now on it is black, and has the stone at a2.
    let (chosen, told) = ask("mohex-swaps", "mohex", &*hex(5, true), &["B0", "B0 swap C1"]);
    assert_eq!(chosen, good(&["swap", "A0"]));
    let end = "clear_board\nplay black a2\nplay white c2\ngenmove black\n";
    assert_eq!(told, format!("{start}genmove white\nparam_game allow_swap 0\n{end}"));
    // Without a second chance, and after moves are taken back it has one again.
    let (chosen, _) = ask("mohex-again", "mohex", &*hex(5, true), &["B0", "B0 swap C1", "C0"]);
    assert_eq!(chosen, good(&["swap", "A0", "swap"]));
}

#[test]
fn boards_that_were_set_up_are_told() {
    let mut played = hex(3, false);
    for text in ["A0", "B1", "C2"] {
        played.play(text).unwrap();
    }
    let set_up = played.fork(parlor_play::ForkPoint::Here);
    let (chosen, told) = ask("set-up", "good", &*set_up, &[""]);
    assert_eq!(chosen, good(&["A1"]));
    assert_eq!(
        told,
        "boardsize 3\nclear_board\nplay black a1\nplay black c3\nplay white b2\ngenmove white\n"
    );
}

#[test]
fn programs_that_misbehave_lose_their_move() {
    let hex = hex(3, false);
    let fault = |mode: &str| ask(mode, mode, &*hex, &["A0"]).0.remove(0);
    assert_eq!(fault("resign"), Ok("resign".into()));
    assert_eq!(fault("illegal"), Ok("A0".into()), "the table refuses it");
    assert_eq!(fault("nonsense"), Err(Fault::Illegal("hello".into())));
    assert!(matches!(fault("crash"), Err(Fault::Crash(_))));
    assert!(matches!(fault("endless"), Err(Fault::Crash(_))));
    let slow = program("slow", &log("slow"));
    let mut engine = BlockingEngine::start(&*hex, &slow, Settings::default()).unwrap();
    let chosen = engine.choose(&[], None, Duration::from_millis(200), &StopFlag::default());
    assert_eq!(chosen, Err(Fault::Timeout));
}

#[test]
fn a_program_must_start_and_the_game_must_be_hex() {
    let refuses = program("refuse", &log("refuse"));
    assert!(matches!(start("hex", &refuses).0.wait_until_started(), Err(StartError::Protocol { .. })));
    let missing: PlayerSpec = "htp:/no/such/program".parse().unwrap();
    assert!(matches!(start("hex", &missing).0.wait_until_started(), Err(StartError::Spawn { .. })));
    let other = program("good", &log("other"));
    assert!(matches!(start("classic", &other).0.wait_until_started(), Err(StartError::NotHex { .. })));
    assert_eq!(other.to_string().parse(), Ok(other.clone()));
    assert!(other.is_program() && session("hex").info().has_htp);
}
