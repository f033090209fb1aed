//! The messages that the server sends over the socket.

use super::moves::Moves;
use super::snapshot::GameSnapshot;
use parlor_play::Step;
use serde::Serialize;
use utoipa::ToSchema;

/// A message to the client.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum ServerMessage<'a> {
    /// The first message.
    Hello {
        /// The length of the game's log.
        seq: u64,
        /// The client's public id.
        you: &'a str,
        /// The game; null if the missed updates follow instead.
        #[schema(required)]
        snapshot: Option<&'a GameSnapshot>,
        /// The moves of the round; null if the missed updates follow instead.
        #[schema(required)]
        moves: Option<Vec<String>>,
    },
    /// Something happened.
    Update {
        /// The length of the game's log.
        seq: u64,
        /// The id of the command that did it: it is on disk.
        #[schema(required)]
        command: Option<&'a str>,
        /// What happened on the board, to be shown in this order.
        steps: &'a [Step],
        /// How the list of moves has changed.
        moves: Moves,
        /// The game after it.
        snapshot: &'a GameSnapshot,
    },
    /// A command was carried out before.
    Done {
        /// The length of the game's log after the command.
        seq: u64,
        /// The command's id.
        command: &'a str,
    },
    /// A command was refused.
    Refused {
        /// The length of the game's log.
        seq: u64,
        /// The command's id; null if it could not be read.
        #[schema(required)]
        command: Option<&'a str>,
        /// Why.
        error: &'a str,
        /// Whether the game has changed since what the command expects: the missed updates are on their way.
        stale: bool,
    },
    /// Who is connected.
    Presence {
        /// The length of the game's log.
        seq: u64,
        /// Each guest once.
        guests: Vec<PresentGuest>,
    },
}

impl ServerMessage<'_> {
    /// Returns the message as JSON.
    pub(crate) fn to_json(&self) -> String {
        // A message holds no map with keys other than strings, so this can't fail.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// A guest who is connected to a game.
#[derive(Clone, Serialize, ToSchema)]
pub(crate) struct PresentGuest {
    /// The public id.
    pub(crate) guest: String,
    /// The name.
    pub(crate) name: String,
}
