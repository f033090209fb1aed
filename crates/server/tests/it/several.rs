//! Several servers with one database and one bus.

use crate::{Running, act, config, json};
use parlor_chaos::Nats;
use parlor_server::bus::InProcessBus;
use parlor_server::storage::Sqlite;
use parlor_server::{Config, Limits, Server};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

/// Two servers with one file and one bus, each with connections of its own.
async fn two() -> (TempDir, [Running; 2]) {
    let folder = tempfile::tempdir().unwrap();
    let bus = Arc::new(InProcessBus::default());
    let mut servers = Vec::new();
    for _ in 0..2 {
        let storage = Sqlite::open(&folder.path().join("parlor.sqlite")).await.unwrap();
        let config = config(folder.path(), Limits::default());
        let server = Server::with_storage(config, Arc::new(storage), bus.clone()).await.unwrap();
        servers.push(Running::run(server));
    }
    let [two, one] = [servers.pop().unwrap(), servers.pop().unwrap()];
    (folder, [one, two])
}

#[tokio::test]
async fn friends_play_over_two_servers() {
    let (_folder, [here, there]) = two().await;
    let (ann, bob) = (here.guest(1), there.guest(2));
    let game = ann.create_game(&json!({"game": "classic", "seats": ["me", "friend"]})).await.unwrap();
    bob.post(&format!("/api/games/{game}/join"), &json!({})).await.unwrap();
    let mut ann = ann.connect(&game, None).await.unwrap();
    let mut bob = bob.connect(&game, None).await.unwrap();
    let mut number = ann.next_about_game().await.unwrap().seq;
    bob.next_about_game().await.unwrap();
    for turn in 0..6 {
        let id = format!("t{turn}");
        let mover = if turn % 2 == 0 { &mut ann } else { &mut bob };
        mover.command(&id, number, "move", Some("3")).await.unwrap();
        for socket in [&mut ann, &mut bob] {
            let message = tokio::time::timeout(Duration::from_secs(20), socket.next_about_game()).await;
            let message = message.expect("the other server is woken").unwrap();
            assert_eq!((message.seq, message.command.as_deref()), (number + 1, Some(id.as_str())));
        }
        number += 1;
    }
}

/// Two servers over one folder that know nothing of each other.
async fn strangers() -> (TempDir, [Running; 2]) {
    let folder = tempfile::tempdir().unwrap();
    let one = Running::start(folder.path(), Limits::default()).await;
    let two = Running::start(folder.path(), Limits::default()).await;
    (folder, [one, two])
}

#[tokio::test]
async fn servers_over_one_folder_find_each_others_moves() {
    let (_folder, [here, there]) = strangers().await;
    let (ann, bob) = (here.guest(1), there.guest(2));
    let game = ann.create_game(&json!({"game": "classic", "seats": ["me", "friend"]})).await.unwrap();
    let path = format!("/api/games/{game}");
    assert_eq!(json(&bob, &path).await["seq"], 1);
    bob.post(&format!("{path}/join"), &json!({})).await.unwrap();
    let mut ann_hears = ann.connect(&game, None).await.unwrap();
    let mut bob_hears = bob.connect(&game, None).await.unwrap();
    for turn in 0..8 {
        let (mover, other) = if turn % 2 == 0 { (&ann, &bob) } else { (&bob, &ann) };
        // The mover's server is asked nothing before the move.
        let id = format!("t{turn}");
        let (status, answer) = crate::act_at(mover, &game, &id, 2 + turn, "move", Some("3")).await;
        if turn == 6 {
            // The column is full: refused by the server that knows all moves.
            assert_eq!(status, 422, "{answer}");
            break;
        }
        assert_eq!(status, 200, "{answer}");
        // A read finds it at once. Without one, too, whoever is connected hears of it.
        if turn % 4 < 2 {
            assert_eq!(json(other, &path).await["seq"], answer["seq"], "read at once through the other");
        }
        for socket in [&mut ann_hears, &mut bob_hears] {
            let heard = async { while socket.next_json().await.unwrap()["seq"] != answer["seq"] {} };
            tokio::time::timeout(Duration::from_secs(20), heard).await.expect("the other server finds it");
        }
    }
}

#[tokio::test]
async fn engines_of_servers_over_one_folder_answer_everybody() {
    let (_folder, [here, there]) = strangers().await;
    let (one, two) = (here.guest(1), there.guest(1));
    let game = one.create_game(&json!({"game": "hex", "seats": ["me", "easy"]})).await.unwrap();
    let mut hears = two.connect(&game, None).await.unwrap();
    for (turn, cell) in ["A0", "B0", "C0", "D0", "E0"].into_iter().enumerate() {
        let mover = if turn % 2 == 0 { &one } else { &two };
        let (status, answer) = act(mover, &game, &format!("t{turn}"), "move", Some(cell)).await;
        // An engine may have taken the cell.
        if status == 422 {
            continue;
        }
        let reply = answer["seq"].as_u64().unwrap() + 1;
        let heard = async { while hears.next_json().await.unwrap()["seq"].as_u64() < Some(reply) {} };
        tokio::time::timeout(Duration::from_secs(60), heard).await.expect("the engine's reply is heard");
    }
}

