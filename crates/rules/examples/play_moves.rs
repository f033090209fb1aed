//! Plays moves given as text, and shows what is refused.
//!
//! `cargo run -p parlor-rules --example play_moves`

use parlor_rules::drop::{Column, classic};
use parlor_rules::{Outcome, Position, Turn};
use std::error::Error;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let mut game = classic::Position::default();

    // Columns count from 0. A text that is no column is a parse error, a column that can't be played is refused, and
    // in both cases the position stays as it was.
    for text in ["3", "2", "x", "4", "3", "9", "4", "3", "5", "4", "6"] {
        let column: Column = match text.parse() {
            Ok(column) => column,
            Err(error) => {
                println!("{text}: {error}");
                continue;
            }
        };
        if let Err(error) = game.play(column) {
            println!("{text}: {error}");
        }
    }

    // Top row first: . is empty, 1 and 2 are the players.
    for row in game.setup().lines() {
        println!("{row}");
    }
    match game.turn() {
        Turn::Player(player) => println!("player {player} is to move"),
        Turn::Over(Outcome::Win(player)) => {
            let cells: Vec<String> =
                game.line().iter().map(|cell| format!("({}, {})", cell.row, cell.column)).collect();
            println!("player {player} has won: {}", cells.join(" "));
        }
        Turn::Over(outcome) => println!("it ended: {outcome:?}"),
        Turn::Chance => unreachable!("nothing is left to chance in Connect Four"),
    }
    Ok(())
}
