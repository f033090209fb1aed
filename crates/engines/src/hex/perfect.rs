//! The `perfect` engine: plays by proofs.

use super::Solver;
use crate::{Engine, Expectation, Limits, Report, Settings, StopFlag, Unsupported, Value, ValueKind};
use parlor_rules::hex::{Move, Position};
use parlor_rules::{Player, Position as _};

/// The most empty cells of a position that is solved within about a minute.
const MAX_EMPTY: usize = 49;

/// With more empty cells than this, an analysis gives up on a move after `MAX_NODES_PER_MOVE`: a weak opening of 7 x 7 takes
/// minutes to refute.
const ALWAYS_SOLVED_EMPTY: usize = 36;
const MAX_NODES_PER_MOVE: u64 = 500;

/// An engine that plays by proofs: a winning move if there is one, else the move that is hardest to refute. It takes the
/// time it needs.
#[derive(Debug)]
pub struct Perfect {
    settings: Settings,
    solver: Option<Solver>,
}

impl Perfect {
    /// Creates the engine with the memory of the settings. It makes no random choices.
    pub fn new(settings: &Settings) -> Perfect {
        Perfect { settings: *settings, solver: None }
    }

    /// Returns an error if too many cells are empty.
    pub fn fits(position: &Position) -> Result<(), Unsupported> {
        let side = position.board().side();
        if count_empty(position) <= MAX_EMPTY {
            return Ok(());
        }
        Err(Unsupported::TooLarge { engine: "perfect", rows: side, columns: side, max_cells: MAX_EMPTY })
    }
}

fn count_empty(position: &Position) -> usize {
    let board = position.board();
    board.side() * board.side() - board.count(Player::One) - board.count(Player::Two)
}

/// Returns the value of a proven win or loss.
pub(super) fn proven_value(is_win: bool) -> Value {
    let (outcome, score) = if is_win { (Expectation::Win, 1.0) } else { (Expectation::Loss, 0.0) };
    Value { kind: ValueKind::Exact, outcome, plies: None, score }
}

impl Engine<Position> for Perfect {
    fn think(
        &mut self,
        position: &Position,
        _limits: &Limits,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<Move>),
    ) -> Option<Move> {
        let next = position.turn().player()?;
        let (side, memory) = (position.board().side(), self.settings.memory);
        let mut solver = self
            .solver
            .take()
            .filter(|solver| solver.side() == side)
            .unwrap_or_else(|| Solver::new(side, memory));
        let solved = solver.solve(position, u64::MAX, stop);
        let mut nodes = solved.map_or(0, |solved| solved.nodes);
        let best = solved.and_then(|solved| solved.best).or_else(|| position.moves().next())?;
        let value = solved.map_or(Value::UNKNOWN, |solved| proven_value(solved.winner == next));
        let mut values: Vec<(Move, Value)> = vec![(best, value)];
        let is_small = count_empty(position) <= ALWAYS_SOLVED_EMPTY;
        let max_nodes = if is_small { u64::MAX } else { MAX_NODES_PER_MOVE };
        for played in position.moves().filter(|&played| played != best) {
            let mut after = position.clone();
            after.play_unchecked(played);
            let is_lost = solved.is_some_and(|solved| solved.winner != next);
            let value = if is_lost {
                proven_value(false)
            } else if self.settings.score_all_moves && !stop.is_stopped() {
                let solved = solver.solve(&after, max_nodes, stop);
                nodes += solved.map_or(0, |solved| solved.nodes);
                solved.map_or(Value::UNKNOWN, |solved| proven_value(solved.winner == next))
            } else {
                Value::UNKNOWN
            };
            values.push((played, value));
        }
        values[1..].sort_by(|(_, one), (_, two)| two.score.total_cmp(&one.score));
        report(&Report { line: vec![best], value, moves: values, nodes });
        self.solver = Some(solver);
        Some(best)
    }
}
