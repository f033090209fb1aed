//! The `perfect` engine of 1024: a forced win where there is one, else the best chance.

use super::board::Board;
use super::levels::{Level, STRONG};
use super::report::{exact, report};
use super::shared_solver::SharedSolver;
use super::solver::{Game, Solver};
use crate::{Engine, Limits, Report, Settings, StopFlag, Unsupported};
use parlor_rules::Position as _;
use parlor_rules::tiles::{Direction, Move, Position};
use std::sync::Arc;

/// The least memory of the solver, in bytes.
const MIN_MEMORY: usize = 1 << 20;

/// An engine that plays by exact chances. It takes the time it needs: a few seconds for the first move, and
/// microseconds for the others.
///
/// Engines of the same game share one solver, and the last one is kept for the next game. One of them searches at a
/// time, since what it finds answers the others; they keep to their stop flags while they wait.
#[derive(Debug)]
pub struct Perfect {
    settings: Settings,
    solver: Option<Arc<SharedSolver>>,
    fallback: Level,
}

impl Perfect {
    /// Creates the engine with the memory of the settings. It makes no random choices.
    pub fn new(settings: &Settings) -> Perfect {
        Perfect { settings: *settings, solver: None, fallback: Level::new(STRONG, settings) }
    }

    /// Returns an error if the game is too large to be solved from its start.
    pub fn fits(position: &Position) -> Result<(), Unsupported> {
        let panel = position.panel();
        let (rows, columns, target) = (panel.rows(), panel.columns(), panel.target());
        match max_target(rows, columns) {
            Some(max_target) if target <= max_target => Ok(()),
            Some(max_target) => {
                Err(Unsupported::TargetTooHigh { engine: "perfect", rows, columns, max_target })
            }
            None => Err(Unsupported::TooLarge { engine: "perfect", rows, columns, max_cells: 16 }),
        }
    }

    /// Returns the solver of a game, shared with the other engines.
    fn solver(&mut self, game: Game) -> Arc<SharedSolver> {
        let memory = self.settings.memory.max(MIN_MEMORY);
        let own = self.solver.take().filter(|solver| solver.is_of(game, memory));
        self.solver.insert(own.unwrap_or_else(|| SharedSolver::of(game, memory))).clone()
    }

    /// Returns the report of a position, or `None` if it was stopped.
    fn solve(&mut self, position: &Position, stop: &StopFlag) -> Option<Report<Move>> {
        let (game, board) = Game::of(position)?;
        self.solver(game).search(stop, |solver| self.report(position, game, board, solver, stop))?
    }

    fn report(
        &self,
        position: &Position,
        game: Game,
        board: Board,
        solver: &mut Solver,
        stop: &StopFlag,
    ) -> Option<Report<Move>> {
        let before = solver.nodes();
        let presses = game.presses(board);
        let presses =
            || Direction::ALL.into_iter().zip(presses).filter_map(|(way, after)| Some((way, after?)));
        let is_won = presses().any(|(_, pressed)| game.is_won(board, pressed));
        let is_forced = solver.is_forced(board, stop)?;
        let mut valued = Vec::new();
        for (direction, pressed) in presses() {
            let wins_at_once = game.is_won(board, pressed);
            // To play, one forced press is enough, and a win at once is the best of them.
            let chance = if wins_at_once {
                1.0
            } else if self.settings.score_all_moves || !is_forced {
                solver.press_chance(board, pressed, stop)?
            } else if valued.is_empty() && !is_won && solver.is_press_forced(board, pressed, stop)? {
                1.0
            } else {
                continue;
            };
            valued.push((direction, exact(chance.into(), wins_at_once.then_some(1))));
        }
        valued.sort_by(|(_, one), (_, other)| {
            let key = |value: &crate::Value| (value.score, value.plies.is_some());
            key(other).partial_cmp(&key(one)).unwrap_or(std::cmp::Ordering::Equal)
        });
        let mut report = report(position, &valued, solver.nodes() - before);
        if !self.settings.score_all_moves && is_forced {
            // The other presses were not looked at.
            report.moves.iter_mut().skip(valued.len()).for_each(|(_, value)| *value = crate::Value::UNKNOWN);
        }
        Some(report)
    }
}

impl Engine<Position> for Perfect {
    fn think(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        report_to: &mut dyn FnMut(&Report<Move>),
    ) -> Option<Move> {
        position.turn().player()?;
        let is_solvable = Perfect::fits(position).is_ok() && !position.has_won();
        match is_solvable.then(|| self.solve(position, stop)).flatten() {
            Some(report) => {
                report_to(&report);
                report.line.first().copied()
            }
            // Somebody waits: a search of milliseconds, which no flag stops, is better than the first press.
            None if is_solvable => {
                self.fallback.think(position, &Limits::default(), &StopFlag::default(), report_to)
            }
            // A game that continues after its win, or a board that does not fit.
            None => self.fallback.think(position, limits, stop, report_to),
        }
    }
}

/// Returns the highest target that is solved on a size, or `None` if it is none. `docs/tiles.md` has the number
/// of positions of each.
fn max_target(rows: usize, columns: usize) -> Option<u64> {
    let cells = rows * columns;
    Some(match (rows.min(columns), cells) {
        (1, ..=11) | (_, ..=9) => 1 << (cells - 1),
        // On 13 cells it is hard to tell whether 1024 can be forced; on more it is easy.
        (1, 13) => 512,
        (1, 16) => 2048,
        (1, ..=15) => 1024,
        (2, 10) => 128,
        (_, 12) => 32,
        (_, ..=16) => 8,
        _ => return None,
    })
}
