//! What whoever runs the server can set.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// Everything that can be set about a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen; port 0 takes a free one.
    pub address: SocketAddr,
    /// The folder of the database.
    pub data: PathBuf,
    /// Where browsers find the server, if that is not the address itself: `https://parlor.example`.
    pub origin: Option<String>,
    /// Whether a proxy in front tells who asks by `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// The limits.
    pub limits: Limits,
}

/// What a client can't have more of.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of a request's body.
    pub body: usize,
    /// Bytes of a message over a socket.
    pub message: usize,
    /// Characters of a guest's name.
    pub name: usize,
    /// Cells of a board at its start.
    pub cells: u64,
    /// Players' moves of one game.
    pub plies: u64,
    /// Games that one client may open within a day.
    pub games_a_day: u32,
    /// Sockets that one client may hold.
    pub sockets: u32,
    /// Connections that one client may hold, those of its sockets not counted.
    pub connections: u32,
    /// Requests a second that one client may make, and as many messages over each socket.
    pub requests: u32,
    /// Threads that think for engines.
    pub engine_threads: usize,
    /// The longest an engine may think about a move.
    pub engine_time: Duration,
    /// Engines of one client's games that think at the same time.
    pub engines_a_client: usize,
    /// How long a game nobody looks at stays in memory.
    pub idle: Duration,
    /// Days after which a game nobody touched is deleted; nothing keeps them for ever.
    pub keep_days: Option<u32>,
}

impl Limits {
    /// Cells of a board that grows while it is played on.
    pub(crate) fn grown(&self) -> u64 {
        self.cells.saturating_mul(16)
    }

    /// Events of one game's log: undone moves and rematches count too.
    pub(crate) fn facts(&self) -> u64 {
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
            games_a_day: 500,
            sockets: 50,
            connections: 100,
            requests: 50,
            engine_threads: cores.saturating_sub(1).max(1),
            engine_time: Duration::from_secs(5),
            engines_a_client: 2,
            idle: Duration::from_secs(300),
            keep_days: None,
        }
    }
}
