//! Files of the page and preview images: what caches know about them, and what is never read.

use crate::{Running, act, config, server};
use parlor_server::{Config, Limits, Server};
use serde_json::json;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// How long anything may take before a test fails.
const PATIENCE: Duration = Duration::from_secs(30);

struct Answer {
    status: String,
    tag: String,
    length: usize,
}

/// Asks for a path, with headers that each end with a line break.
async fn ask(running: &Running, path: &str, headers: &str) -> Answer {
    let mut stream = TcpStream::connect(running.address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{headers}\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    timeout(PATIENCE, stream.read_to_end(&mut answer)).await.expect(path).unwrap();
    let end = answer.windows(4).position(|window| window == b"\r\n\r\n").unwrap();
    let head = String::from_utf8_lossy(&answer[..end]).into_owned();
    let tag = head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap_or_default();
    let status = head.split(' ').nth(1).unwrap().to_string();
    Answer { status, tag: tag.to_string(), length: answer.len() - end - 4 }
}

/// Checks that a body is sent once to a client that keeps it.
async fn is_cached(running: &Running, path: &str, headers: &str) -> Answer {
    let first = ask(running, path, headers).await;
    assert_eq!(first.status, "200", "{path}");
    assert!(first.tag.len() > 2 && first.length > 100, "{path}: {} {}", first.tag, first.length);
    for known in [first.tag.clone(), format!("\"other\", W/{}", first.tag)] {
        let again = ask(running, path, &format!("{headers}if-none-match: {known}\r\n")).await;
        assert_eq!((again.status.as_str(), again.length), ("304", 0), "{path}");
        assert_eq!(again.tag, first.tag, "{path}");
    }
    let changed = ask(running, path, &format!("{headers}if-none-match: \"other\"\r\n")).await;
    assert_eq!((changed.status.as_str(), changed.length), ("200", first.length), "{path}");
    first
}

#[tokio::test]
async fn files_are_sent_once_to_a_client_that_keeps_them() {
    let (_folder, running) = server().await;
    let dist = std::fs::read_dir(format!("{}/web/dist", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let names = dist.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let module = names.filter_map(|name| Some(name.strip_suffix(".wasm.gz")?.to_string())).next().unwrap();
    let module = format!("/assets/{module}.wasm");
    let mut lengths = Vec::new();
    for encoding in ["br", "gzip", "identity"] {
        let header = format!("accept-encoding: {encoding}\r\n");
        lengths.push(is_cached(&running, &module, &header).await.length);
    }
    assert!(lengths.is_sorted() && lengths[0] < lengths[2], "{lengths:?}");
    for path in ["/", "/sw.js", "/favicon.ico", "/assets/data/super-6x7.weights"] {
        is_cached(&running, path, "").await;
    }
}

#[tokio::test]
async fn preview_images_are_sent_again_after_a_move() {
    let (_folder, running) = server().await;
    is_cached(&running, "/preview.png", "").await;
    let ann = running.guest(1);
    let game = ann.create_game(&json!({"game": "classic", "seats": ["me", "me"]})).await.unwrap();
    let path = format!("/preview/{game}/board.png");
    let before = is_cached(&running, &path, "").await;
    assert_eq!(act(&ann, &game, "1", "move", Some("3")).await.0, 200);
    let after = ask(&running, &path, &format!("if-none-match: {}\r\n", before.tag)).await;
    assert_eq!(after.status, "200");
    assert_ne!(after.tag, before.tag);
    assert_eq!(ask(&running, "/preview/nothing/board.png", "").await.status, "404");
}

#[cfg(unix)]
#[tokio::test]
async fn nothing_outside_the_folder_of_the_page_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("index.html"), "<html></html>").unwrap();
    std::fs::write(outside.path().join("file"), "secret").unwrap();
    // Opening a pipe that nobody writes to never ends.
    let pipe = outside.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    std::os::unix::fs::symlink(&pipe, folder.path().join("pipe")).unwrap();
    let page = Some(folder.path().to_path_buf());
    let config = Config { page, ..config(folder.path(), Limits::default()) };
    let running = Running::run(Server::bind(config).await.unwrap());
    assert_eq!(ask(&running, "/", "").await.status, "200");
    let outside = outside.path().display();
    for path in [
        format!("/assets/{outside}/pipe"),
        format!("/assets/{outside}/file"),
        format!("/assets/%2f{outside}/pipe"),
        "/assets/../outside".into(),
        "/assets/pipe".into(),
        "/assets/.".into(),
    ] {
        assert_eq!(ask(&running, &path, "").await.status, "404", "{path}");
    }
}
