//! What a table is opened with: the first line of every record.

use super::TimeControl;
use crate::GameInfo;
use crate::{BadOptions, Options, RecordedPlayer, checked_name};
use parlor_rules::{BadSetup, Player, Setup};
use serde::{Deserialize, Serialize};

/// What a table is opened with: the game and all that was chosen about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the record format: 1 or 2.
    pub parlor: u32,
    /// The game's name.
    pub game: String,
    /// What was chosen about the game.
    #[serde(default)]
    pub options: Options,
    /// The players' names; none at all for the game's own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// Who plays on each seat, player one first; left out where that is not part of the record.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<RecordedPlayer>,
    /// Which game of a match it is.
    #[serde(default, rename = "match", skip_serializing_if = "Option::is_none")]
    pub match_game: Option<MatchGame>,
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

/// A game's place in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchGame {
    /// Its number in the match, from 0. Games 2k and 2k + 1 have the same opening and the seats exchanged.
    pub game: u64,
    /// The seed of the match.
    pub seed: u64,
}

/// A board to start from, as it stands in a record.
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
            seats: Vec::new(),
            match_game: None,
            seed: None,
            max_plies: None,
            clock: None,
            setup: None,
            at: None,
        }
    }

    /// The version of the record format that this library writes. It reads all versions from 1.
    pub const VERSION: u32 = 2;

    /// Checks everything that can be checked without the game, and returns the names to play under.
    pub(super) fn checked_names(&self, info: &GameInfo) -> Result<Vec<String>, BadOptions> {
        if !(1..=Header::VERSION).contains(&self.parlor) {
            return Err(BadOptions::Version(self.parlor));
        }
        if self.max_plies == Some(0) {
            return Err(BadOptions::NoPlies);
        }
        if !self.seats.is_empty() && self.seats.len() != info.players {
            return Err(BadOptions::Seats(info.players));
        }
        if self.names.is_empty() {
            return Ok(info.names.iter().map(|&name| name.into()).collect());
        }
        if self.names.len() != info.players {
            return Err(BadOptions::Names(info.players));
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
