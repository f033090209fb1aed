//! The solver behind `dfpn-solve-state` and `dfpn-get-pv` of `parlor htp`.

use super::solve_watch::Watched;
use parlor_engines::hex::{Solution, Solver};
use parlor_engines::{Limits, StopFlag};
use parlor_play::ForkPoint;
use parlor_play::hex::htp::EnginePosition;
use parlor_rules::Position as _;
use parlor_rules::hex::{Move, Position};
use std::time::{Duration, Instant};

/// Solves positions of any size, as far as the limits allow. It remembers what it has solved.
#[derive(Default)]
pub(super) struct HtpSolver {
    solver: Option<Solver>,
}

/// What one command may take.
pub(super) struct Allowance<'a> {
    pub(super) limits: Limits,
    pub(super) memory: usize,
    pub(super) interrupted: &'a StopFlag,
}

impl HtpSolver {
    /// Returns whether the player to move wins.
    pub(super) fn wins(
        &mut self,
        position: &EnginePosition,
        allowance: &Allowance<'_>,
    ) -> Result<bool, String> {
        let position = stones(position)?;
        let solved = self.solve(&position, allowance, allowance.limits.time).ok_or(UNSOLVED)?;
        Ok(position.turn().player() == Some(solved.winner))
    }

    /// Returns the line in which the winner plays by proofs and the loser makes it hard, in our notation. It ends with the
    /// game, or where the limits end it.
    pub(super) fn line(
        &mut self,
        position: &EnginePosition,
        allowance: &Allowance<'_>,
    ) -> Result<Vec<Move>, String> {
        let mut position = stones(position)?;
        let started = Instant::now();
        let mut line = Vec::new();
        while position.turn().player().is_some() {
            let left = allowance.limits.time.map(|time| time.saturating_sub(started.elapsed()));
            match self.solve(&position, allowance, left).and_then(|solved| solved.best) {
                Some(best) if position.play(best).is_ok() => line.push(best),
                _ if line.is_empty() => return Err(UNSOLVED.into()),
                _ => break,
            }
        }
        Ok(line)
    }

    fn solve(
        &mut self,
        position: &Position,
        allowance: &Allowance<'_>,
        time: Option<Duration>,
    ) -> Option<Solution> {
        let side = position.board().side();
        if self.solver.as_ref().is_none_or(|solver| solver.side() != side) {
            self.solver = Some(Solver::new(side, allowance.memory));
        }
        let solver = self.solver.as_mut()?;
        let watched =
            Watched { interrupted: allowance.interrupted, time, nodes: solver.nodes(), title: String::new() };
        let most_nodes = allowance.limits.nodes.unwrap_or(u64::MAX);
        watched.run(|stop| solver.solve(position, most_nodes, stop))
    }
}

const UNSOLVED: &str = "not solved within the limits: see param_parlor max_time";

/// Returns the stones and who is to move, without the swap rule.
fn stones(position: &EnginePosition) -> Result<Position, String> {
    let mut session = position.session.fork(ForkPoint::Start);
    for text in &position.moves {
        session.play(text).map_err(|error| error.to_string())?;
    }
    let empty = Position::new(session.size().0 as i64, false).map_err(|error| error.to_string())?;
    empty.set_up(&session.setup()).map_err(|error| error.to_string())
}
