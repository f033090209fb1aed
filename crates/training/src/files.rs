//! Files of results and of interrupted runs.

use crate::error::TrainingError;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Writes a new file and renames it over the old one, so that a kill leaves one of them complete.
pub(crate) fn save(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), TrainingError> {
    let temporary = beside(path, ".new");
    let saved = fs::File::create(&temporary).and_then(|file| {
        let mut out = BufWriter::with_capacity(1 << 20, file);
        write(&mut out)?;
        out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        fs::rename(&temporary, path)
    });
    saved.map_err(|error| TrainingError::file(path, error))
}

/// Reads a file of an earlier run. Returns `None` if there isn't one.
pub(crate) fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>, TrainingError> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(TrainingError::file(path, error)),
    }
}

/// Returns a path with an ending added to its name.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
