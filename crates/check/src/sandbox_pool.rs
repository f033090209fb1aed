//! Sandboxes side by side: work for each number, in order, on all cores, until all is done or the time is up.

use crate::sandbox::{Cancel, Sandbox, SandboxError};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Sandboxes that are used side by side.
pub(crate) struct Lanes {
    supervisor: Vec<String>,
    sandboxes: Vec<Sandbox>,
    /// Runs in sandboxes that are gone.
    past_runs: usize,
}

/// What a lane does with a number. None if there is nothing to be done.
pub(crate) type Work<'a, T> = &'a (dyn Fn(&mut Sandbox, usize) -> Result<Option<T>, SandboxError> + Sync);

impl Lanes {
    /// Starts this many sandboxes.
    pub(crate) fn start(supervisor: &[String], count: usize) -> Result<Lanes, SandboxError> {
        let mut lanes = Lanes { supervisor: supervisor.to_vec(), sandboxes: Vec::new(), past_runs: 0 };
        lanes.fill(count.max(1))?;
        Ok(lanes)
    }

    fn fill(&mut self, count: usize) -> Result<(), SandboxError> {
        let fresh = (0..count).map(|_| Sandbox::start(&self.supervisor));
        self.sandboxes = fresh.collect::<Result<_, _>>()?;
        Ok(())
    }

    /// Returns how many there are.
    pub(crate) fn count(&self) -> usize {
        self.sandboxes.len()
    }

    /// Returns how many programs have been run.
    pub(crate) fn runs(&self) -> usize {
        self.past_runs + self.sandboxes.iter().map(Sandbox::runs).sum::<usize>()
    }

    /// Returns one of them.
    pub(crate) fn any(&mut self) -> &mut Sandbox {
        &mut self.sandboxes[0]
    }

    /// Does the work for each number below `count`, and tells `done` of what came of it. When `end` comes, whatever runs is
    /// ended and nothing more is told. A panic in a lane ends the others too and is returned as an error.
    pub(crate) fn run<T: Send>(
        &mut self,
        count: usize,
        end: &Deadline,
        work: Work<'_, T>,
        done: &(dyn Fn(usize, T) + Sync),
    ) -> Result<(), SandboxError> {
        let cancels: Vec<Cancel> = self.sandboxes.iter().map(Sandbox::canceler).collect();
        let next = AtomicUsize::new(0);
        let failure: Mutex<Option<SandboxError>> = Mutex::new(None);
        let lane = |sandbox: &mut Sandbox| {
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= count || end.is_past() {
                    return;
                }
                // Nothing of what a panic leaves behind is used: the error below ends the whole check.
                let worked = catch_unwind(AssertUnwindSafe(|| {
                    let result = work(sandbox, number)?;
                    result.filter(|_| !end.is_past()).into_iter().for_each(|result| done(number, result));
                    Ok(())
                }));
                let worked = worked.unwrap_or_else(|panic| Err(SandboxError::Panicked(message(&*panic))));
                if end.is_past() {
                    return;
                }
                if let Err(error) = worked {
                    failure.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    end.set(Duration::ZERO);
                    return;
                }
            }
        };
        let working = AtomicUsize::new(self.sandboxes.len());
        thread::scope(|scope| {
            for sandbox in &mut self.sandboxes {
                scope.spawn(|| {
                    lane(sandbox);
                    working.fetch_sub(1, Ordering::Relaxed);
                    end.wake();
                });
            }
            if end.wait(|| working.load(Ordering::Relaxed) == 0) {
                cancels.iter().for_each(Cancel::cancel);
            }
        });
        if let Some(error) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        if end.is_past() {
            self.past_runs = self.runs();
            self.fill(self.count())?;
        }
        Ok(())
    }
}

/// Returns the message of a panic.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or(panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("it gave no reason").to_string()
}

/// A time that may still be set while it is waited for.
#[derive(Default)]
pub(crate) struct Deadline {
    at: Mutex<Option<Instant>>,
    changed: Condvar,
}

impl Deadline {
    /// Creates one at this time.
    pub(crate) fn at(time: Instant) -> Deadline {
        Deadline { at: Mutex::new(Some(time)), changed: Condvar::new() }
    }

    /// Brings it forward to this much later than now.
    pub(crate) fn set(&self, later: Duration) {
        let new = Instant::now() + later;
        let mut at = self.lock();
        *at = Some(at.map_or(new, |old| old.min(new)));
        self.changed.notify_all();
    }

    /// Returns whether it has come.
    pub(crate) fn is_past(&self) -> bool {
        self.lock().is_some_and(|at| Instant::now() >= at)
    }

    fn wake(&self) {
        let _at = self.lock();
        self.changed.notify_all();
    }

    /// Waits until it comes, or until this is true. Returns whether it came.
    fn wait(&self, is_done: impl Fn() -> bool) -> bool {
        let mut at = self.lock();
        while !is_done() {
            at = match *at {
                None => self.changed.wait(at).unwrap_or_else(PoisonError::into_inner),
                Some(time) => {
                    let left = time.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        return true;
                    }
                    self.changed.wait_timeout(at, left).unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
        false
    }

    fn lock(&self) -> MutexGuard<'_, Option<Instant>> {
        self.at.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Starts lanes whose sandboxes run nothing.
    fn lanes(count: usize) -> Result<Lanes, SandboxError> {
        Lanes::start(&["cat".into()], count)
    }

    #[test]
    fn results_belong_to_their_numbers() -> Result<(), SandboxError> {
        for count in [1, 2, 8] {
            let results = Mutex::new(vec![None; 100]);
            let work = |_: &mut Sandbox, number: usize| Ok((number > 2).then_some(7 * number));
            lanes(count)?.run(100, &Deadline::default(), &work, &|number, result| {
                results.lock().unwrap_or_else(PoisonError::into_inner)[number] = Some(result);
            })?;
            let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
            for (number, result) in results.into_iter().enumerate() {
                assert_eq!(result, (number > 2).then_some(7 * number));
            }
        }
        Ok(())
    }

    #[test]
    fn a_panic_in_a_lane_is_an_error() -> Result<(), SandboxError> {
        for count in [1, 2, 8] {
            let work = |_: &mut Sandbox, number: usize| match number {
                5 => panic!("number {number} on purpose"),
                _ => Ok(Some(number)),
            };
            let ended = lanes(count)?.run(100, &Deadline::default(), &work, &|_, _| {});
            let is_told =
                matches!(&ended, Err(SandboxError::Panicked(text)) if text == "number 5 on purpose");
            assert!(is_told, "{ended:?}");
        }
        Ok(())
    }
}
