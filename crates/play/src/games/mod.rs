//! The one list of games. Adding a game is writing its file here and adding it to [`GAMES`].

mod classic;
mod growing;
mod hex;
mod shapes;
mod super_;
mod tiles;
mod turns;

use self::turns::Dropping;
use crate::session::TypedSession;
use crate::view::{Goal, Layout, MoveTarget, Step};
use crate::{Axis, BadOptions, EngineInfo, OptionKind, Options, Session};
use parlor_engines::EngineRegistry;
use parlor_rules::{Player, PlayoutStats, Position};
use std::fmt;

/// What there is to know about a game before it starts.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// How it is asked for: `hex`.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// How its moves are written.
    pub moves: &'static str,
    /// How many play it: 1 or 2.
    pub players: usize,
    /// What the players are called unless they are given names.
    pub names: &'static [&'static str],
    /// What can be chosen about it.
    pub choices: &'static [OptionKind],
    /// Players' moves after which a table ends the game, unless it is told otherwise.
    pub max_plies: Option<u64>,
}

impl GameInfo {
    /// Players' moves after which a table with these options ends the game, unless it is told otherwise.
    ///
    /// A free board has no game to end; its limit only keeps a table from growing for ever.
    pub fn limit(&self, options: &Options) -> Option<u64> {
        if options.free { Some(1_000_000) } else { self.max_plies }
    }
}

/// A game of the list, with its types put away.
pub trait Game: Sync {
    /// What it is.
    fn about(&self) -> &GameInfo;

    /// Starts one.
    fn start(&self, options: &Options) -> Result<Box<dyn Session>, BadOptions>;

    /// Its engines.
    fn engines(&self) -> Vec<EngineInfo>;

    /// Plays random whole games from the start, as fast as they go.
    fn playouts(&self, options: &Options, games: u64, seed: u64) -> Result<PlayoutStats, BadOptions>;
}

/// The six games.
pub static GAMES: [&dyn Game; 6] = [
    &Listed::<Dropping<shapes::Shapes>>::NEW,
    &Listed::<growing::Growing>::NEW,
    &Listed::<Dropping<classic::Classic>>::NEW,
    &Listed::<Dropping<super_::Super>>::NEW,
    &Listed::<hex::Hex>::NEW,
    &Listed::<tiles::Tiles>::NEW,
];

/// The game of this name.
pub fn game(name: &str) -> Option<&'static dyn Game> {
    GAMES.into_iter().find(|game| game.about().name == name)
}

/// What the list needs to know of a game: its rules, options, words and drawing, typed.
pub(crate) trait Rules: Send + Sync + 'static {
    /// Its positions.
    type Position: EngineRegistry;

    /// What it is.
    const ABOUT: GameInfo;

    /// How its cells lie.
    const LAYOUT: Layout;

    /// The starting position with these options, which are known to be among the game's choices.
    fn start(options: &Options) -> Result<Self::Position, BadOptions>;

    /// The board as line mode prints it, ending in a newline.
    fn write(position: &Self::Position, color: bool, out: &mut dyn fmt::Write) -> fmt::Result;

    /// What a player is called on the board.
    fn side_label(position: &Self::Position, player: Player) -> String;

    /// Who is to move or how it ended, in the game's words.
    fn status_text(position: &Self::Position, names: &[String]) -> String;

    /// Where a move is made; none for a move of chance.
    fn move_target(played: Move<Self>) -> Option<MoveTarget>;

    /// The level a disc will come to rest on, asked before it is dropped.
    fn landing(_before: &Self::Position, _played: Move<Self>) -> usize {
        0
    }

    /// What a move did, phase by phase.
    fn steps(after: &Self::Position, played: Move<Self>, landing: usize, did: &Effect<Self>) -> Vec<Step>;

    /// Rows and columns of the board.
    fn size(position: &Self::Position) -> (usize, usize);

    /// What a cell holds, counted from the top left: 0 nothing, 1 and 2 the players, or a tile's value.
    fn cell(position: &Self::Position, row: usize, column: usize) -> u64;

    /// How many cells of a row or a column are filled, rows counted from the top; growing counts from its bottom.
    fn filled(position: &Self::Position, along: Axis, index: usize) -> Option<usize> {
        let (rows, columns) = Self::size(position);
        let filled = |row, column| Self::cell(position, row, column) > 0;
        match along {
            Axis::Row => (index < rows).then(|| (0..columns).filter(|&column| filled(index, column)).count()),
            Axis::Column => (index < columns).then(|| (0..rows).filter(|&row| filled(row, index)).count()),
        }
    }

    /// The points, in games that count them.
    fn scores(_position: &Self::Position) -> Option<[u64; 2]> {
        None
    }

    /// The goal, in games that have one.
    fn goal(_position: &Self::Position) -> Option<Goal> {
        None
    }

    /// Whether it can be said who is next.
    const HAS_NEXT: bool = true;

    /// Goes on after a win, where a game can.
    fn continue_after_win(_position: &mut Self::Position) -> bool {
        false
    }

    /// Takes that back.
    fn undo_continue(_position: &mut Self::Position) {}

    /// The position as engines should see it, where that is not the position itself.
    fn for_engines(_position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// Random whole games from this start.
    fn playouts(start: &Self::Position, games: u64, seed: u64) -> PlayoutStats;
}

/// A move of a game.
pub(crate) type Move<R> = <<R as Rules>::Position as Position>::Move;
/// What a move of a game did.
pub(crate) type Effect<R> = <<R as Rules>::Position as Position>::Played;

/// A game's entry in the list.
struct Listed<R>(std::marker::PhantomData<fn() -> R>);

impl<R> Listed<R> {
    const NEW: Listed<R> = Listed(std::marker::PhantomData);
}

impl<R: Rules> Game for Listed<R> {
    fn about(&self) -> &GameInfo {
        &R::ABOUT
    }

    fn start(&self, options: &Options) -> Result<Box<dyn Session>, BadOptions> {
        options.only(R::ABOUT.name, R::ABOUT.choices)?;
        Ok(Box::new(TypedSession::<R>::new(options.clone(), R::start(options)?)))
    }

    fn engines(&self) -> Vec<EngineInfo> {
        R::Position::engines().iter().map(EngineInfo::of).collect()
    }

    fn playouts(&self, options: &Options, games: u64, seed: u64) -> Result<PlayoutStats, BadOptions> {
        options.only(R::ABOUT.name, R::ABOUT.choices)?;
        Ok(R::playouts(&R::start(options)?, games, seed))
    }
}
