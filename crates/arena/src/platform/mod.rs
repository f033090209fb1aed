//! What differs between operating systems: ending a program together with whatever it has started.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(crate) use unix::{kill_group, lead_group};
#[cfg(windows)]
pub(crate) use windows::{kill_group, lead_group};
