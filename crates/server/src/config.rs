//! The configuration of a server.

use crate::banned_words::BannedWords;
use crate::base_path::BasePath;
use crate::proxies::AddressRange;
use parlor_play::PlayerSpec;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on; port 0 takes a free one.
    pub address: SocketAddr,
    /// The folder of the SQLite database, if there is no other database.
    pub data: PathBuf,
    /// The PostgreSQL database, which several servers can use: `postgres://user@host/name`.
    pub database: Option<String>,
    /// How long a process that starts waits for that database before it gives up.
    pub database_patience: Duration,
    /// The NATS server over which they tell each other what happens: `nats://host`.
    pub nats: Option<String>,
    /// How long the server goes on when it is told to stop, while `/ready` says that it will: a balancer needs some time
    /// to notice.
    pub drain: Duration,
    /// The origin that browsers see, if it is not the address itself: `https://parlor.example`.
    pub origin: Option<String>,
    /// The path that everything is served below.
    pub base_path: BasePath,
    /// Another address that the metrics are served on, and on that alone.
    pub metrics_address: Option<SocketAddr>,
    /// Whether a proxy in front sets `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// The proxies that are trusted to set it; if the list is empty, those with loopback and private addresses.
    pub trusted_proxies: Vec<AddressRange>,
    /// Engines that are other programs, beside those of Parlor.
    pub programs: Vec<EngineProgram>,
    /// Words that the names of guests can't have.
    pub banned_words: BannedWords,
    /// The folder of the page's sources, to serve them instead of the page that is embedded, while it is worked on.
    pub page: Option<PathBuf>,
    /// The limits.
    pub limits: Limits,
}

impl Config {
    /// Returns the configuration of a server that is alone, with the default limits.
    pub fn new(address: SocketAddr, data: impl Into<PathBuf>) -> Config {
        Config {
            address,
            data: data.into(),
            database: None,
            database_patience: Duration::from_secs(60),
            nats: None,
            drain: Duration::ZERO,
            origin: None,
            base_path: BasePath::default(),
            metrics_address: None,
            behind_proxy: false,
            trusted_proxies: Vec::new(),
            programs: Vec::new(),
            banned_words: BannedWords::default(),
            page: None,
            limits: Limits::default(),
        }
    }
}

/// An engine that is another program, which players can choose by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineProgram {
    /// The game it plays.
    pub game: String,
    /// The name it is chosen by.
    pub name: String,
    /// The program.
    pub spec: PlayerSpec,
}

impl FromStr for EngineProgram {
    type Err = BadEngineProgram;

    /// Reads `hex/mohex=htp:mohex --fast`: the game, the name, and the program as `--second` of a match names it.
    fn from_str(text: &str) -> Result<EngineProgram, BadEngineProgram> {
        let (place, program) = text.split_once('=').ok_or(BadEngineProgram::Form)?;
        let (game, name) = place.split_once('/').ok_or(BadEngineProgram::Form)?;
        let known = parlor_play::game(game).ok_or_else(|| BadEngineProgram::Game(game.into()))?;
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.');
        let is_reserved = ["me", "friend", "human"].contains(&name);
        if name.is_empty() || name.len() > 32 || is_reserved || !name.chars().all(is_plain) {
            return Err(BadEngineProgram::Name(name.into()));
        }
        if known.engines().iter().any(|engine| engine.name == name) {
            return Err(BadEngineProgram::Taken(name.into()));
        }
        match program.parse() {
            Ok(PlayerSpec::Htp(_)) if !known.info().has_htp => Err(BadEngineProgram::NotHex(game.into())),
            Ok(spec @ (PlayerSpec::Program(_) | PlayerSpec::Htp(_))) => {
                Ok(EngineProgram { game: game.into(), name: name.into(), spec })
            }
            _ => Err(BadEngineProgram::Form),
        }
    }
}

/// Why a text is no engine program.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadEngineProgram {
    /// It has another form.
    #[error("write GAME/NAME=htp:PROGRAM ARGS or GAME/NAME=cmd:PROGRAM ARGS")]
    Form,
    /// There is no such game.
    #[error("there is no game {0:?}")]
    Game(String),
    /// The name can't be used.
    #[error("{0:?} can't be the name of an engine: use letters, digits, - and _")]
    Name(String),
    /// The game has an engine of this name.
    #[error("there is an engine {0:?} already")]
    Taken(String),
    /// HTP is about another game.
    #[error("HTP is the protocol of Hex programs, {0} is another game")]
    NotHex(String),
}

impl Config {
    /// Returns the program that plays under an engine's name, with or without a limit after it.
    pub(crate) fn program(&self, game: &str, engine: &str) -> Option<&PlayerSpec> {
        let name = engine.split(':').next().unwrap_or_default();
        let found = self.programs.iter().find(|program| program.game == game && program.name == name);
        found.map(|program| &program.spec)
    }
}

/// Limits on what clients can use. An address is an IPv4 address, or the first half of an IPv6 address.
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
    /// The games one guest may create in a day.
    pub games_per_day: u32,
    /// The boards one guest may present at a time.
    pub boards: u32,
    /// How often one guest may change their name, or ask for a copy or the deletion of their data, in a day.
    pub renames_per_day: u32,
    /// The sockets one guest may hold.
    pub sockets: u32,
    /// The requests per second of one guest, and the messages per second over each socket.
    pub requests: u32,
    /// How many guests' games, boards, changes of name, sockets and requests one address may use.
    pub guests_per_address: u32,
    /// The connections one address may hold; `None` for as many as all clients together.
    pub connections: Option<u32>,
    /// The connections of all clients together; `None` for as many as the system's limit on open files allows.
    pub all_connections: Option<usize>,
    /// The bytes per second of the page's files that one address may load. More have to wait.
    pub file_bytes: u64,
    /// The threads that engines think on.
    pub engine_threads: usize,
    /// The longest time an engine may think about a move.
    pub engine_time: Duration,
    /// The engines that may think at the same time in one guest's games.
    pub engines_per_client: usize,
    /// How long an unused game stays in memory.
    pub idle: Duration,
    /// The days after which an unchanged game is deleted, and the name of a guest without games; `None` keeps all games.
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
            boards: 10,
            renames_per_day: 30,
            sockets: 50,
            requests: 50,
            guests_per_address: 100,
            connections: None,
            all_connections: None,
            // A fast line of a school, and a small part of what a core can send.
            file_bytes: 128 << 20,
            engine_threads: cores.saturating_sub(1).max(1),
            engine_time: Duration::from_secs(5),
            engines_per_client: 2,
            idle: Duration::from_secs(300),
            keep_days: None,
        }
    }
}
