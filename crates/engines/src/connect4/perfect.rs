//! The `perfect` engine of classic and shapes: plays by exact scores.

use super::{Book, Position as Board, Size, Solver, SolverError};
use crate::{Engine, Expectation, Limits, Report, Settings, StopFlag, Unsupported, Value, ValueKind};
use parlor_rules::Position;
use parlor_rules::drop::{Column, DropPosition, Rule};

/// The most cells of a board that is solved from any position within about a minute.
const MAX_CELLS: usize = 42;

/// With more discs than this, the engine solves the replies to drawn moves to choose among them. With fewer
/// it uses only the book, because solving would take minutes.
const SOLVE_REPLIES_FROM: u32 = 8;

/// An engine that plays by exact scores: the shortest win, the longest loss, and among drawn moves the one
/// that leaves the opponent the fewest replies that keep the draw. It takes the time it needs.
pub struct Perfect {
    settings: Settings,
    solver: Option<(Size, Solver)>,
}

impl Perfect {
    /// Creates the engine with the memory and threads of the settings. It makes no random choices.
    pub fn new(settings: &Settings) -> Perfect {
        Perfect { settings: *settings, solver: None }
    }

    /// Returns an error if the board is too large to be solved from its start.
    pub fn fits<R: Rule>(game: &DropPosition<R>) -> Result<(), Unsupported> {
        let (rows, columns) = (game.rows(), game.columns());
        match Board::of(game) {
            Ok(_) if rows * columns <= MAX_CELLS => Ok(()),
            _ => Err(Unsupported::TooLarge { engine: "perfect", rows, columns, max_cells: MAX_CELLS }),
        }
    }

    fn solver(&mut self, size: Size) -> Result<&mut Solver, SolverError> {
        if self.solver.as_ref().is_none_or(|(solves, _)| *solves != size) {
            self.solver = Some((size, Solver::new(size, self.settings.memory)?));
        }
        self.solver.as_mut().map(|(_, solver)| solver).ok_or(SolverError::Size)
    }

    /// Returns the number of the opponent's replies that keep at least a draw, or `None` if that takes too
    /// long to find out.
    fn count_safe_replies(&mut self, board: &Board, stop: &StopFlag) -> Option<u32> {
        let mut safe_replies = 0;
        for column in 0..board.size().columns {
            let mut after = *board;
            if after.drop_disc(column).is_ok() {
                let score = match Book::shared().score(&after) {
                    Some(score) => score,
                    None if board.played() <= SOLVE_REPLIES_FROM => return None,
                    None => self.solver(board.size()).ok()?.solve_weak(&after, stop)?.score,
                };
                safe_replies += u32::from(score <= 0);
            }
        }
        Some(safe_replies)
    }
}

/// Returns the columns whose values are known, best first. Equal ones keep their order.
fn best_first(columns: &[Column], values: &[Option<Value>]) -> Vec<(Column, Value)> {
    let known = columns.iter().zip(values).filter_map(|(&column, value)| Some((column, (*value)?)));
    let mut known: Vec<(Column, Value)> = known.collect();
    known.sort_by(|(_, one), (_, two)| two.score.total_cmp(&one.score));
    known
}

/// Returns the exact value of a score, with `played` discs on a board of `cells` cells.
pub(super) fn exact_value(score: i32, played: u32, cells: u32) -> Value {
    let outcome = match score.signum() {
        1 => Expectation::Win,
        0 => Expectation::Draw,
        _ => Expectation::Loss,
    };
    // The game ends with this many discs or one fewer. The parity decides, because the winner drops the last
    // disc.
    let most = cells + 2 - 2 * score.unsigned_abs().max(1);
    let mover_ends = score > 0;
    let last = if ((most - played) % 2 == 1) == mover_ends { most } else { most - 1 };
    let plies = if score == 0 { cells - played } else { last - played };
    Value { kind: ValueKind::Exact, outcome, plies: Some(plies), score: f64::from(score) }
}

