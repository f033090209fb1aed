//! A load test: many games of two sockets each, with random moves.

use crate::client::{Client, ClientError, Message, Socket};
use parlor_rules::SplitMix64;
use serde_json::json;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tokio::time::{sleep_until, timeout};

/// What a load test plays.
#[derive(Clone, Debug)]
pub struct LoadTest {
    /// The servers' addresses. The two players of a game are at different ones, if there are several.
    pub addresses: Vec<SocketAddr>,
    /// Which game, of those for two players.
    pub game: String,
    /// How many games at once.
    pub games: u64,
    /// Moves per second in all games together; `None` for as many as possible.
    pub rate: Option<f64>,
    /// How long to play.
    pub time: Duration,
    /// The seed of the moves.
    pub seed: u64,
}

/// The result of a load test.
#[derive(Clone, Debug, Default)]
pub struct LoadReport {
    /// Moves that were acknowledged.
    pub moves: u64,
    /// Rounds that were finished.
    pub finished: u64,
    /// Games that failed.
    pub failed: u64,
    /// Why the first game failed.
    pub failure: Option<String>,
    /// How long it took.
    pub seconds: f64,
    /// The latencies of all moves.
    pub latencies: Latencies,
    /// The latencies of the moves that were sent to each server.
    pub nodes: Vec<(SocketAddr, Latencies)>,
    /// Bytes of the messages that the clients got while they played.
    pub bytes: u64,
}

/// The times from a move to its arrival at the opponent.
#[derive(Clone, Debug, Default)]
pub struct Latencies {
    /// In microseconds, sorted.
    sorted: Vec<u32>,
}

impl Latencies {
    /// Returns how many moves there were.
    pub fn count(&self) -> usize {
        self.sorted.len()
    }

    /// Returns the latency that this share of the moves did not exceed.
    pub fn percentile(&self, share: f64) -> Duration {
        let index = (self.sorted.len() as f64 * share) as usize;
        let index = index.min(self.sorted.len().saturating_sub(1));
        Duration::from_micros(self.sorted.get(index).copied().unwrap_or(0).into())
    }
}

impl FromIterator<u32> for Latencies {
    fn from_iter<I: IntoIterator<Item = u32>>(latencies: I) -> Latencies {
        let mut sorted: Vec<u32> = latencies.into_iter().collect();
        sorted.sort_unstable();
        Latencies { sorted }
    }
}

/// How long a move may take before the game counts as failed.
const MOVE_TIMEOUT: Duration = Duration::from_secs(30);

/// How many games are created at the same time.
const CREATING: usize = 16;

impl LoadTest {
    /// Creates the games, calls `created`, and plays.
    pub async fn run(self, created: impl FnOnce()) -> Result<LoadReport, ClientError> {
        let mut waiting = Vec::new();
        let mut creating = JoinSet::new();
        for number in 0..self.games {
            while creating.len() >= CREATING {
                if let Some(Ok(pair)) = creating.join_next().await {
                    waiting.push(pair?);
                }
            }
            creating.spawn(Pair::create(self.clone(), number));
        }
        while let Some(Ok(pair)) = creating.join_next().await {
            waiting.push(pair?);
        }
        created();
        let started = Instant::now();
        let end = started + self.time;
        let counters = Arc::new(Counters::default());
        let mut games = JoinSet::new();
        for (number, pair) in waiting.into_iter().enumerate() {
            games.spawn(play(pair, self.clone(), number as u64, end, counters.clone()));
        }
        let (mut report, mut played, mut moves) = (LoadReport::default(), Vec::new(), Vec::new());
        while let Some(game) = games.join_next().await {
            let failure = match game {
                Ok(Ok((latencies, pair))) => {
                    moves.extend(latencies);
                    report.bytes += pair.sockets.iter().map(Socket::received).sum::<u64>() - pair.bytes;
                    // Sockets stay open until all games are played: closing them gives the server more to send.
                    played.push(pair);
                    continue;
                }
                Ok(Err(error)) => error.to_string(),
                Err(error) => error.to_string(),
            };
            report.failed += 1;
            report.failure.get_or_insert(failure);
        }
        report.seconds = started.elapsed().as_secs_f64();
        report.latencies = moves.iter().map(|&(_, latency)| latency).collect();
        let of_node = |node: usize| moves.iter().filter(move |(sent_to, _)| *sent_to == node);
        let latencies = |node: usize| of_node(node).map(|&(_, latency)| latency).collect();
        report.nodes =
            self.addresses.iter().enumerate().map(|(node, &address)| (address, latencies(node))).collect();
        report.moves = counters.moves.load(Ordering::Relaxed);
        report.finished = counters.finished.load(Ordering::Relaxed);
        Ok(report)
    }
}

/// What all games of a load test count together.
#[derive(Default)]
pub(crate) struct Counters {
    moves: AtomicU64,
    finished: AtomicU64,
}

