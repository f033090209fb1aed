//! Messages between processes that serve the same games.
//!
//! They say that something has changed; what it is stands in the database. A lost message costs time, never truth: rooms
//! compare themselves with their logs now and then.

mod in_process;
#[cfg(feature = "cluster")]
mod nats;
mod null;

pub use in_process::InProcessBus;
#[cfg(feature = "cluster")]
pub use nats::{NatsBus, NatsError};
pub use null::NullBus;

use crate::follow::Presented;
use crate::guest::Guest;
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;

/// A message between processes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BusMessage {
    /// A game's log has grown.
    Appended {
        /// The game's id.
        game: String,
        /// The log's seq, or an earlier one.
        seq: u64,
    },
    /// Who is connected to a game through one process.
    Present {
        /// The game's id.
        game: String,
        /// The process, by a random name.
        node: String,
        /// The guests and their names.
        guests: Vec<(Guest, String)>,
    },
    /// A process has begun to serve a game, and wants to know who is connected to it through others.
    WhoIsThere {
        /// The game's id.
        game: String,
    },
    /// A guest has another name.
    Renamed {
        /// The guest.
        guest: Guest,
        /// The name.
        name: String,
    },
    /// What a board that others follow shows.
    Presented {
        /// The board's id.
        board: String,
        /// Counts the changes.
        seq: u64,
        /// What it shows.
        shown: Presented,
    },
    /// A process wants to know what a board shows.
    WhoPresents {
        /// The board's id.
        board: String,
    },
    /// A board is no longer presented.
    PresentingEnded {
        /// The board's id.
        board: String,
    },
    /// An engine's move is due in some game.
    Due,
    /// Messages were missed. It is not sent, but what a subscriber is told.
    Missed,
}

impl BusMessage {
    /// Returns the game or followed board that it is about, if it is about one.
    pub fn topic(&self) -> Option<&str> {
        match self {
            BusMessage::Appended { game, .. }
            | BusMessage::Present { game, .. }
            | BusMessage::WhoIsThere { game } => Some(game),
            BusMessage::Presented { board, .. }
            | BusMessage::WhoPresents { board }
            | BusMessage::PresentingEnded { board } => Some(board),
            BusMessage::Renamed { .. } | BusMessage::Due | BusMessage::Missed => None,
        }
    }
}

/// Carries messages to all processes that serve the same games.
pub trait Bus: Send + Sync {
    /// Sends a message to the subscribers of other processes, and perhaps to those of this one.
    fn publish(&self, message: BusMessage);

    /// Returns the messages from now on: those about topics that are followed, and those about none.
    fn subscribe(&self) -> broadcast::Receiver<BusMessage>;

    /// Asks for the messages about a game or followed board.
    fn follow(&self, topic: &str);

    /// Asks no longer for the messages about a game or followed board.
    fn unfollow(&self, topic: &str);

    /// Whether messages to other processes arrive just now; `None` if there are no other processes.
    fn is_connected(&self) -> Option<bool>;
}

/// Messages that may wait for a slow subscriber; one that misses some is told so.
const CAPACITY: usize = 4_096;
