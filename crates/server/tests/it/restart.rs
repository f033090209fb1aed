//! A server that stops and starts again.

use crate::damage::damage;
use crate::{Running, act, json};
use parlor_loadtest::ClientError;
use parlor_server::Limits;
use serde_json::json;
use std::time::Duration;

#[tokio::test]
async fn games_survive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path(), Limits::default()).await;
    let ann = running.guest(1);
    let game = ann.create_game(&json!({"game": "1024", "seats": ["me"]})).await.unwrap();
    // Which presses move a tile depends on where the first tiles came to lie.
    let state = json(&ann, &format!("/api/games/{game}")).await;
    let first = state["view"]["move_targets"][0][1].as_str().unwrap();
    for (number, text) in [first, "L", "U", "R", "D"].into_iter().enumerate() {
        act(&ann, &game, &number.to_string(), "move", Some(text)).await;
    }
    let before = json(&ann, &format!("/api/games/{game}")).await;
    let mut socket = ann.connect(&game, None).await.unwrap();
    socket.next_about_game().await.unwrap();
    running.stop().await;
    let closed = loop {
        if let Err(error) = socket.next().await {
            break error;
        }
    };
    assert!(matches!(closed, ClientError::Closed(1012)), "{closed}");

    let running = Running::start(folder.path(), Limits::default()).await;
    let ann = running.guest(1);
    assert_eq!(json(&ann, &format!("/api/games/{game}")).await, before);
    // A command that was carried out before the stop is not carried out again.
    let number = before["seq"].as_u64().unwrap();
    let (status, answer) = crate::act_at(&ann, &game, "0", number, "move", Some(first)).await;
    assert_eq!((status, answer["seq"].as_u64() <= Some(number)), (200, true));
    assert_eq!(json(&ann, &format!("/api/games/{game}")).await["seq"], number);
    let (status, _) = act(&ann, &game, "undo", "undo", None).await;
    assert_eq!(status, 200);
}

#[tokio::test]
async fn a_repeated_command_gets_the_same_answer_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path(), Limits::default()).await;
    let guests = [1, 2].map(|number| running.guest(number));
    let [ann, bob] = &guests;
    let tiles = ann.create_game(&json!({"game": "1024", "seats": ["me"]})).await.unwrap();
    let discs = ann.create_game(&json!({"game": "classic", "seats": ["me", "friend"]})).await.unwrap();
    bob.post(&format!("/api/games/{discs}/join"), &json!({})).await.unwrap();
    // Who sends what to which game. Most of these lead to more than one entry: a tile appears, an offer is carried out, the
    // game ends.
    let mut script = Vec::new();
    for kind in ["move", "undo", "move", "resign", "rematch", "move"] {
        script.push((0, &tiles, kind, None));
    }
    for (player, column) in [(0, "0"), (1, "1"), (0, "0"), (1, "1"), (0, "0"), (1, "1")] {
        script.push((player, &discs, "move", Some(column)));
    }
    for (player, kind) in
        [(1, "undo"), (0, "accept"), (1, "draw"), (0, "draw"), (0, "rematch"), (1, "accept")]
    {
        script.push((player, &discs, kind, None));
    }
    // The seats are exchanged, and the last move wins.
    for (player, column) in [(1, "0"), (0, "1"), (1, "0"), (0, "1"), (1, "0"), (0, "1"), (1, "0")] {
        script.push((player, &discs, "move", Some(column)));
    }
    let mut sent = Vec::new();
    for (number, (player, game, kind, column)) in script.into_iter().enumerate() {
        let state = json(ann, &format!("/api/games/{game}")).await;
        let target = state["view"]["move_targets"][0][1].as_str().filter(|_| kind == "move");
        let text = column.or(target).map(String::from);
        let id = number.to_string();
        let (status, answer) = act(&guests[player], game, &id, kind, text.as_deref()).await;
        assert_eq!(status, 200, "{id} {kind}: {answer}");
        sent.push((player, game, id, kind, text, answer));
    }
    assert_eq!(json(ann, &format!("/api/games/{discs}")).await["ending"], json!({"won": 1}));
    running.stop().await;

    let running = Running::start(folder.path(), Limits::default()).await;
    let guests = guests.map(|guest| guest.at(running.address));
    for (player, game, id, kind, text, answer) in sent {
        let repeated = crate::act_at(&guests[player], game, &id, 0, kind, text.as_deref()).await;
        assert_eq!(repeated, (200, answer), "{id} {kind} {text:?}");
    }
}

#[tokio::test]
async fn engines_go_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path(), Limits::default()).await;
    let ann = running.guest(1);
    let game = ann.create_game(&json!({"game": "hex", "seats": ["me", "strong:5s"]})).await.unwrap();
    act(&ann, &game, "1", "move", Some("A0")).await;
    running.stop().await;
    let limits = Limits { engine_time: Duration::from_millis(100), ..Limits::default() };
    let running = Running::start(folder.path(), limits).await;
    let ann = running.guest(1);
    let moved = async {
        while json(&ann, &format!("/api/games/{game}")).await["turn"] != 1 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), moved).await.expect("its lease ends and the engine moves");
}

#[tokio::test]
async fn an_hour_without_a_server_is_nobodys_time() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path(), Limits::default()).await;
    let [ann, bob] = [1, 2].map(|number| running.guest(number));
    let request = json!({"game": "classic", "seats": ["me", "friend"], "clock": {"initial": 600_000}});
    let game = ann.create_game(&request).await.unwrap();
    bob.post(&format!("/api/games/{game}/join"), &json!({})).await.unwrap();
    for (player, id) in [(&ann, "1"), (&bob, "2")] {
        assert_eq!(act(player, &game, id, "move", Some("3")).await.0, 200);
    }
    let path = format!("/api/games/{game}");
    let before = json(&ann, &path).await;
    assert_eq!(before["clock"]["running"], 1, "{before}");
    running.stop().await;
    // As if the wall clock were an hour further than the last heartbeat.
    damage(folder.path(), "UPDATE service SET skipped = skipped - 3600000");

    let running = Running::start(folder.path(), Limits::default()).await;
    let ann = ann.at(running.address);
    // Due work is looked for at the start: a flag would fall now.
    assert_eq!(act(&ann, &game, "3", "move", Some("3")).await.0, 200);
    let after = json(&ann, &path).await;
    let left = |state: &serde_json::Value| state["clock"]["left"][0].as_u64().unwrap();
    assert!(left(&before) - left(&after) < 300_000, "{} {}", before["clock"], after["clock"]);
    assert_eq!(after["ending"], serde_json::Value::Null);
}
