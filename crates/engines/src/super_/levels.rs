//! The levels `easy`, `medium` and `strong` of super: one search with different limits and evaluation noise.

use super::board_word::{BoardWord, Tables};
use super::eval::{ThreatEval, Weights};
use super::iterative_deepening::{SearchOptions, iterative_deepening};
use super::plain_search;
use super::report::{LOST, WON};
use crate::{Budget, Engine, Limits, Report, Settings, StopFlag};
use parlor_rules::drop::Column;
use parlor_rules::drop::super_::Position;
use parlor_rules::{Position as _, SplitMix64};
use std::time::Duration;

/// The playing strength of a level.
#[derive(Clone, Copy, Debug)]
pub(super) struct LevelConfig {
    /// The limits of a search that is given none.
    default_limits: Limits,
    /// The most nodes of any search, for weaker levels.
    max_nodes: Option<u64>,
    /// The deepest iteration.
    max_depth: i32,
    /// The largest evaluation noise of the move choice. A point is about 150 units with the learned
    /// evaluation of 6 x 7, and 1,000 on other boards.
    noise: i32,
}

/// Two plies with large noise, so that it often plays the second best move.
pub(super) const EASY: LevelConfig = LevelConfig {
    default_limits: Limits { time: None, nodes: Some(300) },
    max_nodes: Some(300),
    max_depth: 2,
    noise: 400,
};
/// A few plies with little noise.
pub(super) const MEDIUM: LevelConfig = LevelConfig {
    default_limits: Limits { time: None, nodes: Some(3_000) },
    max_nodes: Some(3_000),
    max_depth: 5,
    noise: 20,
};
/// The full search with one second per move.
pub(super) const STRONG: LevelConfig = LevelConfig {
    default_limits: Limits { time: Some(Duration::from_secs(1)), nodes: None },
    max_nodes: None,
    max_depth: 60,
    noise: 0,
};

/// An engine of a given strength.
#[derive(Clone, Debug)]
pub(super) struct Level {
    config: LevelConfig,
    tables: Tables,
    /// The learned weights, unless their file is missing.
    weights: Option<&'static Weights>,
    rng: SplitMix64,
    score_all_moves: bool,
}

impl Level {
    /// Creates an engine of this strength.
    pub(super) fn new(config: LevelConfig, settings: &Settings) -> Level {
        // A search of a few thousand nodes needs no large table.
        let memory = config.max_nodes.map_or(settings.memory, |_| settings.memory.min(1 << 18));
        let rng = SplitMix64::new(settings.seed);
        Level {
            config,
            tables: Tables::new(memory),
            weights: Weights::get(),
            rng,
            score_all_moves: settings.score_all_moves,
        }
    }
}

impl Engine<Position> for Level {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<Column>),
    ) -> Option<Column> {
        position.turn().player()?;
        let LevelConfig { default_limits, max_nodes, max_depth, noise } = self.config;
        let mut limits = if *limits == Limits::default() { default_limits } else { *limits };
        if let Some(max_nodes) = max_nodes {
            limits.nodes = Some(limits.nodes.map_or(max_nodes, |nodes| nodes.min(max_nodes)));
        }
        let budget = Budget::new(&limits, stop);
        let options = SearchOptions {
            max_depth,
            full_windows: noise > 0 || self.score_all_moves,
            use_solver: max_nodes.is_none(),
            score_all_moves: self.score_all_moves,
        };
        let moves: Vec<(Column, i32)> = match BoardWord::of(position) {
            BoardWord::Standard(grid) => {
                let table = self.tables.narrow(position);
                match self.weights {
                    Some(weights) => {
                        values(iterative_deepening(position, grid, weights, table, options, &budget, report))
                    }
                    None => values(iterative_deepening(
                        position,
                        grid,
                        &ThreatEval,
                        table,
                        options,
                        &budget,
                        report,
                    )),
                }
            }
            BoardWord::Narrow(grid) => {
                let table = self.tables.narrow(position);
                values(iterative_deepening(position, grid, &ThreatEval, table, options, &budget, report))
            }
            BoardWord::Wide(grid) => {
                let table = self.tables.wide(position);
                values(iterative_deepening(position, grid, &ThreatEval, table, options, &budget, report))
            }
            BoardWord::TooLarge => plain_search::search(position, max_depth, &budget, report),
        };
        self.choose(&moves)
    }
}

impl Level {
    /// Returns the best move after adding noise to the values. Proven wins and losses get no noise.
    fn choose(&mut self, moves: &[(Column, i32)]) -> Option<Column> {
        let noise = self.config.noise;
        if noise == 0 {
            return moves.first().map(|&(column, _)| column);
        }
        let mut noisy = |value: i32| {
            let offset = self.rng.below(2 * noise as usize + 1) as i32 - noise;
            if value <= LOST || value >= WON { value } else { value + offset }
        };
        moves
            .iter()
            .map(|&(column, value)| (column, noisy(value)))
            .max_by_key(|&(_, value)| value)
            .map(|(column, _)| column)
    }
}

fn values<G: super::board::Grid>(root_moves: Vec<super::report::RootMove<G>>) -> Vec<(Column, i32)> {
    root_moves.into_iter().map(|root_move| (root_move.column, root_move.value)).collect()
}