/// The two guests of a game.
pub(crate) struct Pair {
    /// The game's id.
    pub(crate) game: String,
    ids: [String; 2],
    sockets: [Socket; 2],
    /// The log's seq as both have seen it.
    seq: u64,
    /// The server that each of them is connected to.
    nodes: [usize; 2],
    /// What both had received when the game began.
    bytes: u64,
}

/// Plays a game until then. Returns the latency of each move with the server it was sent to.
pub(crate) async fn play(
    mut pair: Pair,
    test: LoadTest,
    number: u64,
    end: Instant,
    counters: Arc<Counters>,
) -> Result<(Vec<(usize, u32)>, Pair), ClientError> {
    let mut random = SplitMix64::at(test.seed, number);
    let pause = test.rate.map(|rate| Duration::from_secs_f64(test.games as f64 / rate));
    // Games do not all move at the same moment.
    let phase = random.next_u64() as f64 / u64::MAX as f64;
    let mut next = Instant::now() + pause.unwrap_or_default().mul_f64(phase);
    let mut latencies = Vec::new();
    while Instant::now() < end {
        let Some(snapshot) = pair.sockets[0].snapshot() else {
            return Err(ClientError::Unexpected("no snapshot".into()));
        };
        let Some(turn) = snapshot.turn else {
            counters.finished.fetch_add(1, Ordering::Relaxed);
            // One offers a rematch, the other offers the same.
            for seat in [0, 1] {
                pair.command(seat, "rematch", None).await?;
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
        let to_move = snapshot.seats.get(turn as usize - 1).and_then(|seat| seat.guest.as_ref());
        let mover = usize::from(to_move == Some(&pair.ids[1]));
        let choice = random.next_u64() as usize % snapshot.view.move_targets.len().max(1);
        let Some((_, text)) = snapshot.view.move_targets.get(choice) else {
            return Err(ClientError::Unexpected("a turn without moves".into()));
        };
        let text = text.clone();
        let latency = timeout(MOVE_TIMEOUT, pair.command(mover, "move", Some(&text)));
        let latency = latency.await.map_err(|_| ClientError::Timeout(MOVE_TIMEOUT.as_secs()))??;
        latencies.push((pair.nodes[mover], latency.as_micros() as u32));
        counters.moves.fetch_add(1, Ordering::Relaxed);
    }
    Ok((latencies, pair))
}

impl Pair {
    /// Creates a game for two guests and opens their sockets.
    async fn create(test: LoadTest, number: u64) -> Result<Pair, ClientError> {
        let nodes = [number, number + 1].map(|place| place as usize % test.addresses.len().max(1));
        // Tests with different seeds have different guests.
        let guest = |seat: u64| {
            let address = test.addresses.get(nodes[seat as usize]);
            let address = address.ok_or_else(|| ClientError::Unexpected("no address".into()))?;
            Ok::<_, ClientError>(Client::new(*address, (test.seed << 40) + 2 * number + seat))
        };
        Pair::open(&test, [guest(0)?, guest(1)?], nodes).await
    }

    /// Creates a game for these guests and opens their sockets.
    pub(crate) async fn open(
        test: &LoadTest,
        [one, two]: [Client; 2],
        nodes: [usize; 2],
    ) -> Result<Pair, ClientError> {
        let game = one.create_game(&json!({"game": test.game, "seats": ["me", "friend"]})).await?;
        two.post(&format!("/api/games/{game}/join"), &json!({})).await?;
        let mut sockets = [one.connect(&game, None).await?, two.connect(&game, None).await?];
        let hello = sockets[0].next_about_game().await?;
        let other = sockets[1].next_about_game().await?;
        let ids = [hello.you.clone(), other.you].map(Option::unwrap_or_default);
        let bytes = sockets.iter().map(Socket::received).sum();
        Ok(Pair { game, ids, sockets, seq: hello.seq, nodes, bytes })
    }

    /// Sends a command, waits until both sides have its update, and returns how long that took for the other side.
    async fn command(
        &mut self,
        seat: usize,
        kind: &str,
        text: Option<&str>,
    ) -> Result<Duration, ClientError> {
        let id = format!("{}-{seat}", self.seq);
        let sent = Instant::now();
        self.sockets[seat].command(&id, self.seq, kind, text).await?;
        let [one, two] = &mut self.sockets;
        let (own, other) = if seat == 0 { (one, two) } else { (two, one) };
        let at_other = async {
            let update = update_of(other, &id).await;
            (update, sent.elapsed())
        };
        let (own, (other, latency)) = tokio::join!(update_of(own, &id), at_other);
        other?;
        self.seq = own?.seq;
        Ok(latency)
    }
}

/// Returns the update that a command led to.
async fn update_of(socket: &mut Socket, id: &str) -> Result<Message, ClientError> {
    loop {
        let message = socket.next_about_game().await?;
        if message.kind == "refused" {
            return Err(ClientError::Refused(message.error.unwrap_or_default()));
        }
        if message.command.as_deref() == Some(id) {
            return Ok(message);
        }
    }
}
