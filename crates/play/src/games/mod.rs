//! The one list of games. To add a game, write its file here and add one line to [`GAMES`].

mod classic;
mod drop;
mod growing;
pub mod hex;
mod shapes;
mod super_;
#[cfg(feature = "seventh-game")]
mod three;
mod tiles;

use crate::Game;

/// The games, in the order in which they are listed.
static GAMES: &[&dyn Game] = &[
    &shapes::Shapes,
    &growing::Growing,
    &classic::Classic,
    &super_::Super,
    &hex::Hex,
    &tiles::Tiles,
    #[cfg(feature = "seventh-game")]
    &three::Three,
];

/// Returns the games, in the order in which they are listed.
#[cfg(not(feature = "seventh-game"))]
pub fn games() -> &'static [&'static dyn Game] {
    GAMES
}

/// Returns the games, in the order in which they are listed.
#[cfg(feature = "seventh-game")]
pub fn games() -> &'static [&'static dyn Game] {
    if three::is_listed() { GAMES } else { &GAMES[..GAMES.len() - 1] }
}

/// The game that is played where none is named.
pub const DEFAULT_GAME: &str = "classic";

/// Returns the game of this name.
pub fn game(name: &str) -> Option<&'static dyn Game> {
    games().iter().copied().find(|game| game.info().name == name)
}
