//! Solves a Connect Four position: its score, and that of every column.
//!
//! `cargo run --release -p parlor-engines --example solve_connect_four`

use parlor_engines::StopFlag;
use parlor_engines::connect4::{Position, Size, Solver};
use std::error::Error;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    // The columns played so far, counted from 1.
    let position = Position::from_digits(Size::STANDARD, "434442255174132")?;

    // The table of a solver is kept from one position to the next; 16 MB are plenty here. Another thread can end the
    // search by the stop flag, in which case there is no answer.
    let mut solver = Solver::new(Size::STANDARD, 16 << 20)?;
    let stop = StopFlag::default();
    let solved = solver.solve(&position, &stop).ok_or("stopped")?;

    // A positive score is a win for the player to move. The larger it is the sooner the win comes.
    match solved.score {
        0 => println!("a draw"),
        score @ 1.. => println!("the player to move wins with {} discs in hand", score - 1),
        score => println!("the player to move loses; the opponent has {} discs in hand", -score - 1),
    }
    println!("{} positions were searched", solved.nodes);

    let columns = solver.column_scores(&position, &stop).ok_or("stopped")?;
    for (column, score) in columns.iter().enumerate() {
        match score {
            Some(score) => println!("column {}: {score}", column + 1),
            None => println!("column {}: full", column + 1),
        }
    }
    assert_eq!(columns.iter().flatten().max(), Some(&solved.score));
    Ok(())
}
