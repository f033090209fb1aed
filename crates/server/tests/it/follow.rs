//! Presenting a board, and following it.

use crate::{Running, limited, server};
use parlor_loadtest::{Client, Socket};
use parlor_server::Limits;
use serde_json::{Value, json};

pub(crate) struct Opened {
    pub(crate) id: String,
    pub(crate) secret: String,
}

pub(crate) async fn open(client: &Client, fragment: &str) -> Opened {
    let (status, body) = client.post("/api/follow", &json!({"fragment": fragment})).await.unwrap();
    assert_eq!(status, 201, "{body}");
    let opened: Value = serde_json::from_str(&body).unwrap();
    let text = |name: &str| opened[name].as_str().unwrap().to_string();
    Opened { id: text("id"), secret: text("secret") }
}

async fn put(client: &Client, id: &str, body: &Value) -> (u16, Value) {
    let headers = "content-type: application/json\r\n";
    let path = format!("/api/follow/{id}");
    let (status, body) = client.request("PUT", &path, headers, &body.to_string()).await.unwrap();
    (status, serde_json::from_str(&body).unwrap())
}

pub(crate) async fn present(client: &Client, board: &Opened, fragment: &str) -> (u16, Value) {
    put(client, &board.id, &json!({"secret": board.secret, "board": {"fragment": fragment}})).await
}

pub(crate) async fn follow(running: &Running, guest: u64, id: &str) -> Socket {
    running.guest(guest).connect_to(&format!("/api/follow/{id}/live")).await.unwrap()
}

/// Reads messages until one shows this position.
pub(crate) async fn until(socket: &mut Socket, fragment: &str) -> Value {
    loop {
        let message = socket.next_json().await.unwrap();
        if message["board"]["fragment"] == fragment {
            return message;
        }
    }
}

#[tokio::test]
async fn followers_see_what_is_presented() {
    let (_folder, running) = server().await;
    let presenter = running.guest(1);
    let board = open(&presenter, "classic/6x7").await;
    let mut one = follow(&running, 2, &board.id).await;
    let mut two = follow(&running, 3, &board.id).await;
    for socket in [&mut one, &mut two] {
        until(socket, "classic/6x7").await;
    }
    let mark = json!({"from": [0, 3], "to": [5, 3], "color": 2});
    let shown = json!({"secret": board.secret, "board": {"fragment": "classic/6x7/4", "marks": [mark]}});
    let (status, reply) = put(&presenter, &board.id, &shown).await;
    assert_eq!((status, &reply["seq"], &reply["followers"]), (200, &json!(2), &json!(2)), "{reply}");
    for socket in [&mut one, &mut two] {
        assert_eq!(until(socket, "classic/6x7/4").await["board"]["marks"], json!([mark]));
    }
    // Whoever comes later sees the same.
    let mut late = follow(&running, 4, &board.id).await;
    until(&mut late, "classic/6x7/4").await;
    let asked = crate::json(&running.guest(5), &format!("/api/follow/{}", board.id)).await;
    assert_eq!(asked["board"]["fragment"], "classic/6x7/4");
    assert!(!asked.to_string().contains(&board.secret), "nobody but the presenter has the secret");
}

#[tokio::test]
async fn only_the_presenter_presents_and_ends() {
    let (_folder, running) = server().await;
    let presenter = running.guest(1);
    let board = open(&presenter, "hex/5").await;
    let other = open(&presenter, "hex/7").await;
    let wrong = json!({"secret": other.secret, "board": {"fragment": "hex/9"}});
    assert_eq!(put(&presenter, &board.id, &wrong).await.0, 403);
    let ends = |secret: &str| json!({"secret": secret}).to_string();
    let headers = "content-type: application/json\r\n";
    let path = format!("/api/follow/{}", board.id);
    let end =
        async |secret: &str| presenter.request("DELETE", &path, headers, &ends(secret)).await.unwrap().0;
    assert_eq!(end(&other.secret).await, 403);
    let mut socket = follow(&running, 2, &board.id).await;
    until(&mut socket, "hex/5").await;
    assert_eq!(end(&board.secret).await, 204);
    while socket.next_json().await.is_ok() {}
    assert_eq!(presenter.get(&path).await.unwrap().0, 404);
    assert!(running.guest(2).connect_to(&format!("{path}/live")).await.is_err());
}

#[tokio::test]
async fn the_secret_opens_the_board_again_after_a_restart() {
    let (folder, running) = server().await;
    let board = open(&running.guest(1), "classic/6x7").await;
    running.stop().await;
    let running = Running::start(folder.path(), Limits::default()).await;
    let presenter = running.guest(1);
    assert_eq!(presenter.get(&format!("/api/follow/{}", board.id)).await.unwrap().0, 404);
    assert_eq!(present(&presenter, &board, "classic/6x7/44").await.0, 200);
    until(&mut follow(&running, 2, &board.id).await, "classic/6x7/44").await;
}

