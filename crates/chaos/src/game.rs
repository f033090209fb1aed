//! Clients that play games while faults are injected, and note what the servers acknowledged.

use parlor_loadtest::{Client, ClientError, Socket};
use parlor_rules::SplitMix64;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::time::{sleep, timeout};

/// What the clients of all games share.
pub(crate) struct Shared {
    pub(crate) addresses: Vec<SocketAddr>,
    /// Set when no more moves are to be made.
    pub(crate) is_over: AtomicBool,
    /// What happened that must never happen.
    pub(crate) violations: Mutex<Vec<String>>,
    pub(crate) reconnects: AtomicU64,
    pub(crate) commands: AtomicU64,
}

impl Shared {
    pub(crate) fn violation(&self, text: String) {
        self.violations.lock().unwrap_or_else(PoisonError::into_inner).push(text);
    }

    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }
}

/// A game as its players know it.
#[derive(Clone, Debug)]
pub(crate) struct PlayedGame {
    pub(crate) id: String,
    /// The secrets' numbers of the guests on its seats; the second is none against an engine.
    pub(crate) guests: Vec<u64>,
    /// The moves that were acknowledged: the command's id and the move.
    pub(crate) acknowledged: Vec<(String, String)>,
    /// The highest seq that anybody was told.
    pub(crate) told: u64,
}

/// A guest with a socket, which moves from node to node.
struct Player {
    guest: u64,
    node: usize,
    socket: Option<Socket>,
    /// The seq of the last message.
    seen: u64,
}

/// How long a player waits for an answer before they try another node.
const PATIENCE: Duration = Duration::from_secs(3);

/// How long a request may take.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(8);

/// How long a command may stay without an answer from anybody.
const STUCK: Duration = Duration::from_secs(90);

/// Plays games one after the other until all is over, and returns them.
pub(crate) async fn play(shared: Arc<Shared>, number: u64, seed: u64, is_engine: bool) -> Vec<PlayedGame> {
    let mut driver = Driver { shared, random: SplitMix64::at(seed, number), number, games: 0, commands: 0 };
    let mut played = Vec::new();
    while !driver.shared.is_over() {
        if let Some(game) = driver.play_game(is_engine).await {
            played.push(game);
        }
    }
    played
}

struct Driver {
    shared: Arc<Shared>,
    random: SplitMix64,
    number: u64,
    games: u64,
    commands: u64,
}

impl Driver {
    async fn play_game(&mut self, is_engine: bool) -> Option<PlayedGame> {
        self.games += 1;
        let first = 1_000_000 + self.number * 10_000 + self.games * 2;
        let guests: Vec<u64> = if is_engine { vec![first] } else { vec![first, first + 1] };
        let opponent = if is_engine { "easy" } else { "friend" };
        let mut request = json!({"game": "hex", "options": {"size": "14x14"}, "seats": ["me", opponent]});
        if !is_engine {
            request["clock"] = json!({"initial": 1_200_000, "increment": 1_000});
        }
        let id = loop {
            if self.shared.is_over() {
                return None;
            }
            // A game whose creation was not acknowledged may exist; nobody knows of it.
            match self.client(first).create_game(&request).await {
                Ok(id) => break id,
                Err(_) => sleep(Duration::from_millis(200)).await,
            }
        };
        let mut game = PlayedGame { id, guests: guests.clone(), acknowledged: Vec::new(), told: 1 };
        if let [_, second] = guests[..] {
            let path = format!("/api/games/{}/join", game.id);
            while self.post(second, &path, &json!({})).await != Some(200) {
                if self.shared.is_over() {
                    return Some(game);
                }
                sleep(Duration::from_millis(200)).await;
            }
        }
        let mut players: Vec<Player> =
            guests.iter().map(|guest| Player { guest: *guest, node: 0, socket: None, seen: 0 }).collect();
        while !self.shared.is_over() {
            let Some(state) = self.state(&game).await else { continue };
            if let Some(turn) = state["turn"].as_u64() {
                match players.get(turn as usize - 1) {
                    Some(_) => self.make_move(&mut game, &mut players, turn as usize - 1, &state).await,
                    // The engine's turn: the player's socket says when it has moved.
                    None => {
                        let seq = state["seq"].as_u64().unwrap_or(0);
                        self.follow(&mut game, &mut players[0], seq + 1).await;
                    }
                }
            } else {
                if state["ending"].get("time").is_some() {
                    self.shared
                        .violation(format!("game {}: somebody lost on time: {}", game.id, state["ending"]));
                }
                return Some(game);
            }
            if self.random.next_u64().is_multiple_of(16) {
                self.try_to_steal(&game).await;
            }
            sleep(Duration::from_millis(30 + self.random.next_u64() % 150)).await;
        }
        Some(game)
    }

