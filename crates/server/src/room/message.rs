//! The messages that the server sends over the socket.

use super::change::SnapshotChange;
use super::moves::Moves;
use super::snapshot::GameSnapshot;
use parlor_play::Step;
use serde::Serialize;

/// A message to the client.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum ServerMessage<'a> {
    /// The first message.
    Hello {
        /// The length of the game's log.
        seq: u64,
        /// The client's public id.
        you: &'a str,
        /// The game; null if the missed updates follow instead.
        #[cfg_attr(feature = "openapi", schema(required))]
        snapshot: Option<&'a GameSnapshot>,
        /// The moves of the round; null if the missed updates follow instead.
        #[cfg_attr(feature = "openapi", schema(required))]
        moves: Option<Vec<String>>,
    },
    /// Something happened.
    Update {
        /// The length of the game's log.
        seq: u64,
        /// The length of the log before it: a client that has not seen exactly that much connects again.
        from: u64,
        /// The id of the command that did it, if it was one: it is on disk.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schema(nullable = false))]
        command: Option<&'a str>,
        /// The player who sent it, 1 or 2, by the seats before it: ids of different guests may be the same.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schema(nullable = false))]
        by: Option<usize>,
        /// What happened on the board, to be shown in this order.
        #[serde(skip_serializing_if = "<[Step]>::is_empty")]
        #[cfg_attr(feature = "openapi", schema(required = false))]
        steps: &'a [Step],
        /// How the list of moves has changed, if it has.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "openapi", schema(nullable = false))]
        moves: Option<Moves>,
        /// What has changed in the snapshot.
        change: Box<SnapshotChange>,
    },
    /// The whole game, where the update that led to it can't be told.
    Snapshot {
        /// The length of the game's log.
        seq: u64,
        /// The game.
        snapshot: &'a GameSnapshot,
        /// The moves of the round.
        moves: Vec<String>,
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
        #[cfg_attr(feature = "openapi", schema(required))]
        command: Option<&'a str>,
        /// Why.
        error: &'a str,
        /// Whether the game has changed since what the command expects: the missed updates are on their way.
        stale: bool,
    },
    /// Which place in the queue for engines the game has.
    Queue {
        /// The length of the game's log.
        seq: u64,
        /// How many games are served until it is this one's turn, 1 for the next; null when it does not wait any more.
        #[cfg_attr(feature = "openapi", schema(required))]
        place: Option<u64>,
    },
    /// Who is connected, after `hello`. Changes follow.
    Presence {
        /// The length of the game's log.
        seq: u64,
        /// How many guests are connected, listed or not.
        count: usize,
        /// Each guest once: the players, and as many spectators as are listed.
        guests: &'a [PresentGuest],
    },
    /// Who has come and gone.
    PresenceChange {
        /// The length of the game's log.
        seq: u64,
        /// How many guests are connected, listed or not.
        count: usize,
        /// The guests who are listed from now on, or have another name.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "openapi", schema(required = false))]
        arrived: Vec<&'a PresentGuest>,
        /// The public ids of the guests who are no longer listed.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[cfg_attr(feature = "openapi", schema(required = false))]
        left: Vec<&'a str>,
    },
}

impl ServerMessage<'_> {
    /// Returns an update that nobody's command led to, with nothing to show.
    pub(super) fn update_of(seq: u64, from: u64, change: SnapshotChange) -> ServerMessage<'static> {
        let change = Box::new(change);
        ServerMessage::Update { seq, from, command: None, by: None, steps: &[], moves: None, change }
    }

    /// Returns the message as JSON.
    pub(crate) fn to_json(&self) -> String {
        // As much as most updates need: growing would copy them again and again.
        let mut text = Vec::with_capacity(512);
        // A message holds no map with keys other than strings, so this can't fail.
        let _ = serde_json::to_writer(&mut text, self);
        // Every room keeps some: no more memory than they need.
        text.shrink_to_fit();
        String::from_utf8(text).unwrap_or_default()
    }
}

/// A guest who is connected to a game.
#[derive(Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct PresentGuest {
    /// The public id.
    pub(crate) guest: String,
    /// The name.
    pub(crate) name: String,
}
