//! The solver as its users see it.

use crate::StopFlag;

use super::driver::{Driver, Question, Solve};
use super::geometry::{Fixed, Flexible};
use super::position::{Position, Size, SolverError};
use super::table::{NarrowTable, Table};
use super::wide_table::WideTable;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

/// A position's score and how many positions were searched for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The score for the player to move.
    pub score: i32,
    /// Positions searched.
    pub nodes: u64,
}

/// Solves positions of one board size. What it finds out about one position
/// stays in its table and helps with the next, until [`Solver::clear`].
///
/// Scores are for the player to move: 0 is a draw; a positive score is a win,
/// by that many discs left in hand including the winning one; a negative
/// score a loss likewise. A position whose last disc completed a four is lost.
pub struct Solver {
    size: Size,
    core: Box<dyn Solve>,
}

impl Solver {
    /// A solver whose table takes at most `memory_bytes` (rounded down to a
    /// power of two).
    pub fn new(size: Size, memory_bytes: usize) -> Result<Self, SolverError> {
        if !size.is_supported() {
            return Err(SolverError::Size);
        }
        let Size { rows, columns } = size;
        let fits_narrow = size.bits() <= 64 && 3 * (rows + 2) < 64;
        let narrow = fits_narrow.then(|| NarrowTable::new(size.bits(), memory_bytes)).flatten();
        let core: Box<dyn Solve> = match narrow {
            Some(table) if size == Size::STANDARD => Box::new(Driver { geometry: Fixed::<6, 7>, table }),
            Some(table) => Box::new(Driver { geometry: Flexible::<u64>::new(rows, columns), table }),
            // Too many bits for one word, or too little memory for one-word
            // entries to tell all positions apart.
            None => Box::new(Driver {
                geometry: Flexible::<u128>::new(rows, columns),
                table: WideTable::new(size.bits(), memory_bytes).ok_or(SolverError::Memory)?,
            }),
        };
        Ok(Solver { size, core })
    }

    /// Forgets all earlier positions. Costs about as much as was found out.
    pub fn clear(&mut self) {
        self.core.clear();
    }

    /// The exact score; `None` if `stop` was set before it was found.
    pub fn solve(&mut self, position: &Position, stop: &StopFlag) -> Option<Solution> {
        self.check(position);
        self.core.solve(position, stop, Question::Score)
    }

    /// The sign of the score only (1, 0 or -1), which is found faster.
    pub fn solve_weak(&mut self, position: &Position, stop: &StopFlag) -> Option<Solution> {
        self.check(position);
        self.core.solve(position, stop, Question::Sign)
    }

    /// As [`Solver::solve`], with several threads if it takes long enough for
    /// them to be of use.
    pub fn solve_parallel(
        &mut self,
        position: &Position,
        stop: &StopFlag,
        threads: usize,
    ) -> Option<Solution> {
        self.check(position);
        self.core.solve_parallel(position, stop, Question::Score, threads)
    }

    /// For every column the score after dropping a disc there, for the player
    /// who drops it; `None` for columns that cannot be played.
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

    /// Solves several positions, on several threads if there are more than one, and tells each score as it is found.
    /// With one position the threads work at it together. A position may come with a score that it is known to be worth
    /// at least, which saves a good part of the work.
    pub fn solve_all(
        &mut self,
        positions: &[(Position, Option<i32>)],
        stop: &StopFlag,
        threads: usize,
        mut tell: impl FnMut(usize, Solution),
    ) {
        if threads < 2 || positions.len() < 2 {
            for (number, (position, least)) in positions.iter().enumerate() {
                self.check(position);
                match self.core.solve_parallel(position, stop, Question::score(*least), threads) {
                    Some(solved) => tell(number, solved),
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
                        let Some((position, least)) = positions.get(number) else { return };
                        let Some(solved) = shared.solve(position, *least, stop) else { return };
                        if results.send((number, solved)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(results);
            for (number, solved) in found {
                tell(number, solved);
            }
        });
    }

    /// A handle that many threads can solve with at the same time, all
    /// sharing the table.
    pub fn shared(&mut self) -> SharedSolver<'_> {
        self.core.prepare_sharing();
        SharedSolver { size: self.size, core: &*self.core }
    }

    fn check(&self, position: &Position) {
        assert_eq!(position.size(), self.size, "a solver is for one board size");
    }
}

/// A solver shared by several threads; see [`Solver::shared`].
#[derive(Clone, Copy)]
pub struct SharedSolver<'a> {
    size: Size,
    core: &'a dyn Solve,
}

impl SharedSolver<'_> {
    /// The exact score of a position, which may be known to be at least so much; `None` if `stop` was set before it was
    /// found.
    pub fn solve(&self, position: &Position, least: Option<i32>, stop: &StopFlag) -> Option<Solution> {
        assert_eq!(position.size(), self.size, "a solver is for one board size");
        self.core.solve_shared(position, stop, Question::score(least))
    }
}