    /// Makes a move, and sends it again and again until it is acknowledged.
    async fn make_move(
        &mut self,
        game: &mut PlayedGame,
        players: &mut [Player],
        mover: usize,
        state: &Value,
    ) {
        let targets = state["view"]["move_targets"].as_array().cloned().unwrap_or_default();
        let Some(target) = targets.get((self.random.next_u64() % targets.len().max(1) as u64) as usize)
        else {
            return;
        };
        let text = target[1].as_str().unwrap_or_default().to_string();
        let seq = state["seq"].as_u64().unwrap_or(0);
        self.commands += 1;
        let id = format!("{}-{}", self.number, self.commands);
        self.shared.commands.fetch_add(1, Ordering::Relaxed);
        let started = Instant::now();
        loop {
            let answer = match self.random.next_u64() % 4 {
                0 => self.send_by_request(game, players[mover].guest, &id, seq, &text).await,
                _ => self.send_by_socket(game, &mut players[mover], &id, seq, &text).await,
            };
            match answer {
                Answer::Acknowledged(after) => {
                    if after < seq + 1 {
                        self.shared.violation(format!("game {}: {id} acknowledged at seq {after}", game.id));
                    }
                    game.acknowledged.push((id, text));
                    game.told = game.told.max(after);
                    break;
                }
                Answer::Refused(why) => {
                    self.shared.violation(format!("game {}: move {text} at {seq} refused: {why}", game.id));
                    break;
                }
                Answer::None => {
                    players[mover].socket = None;
                    sleep(Duration::from_millis(100)).await;
                }
            }
            // After the end nobody waits; the command may have been carried out or not.
            if self.shared.is_over() {
                return;
            }
            if started.elapsed() > STUCK {
                self.shared.violation(format!("game {}: no answer to a move for {STUCK:?}", game.id));
                return;
            }
        }
        // The opponent sees it too, through whatever node.
        let told = game.told;
        if let Some(other) = players.get_mut(1 - mover) {
            self.follow(game, other, told).await;
        }
    }

    /// Waits until a player's socket says that the game has this seq, on one node after the other.
    async fn follow(&mut self, game: &mut PlayedGame, player: &mut Player, seq: u64) {
        let started = Instant::now();
        while player.seen < seq && !self.shared.is_over() {
            let heard = match self.connected(game, player).await {
                Some(socket) => timeout(PATIENCE, socket.next_json()).await.ok().and_then(Result::ok),
                None => None,
            };
            match heard {
                Some(message) => Driver::see(game, player, &message),
                None => player.socket = None,
            }
            if started.elapsed() > STUCK {
                let seen = player.seen;
                self.shared
                    .violation(format!("game {}: seq {seq} not seen for {STUCK:?}, only {seen}", game.id));
                return;
            }
        }
    }

    fn see(game: &mut PlayedGame, player: &mut Player, message: &Value) {
        let seq = message["seq"].as_u64().unwrap_or(0);
        player.seen = player.seen.max(seq);
        game.told = game.told.max(seq);
    }

