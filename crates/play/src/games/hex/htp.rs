//! HTP, the text protocol of Hex programs: GTP's framing with moves of Hex. All of it that needs no engine and no file.
//!
//! A line is a command with an optional number before it, `=` or `?` and a blank line end its answer. Either color may
//! play at any time, as programs that analyze games expect it.

pub use super::htp_request::{LONGEST_LINE, Request, reply, shown};

use super::notation::{ForeignMove, Sides, color_name, foreign_board, foreign_cell, our_text};
use super::sgf_syntax::Tree;
use crate::game::Game as _;
use crate::{Options, Session, SetupRecord, Table};
use parlor_rules::hex::Board;
use parlor_rules::{Cell, IllegalMove, Player, Setup, Size};
use std::fmt::Write;
use std::time::Duration;

/// The version of the protocol.
pub const PROTOCOL_VERSION: &str = "2";

/// The commands that [`HtpGame::answer`] carries out.
pub const COMMANDS: [&str; 12] = [
    "all_legal_moves",
    "boardsize",
    "clear_board",
    "final_score",
    "name",
    "param_game",
    "play",
    "play-game",
    "protocol_version",
    "showboard",
    "time_left",
    "undo",
];

/// A game that is played by commands.
#[derive(Default)]
pub struct HtpGame {
    board: Board,
    moves: Vec<(Player, ForeignMove)>,
    allows_swap: bool,
    time_left: [Option<Duration>; 2],
}

/// A position that an engine can think about.
pub struct EnginePosition {
    /// The game, from its start.
    pub session: Box<dyn Session>,
    /// Our moves from that start.
    pub moves: Vec<String>,
    /// Which color is our first player.
    sides: Sides,
}

impl EnginePosition {
    /// Returns one of our moves as the protocol writes it.
    pub fn foreign(&self, ours: &str) -> String {
        match ours.parse() {
            Ok(parlor_rules::hex::Move::Place(cell)) => ForeignMove::Place(self.sides.cell(cell)).to_string(),
            Ok(parlor_rules::hex::Move::Swap) => ForeignMove::SwapPieces.to_string(),
            Err(_) => ours.into(),
        }
    }
}

impl HtpGame {
    /// Carries out a command. Returns nothing if it is none of [`COMMANDS`].
    pub fn answer(&mut self, request: &Request) -> Option<Result<String, String>> {
        Some(match request.name.as_str() {
            "name" => Ok("Parlor".into()),
            "protocol_version" => Ok(PROTOCOL_VERSION.into()),
            "boardsize" => self.set_size(request),
            "clear_board" => {
                self.clear(self.side());
                Ok(String::new())
            }
            "play" => self.play_command(request),
            "play-game" => self.play_game(&request.arguments),
            "undo" => self.undo(),
            "showboard" => Ok(self.text()),
            "final_score" => Ok(self.score().into()),
            "all_legal_moves" => Ok(self.legal_moves()),
            "time_left" => self.time_left_command(request),
            "param_game" => self.param_game(request),
            _ => return None,
        })
    }

    /// Returns the side of the board.
    pub fn side(&self) -> usize {
        self.board.side()
    }

    /// Returns who has joined their borders.
    pub fn winner(&self) -> Option<Player> {
        self.board.winner()
    }

    /// Returns whether an engine may swap.
    pub fn allows_swap(&self) -> bool {
        self.allows_swap
    }

    /// Returns how much time a color has left for the game, if that was said.
    pub fn time_left(&self, color: Player) -> Option<Duration> {
        self.time_left[color.index()]
    }

    /// Takes away time that a color has used.
    pub fn use_time(&mut self, color: Player, used: Duration) {
        if let Some(left) = &mut self.time_left[color.index()] {
            *left = left.saturating_sub(used);
        }
    }

    /// Returns how many cells are empty.
    pub fn empty_cells(&self) -> usize {
        self.side() * self.side() - Player::BOTH.map(|player| self.board.count(player)).iter().sum::<usize>()
    }

    /// Makes a move of a color. Resigning changes nothing.
    pub fn play(&mut self, color: Player, played: ForeignMove) -> Result<(), String> {
        let illegal = |reason: &str| Err(format!("illegal move: {} {played}: {reason}", color_name(color)));
        match played {
            ForeignMove::Resign | ForeignMove::Forfeit => return Ok(()),
            ForeignMove::Pass => return illegal("our rules have no pass"),
            ForeignMove::SwapPieces | ForeignMove::SwapSides => {
                let may_swap = matches!(self.moves[..], [(first, ForeignMove::Place(_))] if first != color);
                if !may_swap {
                    return illegal("a swap answers the first stone of the other color");
                }
                if self.winner().is_some() {
                    return illegal("the game is over");
                }
            }
            ForeignMove::Place(_) => {}
        }
        self.moves.push((color, played));
        match self.build() {
            Ok(board) => self.board = board,
            Err(error) => {
                self.moves.pop();
                return illegal(&error.to_string());
            }
        }
        Ok(())
    }

