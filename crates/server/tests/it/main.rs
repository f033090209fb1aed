//! Integration tests: a real server, real sockets, a real SQLite file.

// A test that can't go on has failed.
#![allow(clippy::unwrap_used)]

#[cfg(target_os = "linux")]
mod appends;
mod assets;
mod base_path;
mod contract;
mod damage;
mod follow;
mod limits;
mod live;
mod metrics;
mod migration;
mod names;
#[cfg(target_os = "linux")]
mod nodes;
mod openapi;
mod own_games;
mod privacy;
mod programs;
mod refusals;
mod requests;
mod restart;
mod several;
#[cfg(target_os = "linux")]
mod start;
mod storage;
#[cfg(target_os = "linux")]
mod tls;

use parlor_loadtest::Client;
use parlor_server::{Config, Limits, Server};
use serde_json::Value;
use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A server that runs until it is stopped or dropped.
struct Running {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    served: JoinHandle<()>,
}

impl Running {
    async fn start(folder: &Path, limits: Limits) -> Running {
        Running::run(Server::bind(config(folder, limits)).await.unwrap())
    }

    fn run(server: Server) -> Running {
        let address = server.address().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let served = tokio::spawn(async move {
            server.run(async { drop(stopped.await) }).await;
        });
        Running { address, stop: Some(stop), served }
    }

    async fn stop(mut self) {
        drop(self.stop.take());
        tokio::time::timeout(Duration::from_secs(20), &mut self.served).await.unwrap().unwrap();
    }

    fn guest(&self, number: u64) -> Client {
        Client::new(self.address, number)
    }
}

fn config(folder: &Path, limits: Limits) -> Config {
    Config { limits, ..Config::new(([127, 0, 0, 1], 0).into(), folder) }
}

/// A server with a folder of its own.
async fn server() -> (TempDir, Running) {
    limited(Limits::default()).await
}

async fn limited(limits: Limits) -> (TempDir, Running) {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(folder.path(), limits).await;
    (folder, running)
}

async fn json(client: &Client, path: &str) -> Value {
    let (status, body) = client.get(path).await.unwrap();
    assert_eq!(status, 200, "{path}: {body}");
    serde_json::from_str(&body).unwrap()
}

/// Sends a command to a game at its current seq, and returns status and body.
async fn act(client: &Client, game: &str, id: &str, kind: &str, text: Option<&str>) -> (u16, Value) {
    let seq = json(client, &format!("/api/games/{game}")).await["seq"].as_u64().unwrap();
    act_at(client, game, id, seq, kind, text).await
}

async fn act_at(
    client: &Client,
    game: &str,
    id: &str,
    expects: u64,
    kind: &str,
    text: Option<&str>,
) -> (u16, Value) {
    let mut command = serde_json::json!({"id": id, "expects": expects, "do": kind});
    if let Some(text) = text {
        command["move"] = text.into();
    }
    let (status, body) = client.post(&format!("/api/games/{game}/do"), &command).await.unwrap();
    (status, serde_json::from_str(&body).unwrap())
}
