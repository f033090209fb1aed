//! Engines that play every game: a random mover and Monte-Carlo tree search. They need only the rules of a
//! game; other knowledge of a game comes in through its `Rollout`.

mod mcts;
mod random;

pub use mcts::{
    AmafMoves, HexRollout, Level, LineRollout, Mcts, RandomRollout, Rollout, Tuning, outcome_value,
};
pub use random::Random;
