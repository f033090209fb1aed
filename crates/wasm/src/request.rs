//! The requests that a page can make, as JSON.

use parlor_play::{AnalysisCommand, AnalysisFormat, ExportFormat, Options, SetupRecord};
use serde::Deserialize;

/// A request. In JSON, `op` says which: `{"op":"play","id":1,"text":"3"}`.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "op", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Opens a game: returns its number and its state.
    Open(GameSpec),
    /// Opens the game of the last record in a text, as it stood at the end of the record.
    OpenRecord {
        /// The record.
        text: String,
    },
    /// Closes a game.
    Close {
        /// Which game.
        id: u64,
    },
    /// Returns the state of an open game, or of how it stood after `ply` plies.
    State {
        /// Which game.
        id: u64,
        /// After how many plies; where it stands if not said.
        #[serde(default)]
        ply: Option<usize>,
    },
    /// Returns the state of a position without opening a game.
    Position(GameSpec),
    /// Plays a move of whoever is to move, chance included, or `continue`.
    Play {
        /// Which game.
        id: u64,
        /// The move as text.
        text: String,
    },
    /// Lets chance move, by a seed.
    Chance {
        /// Which game.
        id: u64,
        /// The seed of the whole game: the same one gives the same tile at the same ply.
        seed: u64,
    },
    /// Takes back the last ply.
    Undo {
        /// Which game.
        id: u64,
    },
    /// Makes the ply again that was taken back last.
    Redo {
        /// Which game.
        id: u64,
    },
    /// Goes to the position after `ply` plies of the line, forward into what was undone too.
    Goto {
        /// Which game.
        id: u64,
        /// How many plies.
        ply: usize,
    },
    /// Brings a game to another line from its start.
    SetLine {
        /// Which game.
        id: u64,
        /// The moves from the start.
        moves: Vec<String>,
    },
    /// Brings a game to a line, and returns what moves that are still to be confirmed would do after it, as far as that
    /// is known: none after a move of chance.
    Predict {
        /// Which game.
        id: u64,
        /// The moves from the start that are certain.
        moves: Vec<String>,
        /// The moves after them.
        ahead: Vec<String>,
    },
    /// Returns the line as the text of a record.
    Record {
        /// Which game.
        id: u64,
    },
    /// Returns the line in a format of other programs: `sgf`, `hexworld`.
    Export {
        /// Which game.
        id: u64,
        /// The format.
        format: ExportFormat,
    },
    /// Returns the engines of a game, and whether each can play from this start.
    Engines(GameSpec),
    /// Takes in the data file that was attached.
    LoadData {
        /// Its name.
        name: String,
    },
    /// Thinks about a position.
    Think(ThinkRequest),
    /// Opens an analysis board: returns its number, its state and the nodes of its tree.
    OpenBoard {
        /// What it shows first.
        command: AnalysisCommand,
    },
    /// Asks something of an analysis board: returns its state, and its nodes if they have changed.
    Board {
        /// Which board.
        id: u64,
        /// What to do.
        command: AnalysisCommand,
        /// The revision of the nodes that are known.
        #[serde(default)]
        known: Option<u64>,
    },
    /// Returns an analysis in a format to take away.
    ExportBoard {
        /// Which board.
        id: u64,
        /// The format.
        format: AnalysisFormat,
    },
    /// Closes an analysis board.
    CloseBoard {
        /// Which board.
        id: u64,
    },
    /// Reviews a game by the values of its positions.
    Review(ReviewRequest),
    /// Makes a puzzle.
    Puzzle(PuzzleRequest),
}

/// A game to review.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReviewRequest {
    /// The game with all its moves.
    pub position: GameSpec,
    /// What is known of its positions.
    pub values: Vec<ValuedPosition>,
}

/// The values of a position's moves, as reports have them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValuedPosition {
    /// How many plies lead to it.
    pub ply: usize,
    /// The moves, best first.
    pub moves: Vec<ValuedMove>,
}

/// A move and its value, as reports have it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValuedMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// `exact`, `bound` or `estimate`.
    pub kind: String,
    /// `win`, `draw`, `loss` or `unknown`.
    pub outcome: String,
    /// The plies to the end under best play.
    #[serde(default)]
    pub plies: Option<u32>,
    /// The score in the unit of the game.
    pub score: f64,
}

/// A puzzle to make.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleRequest {
    /// The game's name.
    pub game: String,
    /// What is chosen about it.
    #[serde(default)]
    pub options: Options,
    /// The seed of the games that it is looked for in.
    pub seed: u64,
    /// The most games to look in.
    #[serde(default = "default_games")]
    pub games: u64,
}

/// Enough games that one of them has a puzzle in it.
fn default_games() -> u64 {
    200
}

/// A game and the moves that were played: what is opened, and what is thought about.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSpec {
    /// The game's name.
    pub game: String,
    /// What was chosen about it.
    #[serde(default)]
    pub options: Options,
    /// The board it starts from, if not the game's own start.
    #[serde(default)]
    pub setup: Option<SetupRecord>,
    /// The moves from there.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The players' names, for the words of the status.
    #[serde(default)]
    pub names: Vec<String>,
}

/// What to think about, and how long.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ThinkRequest {
    /// The position.
    pub position: GameSpec,
    /// The engine and its limits, as a seat has it: `strong:2s`, `perfect`; the strongest one that fits if not said.
    #[serde(default)]
    pub engine: Option<String>,
    /// Whether every move needs a value and not only the best one.
    #[serde(default)]
    pub all_moves: bool,
    /// The seed of its random choices.
    #[serde(default)]
    pub seed: u64,
    /// The most memory of its tables, in bytes.
    #[serde(default = "default_memory")]
    pub memory: usize,
}

/// The memory of an engine that is told nothing else: what a page can spend without anybody noticing.
fn default_memory() -> usize {
    64 << 20
}
