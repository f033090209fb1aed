//! The socket.

use crate::{act, server};
use parlor_loadtest::{Client, Socket};
use serde_json::{Value, json};

async fn two_at(running: &crate::Running, game: &str) -> (String, [Client; 2], [Socket; 2]) {
    let [ann, bob] = [1, 2].map(|number| running.guest(number));
    let game = ann.create_game(&json!({"game": game, "seats": ["me", "friend"]})).await.unwrap();
    bob.post(&format!("/api/games/{game}/join"), &json!({})).await.unwrap();
    let mut sockets = [ann.connect(&game, None).await.unwrap(), bob.connect(&game, None).await.unwrap()];
    for socket in &mut sockets {
        assert_eq!(socket.next_about_game().await.unwrap().kind, "hello");
    }
    (game, [ann, bob], sockets)
}

#[tokio::test]
async fn a_move_reaches_both_sides() {
    let (_folder, running) = server().await;
    let (_, _, [mut ann, mut bob]) = two_at(&running, "classic").await;
    ann.command("a", 2, "move", Some("3")).await.unwrap();
    for socket in [&mut ann, &mut bob] {
        let message = socket.next_about_game().await.unwrap();
        assert_eq!(
            (message.kind.as_str(), message.seq, message.command.as_deref()),
            ("update", 3, Some("a"))
        );
        assert_eq!(message.snapshot.unwrap().turn, Some(2));
    }
    // Sent again because the answer might have been lost.
    ann.command("a", 2, "move", Some("3")).await.unwrap();
    let message = ann.next_about_game().await.unwrap();
    assert_eq!((message.kind.as_str(), message.seq), ("done", 3));
    ann.command("b", 2, "move", Some("3")).await.unwrap();
    let message = ann.next_about_game().await.unwrap();
    assert_eq!((message.kind.as_str(), message.stale), ("refused", true));
    bob.command("c", 3, "move", Some("77")).await.unwrap();
    let message = bob.next_about_game().await.unwrap();
    assert_eq!((message.kind.as_str(), message.stale, message.seq), ("refused", false, 3));
}

#[tokio::test]
async fn reconnecting_gets_updates_or_a_snapshot() {
    let (_folder, running) = server().await;
    let (game, [ann, bob], [_, mut socket]) = two_at(&running, "hex").await;
    act(&ann, &game, "1", "move", Some("A0")).await;
    let seen = socket.next_about_game().await.unwrap().seq;
    drop(socket);
    act(&bob, &game, "2", "move", Some("B1")).await;
    act(&ann, &game, "3", "move", Some("C2")).await;

    let mut back = bob.connect(&game, Some(seen)).await.unwrap();
    let hello: Value = back.next_json().await.unwrap();
    assert_eq!((&hello["seq"], &hello["snapshot"]), (&json!(seen + 2), &Value::Null));
    for number in [seen + 1, seen + 2] {
        let update = back.next_about_game().await.unwrap();
        assert_eq!((update.kind.as_str(), update.seq), ("update", number));
    }
    for last in [None, Some(0), Some(99)] {
        let mut fresh = bob.connect(&game, last).await.unwrap();
        let hello: Value = fresh.next_json().await.unwrap();
        assert_eq!(hello["moves"], json!(["A0", "B1", "C2"]), "{last:?}");
        assert_eq!(hello["snapshot"]["seq"], seen + 2);
    }
}

