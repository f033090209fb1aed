//! `parlor-nodes`: starts PostgreSQL, NATS and several nodes of its own, and plays a load test at them.

use clap::Parser;
use std::path::PathBuf;

/// Start PostgreSQL, NATS and nodes on free ports, run `parlor load-test` at them, and end them all.
#[derive(Parser, Debug)]
#[command(
    after_help = "It needs the Debian packages postgresql and nats-server.\n\nExample:\n  cargo build --release -p parlor --features cluster && cargo run --release -p parlor-chaos --bin parlor-nodes -- --rate 3000 --time 12s"
)]
struct Args {
    /// How many nodes.
    #[arg(long, default_value_t = 3, value_name = "N")]
    nodes: usize,
    /// The program to run.
    #[arg(long, default_value = "target/release/parlor", value_name = "FILE")]
    program: PathBuf,
    /// Options of `parlor load-test`.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "OPTION")]
    load: Vec<String>,
}

#[cfg(target_os = "linux")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    use parlor_chaos::{Daemon, Nats, Postgres, free_port};
    use parlor_loadtest::Client;
    use std::io::Write;
    use std::time::Duration;
    let Args { nodes, program, load } = Args::parse();
    // One thread starts all processes, and they end with it.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let (postgres, nats) = (Postgres::start().await?, Nats::start().await?);
        let url = postgres.create_database().await?;
        let folder = tempfile::tempdir()?;
        let mut daemons = Vec::new();
        let mut command = std::process::Command::new(&program);
        command.arg("load-test").args(&load);
        for node in 0..nodes {
            let address = format!("127.0.0.1:{}", free_port()?);
            let limits = ["--max-games", "--max-sockets", "--max-requests", "--max-connections"];
            let mut arguments = vec!["serve", "--address", &address, "--engine-threads", "0"];
            arguments.extend(limits.iter().flat_map(|limit| [*limit, "1000000"]));
            let environment = [
                ("PARLOR_DATABASE", url.clone()),
                ("PARLOR_NATS", nats.url()),
                ("PARLOR_LOG", "error".to_string()),
            ];
            let log = folder.path().join(format!("node-{node}.log"));
            daemons.push(Daemon::start(&program, "parlor", arguments, &environment, &log)?);
            let client = Client::new(address.parse()?, 0);
            while !client.get("/ready").await.is_ok_and(|(status, body)| status == 200 && body == "ready\n") {
                if daemons.iter_mut().any(Daemon::has_ended) {
                    return Err(std::fs::read_to_string(&log)?.into());
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            command.args(["--address", &address]);
        }
        let before: Vec<f64> = daemons.iter().map(|node| cpu_seconds(node.id())).collect();
        let status = command.status()?;
        let mut out = std::io::stdout();
        for (number, (node, before)) in daemons.iter().zip(before).enumerate() {
            writeln!(out, "node {number}: {:.2} s of CPU time", cpu_seconds(node.id()) - before)?;
        }
        if status.success() { Ok(()) } else { Err("the load test failed".into()) }
    })
}

/// Returns a process's CPU time, that of creating the games included.
#[cfg(target_os = "linux")]
fn cpu_seconds(process: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // After the name, which may have spaces: the state, ten other fields, then user and system time in hundredths.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields).split_whitespace().skip(11).take(2);
    fields.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

#[cfg(not(target_os = "linux"))]
fn main() {
    let _ = Args::parse();
}
