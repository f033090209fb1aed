//! What a client can do at a game, and why it may be refused.

use parlor_play::Refusal;
use serde::{Deserialize, Serialize};

/// A command as a client sends it, over the socket or over HTTP.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ClientCommand {
    /// A text that no other command of this guest in this game has. A command that is sent twice is carried out once; a
    /// different command with the same id is refused.
    pub id: String,
    /// The `seq` of the last message the client saw.
    pub expects: u64,
    /// The id of a command that this one was given behind, before its answer came: then `expects` does not count, and
    /// this one is carried out if nothing has happened since that one but what it led to by itself.
    #[serde(default)]
    pub after: Option<String>,
    /// Whether to carry it out also if the command that `after` names was a move that can't be made: a press of 1024 that
    /// changes nothing keeps none of those behind it from being made.
    #[serde(default)]
    pub even_if_illegal: bool,
    /// What to do.
    #[serde(rename = "do")]
    pub kind: CommandKind,
    /// The move as text, for `move`.
    #[serde(default, rename = "move")]
    pub text: Option<String>,
}

impl ClientCommand {
    /// The longest id, in characters.
    pub const LONGEST_ID: usize = 64;

    /// Whether the id can be kept: PostgreSQL stores no NUL.
    pub(crate) fn has_good_id(&self) -> bool {
        (1..=ClientCommand::LONGEST_ID).contains(&self.id.chars().count())
            && !self.id.contains(char::is_control)
    }
}

/// What a player can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum CommandKind {
    /// Make a move.
    Move,
    /// Take back the last move, or ask the opponent to agree to it.
    Undo,
    /// Make the move again that was undone last; only where nobody has to be asked.
    Redo,
    /// Call the game off while a seat is free.
    Cancel,
    /// Resign.
    Resign,
    /// Offer a draw.
    Draw,
    /// Play again, or ask the opponent to.
    Rematch,
    /// Accept the opponent's offer.
    Accept,
    /// Decline the opponent's offer.
    Decline,
    /// Withdraw your own offer.
    Withdraw,
    /// Continue after reaching the goal.
    Continue,
    /// Give up the seat before your first move: somebody else can take it.
    Leave,
}

impl CommandKind {
    /// All kinds, in the order in which they are listed to clients.
    pub(crate) const ALL: [CommandKind; 12] = [
        CommandKind::Move,
        CommandKind::Undo,
        CommandKind::Redo,
        CommandKind::Cancel,
        CommandKind::Resign,
        CommandKind::Draw,
        CommandKind::Rematch,
        CommandKind::Accept,
        CommandKind::Decline,
        CommandKind::Withdraw,
        CommandKind::Continue,
        CommandKind::Leave,
    ];
}

/// What became of a command that was not refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CommandOutcome {
    /// It was carried out now; the log's seq after it.
    Applied(u64),
    /// It had been carried out before; the log's seq after it.
    AlreadyApplied(u64),
}

impl CommandOutcome {
    /// Returns the log's seq after the command.
    pub(crate) fn seq(self) -> u64 {
        match self {
            CommandOutcome::Applied(seq) | CommandOutcome::AlreadyApplied(seq) => seq,
        }
    }
}

/// Why a command is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CommandError {
    #[error("you are watching: only players can do this")]
    Watching,
    #[error("a move needs its text: {{\"do\":\"move\",\"move\":\"3\"}}")]
    NoMove,
    #[error("a command's id has 1 to {} characters and no control characters", ClientCommand::LONGEST_ID)]
    BadId,
    #[error("this id was already used for a different command")]
    IdTaken,
    #[error("this game's log is full: open another game")]
    LogFull,
    #[error("the board can't become any larger")]
    BoardTooLarge,
    #[error("both players are there: resign instead")]
    NotWaiting,
    #[error("nobody has joined yet: cancel the game instead")]
    Waiting,
    #[error("you have moved already: resign instead")]
    HasMoved,
    #[error("a seat is given up only to another guest who is there")]
    NoOtherPlayer,
    #[error("an engine takes no draws")]
    EngineOpponent,
    #[error("nobody can resign at a free board: there are no turns that tell who does")]
    NoTurns,
    #[error(transparent)]
    Refused(#[from] Refusal),
}