    /// Loads the first game of an SGF text, up to a number of moves.
    pub fn load_sgf(&mut self, text: &str, most_moves: usize) -> Result<(), String> {
        let trees = Tree::parse_all(text).map_err(|error| error.to_string())?;
        let tree = trees.into_iter().next().ok_or("there is no game")?;
        let (table, sides) = super::sgf::read_with_sides(tree).map_err(|error| error.to_string())?;
        let mut moves =
            table.header().setup.as_ref().map_or_else(Vec::new, |setup| setup_moves(setup, sides[0]));
        moves.extend(played_moves(&table, sides).into_iter().take(most_moves));
        let side = table.session().size().0;
        self.clear(side);
        self.moves = moves;
        self.board = self.build().map_err(|error| error.to_string())?;
        Ok(())
    }

    /// Returns the position with this color to move, for an engine.
    pub fn position(&self, color: Player) -> Result<EnginePosition, String> {
        if let Some((moves, sides, has_swapped)) = self.moves_in_turn(color) {
            let session = self.start(self.allows_swap || has_swapped)?;
            return Ok(EnginePosition { session, moves, sides });
        }
        let side = self.side();
        let stone =
            |row: usize, column: usize| self.board.stone(Cell::new(row, column)).map_or(0, Player::number);
        let cells = (0..side).map(|row| (0..side).map(|column| stone(row, column)).collect()).collect();
        let setup = Setup { cells, next: Some(color), scores: [0, 0] };
        let session = self.start(false)?.set_up(&setup).map_err(|error| error.to_string())?;
        Ok(EnginePosition { session, moves: Vec::new(), sides: Sides::default() })
    }

    /// Returns our moves if the colors took turns, black first, and it is this color's turn; with the sides at the end
    /// and whether there was a swap.
    fn moves_in_turn(&self, color: Player) -> Option<(Vec<String>, Sides, bool)> {
        let (mut sides, mut next, mut has_swapped) = (Sides::default(), Player::One, false);
        let mut ours = Vec::new();
        for (color, played) in self.settled_moves(Some(color)) {
            if sides.player(color) != next {
                return None;
            }
            match played {
                ForeignMove::Place(cell) => ours.push(our_text(sides.cell(cell))),
                _ => {
                    has_swapped = true;
                    ours.push("swap".into());
                }
            }
            if played == ForeignMove::SwapSides {
                sides = sides.swapped();
            }
            next = next.other();
        }
        (sides.player(color) == next).then_some((ours, sides, has_swapped))
    }

    fn start(&self, swap: bool) -> Result<Box<dyn Session>, String> {
        let side = self.side() as i64;
        let options = Options { size: Some(Size::new(side, side)), swap, ..Options::default() };
        super::Hex.start(&options).map_err(|error| error.to_string())
    }

    fn clear(&mut self, side: usize) {
        self.board = Board::new(side as i64).unwrap_or_default();
        self.moves.clear();
        self.time_left = [None; 2];
    }

    /// Returns the moves with `swap-pieces` as it is meant. In MoHex and HexGui the stone stays where it is and the same color
    /// moves again, which others call `swap-sides`. So the color of the next move decides, and before it the color that
    /// is asked for.
    fn settled_moves(&self, next: Option<Player>) -> Vec<(Player, ForeignMove)> {
        let mut moves = self.moves.clone();
        let after = moves.get(2).map(|&(color, _)| color).or(next);
        if let Some((color, swap @ ForeignMove::SwapPieces)) = moves.get_mut(1)
            && after == Some(*color)
        {
            *swap = ForeignMove::SwapSides;
        }
        moves
    }

    /// Returns a board with all stones placed anew. A swap moves a stone, so the board is not kept move by move.
    fn build(&self) -> Result<Board, IllegalMove> {
        let mut board = Board::new(self.side() as i64).unwrap_or_default();
        let moves = self.settled_moves(None);
        let swap = matches!(moves.get(1), Some((_, ForeignMove::SwapPieces)));
        for (index, &(color, played)) in moves.iter().enumerate() {
            let ForeignMove::Place(cell) = played else { continue };
            // The first stone is where the swap has put it.
            let (cell, color) =
                if index == 0 && swap { (cell, color.other()) } else { (Sides::default().cell(cell), color) };
            board.place(cell, color)?;
        }
        Ok(board)
    }

    fn set_size(&mut self, request: &Request) -> Result<String, String> {
        let sizes: Vec<Option<usize>> = request.arguments.iter().map(|text| text.parse().ok()).collect();
        match sizes[..] {
            [Some(side)] if (1..=Board::MAX_SIDE).contains(&side) => self.clear(side),
            [Some(width), Some(height)] if width == height && (1..=Board::MAX_SIDE).contains(&width) => {
                self.clear(width)
            }
            [Some(width), Some(height)] if width != height => {
                return Err("only square boards can be played".into());
            }
            _ => return Err(format!("expected a size from 1 to {}", Board::MAX_SIDE)),
        }
        Ok(String::new())
    }

