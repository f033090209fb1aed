//! Which names guests may choose.

use crate::{Running, act, config, json, server};
use parlor_loadtest::Client;
use parlor_server::{BannedWords, Config, Limits, Server};
use serde_json::{Value, json};

/// Renames a guest, and returns the status and the name or the error.
async fn rename(guest: &Client, name: &str) -> (u16, String) {
    let (status, body) = guest.post("/api/me", &json!({"name": name})).await.unwrap();
    let body: Value = serde_json::from_str(&body).unwrap();
    let text = if status == 200 { &body["name"] } else { &body["error"] };
    (status, text.as_str().unwrap().into())
}

#[tokio::test]
async fn names_of_others_and_obscenities_are_refused() {
    let (_folder, running) = server().await;
    let ann = running.guest(1);
    let reserved = "this name is reserved: choose another one";
    for name in ["Admin", "Аdmin", "parlor", "Strong", "Deleted guest", "Guest 1234"] {
        assert_eq!(rename(&ann, name).await, (400, reserved.into()), "{name}");
    }
    assert_eq!(rename(&ann, "sh1t").await, (400, "this name isn't allowed: choose another one".into()));
    let own = json(&ann, "/api/me").await["name"].as_str().unwrap().to_string();
    for (name, shown) in [
        (own.as_str(), own.as_str()),
        ("Scunthorpe", "Scunthorpe"),
        ("Дмитрий", "Дмитрий"),
        ("Jose\u{301}", "Jos\u{e9}"),
        ("A\u{301}\u{316}\u{302}\u{303}\u{304}\u{305}\u{306}", "\u{c1}\u{316}\u{302}\u{303}"),
    ] {
        assert_eq!(rename(&ann, name).await, (200, shown.into()));
    }
}

#[tokio::test]
async fn two_players_of_a_game_look_different() {
    let (_folder, running) = server().await;
    let [ann, bob, eve] = [1, 2, 3].map(|number| running.guest(number));
    let game = ann.create_game(&json!({"game": "classic", "seats": ["me", "friend"]})).await.unwrap();
    let join = format!("/api/games/{game}/join");
    assert_eq!(rename(&ann, "Ann").await.0, 200);
    assert_eq!(rename(&bob, "Аnn").await.0, 200, "in no game with Ann yet");
    let (status, body) = bob.post(&join, &json!({})).await.unwrap();
    assert_eq!(status, 409);
    assert!(body.contains("your name looks like that of the other player, \\\"Ann\\\""), "{body}");
    assert_eq!(rename(&bob, "Bob").await.0, 200);
    assert_eq!(bob.post(&join, &json!({})).await.unwrap().0, 200);
    let (status, error) = rename(&bob, "ANN").await;
    assert_eq!(status, 409);
    assert!(error.contains("looks like \"Ann\""), "{error}");
    assert_eq!(rename(&eve, "Ann").await.0, 200, "somebody else may have the same name");
    act(&bob, &game, "1", "resign", None).await;
    assert_eq!(rename(&bob, "ANN").await.0, 200, "the game is over");
}

#[tokio::test]
async fn tokens_follow_the_rules_of_names() {
    let (_folder, running) = server().await;
    let ann = running.guest(1);
    for (token, error) in [
        ("shit".to_string(), "the token \"shit\" isn't allowed"),
        (format!("Z{}", "\u{30d}".repeat(9)), "has too many combining marks"),
    ] {
        let request =
            json!({"game": "growing", "seats": ["me", "me"], "options": {"tokens": [token, "Y", "."]}});
        let (status, body) = ann.post("/api/games", &request).await.unwrap();
        let body: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(status, 400);
        assert!(body["error"].as_str().unwrap().contains(error), "{body}");
    }
}

#[tokio::test]
async fn operators_ban_words_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("words.txt");
    std::fs::write(&file, "# local\ndagnabbit\n").unwrap();
    let banned_words = BannedWords::read(&file).unwrap();
    let config = Config { banned_words, ..config(folder.path(), Limits::default()) };
    let running = Running::run(Server::bind(config).await.unwrap());
    assert_eq!(rename(&running.guest(1), "D4gnabbit").await.0, 400);
    assert_eq!(rename(&running.guest(1), "Ann").await.0, 200);
}
