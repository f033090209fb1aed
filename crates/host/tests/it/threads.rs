//! Parlor's own engines, each in a thread or on the thread that asks it.

use crate::{moves, session, start};
use parlor_engines::{Settings, StopFlag};
use parlor_host::{BlockingEngine, StartError};
use parlor_play::{Fault, Options, PlayerSpec, Session, game};
use parlor_rules::Size;
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(60);

fn spec(text: &str) -> PlayerSpec {
    text.parse().unwrap()
}

/// Returns the same engine twice: in a thread of its own, and on the thread that asks it.
fn both(session: &dyn Session, name: &str) -> [BlockingEngine; 2] {
    [BlockingEngine::start, BlockingEngine::start_here]
        .map(|start| start(session, &spec(name), Settings::default()).unwrap())
}

#[test]
fn a_search_is_answered_with_a_legal_move() {
    for name in ["classic", "hex", "growing"] {
        let (mut engine, replies) = start(name, &spec("medium:50n"));
        let search = engine.go(&[], None);
        let reply = replies.recv_timeout(PATIENCE).unwrap();
        assert_eq!(reply.search, search.id);
        assert!(session(name).check(&reply.result.unwrap()).is_ok());
    }
}

#[test]
fn a_stopped_search_is_answered_and_its_report_kept() {
    let (mut engine, replies) = start("hex", &spec("strong:600s"));
    let search = engine.go(&moves("F5"), None);
    while engine.latest().is_none() {
        std::thread::yield_now();
    }
    engine.stop();
    let reply = replies.recv_timeout(PATIENCE).unwrap();
    assert_eq!(reply.search, search.id);
    assert!(reply.result.is_ok() && engine.latest().is_some_and(|report| report.nodes > 0));
    engine.forget();
    assert_eq!(engine.latest(), None);
}

#[test]
fn limits_of_a_search_come_before_those_of_the_engine() {
    let (mut engine, replies) = start("hex", &spec("strong:600s"));
    engine.go(&[], Some("20n".parse().unwrap()));
    assert!(replies.recv_timeout(PATIENCE).unwrap().result.is_ok());
}

#[test]
fn an_engine_follows_the_line_over_undo_and_continuing() {
    for mut engine in both(&*session("classic"), "perfect") {
        let mut choose =
            |line: &str| engine.choose(&moves(line), None, PATIENCE, &StopFlag::default()).unwrap();
        // Player one completes three in a row; after an undo, player two blocks the same place.
        assert_eq!(choose("0 6 1 6 2 6 5 4 4 4 4"), Some("6".into()));
        assert_eq!(choose("0 6 1 6 2 6"), Some("3".into()));
        assert_eq!(choose("0 6 1 6 2"), Some("3".into()));
    }
}

#[test]
fn moves_are_added_to_the_line() {
    for mut engine in both(&*session("classic"), "perfect") {
        let stop = StopFlag::default();
        assert!(engine.choose_after(moves("0 6 1 6"), None, PATIENCE, &stop).unwrap().is_some());
        assert_eq!(engine.choose_after(moves("2 6"), None, PATIENCE, &stop).unwrap(), Some("3".into()));
        // An undo in between, and a move that can't be made: the next line starts from what is there.
        assert_eq!(engine.choose(&moves("0 6 1 6 2"), None, PATIENCE, &stop).unwrap(), Some("3".into()));
        assert!(engine.choose_after(moves("9"), None, PATIENCE, &stop).is_err());
        assert_eq!(engine.choose(&moves("0 6 1 6 2 6"), None, PATIENCE, &stop).unwrap(), Some("3".into()));
        assert_eq!(engine.cpu_time().is_some(), cfg!(unix));
    }
}

/// A list of moves may leave out that the player continued after a win.
#[test]
fn continuing_may_be_left_out() {
    let options = Options { size: Some(Size::new(1, 4)), target: Some(2), ..Options::default() };
    let session = game("1024").unwrap().start(&options).unwrap();
    for mut engine in both(&*session, "easy") {
        let stop = StopFlag::default();
        let first = moves("@0,0 @0,1 L @0,1 R @0,0");
        assert!(engine.choose_after(first, None, PATIENCE, &stop).unwrap().is_some());
        assert!(engine.choose_after(moves("R @0,0"), None, PATIENCE, &stop).unwrap().is_some());
    }
}

#[test]
fn moves_that_cannot_be_made_are_a_fault() {
    let (mut engine, replies) = start("classic", &spec("random"));
    engine.go(&moves("9"), None);
    assert!(matches!(replies.recv_timeout(PATIENCE).unwrap().result, Err(Fault::Crash(_))));
    engine.go(&moves("3"), None);
    assert!(replies.recv_timeout(PATIENCE).unwrap().result.is_ok());
}

#[test]
fn an_engine_that_is_not_there_is_told_at_the_start() {
    let (engine, _) = start("hex", &spec("nobody"));
    assert!(matches!(engine.wait_until_started(), Err(StartError::Spec(_))));
    let (engine, _) = start("hex", &PlayerSpec::Human);
    assert!(matches!(engine.wait_until_started(), Err(StartError::Spec(_))));
    let here = BlockingEngine::start_here(&*session("hex"), &spec("nobody"), Settings::default());
    assert!(matches!(here.err(), Some(StartError::Spec(_))));
}

#[test]
fn a_wait_that_is_called_off_has_no_move() {
    for mut engine in both(&*session("hex"), "strong:600s") {
        let stop = StopFlag::default();
        stop.stop();
        assert_eq!(engine.choose(&[], None, PATIENCE, &stop), Ok(None));
    }
}

/// The engine's own limit is longer than whoever asks will wait.
#[test]
fn an_engine_that_takes_too_long_is_stopped() {
    for mut engine in both(&*session("hex"), "strong:600s") {
        let waited = engine.choose(&[], None, Duration::from_millis(1), &StopFlag::default());
        assert_eq!(waited, Err(Fault::Timeout));
    }
}
