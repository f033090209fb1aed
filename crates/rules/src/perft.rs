//! Counting all ways a game can go on: the classic check of a move generator.

use crate::Position;

/// The number of different move sequences of this length, chance moves counted like any other.
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
