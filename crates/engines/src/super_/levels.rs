//! The levels of super: one search, more or less of it, and a hand that slips.

use super::deepen::{Plan, deepen};
use super::eval::{Threats, Weights};
use super::fit::{Fit, Tables};
use super::plain;
use super::report::{LOST, WON};
use crate::{Budget, Engine, Limits, Report, Settings, StopFlag};
use parlor_rules::drop::Column;
use parlor_rules::drop::super_::Position;
use parlor_rules::{Position as _, SplitMix64};
use std::time::Duration;

/// How well a level plays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strength {
    /// How long it thinks unless told otherwise.
    usual: Limits,
    /// The most positions it ever looks at, if it is held back.
    most: Option<u64>,
    /// As deep as it looks.
    deepest: i32,
    /// How far its values are off at most, in the evaluation's unit: a point is about 150 of it on 6 x 7,
    /// where it is learned, and 1,000 on other boards.
    slip: i32,
}

/// Looks at few positions two plies deep, and often takes the second best for the best.
pub(super) const EASY: Strength =
    Strength { usual: Limits { time: None, nodes: Some(300) }, most: Some(300), deepest: 2, slip: 400 };
/// Looks a few plies ahead.
pub(super) const MEDIUM: Strength =
    Strength { usual: Limits { time: None, nodes: Some(3_000) }, most: Some(3_000), deepest: 5, slip: 20 };
/// A second of everything there is.
pub(super) const STRONG: Strength = Strength {
    usual: Limits { time: Some(Duration::from_secs(1)), nodes: None },
    most: None,
    deepest: 60,
    slip: 0,
};

/// An engine of some strength.
#[derive(Clone, Debug)]
pub(super) struct Level {
    strength: Strength,
    tables: Tables,
    weights: &'static Weights,
    dice: SplitMix64,
    tell_each: bool,
}

impl Level {
    /// Creates an engine of this strength.
    pub(super) fn new(strength: Strength, settings: &Settings) -> Level {
        // Who looks at a thousand positions needs no large table.
        let memory = strength.most.map_or(settings.memory, |_| settings.memory.min(1 << 18));
        let dice = SplitMix64::new(settings.seed);
        Level {
            strength,
            tables: Tables::new(memory),
            weights: Weights::get(),
            dice,
            tell_each: settings.score_all_moves,
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
        let Strength { usual, most, deepest, slip } = self.strength;
        let mut limits = if *limits == Limits::default() { usual } else { *limits };
        if let Some(most) = most {
            limits.nodes = Some(limits.nodes.map_or(most, |nodes| nodes.min(most)));
        }
        let budget = Budget::new(&limits, stop);
        let plan = Plan {
            deepest,
            every_move: slip > 0 || self.tell_each,
            solve: most.is_none(),
            tell_each: self.tell_each,
        };
        let moves: Vec<(Column, i32)> = match Fit::of(position) {
            Fit::Standard(grid) => {
                let table = self.tables.narrow(position);
                values(deepen(position, grid, self.weights, table, plan, &budget, report))
            }
            Fit::Narrow(grid) => {
                let table = self.tables.narrow(position);
                values(deepen(position, grid, &Threats, table, plan, &budget, report))
            }
            Fit::Wide(grid) => {
                let table = self.tables.wide(position);
                values(deepen(position, grid, &Threats, table, plan, &budget, report))
            }
            Fit::None => plain::think(position, deepest, &budget, report),
        };
        self.choose(&moves)
    }
}

impl Level {
    /// Returns the best move, or one that seems it to a hand that slips. A proven win or loss is seen for
    /// what it is.
    fn choose(&mut self, moves: &[(Column, i32)]) -> Option<Column> {
        let slip = self.strength.slip;
        if slip == 0 {
            return moves.first().map(|&(column, _)| column);
        }
        let mut seen = |value: i32| {
            let off = self.dice.below(2 * slip as usize + 1) as i32 - slip;
            if value <= LOST || value >= WON { value } else { value + off }
        };
        moves
            .iter()
            .map(|&(column, value)| (column, seen(value)))
            .max_by_key(|&(_, value)| value)
            .map(|(column, _)| column)
    }
}

fn values<G: super::board::Grid>(candidates: Vec<super::report::Candidate<G>>) -> Vec<(Column, i32)> {
    candidates.into_iter().map(|candidate| (candidate.column, candidate.value)).collect()
}
