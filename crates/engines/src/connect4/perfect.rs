//! The engine that never errs.

use super::{Book, Position as Board, Size, Solver, SolverError};
use crate::{Engine, Expectation, Limits, Report, Settings, StopFlag, Unsupported, Value, ValueKind};
use parlor_rules::Position;
use parlor_rules::drop::{Column, DropPosition, Rule};

/// The most cells of a board that is solved from any position within a minute or so.
const MOST_CELLS: usize = 42;

/// With more discs than this, drawn moves are told apart by the replies they leave; before, only as far as the book
/// goes, for it would take minutes.
const REPLIES_FROM: u32 = 8;

/// Plays by exact scores: the shortest win, the longest loss, and of drawn moves the one that leaves the opponent the
/// fewest replies that hold. It takes the time it needs.
pub struct Perfect {
    settings: Settings,
    solver: Option<(Size, Solver)>,
}

impl Perfect {
    /// With this much memory and so many threads; chance plays no part.
    pub fn new(settings: &Settings) -> Perfect {
        Perfect { settings: *settings, solver: None }
    }

    /// Whether a board can be solved from its start; if not, why.
    pub fn fits<R: Rule>(game: &DropPosition<R>) -> Result<(), Unsupported> {
        let (rows, columns) = (game.rows(), game.columns());
        match Board::of(game) {
            Ok(_) if rows * columns <= MOST_CELLS => Ok(()),
            _ => Err(Unsupported::TooLarge { engine: "perfect", rows, columns, max_cells: MOST_CELLS }),
        }
    }

    fn solver(&mut self, size: Size) -> Result<&mut Solver, SolverError> {
        if self.solver.as_ref().is_none_or(|(solves, _)| *solves != size) {
            self.solver = Some((size, Solver::new(size, self.settings.memory)?));
        }
        self.solver.as_mut().map(|(_, solver)| solver).ok_or(SolverError::Size)
    }

    /// How many of the opponent's replies keep at least a draw; none if that would take too long to find out.
    fn replies_that_hold(&mut self, board: &Board, stop: &StopFlag) -> Option<u32> {
        let mut holding = 0;
        for column in 0..board.size().columns {
            let mut after = *board;
            if after.drop_disc(column).is_ok() {
                let score = match Book::shared().score(&after) {
                    Some(score) => score,
                    None if board.played() <= REPLIES_FROM => return None,
                    None => self.solver(board.size()).ok()?.solve_weak(&after, stop)?.score,
                };
                holding += u32::from(score <= 0);
            }
        }
        Some(holding)
    }
}

/// The columns whose values are known, best first, equal ones in their order.
fn best_first(columns: &[Column], values: &[Option<Value>]) -> Vec<(Column, Value)> {
    let known = columns.iter().zip(values).filter_map(|(&column, value)| Some((column, (*value)?)));
    let mut known: Vec<(Column, Value)> = known.collect();
    known.sort_by(|(_, one), (_, two)| two.score.total_cmp(&one.score));
    known
}

/// The exact value of a move by its score, after so many discs on so many cells.
pub(super) fn exact(score: i32, played: u32, cells: u32) -> Value {
    let outcome = match score.signum() {
        1 => Expectation::Win,
        0 => Expectation::Draw,
        _ => Expectation::Loss,
    };
    // The game ends with this many discs, or one fewer: by parity, whoever wins drops the last.
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
        // From the middle outwards: what is likely best is known first, and ties go to the middle.
        columns.sort_by_key(|Column(column)| (2 * column).abs_diff(size.columns as usize - 1));
        let mut after = Vec::new();
        for &Column(column) in &columns {
            let mut dropped = board;
            dropped.drop_disc(column as u32).ok()?;
            after.push(dropped);
        }
        let value = |score: i32| exact(-score, board.played(), size.cells());
        let mut values: Vec<Option<Value>> =
            after.iter().map(|after| Book::shared().score(after).map(value)).collect();
        let open: Vec<usize> = (0..columns.len()).filter(|&place| values[place].is_none()).collect();
        let mut nodes = 0;
        let mut tell = |values: &[Option<Value>], nodes: u64| {
            let mut moves = best_first(&columns, values);
            let Some(&(best, value)) = moves.first() else { return };
            // Until every column is known, the position is worth at least the best so far.
            let kind = if moves.len() == columns.len() { ValueKind::Exact } else { ValueKind::Bound };
            let unknown = columns.iter().zip(values).filter(|(_, value)| value.is_none());
            moves.extend(unknown.map(|(&column, _)| (column, Value::UNKNOWN)));
            report(&Report { line: vec![best], value: Value { kind, ..value }, moves, nodes });
        };
        tell(&values, nodes);
        if !open.is_empty() {
            let bounded = |&place: &usize| (after[place], Book::shared().least(&after[place]));
            let unsolved: Vec<(Board, Option<i32>)> = open.iter().map(bounded).collect();
            self.solver(size).ok()?.solve_all(&unsolved, stop, threads, |number, solved| {
                nodes += solved.nodes;
                values[open[number]] = Some(value(solved.score));
                tell(&values, nodes);
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
            let Some(holding) = self.replies_that_hold(&after, stop) else { break };
            if holding < best.0 {
                best = (holding, column);
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
    fn the_shortest_win_and_its_plies() {
        let (chosen, report) = choose(&after(6, 7, "3 2 4 3 4 3 5 4"));
        assert_eq!(chosen, Column(6));
        assert_eq!((report.value.outcome, report.value.plies), (Expectation::Win, Some(1)));
        assert_eq!(report.value.score, 17.0, "22 - 5 discs");
    }

    #[test]
    fn a_lost_game_is_made_long() {
        // Two ends open: whatever is done, the next disc but one loses.
        let (_, report) = choose(&after(6, 7, "3 3 4 4 2"));
        assert_eq!((report.value.outcome, report.value.plies), (Expectation::Loss, Some(2)));
    }

    #[test]
    fn plies_are_those_of_the_game_played_out() {
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
    fn boards_it_cannot_finish_are_refused() {
        assert!(Perfect::fits(&after(6, 7, "")).is_ok() && Perfect::fits(&after(4, 4, "")).is_ok());
        assert!(Perfect::fits(&after(8, 8, "")).is_err() && Perfect::fits(&after(64, 64, "")).is_err());
    }

    #[test]
    fn a_stopped_engine_still_moves() {
        let stop = StopFlag::default();
        stop.stop();
        let position = after(6, 7, "");
        let chosen =
            Perfect::new(&Settings::default()).think(&position, &Limits::default(), &stop, &mut |_| {});
        assert_eq!(chosen, Some(Column(3)));
    }
}
