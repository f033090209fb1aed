//! What is run and within which limits, and what came of it.

use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::Duration;

/// One run of a program.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The program, by an absolute path.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Its environment. `HOME` and `TMPDIR` are the folder it runs in, unless they are named here.
    pub environment: Vec<(String, String)>,
    /// What it reads on standard input. All of it is written at once, then the input is closed.
    #[serde(skip)]
    pub input: Vec<u8>,
    /// What it may use.
    pub limits: Limits,
}

/// What a program may use in one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Processor time, and time on the clock unless the machine is too busy to run the program.
    pub time: Duration,
    /// Resident memory in bytes, of the program and everything it has started.
    pub memory: u64,
    /// Bytes of standard output, and as many of standard error.
    pub output: usize,
    /// Processes that live at the same time.
    pub processes: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { time: Duration::from_secs(2), memory: 256 << 20, output: 4 << 20, processes: 32 }
    }
}

/// What came of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// What it printed, up to the limit.
    #[serde(skip)]
    pub stdout: Vec<u8>,
    /// The end of what it printed on standard error, up to the limit.
    #[serde(skip)]
    pub stderr: Vec<u8>,
    /// How long it took.
    pub elapsed: Duration,
    /// The most resident memory that was seen, in bytes.
    pub peak_memory: u64,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// The program ended by itself with this exit code.
    Exited(i32),
    /// A signal that did not come from us ended it.
    Signaled(i32),
    /// It used up its time.
    OutOfTime,
    /// It used more memory than it may.
    OutOfMemory,
    /// It printed more than it may.
    TooMuchOutput,
    /// It started more processes than it may.
    TooManyProcesses,
    /// It ended the supervisor.
    KilledSupervisor,
}

impl Run {
    /// Creates a run that printed nothing and ended like this.
    pub(super) fn of(end: End) -> Run {
        Run { end, stdout: Vec::new(), stderr: Vec::new(), elapsed: Duration::ZERO, peak_memory: 0 }
    }
}

impl End {
    /// Returns whether the program ended by itself without a signal.
    pub fn is_exit(self) -> bool {
        matches!(self, End::Exited(_))
    }
}
