//! The server is killed again and again while games are played: every acknowledged move is there afterwards, once.
//! `PARLOR_KILLS=1000 cargo test -p parlor --test it crash` kills more often.

use crate::server::Server;
use parlor_loadtest::{Client, ClientError, Socket};
use parlor_rules::SplitMix64;
use serde_json::json;
use std::env;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

/// Players at once, each at a game of their own.
const PLAYERS: u64 = 8;

/// Limits that the players do not reach.
const LIMITS: &[&str] = &["--max-requests", "1000000", "--max-games", "1000000"];

#[test]
fn a_killed_server_loses_no_acknowledged_move() {
    let kills: u32 = env::var("PARLOR_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(50);
    let folder = env::temp_dir().join(format!("parlor-crash-{}", std::process::id()));
    let mut server = Server::start(&folder, "127.0.0.1:0", LIMITS);
    let address = server.address;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let ending = Arc::new(AtomicBool::new(false));
    let acknowledged = Arc::new(AtomicU64::new(0));
    let players: Vec<_> = (0..PLAYERS)
        .map(|number| {
            let player = Player::new(address, number, ending.clone(), acknowledged.clone());
            runtime.spawn(player.play())
        })
        .collect();
    let mut random = SplitMix64::new(7);
    let mut before = 0;
    for kill in 0..kills {
        // Something is acknowledged between two kills, or the test would show nothing.
        while acknowledged.load(Ordering::Relaxed) < before + 5
            && !players.iter().any(JoinHandle::is_finished)
        {
            std::thread::sleep(Duration::from_millis(2));
            assert!(server.is_running(), "the server ended by itself before kill {kill}");
        }
        std::thread::sleep(Duration::from_millis(random.next_u64() % 60));
        drop(server);
        before = acknowledged.load(Ordering::Relaxed);
        server = Server::start(&folder, &address.to_string(), LIMITS);
        // Nobody ends before being told to but by finding something lost, which is then told below.
        if players.iter().any(JoinHandle::is_finished) {
            break;
        }
    }
    ending.store(true, Ordering::Relaxed);
    let (mut games, mut moves) = (0, 0);
    for player in players {
        for (made, found) in runtime.block_on(player).unwrap() {
            assert_eq!(made, found, "what was acknowledged, and what is there");
            games += 1;
            moves += made.len();
        }
    }
    drop(server);
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(games >= PLAYERS as usize && moves as u32 >= 5 * kills, "{games} games, {moves} moves");
}

/// A guest who plays both sides of one game after the other, through all restarts.
struct Player {
    client: Client,
    random: SplitMix64,
    ending: Arc<AtomicBool>,
    acknowledged: Arc<AtomicU64>,
}

/// A command that may or may not have arrived.
struct Sent {
    id: String,
    expects: u64,
    text: String,
}

impl Player {
    fn new(
        address: SocketAddr,
        number: u64,
        ending: Arc<AtomicBool>,
        acknowledged: Arc<AtomicU64>,
    ) -> Player {
        let client = Client::new(address, 1_000 + number);
        Player { client, random: SplitMix64::at(3, number), ending, acknowledged }
    }

    /// Plays, and returns the moves of every game as they were acknowledged and as the server has them afterwards.
    async fn play(mut self) -> Vec<(Vec<String>, Vec<String>)> {
        let mut games = Vec::new();
        while !self.ending.load(Ordering::Relaxed) {
            let request = json!({"game": "hex", "options": {"size": "7"}, "seats": ["me", "me"]});
            let Ok(game) = self.client.create_game(&request).await else {
                sleep(Duration::from_millis(5)).await;
                continue;
            };
            let made = self.play_game(&game).await;
            games.push((made, self.moves_of(&game).await));
        }
        games
    }

    async fn play_game(&mut self, game: &str) -> Vec<String> {
        let mut made = Vec::new();
        let mut sent: Option<Sent> = None;
        loop {
            let Some(mut socket) = self.connect(game).await else { continue };
            let played = self.play_on(&mut socket, &mut made, &mut sent);
            match timeout(Duration::from_secs(60), played).await.expect("an answer or a closed socket") {
                Ok(()) => return made,
                Err(error @ ClientError::Unexpected(_)) => panic!("{error}"),
                Err(_) => {}
            }
        }
    }

    /// Plays until the game is over, the test ends or the connection is lost.
    async fn play_on(
        &mut self,
        socket: &mut Socket,
        made: &mut Vec<String>,
        sent: &mut Option<Sent>,
    ) -> Result<(), ClientError> {
        let mut seq = socket.next_about_game().await?.seq;
        loop {
            // A command that may have arrived is sent again as it was.
            let command = match sent.take() {
                Some(again) => again,
                None => {
                    let snapshot = socket.snapshot().expect("the first message has a snapshot");
                    let targets = &snapshot.view.move_targets;
                    if self.ending.load(Ordering::Relaxed) || snapshot.ending.is_some() || targets.is_empty()
                    {
                        return Ok(());
                    }
                    let (_, text) = &targets[self.random.next_u64() as usize % targets.len()];
                    let id = format!("{:x}", self.random.next_u64());
                    Sent { id, expects: seq, text: text.clone() }
                }
            };
            let (id, expects, text) = (command.id.clone(), command.expects, command.text.clone());
            *sent = Some(command);
            socket.command(&id, expects, "move", Some(&text)).await?;
            loop {
                let answer = socket.next_about_game().await?;
                if answer.command.as_deref() != Some(&id) {
                    continue;
                }
                let (carried_out, known) = (answer.kind != "refused", answer.kind == "update");
                assert!(carried_out, "nobody else plays here: {:?}", answer.error);
                made.push(text);
                *sent = None;
                self.acknowledged.fetch_add(1, Ordering::Relaxed);
                if known {
                    seq = answer.seq;
                }
                break;
            }
        }
    }

    async fn moves_of(&self, game: &str) -> Vec<String> {
        loop {
            if let Some(mut socket) = self.connect(game).await
                && let Ok(hello) = socket.next_json().await
            {
                return serde_json::from_value(hello["moves"].clone()).unwrap();
            }
        }
    }

    /// Opens the socket of a game; `None` while there is no server.
    async fn connect(&self, game: &str) -> Option<Socket> {
        match self.client.connect(game, None).await {
            Ok(socket) => Some(socket),
            Err(error) if error.http_status() == Some(404) => {
                panic!("a game whose creation was acknowledged is gone")
            }
            Err(_) => {
                sleep(Duration::from_millis(5)).await;
                None
            }
        }
    }
}
