//! A small search that works for every game of two without chance: who wins Hex on a board of 3 x 3?
//!
//! `cargo run -p parlor-rules --example search`

use parlor_rules::{Outcome, Player, Position, Turn, hex};
use std::error::Error;

/// Returns 1 if the player to move wins under best play, -1 if they lose, and 0 for a draw.
fn negamax<P: Position>(position: &mut P, nodes: &mut u64) -> i32 {
    *nodes += 1;
    let player = match position.turn() {
        Turn::Player(player) => player,
        // The last move has ended the game: whoever would be next has lost.
        Turn::Over(Outcome::Win(_)) => return -1,
        _ => return 0,
    };
    let moves: Vec<P::Move> = position.moves().collect();
    let mut best = -1;
    for played in moves {
        // Moves that were listed are legal. `undo` is given what the move did.
        let did = position.play_unchecked(played);
        best = best.max(-negamax(position, nodes));
        position.undo(played, did);
        if best == 1 {
            break;
        }
    }
    debug_assert_eq!(position.turn(), Turn::Player(player));
    best
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let mut game = hex::Position::new(3, false)?;
    let mut nodes = 0;
    let value = negamax(&mut game, &mut nodes);
    let winner = if value == 1 { Player::One } else { Player::Two };
    println!("player {winner} wins; {nodes} positions were searched");

    // The strategy-stealing argument: the second player can't have a win in Hex.
    assert_eq!(winner, Player::One);
    Ok(())
}
