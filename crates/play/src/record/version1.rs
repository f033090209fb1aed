//! Records of version 1, which stored the players and the match of a game in comments.

use crate::{Fault, MatchGame, RecordedPlayer, Table};
use parlor_rules::Player;
use serde::Deserialize;

/// Applies a comment of version 1 to the table.
pub(super) fn read_comment(table: &mut Table, text: &str) {
    if let Some(seats) = seats(text)
        && seats.len() == table.names().len()
    {
        table.set_seats(seats);
    } else if let Ok(note) = serde_json::from_str::<MatchNote>(text) {
        let forfeit = note.fault.and_then(|(engine, fault)| {
            let seat = if table.names().len() == 1 { 0 } else { engine ^ usize::from(note.number % 2 == 1) };
            Player::BOTH.get(seat).map(|&player| (player, fault))
        });
        table.set_match_game(MatchGame { game: note.number, seed: note.seed }, forfeit);
    }
}

/// Parses the players: `seats: human | medium:500ms`.
fn seats(text: &str) -> Option<Vec<RecordedPlayer>> {
    text.strip_prefix("seats: ")?.split(" | ").map(|seat| seat.parse().ok()).collect()
}

/// A match's comment about a finished game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MatchNote {
    number: u64,
    seed: u64,
    /// The engine of the match that forfeited, and why.
    #[serde(default)]
    fault: Option<(usize, Fault)>,
}
