//! Plays any of the six games between two engines, chosen by name at run time. Moves are text.
//!
//! `cargo run --release -p parlor-play --example play_engine`

use parlor_engines::{Settings, StopFlag};
use parlor_play::{Command, Header, PlayerSpec, SessionEngine, Table, games};
use std::error::Error;

/// Plays a game to its end and returns how it ended, in words.
fn play(game: &str, players: &[PlayerSpec]) -> Result<String, Box<dyn Error>> {
    // The seed is for 1024, whose new tiles are drawn by chance. Super can go on for very long: it is a draw after 5,000 moves.
    let mut table = Table::open(Header { seed: Some(1), max_plies: Some(5_000), ..Header::new(game) })?;
    let engine = |player| table.session().engine(player, &Settings::seeded(1));
    let mut engines: Vec<Box<dyn SessionEngine>> = players.iter().map(engine).collect::<Result<_, _>>()?;

    // What is due by itself, as the first tiles of 1024, is done before anybody moves.
    let _ = table.settle(0);
    while table.ending().is_none() {
        let player = table.session().turn().player().ok_or("a player is to move")?;
        let engine = &mut engines[player.index()];
        // The engine has a game of its own, which it brings to the position of the table.
        engine.catch_up(&table.timeline().moves())?;
        let text = engine.think(None, &StopFlag::default(), &mut |_| {})?.ok_or("an engine moves")?;
        let outcome = table.act(&Command::Move { by: None, text }, 0);
        if let Some(refusal) = outcome.refusal {
            return Err(refusal.to_string().into());
        }
    }
    let ending = table.ending().map(|ending| ending.to_string()).unwrap_or_default();
    Ok(format!("{ending} after {} moves", table.timeline().player_moves()))
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    // As on the command line: a name, and a limit if you like.
    let medium: PlayerSpec = "medium:100n".parse()?;
    let random: PlayerSpec = "random".parse()?;
    for game in games() {
        let about = game.info();
        let players = [medium.clone(), random.clone()];
        println!("{:8} {}", about.name, play(about.name, &players[..about.players])?);
    }
    Ok(())
}
