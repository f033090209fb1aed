//! `parlor serve` as its operator sees it.

use crate::server::Server;
use parlor_loadtest::Client;
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
fn logs_have_colors_only_on_demand() {
    let folder = folder("serving-log");
    let plain = Server::start(&folder, "127.0.0.1:0", &[]).log();
    assert!(plain.contains("stopped") && !plain.contains('\u{1b}'), "{plain:?}");
    let colored = Server::start(&folder, "127.0.0.1:0", &["--color", "always"]).log();
    assert!(colored.contains("stopped") && colored.contains('\u{1b}'), "{colored:?}");
}

#[tokio::test]
async fn two_processes_share_a_folder() {
    let folder = folder("serving-two");
    let [here, there] = [(); 2].map(|()| Server::start(&folder, "127.0.0.1:0", &[]));
    let [one, two] = [&here, &there].map(|server| Client::new(server.address, 1));
    let game = one.create_game(&json!({"game": "classic", "seats": ["me", "me"]})).await.unwrap();
    let act = format!("/api/games/{game}/do");
    let command = |id: &str, expects: u64| json!({"id": id, "expects": expects, "do": "move", "move": "3"});
    let (status, answer) = two.post(&act, &command("first", 1)).await.unwrap();
    assert_eq!((status, answer.as_str()), (200, r#"{"seq":2}"#));
    let (status, answer) = one.post(&act, &command("first", 1)).await.unwrap();
    assert_eq!((status, answer.as_str()), (200, r#"{"seq":2}"#), "the other one did it");
    let (status, _) = one.post(&act, &command("second", 2)).await.unwrap();
    assert_eq!(status, 200);
    let (status, _) = two.post(&act, &command("third", 2)).await.unwrap();
    assert_eq!(status, 409, "the first one went on");
    for (number, id) in [(3, "fourth"), (4, "fifth")] {
        assert_eq!(one.post(&act, &command(id, number)).await.unwrap().0, 200);
    }
    let (status, answer) = two.post(&act, &command("fifth", 4)).await.unwrap();
    assert_eq!((status, answer.as_str()), (200, r#"{"seq":5}"#), "the other one did it unnoticed");
    assert_eq!(one.post(&act, &command("sixth", 5)).await.unwrap().0, 200);
    assert_eq!(
        two.post(&act, &command("seventh", 6)).await.unwrap().0,
        200,
        "a client may have seen more than this process"
    );
    let (_, state) = two.get(&format!("/api/games/{game}")).await.unwrap();
    let state: Value = serde_json::from_str(&state).unwrap();
    assert_eq!(state["seq"], 7);
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_full_disk_loses_nothing() {
    let folder = folder("serving-full");
    let server = Server::start_on_small_disk(&folder);
    let client = Client::new(server.address, 1);
    let game = client.create_game(&json!({"game": "classic", "seats": ["me", "me"]})).await.unwrap();
    let act = format!("/api/games/{game}/do");
    let command =
        |expects: u64| json!({"id": format!("{expects}"), "expects": expects, "do": "move", "move": "3"});
    assert_eq!(client.post(&act, &command(1)).await.unwrap().0, 200);
    for round in 0..2 {
        server.limit_files(Some(4_096));
        let number = 2 + round;
        for _ in 0..3 {
            let (status, answer) = client.post(&act, &command(number)).await.unwrap();
            assert_eq!(status, 503, "{answer}");
            assert!(answer.contains("just now") && !answer.contains("code"), "no internals: {answer}");
            // Meanwhile due work is searched for, which finds none and writes nothing.
            tokio::time::sleep(std::time::Duration::from_millis(300)).await;
            assert_eq!(client.get("/health").await.unwrap().0, 503);
        }
        server.limit_files(None);
        assert_eq!(client.get("/health").await.unwrap().0, 200);
        assert_eq!(client.post(&act, &command(number)).await.unwrap().0, 200);
        assert_eq!(
            client.post(&act, &command(number)).await.unwrap(),
            (200, format!("{{\"seq\":{}}}", number + 1))
        );
    }
    let (_, moves) = client.get(&format!("/api/games/{game}/moves")).await.unwrap();
    let moves: Value = serde_json::from_str(&moves).unwrap();
    assert_eq!(moves["moves"], json!(["3", "3", "3"]));
}

#[test]
fn bad_arguments_are_refused() {
    for (flag, value, reason) in [
        ("--origin", "parlor.example", "not a scheme and host"),
        ("--origin", "https://parlor.example/games", "not a scheme and host"),
        ("--keep-days", "0", "0 is not in"),
    ] {
        let program = std::process::Command::new(env!("CARGO_BIN_EXE_parlor"));
        let refused = { program }.args(["serve", flag, value]).output().unwrap();
        let error = String::from_utf8(refused.stderr).unwrap();
        assert!(refused.status.code() == Some(2) && error.contains(reason), "{flag} {value}: {error}");
    }
}
