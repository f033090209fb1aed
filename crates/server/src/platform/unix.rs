//! Files and limits on Unix.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::fs::{OpenOptions, Permissions, set_permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::Path;

/// Creates a file that only its owner can read, or takes others' rights to it away.
pub(crate) fn create_private(path: &Path) -> io::Result<()> {
    OpenOptions::new().create(true).append(true).mode(0o600).open(path)?;
    set_permissions(path, Permissions::from_mode(0o600))
}

/// Returns what tells a file from another one that took its name.
pub(crate) fn file_identity(path: &Path) -> Option<(u64, u64)> {
    path.metadata().ok().map(|found| (found.dev(), found.ino()))
}

/// Raises the limit on open files as far as the system lets this process, and returns it.
pub(crate) fn max_open_files() -> Option<usize> {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    let limit = if raised.is_ok() { maximum } else { current };
    limit.and_then(|limit| usize::try_from(limit).ok())
}
