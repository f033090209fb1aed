//! Who plays on a seat, as text: `human`, `strong:2s`, `cmd:other-engine --fast`, `htp:mohex`.

use parlor_engines::{BadLimit, Limits, Unsupported};
use std::fmt;
use std::str::FromStr;

/// Who sits on a seat, as the user or the operator of a server says. Anything else names a
/// [`RecordedPlayer`](crate::RecordedPlayer).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerSpec {
    /// A person.
    Human,
    /// An engine by name, and how long it may think about a move.
    Engine {
        /// Its name.
        name: String,
        /// How long.
        limits: Limits,
    },
    /// Another program that speaks the engine protocol: its command and arguments.
    Program(Vec<String>),
    /// A Hex program that speaks HTP: its command and arguments.
    Htp(Vec<String>),
}

impl PlayerSpec {
    /// The same with these limits, where it has none of its own.
    pub fn limited(self, limits: Limits) -> PlayerSpec {
        match self {
            PlayerSpec::Engine { name, limits: own } if own == Limits::default() => {
                PlayerSpec::Engine { name, limits }
            }
            other => other,
        }
    }

    /// Returns whether another program is run for it.
    pub fn is_program(&self) -> bool {
        matches!(self, PlayerSpec::Program(_) | PlayerSpec::Htp(_))
    }
}

/// As it is written: `human`, `strong:2s`, `cmd:other-engine --fast`, `htp:mohex`.
impl fmt::Display for PlayerSpec {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Human => out.write_str("human"),
            PlayerSpec::Engine { name, limits } => write!(out, "{name}{limits}"),
            PlayerSpec::Program(words) => write!(out, "cmd:{}", words.join(" ")),
            PlayerSpec::Htp(words) => write!(out, "htp:{}", words.join(" ")),
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = BadPlayerSpec;

    /// Reads `human`, `random`, `strong:2s`, `strong:10000n`, `cmd:other-engine --fast`, `htp:mohex`.
    fn from_str(text: &str) -> Result<PlayerSpec, BadPlayerSpec> {
        for (prefix, program) in [("cmd:", PlayerSpec::Program as fn(_) -> _), ("htp:", PlayerSpec::Htp)] {
            if let Some(command) = text.strip_prefix(prefix) {
                let words: Vec<String> = command.split_whitespace().map(String::from).collect();
                return if words.is_empty() { Err(BadPlayerSpec::Nobody) } else { Ok(program(words)) };
            }
        }
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default();
        let mut limits = Limits::default();
        for part in parts {
            let limit: Limits = part.parse().map_err(BadPlayerSpec::Limit)?;
            limits.time = limit.time.or(limits.time);
            limits.nodes = limit.nodes.or(limits.nodes);
        }
        match name {
            "" => Err(BadPlayerSpec::Nobody),
            "human" if text != "human" => Err(BadPlayerSpec::HumanLimits),
            "human" => Ok(PlayerSpec::Human),
            _ => Ok(PlayerSpec::Engine { name: name.into(), limits }),
        }
    }
}

/// Why nobody can sit there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadPlayerSpec {
    /// No name was given.
    Nobody,
    /// A person, or another program, is no engine of the game.
    NoEngine,
    /// People have no limits.
    HumanLimits,
    /// The game has no such engine.
    NoSuchEngine {
        /// The game.
        game: &'static str,
        /// What was asked for.
        name: String,
    },
    /// Only a user may start this program, and something from outside named it.
    Program(String),
    /// The engine can't play this board, for this reason.
    Unsupported(Unsupported),
    /// A limit that is none.
    Limit(BadLimit),
}

impl fmt::Display for BadPlayerSpec {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadPlayerSpec::Nobody => out.write_str("a seat needs somebody: human or an engine's name"),
            BadPlayerSpec::NoEngine => out.write_str("this is no engine of the game"),
            BadPlayerSpec::HumanLimits => out.write_str("a human takes no options"),
            BadPlayerSpec::NoSuchEngine { game, name } => {
                write!(out, "{game} has no engine {name:?}: see parlor engines {game}")
            }
            BadPlayerSpec::Program(command) => {
                write!(out, "a program is only started on the command line: {command:?}")
            }
            BadPlayerSpec::Unsupported(reason) => reason.fmt(out),
            BadPlayerSpec::Limit(limit) => limit.fmt(out),
        }
    }
}

impl std::error::Error for BadPlayerSpec {}
