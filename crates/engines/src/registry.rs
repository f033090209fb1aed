//! The registry: the engines of each game, with their names and options.

use crate::hex::{Perfect, Strong, WithSwap};
use crate::search::{HexRollout, Level, LineRollout, Mcts, Random, Rollout};
use crate::{DataFile, Engine, Settings, connect4, hex as hex_engines, super_, tiles as tile_engines};
use parlor_rules::drop::{Column, DropPosition, Rule};
use parlor_rules::{Position, drop, hex, tiles};
use std::fmt;

/// An engine of a game: its name, its description, and how to make it.
#[derive(Debug)]
pub struct EngineEntry<P: Position> {
    /// The name by which users select it.
    pub name: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// Whether it can be given a limit, in time or nodes.
    pub takes_limits: bool,
    /// Returns an error if it can't play from this position.
    pub fits: fn(&P) -> Result<(), Unsupported>,
    /// Makes the engine. Engines with equal settings play the same moves, unless they are limited by time.
    pub make: Make<P>,
}

/// The reason why an engine can't play a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsupported {
    /// The board has too many cells to be solved.
    TooLarge {
        /// The engine.
        engine: &'static str,
        /// The rows of the board.
        rows: usize,
        /// The columns of the board.
        columns: usize,
        /// The most cells the engine solves.
        max_cells: usize,
    },
    /// The target is too high to be solved on a board of this size.
    TargetTooHigh {
        /// The engine.
        engine: &'static str,
        /// The rows of the board.
        rows: usize,
        /// The columns of the board.
        columns: usize,
        /// The highest target the engine solves on this size.
        max_target: u64,
    },
}

impl fmt::Display for Unsupported {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsupported::TooLarge { engine, rows, columns, max_cells } => {
                write!(out, "{engine} can't finish {rows}x{columns}: it solves up to {max_cells} cells")
            }
            Unsupported::TargetTooHigh { engine, rows, columns, max_target } => {
                write!(
                    out,
                    "{engine} can't finish {rows}x{columns} to this target: it solves it up to {max_target}"
                )
            }
        }
    }
}

impl std::error::Error for Unsupported {}

/// A function that makes an engine.
pub type Make<P> = fn(&Settings) -> Box<dyn Engine<P>>;

impl<P: Position> Clone for EngineEntry<P> {
    fn clone(&self) -> EngineEntry<P> {
        *self
    }
}

impl<P: Position> Copy for EngineEntry<P> {}

/// A game that has engines.
pub trait EngineRegistry: Position {
    /// Returns the engines of the game, the strongest last.
    fn engines() -> Vec<EngineEntry<Self>>;

    /// Returns the engine of this name.
    fn engine(name: &str) -> Option<EngineEntry<Self>> {
        Self::engines().into_iter().find(|entry| entry.name == name)
    }

    /// Returns whether an engine can be asked by somebody who waits: it keeps limits, or needs seconds at most wherever it
    /// fits.
    fn is_timely(entry: &EngineEntry<Self>) -> bool {
        entry.takes_limits
    }

    /// Returns the data files that the engine of this name uses on a board like this one.
    ///
    /// It plays without those that are missing, but worse or more slowly.
    fn data_files(&self, _engine: &str) -> Vec<&'static DataFile> {
        Vec::new()
    }
}

/// Returns the entry of `random`, which every game has.
fn random<P: Position>() -> EngineEntry<P> {
    EngineEntry {
        name: "random",
        about: "any legal move, each as likely as the others",
        takes_limits: false,
        fits: |_| Ok(()),
        make: |settings| Box::new(Random::new(settings.seed)),
    }
}

const EASY: &str = "Monte Carlo search over a few random games; makes mistakes on purpose";
const MEDIUM: &str = "Monte Carlo search over more random games; never misses a win in one move";
const STRONG: &str = "Monte Carlo tree search; 1 s a move unless limited";

/// Returns the entries of three levels of the Monte-Carlo tree search.
fn levels<P: Position>([easy, medium, strong]: [Make<P>; 3]) -> [EngineEntry<P>; 3] {
    [("easy", EASY, easy), ("medium", MEDIUM, medium), ("strong", STRONG, strong)]
        .map(|(name, about, make)| EngineEntry { name, about, takes_limits: true, fits: |_| Ok(()), make })
}

/// Creates a Monte-Carlo tree search with a game's rollout at a level.
fn new_mcts<P: Position, R: Rollout<P>>(settings: &Settings, rollout: R, level: Level) -> Box<dyn Engine<P>> {
    Box::new(Mcts::new(settings, rollout).at(level))
}

