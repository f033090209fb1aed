//! The configuration of a server.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on; port 0 takes a free one.
    pub address: SocketAddr,
    /// The folder of the database.
    pub data: PathBuf,
    /// The origin that browsers see, if it is not the address itself: `https://parlor.example`.
    pub origin: Option<String>,
    /// Whether a proxy in front sets `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// The limits.
    pub limits: Limits,
}

/// Limits on what clients can use. A client is an IP address, or the first half of an IPv6 address.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The size of a request's body, in bytes.
    pub body: usize,
    /// The size of a message over a socket, in bytes.
    pub message: usize,
    /// The length of a guest's name, in characters.
    pub name: usize,
    /// The cells of a board at its start.
    pub cells: u64,
    /// The players' moves in one game.
    pub plies: u64,
    /// The games one client may create in a day.
    pub games_per_day: u32,
    /// The sockets one client may hold.
    pub sockets: u32,
    /// The connections one client may hold, not counting its sockets.
    pub connections: u32,
    /// The requests per second of one client, and the messages per second over each socket.
    pub requests: u32,
    /// The threads that engines think on.
    pub engine_threads: usize,
    /// The longest time an engine may think about a move.
    pub engine_time: Duration,
    /// The engines that may think at the same time in one client's games.
    pub engines_per_client: usize,
    /// How long an unused game stays in memory.
    pub idle: Duration,
    /// The days after which an unchanged game is deleted; `None` keeps all games.
    pub keep_days: Option<u32>,
}

impl Limits {
    /// Returns the most cells of a board that grows during the game.
    pub(crate) fn max_grown_cells(&self) -> u64 {
        self.cells.saturating_mul(16)
    }

    /// Returns the most entries of a game's log, which holds undone moves and rematches too.
    pub(crate) fn max_log_entries(&self) -> u64 {
        self.plies.saturating_mul(8)
    }
}

impl Default for Limits {
    fn default() -> Limits {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Limits {
            body: 16 << 10,
            message: 4 << 10,
            name: 32,
            cells: 1_024,
            plies: 5_000,
            games_per_day: 500,
            sockets: 50,
            connections: 100,
            requests: 50,
            engine_threads: cores.saturating_sub(1).max(1),
            engine_time: Duration::from_secs(5),
            engines_per_client: 2,
            idle: Duration::from_secs(300),
            keep_days: None,
        }
    }
}
