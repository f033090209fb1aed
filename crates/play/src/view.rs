//! What a front end draws, so that none of them re-implements a rule.

use parlor_rules::Cell;
use serde::Serialize;

/// How the cells of a board lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Layout {
    /// Columns that discs fall down.
    Columns,
    /// A diamond, each row half a cell further right.
    Diamond,
    /// A panel of tiles.
    Panel,
}

/// How a board is written as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardFormat {
    /// As line mode prints it, without colors.
    Plain,
    /// As line mode prints it, with the escapes of a terminal's colors.
    Color,
    /// The object that `parlor show --json` prints, without a newline.
    Json,
}

/// How far a game is, as far as the board can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Status {
    /// Somebody is to move.
    #[serde(rename = "in progress")]
    InProgress,
    /// Somebody has won.
    #[serde(rename = "won")]
    Won,
    /// Nobody has won, and nobody can any more.
    #[serde(rename = "drawn")]
    Drawn,
    /// The player of a game for one is stuck.
    #[serde(rename = "lost")]
    Lost,
}

/// How far a player of 1024 is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Goal {
    /// The largest tile made by merging so far.
    pub max: u64,
    /// The tile to reach.
    pub target: u64,
}

/// Where a move is made, and how it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum MoveTarget {
    /// Anywhere on a column, counted from the left.
    Column(usize),
    /// On a cell, as row and column from the top left.
    Cell([usize; 2]),
    /// An arrow: `up`, `down`, `left`, `right`.
    Arrow(&'static str),
    /// A button with a word on it.
    Button(&'static str),
}

/// One phase of what the last event did, in the order to show them. Everything within a phase happens at once.
///
/// Cells are rows and columns from the top left of the board after the event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// The board has become this large: rows, columns.
    Grow([usize; 2]),
    /// A disc falls from above into a cell.
    Drop {
        /// Where it comes to rest.
        cell: [usize; 2],
        /// Whose.
        player: u64,
    },
    /// A stone is placed.
    Place {
        /// Where.
        cell: [usize; 2],
        /// Whose.
        player: u64,
    },
    /// The first stone changes hands and place.
    Swap {
        /// Where it was.
        from: [usize; 2],
        /// Where it is.
        to: [usize; 2],
        /// Whose it has become.
        player: u64,
    },
    /// A line or chain is marked.
    Mark(Vec<[usize; 2]>),
    /// These players get a point.
    Score(Vec<u64>),
    /// Discs vanish.
    Vanish(Vec<[usize; 2]>),
    /// Discs fall down their columns: from, to.
    Fall(Vec<[[usize; 2]; 2]>),
    /// Tiles slide, and some merge.
    Slide(Vec<Slide>),
    /// A tile appears.
    Appear {
        /// Where.
        cell: [usize; 2],
        /// Its value.
        value: u64,
    },
}

/// A tile that slid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Slide {
    /// Where it was.
    pub from: [usize; 2],
    /// Where it is, or where it merged into another.
    pub to: [usize; 2],
    /// Its value before.
    pub value: u64,
    /// Whether it merged into another.
    pub merged: bool,
}

/// Everything a front end needs to draw a game as it stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct View {
    /// The game's name.
    pub game: &'static str,
    /// How the cells lie.
    pub layout: Layout,
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub columns: usize,
    /// Top row first: 0 empty, 1 and 2 the players, or the tiles' values.
    pub cells: Vec<Vec<u64>>,
    /// How far the game is.
    pub status: Status,
    /// Who is to move, 1 or 2; null when nobody in particular.
    #[cfg_attr(feature = "schema", schema(required))]
    pub next: Option<u64>,
    /// Who has won.
    #[cfg_attr(feature = "schema", schema(required))]
    pub winner: Option<u64>,
    /// The points, in games that count them.
    #[cfg_attr(feature = "schema", schema(required))]
    pub scores: Option<[u64; 2]>,
    /// The goal, in games that have one.
    #[cfg_attr(feature = "schema", schema(required))]
    pub goal: Option<Goal>,
    /// The winning cells, sorted.
    pub line: Vec<[usize; 2]>,
    /// What each player is called on the board (red, O, a token).
    pub side_labels: Vec<String>,
    /// What can be played now: where, and how the move is written.
    pub move_targets: Vec<(MoveTarget, String)>,
}

pub(crate) fn cell(cell: Cell) -> [usize; 2] {
    [cell.row, cell.column]
}

pub(crate) fn cells(cells: impl IntoIterator<Item = Cell>) -> Vec<[usize; 2]> {
    cells.into_iter().map(cell).collect()
}
