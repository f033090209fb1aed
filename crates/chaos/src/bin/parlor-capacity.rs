//! `parlor-capacity`: prints the servers and disks that a number of games a day needs.

use clap::Parser;
use parlor_chaos::Constants;
use std::io::Write;

/// Compute the servers and disks that a number of games a day needs (docs/scale.md).
#[derive(Parser, Debug)]
struct Args {
    /// Games a day; may be given several times.
    #[arg(default_values_t = [10_000.0, 100_000.0, 1_000_000.0, 10_000_000.0])]
    games: Vec<f64>,
    /// Moves of a game.
    #[arg(long, default_value_t = 30.0)]
    moves: f64,
    /// Minutes that a game takes.
    #[arg(long, default_value_t = 10.0)]
    minutes: f64,
    /// How many times as much happens in the busiest hour as on average.
    #[arg(long, default_value_t = 3.0)]
    peak: f64,
    /// The share of games against an engine.
    #[arg(long, default_value_t = 0.5)]
    engine_games: f64,
    /// Seconds that an engine thinks about a move.
    #[arg(long, default_value_t = 0.5)]
    thinking: f64,
    /// Moves a second that one PostgreSQL server takes.
    #[arg(long, default_value_t = MOVES_PER_POSTGRES)]
    moves_per_postgres: f64,
    /// Bytes of tables and indexes for a move.
    #[arg(long, default_value_t = BYTES_PER_MOVE)]
    bytes: f64,
    /// Bytes of write-ahead log for a move.
    #[arg(long, default_value_t = WAL_PER_MOVE)]
    wal: f64,
    /// Sockets that one node serves.
    #[arg(long, default_value_t = SOCKETS_PER_NODE)]
    sockets_per_node: f64,
    /// Moves a second that one node serves.
    #[arg(long, default_value_t = MOVES_PER_NODE)]
    moves_per_node: f64,
}

// Measured, for one core each: docs/scale.md says how.
const MOVES_PER_POSTGRES: f64 = 20_000.0;
const MOVES_PER_NODE: f64 = 3_000.0;
// 16,000 were measured; the system's limit on open files was 20,000.
const SOCKETS_PER_NODE: f64 = 20_000.0;
const BYTES_PER_MOVE: f64 = 260.0;
const WAL_PER_MOVE: f64 = 850.0;

fn main() -> std::io::Result<()> {
    let args = Args::parse();
    let constants = Constants {
        moves_per_game: args.moves,
        minutes_per_game: args.minutes,
        peak: args.peak,
        engine_games: args.engine_games,
        thinking_seconds: args.thinking,
        moves_per_postgres: args.moves_per_postgres,
        bytes_per_move: args.bytes,
        wal_per_move: args.wal,
        sockets_per_node: args.sockets_per_node,
        moves_per_node: args.moves_per_node,
    };
    let mut out = std::io::stdout();
    writeln!(
        out,
        "| games a day | moves/s | sockets | PostgreSQL | nodes | engine threads | GB/day kept | GB/day WAL |"
    )?;
    writeln!(out, "|---|---|---|---|---|---|---|---|")?;
    for games in args.games {
        let needs = constants.needs(games);
        writeln!(
            out,
            "| {games:.0} | {:.0} | {:.0} | {} | {} | {} | {:.1} | {:.1} |",
            needs.moves_per_second,
            needs.sockets,
            needs.postgres,
            needs.nodes,
            needs.engine_threads,
            needs.gigabytes_per_day,
            needs.wal_gigabytes_per_day
        )?;
    }
    Ok(())
}
