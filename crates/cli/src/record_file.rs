//! The file a game is written to as it is played.

use crate::error::CliError;
use parlor_play::record::{self, LONGEST_LINE};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// A file of records, written line by line as things happen.
pub(crate) struct RecordFile {
    file: File,
    name: String,
}

impl RecordFile {
    /// Opens the file for adding to it. A file that holds anything but records is left alone.
    pub(crate) fn open(path: &Path) -> Result<RecordFile, CliError> {
        let name = path.display().to_string();
        let opened = match fs::metadata(path) {
            // A pipe or a device can't be looked into first.
            Ok(about) if !about.is_file() => OpenOptions::new().write(true).open(path),
            _ => open_file(path),
        };
        match opened {
            Ok(file) => Ok(RecordFile { file, name }),
            Err(error) => Err(CliError::bad(format!("{name}: {error}"))),
        }
    }

    /// The open file itself, to be locked or made safe on disk.
    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Adds a line.
    pub(crate) fn line(&mut self, text: &str) -> Result<(), CliError> {
        let written = self.file.write_all(format!("{text}\n").as_bytes());
        written.map_err(|error| CliError::bad(format!("{}: {error}", self.name)))
    }
}

fn open_file(path: &Path) -> io::Result<File> {
    let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
    let mut first = Vec::new();
    BufReader::new((&file).take(LONGEST_LINE as u64)).read_until(b'\n', &mut first)?;
    if !first.is_empty() && !record::is_header(&String::from_utf8_lossy(&first)) {
        return Err(io::Error::other("there is something in it that is no record"));
    }
    mend_last_line(&mut file, path)?;
    Ok(file)
}

/// Ends the last line, or takes it away if it was cut off while it was written: that event never happened.
fn mend_last_line(file: &mut File, path: &Path) -> io::Result<()> {
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
        // Windows does not let a file that is opened for appending become shorter.
        OpenOptions::new().write(true).open(path)?.set_len(start + newline as u64)
    }
}
