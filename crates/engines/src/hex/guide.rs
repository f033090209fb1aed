//! The network as the tree search uses it: chances of moves and the chance to win on a board.

use super::network::{Evaluator, Network, Opinion, View, seen};
use super::{Board, Geometry};
use std::sync::Arc;

/// Asks the network. Without one, all moves are alike and nothing is known of the winner.
#[derive(Clone, Debug)]
pub(super) struct Guide {
    evaluator: Option<Evaluator>,
    view: View,
    opinion: Opinion,
    /// The chance of each cell to be the next move, by the last answer.
    pub(super) chances: Vec<f32>,
}

impl Guide {
    pub(super) fn new(network: Option<Arc<Network>>) -> Guide {
        Guide {
            evaluator: network.map(Evaluator::new),
            view: View::default(),
            opinion: Opinion::default(),
            chances: Vec::new(),
        }
    }

    /// Sets the chances of moves on a filled-in board, and returns the chance of the player to move to win, if known.
    pub(super) fn ask<const W: usize>(
        &mut self,
        geometry: &Geometry<W>,
        board: &Board<W>,
        next: usize,
        last: Option<usize>,
    ) -> Option<f32> {
        let empty = board.empty(geometry);
        self.chances.clear();
        self.chances.resize(geometry.cells, 0.0);
        let Some(evaluator) = &mut self.evaluator else {
            let chance = 1.0 / empty.len().max(1) as f32;
            empty.iter().for_each(|cell| self.chances[cell] = chance);
            return None;
        };
        self.view.set(geometry, board, next, last);
        evaluator.evaluate(&self.view, &mut self.opinion);
        let logit = |cell: usize| self.opinion.moves[seen(geometry.side, next, cell)];
        let most = empty.iter().map(logit).fold(f32::MIN, f32::max);
        let mut sum = f32::MIN_POSITIVE;
        for cell in empty.iter() {
            self.chances[cell] = (logit(cell) - most).exp();
            sum += self.chances[cell];
        }
        self.chances.iter_mut().for_each(|chance| *chance /= sum);
        Some(self.opinion.value)
    }
}
