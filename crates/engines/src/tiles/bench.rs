//! Fixed amounts of work on packed boards, to measure their speed.

use super::board::{Grid, nth_bit};
use parlor_rules::SplitMix64;

/// The boards that are pressed over and over.
const BOARDS: usize = 4_096;

/// Presses 4 x 4 boards from random games in all four directions, `rounds` times each. Returns the number of
/// presses and a signature of the results.
pub fn press_boards(rounds: u64) -> (u64, u64) {
    let Some(grid) = Grid::new(4, 4) else { return (0, 0) };
    let boards = random_boards(&grid);
    let mut signature = 0u64;
    for round in 0..rounds {
        let mut mixed = 0u64;
        for &board in &boards {
            let [up, down, left, right] = grid.press_all(board);
            mixed =
                mixed.wrapping_add(up ^ down.rotate_left(16) ^ left.rotate_left(32) ^ right.rotate_left(48));
        }
        signature = (signature ^ mixed ^ round).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    (rounds * 4 * BOARDS as u64, signature)
}

/// Returns the boards of random games.
fn random_boards(grid: &Grid) -> Vec<u64> {
    let mut rng = SplitMix64::new(1);
    let mut boards = Vec::with_capacity(BOARDS);
    let mut board = 1;
    while boards.len() < BOARDS {
        let moved: Vec<u64> = grid.press_all(board).into_iter().filter(|&pressed| pressed != board).collect();
        let Some(&pressed) = moved.get(rng.below(moved.len())) else {
            board = 1;
            continue;
        };
        let empty = grid.empty_cells(pressed);
        board = pressed | nth_bit(empty, rng.below(empty.count_ones() as usize));
        boards.push(board);
    }
    boards
}
