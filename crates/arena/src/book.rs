//! Building the opening book: every early position solved, level by level.

use crate::ListenerError;
use parlor_engines::StopFlag;
use parlor_engines::connect4::{Book, Position, Size, Solver, SolverError, positions_after};

/// How far the building of a book is.
#[derive(Clone, Copy, Debug)]
pub struct Building {
    /// Discs on the boards of this level.
    pub discs: u32,
    /// Positions of this level that are solved.
    pub solved: usize,
    /// Positions of this level.
    pub positions: usize,
}

/// Why a book can't be built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The solver can't be made.
    #[error(transparent)]
    Solver(#[from] SolverError),
    /// Whoever is told of the progress could not take the news in.
    #[error(transparent)]
    Listener(ListenerError),
}

/// Solves every position of so many discs that the book does not have, on several threads that share a table, and
/// works out those of fewer discs from them.
///
/// The deepest level alone is searched: a position whose every move leads to a known one is worth the best of them.
/// `tell` hears of each position as it is known, with the book as it is then: a book that is half built is a book, so
/// it can be saved at any time and gone on with later. Stopped from outside, it ends with what there is.
pub fn build(
    mut book: Book,
    discs: u32,
    memory: usize,
    threads: usize,
    stop: &StopFlag,
    mut tell: impl FnMut(&Book, Building) -> Result<(), ListenerError>,
) -> Result<Book, BuildError> {
    let mut solver = Solver::new(Size::STANDARD, memory)?;
    let all = positions_after(discs);
    // What the level before is worth, if that is known already, bounds this one.
    let bounded = |position: Position| (position, book.lower_bound(&position));
    let missing: Vec<(Position, Option<i32>)> = missing(&book, &all).into_iter().map(bounded).collect();
    let mut building = Building { discs, solved: all.len() - missing.len(), positions: all.len() };
    let mut told = Ok(());
    solver.solve_all(&missing, stop, threads, |number, solved| {
        book.add([(missing[number].0, solved.score)]);
        building.solved += 1;
        if told.is_ok() {
            told = tell(&book, building);
            if told.is_err() {
                stop.stop();
            }
        }
    });
    told.map_err(BuildError::Listener)?;
    for level in (0..discs).rev() {
        let all = positions_after(level);
        let mut known = Vec::new();
        for position in self::missing(&book, &all) {
            // Only an unfinished level, or the last disc of a won game, is left to search.
            let score = |after: &Position| match book.score(after) {
                Some(score) => Some(score),
                None => Some(solver.solve(after, stop)?.score),
            };
            let Some(best) = best_of_moves(&position, score) else { return Ok(book) };
            known.push((position, best));
        }
        book.add(known);
        tell(&book, Building { discs: level, solved: all.len(), positions: all.len() })
            .map_err(BuildError::Listener)?;
    }
    Ok(book)
}

fn missing(book: &Book, positions: &[Position]) -> Vec<Position> {
    positions.iter().filter(|position| book.score(position).is_none()).copied().collect()
}

/// The score of a position by those of the positions after its moves; none if one of them is not to be had.
fn best_of_moves(position: &Position, mut score: impl FnMut(&Position) -> Option<i32>) -> Option<i32> {
    let mut best = None;
    for column in 0..position.size().columns {
        let mut after = *position;
        if after.drop_disc(column).is_ok() {
            best = best.max(Some(-score(&after)?));
        }
    }
    best
}
