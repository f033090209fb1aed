//! The rollout of 1024: presses toward a corner, then an evaluation of the panel.

use super::tile_eval::PanelEval;
use super::{AmafMoves, Rollout, Tuning};
use parlor_rules::tiles::{Direction, PackedPanel, Position, PressTable};
use parlor_rules::{Cell, Outcome, Position as _, Solo, SplitMix64, Turn, play_random_game};
use std::cmp::Ordering;

/// A rollout of 1024, on packed panels if the panel fits and on plain panels otherwise.
///
/// A playout rarely reaches a high target, so its value can't depend on winning alone. On 4 x 4 it plays ten
/// presses and compares the evaluation of the panel with that of the root. On other panels it plays to the
/// end, and its value grows with the number of presses, because simple presses survive longer on a good
/// panel. Reaching the target has the highest value.
///
/// The presses follow a simple corner strategy: down or left, whichever merges more, right only if neither
/// moves a tile, and up only if nothing else does. With 200 playouts per move and playouts to the end, games
/// on 4 x 4 lasted 2,710 presses (8 games); with the evaluation after ten presses they lasted 4,910 (16
/// games), at half of the time per press.
#[derive(Clone, Debug, Default)]
pub struct TileRollout {
    /// The press table for the size of the panel.
    press_table: Option<((usize, usize), PressTable)>,
    /// The evaluation for short playouts, and its value for the root.
    eval: Option<(PanelEval, f64)>,
    /// The sum of the tiles at the root.
    start_sum: f64,
    is_continuing: bool,
}

/// The presses of a short playout.
const SHORT_PRESSES: usize = 10;
/// The scale of the evaluation difference in the value of a short playout.
const EVAL_SCALE: f64 = 200.0;
/// The value of a short playout whose evaluation did not change.
const UNCHANGED_VALUE: f64 = MAX_UNFINISHED / 2.0;
/// The presses after which a long playout has half of `MAX_UNFINISHED`.
const HALF_VALUE_PRESSES: f64 = 400.0;
/// The presses after which a playout on a large panel, which could be very long, is cut off.
const MAX_PRESSES: usize = 1_000;
/// The highest value of a playout that does not reach the target.
const MAX_UNFINISHED: f64 = 0.8;

impl Rollout<Position> for TileRollout {
    fn prepare(&mut self, position: &Position) {
        let panel = position.panel();
        let size = (panel.rows(), panel.columns());
        if self.press_table.as_ref().is_none_or(|(of, _)| *of != size) {
            self.press_table = PressTable::new(size.0, size.1).map(|table| (size, table));
        }
        self.start_sum = sum(position);
        let packed = self.packed(position).map(|(_, panel)| panel).filter(|_| size == (4, 4));
        let eval = self.eval.take().map(|(eval, _)| eval);
        self.eval = packed.map(|panel| {
            let eval = eval.unwrap_or_else(PanelEval::new);
            let worth = eval.evaluate(panel);
            (eval, worth)
        });
        self.is_continuing = position.is_continuing();
    }

    fn play(&mut self, position: &Position, rng: &mut SplitMix64, _trace: &mut AmafMoves) -> f64 {
        let Some((table, panel)) = self.packed(position) else {
            // A new tile that is too high for a packed panel is the best result of a short playout.
            return if self.eval.is_some() { MAX_UNFINISHED } else { self.play_plain(position, rng) };
        };
        let target = if self.is_continuing { 0 } else { position.panel().target() };
        let mut panel = panel;
        let before = sum(position) - self.start_sum;
        let mut presses = 0;
        if position.turn() == Turn::Chance {
            panel = with_tile(panel, table, rng);
        }
        loop {
            if panel.has_tile(target) {
                return 1.0;
            }
            if let Some((eval, from)) = self.eval.as_ref().filter(|_| presses == SHORT_PRESSES) {
                return UNCHANGED_VALUE * (1.0 + ((eval.evaluate(panel) - from) / EVAL_SCALE).tanh());
            }
            let Some(pressed) = corner_press(panel, table, rng) else {
                return self.stuck_value(before + presses as f64);
            };
            presses += 1;
            panel = with_tile(pressed, table, rng);
        }
    }

