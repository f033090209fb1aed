//! A bounded number of threads that think, so that thinking never takes more of the machine than it was given.

use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// A piece of thinking.
type Job = Box<dyn FnOnce() + Send>;

/// Threads that think, and a queue of limited length before them.
///
/// Dropped, it lets the running jobs end and forgets those that wait.
pub struct Pool {
    queue: SyncSender<Job>,
}

/// The queue is full, or the pool is no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Busy;

impl Pool {
    /// So many threads, and room for so many jobs to wait. Every thread runs `at_start` first: a server lowers its
    /// priority there.
    pub fn new(threads: NonZeroUsize, waiting: usize, at_start: impl Fn() + Send + Sync + 'static) -> Pool {
        let (queue, jobs) = sync_channel::<Job>(waiting);
        let jobs = Arc::new(Mutex::new(jobs));
        let at_start = Arc::new(at_start);
        for _ in 0..threads.get() {
            let (jobs, at_start) = (jobs.clone(), at_start.clone());
            thread::spawn(move || {
                at_start();
                while let Some(job) = next(&jobs) {
                    // A job that panics loses its own answer and nobody else's.
                    let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(job));
                }
            });
        }
        Pool { queue }
    }

    /// Hands a job over, unless too many wait already.
    pub fn run(&self, job: impl FnOnce() + Send + 'static) -> Result<(), Busy> {
        self.queue.try_send(Box::new(job)).map_err(|error| match error {
            TrySendError::Full(_) | TrySendError::Disconnected(_) => Busy,
        })
    }
}

fn next(jobs: &Mutex<Receiver<Job>>) -> Option<Job> {
    jobs.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn jobs_are_done_and_one_too_many_is_refused() {
        let pool = Pool::new(NonZeroUsize::MIN, 1, || {});
        let (go, wait) = channel::<()>();
        let (done, results) = channel();
        let (started, has_started) = channel();
        let told = done.clone();
        pool.run(move || {
            let _ = started.send(());
            let _ = wait.recv();
            let _ = told.send(1);
        })
        .unwrap();
        has_started.recv().unwrap();
        let told = done.clone();
        pool.run(move || told.send(2).unwrap()).unwrap();
        assert_eq!(pool.run(|| {}), Err(Busy), "one thinks, one waits");
        go.send(()).unwrap();
        assert_eq!((results.recv(), results.recv()), (Ok(1), Ok(2)));
    }

    #[test]
    fn a_panic_costs_only_its_own_job() {
        let pool = Pool::new(NonZeroUsize::MIN, 4, || {});
        let (done, results) = channel();
        pool.run(|| panic!("on purpose")).unwrap();
        pool.run(move || done.send(7).unwrap()).unwrap();
        assert_eq!(results.recv(), Ok(7));
    }
}
