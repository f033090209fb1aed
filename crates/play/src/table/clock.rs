//! Time for thinking.

use parlor_rules::Player;
use serde::{Deserialize, Serialize};

/// How much time the players have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TimeControl {
    /// Milliseconds at the start.
    pub initial: u64,
    /// Milliseconds more for each move.
    #[serde(default)]
    pub increment: u64,
}

/// Two clocks, of which one at most is running. Time comes in as a number of milliseconds.
///
/// The first move of a game is free: clocks run from then on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    left: [u64; 2],
    running: Option<(Player, u64)>,
    started: bool,
}

impl Clock {
    pub(super) fn new(control: TimeControl) -> Clock {
        Clock { control, left: [control.initial; 2], running: None, started: false }
    }

    /// How many milliseconds a player has left.
    pub fn left(&self, player: Player, now: u64) -> u64 {
        let left = self.left[player.index()];
        match self.running {
            Some((runs, since)) if runs == player => left.saturating_sub(now.saturating_sub(since)),
            _ => left,
        }
    }

    /// Whether somebody's time is running.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Whose time has run out.
    pub fn fallen(&self, now: u64) -> Option<Player> {
        self.running.map(|(player, _)| player).filter(|&player| self.left(player, now) == 0)
    }

    /// A player has moved: their time is taken, the increment given.
    pub(super) fn moved(&mut self, player: Player, at: u64) {
        let left = self.left(player, at);
        let increment = if self.started { self.control.increment } else { 0 };
        self.left[player.index()] = left.saturating_add(increment);
        self.running = None;
        self.started = true;
    }

    /// Lets a player's clock run from now, if it does not already.
    pub(super) fn turn_to(&mut self, player: Option<Player>, at: u64) {
        if self.running.map(|(runs, _)| runs) == player {
            return;
        }
        if let Some((runs, _)) = self.running {
            self.left[runs.index()] = self.left(runs, at);
        }
        self.running = player.filter(|_| self.started).map(|player| (player, at));
    }
}
