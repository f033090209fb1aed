//! How many moves a second one PostgreSQL server takes, and how many bytes they are: for `docs/scale.md`.

use crate::contract::{moved, opening};
use parlor_server::Guest;
use parlor_server::storage::{AppendOutcome, Log, Postgres};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio_postgres::Client;

/// `cargo test --release -p parlor-server --test it appends -- --ignored --nocapture`
#[tokio::test(flavor = "multi_thread")]
#[ignore = "a measurement, which takes a while"]
async fn appends_to_postgres() {
    const GAMES: usize = 500;
    let server = parlor_chaos::Postgres::start().await.unwrap();
    let url = server.create_database().await.unwrap();
    // As many nodes as a small installation has.
    let mut nodes = Vec::new();
    for _ in 0..3 {
        nodes.push(Arc::new(Postgres::open(&url).await.unwrap()));
    }
    let client = parlor_chaos::connect(&url).await.unwrap();
    let wal_before = wal(&client).await;
    let end = Instant::now() + Duration::from_secs(10);
    let started = Instant::now();
    let games: Vec<_> = (0..GAMES)
        .map(|number| {
            let node = nodes[number % nodes.len()].clone();
            tokio::spawn(async move {
                let game = format!("{number:024x}");
                let mut outcome = node.append(opening(&game, &Guest::from_secret("somebody"))).await.unwrap();
                let mut latencies = Vec::new();
                while Instant::now() < end {
                    let AppendOutcome::Appended(checksum) = outcome else { panic!("a conflict") };
                    let asked = Instant::now();
                    outcome =
                        node.append(moved(&game, latencies.len() as u64 + 1, checksum, 3)).await.unwrap();
                    latencies.push(asked.elapsed());
                }
                latencies
            })
        })
        .collect();
    let mut latencies = Vec::new();
    for game in games {
        latencies.extend(game.await.unwrap());
    }
    let (seconds, moves) = (started.elapsed().as_secs_f64(), latencies.len());
    latencies.sort();
    let written = wal(&client).await - wal_before;
    let query = "SELECT sum(pg_total_relation_size(relid))::int8 FROM pg_partition_tree('log') WHERE isleaf";
    let size: i64 = client.query_one(query, &[]).await.unwrap().get(0);
    println!(
        "{moves} moves in {seconds:.1} s: {:.0} a second, p50 {:?}, p99 {:?}",
        moves as f64 / seconds,
        latencies[moves / 2],
        latencies[moves * 99 / 100]
    );
    println!(
        "1 row and {:.0} bytes of table and index a move, {:.0} bytes of WAL",
        size as f64 / moves as f64,
        written as f64 / moves as f64
    );
}

async fn wal(client: &Client) -> i64 {
    let query = "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::int8";
    client.query_one(query, &[]).await.unwrap().get(0)
}
