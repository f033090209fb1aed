//! Statistics of a run of random games.

use crate::SplitMix64;

/// The counts of a run of random games, with a signature of what was played.
///
/// The signature is a sum of one number per game. It does not depend on the order in which games end, so
/// games may be interleaved for speed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayoutStats {
    /// The number of complete games.
    pub games: u64,
    /// The number of moves in all games, without chance moves.
    pub moves: u64,
    /// Games won by player one and by player two (in 1024: won and lost). The others were drawn or cut off.
    pub wins: [u64; 2],
    /// A checksum. It changes when any game ends on another board or after another number of moves.
    pub signature: u64,
}

impl PlayoutStats {
    /// Adds a game: its number of moves, the index of its winner (0 or 1), and a fingerprint of its last board.
    #[inline]
    pub fn add(&mut self, moves: u64, winner: Option<usize>, fingerprint: u64) {
        self.games += 1;
        self.moves = self.moves.saturating_add(moves);
        if let Some(wins) = winner.and_then(|winner| self.wins.get_mut(winner)) {
            *wins += 1;
        }
        let mixed = SplitMix64::new(fingerprint ^ moves.rotate_left(48)).next_u64();
        self.signature = self.signature.wrapping_add(mixed);
    }
}
