//! The hand-made evaluation, for boards without learned weights.
//!
//! Empty cells are good, and so are equal neighbors, which will merge. Differences between neighbors are bad.
//! A peak, a tile higher than both of its neighbors, is much worse: it goes away only when a neighbor becomes
//! as high. Both penalties grow with the tile.
//!
//! The weights were tuned on 4 x 4 by the cross-entropy method: a player that looks one new tile and one press
//! ahead played 60 games with each of twelve settings drawn at random around the best so far; the settings
//! whose games lasted longest, by the mean of the logarithm, set the next distribution, 35 times. Terms were
//! also left out one by one, over 600 games: without peaks the games lasted half as long. Valleys between
//! higher tiles and a penalty on high tiles made no significant difference, so they are not part of it.

use super::board::{Board, Grid};
use super::lines::TABLE_LENGTH;
use super::search::Evaluate;
use std::sync::OnceLock;

/// The bonus of an empty cell. It is the unit of the other weights.
const EMPTY_CELL: f32 = 10.0;
/// The bonus of two equal neighbors.
const EQUAL_PAIR: f32 = 11.0;
/// The bonus for each rank of two equal neighbors.
const EQUAL_PAIR_RANK: f32 = 2.5;
/// The penalty for each rank between two neighbors, times the weight of the higher one.
const STEP: f32 = 0.14;
/// The penalty for each rank of a tile above both of its neighbors, times its weight.
const PEAK: f32 = 2.5;
/// The factor between the weights of a tile and a tile of half its value.
const WEIGHT: f32 = 1.35;
/// The longest side of a panel.
const MAX_SIDE: usize = 16;
/// The highest rank that has a weight of its own: beyond it, `f32` would overflow on the largest panels.
const MAX_WEIGHT_RANK: usize = 60;

/// The scale on which the sum of a board becomes a value from 0 to 1.
const SCALE: f32 = 400.0;

/// The hand-made evaluation on a grid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Heuristic {
    pub(super) grid: Grid,
}

impl Evaluate for Heuristic {
    fn evaluate(&self, board: Board) -> f32 {
        unit_value(evaluate(&self.grid, board))
    }
}

/// Returns a sum as a value between 0 and 1, both excluded.
pub(super) fn unit_value(sum: f32) -> f32 {
    (1.0 / (1.0 + (-sum / SCALE).exp())).clamp(1e-6, 0.999_999)
}

/// Returns the value of a packed board: the sum of its rows and columns.
#[inline]
pub(super) fn evaluate(grid: &Grid, board: Board) -> f32 {
    let Some([rows, columns]) = grid.words(board) else {
        return evaluate_cells(grid.rows(), grid.columns(), |row, column| grid.rank(board, row, column));
    };
    let (of_row, of_column) = (line_values(grid.columns()), line_values(grid.rows()));
    let rows = rows[..grid.rows()].iter().map(|&word| of_row[usize::from(word)]);
    let columns = columns[..grid.columns()].iter().map(|&word| of_column[usize::from(word)]);
    rows.sum::<f32>() + columns.sum::<f32>()
}

/// Returns the value of a panel of any size, given the ranks of its cells.
pub(super) fn evaluate_cells(rows: usize, columns: usize, rank: impl Fn(usize, usize) -> u8) -> f32 {
    let mut value = 0.0;
    let mut line = [0; MAX_SIDE];
    for row in 0..rows {
        (0..columns).for_each(|column| line[column] = rank(row, column));
        value += line_value(&line[..columns]);
    }
    for column in 0..columns {
        (0..rows).for_each(|row| line[row] = rank(row, column));
        value += line_value(&line[..rows]);
    }
    value
}

/// Returns the values of all packed lines of this length, 1 to 4.
fn line_values(length: usize) -> &'static [f32] {
    static TABLES: [OnceLock<Box<[f32]>>; TABLE_LENGTH] = [const { OnceLock::new() }; TABLE_LENGTH];
    TABLES[length - 1].get_or_init(|| {
        let line = |number: u32| line_value(&[0, 4, 8, 12].map(|bit| (number >> bit & 15) as u8)[..length]);
        (0..1 << (4 * length)).map(line).collect()
    })
}

/// Returns the value of a line of ranks, 0 for an empty cell.
fn line_value(ranks: &[u8]) -> f32 {
    let room = ranks.iter().filter(|&&rank| rank == 0).count() as f32;
    let neighbors: f32 = ranks.windows(2).map(|pair| pair_value(pair[0], pair[1])).sum();
    let peaks: f32 = ranks.windows(3).map(|three| peak_height(three[1], three[0].max(three[2]))).sum();
    EMPTY_CELL * room + neighbors - PEAK * peaks
}

/// Returns the value of two neighbors, or 0 if a cell is empty.
fn pair_value(one: u8, other: u8) -> f32 {
    if one == 0 || other == 0 {
        0.0
    } else if one == other {
        EQUAL_PAIR + EQUAL_PAIR_RANK * f32::from(one)
    } else {
        -STEP * f32::from(one.abs_diff(other)) * weight(one.max(other))
    }
}

/// Returns the weighted height of a tile above its higher neighbor. Empty cells are lower than all tiles.
fn peak_height(rank: u8, higher: u8) -> f32 {
    f32::from(rank.saturating_sub(higher)) * weight(rank)
}

fn weight(rank: u8) -> f32 {
    static WEIGHTS: [f32; MAX_WEIGHT_RANK + 1] = {
        let mut weights = [1.0; MAX_WEIGHT_RANK + 1];
        let mut rank = 1;
        while rank <= MAX_WEIGHT_RANK {
            weights[rank] = weights[rank - 1] * WEIGHT;
            rank += 1;
        }
        weights
    };
    WEIGHTS[usize::from(rank).min(MAX_WEIGHT_RANK)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smooth_lines_score_more() {
        let order = [
            // Empty, then with tiles that merge, sorted, with a small tile out of place, and with the largest
            // out of place.
            [0, 0, 0, 0],
            [4, 4, 3, 2],
            [5, 4, 3, 2],
            [5, 3, 4, 2],
            [2, 5, 3, 4],
        ];
        assert!(order.windows(2).all(|pair| line_value(&pair[0]) > line_value(&pair[1])));
    }

    #[test]
    fn peaks() {
        assert!(line_value(&[1, 9, 1, 0]) < line_value(&[1, 8, 1, 0]));
        assert!(line_value(&[10, 1, 0, 0]) > line_value(&[1, 10, 0, 0]));
    }

    #[test]
    fn symmetric_boards_have_the_same_value() {
        for (rows, columns) in [(4, 4), (3, 3), (2, 4), (2, 5), (1, 6), (3, 5)] {
            let grid = Grid::new(rows, columns).unwrap();
            let board = 0x0123_4321_1002_0315 & (grid.cells() * 15);
            let value = evaluate(&grid, board);
            for image in [grid.flip(board), grid.mirror(board), grid.rotate(board)] {
                assert!((evaluate(&grid, image) - value).abs() < 1e-3, "{rows}x{columns}");
            }
            let plain = evaluate_cells(rows, columns, |row, column| grid.rank(board, row, column));
            assert!((plain - value).abs() < 1e-3);
        }
    }
}
