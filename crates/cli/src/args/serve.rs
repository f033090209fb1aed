//! The arguments of `parlor serve`.

use crate::data::data_folder;
use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueHint};
use parlor_engines::Limits as EngineLimits;
use parlor_server::{Config, Limits};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

pub(crate) const HELP: &str = "\
Open the address it prints in a browser. A game with a friend has a link to send: whoever
opens it first sits down, everyone after watches. Everything is kept in one SQLite file in
the data folder; a move is on disk before anybody sees it. Ctrl-C ends cleanly. A second server
over the same folder is safe, but those who play with each other should use the same one.

Examples:
  parlor serve
  parlor serve --address 0.0.0.0:8000 --data /var/lib/parlor
  parlor serve --origin https://parlor.example --behind-proxy --keep-days 90

The environment variable PARLOR_LOG sets what is logged: error, warn, info, debug.";

/// What can be set about the server.
#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// Where to listen; port 0 takes a free one.
    #[arg(long, default_value = "127.0.0.1:8000", value_name = "IP:PORT")]
    pub(crate) address: SocketAddr,
    /// The folder of the database [default: parlor in the user's data folder].
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) data: Option<PathBuf>,
    /// Where browsers find the server, scheme and host, if not at its address.
    #[arg(long, value_name = "URL", value_parser = origin)]
    pub(crate) origin: Option<String>,
    /// A proxy in front says in X-Forwarded-For who asks.
    #[arg(long)]
    pub(crate) behind_proxy: bool,
    /// Log JSON objects.
    #[arg(long)]
    pub(crate) log_json: bool,
    /// Bytes of a request's body.
    #[arg(long, default_value_t = Limits::default().body, value_name = "BYTES", help_heading = "Limits")]
    max_body: usize,
    /// Bytes of a message over a socket.
    #[arg(long, default_value_t = Limits::default().message, value_name = "BYTES", help_heading = "Limits")]
    max_message: usize,
    /// Characters of a name, 64 at most.
    #[arg(long, default_value_t = Limits::default().name, value_parser = name_length(), value_name = "N", help_heading = "Limits")]
    max_name: usize,
    /// Cells of a board at its start.
    #[arg(long, default_value_t = Limits::default().cells, value_name = "N", help_heading = "Limits")]
    max_cells: u64,
    /// Players' moves of a game, after which it is a draw.
    #[arg(long, default_value_t = Limits::default().plies, value_name = "N", help_heading = "Limits")]
    max_plies: u64,
    /// Games that one client may open in a day.
    #[arg(long, default_value_t = Limits::default().games_a_day, value_name = "N", help_heading = "Limits")]
    max_games: u32,
    /// Sockets that one client may hold.
    #[arg(long, default_value_t = Limits::default().sockets, value_name = "N", help_heading = "Limits")]
    max_sockets: u32,
    /// Connections that one client may hold beside its sockets; behind a proxy they are not counted.
    #[arg(long, default_value_t = Limits::default().connections, value_name = "N", help_heading = "Limits")]
    max_connections: u32,
    /// Requests a second of one client, the page's own files not counted, and messages a second of each socket.
    #[arg(long, default_value_t = Limits::default().requests, value_name = "N", help_heading = "Limits")]
    max_requests: u32,
    /// Threads that think for engines.
    #[arg(long, default_value_t = Limits::default().engine_threads, value_name = "N", help_heading = "Limits")]
    engine_threads: usize,
    /// The longest an engine may think about a move: 5s, 500ms.
    #[arg(long, default_value = "5s", value_parser = time, value_name = "TIME", help_heading = "Limits")]
    engine_time: Duration,
    /// Engines of one client's games that think at the same time.
    #[arg(long, default_value_t = Limits::default().engines_a_client, value_name = "N", help_heading = "Limits")]
    engines_a_client: usize,
    /// How long a game that nobody looks at stays in memory.
    #[arg(long, default_value = "5m", value_parser = time, value_name = "TIME", help_heading = "Limits")]
    idle: Duration,
    /// Days after which a game that nobody touched is deleted [default: never].
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Limits")]
    keep_days: Option<u32>,
}

impl ServeArgs {
    /// What the server is told; none if there is no folder to keep data in.
    pub(crate) fn config(&self) -> Option<Config> {
        Some(Config {
            address: self.address,
            data: self.data.clone().or_else(data_folder)?,
            origin: self.origin.clone(),
            behind_proxy: self.behind_proxy,
            limits: Limits {
                body: self.max_body,
                message: self.max_message,
                name: self.max_name,
                cells: self.max_cells,
                plies: self.max_plies.max(1),
                games_a_day: self.max_games,
                sockets: self.max_sockets,
                connections: self.max_connections,
                requests: self.max_requests,
                engine_threads: self.engine_threads.max(1),
                engine_time: self.engine_time,
                engines_a_client: self.engines_a_client.max(1),
                idle: self.idle,
                keep_days: self.keep_days,
            },
        })
    }
}

/// What is played to measure the server.
#[derive(Args, Debug)]
pub(crate) struct LoadArgs {
    /// Games at once.
    #[arg(long, default_value_t = 2_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=20_000))]
    pub(crate) games: u64,
    /// Moves a second of all games together; 0 for as many as there can be.
    #[arg(long, default_value_t = 5_000, value_name = "N")]
    pub(crate) rate: u64,
    /// How long to play.
    #[arg(long, default_value = "20s", value_parser = time, value_name = "TIME")]
    pub(crate) time: Duration,
    /// Which game, of those for two.
    #[arg(long, default_value = "classic", value_name = "GAME")]
    pub(crate) game: String,
    /// The seed of the moves.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u64).range(..1_000_000))]
    pub(crate) seed: u64,
    /// The folder for the server's data [default: a new one among the temporary files, deleted afterwards].
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) data: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// A record holds no longer names.
fn name_length() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=64)
}

fn time(text: &str) -> Result<Duration, String> {
    let limits: EngineLimits = text.parse().map_err(|error: parlor_engines::BadLimit| error.to_string())?;
    limits.time.ok_or_else(|| format!("not a time: {text:?} (write 5s, 500ms or 2m)"))
}

/// Scheme and host as a browser's `Origin` header tells them, in small letters and with nothing behind.
fn origin(text: &str) -> Result<String, String> {
    let small = text.trim_end_matches('/').to_lowercase();
    let host = small.strip_prefix("https://").or_else(|| small.strip_prefix("http://"));
    match host {
        Some(host) if !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ']) => Ok(small),
        _ => Err("scheme and host are wanted, as https://parlor.example".into()),
    }
}
