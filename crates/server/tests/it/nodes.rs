//! Several servers and a worker over one PostgreSQL database and one NATS server.

use crate::{Running, act, config, follow, json};
use parlor_chaos::{Nats, Postgres};
use parlor_loadtest::{Client, Socket};
use parlor_server::{Config, Limits, Server, Worker};
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;
use tokio::time::timeout;

/// How long anything may take before a test fails.
const PATIENCE: Duration = Duration::from_secs(30);

fn node(url: &str, nats: &Nats, engine_threads: usize) -> Config {
    let limits = Limits { engine_threads, engine_time: Duration::from_millis(200), ..Limits::default() };
    let config = config(Path::new("/nonexistent"), limits);
    Config { database: Some(url.into()), nats: Some(nats.url()), ..config }
}

async fn start(config: Config) -> Running {
    Running::run(Server::bind(config).await.unwrap())
}

/// Waits for a message of a kind that is as it should be.
async fn hear(socket: &mut Socket, what: &str, is_it: impl Fn(&Value) -> bool) -> Value {
    let heard = async {
        loop {
            let message = socket.next_json().await.unwrap();
            if is_it(&message) {
                return message;
            }
        }
    };
    timeout(PATIENCE, heard).await.unwrap_or_else(|_| panic!("not heard: {what}"))
}

