//! Records: a table's history as text, one JSON object a line.
//!
//! The first line is the [`Header`]; every further line is an [`Entry`]. A text may hold several records one after
//! the other: each begins with a header. The format is written down in `docs/record.md`.

mod version1;

use crate::{BadEvent, BadOptions, Entry, Header, Step, Table};
use std::fmt;

/// The longest line of a record, in bytes: room for a drawn board of the largest size.
pub const LONGEST_LINE: usize = 1 << 20;

/// The most events of one record.
pub const MOST_EVENTS: usize = 4_000_000;

/// The header's line, without its newline.
pub fn header_line(header: &Header) -> String {
    serde_json::to_string(header).unwrap_or_default()
}

/// An entry's line, without its newline.
pub fn entry_line(entry: &Entry) -> String {
    serde_json::to_string(entry).unwrap_or_default()
}

/// Reads records line by line and checks every event against the rules.
#[derive(Default)]
pub struct Reader {
    table: Option<Table>,
    version: u32,
    events: usize,
}

/// What a line of a record was.
pub enum Line {
    /// A new record begins.
    Header,
    /// Something happened, and this is what it did to the board.
    Entry(Entry, Vec<Step>),
    /// Nothing but white space.
    Blank,
}

impl Reader {
    /// Takes the next line in.
    pub fn read(&mut self, line: &str) -> Result<Line, BadRecord> {
        if line.len() > LONGEST_LINE {
            return Err(BadRecord::LineTooLong);
        }
        if line.trim().is_empty() {
            return Ok(Line::Blank);
        }
        if is_header(line) {
            let header: Header = serde_json::from_str(line).map_err(BadRecord::json)?;
            self.version = header.parlor;
            self.table = Some(Table::open(header).map_err(BadRecord::Header)?);
            self.events = 0;
            return Ok(Line::Header);
        }
        let Some(table) = self.table.as_mut() else { return Err(BadRecord::no_header(line)) };
        let entry: Entry = serde_json::from_str(line).map_err(BadRecord::json)?;
        self.events += 1;
        if self.events > MOST_EVENTS {
            return Err(BadRecord::TooManyEvents);
        }
        let applied = table.apply(&entry).map_err(|error| BadRecord::Event(entry.clone(), error))?;
        if let (1, crate::Event::Comment(text)) = (self.version, &entry.event) {
            version1::read_comment(table, text);
        }
        Ok(Line::Entry(entry, applied.steps))
    }

    /// The table as it stands after the lines so far.
    pub fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// The table, to play on.
    pub fn into_table(self) -> Option<Table> {
        self.table
    }
}

/// Whether a line is a header: the only objects with a version in them.
pub fn is_header(line: &str) -> bool {
    #[derive(serde::Deserialize)]
    struct Versioned {
        #[serde(rename = "parlor")]
        _version: serde::de::IgnoredAny,
    }
    serde_json::from_str::<Versioned>(line).is_ok()
}

/// Why a text is no record.
#[derive(Debug)]
pub enum BadRecord {
    /// The first line is no header, perhaps for this reason.
    NoHeader(String),
    /// A line is longer than any line of a record.
    LineTooLong,
    /// More events than a record can have.
    TooManyEvents,
    /// Not an object of the format.
    Json(String),
    /// A game that can't be started.
    Header(BadOptions),
    /// An event that can't have happened.
    Event(Entry, BadEvent),
}

impl BadRecord {
    fn no_header(line: &str) -> BadRecord {
        match serde_json::from_str::<Header>(line).map_err(BadRecord::json) {
            Err(BadRecord::Json(reason)) => BadRecord::NoHeader(reason),
            _ => BadRecord::NoHeader(String::new()),
        }
    }

    fn json(error: serde_json::Error) -> BadRecord {
        let mut reason = error.to_string();
        // The position is within this line, and no help.
        if let Some(at) = reason.rfind(" at line ") {
            reason.truncate(at);
        }
        BadRecord::Json(reason)
    }
}

impl fmt::Display for BadRecord {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadRecord::NoHeader(reason) => {
                write!(out, "a record begins with a header like {{\"parlor\":2,\"game\":\"hex\"}}: {reason}")
            }
            BadRecord::LineTooLong => write!(out, "the line is longer than {LONGEST_LINE} bytes"),
            BadRecord::TooManyEvents => write!(out, "a record has at most {MOST_EVENTS} events"),
            BadRecord::Json(reason) => write!(out, "not a line of a record: {reason}"),
            BadRecord::Header(error) => error.fmt(out),
            BadRecord::Event(entry, error) => match &entry.event {
                crate::Event::Move(text) | crate::Event::Chance(text) => {
                    let shown: String = text.chars().take(40).collect();
                    write!(out, "{shown:?}: {error}")
                }
                _ => error.fmt(out),
            },
        }
    }
}

impl std::error::Error for BadRecord {}
