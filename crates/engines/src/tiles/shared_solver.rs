//! A solver that the engines of one game share, for one search at a time.

use super::solver::{Game, Solver};
use crate::StopFlag;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often an engine that waits for the solver reads its stop flag.
const POLL: Duration = Duration::from_millis(5);

/// A solver of one game. No lock is held while it searches: the search takes the solver out and puts it back.
#[derive(Debug)]
pub(super) struct SharedSolver {
    game: Game,
    memory: usize,
    /// `None` during a search.
    idle: Mutex<Option<Solver>>,
    freed: Condvar,
}

impl SharedSolver {
    fn new(game: Game, memory: usize) -> SharedSolver {
        let idle = Mutex::new(Some(Solver::new(game, memory)));
        SharedSolver { game, memory, idle, freed: Condvar::new() }
    }

    /// Returns the solver of a game with this much memory: the one that was asked for last, or a new one.
    pub(super) fn of(game: Game, memory: usize) -> Arc<SharedSolver> {
        static LAST: Mutex<Option<Arc<SharedSolver>>> = Mutex::new(None);
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = last.take().filter(|solver| solver.is_of(game, memory));
        last.insert(kept.unwrap_or_else(|| Arc::new(SharedSolver::new(game, memory)))).clone()
    }

    /// Returns whether it solves this game with this much memory. Never waits for a search.
    pub(super) fn is_of(&self, game: Game, memory: usize) -> bool {
        self.game == game && self.memory == memory
    }

    /// Lends the solver for a search, after the searches before it. Returns `None` if it was stopped while it waited.
    pub(super) fn search<T>(&self, stop: &StopFlag, search: impl FnOnce(&mut Solver) -> T) -> Option<T> {
        let mut lent = LentSolver { owner: self, solver: Some(self.wait(stop)?) };
        lent.solver.as_mut().map(search)
    }

    fn wait(&self, stop: &StopFlag) -> Option<Solver> {
        let mut idle = self.lock();
        loop {
            if let Some(solver) = idle.take() {
                return Some(solver);
            }
            if stop.is_stopped() {
                return None;
            }
            idle = self.freed.wait_timeout(idle, POLL).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Solver>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A solver during a search. Dropped, it is idle again, also after a panic.
struct LentSolver<'a> {
    owner: &'a SharedSolver,
    solver: Option<Solver>,
}

impl Drop for LentSolver<'_> {
    fn drop(&mut self) {
        *self.owner.lock() = self.solver.take();
        self.owner.freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::Perfect;
    use crate::tiles::tests::start;
    use crate::{Engine, Limits, Settings};
    use parlor_rules::tiles::Position;
    use parlor_rules::{Position as _, SplitMix64, Turn};
    use std::panic::{AssertUnwindSafe, catch_unwind};

    /// A game that no other test has, so that its solver is this test's alone.
    fn position() -> Position {
        with_tiles(start(1, 5, 16, true))
    }

    /// Returns the position after the first tiles.
    fn with_tiles(mut position: Position) -> Position {
        let mut rng = SplitMix64::new(1);
        while position.turn() == Turn::Chance {
            let tile = position.sample(&mut rng).unwrap();
            position.play(tile).unwrap();
        }
        position
    }

    fn settings() -> Settings {
        Settings { memory: 3 << 20, ..Settings::default() }
    }

    fn solver() -> Arc<SharedSolver> {
        SharedSolver::of(Game::of(&position()).unwrap().0, settings().memory)
    }

    fn chosen(engine: &mut Perfect, position: &Position, stop: &StopFlag) -> bool {
        let chosen = engine.think(position, &Limits::default(), stop, &mut |_| {});
        position.check(chosen.unwrap()).is_ok()
    }

    /// Everything happens during a search of the solver, which would never end if anything waited for it.
    #[test]
    fn a_search_blocks_neither_other_games_nor_those_who_are_told_to_stop() {
        let stop = StopFlag::default();
        let mut engine = Perfect::new(&settings());
        assert!(chosen(&mut engine, &position(), &stop));
        let solver = solver();
        solver.search(&stop, |_| {
            let stopped = StopFlag::default();
            stopped.stop();
            // Engines that have the solver already, ask for it, and need another one.
            assert!(chosen(&mut engine, &position(), &stopped));
            assert!(chosen(&mut Perfect::new(&settings()), &position(), &stopped));
            assert!(chosen(&mut engine, &with_tiles(start(2, 2, 8, true)), &stop));
            // And one that is told to stop while it waits.
            let told = StopFlag::default();
            std::thread::scope(|scope| {
                let waits = scope.spawn(|| chosen(&mut Perfect::new(&settings()), &position(), &told));
                told.stop();
                assert!(waits.join().unwrap());
            });
        });
        assert!(chosen(&mut engine, &position(), &stop));
    }

    #[test]
    fn a_panic_leaves_the_solver_to_others() {
        let solver = SharedSolver::new(Game::of(&position()).unwrap().0, 1 << 20);
        let stop = StopFlag::default();
        let panics = || solver.search(&stop, |_| panic!("it was told to"));
        assert!(catch_unwind(AssertUnwindSafe(panics)).is_err());
        assert_eq!(solver.search(&stop, |solver| solver.nodes()), Some(0));
    }
}
