//! A thread pool for engines with a bounded queue, so that searches take a bounded part of the machine.

use std::num::NonZeroUsize;
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// A job of the pool, usually one search.
type Job = Box<dyn FnOnce() + Send>;

/// A fixed number of threads with a queue of limited length.
///
/// When it is dropped, running jobs finish and queued jobs are discarded.
pub struct Pool {
    queue: SyncSender<Job>,
}

/// The error of a full queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Busy;

impl Pool {
    /// Creates a pool of `threads` threads and a queue of `waiting` jobs. Every thread runs `at_start` first;
    /// the server lowers its priority there.
    pub fn new(threads: NonZeroUsize, waiting: usize, at_start: impl Fn() + Send + Sync + 'static) -> Pool {
        let (queue, jobs) = sync_channel::<Job>(waiting);
        let jobs = Arc::new(Mutex::new(jobs));
        let at_start = Arc::new(at_start);
        for _ in 0..threads.get() {
            let (jobs, at_start) = (jobs.clone(), at_start.clone());
            thread::spawn(move || {
                at_start();
                while let Some(job) = next_job(&jobs) {
                    // A panic ends only its own job; the thread goes on.
                    let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(job));
                }
            });
        }
        Pool { queue }
    }

    /// Queues a job. Returns [`Busy`] if the queue is full.
    pub fn run(&self, job: impl FnOnce() + Send + 'static) -> Result<(), Busy> {
        self.queue.try_send(Box::new(job)).map_err(|error| match error {
            TrySendError::Full(_) | TrySendError::Disconnected(_) => Busy,
        })
    }
}

fn next_job(jobs: &Mutex<Receiver<Job>>) -> Option<Job> {
    jobs.lock().unwrap_or_else(PoisonError::into_inner).recv().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn full_queue_is_busy() {
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
    fn panic_ends_only_its_job() {
        let pool = Pool::new(NonZeroUsize::MIN, 4, || {});
        let (done, results) = channel();
        pool.run(|| panic!("on purpose")).unwrap();
        pool.run(move || done.send(7).unwrap()).unwrap();
        assert_eq!(results.recv(), Ok(7));
    }
}
