//! The arguments of `parlor serve`.

use crate::data::data_folder;
use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueHint};
use parlor_engines::Limits as EngineLimits;
use parlor_server::storage::copy::Database;
use parlor_server::{AddressRange, BannedWords, BasePath, Config, EngineProgram, Limits};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The arguments of `parlor serve`.
#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// The address to listen on; port 0 takes a free one.
    #[arg(long, default_value = "127.0.0.1:8000", value_name = "IP:PORT", env = "PARLOR_ADDRESS")]
    pub(crate) address: SocketAddr,
    #[command(flatten)]
    pub(crate) storage: StorageArgs,
    /// The scheme and host that browsers use, if not the address.
    #[arg(long, value_name = "URL", value_parser = origin, env = "PARLOR_ORIGIN")]
    pub(crate) origin: Option<String>,
    /// Serve everything below this path, such as /games/, for a proxy that passes the path on.
    #[arg(
        long,
        default_value = "/",
        hide_default_value = true,
        value_name = "PATH",
        env = "PARLOR_BASE_PATH"
    )]
    pub(crate) base_path: BasePath,
    /// Take a client's address from X-Forwarded-For if a proxy on this machine or in a private network sends it.
    #[arg(long, env = "PARLOR_BEHIND_PROXY")]
    pub(crate) behind_proxy: bool,
    /// Trust X-Forwarded-For from this proxy or these proxies only: 203.0.113.7 or 10.0.0.0/8. May be given several times.
    #[arg(
        long = "trusted-proxy",
        value_delimiter = ',',
        value_name = "ADDRESS[/BITS]",
        env = "PARLOR_TRUSTED_PROXY"
    )]
    trusted_proxies: Vec<AddressRange>,
    /// Serve the page from its sources, crates/server/web, to work on it without building it.
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath, hide = true, env = "PARLOR_PAGE")]
    page: Option<PathBuf>,
    /// Time to go on after a stop signal, while /ready says no: a balancer needs some to notice [default: none].
    #[arg(long, value_parser = time, value_name = "TIME", env = "PARLOR_DRAIN")]
    drain: Option<Duration>,
    #[command(flatten)]
    pub(crate) process: ProcessArgs,
    /// Size of a request body; a presented board may have 64 KiB anyway.
    #[arg(long, default_value_t = Limits::default().body, value_name = "BYTES", help_heading = "Limits", env = "PARLOR_MAX_BODY")]
    max_body: usize,
    /// Size of a WebSocket message.
    #[arg(long, default_value_t = Limits::default().message, value_name = "BYTES", help_heading = "Limits", env = "PARLOR_MAX_MESSAGE")]
    max_message: usize,
    /// Length of a name in characters, 64 at most.
    #[arg(long, default_value_t = Limits::default().name, value_parser = name_length(), value_name = "N", help_heading = "Limits", env = "PARLOR_MAX_NAME")]
    max_name: usize,
    /// Cells of a board at its start.
    #[arg(long, default_value_t = Limits::default().cells, value_name = "N", help_heading = "Limits", env = "PARLOR_MAX_CELLS")]
    max_cells: u64,
    /// Players' moves in a game, after which it is a draw.
    #[arg(long, default_value_t = Limits::default().plies, value_name = "N", help_heading = "Limits", env = "PARLOR_MAX_PLIES")]
    max_plies: u64,
    /// Games that one guest may create per day.
    #[arg(long, default_value_t = Limits::default().games_per_day, value_name = "N", help_heading = "Limits", env = "PARLOR_MAX_GAMES")]
    max_games: u32,
    /// Boards that one guest may present at a time.
    #[arg(long, default_value_t = Limits::default().boards, value_name = "N", help_heading = "Limits", env = "PARLOR_MAX_BOARDS")]
    max_boards: u32,
    /// Changes of name, and copies or deletions of their data, that one guest may ask for per day.
    #[arg(long, default_value_t = Limits::default().renames_per_day, value_name = "N", help_heading = "Limits", env = "PARLOR_MAX_RENAMES")]
    max_renames: u32,
    /// WebSockets that one guest may hold.
    #[arg(long, default_value_t = Limits::default().sockets, value_name = "N", help_heading = "Limits", env = "PARLOR_MAX_SOCKETS")]
    max_sockets: u32,
    /// Guests whose games, boards, changes of name, WebSockets and requests one address may use: as many as a school has.
    #[arg(long, default_value_t = Limits::default().guests_per_address, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Limits", env = "PARLOR_GUESTS_PER_ADDRESS")]
    guests_per_address: u32,
    /// Connections that one address may hold; those of a proxy are not counted [default: as many as all clients together].
    #[arg(long, value_name = "N", help_heading = "Limits", env = "PARLOR_MAX_CONNECTIONS")]
    max_connections: Option<u32>,
    /// Connections of all clients together [default: as many as the system's limit on open files allows].
    #[arg(long, value_name = "N", help_heading = "Limits", env = "PARLOR_MAX_ALL_CONNECTIONS")]
    max_all_connections: Option<usize>,
    /// Requests per second of one guest, not counting the page's files, and messages per second of each WebSocket.
    #[arg(long, default_value_t = Limits::default().requests, value_name = "N", help_heading = "Limits", env = "PARLOR_MAX_REQUESTS")]
    max_requests: u32,
    /// Bytes per second of the page's files that one address may load; more have to wait.
    #[arg(long, default_value_t = Limits::default().file_bytes, value_name = "BYTES", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Limits", env = "PARLOR_MAX_FILE_BYTES")]
    max_file_bytes: u64,
    /// A file with words that names can't have, one a line, in addition to the program's own.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, value_parser = banned_words, env = "PARLOR_BANNED_WORDS")]
    banned_words: Option<BannedWords>,
    /// Days after which an unchanged game is deleted, and the name of a guest without games [default: never, and 30 days].
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..), help_heading = "Limits", env = "PARLOR_KEEP_DAYS")]
    keep_days: Option<u32>,
}

