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

#[cfg(unix)]
#[test]
fn unknown_settings_are_logged() {
    let folder = folder("serving-settings");
    let log = Server::start_with_variable(&folder, "PARLOR_ENGINE_THREAD", "1").log();
    let warning = "unknown environment variable PARLOR_ENGINE_THREAD: did you mean PARLOR_ENGINE_THREADS?";
    assert!(log.contains("WARN") && log.contains(warning), "{log}");
    let log = Server::start_with_variable(&folder, "PARLOR_ENGINE_THREADS", "1").log();
    assert!(!log.contains("unknown"), "{log}");
}

#[cfg(unix)]
#[test]
fn missing_nats_is_logged_once() {
    let nats = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let address = nats.local_addr().unwrap();
    let url = format!("nats://{address}");
    let server = Server::start(&folder("serving-nats"), "127.0.0.1:0", &["--nats", &url]);
    for _attempt in 0..6 {
        drop(nats.accept().unwrap());
    }
    let log = server.log();
    let about_nats = log.lines().filter(|line| line.to_lowercase().contains("nats")).collect::<Vec<_>>();
    assert_eq!(about_nats.len(), 1, "{log}");
    assert!(about_nats[0].contains("WARN") && about_nats[0].contains(&address.to_string()), "{log}");
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

/// A server that was down, or whose clock was set, makes nobody lose on time.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn players_keep_their_time_while_nobody_serves() {
    let folder = folder("serving-time");
    let request =
        json!({"game": "classic", "seats": ["me", "me"], "clock": {"initial": 60_000, "increment": 0}});
    let mut game = None;
    for (start, clock) in ["+0", "+1h", "-1h", "+400d"].into_iter().enumerate() {
        let server = Server::start_at(&folder, clock);
        let ann = Client::new(server.address, 1);
        let id = match &game {
            Some(id) => id,
            None => {
                let id = ann.create_game(&request).await.unwrap();
                game.insert(id)
            }
        };
        for number in 0..2 {
            let (_, state) = ann.get(&format!("/api/games/{id}")).await.unwrap();
            let state: Value = serde_json::from_str(&state).unwrap();
            let command = json!({"id": format!("{start}-{number}"), "expects": state["seq"], "do": "move", "move": (2 * start).to_string()});
            let (status, answer) = ann.post(&format!("/api/games/{id}/do"), &command).await.unwrap();
            assert_eq!(status, 200, "with the clock at {clock}: {answer} {state}");
        }
        let (_, list) = ann.get("/api/me/games").await.unwrap();
        let list: Value = serde_json::from_str(&list).unwrap();
        assert!(list[0]["updated"].as_u64().is_some() && list[0]["ending"].is_null(), "{list}");
    }
}

#[tokio::test]
async fn operators_ban_words() {
    let folder = folder("serving-words");
    std::fs::create_dir_all(&folder).unwrap();
    let words = folder.join("words.txt");
    std::fs::write(&words, "dagnabbit\n").unwrap();
    let server =
        Server::start(&folder.join("data"), "127.0.0.1:0", &["--banned-words", words.to_str().unwrap()]);
    let ann = Client::new(server.address, 1);
    for (name, status) in [("Dagnabbit", 400), ("Ann", 200)] {
        let answer = ann.post("/api/me", &json!({"name": name})).await.unwrap();
        assert_eq!(answer.0, status, "{answer:?}");
    }
}

