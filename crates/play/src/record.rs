//! Records: a table's history as text, one JSON object per line.
//!
//! The first line is the [`Header`]; every further line is an [`Entry`]. A text may hold several records one after
//! the other: each begins with a header. `docs/record.md` describes the format.

mod version1;

use crate::{BadEvent, BadOptions, Entry, Header, Step, Table};
use std::fmt;

/// The longest line of a record, in bytes: enough for a setup of the largest board.
pub const LONGEST_LINE: usize = 1 << 20;

/// The most events of one record.
pub const MOST_EVENTS: usize = 4_000_000;

/// Returns the line of a header, without a newline.
pub fn header_line(header: &Header) -> String {
    serde_json::to_string(header).unwrap_or_default()
}

/// Returns the line of an entry, without a newline.
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

/// The kind of a record's line.
pub enum Line {
    /// The header of a new record.
    Header,
    /// An entry, and its effect on the board.
    Entry(Entry, Vec<Step>),
    /// A line of white space.
    Blank,
}

impl Reader {
    /// Reads the next line.
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

    /// Returns the table after the lines so far.
    pub fn table(&self) -> Option<&Table> {
        self.table.as_ref()
    }

    /// Returns the table, to continue the game.
    pub fn into_table(self) -> Option<Table> {
        self.table
    }
}

/// Returns whether a line is a header. Only headers have a version.
pub fn is_header(line: &str) -> bool {
    #[derive(serde::Deserialize)]
    struct Versioned {
        #[serde(rename = "parlor")]
        _version: serde::de::IgnoredAny,
    }
    serde_json::from_str::<Versioned>(line).is_ok()
}

/// An error in a record.
#[derive(Debug)]
pub enum BadRecord {
    /// The first line is not a header, with the reason if there is one.
    NoHeader(String),
    /// A line is too long.
    LineTooLong,
    /// The record has too many events.
    TooManyEvents,
    /// A line is not an object of the format.
    Json(String),
    /// The game can't be started.
    Header(BadOptions),
    /// An event is impossible.
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
        // The position is always within this line, so it is left out.
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
