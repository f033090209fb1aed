//! Play on panels that do not fit a packed board: more than 16 cells, or a tile above 2^14.
//!
//! Such panels have so much room that a short search with the hand-made evaluation does well.

use super::board::rank_of;
use super::heuristic::{evaluate_cells, unit_value};
use crate::Budget;
use parlor_rules::tiles::{Direction, Panel, Position};
use parlor_rules::{Cell, SplitMix64};

/// The tiles that are tried after each press.
const SAMPLES: usize = 3;
/// The presses after which a quick game is judged by its panel.
const MAX_PRESSES: u64 = 3_000;

/// Returns the value of each press, by direction, and the number of boards evaluated. Each press is followed
/// by a few random tiles and the best press after each, unless only one board per press may be searched. A press
/// that makes the goal has won.
pub(super) fn values(
    position: &Position,
    goal: Option<u128>,
    is_deep: bool,
    rng: &mut SplitMix64,
    budget: &Budget,
) -> ([Option<f32>; 4], u64) {
    let mut nodes = 0;
    let values = Direction::ALL.map(|direction| {
        let panel = pressed(position, position.panel(), direction)?;
        nodes += 1;
        if is_won(goal, &panel) {
            return Some(1.0);
        }
        if !is_deep || panel.is_full() || budget.is_spent(0) {
            return Some(evaluate(&panel));
        }
        let mut total = 0.0;
        for _ in 0..SAMPLES {
            let mut next = panel.clone();
            next.place_random(rng);
            let replies =
                Direction::ALL.into_iter().filter_map(|direction| pressed(position, &next, direction));
            total += replies.fold(0.0, |best: f32, panel| {
                nodes += 1;
                best.max(if is_won(goal, &panel) { 1.0 } else { evaluate(&panel) })
            });
        }
        Some((total / SAMPLES as f32).min(0.999_999))
    });
    (values, nodes)
}

/// Plays a quick game after a press. Returns 1 if the goal was made, 0 if not, the value of the panel if the game
/// takes too long, and the number of presses.
pub(super) fn rollout(
    position: &Position,
    goal: Option<u128>,
    direction: Direction,
    rng: &mut SplitMix64,
) -> (f64, u64) {
    let Some(mut panel) = pressed(position, position.panel(), direction) else { return (0.0, 0) };
    for presses in 0..MAX_PRESSES {
        if is_won(goal, &panel) {
            return (1.0, presses);
        }
        panel.place_random(rng);
        let boards = Direction::ALL.into_iter().filter_map(|direction| pressed(position, &panel, direction));
        let valued = boards.map(|next| (if is_won(goal, &next) { 1.0 } else { evaluate(&next) }, next));
        match valued.max_by(|(one, _), (other, _)| one.total_cmp(other)) {
            Some((_, next)) => panel = next,
            None => return (0.0, presses),
        }
    }
    (evaluate(&panel).into(), MAX_PRESSES)
}

/// Returns the panel after a press, or `None` if it is no move or leaves a full panel as it is.
fn pressed(position: &Position, panel: &Panel, direction: Direction) -> Option<Panel> {
    let can_wait = position.idle_spawns() && !panel.is_full();
    if !panel.can_press(direction) && !can_wait {
        return None;
    }
    let mut next = panel.clone();
    next.press(direction);
    Some(next)
}

fn is_won(goal: Option<u128>, panel: &Panel) -> bool {
    goal.is_some_and(|goal| panel.max() >= goal)
}

fn evaluate(panel: &Panel) -> f32 {
    let rank = |row, column| rank_of(panel.value(Cell::new(row, column)));
    let sum = evaluate_cells(panel.rows(), panel.columns(), rank);
    // An empty panel of 256 cells has a sum of 5,120: the value is taken relative to the size.
    unit_value((sum - 8.0 * (panel.rows() * panel.columns()) as f32) * 0.5)
}