/// Returns the engines of classic and shapes, which have the same rules. `MEDIUM` is the number of playouts
/// of `medium`.
fn connect_four<R: Rule, const MEDIUM: u64>() -> Vec<EngineEntry<DropPosition<R>>>
where
    DropPosition<R>: Position<Move = Column>,
{
    let levels: [EngineEntry<DropPosition<R>>; 3] = levels([
        |settings| new_mcts(settings, LineRollout, Level::playouts(14).with_noise(0.1)),
        |settings| new_mcts(settings, LineRollout, Level::playouts(MEDIUM)),
        |settings| Box::new(connect4::Strong::new(settings)),
    ]);
    let levels = levels.map(|entry| match entry.name {
        "strong" => EngineEntry {
            about: "exact solver where it finishes in time, else Monte Carlo tree search; 1 s a move unless limited",
            ..entry
        },
        _ => entry,
    });
    let perfect = EngineEntry {
        name: "perfect",
        about: "exact: the shortest win, the longest loss; takes the time it needs, up to 42 cells",
        takes_limits: false,
        fits: connect4::Perfect::fits,
        make: |settings| Box::new(connect4::Perfect::new(settings)),
    };
    [random()].into_iter().chain(levels).chain([perfect]).collect()
}

/// Returns the data files of an engine of classic or shapes.
fn connect_four_data<R: Rule>(position: &DropPosition<R>, engine: &str) -> Vec<&'static DataFile> {
    let has_book = matches!(engine, "strong" | "perfect") && (position.rows(), position.columns()) == (6, 7);
    if has_book { vec![&connect4::BOOK_FILE] } else { Vec::new() }
}

impl EngineRegistry for drop::shapes::Position {
    fn engines() -> Vec<EngineEntry<Self>> {
        // With more playouts `medium` would be too close to `strong`, which plays this small board perfectly.
        connect_four::<_, 80>()
    }

    fn data_files(&self, engine: &str) -> Vec<&'static DataFile> {
        connect_four_data(self, engine)
    }
}

impl EngineRegistry for drop::growing::Position {
    fn engines() -> Vec<EngineEntry<Self>> {
        std::iter::once(random()).chain(crate::growing::entries()).collect()
    }
}

impl EngineRegistry for drop::classic::Position {
    fn engines() -> Vec<EngineEntry<Self>> {
        connect_four::<_, 110>()
    }

    fn data_files(&self, engine: &str) -> Vec<&'static DataFile> {
        connect_four_data(self, engine)
    }
}

impl EngineRegistry for drop::super_::Position {
    fn engines() -> Vec<EngineEntry<Self>> {
        std::iter::once(random()).chain(crate::super_::entries()).collect()
    }

    fn data_files(&self, engine: &str) -> Vec<&'static DataFile> {
        let is_learned =
            matches!(engine, "easy" | "medium" | "strong") && (self.rows(), self.columns()) == (6, 7);
        if is_learned { vec![&super_::WEIGHTS_FILE] } else { Vec::new() }
    }
}

impl EngineRegistry for hex::Position {
    fn engines() -> Vec<EngineEntry<Self>> {
        let levels: [EngineEntry<hex::Position>; 3] = levels([
            |settings| hex_level(settings, Level::playouts(120).with_noise(0.05)),
            |settings| hex_level(settings, Level::playouts(1_000)),
            |settings| Box::new(WithSwap::new(settings, Strong::new(settings))),
        ]);
        let levels = levels.map(|entry| match entry.name {
            "strong" => EngineEntry {
                about: "network, virtual connections, solver and tree search; 1 s a move unless limited",
                ..entry
            },
            _ => entry,
        });
        let perfect = EngineEntry {
            name: "perfect",
            about: "exact: proves every move it plays; takes the time it needs, with up to 49 empty cells",
            takes_limits: false,
            fits: Perfect::fits,
            make: |settings| Box::new(Perfect::new(settings)),
        };
        [random()].into_iter().chain(levels).chain([perfect]).collect()
    }

    fn data_files(&self, engine: &str) -> Vec<&'static DataFile> {
        if engine == "strong" { vec![&hex_engines::NETWORK_FILE] } else { Vec::new() }
    }
}

/// Creates a level of Hex that plays by random games alone.
fn hex_level(settings: &Settings, level: Level) -> Box<dyn Engine<hex::Position>> {
    let search = Mcts::new(settings, HexRollout::default()).at(level);
    Box::new(WithSwap::new(settings, search))
}

/// Its engines come with the general search: random games, without any knowledge of its own.
#[cfg(feature = "seventh-game")]
impl EngineRegistry for parlor_rules::three::Position {
    fn engines() -> Vec<EngineEntry<Self>> {
        let levels = levels([
            |settings| {
                new_mcts(
                    settings,
                    crate::search::RandomRollout::default(),
                    Level::playouts(10).with_noise(0.1),
                )
            },
            |settings| new_mcts(settings, crate::search::RandomRollout::default(), Level::playouts(100)),
            |settings| new_mcts(settings, crate::search::RandomRollout::default(), Level::best()),
        ]);
        [random()].into_iter().chain(levels).collect()
    }
}

impl EngineRegistry for tiles::Position {
    fn engines() -> Vec<EngineEntry<Self>> {
        std::iter::once(random()).chain(crate::tiles::entries()).collect()
    }

    fn is_timely(entry: &EngineEntry<Self>) -> bool {
        entry.takes_limits || entry.name == "perfect"
    }

    fn data_files(&self, engine: &str) -> Vec<&'static DataFile> {
        let panel = self.panel();
        let is_learned = engine == "strong" && (panel.rows(), panel.columns()) == (4, 4);
        if is_learned { vec![&tile_engines::WEIGHTS_FILE] } else { Vec::new() }
    }
}