    /// Returns the value of a finished game: 0 for a stuck panel, unless the player has won before and
    /// continues.
    fn result(&self, position: &Position, outcome: Outcome) -> f64 {
        if self.is_continuing {
            return self.stuck_value(sum(position) - self.start_sum);
        }
        if outcome == Outcome::Solo(Solo::Won) { 1.0 } else { 0.0 }
    }

    fn tuning(&self) -> Tuning {
        Tuning {
            exploration: if self.eval.is_some() { 3.0 } else { 1.5 },
            expand_at: 4,
            rave_equivalence: 0.0,
            scale_by_deviation: true,
        }
    }
}

impl TileRollout {
    /// Returns the value of a panel that got stuck after this many presses: 0 in short playouts.
    fn stuck_value(&self, presses: f64) -> f64 {
        if self.eval.is_some() { 0.0 } else { self.survival_value(presses) }
    }

    fn survival_value(&self, presses: f64) -> f64 {
        MAX_UNFINISHED * presses.max(0.0) / (presses.max(0.0) + HALF_VALUE_PRESSES)
    }

    fn packed(&self, position: &Position) -> Option<(&PressTable, PackedPanel)> {
        // Two tiles of the highest value of a packed panel merge wrongly, so such panels are played as plain
        // ones.
        let fits = position.panel().max() < u128::from(PackedPanel::MAX_TARGET);
        let (_, table) = self.press_table.as_ref().filter(|_| fits && !position.idle_spawns())?;
        Some((table, PackedPanel::from_panel(position.panel())?))
    }

    fn play_plain(&self, position: &Position, rng: &mut SplitMix64) -> f64 {
        let mut position = position.clone();
        play_random_game(&mut position, rng, MAX_PRESSES);
        let is_won = position.has_won() && !self.is_continuing;
        if is_won { 1.0 } else { self.survival_value(sum(&position) - self.start_sum) }
    }
}

/// Returns the sum of all tiles, which is the number of tiles that have appeared.
fn sum(position: &Position) -> f64 {
    let panel = position.panel();
    let cells = (0..panel.rows()).flat_map(|row| (0..panel.columns()).map(move |column| (row, column)));
    cells.map(|(row, column)| panel.value(Cell::new(row, column)) as f64).sum()
}

/// Returns the panel after a press of the corner strategy, or `None` if it is stuck.
fn corner_press(panel: PackedPanel, table: &PressTable, rng: &mut SplitMix64) -> Option<PackedPanel> {
    let press = |direction| panel.press(direction, table);
    let room = |panel: PackedPanel| panel.empty_cells(table).count_ones();
    let (down, left) = (press(Direction::Down), press(Direction::Left));
    let is_down_better = match room(down).cmp(&room(left)) {
        Ordering::Equal => rng.next_u64() >> 63 == 0,
        more => more == Ordering::Greater,
    };
    let (first, second) = if is_down_better { (down, left) } else { (left, down) };
    let moves = |pressed: &PackedPanel| *pressed != panel;
    Some(first)
        .filter(moves)
        .or_else(|| Some(second).filter(moves))
        .or_else(|| Some(press(Direction::Right)).filter(moves))
        .or_else(|| Some(press(Direction::Up)).filter(moves))
}

/// Returns the panel with a 1 in a random empty cell.
fn with_tile(panel: PackedPanel, table: &PressTable, rng: &mut SplitMix64) -> PackedPanel {
    let mut cells = panel.empty_cells(table);
    for _ in 0..rng.below(cells.count_ones() as usize) {
        cells &= cells - 1;
    }
    panel.with_tile(cells & cells.wrapping_neg())
}
