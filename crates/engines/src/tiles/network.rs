//! The learned evaluation of 4 x 4: the sum of the weights of a board's features.

use super::board::Board;
use super::features::features;
use super::search::Evaluate;
use super::solver::Game;
use super::weight_file;
use crate::data_file::{DataFile, embedded_data};
use std::sync::OnceLock;

/// The learned weights. `crates/engines/data/README.md` describes the file and how it was made.
pub(crate) static WEIGHTS_FILE: DataFile =
    DataFile::new("1024-4x4.weights", embedded_data!("1024-4x4.weights"), || Network::get().is_some());
/// The lowest value of a board. 0 is a stuck one.
const MIN_VALUE: f32 = 1e-6;
/// The highest value of a board. 1 is a won one.
const MAX_VALUE: f32 = 0.999_999;

/// The weights, as integers of this unit.
#[derive(Debug)]
pub(super) struct Network {
    unit: f32,
    weights: Vec<i16>,
}

impl Network {
    /// Returns the weights that come with the program, or `None` as long as their file is missing. They are read when
    /// they are first needed.
    pub(super) fn get() -> Option<&'static Network> {
        static NETWORK: OnceLock<Option<Network>> = OnceLock::new();
        let bytes = WEIGHTS_FILE.bytes()?;
        let read = || weight_file::from_bytes(bytes).map(|(unit, weights)| Network { unit, weights });
        NETWORK.get_or_init(read).as_ref()
    }

    /// Returns whether the weights are for boards of this game.
    pub(super) fn fits(game: &Game) -> bool {
        (game.grid.rows(), game.grid.columns()) == (4, 4)
    }
}

impl Evaluate for Network {
    #[inline]
    fn evaluate(&self, board: Board) -> f32 {
        let units: i32 = features(board).iter().map(|&index| i32::from(self.weights[index as usize])).sum();
        (units as f32 * self.unit).clamp(MIN_VALUE, MAX_VALUE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_is_small_and_values_are_sensible() {
        assert!(WEIGHTS_FILE.bytes().unwrap().len() <= 8 << 20);
        let network = Network::get().unwrap();
        // A board with the tiles in order is better than the same tiles mixed.
        let ordered = network.evaluate(0x0000_0000_1234_8765);
        let mixed = network.evaluate(0x1803_0040_7200_0506);
        assert!(ordered > 0.9 && ordered > mixed, "{ordered} {mixed}");
    }
}
