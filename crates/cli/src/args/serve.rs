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
Open the address it prints in a browser. A game with a friend has a link to send: whoever opens it
first takes the free seat, everyone after watches. All games are stored in one SQLite file in the
data folder; a move is on disk before anybody sees it. Ctrl-C stops the server cleanly. A second
server over the same folder is safe, but the players of a game should use the same one.

Examples:
  parlor serve
  parlor serve --address 0.0.0.0:8000 --data /var/lib/parlor
  parlor serve --origin https://parlor.example --behind-proxy --keep-days 90

The environment variable PARLOR_LOG sets the log level: error, warn, info or debug.";

/// The arguments of `parlor serve`.
#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// The address to listen on; port 0 takes a free one.
    #[arg(long, default_value = "127.0.0.1:8000", value_name = "IP:PORT")]
    pub(crate) address: SocketAddr,
    /// The folder of the database [default: parlor in the user's data folder].
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) data: Option<PathBuf>,
    /// The scheme and host that browsers use, if not the address.
    #[arg(long, value_name = "URL", value_parser = origin)]
    pub(crate) origin: Option<String>,
    /// Take clients' addresses from X-Forwarded-For, which a proxy in front must set.
    #[arg(long)]
    pub(crate) behind_proxy: bool,
    /// Log as JSON.
    #[arg(long)]
    pub(crate) log_json: bool,
    /// Size of a request body.
    #[arg(long, default_value_t = Limits::default().body, value_name = "BYTES", help_heading = "Limits")]
    max_body: usize,
    /// Size of a WebSocket message.
    #[arg(long, default_value_t = Limits::default().message, value_name = "BYTES", help_heading = "Limits")]
    max_message: usize,
    /// Length of a name in characters, 64 at most.
    #[arg(long, default_value_t = Limits::default().name, value_parser = name_length(), value_name = "N", help_heading = "Limits")]
    max_name: usize,
    /// Cells of a board at its start.
    #[arg(long, default_value_t = Limits::default().cells, value_name = "N", help_heading = "Limits")]
    max_cells: u64,
    /// Players' moves in a game, after which it is a draw.
    #[arg(long, default_value_t = Limits::default().plies, value_name = "N", help_heading = "Limits")]
    max_plies: u64,
    /// Games that one client may create per day.
    #[arg(long, default_value_t = Limits::default().games_per_day, value_name = "N", help_heading = "Limits")]
    max_games: u32,
    /// WebSockets that one client may hold.
    #[arg(long, default_value_t = Limits::default().sockets, value_name = "N", help_heading = "Limits")]
    max_sockets: u32,
    /// Connections that one client may hold beside its WebSockets; not counted behind a proxy.
    #[arg(long, default_value_t = Limits::default().connections, value_name = "N", help_heading = "Limits")]
    max_connections: u32,
    /// Requests per second of one client, not counting the page's files, and messages per second of each WebSocket.
    #[arg(long, default_value_t = Limits::default().requests, value_name = "N", help_heading = "Limits")]
    max_requests: u32,
    /// Threads that engines think on.
    #[arg(long, default_value_t = Limits::default().engine_threads, value_name = "N", help_heading = "Limits")]
    engine_threads: usize,
    /// Time that an engine may think about a move: 5s, 500ms.
    #[arg(long, default_value = "5s", value_parser = time, value_name = "TIME", help_heading = "Limits")]
    engine_time: Duration,
    /// Engines that may think at the same time in one client's games.
    #[arg(long, alias = "engines-a-client", default_value_t = Limits::default().engines_per_client, value_name = "N", help_heading = "Limits")]
    engines_per_client: usize,
    /// Time after which an unused game leaves memory.
    #[arg(long, default_value = "5m", value_parser = time, value_name = "TIME", help_heading = "Limits")]
    idle: Duration,
    /// Days after which an unchanged game is deleted [default: never].
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Limits")]
    keep_days: Option<u32>,
}

impl ServeArgs {
    /// Returns the server's configuration, unless there is no folder for its data.
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
                games_per_day: self.max_games,
                sockets: self.max_sockets,
                connections: self.max_connections,
                requests: self.max_requests,
                engine_threads: self.engine_threads.max(1),
                engine_time: self.engine_time,
                engines_per_client: self.engines_per_client.max(1),
                idle: self.idle,
                keep_days: self.keep_days,
            },
        })
    }
}

/// The arguments of `parlor load`.
#[derive(Args, Debug)]
pub(crate) struct LoadArgs {
    /// Games to play at the same time.
    #[arg(long, default_value_t = 2_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=20_000))]
    pub(crate) games: u64,
    /// Moves per second in all games together; 0 for as many as possible.
    #[arg(long, default_value_t = 5_000, value_name = "N")]
    pub(crate) rate: u64,
    /// How long to play.
    #[arg(long, default_value = "20s", value_parser = time, value_name = "TIME")]
    pub(crate) time: Duration,
    /// The game, one for two players.
    #[arg(long, default_value = parlor_play::DEFAULT_GAME, value_name = "GAME")]
    pub(crate) game: String,
    /// Seed of the random moves.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u64).range(..1_000_000))]
    pub(crate) seed: u64,
    /// The folder for the server's data [default: a temporary one].
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) data: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Returns the parser of a name's length. A record holds at most 64 characters.
fn name_length() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=64)
}

fn time(text: &str) -> Result<Duration, String> {
    let limits: EngineLimits = text.parse().map_err(|error: parlor_engines::BadLimit| error.to_string())?;
    limits.time.ok_or_else(|| format!("not a time: {text:?} (write 5s, 500ms or 2m)"))
}

/// Parses scheme and host as they are in a browser's `Origin` header: in lower case, without a path.
fn origin(text: &str) -> Result<String, String> {
    let lower = text.trim_end_matches('/').to_lowercase();
    let host = lower.strip_prefix("https://").or_else(|| lower.strip_prefix("http://"));
    match host {
        Some(host) if !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ']) => Ok(lower),
        _ => Err("not a scheme and host, as in https://parlor.example".into()),
    }
}
