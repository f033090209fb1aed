//! Expectimax search: the presses of the player and the tiles of chance in turn, with a transposition table.

use super::board::{Board, bits_of};
use super::mean_chance::MeanChance;
use super::solver::Game;
use crate::Budget;

/// An estimate of boards, from 0 (as good as stuck) to 1 (as good as won).
pub(super) trait Evaluate {
    /// Returns the value of a board after a press, before its tile.
    fn evaluate(&self, board: Board) -> f32;
}

/// The values of the presses of a position, by direction. `None` is no move.
pub(super) type PressValues = [Option<f32>; 4];

/// The deepest search, in tiles.
const MAX_DEPTH: u32 = 12;
/// The presses that are moves after a tile, on average on 4 x 4.
const PRESSES_PER_TILE: f64 = 3.5;
/// The share of boards that are new at each further tile, on crowded boards of 4 x 4. The others are transpositions.
const TRANSPOSED: f64 = 0.7;
/// How often the clock is read, in boards.
const NODES_PER_CHECK: u64 = 256;

/// A search with its limits.
pub(super) struct Search<'a, E> {
    pub(super) game: Game,
    pub(super) evaluator: &'a E,
    pub(super) table: &'a mut SearchTable,
    pub(super) budget: &'a Budget,
    /// The number of boards after which no deeper search starts.
    pub(super) max_nodes: u64,
    pub(super) nodes: u64,
    pub(super) is_stopped: bool,
}

impl<E: Evaluate> Search<'_, E> {
    /// Searches deeper and deeper, and returns the values of the deepest search that was finished.
    ///
    /// A deeper search starts only if it will probably end within the limit of nodes, so that the nodes spent
    /// on it are not lost.
    pub(super) fn iterate(&mut self, board: Board) -> PressValues {
        let mut values = self.presses(board, 0);
        let mut expected = self.first_cost(board);
        let growth = TRANSPOSED * expected / self.nodes.max(1) as f64;
        for depth in 1..=MAX_DEPTH {
            if (self.nodes as f64 + expected) > self.max_nodes as f64 || self.budget.is_spent(self.nodes) {
                break;
            }
            let nodes = self.nodes;
            let deeper = self.presses(board, depth);
            if self.is_stopped {
                break;
            }
            values = deeper;
            if values.iter().flatten().all(|&value| value == 0.0 || value == 1.0) {
                break;
            }
            // The table may have known much of this depth, and will know less of the next.
            expected = growth.max(2.0) * (expected + (self.nodes - nodes) as f64) / 2.0;
        }
        values
    }

    /// Returns about how many boards a search over one tile looks at.
    fn first_cost(&self, board: Board) -> f64 {
        let tiles = |pressed| self.game.grid.empty_cells(pressed).count_ones();
        PRESSES_PER_TILE * f64::from(self.game.presses(board).into_iter().flatten().map(tiles).sum::<u32>())
    }

    /// Returns the value of each press, searched over this many tiles.
    pub(super) fn presses(&mut self, board: Board, depth: u32) -> PressValues {
        self.game.presses(board).map(|pressed| {
            let pressed = pressed?;
            Some(if self.game.is_won(board, pressed) { 1.0 } else { self.after_press(pressed, depth) })
        })
    }

    /// Returns the value of a board after a press: the mean over its tiles.
    fn after_press(&mut self, board: Board, depth: u32) -> f32 {
        self.nodes += 1;
        if let Some(value) = self.table.get(board, depth) {
            return value;
        }
        let value = if depth == 0 {
            if self.nodes.is_multiple_of(NODES_PER_CHECK) {
                self.is_stopped |= self.budget.is_spent(0);
            }
            self.evaluator.evaluate(board)
        } else {
            if self.is_stopped {
                return 0.0;
            }
            let empty = self.game.grid.empty_cells(board);
            let mut mean = MeanChance::default();
            for tile in bits_of(empty) {
                mean.add(self.after_tile(board | tile, depth - 1));
                if self.is_stopped {
                    return 0.0;
                }
            }
            mean.value()
        };
        self.table.insert(board, depth, value);
        value
    }

    /// Returns the value of a board after a tile: the best press, or 0 if it is stuck.
    fn after_tile(&mut self, board: Board, depth: u32) -> f32 {
        let mut best = 0.0f32;
        for pressed in self.game.presses(board).into_iter().flatten() {
            if self.game.is_won(board, pressed) {
                return 1.0;
            }
            best = best.max(self.after_press(pressed, depth));
        }
        best
    }
}

/// A transposition table: boards after presses with their values. A new board replaces an old one.
#[derive(Clone, Debug)]
pub(super) struct SearchTable {
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    board: Board,
    value: f32,
    /// The depth plus 1; 0 is a free entry.
    depth: u32,
}

impl SearchTable {
    /// Creates a table that takes at most this many bytes.
    pub(super) fn new(memory: usize) -> SearchTable {
        let entries = (memory / size_of::<Entry>()).max(2);
        SearchTable { entries: vec![Entry::default(); 1 << entries.ilog2()] }
    }

    /// Forgets all boards.
    pub(super) fn clear(&mut self) {
        self.entries.fill(Entry::default());
    }

    #[inline]
    fn get(&self, board: Board, depth: u32) -> Option<f32> {
        let entry = &self.entries[self.place(board, depth)];
        (entry.board == board && entry.depth == depth + 1).then_some(entry.value)
    }

    #[inline]
    fn insert(&mut self, board: Board, depth: u32, value: f32) {
        let place = self.place(board, depth);
        self.entries[place] = Entry { board, value, depth: depth + 1 };
    }

    #[inline]
    fn place(&self, board: Board, depth: u32) -> usize {
        let hash = (board ^ u64::from(depth) << 59).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        ((hash ^ hash >> 29).wrapping_mul(0xD134_2543_DE82_EF95) >> 32) as usize & (self.entries.len() - 1)
    }
}
