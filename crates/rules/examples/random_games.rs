//! Plays random games of every kind, by one generic function. The same seed gives the same games on every machine.
//!
//! `cargo run -p parlor-rules --example random_games`

use parlor_rules::drop::{classic, growing, shapes, super_};
use parlor_rules::{Outcome, Player, Position, SplitMix64, hex, play_random_game, tiles};

/// Plays 100 games from a position. Chance moves, as the new tiles of 1024, are drawn from the same generator.
fn play<P: Position>(name: &str, start: &P) {
    let mut random = SplitMix64::new(2024);
    let (mut won, mut moves) = ([0, 0], 0);
    for _ in 0..100 {
        let mut game = start.clone();
        // Super and growing could go on for very long: a game is cut off after 1,000 moves.
        let (outcome, plies) = play_random_game(&mut game, &mut random, 1_000);
        moves += plies;
        match outcome {
            Some(Outcome::Win(Player::One)) => won[0] += 1,
            Some(Outcome::Win(Player::Two)) => won[1] += 1,
            // A draw, the end of a game for one, or cut off.
            _ => {}
        }
    }
    println!("{name:8} {:2} to {:2}, {:6.1} moves a game", won[0], won[1], moves as f64 / 100.0);
}

pub(crate) fn main() {
    play("shapes", &shapes::Position::default());
    play("growing", &growing::Position::default());
    play("classic", &classic::Position::default());
    play("super", &super_::Position::default());
    play("hex", &hex::Position::default());
    play("1024", &tiles::Position::default());
}
