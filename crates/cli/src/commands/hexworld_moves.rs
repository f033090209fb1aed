//! Lists of moves in the notation of other Hex programs, for `--notation hexworld`.

use parlor_play::hex::hexworld::{self, LinkMove};
use parlor_play::hex::notation::ForeignMove;
use std::io::{self, Write};

/// The moves of a list, as they were typed and as ours.
pub(super) struct HexworldMoves {
    typed: Vec<LinkMove>,
    ours: Vec<String>,
}

impl HexworldMoves {
    /// Reads moves. Spaces between them may be missing.
    pub(super) fn read(text: &str) -> Result<HexworldMoves, String> {
        let typed = hexworld::parse_moves(text)
            .map_err(|(index, typed)| bad_move(index, &typed, "expected a cell like a1, :s or :S"))?;
        let ours = hexworld::our_moves(&typed)
            .map_err(|(index, reason)| bad_move(index, &typed[index].to_string(), reason))?;
        Ok(HexworldMoves { typed, ours })
    }

    /// Returns whether a swap is among them. Then it is a game with the swap rule.
    pub(super) fn has_swap(&self) -> bool {
        self.has(ForeignMove::SwapPieces) || self.has_swap_sides()
    }

    fn has_swap_sides(&self) -> bool {
        self.has(ForeignMove::SwapSides)
    }

    fn has(&self, played: ForeignMove) -> bool {
        self.typed.iter().any(|link| link.played == played)
    }

    /// Plays our moves one by one. An error names the move as it was typed.
    pub(super) fn play_all(&self, mut play: impl FnMut(&str) -> Result<(), String>) -> Result<(), String> {
        for (index, (typed, ours)) in self.typed.iter().zip(&self.ours).enumerate() {
            play(ours).map_err(|reason| bad_move(index, &typed.to_string(), &reason))?;
        }
        Ok(())
    }

    /// Says on standard error that what is printed is not what was typed, if the players swapped sides.
    pub(super) fn print_mirrored(&self) {
        if self.has_swap_sides() {
            let note = "after :S the board is mirrored and its colors are exchanged, as after :s";
            let _ = writeln!(io::stderr(), "parlor: {note}");
        }
    }
}

fn bad_move(index: usize, typed: &str, reason: &str) -> String {
    format!("move {} ({typed}): {reason}", index + 1)
}
