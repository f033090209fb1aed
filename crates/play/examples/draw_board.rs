//! A front end in a few lines: draws any game by its view, and tells what a move did, step by step.
//!
//! `cargo run -p parlor-play --example draw_board`

use parlor_play::{Layout, Step, View, game};
use std::error::Error;

/// Draws the cells. No rule of any game is needed for it.
fn draw(view: &View) -> String {
    let mut text = String::new();
    for (row, cells) in view.cells.iter().enumerate() {
        if view.layout == Layout::Diamond {
            text.push_str(&" ".repeat(row));
        }
        for cell in cells {
            match (view.layout, cell) {
                (_, 0) => text.push_str(" ."),
                (Layout::Panel, value) => text.push_str(&format!(" {value}")),
                (_, player) => text.push_str(if *player == 1 { " O" } else { " X" }),
            }
        }
        text.push('\n');
    }
    text
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let mut session = game("super").ok_or("one of the six")?.start(&Default::default())?;
    for text in "0 4 2 2 3 6 4 5 5 6 2 3 3 6".split(' ') {
        session.play(text)?;
    }
    print!("{}", draw(&session.view()));

    // The last disc makes a line. The line vanishes, discs fall, and that makes two more.
    for step in &session.play("1")?.steps {
        match step {
            Step::Drop { cell: [row, column], player } => {
                println!("player {player}: row {row}, column {column}")
            }
            Step::Vanish(cells) => println!("{} discs vanish", cells.len()),
            Step::Fall(discs) => println!("{} discs fall", discs.len()),
            Step::Score(players) => println!("a point for {players:?}"),
            other => println!("{other:?}"),
        }
    }
    let view = session.view();
    print!("{}", draw(&view));
    assert_eq!(view.scores, Some([2, 1]));

    // Where the next moves can be made, and how each is written.
    for (target, text) in &view.move_targets {
        println!("{target:?}: {text}");
    }
    Ok(())
}
