//! Reads the games of a record file.

use parlor_play::Table;
use parlor_play::record::{self, BadRecord, LONGEST_LINE, Reader};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// Reads every game of a file in turn. An incomplete last line is ignored. The error does not name the file.
pub(crate) fn for_each_game(path: &Path, mut each: impl FnMut(Table)) -> Result<(), String> {
    let mut lines = BufReader::new(File::open(path).map_err(|error| error.to_string())?);
    let mut reader = Reader::default();
    let mut number = 0;
    while let Some(line) = next_line(&mut lines).map_err(|error| error.to_string())? {
        number += 1;
        if record::is_header(&line) {
            std::mem::take(&mut reader).into_table().into_iter().for_each(&mut each);
        }
        match reader.read(line.trim_end()) {
            Ok(_) => {}
            Err(BadRecord::Json(_)) if !line.ends_with('\n') => break,
            Err(error) => return Err(format!("line {number}: {error}")),
        }
    }
    reader.into_table().into_iter().for_each(each);
    Ok(())
}

/// Reads a line with its newline. Of a line that is too long it reads just enough to show that.
pub(crate) fn next_line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    input.take(LONGEST_LINE as u64 + 2).read_until(b'\n', &mut bytes)?;
    Ok((!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).into_owned()))
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
