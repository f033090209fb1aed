//! What a table is opened with: the first line of every record.

use super::TimeControl;
use crate::games::GameInfo;
use crate::{BadOptions, Options, checked_name};
use parlor_rules::{BadSetup, Player, Setup};
use serde::{Deserialize, Serialize};

/// What a table is opened with: the game and all that was chosen about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the record format; this is 1.
    pub parlor: u32,
    /// The game's name.
    pub game: String,
    /// What was chosen about the game.
    #[serde(default)]
    pub options: Options,
    /// The players' names; none at all for the game's own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// The seed of the game's chance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Players' moves after which the game is a draw; the game's own limit if not said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<u64>,
    /// Time for thinking.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// The board it starts from, if not the game's own start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub setup: Option<SetupRecord>,
    /// When it was opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u64>,
}

/// A drawn board in a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetupRecord {
    /// Top row first: 0 empty, 1 and 2 the players, or the tiles' values.
    pub cells: Vec<Vec<u64>>,
    /// Who is to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<u64>,
    /// The points so far.
    #[serde(default)]
    pub scores: [u64; 2],
}

impl Header {
    /// A game with nothing chosen.
    pub fn new(game: &str) -> Header {
        Header {
            parlor: Header::VERSION,
            game: game.into(),
            options: Options::default(),
            names: Vec::new(),
            seed: None,
            max_plies: None,
            clock: None,
            setup: None,
            at: None,
        }
    }

    /// The version of the record format that this library writes and reads.
    pub const VERSION: u32 = 1;

    /// The names to play under, if everything that can be checked without the game is right.
    pub(super) fn checked(&self, about: &GameInfo) -> Result<Vec<String>, BadOptions> {
        if self.parlor != Header::VERSION {
            return Err(BadOptions::Version(self.parlor));
        }
        if self.max_plies == Some(0) {
            return Err(BadOptions::NoPlies);
        }
        if self.names.is_empty() {
            return Ok(about.names.iter().map(|&name| name.into()).collect());
        }
        if self.names.len() != about.players {
            return Err(BadOptions::Names(about.players));
        }
        for name in &self.names {
            checked_name(name)?;
        }
        Ok(self.names.clone())
    }
}

impl SetupRecord {
    /// The board, still to be validated by its game.
    pub fn to_setup(&self) -> Result<Setup, BadOptions> {
        let next = match self.next.map(Player::from_number) {
            Some(None) => return Err(BadOptions::Setup(BadSetup::WrongTurn)),
            Some(player) => player,
            None => None,
        };
        Ok(Setup { cells: self.cells.clone(), next, scores: self.scores })
    }

    /// The record of a board.
    pub fn of(setup: Setup) -> SetupRecord {
        SetupRecord { cells: setup.cells, next: setup.next.map(Player::number), scores: setup.scores }
    }
}
