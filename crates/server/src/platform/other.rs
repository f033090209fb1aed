//! Files and limits where there are no Unix ones.

use std::fs::OpenOptions;
use std::io;
use std::path::Path;

/// Creates a file. Who may read it follows from its folder.
pub(crate) fn create_private(path: &Path) -> io::Result<()> {
    OpenOptions::new().create(true).append(true).open(path).map(drop)
}

/// Returns whether there is such a file: an open one can't be replaced here.
pub(crate) fn file_identity(path: &Path) -> Option<(u64, u64)> {
    path.exists().then_some((0, 0))
}

/// There is no limit on open files that would have to be raised.
pub(crate) fn max_open_files() -> Option<usize> {
    None
}
