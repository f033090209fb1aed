//! `parlor serve` as whoever runs it meets it.

use crate::server::Server;
use parlor_server::client::Client;
use serde_json::{Value, json};
use std::path::Path;

/// A folder of the test's own.
fn folder(name: &str) -> std::path::PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

#[cfg(unix)]
#[test]
fn a_log_that_goes_to_no_terminal_has_no_colors_unless_they_are_asked_for() {
    let folder = folder("serving-log");
    let plain = Server::start(&folder, "127.0.0.1:0", &[]).log();
    assert!(plain.contains("stopped") && !plain.contains('\u{1b}'), "{plain:?}");
    let colored = Server::start(&folder, "127.0.0.1:0", &["--color", "always"]).log();
    assert!(colored.contains("stopped") && colored.contains('\u{1b}'), "{colored:?}");
}

#[tokio::test]
async fn two_programs_over_one_folder_lose_nothing_and_do_nothing_twice() {
    let folder = folder("serving-two");
    let [here, there] = [(); 2].map(|()| Server::start(&folder, "127.0.0.1:0", &[]));
    let [one, two] = [&here, &there].map(|server| Client::new(server.address, 1));
    let game = one.open(&json!({"game": "classic", "seats": ["me", "me"]})).await.unwrap();
    let act = format!("/api/games/{game}/do");
    let ask = |id: &str, expects: u64| json!({"id": id, "expects": expects, "do": "move", "move": "3"});
    let (status, answer) = two.post(&act, &ask("first", 1)).await.unwrap();
    assert_eq!((status, answer.as_str()), (200, r#"{"seq":2}"#));
    let (status, answer) = one.post(&act, &ask("first", 1)).await.unwrap();
    assert_eq!((status, answer.as_str()), (200, r#"{"seq":2}"#), "it was done there");
    let (status, _) = one.post(&act, &ask("second", 2)).await.unwrap();
    assert_eq!(status, 200);
    let (status, _) = two.post(&act, &ask("third", 2)).await.unwrap();
    assert_eq!(status, 409, "the game has gone on here");
    for (number, id) in [(3, "fourth"), (4, "fifth")] {
        assert_eq!(one.post(&act, &ask(id, number)).await.unwrap().0, 200);
    }
    let (status, answer) = two.post(&act, &ask("fifth", 4)).await.unwrap();
    assert_eq!((status, answer.as_str()), (200, r#"{"seq":5}"#), "done there while nobody looked here");
    assert_eq!(one.post(&act, &ask("sixth", 5)).await.unwrap().0, 200);
    assert_eq!(two.post(&act, &ask("seventh", 6)).await.unwrap().0, 200, "who has seen more is believed");
    let (_, state) = two.get(&format!("/api/games/{game}")).await.unwrap();
    let state: Value = serde_json::from_str(&state).unwrap();
    assert_eq!(state["seq"], 7);
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_disk_that_is_full_loses_nothing_and_is_written_to_again_when_it_is_not() {
    let folder = folder("serving-full");
    let server = Server::start_on_small_disk(&folder);
    let client = Client::new(server.address, 1);
    let game = client.open(&json!({"game": "classic", "seats": ["me", "me"]})).await.unwrap();
    let act = format!("/api/games/{game}/do");
    let ask =
        |expects: u64| json!({"id": format!("{expects}"), "expects": expects, "do": "move", "move": "3"});
    assert_eq!(client.post(&act, &ask(1)).await.unwrap().0, 200);
    for round in 0..2 {
        server.limit_files(Some(4_096));
        let number = 2 + round;
        for _ in 0..3 {
            let (status, answer) = client.post(&act, &ask(number)).await.unwrap();
            assert_eq!(status, 503, "{answer}");
            assert!(answer.contains("just now") && !answer.contains("code"), "no inner matters: {answer}");
            // Meanwhile work is looked for, which finds none and writes nothing.
            tokio::time::sleep(std::time::Duration::from_millis(300)).await;
            assert_eq!(client.get("/health").await.unwrap().0, 503);
        }
        server.limit_files(None);
        assert_eq!(client.get("/health").await.unwrap().0, 200);
        assert_eq!(client.post(&act, &ask(number)).await.unwrap().0, 200);
        assert_eq!(
            client.post(&act, &ask(number)).await.unwrap(),
            (200, format!("{{\"seq\":{}}}", number + 1))
        );
    }
    let (_, moves) = client.get(&format!("/api/games/{game}/moves")).await.unwrap();
    let moves: Value = serde_json::from_str(&moves).unwrap();
    assert_eq!(moves["moves"], json!(["3", "3", "3"]));
}

#[test]
fn what_can_not_be_meant_is_refused_at_the_start() {
    for (flag, value, reason) in [
        ("--origin", "parlor.example", "scheme and host are wanted"),
        ("--origin", "https://parlor.example/games", "scheme and host are wanted"),
        ("--keep-days", "0", "0 is not in"),
    ] {
        let program = std::process::Command::new(env!("CARGO_BIN_EXE_parlor"));
        let refused = { program }.args(["serve", flag, value]).output().unwrap();
        let told = String::from_utf8(refused.stderr).unwrap();
        assert!(refused.status.code() == Some(2) && told.contains(reason), "{flag} {value}: {told}");
    }
}
