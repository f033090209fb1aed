//! The thread that syncs files to disk, so that the screen does not wait for it.

use super::preferences::{self, Preferences};
use super::standings::{self, Finished};
use std::fs::File;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

/// A job of the thread.
pub(super) enum Job {
    /// Syncs a file that was written to.
    Sync(File),
    /// Stores the result of a game, or removes it after an undo.
    SetResult(String, Option<Finished>),
    /// Stores what was last chosen.
    SetPreferences(Preferences),
    /// Ends the thread.
    Close,
}

/// The thread and its queue of jobs.
pub(super) struct DiskWriter {
    jobs: Sender<Job>,
    thread: JoinHandle<Option<String>>,
}

impl DiskWriter {
    /// Starts the thread. It tells `on_failure` of each job that fails.
    pub(super) fn start(folder: Option<PathBuf>, on_failure: impl Fn(String) + Send + 'static) -> DiskWriter {
        let (jobs, queue) = channel();
        DiskWriter { jobs, thread: thread::spawn(move || work(&queue, folder, on_failure)) }
    }

    pub(super) fn jobs(&self) -> Sender<Job> {
        self.jobs.clone()
    }

    pub(super) fn set_result(&self, id: String, finished: Option<Finished>) {
        let _ = self.jobs.send(Job::SetResult(id, finished));
    }

    pub(super) fn set_preferences(&self, preferences: Preferences) {
        let _ = self.jobs.send(Job::SetPreferences(preferences));
    }

    /// Waits until all jobs are done. Returns the last error.
    pub(super) fn close(self) -> Option<String> {
        let _ = self.jobs.send(Job::Close);
        self.thread.join().ok().flatten()
    }
}

fn work(queue: &Receiver<Job>, folder: Option<PathBuf>, on_failure: impl Fn(String)) -> Option<String> {
    let mut last_error = None;
    for job in queue {
        let done = match (job, &folder) {
            (Job::Sync(file), _) => {
                file.sync_data().map_err(|error| format!("the game may not be on disk: {error}"))
            }
            (Job::SetResult(id, finished), Some(folder)) => standings::save_result(folder, &id, finished),
            (Job::SetPreferences(preferences), Some(folder)) => preferences::write(folder, &preferences)
                .map_err(|error| format!("what was chosen is not kept: {error}")),
            (Job::SetResult(..) | Job::SetPreferences(_), None) => Ok(()),
            (Job::Close, _) => break,
        };
        if let Err(error) = done {
            on_failure(error.clone());
            last_error = Some(error);
        }
    }
    last_error
}