    /// Returns a player's socket; if there is none, one to some node, which must know all that anybody was told.
    async fn connected<'a>(
        &mut self,
        game: &mut PlayedGame,
        player: &'a mut Player,
    ) -> Option<&'a mut Socket> {
        if player.socket.is_none() {
            player.node = self.node();
            self.shared.reconnects.fetch_add(1, Ordering::Relaxed);
            let client = Client::new(self.shared.addresses[player.node], player.guest);
            // Sometimes as a client that knows nothing.
            let last = Some(player.seen).filter(|seen| *seen > 0 && self.random.next_u64().is_multiple_of(2));
            let told = game.told;
            let connect = async {
                let mut socket = client.connect(&game.id, last).await?;
                let hello = socket.next_json().await?;
                Ok::<_, ClientError>((socket, hello))
            };
            let (socket, hello) = timeout(PATIENCE, connect).await.ok()?.ok()?;
            let seq = hello["seq"].as_u64().unwrap_or(0);
            if hello["type"] != "hello" || seq < told {
                let node = player.node;
                self.shared
                    .violation(format!("game {}: node {node} knows seq {seq} only, not {told}", game.id));
            }
            Driver::see(game, player, &hello);
            player.socket = Some(socket);
        }
        player.socket.as_mut()
    }

    async fn send_by_socket(
        &mut self,
        game: &mut PlayedGame,
        player: &mut Player,
        id: &str,
        expects: u64,
        text: &str,
    ) -> Answer {
        let Some(socket) = self.connected(game, player).await else { return Answer::None };
        if socket.command(id, expects, "move", Some(text)).await.is_err() {
            return Answer::None;
        }
        let deadline = Instant::now() + PATIENCE;
        while let Some(left) = deadline.checked_duration_since(Instant::now()) {
            let Some(socket) = &mut player.socket else { return Answer::None };
            let Ok(Ok(message)) = timeout(left, socket.next_json()).await else { return Answer::None };
            Driver::see(game, player, &message);
            if message["command"] == id {
                return match message["type"].as_str() {
                    Some("refused") => Answer::of_refusal(&message["error"]),
                    _ => Answer::Acknowledged(message["seq"].as_u64().unwrap_or(0)),
                };
            }
        }
        Answer::None
    }

    async fn send_by_request(
        &mut self,
        game: &PlayedGame,
        guest: u64,
        id: &str,
        expects: u64,
        text: &str,
    ) -> Answer {
        let command = json!({"id": id, "expects": expects, "do": "move", "move": text});
        let path = format!("/api/games/{}/do", game.id);
        let client = self.client(guest);
        match timeout(REQUEST_TIMEOUT, client.post(&path, &command)).await {
            Ok(Ok((status, body))) => {
                let body: Value = serde_json::from_str(&body).unwrap_or_default();
                match status {
                    200 => Answer::Acknowledged(body["seq"].as_u64().unwrap_or(0)),
                    503 => Answer::None,
                    _ => Answer::of_refusal(&body["error"]),
                }
            }
            _ => Answer::None,
        }
    }

    /// Asks some node for the game. It must know all that anybody was told.
    async fn state(&mut self, game: &PlayedGame) -> Option<Value> {
        let client = self.client(game.guests[0]);
        let path = format!("/api/games/{}", game.id);
        match timeout(REQUEST_TIMEOUT, client.get(&path)).await {
            Ok(Ok((200, body))) => {
                let state: Value = serde_json::from_str(&body).ok()?;
                if state["seq"].as_u64().unwrap_or(0) < game.told {
                    let (seq, told) = (&state["seq"], game.told);
                    self.shared.violation(format!("game {}: a node says seq {seq}, not {told}", game.id));
                }
                Some(state)
            }
            Ok(Ok((404, _))) => {
                self.shared.violation(format!("game {}: it is not there any more", game.id));
                None
            }
            _ => {
                sleep(Duration::from_millis(100)).await;
                None
            }
        }
    }

    /// Somebody else wants a seat.
    async fn try_to_steal(&mut self, game: &PlayedGame) {
        let path = format!("/api/games/{}/join", game.id);
        if self.post(666, &path, &json!({})).await == Some(200) {
            self.shared.violation(format!("game {}: a stranger got a seat", game.id));
        }
    }

    async fn post(&mut self, guest: u64, path: &str, body: &Value) -> Option<u16> {
        let client = self.client(guest);
        let (status, _) = timeout(REQUEST_TIMEOUT, client.post(path, body)).await.ok()?.ok()?;
        Some(status)
    }

    /// Returns a guest at some node.
    fn client(&mut self, guest: u64) -> Client {
        let node = self.node();
        Client::new(self.shared.addresses[node], guest)
    }

    fn node(&mut self) -> usize {
        (self.random.next_u64() % self.shared.addresses.len() as u64) as usize
    }
}

/// What became of a command.
enum Answer {
    Acknowledged(u64),
    Refused(String),
    /// Nobody knows.
    None,
}

impl Answer {
    /// Tells a refusal of the command from a server that can't do anything now.
    fn of_refusal(error: &Value) -> Answer {
        let error = error.as_str().unwrap_or("without a reason").to_string();
        let is_passing = ["can't save or load", "can't be loaded just now", "could not finish"];
        match is_passing.iter().any(|passing| error.contains(passing)) {
            true => Answer::None,
            false => Answer::Refused(error),
        }
    }
}
