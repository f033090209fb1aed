//! What line mode needs from the program around it: a clock, engines, a record, and whether a person is there.

use crate::LineError;
use parlor_play::Table;
use parlor_rules::Player;

/// The program around a game in line mode.
pub trait Environment {
    /// Returns the time in milliseconds since 1970, as events record it.
    fn now(&self) -> u64 {
        0
    }

    /// Returns whether an engine plays this side.
    fn is_engine(&self, _player: Player) -> bool {
        false
    }

    /// Returns the move of this side's engine.
    fn think(&mut self, _player: Player, _table: &Table) -> Result<String, LineError> {
        Err(LineError::Other("no engine plays this side".into()))
    }

    /// Returns a good move for a person who asks for one.
    fn hint(&mut self, _table: &Table) -> Result<Option<String>, LineError> {
        Ok(None)
    }

    /// Writes a line to the record, if there is one.
    fn record(&mut self, _line: &str) -> Result<(), LineError> {
        Ok(())
    }

    /// Returns whether a person types the input.
    fn reads_terminal(&self) -> bool {
        false
    }

    /// Returns whether a person sees the output.
    fn writes_terminal(&self) -> bool {
        false
    }
}

/// People alone, without a clock, engines, a record or a terminal.
#[derive(Clone, Copy, Debug, Default)]
pub struct People;

impl Environment for People {}
