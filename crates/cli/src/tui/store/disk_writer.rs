//! The thread that makes things safe on disk, so that the screen does not wait for it.

use super::standings::{self, Finished};
use std::fs::File;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

/// What there is to keep.
pub(super) enum Job {
    /// A file was written to.
    Written(File),
    /// A game ended, or its end was taken back.
    Ended(String, Option<Finished>),
    /// Nothing more is to come.
    Close,
}

/// The thread, and the way to it.
pub(super) struct DiskWriter {
    jobs: Sender<Job>,
    thread: JoinHandle<Option<String>>,
}

impl DiskWriter {
    pub(super) fn start(folder: Option<PathBuf>) -> DiskWriter {
        let (jobs, given) = channel();
        DiskWriter { jobs, thread: thread::spawn(move || work(&given, folder)) }
    }

    pub(super) fn jobs(&self) -> Sender<Job> {
        self.jobs.clone()
    }

    pub(super) fn ended(&self, id: String, finished: Option<Finished>) {
        let _ = self.jobs.send(Job::Ended(id, finished));
    }

    /// Waits until all is done; what went wrong is told.
    pub(super) fn close(self) -> Option<String> {
        let _ = self.jobs.send(Job::Close);
        self.thread.join().ok().flatten()
    }
}

fn work(given: &Receiver<Job>, folder: Option<PathBuf>) -> Option<String> {
    let mut trouble = None;
    for job in given {
        let done = match (job, &folder) {
            (Job::Written(file), _) => file.sync_data().map_err(|error| format!("a game's record: {error}")),
            (Job::Ended(id, finished), Some(folder)) => standings::keep(folder, &id, finished),
            (Job::Ended(..), None) => Ok(()),
            (Job::Close, _) => break,
        };
        trouble = done.err().or(trouble);
    }
    trouble
}
