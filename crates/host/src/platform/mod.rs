//! What differs between operating systems: process groups, and the priority and the clock of threads.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub use unix::thread_cpu_time;
#[cfg(unix)]
pub(crate) use unix::{group_cpu_time, has_left, kill_group, lead_group, lower_priority};
#[cfg(windows)]
pub use windows::thread_cpu_time;
#[cfg(windows)]
pub(crate) use windows::{group_cpu_time, has_left, kill_group, lead_group, lower_priority};
