//! Where games are played: tables with seats, clock, record and undo, and the views that front ends draw.
//!
//! The types of the single games end here. Outside, a game is chosen at run time from the one list,
//! [`games`], and spoken to in text and [`View`]s: a [`Session`] is a game in progress, a [`Table`] is a session
//! with people around it, and a [`record`] is a table's history as text.
//!
//! ```
//! use parlor_play::{Command, Header, Table, game};
//!
//! let hex = game("hex").expect("one of the six");
//! let mut table = Table::open(Header::new(hex.info().name))?;
//! let acted = table.act(&Command::Move { by: None, text: "F3".into() }, 0);
//! assert_eq!(acted.refusal, None);
//! assert_eq!(table.view().next, Some(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate knows no terminal, no socket, no file and no clock: time comes in as a number of milliseconds.

mod analysis;
mod analysis_board;
mod board_view;
mod engine;
mod explanation;
mod game;
mod games;
mod info;
mod options;
mod player_spec;
pub mod protocol;
mod puzzle;
mod puzzle_maker;
pub mod record;
mod recorded_player;
mod review;
mod session;
mod show;
mod table;
mod timeline;
mod view;

pub use analysis::{Analysis, MoveValue};
pub use analysis_board::{
    AnalysisBoard, AnalysisCommand, AnalysisFormat, AnalysisState, BadAnalysis, BadList, BadTree,
    ListNotation, NodeId, NodeState, TurnState, VariationTree,
};
pub use board_view::BoardView;
pub use engine::{EngineInfo, SessionEngine};
pub use explanation::{ExplainedConnection, Explanation};
pub use game::Game;
pub use games::{DEFAULT_GAME, game, games, hex};
pub use info::{CellNotation, Dialogue, ExportFormat, GameInfo, PieceKind, Thumbnail, ValueUnit};
pub use options::{BadOptions, OptionKind, Options, checked_name};
pub use player_spec::{BadPlayerSpec, PlayerSpec};
pub use puzzle::{BadPuzzle, Puzzle, PuzzleGoal};
pub use puzzle_maker::{BadPuzzles, PuzzleMaker};
pub use recorded_player::RecordedPlayer;
pub use review::{PositionValues, Review, ReviewPoint, Severity, TurningPoint, chance};
pub use session::{ForkPoint, MoveError, Session};
pub use table::{
    ActOutcome, Applied, BadEvent, Clock, Command, Ending, Entry, Event, Fault, Header, MatchGame, Offer,
    RESIGN, Refusal, SetupRecord, Table, TimeControl,
};
pub use timeline::{CONTINUE, Ply, PlyKind, Timeline};
pub use view::{BoardFormat, Goal, Layout, MoveTarget, Slide, Status, Step, View};

/// The examples of the README, compiled and run as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
