//! `bench connect4 --columns`: the time to score all columns, by the number of discs.

use super::connect4::{Connect4Args, random_position};
use super::print;
use crate::error::TrainingError;
use parlor_engines::StopFlag;
use parlor_engines::connect4::{Book, Position, Size, Solver};
use serde::Serialize;
use std::time::Instant;

/// The memory of the solver, in bytes.
const MEMORY: usize = 64 << 20;

#[derive(Serialize)]
struct ColumnTimes {
    name: String,
    discs: u32,
    positions: usize,
    median_ms: f64,
    p99_ms: f64,
    max_ms: f64,
}

pub(super) fn run(args: &Connect4Args, positions: u32) -> Result<(), TrainingError> {
    for discs in args.discs.0..=args.discs.1 {
        let mut solver = Solver::new(Size::STANDARD, MEMORY).map_err(TrainingError::bad)?;
        let mut times = Vec::new();
        for number in 0..positions {
            let position = random_position(discs, number.into());
            solver.clear();
            let started = Instant::now();
            score_columns(&mut solver, &position, args.threads as usize);
            times.push(started.elapsed().as_secs_f64() * 1e3);
            if discs == 0 {
                break;
            }
        }
        times.sort_by(f64::total_cmp);
        let percentile = |share: f64| times[((times.len() as f64 * share) as usize).min(times.len() - 1)];
        let times_by_discs = ColumnTimes {
            name: "columns".into(),
            discs,
            positions: times.len(),
            median_ms: percentile(0.5),
            p99_ms: percentile(0.99),
            max_ms: percentile(1.0),
        };
        print(&times_by_discs, args.json)?;
    }
    Ok(())
}

impl std::fmt::Display for ColumnTimes {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ColumnTimes { discs, positions, median_ms, p99_ms, max_ms, .. } = self;
        write!(
            out,
            "{discs:>2} discs {positions:>6} positions  median {median_ms:>9.3} ms  99 % {p99_ms:>9.3} ms  \
             most {max_ms:>9.3} ms"
        )
    }
}

/// Scores a disc in each column, by the book or by search.
fn score_columns(solver: &mut Solver, position: &Position, threads: usize) {
    let after = (0..7).filter_map(|column| {
        let mut after = *position;
        after.drop_disc(column).ok().map(|()| after)
    });
    let unknown = after.filter(|after| Book::shared().score(after).is_none());
    let bounded: Vec<(Position, Option<i32>)> =
        unknown.map(|after| (after, Book::shared().lower_bound(&after))).collect();
    solver.solve_all(&bounded, &StopFlag::default(), threads, |_, _| {});
}
