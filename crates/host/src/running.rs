//! The process of an engine, for the owner of the engine: it may be ended at any time.

use crate::StartError;
use crate::pipe::Pipe;
use crate::process_group::Process;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The process of an engine, which its thread starts and its owner ends. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct RunningProcess(Arc<Mutex<State>>);

#[derive(Default)]
enum State {
    /// None was started so far.
    #[default]
    None,
    Running(Arc<Process>),
    /// The owner is gone: no process may run any more.
    Ended,
}

impl RunningProcess {
    /// Starts a program, unless the owner is gone. From now on the owner can end it, also while it starts.
    pub(crate) fn start(&self, words: &[String], is_quiet: bool) -> Result<Pipe, StartError> {
        let mut state = self.lock();
        if matches!(*state, State::Ended) {
            return Err(StartError::Ended);
        }
        let pipe = Pipe::start(words, is_quiet)?;
        *state = State::Running(pipe.process());
        Ok(pipe)
    }

    /// Returns the process, if one runs.
    pub(crate) fn get(&self) -> Option<Arc<Process>> {
        match &*self.lock() {
            State::Running(process) => Some(Arc::clone(process)),
            State::None | State::Ended => None,
        }
    }

    /// Ends the process, and keeps one from being started later.
    pub(crate) fn end(&self) {
        let state = mem::replace(&mut *self.lock(), State::Ended);
        if let State::Running(process) = state {
            process.end();
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_started_for_an_owner_who_is_gone() {
        let process = RunningProcess::default();
        process.end();
        assert!(matches!(process.start(&["true".into()], true), Err(StartError::Ended)));
        assert!(process.get().is_none());
    }
}