#[tokio::test]
async fn bad_boards_are_refused() {
    let (_folder, running) = server().await;
    let presenter = running.guest(1);
    let board = open(&presenter, "classic/6x7").await;
    let mark = json!({"from": [0, 3], "to": [5, 3], "color": 2});
    for (wrong, expected) in [
        (json!({"secret": board.secret}), 422),
        (json!({"secret": board.secret, "board": {"fragment": 7}}), 422),
        (json!({"secret": board.secret, "board": {"fragment": "", "more": 1}}), 422),
        (json!({"secret": board.secret, "board": {"fragment": "4".repeat(33_000)}}), 422),
        (json!({"secret": board.secret, "board": {"fragment": "4".repeat(70_000)}}), 413),
        (json!({"secret": board.secret, "board": {"fragment": "", "marks": vec![mark; 201]}}), 422),
        (json!({"secret": board.secret, "board": {"fragment": "", "marks": [{"from": [0, -1]}]}}), 422),
        (json!({"secret": "", "board": {"fragment": ""}}), 403),
    ] {
        let (status, reply) = put(&presenter, &board.id, &wrong).await;
        assert_eq!(status, expected, "{reply}");
        assert!(reply["error"].is_string());
    }
    assert_eq!(
        put(&presenter, "0123456789ab", &json!({"secret": board.secret, "board": {"fragment": ""}})).await.0,
        403
    );
    assert_eq!(presenter.get("/api/follow/none").await.unwrap().0, 404);
}

#[tokio::test]
async fn the_longest_board_can_be_presented() {
    // Bodies of other requests are shorter.
    let (_folder, running) = limited(Limits { body: 500, ..Limits::default() }).await;
    let presenter = running.guest(1);
    let mark = json!({"from": [9_999, 9_999], "to": [9_999, 9_999], "color": 3});
    let longest = json!({"fragment": "4".repeat(32 * 1_024), "marks": vec![mark; 200]});
    let (status, opened) = presenter.post("/api/follow", &longest).await.unwrap();
    assert_eq!(status, 201, "{opened}");
    let opened: Value = serde_json::from_str(&opened).unwrap();
    let body = json!({"secret": opened["secret"], "board": longest});
    let (status, shown) = put(&presenter, opened["id"].as_str().unwrap(), &body).await;
    assert_eq!((status, &shown["board"]), (200, &longest));
    assert_eq!(presenter.post("/api/games", &longest).await.unwrap().0, 413);
}

#[tokio::test]
async fn one_guest_or_address_can_not_keep_others_from_presenting() {
    let limits = Limits { boards: 2, guests_per_address: 2, ..Limits::default() };
    let (_folder, running) = limited(Limits { requests: 10_000, ..limits }).await;
    let honest = open(&running.guest(1), "classic/6x7").await;
    let mut follower = follow(&running, 2, &honest.id).await;
    until(&mut follower, "classic/6x7").await;
    // Secrets that clients made themselves open boards without asking for them first.
    for guest in 10..20 {
        for _ in 0..5 {
            open(&running.guest(guest), "hex/5").await;
        }
    }
    let metrics = running.guest(1).get("/metrics").await.unwrap().1;
    assert!(metrics.contains("\nparlor_boards_presented 4\n"), "{metrics}");
    assert!(metrics.contains("\nparlor_boards_evicted_total 47\n"), "{metrics}");
    assert_eq!(present(&running.guest(1), &honest, "classic/6x7/4").await.0, 200);
    until(&mut follower, "classic/6x7/4").await;
}

#[tokio::test]
async fn a_guest_is_told_that_all_their_boards_are_followed() {
    let (_folder, running) = limited(Limits { boards: 1, ..Limits::default() }).await;
    let presenter = running.guest(1);
    let board = open(&presenter, "hex/5").await;
    let mut follower = follow(&running, 2, &board.id).await;
    until(&mut follower, "hex/5").await;
    let (status, body) = presenter.post("/api/follow", &json!({"fragment": "hex/7"})).await.unwrap();
    assert!(status == 429 && body.contains("as many boards as one guest may (1)"), "{status} {body}");
}

#[tokio::test]
async fn the_pages_have_addresses() {
    let (_folder, running) = server().await;
    for path in ["/analysis", "/puzzles", "/puzzles/daily", "/follow/0123456789ab"] {
        let (status, body) = running.guest(1).get(path).await.unwrap();
        assert!(status == 200 && body.contains("<html"), "{path}: {status}");
    }
}
