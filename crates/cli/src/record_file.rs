//! The record file that a game is written to during play.

use crate::error::CliError;
use parlor_play::record::{self, LONGEST_LINE};
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// A file of records that is appended to line by line.
pub(crate) struct RecordFile {
    file: File,
    name: String,
}

impl RecordFile {
    /// Opens a file to append to. A file that is not a record is an error.
    pub(crate) fn open(path: &Path) -> Result<RecordFile, FileError> {
        let name = path.display().to_string();
        let opened = match fs::metadata(path) {
            // A pipe or a device can't be read first.
            Ok(about) if !about.is_file() => OpenOptions::new().write(true).open(path),
            _ => open_file(path),
        };
        match opened {
            Ok(file) => Ok(RecordFile { file, name }),
            Err(error) => Err(FileError { name, error }),
        }
    }

    /// Returns the open file, to lock or sync it.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Appends a line.
    pub(crate) fn line(&mut self, text: &str) -> Result<(), FileError> {
        let written = self.file.write_all(format!("{text}\n").as_bytes());
        written.map_err(|error| FileError { name: self.name.clone(), error })
    }
}

/// A file that can't be opened or written.
#[derive(Debug)]
pub(crate) struct FileError {
    name: String,
    error: io::Error,
}

impl FileError {
    /// Returns the error with its reason first, for a line that may be cut.
    pub(crate) fn reason_first(&self) -> String {
        format!("{}: {}", self.error, self.name)
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.name, self.error)
    }
}

impl From<FileError> for CliError {
    fn from(error: FileError) -> CliError {
        CliError::bad(error)
    }
}

fn open_file(path: &Path) -> io::Result<File> {
    let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
    let mut first = Vec::new();
    BufReader::new((&file).take(LONGEST_LINE as u64)).read_until(b'\n', &mut first)?;
    if !first.is_empty() && !record::is_header(&String::from_utf8_lossy(&first)) {
        return Err(io::Error::other("the file is not a record"));
    }
    repair_last_line(&mut file, path)?;
    Ok(file)
}

/// Adds a missing newline to the last line, or removes an incomplete last line: its event was never acknowledged.
fn repair_last_line(file: &mut File, path: &Path) -> io::Result<()> {
    let length = file.seek(SeekFrom::End(0))?;
    let start = length.saturating_sub(LONGEST_LINE as u64);
    file.seek(SeekFrom::Start(start))?;
    let mut end = Vec::new();
    file.take(LONGEST_LINE as u64).read_to_end(&mut end)?;
    let newline = end.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let last = &end[newline..];
    if last.is_empty() {
        Ok(())
    } else if serde_json::from_slice::<serde::de::IgnoredAny>(last).is_ok() {
        file.write_all(b"\n")
    } else {
        // Windows can't truncate a file that is open for appending.
        OpenOptions::new().write(true).open(path)?.set_len(start + newline as u64)
    }
}
