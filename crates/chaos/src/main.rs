//! `parlor-chaos`: the chaos run as a command.

use clap::Parser;
use std::path::PathBuf;

/// Break servers, databases and connections while games are played, and check that nothing is lost.
#[derive(Parser, Debug)]
#[command(
    after_help = "It needs the Debian packages postgresql, nats-server and faketime.\n\nExample:\n  cargo build --release -p parlor --features cluster && cargo run --release -p parlor-chaos -- --faults 1000"
)]
struct Args {
    /// How much to break.
    #[arg(long, default_value_t = 1_000, value_name = "N")]
    faults: u64,
    /// Games between two guests at the same time.
    #[arg(long, default_value_t = 8, value_name = "N")]
    games: u64,
    /// Games against an engine at the same time.
    #[arg(long, default_value_t = 4, value_name = "N")]
    engine_games: u64,
    /// The seed of all chance.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// The program to break.
    #[arg(long, default_value = "target/release/parlor", value_name = "FILE")]
    program: PathBuf,
}

#[cfg(target_os = "linux")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    use std::io::Write;
    let Args { faults, games, engine_games, seed, program } = Args::parse();
    // What is asked of a real installation; tests on a busy machine may take longer.
    let goes_on = std::time::Duration::from_secs(10);
    let chaos = parlor_chaos::Chaos { program, faults, games, engine_games, seed, goes_on };
    // One thread starts all processes, and they end with it.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let mut out = std::io::stdout();
    let report = runtime.block_on(chaos.run(|number, fault| {
        let _ = writeln!(std::io::stderr(), "{number}: {fault}");
    }))?;
    writeln!(out, "{} faults in {:.0} s", report.faults.len(), report.seconds)?;
    writeln!(out, "{} games, {} connections of guests", report.games, report.connections)?;
    writeln!(
        out,
        "{} moves acknowledged to guests, {} moves in the logs",
        report.acknowledged, report.moves
    )?;
    writeln!(out, "engines moved {:.1} s after the last fault", report.slowest)?;
    for violation in &report.violations {
        writeln!(out, "WRONG: {violation}")?;
    }
    if report.violations.is_empty() {
        writeln!(out, "nothing was lost")?;
        Ok(())
    } else {
        Err(format!("{} violations", report.violations.len()).into())
    }
}

#[cfg(not(target_os = "linux"))]
fn main() {
    let _ = Args::parse();
}