#[tokio::test]
async fn move_list_changes_add_up() {
    let (_folder, running) = server().await;
    let ann = running.guest(1);
    let game = ann.create_game(&json!({"game": "1024", "seats": ["me"]})).await.unwrap();
    let mut socket = ann.connect(&game, None).await.unwrap();
    let hello: Value = socket.next_json().await.unwrap();
    let mut moves: Vec<Value> = hello["moves"].as_array().unwrap().clone();
    for (turn, kind) in
        ["move", "move", "undo", "move", "move", "resign", "rematch", "move"].iter().enumerate()
    {
        let state: Value = crate::json(&ann, &format!("/api/games/{game}")).await;
        let text = state["view"]["move_targets"][0][1].as_str().map(String::from);
        act(&ann, &game, &turn.to_string(), kind, text.as_deref().filter(|_| *kind == "move")).await;
        let update = loop {
            let message: Value = socket.next_json().await.unwrap();
            if message["type"] == "update" {
                break message;
            }
        };
        moves.truncate(update["moves"]["keep"].as_u64().unwrap() as usize);
        moves.extend(update["moves"]["add"].as_array().unwrap().clone());
        let mut fresh = ann.connect(&game, None).await.unwrap();
        let hello: Value = fresh.next_json().await.unwrap();
        assert_eq!(hello["moves"].as_array().unwrap(), &moves, "after {kind}");
    }
}

#[tokio::test]
async fn joining_and_renaming_keep_the_moves() {
    let (_folder, running) = server().await;
    let [ann, bob] = [1, 2].map(|number| running.guest(number));
    let game = ann.create_game(&json!({"game": "classic", "seats": ["me", "friend"]})).await.unwrap();
    act(&ann, &game, "1", "move", Some("3")).await;
    let mut socket = ann.connect(&game, None).await.unwrap();
    let mut moves_after = async |change: (&Client, &str, Value)| {
        let (guest, path, body) = change;
        guest.post(path, &body).await.unwrap();
        loop {
            let message: Value = socket.next_json().await.unwrap();
            if message["type"] == "update" {
                let mut moves = vec![json!("3")];
                moves.truncate(message["moves"]["keep"].as_u64().unwrap() as usize);
                moves.extend(message["moves"]["add"].as_array().unwrap().clone());
                return moves;
            }
        }
    };
    let join = format!("/api/games/{game}/join");
    assert_eq!(moves_after((&bob, &join, json!({}))).await, [json!("3")]);
    assert_eq!(moves_after((&ann, "/api/me", json!({"name": "Ann"}))).await, [json!("3")]);
}

#[tokio::test]
async fn presence() {
    let (_folder, running) = server().await;
    let (game, [ann, _], [mut socket, other]) = two_at(&running, "classic").await;
    async fn until(socket: &mut Socket, wanted: impl Fn(&Value) -> bool) {
        let message = async {
            loop {
                let message: Value = socket.next_json().await.unwrap();
                if wanted(&message) {
                    return;
                }
            }
        };
        tokio::time::timeout(std::time::Duration::from_secs(20), message).await.unwrap();
    }
    until(&mut socket, |message| message["guests"].as_array().is_some_and(|guests| guests.len() == 2)).await;
    ann.post("/api/me", &json!({"name": "<b>Ann</b>"})).await.unwrap();
    until(&mut socket, |message| message["snapshot"]["seats"][0]["name"] == "<b>Ann</b>").await;
    let watcher = running.guest(9).connect(&game, None).await.unwrap();
    until(&mut socket, |message| message["guests"].as_array().is_some_and(|guests| guests.len() == 3)).await;
    drop((watcher, other));
    until(&mut socket, |message| message["guests"].as_array().is_some_and(|guests| guests.len() == 1)).await;
}

#[tokio::test]
async fn flags_fall_by_themselves() {
    let (_folder, running) = server().await;
    let ann = running.guest(1);
    let request = json!({"game": "classic", "seats": ["me", "me"], "clock": {"initial": 300}});
    let game = ann.create_game(&request).await.unwrap();
    let mut socket = ann.connect(&game, None).await.unwrap();
    socket.next_about_game().await.unwrap();
    socket.command("1", 1, "move", Some("3")).await.unwrap();
    socket.next_about_game().await.unwrap();
    let fallen = tokio::time::timeout(std::time::Duration::from_secs(20), socket.next_about_game()).await;
    let state = fallen.unwrap().unwrap().snapshot.unwrap();
    assert_eq!(state.ending, Some(json!({"time": 2})));
}
