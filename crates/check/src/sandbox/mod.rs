//! Runs programs that are not to be trusted: within limits, in an empty folder, and never longer than allowed.
//!
//! A [`Sandbox`] is a supervisor in a process of its own. It is the subreaper of everything a program starts, so that
//! nothing escapes it by leaving its process group, and nothing that runs beside it is mistaken for a part of it.
//! When the supervisor's standard input closes, because the checker has ended, it ends everything and itself.
//!
//! ```no_run
//! use parlor_check::sandbox::{Job, Limits, Sandbox, resolve};
//!
//! let command = resolve(&["python3".into(), "hex.py".into()])?;
//! // `parlor` runs itself as the supervisor; any program that calls `supervise` will do.
//! let mut sandbox = Sandbox::start(&["parlor".into(), "supervise".into()])?;
//! let run = sandbox.run(&command.job(b"A0 B9\n".to_vec(), Limits::default()))?;
//! println!("{:?}: {} bytes", run.end, run.stdout.len());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod client;
mod command;
mod environment;
mod job;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(all(unix, not(target_os = "linux")))]
mod other_unix;
#[cfg(unix)]
mod output;
#[cfg(unix)]
mod supervisor;

pub use client::{Cancel, Sandbox, SandboxError};
pub use command::{CommandError, ResolvedCommand, resolve};
pub use environment::Variable;
pub(crate) use environment::environment;
pub use job::{End, Job, Limits, Run};

#[cfg(target_os = "linux")]
use linux as system;
#[cfg(all(unix, not(target_os = "linux")))]
use other_unix as system;

use std::process::ExitCode;

/// Runs the supervisor on standard input and output until its input ends. [`Sandbox::start`] starts a process for it.
pub fn supervise() -> ExitCode {
    #[cfg(unix)]
    return supervisor::supervise();
    #[cfg(not(unix))]
    ExitCode::from(2)
}
