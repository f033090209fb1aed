//! Records of version 1, which kept in comments what version 2 has fields for: who sat where, and the games of a match.

use crate::{Fault, MatchGame, PlayerSpec, Table};
use parlor_rules::Player;
use serde::Deserialize;

/// Takes over what a comment of version 1 says.
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

/// Who sat where: `seats: human | medium:500ms`.
fn seats(text: &str) -> Option<Vec<PlayerSpec>> {
    text.strip_prefix("seats: ")?.split(" | ").map(|seat| seat.parse().ok()).collect()
}

/// What a match said about a game after it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MatchNote {
    number: u64,
    seed: u64,
    /// Which engine of the match lost by breaking the rules, and how.
    #[serde(default)]
    fault: Option<(usize, Fault)>,
}
