//! A load test: many games of two sockets each, playing random moves.

use crate::client::{Client, ClientError, Heard, Socket};
use parlor_rules::SplitMix64;
use serde_json::json;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tokio::time::{sleep_until, timeout};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Load {
    /// The server.
    pub address: SocketAddr,
    /// Which of the games.
    pub game: String,
    /// How many at once.
    pub games: u64,
    /// Moves a second of all together; nothing for as many as there can be.
    pub rate: Option<f64>,
    /// How long.
    pub time: Duration,
    /// The seed of the moves.
    pub seed: u64,
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Loaded {
    /// Moves that were acknowledged.
    pub moves: u64,
    /// Games that were finished.
    pub finished: u64,
    /// Games that failed, and why the first did.
    pub failed: u64,
    /// Why the first game failed.
    pub reason: Option<String>,
    /// How long it took.
    pub seconds: f64,
    /// From a move to the other side, in microseconds, sorted.
    pub latencies: Vec<u32>,
}

impl Loaded {
    /// A part of the moves was faster than this.
    pub fn faster(&self, part: f64) -> Duration {
        let place =
            ((self.latencies.len() as f64 * part) as usize).min(self.latencies.len().saturating_sub(1));
        Duration::from_micros(self.latencies.get(place).copied().unwrap_or(0).into())
    }
}

/// How long a move may take before the game counts as failed.
const PATIENCE: Duration = Duration::from_secs(30);

/// How many games are opened at the same time.
const OPENING: usize = 16;

/// Opens the games, then plays; `opened` is called in between.
pub async fn run(load: Load, opened: impl FnOnce()) -> Result<Loaded, ClientError> {
    let mut waiting = Vec::new();
    let mut opening = JoinSet::new();
    for number in 0..load.games {
        while opening.len() >= OPENING {
            if let Some(Ok(pair)) = opening.join_next().await {
                waiting.push(pair?);
            }
        }
        opening.spawn(open(load.clone(), number));
    }
    while let Some(Ok(pair)) = opening.join_next().await {
        waiting.push(pair?);
    }
    opened();
    let started = Instant::now();
    let end = started + load.time;
    let tally = Arc::new(Tally::default());
    let mut games = JoinSet::new();
    for (number, pair) in waiting.into_iter().enumerate() {
        games.spawn(play(pair, load.clone(), number as u64, end, tally.clone()));
    }
    let (mut loaded, mut played) = (Loaded::default(), Vec::new());
    while let Some(game) = games.join_next().await {
        match game {
            Ok(Ok((latencies, pair))) => {
                loaded.latencies.extend(latencies);
                // Nobody leaves while others still play: the server would have to tell of it.
                played.push(pair);
            }
            Ok(Err(error)) => {
                loaded.failed += 1;
                loaded.reason.get_or_insert(error.to_string());
            }
            Err(error) => {
                loaded.failed += 1;
                loaded.reason.get_or_insert(error.to_string());
            }
        }
    }
    loaded.seconds = started.elapsed().as_secs_f64();
    loaded.latencies.sort_unstable();
    loaded.moves = tally.moves.load(Ordering::Relaxed);
    loaded.finished = tally.finished.load(Ordering::Relaxed);
    Ok(loaded)
}

#[derive(Default)]
struct Tally {
    moves: AtomicU64,
    finished: AtomicU64,
}

/// Two guests at a game.
struct Pair {
    ids: [String; 2],
    sockets: [Socket; 2],
    heard: Heard,
}

async fn open(load: Load, number: u64) -> Result<Pair, ClientError> {
    // Guests of different runs are different.
    let guest = |seat| Client::new(load.address, (load.seed << 40) + 2 * number + seat);
    let (one, two) = (guest(0), guest(1));
    let game = one.open(&json!({"game": load.game, "seats": ["me", "friend"]})).await?;
    two.post(&format!("/api/games/{game}/join"), &json!({})).await?;
    let mut sockets = [one.follow(&game, None).await?, two.follow(&game, None).await?];
    let heard = sockets[0].hear_game().await?;
    sockets[1].hear_game().await?;
    Ok(Pair { ids: [one.id(), two.id()], sockets, heard })
}

async fn play(
    mut pair: Pair,
    load: Load,
    number: u64,
    end: Instant,
    tally: Arc<Tally>,
) -> Result<(Vec<u32>, Pair), ClientError> {
    let mut dice = SplitMix64::at(load.seed, number);
    let pause = load.rate.map(|rate| Duration::from_secs_f64(load.games as f64 / rate));
    // Games do not all move at the same moment.
    let phase = dice.next_u64() as f64 / u64::MAX as f64;
    let mut next = Instant::now() + pause.unwrap_or_default().mul_f64(phase);
    let mut latencies = Vec::new();
    while Instant::now() < end {
        let Some(snapshot) = pair.heard.snapshot.take() else {
            return Err(ClientError::Answer("a message without a state".into()));
        };
        let Some(turn) = snapshot.turn else {
            tally.finished.fetch_add(1, Ordering::Relaxed);
            // One asks for another game, the other takes it.
            for seat in [0, 1] {
                pair.act(seat, "rematch", None).await?;
            }
            continue;
        };
        // Only moves are counted, and only moves are paced.
        if let Some(pause) = pause {
            if next >= end {
                break;
            }
            sleep_until(next.into()).await;
            next += pause;
        }
        let on_turn = snapshot.seats.get(turn as usize - 1).and_then(|seat| seat.guest.as_ref());
        let mover = usize::from(on_turn == Some(&pair.ids[1]));
        let choice = dice.next_u64() as usize % snapshot.view.move_targets.len().max(1);
        let Some((_, text)) = snapshot.view.move_targets.get(choice) else {
            return Err(ClientError::Answer("a turn without a move".into()));
        };
        let took = timeout(PATIENCE, pair.act(mover, "move", Some(text)));
        let took = took.await.map_err(|_| ClientError::Answer("no answer for 30 seconds".into()))??;
        latencies.push(took.as_micros() as u32);
        tally.moves.fetch_add(1, Ordering::Relaxed);
    }
    Ok((latencies, pair))
}

impl Pair {
    /// Does something and waits until both sides know; how long until the other did.
    async fn act(&mut self, seat: usize, deed: &str, text: Option<&str>) -> Result<Duration, ClientError> {
        let id = format!("{}-{seat}", self.heard.seq);
        let sent = Instant::now();
        self.sockets[seat].ask(&id, self.heard.seq, deed, text).await?;
        let [one, two] = &mut self.sockets;
        let (mine, other) = if seat == 0 { (one, two) } else { (two, one) };
        let hear_other = async {
            let heard = hear(other, &id).await;
            (heard, sent.elapsed())
        };
        let (mine, (other, took)) = tokio::join!(hear(mine, &id), hear_other);
        other?;
        self.heard = mine?;
        Ok(took)
    }
}

async fn hear(socket: &mut Socket, id: &str) -> Result<Heard, ClientError> {
    loop {
        let heard = socket.hear_game().await?;
        if heard.kind == "refused" {
            return Err(ClientError::Answer(heard.error.unwrap_or_default()));
        }
        if heard.command.as_deref() == Some(id) {
            return Ok(heard);
        }
    }
}
