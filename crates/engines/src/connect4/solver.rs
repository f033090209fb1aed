//! The public interface of the solver.

use crate::StopFlag;

use super::driver::{Driver, Solve, SolveMode};
use super::geometry::{Fixed, Flexible};
use super::position::{Position, Size, SolverError};
use super::table::{NarrowTable, Table};
use super::wide_table::WideTable;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

/// The score of a position, and the nodes that were searched for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The score for the player to move.
    pub score: i32,
    /// The number of nodes searched.
    pub nodes: u64,
}

/// A solver for positions of one board size. Its transposition table keeps results from one position to the
/// next, until [`Solver::clear`].
///
/// Scores are for the player to move: 0 is a draw. A positive score is a win with that many discs left in
/// hand, counting the winning one. A negative score is a loss in the same way. A position whose last disc
/// completed a four is lost.
pub struct Solver {
    size: Size,
    driver: Box<dyn Solve>,
}

impl Solver {
    /// Creates a solver whose table takes at most `memory_bytes`, rounded down to a power of two.
    pub fn new(size: Size, memory_bytes: usize) -> Result<Self, SolverError> {
        if !size.is_supported() {
            return Err(SolverError::Size);
        }
        let Size { rows, columns } = size;
        let fits_narrow = size.bits() <= 64 && 3 * (rows + 2) < 64;
        let narrow = fits_narrow.then(|| NarrowTable::new(size.bits(), memory_bytes)).flatten();
        let driver: Box<dyn Solve> = match narrow {
            Some(table) if size == Size::STANDARD => Box::new(Driver { geometry: Fixed::<6, 7>, table }),
            Some(table) => Box::new(Driver { geometry: Flexible::<u64>::new(rows, columns), table }),
            // The board has too many bits for one word, or one-word entries can't tell all positions apart in
            // this memory.
            None => Box::new(Driver {
                geometry: Flexible::<u128>::new(rows, columns),
                table: WideTable::new(size.bits(), memory_bytes).ok_or(SolverError::Memory)?,
            }),
        };
        Ok(Solver { size, driver })
    }

    /// Clears the table. The time is proportional to the part of the table in use.
    pub fn clear(&mut self) {
        self.driver.clear();
    }

    /// Returns the exact score, or `None` if `stop` was set first.
    pub fn solve(&mut self, position: &Position, stop: &StopFlag) -> Option<Solution> {
        self.check(position);
        self.driver.solve(position, stop, SolveMode::Score)
    }

    /// Returns only the sign of the score (1, 0 or -1), which is faster.
    pub fn solve_weak(&mut self, position: &Position, stop: &StopFlag) -> Option<Solution> {
        self.check(position);
        self.driver.solve(position, stop, SolveMode::Sign)
    }

    /// Like [`Solver::solve`], with several threads if the search is long enough to gain from them.
    pub fn solve_parallel(
        &mut self,
        position: &Position,
        stop: &StopFlag,
        threads: usize,
    ) -> Option<Solution> {
        self.check(position);
        self.driver.solve_parallel(position, stop, SolveMode::Score, threads)
    }

    /// Returns the score of each move for the player who makes it, by column. A column that can't be played
    /// has none.
    pub fn column_scores(&mut self, position: &Position, stop: &StopFlag) -> Option<Vec<Option<i32>>> {
        self.check(position);
        let mut scores = Vec::new();
        for column in 0..self.size.columns {
            let mut after = *position;
            scores.push(match after.drop_disc(column) {
                Ok(()) => Some(-self.solve(&after, stop)?.score),
                Err(_) => None,
            });
        }
        Some(scores)
    }

    /// Solves several positions and calls `on_solved` for each one as it is solved.
    ///
    /// Several positions are distributed over the threads; a single one is searched by all threads together.
    /// A position may have a known lower bound on its score, which saves a large part of the work.
    pub fn solve_all(
        &mut self,
        positions: &[(Position, Option<i32>)],
        stop: &StopFlag,
        threads: usize,
        mut on_solved: impl FnMut(usize, Solution),
    ) {
        if threads < 2 || positions.len() < 2 {
            for (number, (position, lower_bound)) in positions.iter().enumerate() {
                self.check(position);
                match self.driver.solve_parallel(position, stop, SolveMode::score(*lower_bound), threads) {
                    Some(solved) => on_solved(number, solved),
                    None => return,
                }
            }
            return;
        }
        let shared = self.shared();
        let next = AtomicUsize::new(0);
        let (results, found) = channel();
        thread::scope(|scope| {
            for _ in 0..threads.min(positions.len()) {
                let (results, next) = (results.clone(), &next);
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some((position, lower_bound)) = positions.get(number) else { return };
                        let Some(solved) = shared.solve(position, *lower_bound, stop) else { return };
                        if results.send((number, solved)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(results);
            for (number, solved) in found {
                on_solved(number, solved);
            }
        });
    }

    /// Returns a handle with which many threads can solve at the same time, sharing the table.
    pub fn shared(&mut self) -> SharedSolver<'_> {
        self.driver.prepare_sharing();
        SharedSolver { size: self.size, driver: &*self.driver }
    }

    fn check(&self, position: &Position) {
        assert_eq!(position.size(), self.size, "a solver is for one board size");
    }
}

/// A solver shared by several threads; see [`Solver::shared`].
#[derive(Clone, Copy)]
pub struct SharedSolver<'a> {
    size: Size,
    driver: &'a dyn Solve,
}

impl SharedSolver<'_> {
    /// Returns the exact score of a position with a known lower bound, if there is one, or `None` if `stop`
    /// was set first.
    pub fn solve(&self, position: &Position, lower_bound: Option<i32>, stop: &StopFlag) -> Option<Solution> {
        assert_eq!(position.size(), self.size, "a solver is for one board size");
        self.driver.solve_shared(position, stop, SolveMode::score(lower_bound))
    }
}
