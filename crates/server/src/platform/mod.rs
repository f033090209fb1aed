//! What each operating system does in its own way.

#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

#[cfg(not(unix))]
pub(crate) use other::{create_private, file_identity, max_open_files};
#[cfg(unix)]
pub(crate) use unix::{create_private, file_identity, max_open_files};
