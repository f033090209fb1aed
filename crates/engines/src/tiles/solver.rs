//! Exact play on small boards: forced wins by and-or search, and the best chance where none is forced.
//!
//! Every move adds 1 to the sum of the tiles, so the positions form layers and no position repeats. A press
//! that changes nothing on a full panel (`--idle-spawns`) leads back to the same position and is left out.

use super::board::{Board, Grid, bits_of, has_rank, highest_rank, rank_of, sum};
use super::heuristic::evaluate;
use super::mean_chance::MeanChance;
use super::value_table::{Known, ValueTable};
use crate::StopFlag;
use parlor_rules::tiles::Position;

/// How often the stop flag is read, in positions.
const NODES_PER_CHECK: u64 = 1_024;

/// A game whose positions are solved: size, target and whether idle presses are moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Game {
    pub(super) grid: Grid,
    /// The rank of the target, or [`NO_TARGET`] where the game continues after a win.
    pub(super) target_rank: u8,
    pub(super) idle_spawns: bool,
}

/// The rank of no target.
const NO_TARGET: u8 = u8::MAX;

/// A solver with what it has found so far.
#[derive(Debug)]
pub(super) struct Solver {
    game: Game,
    table: ValueTable,
    nodes: u64,
    max_nodes: u64,
}

impl Game {
    /// Creates the rules of a game, or `None` if the panel has more than 16 cells.
    pub(super) fn new(rows: usize, columns: usize, target: u64, idle_spawns: bool) -> Option<Game> {
        let grid = Grid::new(rows, columns)?;
        Some(Game { grid, target_rank: rank_of(target.into()), idle_spawns })
    }

    /// Returns the game of a position and its board, or `None` if it does not fit a packed board.
    pub(super) fn of(position: &Position) -> Option<(Game, Board)> {
        let panel = position.panel();
        let mut game = Game::new(panel.rows(), panel.columns(), panel.target(), position.idle_spawns())?;
        if position.has_won() {
            game.target_rank = NO_TARGET;
        }
        let board = game.grid.pack(panel)?;
        Some((game, board))
    }

    /// Returns the game in which the tile after the highest one is to be made: what is left to reach after a win.
    pub(super) fn to_next_tile(self, board: Board) -> Game {
        Game { target_rank: highest_rank(board) + 1, ..self }
    }

    /// Returns whether a press from `board` to `pressed` has made the target.
    #[inline]
    pub(super) fn is_won(&self, board: Board, pressed: Board) -> bool {
        match self.target_rank {
            NO_TARGET => false,
            // A packed board has no higher rank than 15: two of them vanish into one.
            16.. => sum(pressed) != sum(board),
            rank => has_rank(pressed, rank),
        }
    }

    /// Returns the boards after the presses that are moves, before the new tile, by direction.
    #[inline]
    pub(super) fn presses(&self, board: Board) -> [Option<Board>; 4] {
        let can_wait = self.idle_spawns && self.grid.empty_cells(board) != 0;
        self.grid
            .press_all(board)
            .map(|pressed| Some(pressed).filter(|&pressed| pressed != board || can_wait))
    }
}

impl Solver {
    /// Creates a solver whose table takes up to this many bytes.
    pub(super) fn new(game: Game, memory: usize) -> Solver {
        Solver { game, table: ValueTable::new(memory), nodes: 0, max_nodes: u64::MAX }
    }

    /// Lets it search this many more positions, after which it answers `None`.
    pub(super) fn limit(&mut self, nodes: u64) {
        self.max_nodes = self.nodes.saturating_add(nodes);
    }

    /// Returns the number of positions searched.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns whether the player to move can force the target, or `None` if it was stopped.
    pub(super) fn is_forced(&mut self, board: Board, stop: &StopFlag) -> Option<bool> {
        let board = self.game.grid.canonical(board);
        match self.table.get(board) {
            Some(Known::Chance(chance)) => return Some(chance == 1.0),
            Some(Known::NotForced) => return Some(false),
            None => {}
        }
        self.nodes += 1;
        if self.nodes > self.max_nodes || self.nodes.is_multiple_of(NODES_PER_CHECK) && stop.is_stopped() {
            return None;
        }
        let mut is_forced = false;
        for pressed in self.ordered_presses(board).into_iter().flatten() {
            if self.is_press_forced(board, pressed, stop)? {
                is_forced = true;
                break;
            }
        }
        self.table.insert(board, if is_forced { Known::Chance(1.0) } else { Known::NotForced });
        Some(is_forced)
    }

    /// Returns whether the target is forced after a press.
    pub(super) fn is_press_forced(&mut self, board: Board, pressed: Board, stop: &StopFlag) -> Option<bool> {
        if self.game.is_won(board, pressed) {
            return Some(true);
        }
        for tile in bits_of(self.game.grid.empty_cells(pressed)) {
            if !self.is_forced(pressed | tile, stop)? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Returns the best chance to win for the player to move, or `None` if it was stopped.
    pub(super) fn chance(&mut self, board: Board, stop: &StopFlag) -> Option<f32> {
        let board = self.game.grid.canonical(board);
        if let Some(Known::Chance(chance)) = self.table.get(board) {
            return Some(chance);
        }
        if self.is_forced(board, stop)? {
            return Some(1.0);
        }
        self.nodes += 1;
        let mut best = 0.0f32;
        for pressed in self.ordered_presses(board).into_iter().flatten() {
            best = best.max(self.press_chance(board, pressed, stop)?);
        }
        self.table.insert(board, Known::Chance(best));
        Some(best)
    }

    /// Returns the best chance to win after a press.
    pub(super) fn press_chance(&mut self, board: Board, pressed: Board, stop: &StopFlag) -> Option<f32> {
        if self.game.is_won(board, pressed) {
            return Some(1.0);
        }
        let mut mean = MeanChance::default();
        for tile in bits_of(self.game.grid.empty_cells(pressed)) {
            mean.add(self.chance(pressed | tile, stop)?);
        }
        Some(mean.value())
    }

    /// Returns the boards after the different presses, most promising first. A press that makes the target
    /// or is known to force it is the only one; those known not to force it are the last.
    fn ordered_presses(&self, board: Board) -> [Option<Board>; 4] {
        let mut presses = self.game.presses(board);
        if let Some(won) = presses.into_iter().flatten().find(|&pressed| self.game.is_won(board, pressed)) {
            return [Some(won), None, None, None];
        }
        let mut values = [f32::NEG_INFINITY; 4];
        for place in 0..4 {
            let Some(pressed) = presses[place] else { continue };
            if presses[..place].contains(&Some(pressed)) {
                presses[place] = None;
                continue;
            }
            match self.known_forced(pressed) {
                Some(true) => return [Some(pressed), None, None, None],
                Some(false) => values[place] = f32::MIN,
                None => values[place] = evaluate(&self.game.grid, pressed),
            }
        }
        let mut order = [0, 1, 2, 3];
        order.sort_by(|&one: &usize, &other: &usize| values[other].total_cmp(&values[one]));
        order.map(|place| presses[place])
    }

    /// Returns whether the target is forced after a press, if the table knows.
    fn known_forced(&self, pressed: Board) -> Option<bool> {
        let mut answer = Some(true);
        for tile in bits_of(self.game.grid.empty_cells(pressed)) {
            match self.table.get(self.game.grid.canonical(pressed | tile)) {
                Some(Known::Chance(1.0)) => {}
                Some(_) => return Some(false),
                None => answer = None,
            }
        }
        answer
    }
}
