//! An engine of Parlor's own on the thread that asks it.

use crate::handle::{common_moves, guarded};
use crate::{StartError, platform};
use parlor_engines::{Limits, Settings, StopFlag};
use parlor_play::{Fault, ForkPoint, PlayerSpec, Session, SessionEngine};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// An engine that thinks on the thread that asks it.
///
/// A move costs no change of threads, which takes longer than a quick engine thinks. In return nobody else watches
/// the engine: its stop flag is set when the time is over, and it must keep to that.
pub(crate) struct LocalEngine {
    engine: Box<dyn SessionEngine>,
    /// The moves that the engine was told.
    line: Vec<String>,
    cpu_time: Option<Duration>,
}

impl LocalEngine {
    /// Makes an engine for a game that starts as this one did.
    pub(crate) fn start(
        session: &dyn Session,
        spec: &PlayerSpec,
        settings: Settings,
    ) -> Result<LocalEngine, StartError> {
        let make = || session.fork(ForkPoint::Start).engine(spec, &settings);
        let engine = catch_unwind(AssertUnwindSafe(make)).map_err(|_| StartError::Panicked)??;
        Ok(LocalEngine { engine, line: Vec::new(), cpu_time: Some(Duration::ZERO) })
    }

    /// Returns the CPU time of all searches so far, where the system tells.
    pub(crate) fn cpu_time(&self) -> Option<Duration> {
        self.cpu_time
    }

    /// Chooses a move after these moves.
    pub(crate) fn choose(
        &mut self,
        moves: &[String],
        limits: Option<Limits>,
        patience: Duration,
        stop: &StopFlag,
    ) -> Result<Option<String>, Fault> {
        let keep = common_moves(&self.line, moves);
        self.line.truncate(keep);
        self.choose_after(moves[keep..].to_vec(), limits, patience, stop)
    }

    /// Chooses a move after the moves it was told before and these.
    pub(crate) fn choose_after(
        &mut self,
        mut added: Vec<String>,
        limits: Option<Limits>,
        patience: Duration,
        stop: &StopFlag,
    ) -> Result<Option<String>, Fault> {
        let (started, cpu_before) = (Instant::now(), platform::thread_cpu_time());
        let known = self.line.len();
        self.line.append(&mut added);
        let chosen = guarded(|| {
            self.engine.catch_up_after(&self.line, known)?;
            self.engine.choose(limits, &stop.set_after(patience))
        });
        let cpu_time =
            platform::thread_cpu_time().zip(cpu_before).map(|(now, before)| now.saturating_sub(before));
        self.cpu_time = self.cpu_time.zip(cpu_time).map(|(sum, time)| sum + time);
        if stop.is_stopped() {
            return Ok(None);
        }
        if started.elapsed() > patience { Err(Fault::Timeout) } else { chosen.map(Some) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_engines::Report;

    /// An engine that does what the last move says.
    struct Obeys(String);

    impl SessionEngine for Obeys {
        fn catch_up(&mut self, moves: &[String]) -> Result<(), Fault> {
            self.0 = moves.last().cloned().unwrap_or_default();
            Ok(())
        }

        fn think(
            &mut self,
            _limits: Option<Limits>,
            stop: &StopFlag,
            _report: &mut dyn FnMut(&Report<String>),
        ) -> Result<Option<String>, Fault> {
            match self.0.as_str() {
                "panic" => panic!("it was told to"),
                "give up" => return Ok(None),
                "wait" => {
                    while !stop.is_stopped() {
                        std::thread::yield_now();
                    }
                }
                _ => {}
            }
            Ok(Some(self.0.clone()))
        }
    }

    const PATIENCE: Duration = Duration::from_secs(1_000);

    fn engine() -> LocalEngine {
        LocalEngine { engine: Box::new(Obeys(String::new())), line: Vec::new(), cpu_time: None }
    }

    #[test]
    fn faults_cost_one_reply() {
        let (mut engine, stop) = (engine(), StopFlag::default());
        let mut ask = |text: &str, patience| engine.choose_after(vec![text.into()], None, patience, &stop);
        assert!(matches!(ask("panic", PATIENCE), Err(Fault::Crash(reason)) if reason.contains("panicked")));
        assert!(matches!(ask("give up", PATIENCE), Err(Fault::Crash(_))));
        assert_eq!(ask("wait", Duration::ZERO), Err(Fault::Timeout));
        assert_eq!(ask("play", PATIENCE), Ok(Some("play".into())));
        assert_eq!(engine.line, ["panic", "give up", "wait", "play"]);
    }

    #[test]
    fn a_search_is_called_off_by_the_flag_of_whoever_asks() {
        let (mut engine, stop) = (engine(), StopFlag::default());
        std::thread::scope(|scope| {
            scope.spawn(|| stop.stop());
            assert_eq!(engine.choose(&["wait".into()], None, PATIENCE, &stop), Ok(None));
        });
    }
}
