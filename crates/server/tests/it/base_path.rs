//! A server below a path of its origin.

use crate::{Running, config, json};
use parlor_server::{Config, Limits, Server};
use serde_json::json;

async fn below(base: &str) -> (tempfile::TempDir, Running) {
    let folder = tempfile::tempdir().unwrap();
    let config = Config { base_path: base.parse().unwrap(), ..config(folder.path(), Limits::default()) };
    let running = Running::run(Server::bind(config).await.unwrap());
    (folder, running)
}

#[tokio::test]
async fn everything_is_below_the_base_path_and_nothing_outside() {
    let (_folder, running) = below("/games/").await;
    let guest = running.guest(1);
    for path in [
        "/games/",
        "/games/me",
        "/games/analysis",
        "/games/puzzles/daily",
        "/games/api/catalogue",
        "/games/api/openapi.json",
        "/games/manifest.webmanifest",
        "/games/sw.js",
        "/games/health",
        "/games/ready",
        "/games/metrics",
    ] {
        assert_eq!(guest.get(path).await.unwrap().0, 200, "{path}");
    }
    for path in [
        "/",
        "/me",
        "/health",
        "/api/me",
        "/api/catalogue",
        "/games/nothing",
        "/games/api/no",
        "/gamesapi/me",
        "//games/",
    ] {
        assert_eq!(guest.get(path).await.unwrap().0, 404, "{path}");
    }
    assert_eq!(guest.get("/games").await.unwrap().0, 308);
    assert_eq!(guest.post("/games/api/catalogue", &json!({})).await.unwrap().0, 405);
}

#[tokio::test]
async fn the_page_names_only_addresses_below_the_base_path() {
    let (_folder, running) = below("/a/games").await;
    let guest = running.guest(1);
    let opening = json!({"game": "classic", "seats": ["me", "me"]});
    let (status, opened) = guest.post("/a/games/api/games", &opening).await.unwrap();
    assert_eq!(status, 201, "{opened}");
    let opened: serde_json::Value = serde_json::from_str(&opened).unwrap();
    let id = opened["id"].as_str().unwrap();
    for (path, expected) in [("/a/games/", 200), (&format!("/a/games/g/{id}"), 200), ("/a/games/none", 404)] {
        let (status, page) = guest.get(path).await.unwrap();
        assert_eq!(status, expected, "{path}");
        let named: Vec<&str> = page.split("=\"/").skip(1).collect();
        assert!(named.len() > 5, "{page}");
        assert!(named.iter().all(|rest| rest.starts_with("a/games/")), "{path}: {page}");
        let origin = format!("http://{}/a/games/", running.address);
        let absolute: Vec<&str> = page.split("\"http://").skip(1).collect();
        assert_eq!(absolute.len(), 2, "the page and its picture: {page}");
        assert!(absolute.iter().all(|rest| format!("http://{rest}").starts_with(&origin)), "{path}: {page}");
        let script = page.split("<script").last().and_then(|tag| tag.split("src=\"").nth(1)).unwrap();
        let (status, _) = guest.get(script.split('"').next().unwrap()).await.unwrap();
        assert_eq!(status, 200, "{script}");
    }
    let (status, code) = guest.get(&format!("/a/games/preview/{id}/qr.svg")).await.unwrap();
    assert!(status == 200 && code.starts_with("<svg"), "{code}");
    let move_path = format!("/a/games/api/games/{id}");
    let command = json!({"id": "1", "expects": 1, "do": "move", "move": "3"});
    let (status, answer) = guest.post(&format!("{move_path}/do"), &command).await.unwrap();
    assert_eq!(status, 200, "{answer}");
    assert_eq!(json(&guest, &move_path).await["seq"], 2);
}
