//! Builds the opening book: solves every early position, level by level.

use crate::error::TrainingError;
use parlor_engines::StopFlag;
use parlor_engines::connect4::{Book, Position, Size, Solver, positions_after};

/// The progress of building a book.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BuildProgress {
    /// The number of discs of this level's positions.
    pub(crate) discs: u32,
    /// Solved positions of this level.
    pub(crate) solved: usize,
    /// All positions of this level.
    pub(crate) positions: usize,
}

/// Adds every position of up to `discs` discs to a book.
///
/// Positions of exactly `discs` discs that the book lacks are solved on several threads that share a transposition
/// table. Scores of positions with fewer discs follow from them: the score is the best over all moves. `on_progress` is
/// called after each position with the book so far. An unfinished book is valid: it can be saved and continued later.
/// Returns the book so far if `stop` is set.
pub(crate) fn build(
    mut book: Book,
    discs: u32,
    memory: usize,
    threads: usize,
    stop: &StopFlag,
    mut on_progress: impl FnMut(&Book, BuildProgress) -> Result<(), TrainingError>,
) -> Result<Book, TrainingError> {
    let mut solver = Solver::new(Size::STANDARD, memory).map_err(TrainingError::bad)?;
    let all = positions_after(discs);
    // A known score of the previous level bounds this one.
    let bounded = |position: Position| (position, book.lower_bound(&position));
    let missing: Vec<(Position, Option<i32>)> = missing(&book, &all).into_iter().map(bounded).collect();
    let mut progress = BuildProgress { discs, solved: all.len() - missing.len(), positions: all.len() };
    let mut reported = Ok(());
    solver.solve_all(&missing, stop, threads, |number, solved| {
        book.add([(missing[number].0, solved.score)]);
        progress.solved += 1;
        if reported.is_ok() {
            reported = on_progress(&book, progress);
            if reported.is_err() {
                stop.stop();
            }
        }
    });
    reported?;
    for level in (0..discs).rev() {
        let all = positions_after(level);
        let mut known = Vec::new();
        for position in self::missing(&book, &all) {
            // A search is needed only for an unfinished level or after a winning disc.
            let score = |after: &Position| match book.score(after) {
                Some(score) => Some(score),
                None => Some(solver.solve(after, stop)?.score),
            };
            let Some(best) = best_score(&position, score) else { return Ok(book) };
            known.push((position, best));
        }
        book.add(known);
        on_progress(&book, BuildProgress { discs: level, solved: all.len(), positions: all.len() })?;
    }
    Ok(book)
}

fn missing(book: &Book, positions: &[Position]) -> Vec<Position> {
    positions.iter().filter(|position| book.score(position).is_none()).copied().collect()
}

/// Returns the score of a position from the scores after its moves. None if one of them is unknown.
fn best_score(position: &Position, mut score: impl FnMut(&Position) -> Option<i32>) -> Option<i32> {
    let mut best = None;
    for column in 0..position.size().columns {
        let mut after = *position;
        if after.drop_disc(column).is_ok() {
            best = best.max(Some(-score(&after)?));
        }
    }
    best
}
