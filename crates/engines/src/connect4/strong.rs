//! The engine that solves what it can in its time, and plays out games in its head where it can't.

use super::{Book, Perfect, Position as Board};
use crate::search::{Level, LineRollout, Mcts};
use crate::{Engine, Limits, Report, Settings, StopFlag, ValueKind};
use parlor_rules::Position;
use parlor_rules::drop::{Column, DropPosition, Rule};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// With so few empty cells a position is solved in no time, whatever the limits.
const SOLVED_AT_ONCE: u32 = 20;
/// With so few empty cells it is worth trying within half of the time.
const WORTH_TRYING: u32 = 32;
/// The time for a move where nothing is said.
const USUAL: Duration = Duration::from_secs(1);

/// Plays boards of any size within its limits.
pub struct Strong<R: Rule>
where
    DropPosition<R>: Position<Move = Column>,
{
    perfect: Perfect,
    playouts: Mcts<DropPosition<R>, LineRollout>,
}

impl<R: Rule> Strong<R>
where
    DropPosition<R>: Position<Move = Column>,
{
    /// With half of the memory for each of its two ways of thinking.
    pub fn new(settings: &Settings) -> Strong<R> {
        let half = Settings { memory: settings.memory / 2, ..*settings };
        Strong { perfect: Perfect::new(&half), playouts: Mcts::new(&half, LineRollout).at(Level::best()) }
    }

    /// The exact choice, if every column's score is found before the deadline.
    fn solve(
        &mut self,
        position: &DropPosition<R>,
        deadline: Option<Instant>,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<Column>),
    ) -> Option<Column> {
        let mut last: Option<Report<Column>> = None;
        let chosen = until(deadline, stop, |stop| {
            self.perfect.think(position, &Limits::default(), stop, &mut |known| last = Some(known.clone()))
        });
        let known = last.filter(|known| known.value.kind == ValueKind::Exact)?;
        report(&known);
        chosen
    }
}

impl<R: Rule> Engine<DropPosition<R>> for Strong<R>
where
    DropPosition<R>: Position<Move = Column>,
{
    fn think(
        &mut self,
        position: &DropPosition<R>,
        limits: &Limits,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<Column>),
    ) -> Option<Column> {
        let started = Instant::now();
        let mut limits = *limits;
        if limits == Limits::default() {
            limits.time = Some(USUAL);
        }
        if let Ok(board) = Board::of(position) {
            let empty = board.size().cells() - board.played();
            let half = limits.time.map(|time| started + time / 2);
            // A limit in positions must give the same game everywhere: no clock then, and no book, which may be the
            // user's own.
            let tries = empty <= SOLVED_AT_ONCE
                || (limits.nodes.is_none() && (empty <= WORTH_TRYING || Book::shared().covers(&board)));
            if tries
                && let Some(chosen) =
                    self.solve(position, half.filter(|_| limits.nodes.is_none()), stop, report)
            {
                return Some(chosen);
            }
        }
        limits.time =
            limits.time.map(|time| time.saturating_sub(started.elapsed()).max(Duration::from_millis(1)));
        self.playouts.think(position, &limits, stop, report)
    }
}

/// Does something with a flag that is set at the deadline, or when the outer one is.
fn until<T>(deadline: Option<Instant>, outer: &StopFlag, work: impl FnOnce(&StopFlag) -> T) -> T {
    let Some(deadline) = deadline else { return work(outer) };
    let (inner, done) = (StopFlag::default(), AtomicBool::new(false));
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) && !outer.is_stopped() && Instant::now() < deadline {
                thread::sleep(Duration::from_millis(1));
            }
            inner.stop();
        });
        let result = work(&inner);
        done.store(true, Ordering::Relaxed);
        result
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_rules::drop::classic;
    use parlor_rules::{Size, SplitMix64};

    fn choose(position: &classic::Position, limits: &str) -> (Column, Report<Column>) {
        let mut last = None;
        let mut engine = Strong::new(&Settings { memory: 8 << 20, ..Settings::default() });
        let limits = limits.parse().unwrap();
        let chosen =
            engine.think(position, &limits, &StopFlag::default(), &mut |report| last = Some(report.clone()));
        (chosen.unwrap(), last.unwrap())
    }

    #[test]
    fn late_positions_are_played_exactly() {
        for game in 0..20 {
            let mut dice = SplitMix64::at(3, game);
            let mut position = classic::Position::default();
            while position.board().discs() < 24 && !position.turn().is_over() {
                let column = position.sample(&mut dice).unwrap();
                position.play(column).unwrap();
            }
            if position.turn().is_over() {
                continue;
            }
            let (chosen, report) = choose(&position, "50n");
            assert_eq!(report.value.kind, ValueKind::Exact);
            assert!(
                report
                    .moves
                    .iter()
                    .any(|(column, value)| *column == chosen && value.score == report.value.score)
            );
        }
    }

    #[test]
    fn the_opening_is_played_by_the_book() {
        let (chosen, report) = choose(&classic::Position::default(), "20ms");
        assert_eq!((chosen, report.value.kind, report.value.score), (Column(3), ValueKind::Exact, 1.0));
    }

    #[test]
    fn boards_of_any_size_are_played() {
        for (rows, columns) in [(6, 7), (10, 11), (64, 64)] {
            let position = classic::Position::sized(Size::new(rows, columns)).unwrap();
            let (chosen, report) = choose(&position, "40n");
            assert!(position.check(chosen).is_ok());
            assert_eq!(report.moves.len(), columns as usize);
        }
    }

    #[test]
    fn a_limit_in_positions_gives_the_same_move_again() {
        let position = classic::Position::default();
        assert_eq!(choose(&position, "300n").0, choose(&position, "300n").0);
    }
}
