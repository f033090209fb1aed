//! The one trait that describes a game, and games whose types are erased.

use crate::session::TypedSession;
use crate::view::{Goal, MoveTarget, Step};
use crate::{BadOptions, EngineInfo, Explanation, ExportFormat, GameInfo, Options, Session, Table};
use parlor_engines::EngineRegistry;
use parlor_rules::{Player, PlayoutStats, Position};
use std::fmt;

/// A game of the list, its types erased.
pub trait Game: Send + Sync {
    /// Returns what there is to know about it.
    fn info(&self) -> &'static GameInfo;

    /// Starts a game with these options.
    fn start(&self, options: &Options) -> Result<Box<dyn Session>, BadOptions>;

    /// Returns its engines.
    fn engines(&self) -> Vec<EngineInfo>;

    /// Writes the games of a table in a format of other programs; nothing where it is none of the game's.
    fn export(&self, table: &Table, format: ExportFormat) -> Option<String>;

    /// Plays random whole games from the start, as fast as possible.
    fn playouts(&self, options: &Options, games: u64, seed: u64) -> Result<PlayoutStats, BadOptions>;
}

/// The description of a game: its positions, its data, and how it is drawn and written.
///
/// To add a game, implement this for a type of its own and add that to the list of games.
pub(crate) trait GameDefinition: Send + Sync + 'static {
    /// Its positions.
    type Position: EngineRegistry;

    /// What there is to know about it.
    const INFO: GameInfo;

    /// Returns the starting position. The options are known to be among the game's own.
    fn start(options: &Options) -> Result<Self::Position, BadOptions>;

    /// Returns the rows and columns of the board.
    fn size(position: &Self::Position) -> (usize, usize);

    /// Returns what a cell holds, counted from the top left: 0 nothing, 1 and 2 the players, or a tile's value.
    fn cell(position: &Self::Position, row: usize, column: usize) -> u64;

    /// Plays a legal move, and returns what takes it back and what it did, phase by phase.
    fn play(position: &mut Self::Position, played: MoveOf<Self>) -> (EffectOf<Self>, Vec<Step>);

    /// Returns where a move is made; none for a move of chance.
    fn move_target(played: MoveOf<Self>) -> Option<MoveTarget>;

    /// Returns where a move of chance is made; none for a move of a player.
    fn chance_target(_played: MoveOf<Self>) -> Option<MoveTarget> {
        None
    }

    /// Writes the board as line mode prints it, ending in a newline.
    fn write(position: &Self::Position, color: bool, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Returns what a player's side is called on the board: `red`, `O`, a token.
    fn side_label(position: &Self::Position, player: Player) -> String;

    /// Returns who is to move or how the game ended, in the game's words.
    fn status_text(position: &Self::Position, names: &[String]) -> String;

    /// Returns whose turn it is, in games that can say.
    fn next(position: &Self::Position) -> Option<Player> {
        position.turn().player()
    }

    /// Returns who makes a legal move; none for a move of chance.
    fn mover(position: &Self::Position, _played: MoveOf<Self>) -> Option<Player> {
        position.turn().player()
    }

    /// Returns the points, in games that count them.
    fn scores(_position: &Self::Position) -> Option<[u64; 2]> {
        None
    }

    /// Returns the goal, in games that have one.
    fn goal(_position: &Self::Position) -> Option<Goal> {
        None
    }

    /// Continues after a win where the game can, and returns whether it does.
    fn continue_after_win(_position: &mut Self::Position) -> bool {
        false
    }

    /// Takes the choice to continue back.
    fn undo_continue(_position: &mut Self::Position) {}

    /// Returns the position as engines should see it, where that is not the position itself.
    fn for_engines(_position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// Writes the games of a table in a format of other programs that the game lists.
    fn export(_table: &Table, _format: ExportFormat) -> Option<String> {
        None
    }

    /// Returns what can be said of a position without an engine's search, in games that know; cells and board as other
    /// programs write them, if that is asked for.
    fn explain(_position: &Self::Position, _foreign_notation: bool) -> Option<Explanation> {
        None
    }

    /// Plays random whole games from this start.
    fn playouts(start: &Self::Position, games: u64, seed: u64) -> PlayoutStats;
}

/// A move of a game.
pub(crate) type MoveOf<G> = <<G as GameDefinition>::Position as Position>::Move;

/// What takes a move of a game back.
pub(crate) type EffectOf<G> = <<G as GameDefinition>::Position as Position>::Played;

impl<G: GameDefinition> Game for G {
    fn info(&self) -> &'static GameInfo {
        &G::INFO
    }

    fn start(&self, options: &Options) -> Result<Box<dyn Session>, BadOptions> {
        options.check(&G::INFO)?;
        Ok(Box::new(TypedSession::<G>::new(options.clone(), G::start(options)?)))
    }

    fn engines(&self) -> Vec<EngineInfo> {
        G::Position::engines().iter().map(EngineInfo::of).collect()
    }

    fn export(&self, table: &Table, format: ExportFormat) -> Option<String> {
        G::export(table, format)
    }

    fn playouts(&self, options: &Options, games: u64, seed: u64) -> Result<PlayoutStats, BadOptions> {
        options.check(&G::INFO)?;
        Ok(G::playouts(&G::start(options)?, games, seed))
    }
}
