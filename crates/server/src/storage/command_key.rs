//! The key of a command in a game's log.

use crate::guest::Guest;
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// A command's id with the guest who sent it: two guests may use the same id.
///
/// It is stored as `GUEST:ID`. Logs of earlier versions have the id alone.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CommandKey {
    /// The guest, unless the log is older than this field.
    pub guest: Option<Guest>,
    /// The id that the guest chose.
    pub id: String,
}

impl CommandKey {
    /// Returns the key of a guest's command.
    pub fn new(guest: &Guest, id: &str) -> CommandKey {
        CommandKey { guest: Some(guest.clone()), id: id.into() }
    }
}

impl fmt::Display for CommandKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.guest {
            Some(guest) => write!(out, "{guest}:{}", self.id),
            None => out.write_str(&self.id),
        }
    }
}

impl FromStr for CommandKey {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<CommandKey, Infallible> {
        let parts = text.split_once(':').and_then(|(guest, id)| Some((Guest::from_id(guest)?, id)));
        Ok(match parts {
            Some((guest, id)) => CommandKey { guest: Some(guest), id: id.into() },
            None => CommandKey { guest: None, id: text.into() },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_round_trip() {
        let guest = Guest::from_secret("somebody");
        for id in ["1", "a:b", "", "\"'👩"] {
            let key = CommandKey::new(&guest, id);
            assert_eq!(key.to_string().parse(), Ok(key));
            let old = CommandKey { guest: None, id: id.into() };
            assert_eq!(old.to_string().parse(), Ok(old));
        }
    }
}