#[test]
fn a_database_is_verified_backed_up_and_restored() {
    let folder = folder("serving-db");
    let data = folder.join("data");
    drop(Server::start(&data, "127.0.0.1:0", &[]));
    let db = |arguments: &[&str]| {
        let output =
            std::process::Command::new(env!("CARGO_BIN_EXE_parlor")).arg("db").args(arguments).output();
        let output = output.unwrap();
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        (output.status.code(), text)
    };
    let (data, backup) = (data.to_str().unwrap(), folder.join("backup.sqlite"));
    let backup = backup.to_str().unwrap();
    let other = folder.join("other");
    assert_eq!(db(&["verify", "--data", data]), (Some(0), "0 games with 0 entries\n".into()));
    assert_eq!(db(&["backup", backup, "--data", data]).0, Some(0));
    let (code, text) = db(&["backup", backup, "--data", data]);
    assert!(code == Some(2) && text.contains("already"), "{text}");
    assert_eq!(db(&["restore", backup, "--data", other.to_str().unwrap()]).0, Some(0));
    let (code, text) = db(&["restore", backup, "--data", data]);
    assert!(code == Some(2) && text.contains("has games already"), "{text}");
    std::fs::write(backup, "no database").unwrap();
    let third = folder.join("third");
    assert_ne!(db(&["restore", backup, "--data", third.to_str().unwrap()]).0, Some(0));
    let (code, text) = db(&["verify", "--data", folder.join("nothing").to_str().unwrap()]);
    assert!(code == Some(2) && text.contains("there is no database"), "{text}");
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

#[cfg(target_os = "linux")]
#[tokio::test]
async fn half_open_requests_do_not_use_up_the_files() {
    let server = Server::start_with_files(&folder("serving-files"), 300);
    let client = Client::new(server.address, 1);
    let game = client.create_game(&json!({"game": "classic", "seats": ["me", "me"]})).await.unwrap();
    let mut socket = client.connect(&game, None).await.unwrap();
    socket.next_about_game().await.unwrap();
    let mut half_open = Vec::new();
    for _ in 0..600 {
        half_open.push(tokio::net::TcpStream::connect(server.address).await.unwrap());
    }
    // They make room for those who want something.
    for path in ["/health", "/api/me"] {
        assert_eq!(client.get(path).await.unwrap().0, 200, "{path}");
    }
    socket.command("1", 1, "move", Some("3")).await.unwrap();
    assert_eq!(socket.next_about_game().await.unwrap().seq, 2, "who is there can play");
}

#[test]
fn bad_arguments_are_refused() {
    for (flag, value, reason) in [
        ("--origin", "parlor.example", "not a scheme and host"),
        ("--origin", "https://parlor.example/games", "not a scheme and host"),
        ("--keep-days", "0", "0 is not in"),
        ("--banned-words", "no-such-file", "can't read the file"),
    ] {
        let program = std::process::Command::new(env!("CARGO_BIN_EXE_parlor"));
        let refused = { program }.args(["serve", flag, value]).output().unwrap();
        let error = String::from_utf8(refused.stderr).unwrap();
        assert!(refused.status.code() == Some(2) && error.contains(reason), "{flag} {value}: {error}");
    }
}

/// The bench itself takes minutes and is no test; this is one endpoint of each kind.
#[test]
fn an_attack_is_reported() {
    let run = |arguments: &[&str]| {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_parlor"));
        program.args(["load-test", "--attack", "--attack-connections", "5", "--attack-seconds", "0.3"]);
        program.args(["--games", "2", "--json"]).args(arguments);
        // Elsewhere there is no second loopback address.
        if !cfg!(target_os = "linux") {
            program.arg("--attack-shared");
        }
        let output = program.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    };
    let names = |report: &Value| -> Vec<String> {
        let endpoints = report["endpoints"].as_array().unwrap().iter();
        endpoints.map(|endpoint| endpoint["endpoint"].as_str().unwrap().into()).collect()
    };
    let report = run(&["--attack-only", "/api/games/{id}"]);
    let found = names(&report);
    for wanted in ["no attack", "GET /api/games/{id}", "POST /api/games/{id}/do", "GET /api/games/{id}/live"]
    {
        assert!(found.iter().any(|name| name == wanted), "{wanted} in {found:?}");
    }
    let endpoints = report["endpoints"].as_array().unwrap();
    let requests = |endpoint: &Value| endpoint["attack"]["requests"].as_u64().unwrap();
    assert_eq!(requests(&endpoints[0]), 0, "no attack");
    // A busy machine may get to none at some of them.
    assert!(endpoints.iter().map(requests).sum::<u64>() > 0, "{report}");
    for endpoint in endpoints {
        for measured in ["moves", "connections", "sockets", "games"] {
            assert!(endpoint[measured]["p99_ms"].is_f64(), "{endpoint}");
        }
    }
    let report = run(&["--attack-only", ".css", "--attack-shared"]);
    assert_eq!((names(&report).len(), &report["shared_address"]), (2, &json!(true)), "{report}");
}
