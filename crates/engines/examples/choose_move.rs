//! Lets an engine choose a move, within limits, and follows what it thinks.
//!
//! `cargo run --release -p parlor-engines --example choose_move`

use parlor_engines::{EngineRegistry, Limits, Settings, StopFlag};
use parlor_rules::{Position, hex};
use std::error::Error;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let mut game = hex::Position::new(7, false)?;
    for stone in ["D3", "C5"] {
        game.play(stone.parse()?)?;
    }

    // Every game lists its engines, from random to the strongest.
    for entry in hex::Position::engines() {
        println!("{:8} {}", entry.name, entry.about);
    }

    let entry = hex::Position::engine("strong").ok_or("hex has this engine")?;
    let mut engine = (entry.make)(&Settings::seeded(1));

    // `2s` would be two seconds. With a limit in nodes the same seed chooses the same move.
    let limits: Limits = "2000n".parse()?;
    let chosen = engine.think(&game, &limits, &StopFlag::default(), &mut |report| {
        let line: Vec<String> = report.line.iter().map(ToString::to_string).collect();
        println!("{:5} nodes, worth {:.2}: {}", report.nodes, report.value.score, line.join(" "));
    });
    let chosen = chosen.ok_or("a player is to move")?;
    game.play(chosen)?;
    println!("chosen: {chosen}");
    Ok(())
}