/// Where games are stored.
#[derive(Args, Debug)]
pub(crate) struct StorageArgs {
    /// The folder of the SQLite database [default: parlor in the user's data folder].
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath, env = "PARLOR_DATA")]
    pub(crate) data: Option<PathBuf>,
    /// A PostgreSQL database instead, which several servers can use: postgres://USER:PASSWORD@HOST/NAME. Needs a build with
    /// the feature cluster.
    #[arg(long, value_name = "URL", value_parser = postgres_url, hide_env_values = true, env = "PARLOR_DATABASE")]
    pub(crate) database: Option<String>,
}

impl StorageArgs {
    /// Returns the database, unless there is no folder for it.
    pub(crate) fn database(&self) -> Option<Database> {
        match &self.database {
            Some(url) => Some(Database::Postgres(url.clone())),
            None => self.data.clone().or_else(data_folder).map(Database::Folder),
        }
    }

    /// Returns the folder of the SQLite database, which another database needs none of.
    fn folder(&self) -> Option<PathBuf> {
        match self.database {
            Some(_) => Some(PathBuf::new()),
            None => self.data.clone().or_else(data_folder),
        }
    }
}

/// What every process that serves games or lets engines think is told.
#[derive(Args, Debug)]
pub(crate) struct ProcessArgs {
    /// Time to wait for PostgreSQL at the start, while it can't be reached, before giving up.
    #[arg(long, default_value = "60s", value_parser = time, value_name = "TIME", env = "PARLOR_DATABASE_PATIENCE")]
    database_patience: Duration,
    /// The NATS server over which several servers tell each other what happens: nats://HOST:4222. Needs a build with the
    /// feature cluster.
    #[arg(long, value_name = "URL", value_parser = nats_url, hide_env_values = true, env = "PARLOR_NATS")]
    pub(crate) nats: Option<String>,
    /// Serve the metrics, /health and /ready on an address of their own, and the metrics on that alone.
    #[arg(long, value_name = "IP:PORT", env = "PARLOR_METRICS_ADDRESS")]
    pub(crate) metrics_address: Option<SocketAddr>,
    /// Offer another program as an engine: hex/mohex=htp:mohex. May be given several times.
    #[arg(long = "program", value_name = "GAME/NAME=WHO", env = "PARLOR_PROGRAM")]
    programs: Vec<EngineProgram>,
    /// Log as JSON.
    #[arg(long, env = "PARLOR_LOG_JSON")]
    pub(crate) log_json: bool,
    /// Threads that engines think on; 0 leaves that to workers.
    #[arg(long, default_value_t = Limits::default().engine_threads, value_name = "N", help_heading = "Limits", env = "PARLOR_ENGINE_THREADS")]
    engine_threads: usize,
    /// Time that an engine may think about a move, less when many wait: 5s, 500ms.
    #[arg(long, default_value = "5s", value_parser = time, value_name = "TIME", help_heading = "Limits", env = "PARLOR_ENGINE_TIME")]
    engine_time: Duration,
    /// Engines that may think at the same time in one guest's games.
    #[arg(long, alias = "engines-a-client", default_value_t = Limits::default().engines_per_client, value_name = "N", help_heading = "Limits", env = "PARLOR_ENGINES_PER_CLIENT")]
    engines_per_client: usize,
    /// Time after which an unused game leaves memory.
    #[arg(long, default_value = "5m", value_parser = time, value_name = "TIME", help_heading = "Limits", env = "PARLOR_IDLE")]
    idle: Duration,
}

/// The arguments of `parlor worker`.
#[derive(Args, Debug)]
pub(crate) struct WorkerArgs {
    #[command(flatten)]
    storage: StorageArgs,
    #[command(flatten)]
    pub(crate) process: ProcessArgs,
}

impl WorkerArgs {
    /// Returns the worker's configuration, unless there is no folder for its data.
    pub(crate) fn config(&self) -> Option<Config> {
        config(&self.storage, &self.process)
    }
}

