//! A chaos run: starts the cluster, plays games, injects faults, and checks every log at the end.

use crate::check::check_game;
use crate::cluster::{Cluster, NODES};
use crate::daemon::HarnessError;
use crate::fault::Fault;
use crate::game::{PlayedGame, Shared, play};
use crate::postgres::connect;
use parlor_loadtest::Client;
use parlor_rules::SplitMix64;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tokio::time::sleep;

/// The settings of a run.
#[derive(Clone, Debug)]
pub struct Chaos {
    /// The program `parlor`.
    pub program: PathBuf,
    /// How much is broken.
    pub faults: u64,
    /// Games between two guests that are played at the same time.
    pub games: u64,
    /// Games against an engine that are played at the same time.
    pub engine_games: u64,
    /// The seed of all chance, though not of how long things take.
    pub seed: u64,
    /// How long after the last fault engines may take to move at every node.
    pub goes_on: Duration,
}

/// What a run found.
#[derive(Clone, Debug, Default)]
pub struct ChaosReport {
    /// What was broken.
    pub faults: Vec<Fault>,
    /// Games that were played.
    pub games: u64,
    /// Moves that were acknowledged to guests.
    pub acknowledged: u64,
    /// Moves in the logs, those of engines too.
    pub moves: u64,
    /// How often guests connected.
    pub connections: u64,
    /// How long the slowest game against an engine took to go on after the last fault, in seconds.
    pub slowest: f64,
    /// How long everything took, in seconds.
    pub seconds: f64,
    /// What happened that must not.
    pub violations: Vec<String>,
}

impl Chaos {
    /// Starts everything, breaks it, and compares. Tells about each fault as it happens.
    pub async fn run(&self, mut tell: impl FnMut(u64, Fault)) -> Result<ChaosReport, HarnessError> {
        let started = Instant::now();
        let mut cluster = Cluster::start(&self.program).await?;
        let shared = Arc::new(Shared {
            addresses: cluster.addresses(),
            is_over: AtomicBool::new(false),
            violations: Mutex::default(),
            reconnects: AtomicU64::new(0),
            commands: AtomicU64::new(0),
        });
        let mut games = JoinSet::new();
        for number in 0..self.games + self.engine_games {
            games.spawn(play(shared.clone(), number, self.seed, number >= self.games));
        }
        let mut random = SplitMix64::at(self.seed, u64::MAX);
        let mut report = ChaosReport::default();
        sleep(Duration::from_secs(1)).await;
        for number in 0..self.faults {
            let fault = Fault::choose(&mut random);
            tell(number + 1, fault);
            fault.happen(&mut cluster, &mut random).await?;
            report.faults.push(fault);
            if let Some(process) = cluster.ended_process() {
                let log = std::fs::read_to_string(cluster.log(process)).unwrap_or_default();
                let last: Vec<&str> = log.lines().rev().take(3).collect();
                shared.violation(format!("process {process} ended by itself: {last:?}"));
                cluster.start_process(process)?;
            }
            sleep(Duration::from_millis(random.next_u64() % 600)).await;
        }
        report.slowest = wait_for_engine(&shared, self.goes_on).await;
        // All games go on for a moment without faults.
        sleep(Duration::from_secs(2)).await;
        shared.is_over.store(true, Ordering::Relaxed);
        let mut played: Vec<PlayedGame> = Vec::new();
        while let Some(finished) = games.join_next().await {
            match finished {
                Ok(finished) => played.extend(finished),
                Err(error) => shared.violation(format!("a player failed: {error}")),
            }
        }
        let url = cluster.postgres.url(&cluster.database, cluster.postgres.port());
        let client = connect(&url).await?;
        for game in &played {
            let (moves, wrong) = check_game(&client, game, &shared.addresses).await?;
            report.moves += moves;
            wrong.into_iter().for_each(|wrong| shared.violation(wrong));
        }
        report.games = played.len() as u64;
        report.acknowledged = played.iter().map(|game| game.acknowledged.len() as u64).sum();
        report.connections = shared.reconnects.load(Ordering::Relaxed);
        report.seconds = started.elapsed().as_secs_f64();
        report.violations = shared.violations.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if !report.violations.is_empty()
            && let Some(folder) = std::env::var_os("PARLOR_CHAOS_LOGS")
        {
            for process in 0..=NODES {
                let _ = std::fs::copy(
                    cluster.log(process),
                    PathBuf::from(&folder).join(format!("process-{process}.log")),
                );
            }
        }
        Ok(report)
    }
}

/// Starts a game against an engine at every node, and returns how many seconds the slowest first move took.
async fn wait_for_engine(shared: &Arc<Shared>, goes_on: Duration) -> f64 {
    let started = Instant::now();
    let mut slowest = 0.0_f64;
    for (node, address) in shared.addresses.iter().enumerate() {
        let client = Client::new(*address, 777);
        let request = serde_json::json!({"game": "classic", "seats": ["easy", "me"]});
        let moved = async {
            loop {
                if let Ok(id) = client.create_game(&request).await {
                    loop {
                        let state = client.get(&format!("/api/games/{id}")).await;
                        if state.is_ok_and(|(_, body)| body.contains("\"turn\":2")) {
                            return;
                        }
                        sleep(Duration::from_millis(50)).await;
                    }
                }
                sleep(Duration::from_millis(100)).await;
            }
        };
        let left = goes_on.saturating_sub(started.elapsed());
        match tokio::time::timeout(left, moved).await {
            Ok(()) => slowest = slowest.max(started.elapsed().as_secs_f64()),
            Err(_) => {
                shared.violation(format!(
                    "no engine moved at node {node} for {goes_on:?} after the last fault"
                ));
                slowest = goes_on.as_secs_f64();
            }
        }
    }
    slowest
}