#[tokio::test]
async fn a_command_sent_to_both_is_applied_once() {
    let (_folder, [here, there]) = two().await;
    let (one, two) = (here.guest(1), there.guest(1));
    let game = one.create_game(&json!({"game": "hex", "seats": ["me", "me"]})).await.unwrap();
    for (number, cell) in ["A0", "B1", "C2", "D3", "E4", "F5"].into_iter().enumerate() {
        let id = cell.to_string();
        let expects = number as u64 + 1;
        let (first, second) = tokio::join!(
            crate::act_at(&one, &game, &id, expects, "move", Some(cell)),
            crate::act_at(&two, &game, &id, expects, "move", Some(cell)),
        );
        assert_eq!((first.0, second.0), (200, 200), "{first:?} {second:?}");
        assert_eq!(json(&two, &format!("/api/games/{game}")).await["seq"], expects + 1);
    }
}

#[tokio::test]
async fn an_engine_moves_once() {
    let (_folder, [here, there]) = two().await;
    let (one, two) = (here.guest(1), there.guest(1));
    let game = one.create_game(&json!({"game": "classic", "seats": ["me", "easy"]})).await.unwrap();
    for turn in 0..4 {
        let mover = if turn % 2 == 0 { &one } else { &two };
        act(mover, &game, &format!("t{turn}"), "move", Some(&turn.to_string())).await;
        let answered = async {
            loop {
                let state = json(mover, &format!("/api/games/{game}")).await;
                if state["turn"] == 1 || !state["ending"].is_null() {
                    return state;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        let state = tokio::time::timeout(Duration::from_secs(60), answered).await.unwrap();
        if !state["ending"].is_null() {
            return;
        }
        assert_eq!(state["seq"], 3 + 2 * turn, "one move each");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_over_one_folder_with_nats_know_who_is_there() {
    let nats = Nats::start().await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let config = Config { nats: Some(nats.url()), ..config(folder.path(), Limits::default()) };
    let here = Running::run(Server::bind(config.clone()).await.unwrap());
    let there = Running::run(Server::bind(config).await.unwrap());
    let (ann, bob) = (here.guest(1), there.guest(2));
    let game = ann.create_game(&json!({"game": "classic", "seats": ["me", "friend"]})).await.unwrap();
    bob.post(&format!("/api/games/{game}/join"), &json!({})).await.unwrap();
    let mut ann_hears = ann.connect(&game, None).await.unwrap();
    let mut bob_hears = bob.connect(&game, None).await.unwrap();
    for socket in [&mut ann_hears, &mut bob_hears] {
        // Only NATS can say so: the file knows nothing of sockets.
        let both = async { while socket.next_json().await.unwrap()["count"] != 2 {} };
        tokio::time::timeout(Duration::from_secs(20), both)
            .await
            .expect("who is at the other server is told");
    }
    for turn in 0..6 {
        let mover = if turn % 2 == 0 { &ann } else { &bob };
        let (status, answer) =
            crate::act_at(mover, &game, &format!("t{turn}"), 2 + turn, "move", Some("3")).await;
        assert_eq!((status, answer["seq"].as_u64()), (200, Some(3 + turn)), "{answer}");
        for socket in [&mut ann_hears, &mut bob_hears] {
            let heard = async { while socket.next_json().await.unwrap()["seq"] != answer["seq"] {} };
            tokio::time::timeout(Duration::from_secs(20), heard).await.expect("the move is heard");
        }
    }
    // Engines of both claim the same work, and one of them moves.
    let game = ann.create_game(&json!({"game": "classic", "seats": ["me", "easy"]})).await.unwrap();
    let mut hears = there.guest(1).connect(&game, None).await.unwrap();
    for turn in 0..2 {
        let (_, answer) = act(&ann, &game, &format!("t{turn}"), "move", Some(&turn.to_string())).await;
        let reply = answer["seq"].as_u64().unwrap() + 1;
        let heard = async { while hears.next_json().await.unwrap()["seq"].as_u64() < Some(reply) {} };
        tokio::time::timeout(Duration::from_secs(60), heard).await.expect("the engine's reply is heard");
        assert_eq!(json(&ann, &format!("/api/games/{game}")).await["seq"], reply, "one move each");
    }
}
