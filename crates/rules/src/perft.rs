//! Perft: counts all move sequences of a length. It is the usual test of a move generator.

use crate::Position;

/// Returns the number of different move sequences of this length. Chance moves count like any other move.
///
/// ```
/// use parlor_rules::{drop::classic, perft};
/// assert_eq!(perft(&mut classic::Position::default(), 3), 7 * 7 * 7);
/// ```
pub fn perft<P: Position>(position: &mut P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if depth == 1 {
        return position.moves().count() as u64;
    }
    let moves: Vec<P::Move> = position.moves().collect();
    let mut leaves = 0;
    for played in moves {
        let did = position.play_unchecked(played);
        leaves += perft(position, depth - 1);
        position.undo(played, did);
    }
    leaves
}
