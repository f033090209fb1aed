//! Engines that play every game: they need its rules, and take what else it knows through a hook.

mod mcts;
mod random;

pub use mcts::{
    HexRollout, Level, LineRollout, Mcts, Plain, PointsRollout, Rollout, RootParallelMcts, TileRollout,
    Trace, Tuning, worth,
};
pub use random::Random;
