//! A player that a file, a link or a message names.

use crate::{BadPlayerSpec, PlayerSpec};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// A player as it is named by something from outside: a record, a link, a request, a database.
///
/// Nothing from outside may start a program, so this is the only form in which such a name is read, and an engine
/// can't be started from it. [`without_program`](RecordedPlayer::without_program) returns the player unless it is a
/// program. [`confirmed`](RecordedPlayer::confirmed) also returns programs, for users who were shown the command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedPlayer(PlayerSpec);

impl RecordedPlayer {
    /// Returns the player, or an error if it is a program.
    pub fn without_program(&self) -> Result<PlayerSpec, BadPlayerSpec> {
        if self.is_program() { Err(BadPlayerSpec::Program(self.to_string())) } else { Ok(self.0.clone()) }
    }

    /// Returns the player, even if it is a program. Call this only if the user was shown its command and agreed.
    pub fn confirmed(&self) -> PlayerSpec {
        self.0.clone()
    }

    /// Returns the player, or a person in place of a program.
    pub fn or_person(&self) -> PlayerSpec {
        self.without_program().unwrap_or(PlayerSpec::Human)
    }

    /// Returns whether it names a program.
    pub fn is_program(&self) -> bool {
        self.0.is_program()
    }
}

impl From<PlayerSpec> for RecordedPlayer {
    fn from(player: PlayerSpec) -> RecordedPlayer {
        RecordedPlayer(player)
    }
}

/// Formats the player as [`PlayerSpec`] does.
impl fmt::Display for RecordedPlayer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl FromStr for RecordedPlayer {
    type Err = BadPlayerSpec;

    fn from_str(text: &str) -> Result<RecordedPlayer, BadPlayerSpec> {
        text.parse().map(RecordedPlayer)
    }
}

impl Serialize for RecordedPlayer {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for RecordedPlayer {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<RecordedPlayer, D::Error> {
        String::deserialize(input)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_must_be_confirmed() {
        for text in ["cmd:touch file", "htp:touch file", "cmd: touch"] {
            let player: RecordedPlayer = text.parse().unwrap();
            assert!(matches!(player.without_program(), Err(BadPlayerSpec::Program(_))), "{text}");
            assert!(player.confirmed().is_program());
        }
        for text in ["human", "strong:2000ms"] {
            let player: RecordedPlayer = text.parse().unwrap();
            assert_eq!(player.without_program().unwrap().to_string(), text);
        }
    }
}
