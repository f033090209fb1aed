//! Reads the games of a record file.

use parlor_play::Table;
use parlor_play::record::{self, BadRecord, LONGEST_LINE, Reader};
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

/// Reads every game of a file in turn. An incomplete last line is ignored. The error does not name the file.
pub(crate) fn for_each_game(path: &Path, mut each: impl FnMut(Table)) -> Result<(), String> {
    let mut lines = BufReader::new(File::open(path).map_err(|error| error.to_string())?);
    let mut reader = Reader::default();
    let mut bytes = Vec::new();
    for number in 1.. {
        bytes.clear();
        let limit = LONGEST_LINE as u64 + 2;
        lines.by_ref().take(limit).read_until(b'\n', &mut bytes).map_err(|error| error.to_string())?;
        if bytes.is_empty() {
            break;
        }
        let line = String::from_utf8_lossy(&bytes);
        if record::is_header(&line) {
            std::mem::take(&mut reader).into_table().into_iter().for_each(&mut each);
        }
        match reader.read(line.trim_end()) {
            Ok(_) => {}
            Err(BadRecord::Json(_)) if bytes.last() != Some(&b'\n') => break,
            Err(error) => return Err(format!("line {number}: {error}")),
        }
    }
    reader.into_table().into_iter().for_each(each);
    Ok(())
}

/// Reads one game of a file, the last one if no index is given.
pub(crate) fn read_game(path: &Path, index: Option<usize>) -> Result<Table, String> {
    let (mut number, mut found) = (0, None);
    for_each_game(path, |table| {
        if index.is_none_or(|index| index == number) {
            found = Some(table);
        }
        number += 1;
    })?;
    found.ok_or_else(|| "the file has no game".into())
}