    fn play_command(&mut self, request: &Request) -> Result<String, String> {
        let color = request.color(0)?;
        let text = request.argument(1).ok_or("expected a move after the color")?;
        if request.arguments.len() > 2 {
            return Err("expected a color and a move".into());
        }
        let played: ForeignMove = text.parse().map_err(|error| format!("{}: {error}", shown(text)))?;
        self.play(color, played).map(|()| String::new())
    }

    /// Plays a whole game from the empty board. On an error the game is as before.
    fn play_game(&mut self, words: &[String]) -> Result<String, String> {
        let mut game = HtpGame { allows_swap: self.allows_swap, ..HtpGame::default() };
        game.clear(self.side());
        let mut color = Player::One;
        for (index, text) in words.iter().enumerate() {
            let numbered = |reason: String| format!("move {} ({}): {reason}", index + 1, shown(text));
            let played: ForeignMove =
                text.parse().map_err(|error: super::notation::BadForeignMove| numbered(error.to_string()))?;
            game.play(color, played).map_err(numbered)?;
            // Whoever swaps sides leaves the next move to the same color.
            if played != ForeignMove::SwapSides {
                color = color.other();
            }
        }
        game.time_left = self.time_left;
        *self = game;
        Ok(String::new())
    }

    fn undo(&mut self) -> Result<String, String> {
        self.moves.pop().ok_or("there is nothing to undo")?;
        self.board = self.build().map_err(|error| error.to_string())?;
        Ok(String::new())
    }

    fn text(&self) -> String {
        let symbol = |cell| match self.board.stone(cell) {
            Some(Player::One) => 'B',
            Some(Player::Two) => 'W',
            None => '.',
        };
        format!("\n{}", foreign_board(self.side(), symbol))
    }

    fn score(&self) -> &'static str {
        match self.winner() {
            Some(Player::One) => "B+",
            Some(Player::Two) => "W+",
            None => "cannot score",
        }
    }

    fn legal_moves(&self) -> String {
        if self.winner().is_some() {
            return String::new();
        }
        let side = self.side();
        let cells =
            (0..side * side).map(|index| Sides::default().cell(Cell::new(index / side, index % side)));
        let mut words: Vec<String> =
            cells.filter(|&cell| self.board.stone(cell).is_none()).map(foreign_cell).collect();
        if self.allows_swap && matches!(self.moves[..], [(Player::One, ForeignMove::Place(_))]) {
            words.push(ForeignMove::SwapPieces.to_string());
        }
        words.join(" ")
    }

    fn time_left_command(&mut self, request: &Request) -> Result<String, String> {
        let seconds =
            |left: Option<Duration>| left.map_or("unlimited".into(), |left| left.as_secs_f64().to_string());
        match request.arguments.len() {
            0 => {
                let [black, white] = self.time_left.map(seconds);
                return Ok(format!("Black: {black}, White: {white}"));
            }
            1 => return Ok(seconds(self.time_left[request.color(0)?.index()])),
            // The number of stones that the time is for may follow.
            2 | 3 => {}
            _ => return Err("expected a color and seconds".into()),
        }
        let color = request.color(0)?;
        let text = request.argument(1).unwrap_or_default();
        let given = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        let left = given.ok_or_else(|| format!("{} is no number of seconds", shown(text)))?;
        self.time_left[color.index()] = Some(left);
        Ok(String::new())
    }

    fn param_game(&mut self, request: &Request) -> Result<String, String> {
        match request.arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            [] => {
                let mut text = String::new();
                let _ = write!(text, "\n[bool] allow_swap {}", u8::from(self.allows_swap));
                Ok(text)
            }
            ["allow_swap", value @ ("0" | "1")] => {
                self.allows_swap = value == "1";
                Ok(String::new())
            }
            ["allow_swap", ..] => Err("allow_swap is 0 or 1".into()),
            [name, ..] => Err(format!("unknown parameter: {}", shown(name))),
        }
    }
}

/// Returns the stones of a board that was set up as moves in the notation of the protocol.
fn setup_moves(setup: &SetupRecord, sides: Sides) -> Vec<(Player, ForeignMove)> {
    let rows = setup.cells.iter().enumerate();
    let cells = rows.flat_map(|(row, cells)| {
        cells.iter().enumerate().map(move |(column, &stone)| (Cell::new(row, column), stone))
    });
    cells
        .filter_map(|(cell, stone)| {
            let player = Player::from_number(stone)?;
            Some((sides.player(player), ForeignMove::Place(sides.cell(cell))))
        })
        .collect()
}

/// Returns the moves of a table in the notation of the protocol. If the sides change, that was by the swap.
fn played_moves(table: &Table, [start, end]: [Sides; 2]) -> Vec<(Player, ForeignMove)> {
    let mut sides = start;
    let moves = table.timeline().plies().iter().map(|ply| {
        let color = sides.player(ply.by.unwrap_or(Player::One));
        let played = match ply.text.parse() {
            Ok(parlor_rules::hex::Move::Place(cell)) => ForeignMove::Place(sides.cell(cell)),
            _ if start == end => ForeignMove::SwapPieces,
            _ => ForeignMove::SwapSides,
        };
        if played == ForeignMove::SwapSides {
            sides = end;
        }
        (color, played)
    });
    moves.collect()
}
