//! The `strong` engine of classic and shapes: solves a position if there is time, and searches with playouts
//! otherwise.

use super::{Book, Perfect, Position as Board};
use crate::clock::Instant;
use crate::search::{Level, LineRollout, Mcts};
use crate::{Engine, Limits, Report, Settings, StopFlag, ValueKind};
use parlor_rules::Position;
use parlor_rules::drop::{Column, DropPosition, Rule};
use std::time::Duration;

/// With at most this many empty cells a position is always solved, because it takes almost no time.
const ALWAYS_SOLVED: u32 = 20;
/// With at most this many empty cells the engine tries to solve a position within half of its time.
const TRIED_TO_SOLVE: u32 = 32;
/// The time for a move without limits.
const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// An engine that plays boards of any size within its limits.
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
    /// Creates the engine. The solver and the tree search get half of the memory each.
    pub fn new(settings: &Settings) -> Strong<R> {
        let half = Settings { memory: settings.memory / 2, ..*settings };
        Strong { perfect: Perfect::new(&half), playouts: Mcts::new(&half, LineRollout).at(Level::best()) }
    }

    /// Returns the exact best move, if every move is solved before the deadline.
    fn solve(
        &mut self,
        position: &DropPosition<R>,
        deadline: Option<Instant>,
        stop: &StopFlag,
        report: &mut dyn FnMut(&Report<Column>),
    ) -> Option<Column> {
        let mut last: Option<Report<Column>> = None;
        let stop = deadline.map_or_else(|| stop.clone(), |deadline| stop.with_deadline(deadline));
        let chosen =
            self.perfect.think(position, &Limits::default(), &stop, &mut |known| last = Some(known.clone()));
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
            limits.time = Some(DEFAULT_TIME);
        }
        if let Ok(board) = Board::of(position) {
            let empty = board.size().cells() - board.played();
            let half = limits.time.map(|time| started + time / 2);
            // A node limit must give the same game on every machine. So the clock is not used then, and
            // neither is the book, which may be the user's own.
            let should_solve = empty <= ALWAYS_SOLVED
                || (limits.nodes.is_none() && (empty <= TRIED_TO_SOLVE || Book::shared().covers(&board)));
            if should_solve
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
    fn late_positions_are_exact() {
        for game in 0..20 {
            let mut rng = SplitMix64::at(3, game);
            let mut position = classic::Position::default();
            while position.board().discs() < 24 && !position.turn().is_over() {
                let column = position.sample(&mut rng).unwrap();
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
    fn opening_uses_the_book() {
        let (chosen, report) = choose(&classic::Position::default(), "20ms");
        assert_eq!((chosen, report.value.kind, report.value.score), (Column(3), ValueKind::Exact, 1.0));
    }

    #[test]
    fn any_board_size() {
        for (rows, columns) in [(6, 7), (10, 11), (64, 64)] {
            let position = classic::Position::sized(Size::new(rows, columns)).unwrap();
            let (chosen, report) = choose(&position, "40n");
            assert!(position.check(chosen).is_ok());
            assert_eq!(report.moves.len(), columns as usize);
        }
    }

    #[test]
    fn node_limit_is_deterministic() {
        let position = classic::Position::default();
        assert_eq!(choose(&position, "300n").0, choose(&position, "300n").0);
    }
}