/// Returns the configuration that servers and workers have in common.
fn config(storage: &StorageArgs, process: &ProcessArgs) -> Option<Config> {
    Some(Config {
        address: ([127, 0, 0, 1], 0).into(),
        data: storage.folder()?,
        database: storage.database.clone(),
        database_patience: process.database_patience,
        nats: process.nats.clone(),
        drain: Duration::ZERO,
        origin: None,
        base_path: BasePath::default(),
        metrics_address: process.metrics_address,
        behind_proxy: false,
        trusted_proxies: Vec::new(),
        programs: process.programs.clone(),
        banned_words: BannedWords::default(),
        page: None,
        limits: Limits {
            engine_threads: process.engine_threads,
            engine_time: process.engine_time,
            engines_per_client: process.engines_per_client.max(1),
            idle: process.idle,
            ..Limits::default()
        },
    })
}

impl ServeArgs {
    /// Returns the server's configuration, unless there is no folder for its data.
    pub(crate) fn config(&self) -> Option<Config> {
        let common = config(&self.storage, &self.process)?;
        Some(Config {
            address: self.address,
            drain: self.drain.unwrap_or_default(),
            origin: self.origin.clone(),
            base_path: self.base_path.clone(),
            banned_words: self.banned_words.clone().unwrap_or_default(),
            behind_proxy: self.behind_proxy || !self.trusted_proxies.is_empty(),
            trusted_proxies: self.trusted_proxies.clone(),
            page: self.page.clone(),
            limits: Limits {
                body: self.max_body,
                message: self.max_message,
                name: self.max_name,
                cells: self.max_cells,
                plies: self.max_plies.max(1),
                games_per_day: self.max_games,
                boards: self.max_boards,
                renames_per_day: self.max_renames,
                sockets: self.max_sockets,
                connections: self.max_connections,
                requests: self.max_requests,
                guests_per_address: self.guests_per_address,
                all_connections: self.max_all_connections,
                file_bytes: self.max_file_bytes,
                keep_days: self.keep_days,
                ..common.limits
            },
            ..common
        })
    }
}

/// The arguments of `parlor load-test`.
#[derive(Args, Debug)]
pub(crate) struct LoadTestArgs {
    /// Games to play at the same time [default: 2000; 20 with --attack].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=20_000))]
    pub(crate) games: Option<u64>,
    /// Moves per second in all games together; 0 for as many as possible [default: 5000; 100 with --attack].
    #[arg(long, value_name = "N")]
    pub(crate) rate: Option<u64>,
    /// How long to play; with --attack see --attack-seconds.
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
    /// A server to play at instead of starting one; several times for several servers of the same games.
    #[arg(long, value_name = "ADDRESS", conflicts_with = "data")]
    pub(crate) address: Vec<SocketAddr>,
    /// Attack every endpoint and every file of the page, one after the other, and measure what others notice.
    #[arg(long, help_heading = "Attack")]
    pub(crate) attack: bool,
    /// Connections of the attackers.
    #[arg(long, default_value_t = 300, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000), requires = "attack", help_heading = "Attack")]
    pub(crate) attack_connections: u64,
    /// Seconds for which each endpoint is attacked.
    #[arg(long, default_value_t = 5.0, value_name = "SECONDS", value_parser = attack_seconds, requires = "attack", help_heading = "Attack")]
    pub(crate) attack_seconds: f64,
    /// Attack only endpoints whose names contain this: /api/games, .wasm, "silent connections".
    #[arg(long, value_name = "TEXT", requires = "attack", help_heading = "Attack")]
    pub(crate) attack_only: Option<String>,
    /// Attack from the address of those who play: 127.0.0.1 instead of 127.0.0.2.
    #[arg(long, requires = "attack", help_heading = "Attack")]
    pub(crate) attack_shared: bool,
    /// Print one JSON object.
    #[arg(long)]
    pub(crate) json: bool,
}

fn postgres_url(text: &str) -> Result<String, String> {
    match text.starts_with("postgres://") || text.starts_with("postgresql://") {
        true => Ok(text.into()),
        false => {
            Err("write postgres://USER:PASSWORD@HOST/NAME; an SQLite folder is chosen with --data".into())
        }
    }
}

fn nats_url(text: &str) -> Result<String, String> {
    match text.starts_with("nats://") || text.starts_with("tls://") {
        true => Ok(text.into()),
        false => Err("write nats://HOST:4222".into()),
    }
}

fn banned_words(path: &str) -> Result<BannedWords, String> {
    BannedWords::read(Path::new(path)).map_err(|error| format!("can't read the file: {error}"))
}

/// Returns the parser of a name's length. A record holds at most 64 characters.
fn name_length() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=64)
}

/// Parses how long each endpoint is attacked: short enough to wait for.
fn attack_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.1..=60.0).contains(seconds));
    seconds.ok_or_else(|| "write a number from 0.1 to 60".into())
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
