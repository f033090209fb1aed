//! Processes that end with this one, whatever happens to it.

use rustix::process::{Pid, Signal, kill_process};
use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Why the harness can't do what it is asked to.
#[derive(Debug, thiserror::Error)]
pub enum HarnessError {
    /// A program can't be started.
    #[error("can't start {program}: is it installed? (Debian: {package})")]
    Start {
        /// The program.
        program: String,
        /// The package it is in.
        package: &'static str,
        /// Why.
        source: io::Error,
    },
    /// A program ended with an error.
    #[error("{0} failed: {1}")]
    Failed(String, String),
    /// A program did not get ready.
    #[error("{0} did not get ready")]
    NotReady(String),
    /// The system failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The database failed.
    #[error(transparent)]
    Database(#[from] tokio_postgres::Error),
    /// A client failed.
    #[error(transparent)]
    Client(#[from] parlor_loadtest::ClientError),
}

/// A process that is killed when it is dropped, or when this process ends.
#[derive(Debug)]
pub struct Daemon {
    child: Child,
}

/// Another user to run as.
#[derive(Clone, Debug)]
pub(crate) struct User(pub(crate) String);

impl Daemon {
    /// Starts a program, with its output to a file.
    pub fn start(
        program: &Path,
        package: &'static str,
        arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
        environment: &[(&str, String)],
        log: &Path,
    ) -> Result<Daemon, HarnessError> {
        Daemon::start_as(None, program, package, arguments, environment, log)
    }

    pub(crate) fn start_as(
        user: Option<&User>,
        program: &Path,
        package: &'static str,
        arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
        environment: &[(&str, String)],
        log: &Path,
    ) -> Result<Daemon, HarnessError> {
        let error = |source| HarnessError::Start { program: program.display().to_string(), package, source };
        if !program.exists() {
            return Err(error(io::ErrorKind::NotFound.into()));
        }
        let out = File::options().create(true).append(true).open(log)?;
        let child = command_as(user, program)
            .args(arguments)
            .envs(environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::null())
            .stdout(out.try_clone()?)
            .stderr(out)
            .spawn()
            .map_err(error)?;
        Ok(Daemon { child })
    }

    /// Sends a signal.
    pub fn signal(&self, signal: Signal) {
        if let Some(pid) = Pid::from_raw(self.child.id() as i32) {
            // One that has ended needs no signal.
            let _ = kill_process(pid, signal);
        }
    }

    /// Whether it has ended by itself.
    pub fn has_ended(&mut self) -> bool {
        self.child.try_wait().is_ok_and(|status| status.is_some())
    }

    /// Kills it and waits for its end.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Waits for its end.
    pub fn wait(&mut self) {
        let _ = self.child.wait();
    }

    /// Returns the number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Returns a command that runs as another user and is killed when the thread that starts it ends.
pub(crate) fn command_as(user: Option<&User>, program: &Path) -> Command {
    let mut command = Command::new("setpriv");
    if let Some(User(user)) = user {
        command.args(["--reuid", user, "--regid", user, "--clear-groups"]);
    }
    command.args(["--pdeathsig", "KILL", "--"]).arg(program);
    command
}

/// Returns a port that nobody listens on just now.
pub fn free_port() -> io::Result<u16> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port())
}

/// Where Debian's package faketime has its library, by architecture.
const FAKETIME: [&str; 2] = [
    "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1",
    "/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1",
];

/// Returns the environment of a process whose wall clock is off, by `+1h` or `-2d`.
pub fn other_clock(by: &str) -> Result<Vec<(&'static str, String)>, HarnessError> {
    let library = FAKETIME.iter().find(|path| Path::new(path).exists()).ok_or_else(|| {
        HarnessError::Failed("faketime".into(), "its library is not here (Debian: faketime)".into())
    })?;
    Ok(vec![
        ("LD_PRELOAD", library.to_string()),
        ("FAKETIME", by.into()),
        ("FAKETIME_DONT_FAKE_MONOTONIC", "1".into()),
    ])
}

/// Looks for a program in the path and in other folders.
pub(crate) fn find_program(name: &str, folders: &[PathBuf]) -> PathBuf {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found = folders.iter().cloned().chain(std::env::split_paths(&path)).map(|folder| folder.join(name));
    found.into_iter().find(|path| path.exists()).unwrap_or_else(|| name.into())
}

/// Asks again and again until it is so, or fails after a while.
pub(crate) async fn wait_until(what: &str, mut is_so: impl AsyncFnMut() -> bool) -> Result<(), HarnessError> {
    for _ in 0..1_500 {
        if is_so().await {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    Err(HarnessError::NotReady(what.into()))
}
