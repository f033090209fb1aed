//! What there is to know about a game before one is played.
//!
//! Front ends draw, explain and configure a game from this data alone: none of them knows a game by its name.

use crate::analysis_board::ListNotation;
use crate::{Layout, OptionKind, Options};
use serde::{Deserialize, Serialize, Serializer};

/// The description of a game: everything a front end needs to offer it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct GameInfo {
    /// How it is named on the command line, in records and in addresses.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What it is, in a few words.
    pub tagline: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// How it is played, in a few sentences.
    pub rules: &'static str,
    /// How its moves are written.
    pub notation: &'static str,
    /// How its moves are written one after the other, in addresses.
    #[serde(skip)]
    pub lists: ListNotation,
    /// How many people play it.
    pub players: usize,
    /// The players' names where none are given.
    pub names: &'static [&'static str],
    /// How its cells lie.
    pub layout: Layout,
    /// What stands on its cells.
    pub pieces: PieceKind,
    /// What a column is called.
    pub column: &'static str,
    /// What rows and columns are called where a size is chosen; one word where the board is square.
    pub size_labels: &'static [&'static str],
    /// How its cells lie and are written, its own way first; none where cells have no names.
    pub cell_notations: &'static [CellNotation],
    /// Whether the board grows: a move may open a column to the right of the last one.
    pub grows: bool,
    /// Whether points decide the game and are shown while it is played.
    pub points: bool,
    /// What the values of its moves count.
    pub values: ValueUnit,
    /// What can be chosen about it.
    pub options: &'static [OptionKind],
    /// Players' moves after which a table ends the game, unless it is told otherwise.
    pub max_plies: Option<u64>,
    /// How line mode talks to its players.
    pub dialogue: Dialogue,
    /// A position to draw small.
    pub thumbnail: Thumbnail,
    /// The formats of other programs in which its games can be written.
    pub exports: &'static [ExportFormat],
    /// Whether HTP, the protocol of Hex programs, is about this game.
    #[serde(skip)]
    pub has_htp: bool,
    /// How many random games `parlor bench playouts` plays.
    #[serde(skip)]
    pub bench_games: u64,
}

impl GameInfo {
    /// Returns the players' moves after which a table with these options ends the game, unless it is told otherwise.
    ///
    /// A free board has no game to end; its limit only keeps a table from growing for ever.
    pub fn limit(&self, options: &Options) -> Option<u64> {
        if options.free { Some(1_000_000) } else { self.max_plies }
    }

    /// Returns whether this can be chosen about the game.
    pub fn has_option(&self, option: OptionKind) -> bool {
        self.options.contains(&option)
    }
}

/// A way to lay out a board and to write its cells: a letter for the column and a number for the row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CellNotation {
    /// The name by which it is chosen.
    pub name: &'static str,
    /// What it is called where it is chosen.
    pub label: &'static str,
    /// Whether rows and columns are exchanged, of the whole board.
    pub transposed: bool,
    /// Whether letters are capitals.
    pub capitals: bool,
    /// The number of the first row.
    pub first_row: u64,
    /// Which sides each player joins, in words.
    pub ways: [&'static str; 2],
}

impl CellNotation {
    /// Returns how a cell is written, from its row and column on our board.
    pub fn cell(&self, row: usize, column: usize) -> String {
        let (row, column) = if self.transposed { (column, row) } else { (row, column) };
        let first = if self.capitals { b'A' } else { b'a' };
        let letter = u8::try_from(column).map_or('?', |column| char::from(first.saturating_add(column)));
        format!("{letter}{}", row as u64 + self.first_row)
    }
}

/// A format of other programs in which games can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum ExportFormat {
    /// A file in the Smart Game Format.
    Sgf,
    /// A link to the board of HexWorld.
    HexWorld,
}

impl ExportFormat {
    /// Returns the format of this name, as it is written in JSON and in addresses.
    pub fn from_name(name: &str) -> Option<ExportFormat> {
        match name {
            "sgf" => Some(ExportFormat::Sgf),
            "hexworld" => Some(ExportFormat::HexWorld),
            _ => None,
        }
    }
}

/// What stands on the cells of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum PieceKind {
    /// Discs in two colors, in a slab with holes.
    Disc,
    /// Circles and pentagons in bins; a marked one changes its shape.
    Shape,
    /// Pieces that bear a text the players choose.
    Token,
    /// Stones in two colors.
    Stone,
    /// Numbered tiles.
    Tile,
}

/// What the value of a move counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ValueUnit {
    /// The solver's score: discs still in hand at the win, plus one; the chance to win where it is not exact.
    SolverScore,
    /// The expected difference in points at the end.
    Points,
    /// The chance to win, from 0 to 1.
    WinChance,
}

/// How line mode talks to the players of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialogue {
    /// Shapes' dialogue: `Enter a bin index in [0, 6) that is not full: `.
    Bins,
    /// Growing's dialogue: commands such as `p1 3`, `rows`, `clear`.
    Commands,
    /// Classic's and super's dialogue: `Ann (O), column 0-6: `.
    Columns,
    /// Hex's dialogue: `Player O, make your move: `.
    Cells,
    /// 1024's dialogue: single keys.
    Keys,
    /// Any game: the board, a prompt that names the side to move, and the reason where a move is refused.
    Generic,
}

/// A position to draw small, as rows of cells from the top.
///
/// A cell is `.` (empty), `1` or `2` (a player's piece), or a letter for a tile: `a` is 1, `b` is 2, `c` is 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thumbnail {
    /// The rows, the top one first.
    pub rows: &'static [&'static str],
    /// The cells that are marked, as row and column.
    pub line: &'static [[usize; 2]],
}

impl Thumbnail {
    /// Returns what its cells hold, as in [`View::cells`](crate::View::cells).
    pub fn cells(&self) -> Vec<Vec<u64>> {
        let value = |letter: char| match letter {
            '1' => 1,
            '2' => 2,
            'a'..='z' => 1 << (letter as u32 - 'a' as u32),
            _ => 0,
        };
        self.rows.iter().map(|row| row.chars().map(value).collect()).collect()
    }
}

impl Serialize for Thumbnail {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Cells<'a> {
            cells: Vec<Vec<u64>>,
            line: &'a [[usize; 2]],
        }
        Cells { cells: self.cells(), line: self.line }.serialize(out)
    }
}