impl<R: Rule> Engine<DropPosition<R>> for Perfect
where
    DropPosition<R>: Position<Move = Column>,
{
    fn think(
        &mut self,
        position: &DropPosition<R>,
        _limits: &Limits,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<Column>),
    ) -> Option<Column> {
        position.turn().player()?;
        let board = Board::of(position).ok()?;
        let (size, threads) = (board.size(), self.settings.threads);
        let mut columns: Vec<Column> = position.moves().collect();
        // From the middle outward: the likely best move is known first, and ties go to the middle.
        columns.sort_by_key(|Column(column)| (2 * column).abs_diff(size.columns as usize - 1));
        let mut after = Vec::new();
        for &Column(column) in &columns {
            let mut dropped = board;
            dropped.drop_disc(column as u32).ok()?;
            after.push(dropped);
        }
        let value = |score: i32| exact_value(-score, board.played(), size.cells());
        let mut values: Vec<Option<Value>> =
            after.iter().map(|after| Book::shared().score(after).map(value)).collect();
        let open: Vec<usize> = (0..columns.len()).filter(|&place| values[place].is_none()).collect();
        let mut nodes = 0;
        let mut send_report = |values: &[Option<Value>], nodes: u64| {
            let mut moves = best_first(&columns, values);
            let Some(&(best, value)) = moves.first() else { return };
            // Until every column is known, the best value so far is a lower bound.
            let kind = if moves.len() == columns.len() { ValueKind::Exact } else { ValueKind::Bound };
            let unknown = columns.iter().zip(values).filter(|(_, value)| value.is_none());
            moves.extend(unknown.map(|(&column, _)| (column, Value::UNKNOWN)));
            report(&Report { line: vec![best], value: Value { kind, ..value }, moves, nodes });
        };
        send_report(&values, nodes);
        if !open.is_empty() {
            let bounded = |&place: &usize| (after[place], Book::shared().lower_bound(&after[place]));
            let bounded_positions: Vec<(Board, Option<i32>)> = open.iter().map(bounded).collect();
            self.solver(size).ok()?.solve_all(&bounded_positions, stop, threads, |number, solved| {
                nodes += solved.nodes;
                values[open[number]] = Some(value(solved.score));
                send_report(&values, nodes);
            });
        }
        let known = best_first(&columns, &values);
        let Some(&(first, value)) = known.first() else { return columns.first().copied() };
        let drawn: Vec<Column> =
            known.iter().filter(|(_, value)| value.score == 0.0).map(|&(column, _)| column).collect();
        if value.score != 0.0 || drawn.len() < 2 {
            return Some(first);
        }
        let mut best = (u32::MAX, first);
        for column in drawn {
            let mut after = board;
            after.drop_disc(column.0 as u32).ok()?;
            let Some(safe_replies) = self.count_safe_replies(&after, stop) else { break };
            if safe_replies < best.0 {
                best = (safe_replies, column);
            }
        }
        Some(best.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_rules::drop::classic;
    use parlor_rules::{Outcome, Turn};

    fn after(rows: i64, columns: i64, moves: &str) -> classic::Position {
        let mut position = classic::Position::sized(parlor_rules::Size::new(rows, columns)).unwrap();
        for column in moves.split_whitespace() {
            position.play(column.parse().unwrap()).unwrap();
        }
        position
    }

    fn choose(position: &classic::Position) -> (Column, Report<Column>) {
        let mut last = None;
        let chosen = Perfect::new(&Settings::default())
            .think(position, &Limits::default(), &StopFlag::default(), &mut |report| {
                last = Some(report.clone())
            })
            .unwrap();
        (chosen, last.unwrap())
    }

    #[test]
    fn shortest_win() {
        let (chosen, report) = choose(&after(6, 7, "3 2 4 3 4 3 5 4"));
        assert_eq!(chosen, Column(6));
        assert_eq!((report.value.outcome, report.value.plies), (Expectation::Win, Some(1)));
        assert_eq!(report.value.score, 17.0, "22 - 5 discs");
    }

    #[test]
    fn longest_loss() {
        // Three in a row with both ends open: every move loses to the second disc from now.
        let (_, report) = choose(&after(6, 7, "3 3 4 4 2"));
        assert_eq!((report.value.outcome, report.value.plies), (Expectation::Loss, Some(2)));
    }

    #[test]
    fn plies_match_the_game() {
        for opening in ["", "0", "1 1 1", "0 2 1"] {
            let mut position = after(4, 5, opening);
            let (_, report) = choose(&position);
            let promised = report.value;
            let mut plies = 0;
            while position.turn().player().is_some() {
                let (chosen, _) = choose(&position);
                position.play(chosen).unwrap();
                plies += 1;
            }
            assert_eq!(promised.plies, Some(plies), "{opening}");
            let drawn = position.turn() == Turn::Over(Outcome::Draw);
            assert_eq!(promised.outcome == Expectation::Draw, drawn, "{opening}");
        }
    }

    #[test]
    fn large_boards_are_unsupported() {
        assert!(Perfect::fits(&after(6, 7, "")).is_ok() && Perfect::fits(&after(4, 4, "")).is_ok());
        assert!(Perfect::fits(&after(8, 8, "")).is_err() && Perfect::fits(&after(64, 64, "")).is_err());
    }

    #[test]
    fn stopped_engine_moves() {
        let stop = StopFlag::default();
        stop.stop();
        let position = after(6, 7, "");
        let chosen =
            Perfect::new(&Settings::default()).think(&position, &Limits::default(), &stop, &mut |_| {});
        assert_eq!(chosen, Some(Column(3)));
    }
}
