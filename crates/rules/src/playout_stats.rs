//! What a run of random games came to.

use crate::SplitMix64;

/// Counts of a run of random games, with a signature of what was played.
///
/// The signature adds up a number per game, so it does not depend on the order in which games end, and games may
/// be interleaved for speed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayoutStats {
    /// Whole games played.
    pub games: u64,
    /// Players' moves in all of them (chance moves are not counted).
    pub moves: u64,
    /// Games won by player one, by player two (1024: won, lost); the rest were drawn or cut off.
    pub wins: [u64; 2],
    /// Changes when any game ends on another board or after another number of moves.
    pub signature: u64,
}

impl PlayoutStats {
    /// Counts a game: its moves, the index of its winner, and a fingerprint of its last board.
    #[inline]
    pub fn add(&mut self, moves: u64, winner: Option<usize>, fingerprint: u64) {
        self.games += 1;
        self.moves += moves;
        if let Some(winner) = winner {
            self.wins[winner] += 1;
        }
        let mixed = SplitMix64::new(fingerprint ^ moves.rotate_left(48)).next_u64();
        self.signature = self.signature.wrapping_add(mixed);
    }
}