async fn until(client: &Client, path: &str, what: &str, is_so: impl Fn(&Value) -> bool) {
    let wait = async {
        while !is_so(&json(client, path).await) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, wait).await.unwrap_or_else(|_| panic!("{what}"));
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_serve_the_same_games() {
    let mut postgres = Postgres::start().await.unwrap();
    let mut nats = Nats::start().await.unwrap();
    let url = postgres.create_database().await.unwrap();
    let (here, there) = (start(node(&url, &nats, 0)).await, start(node(&url, &nats, 0)).await);
    let (ann, bob) = (here.guest(1), there.guest(2));

    // Moves, arrivals and names reach the other node.
    ann.post("/api/me", &json!({"name": "Ann"})).await.unwrap();
    let game = ann.create_game(&json!({"game": "classic", "seats": ["me", "friend"]})).await.unwrap();
    bob.post(&format!("/api/games/{game}/join"), &json!({})).await.unwrap();
    let mut ann_hears = ann.connect(&game, None).await.unwrap();
    let mut bob_hears = bob.connect(&game, None).await.unwrap();
    let lists_both = |message: &Value| {
        message["type"].as_str().is_some_and(|kind| kind.starts_with("presence"))
            && message.to_string().contains("Ann")
    };
    hear(&mut bob_hears, "Ann is there", lists_both).await;
    for turn in 0..6 {
        let (mover, text) = if turn % 2 == 0 { (&ann, "3") } else { (&bob, "4") };
        let (status, answer) = act(mover, &game, &format!("t{turn}"), "move", Some(text)).await;
        assert_eq!(status, 200, "{answer}");
        for socket in [&mut ann_hears, &mut bob_hears] {
            hear(socket, "a move", |message| message["seq"] == answer["seq"]).await;
        }
    }
    bob.post("/api/me", &json!({"name": "Robert"})).await.unwrap();
    hear(&mut ann_hears, "another name", |message| message.to_string().contains("Robert")).await;

    // A move is seen without NATS, too, and with it again.
    nats.kill();
    let (_, answer) = act(&ann, &game, "alone", "move", Some("0")).await;
    hear(&mut bob_hears, "a move without NATS", |message| message["seq"] == answer["seq"]).await;
    assert_eq!(ann.get("/ready").await.unwrap().0, 200);
    nats.start_again().await.unwrap();
    let (_, answer) = act(&bob, &game, "again", "move", Some("0")).await;
    hear(&mut ann_hears, "a move with NATS again", |message| message["seq"] == answer["seq"]).await;

    // Engines think elsewhere.
    let engine_game = ann.create_game(&json!({"game": "hex", "seats": ["me", "easy"]})).await.unwrap();
    assert_eq!(act(&ann, &engine_game, "1", "move", Some("A0")).await.0, 200);
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let worker = Worker::start(node(&url, &nats, 1)).await.unwrap();
    let working = tokio::spawn(worker.run(async { drop(stopped.await) }));
    let path = format!("/api/games/{engine_game}");
    until(&bob, &path, "the worker's engine moves", |state| state["turn"] == 1 && state["seq"] == 3).await;
    drop(stop);
    timeout(PATIENCE, working).await.unwrap().unwrap();

    // Without the database a node is alive, but not ready; then all goes on.
    postgres.stop_immediately().unwrap();
    assert_eq!(ann.get("/health").await.unwrap().0, 200);
    assert_eq!(ann.get("/ready").await.unwrap().0, 503);
    let refused = crate::act_at(&ann, &game, "down", 10, "move", Some("1")).await;
    assert_eq!(refused.0, 503, "{}", refused.1);
    postgres.start_again().await.unwrap();
    let ready = async {
        while ann.get("/ready").await.unwrap().0 != 200 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, ready).await.expect("ready again");
    let (status, answer) = act(&ann, &game, "up", "move", Some("1")).await;
    assert_eq!(status, 200, "{answer}");
    hear(&mut bob_hears, "a move after the stop", |message| message["seq"] == answer["seq"]).await;

    // A node that is restarted loses nobody: the socket goes on at the other one.
    here.stop().await;
    let seq = answer["seq"].as_u64().unwrap();
    let mut ann_hears = there.guest(1).connect(&game, Some(seq)).await.unwrap();
    assert_eq!(timeout(PATIENCE, ann_hears.next_json()).await.unwrap().unwrap()["seq"], seq);
    let (status, answer) = act(&there.guest(2), &game, "bob", "move", Some("5")).await;
    assert_eq!(status, 200, "{answer}");
    hear(&mut ann_hears, "a move at the other node", |message| message["seq"] == answer["seq"]).await;
    there.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_are_followed_and_presented_at_any_node() {
    let postgres = Postgres::start().await.unwrap();
    let nats = Nats::start().await.unwrap();
    let url = postgres.create_database().await.unwrap();
    let (here, there) = (start(node(&url, &nats, 0)).await, start(node(&url, &nats, 0)).await);
    let connected = async {
        for server in [&here, &there] {
            while server.guest(1).get("/ready").await.unwrap().1 != "ready\n" {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    };
    timeout(PATIENCE, connected).await.expect("both nodes are ready");

    // Opened at one node, followed at both, and presented now here, now there.
    let board = follow::open(&here.guest(1), "classic/6x7").await;
    let mut near = follow::follow(&here, 2, &board.id).await;
    let mut far = follow::follow(&there, 3, &board.id).await;
    let mut moves = String::new();
    for turn in 0..6 {
        let presenter = if turn % 2 == 0 { &there } else { &here };
        moves.push('4');
        let fragment = format!("classic/6x7/{moves}");
        let (status, reply) = follow::present(&presenter.guest(1), &board, &fragment).await;
        assert_eq!(status, 200, "{reply}");
        for socket in [&mut near, &mut far] {
            timeout(PATIENCE, follow::until(socket, &fragment)).await.expect("a step is seen");
        }
    }

    // Nobody presents under an id that no node knows, and the secret ends it everywhere.
    assert_eq!(there.guest(4).get("/api/follow/0123456789abcdef0123456789abcdef").await.unwrap().0, 404);
    let secret = json!({"secret": board.secret}).to_string();
    let path = format!("/api/follow/{}", board.id);
    let headers = "content-type: application/json\r\n";
    assert_eq!(there.guest(1).request("DELETE", &path, headers, &secret).await.unwrap().0, 204);
    let ended = async { while near.next_json().await.is_ok() {} };
    timeout(PATIENCE, ended).await.expect("the other node's followers hear of it");
    assert_eq!(here.guest(4).get(&path).await.unwrap().0, 404);
    here.stop().await;
    there.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draining_server_is_alive_and_not_ready() {
    let folder = tempfile::tempdir().unwrap();
    let config = Config { drain: Duration::from_secs(3_600), ..config(folder.path(), Limits::default()) };
    let mut running = start(config).await;
    let ann = running.guest(1);
    assert_eq!(ann.get("/ready").await.unwrap(), (200, "ready\n".into()));
    drop(running.stop.take());
    let draining = async {
        while ann.get("/ready").await.unwrap().0 != 503 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    timeout(PATIENCE, draining).await.expect("it says that it will stop");
    assert_eq!(ann.get("/health").await.unwrap().0, 200);
    let game = ann.create_game(&json!({"game": "classic", "seats": ["me", "me"]})).await.unwrap();
    assert_eq!(act(&ann, &game, "1", "move", Some("3")).await.0, 200, "it serves all the same");
    running.served.abort();
}
