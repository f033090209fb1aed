//! Those who play while others attack, and what they notice.

use super::{AttackReport, AttackTest};
use crate::client::{Client, ClientError};
use crate::load::{Counters, Latencies, LoadTest, Pair, play};
use serde_json::json;
use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// Games that are played while others attack.
pub(super) struct Bystanders {
    load: LoadTest,
    pairs: Vec<Pair>,
    /// The number of the next pair of guests.
    next_pair: u64,
    /// The number of the next guest who creates a game.
    next_guest: Cell<u64>,
    game: String,
}

/// How often a new connection, a new socket and a new game are tried.
const PROBE_INTERVAL: Duration = Duration::from_millis(50);

/// How long one of them may take before it counts as failed.
const PROBE_TIMEOUT: Duration = Duration::from_secs(10);

/// Where the numbers of the guests who create games begin.
const FIRST_GUEST: u64 = 1 << 61;

/// Latencies in microseconds, and the failures among them.
#[derive(Default)]
struct Probed {
    latencies: Vec<u32>,
    failed: u64,
    failure: Option<String>,
}

impl Bystanders {
    /// Creates the games.
    pub(super) async fn start(test: &AttackTest) -> Result<Bystanders, ClientError> {
        let load = LoadTest {
            addresses: vec![test.address],
            game: test.game.clone(),
            games: test.games,
            rate: Some(test.rate),
            time: test.time,
            seed: test.seed,
        };
        let (pairs, next_guest) = (Vec::new(), Cell::new(FIRST_GUEST));
        let mut bystanders = Bystanders { load, pairs, next_pair: 0, next_guest, game: String::new() };
        bystanders.fill(test).await?;
        let host = Client::new(test.address, FIRST_GUEST - 1).from_address(test.bystanders);
        bystanders.game = host.create_game(&json!({"game": test.game, "seats": ["me", "me"]})).await?;
        Ok(bystanders)
    }

    /// Returns the id of one of the games that are played.
    pub(super) fn game(&self) -> &str {
        self.pairs.first().map_or(&self.game, |pair| &pair.game)
    }

    /// Starts a new game for each one that failed during an attack.
    pub(super) async fn fill(&mut self, test: &AttackTest) -> Result<(), ClientError> {
        while (self.pairs.len() as u64) < self.load.games {
            let guest = |seat| {
                let number = (test.seed << 40) + 2 * self.next_pair + seat;
                Client::new(test.address, number).from_address(test.bystanders)
            };
            self.pairs.push(Pair::open(&self.load, [guest(0), guest(1)], [0, 0]).await?);
            self.next_pair += 1;
        }
        Ok(())
    }

    /// Plays until then, and tries meanwhile what new guests do.
    pub(super) async fn play(&mut self, test: &AttackTest, end: Instant) -> AttackReport {
        let counters = Arc::new(Counters::default());
        let mut report = AttackReport::default();
        let mut games = JoinSet::new();
        for (number, pair) in self.pairs.drain(..).enumerate() {
            games.spawn(play(pair, self.load.clone(), number as u64, end, counters.clone()));
        }
        let played = async {
            let (mut pairs, mut moves) = (Vec::new(), Vec::new());
            let (mut failed, mut failure) = (0, None);
            while let Some(game) = games.join_next().await {
                match game {
                    Ok(Ok((latencies, pair))) => {
                        moves.extend(latencies.into_iter().map(|(_, latency)| latency));
                        pairs.push(pair);
                        continue;
                    }
                    Ok(Err(error)) => failure.get_or_insert(error.to_string()),
                    Err(error) => failure.get_or_insert(error.to_string()),
                };
                failed += 1;
            }
            (pairs, moves, failed, failure)
        };
        let client = || {
            let guest = self.next_guest.replace(self.next_guest.get() + 1);
            Client::new(test.address, guest).from_address(test.bystanders)
        };
        let game = self.game.clone();
        let request = json!({"game": test.game, "seats": ["me", "friend"]});
        let connections = probe(end, || {
            let client = client();
            async move { expect(client.get("/api/me").await?, 200) }
        });
        let sockets = probe(end, || {
            let (client, game) = (client(), &game);
            async move { client.connect(game, None).await?.next_text().await.map(drop) }
        });
        let created = probe(end, || {
            let (client, request) = (client(), &request);
            async move { expect(client.post("/api/games", request).await?, 201) }
        });
        let (played, connections, sockets, created) = tokio::join!(played, connections, sockets, created);
        let (pairs, moves, failed, failure) = played;
        self.pairs = pairs;
        (report.moves, report.failed, report.failure) = (moves.into_iter().collect(), failed, failure);
        for (probed, latencies) in [
            (connections, &mut report.connections),
            (sockets, &mut report.sockets),
            (created, &mut report.games),
        ] {
            report.failed += probed.failed;
            report.failure = report.failure.take().or(probed.failure);
            *latencies = probed.latencies.into_iter().collect::<Latencies>();
        }
        report
    }
}

/// Does something again and again until then, and notes how long it takes.
async fn probe<F: Future<Output = Result<(), ClientError>>>(
    end: Instant,
    mut start: impl FnMut() -> F,
) -> Probed {
    let mut probed = Probed::default();
    while Instant::now() < end {
        let started = Instant::now();
        let result = timeout(PROBE_TIMEOUT, start()).await;
        match result.unwrap_or(Err(ClientError::Timeout(PROBE_TIMEOUT.as_secs()))) {
            Ok(()) => probed.latencies.push(started.elapsed().as_micros() as u32),
            Err(error) => {
                probed.failed += 1;
                probed.failure.get_or_insert(error.to_string());
            }
        }
        sleep(PROBE_INTERVAL.saturating_sub(started.elapsed())).await;
    }
    probed
}

fn expect((status, body): (u16, String), expected: u16) -> Result<(), ClientError> {
    match status == expected {
        true => Ok(()),
        false => {
            Err(ClientError::Unexpected(format!("{status} {}", body.chars().take(100).collect::<String>())))
        }
    }
}
