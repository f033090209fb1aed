//! Text that is written as it comes, with the first error kept.

use crate::LineError;
use parlor_play::{BoardFormat, Session};
use std::fmt;
use std::io::{self, Write};

/// Buffered output. A write error is returned by the call that met it.
pub struct Output<'a> {
    out: io::BufWriter<Box<dyn Write + 'a>>,
    error: Option<io::Error>,
}

impl<'a> Output<'a> {
    /// Creates the output to a writer.
    pub fn new(out: impl Write + 'a) -> Output<'a> {
        Output { out: io::BufWriter::with_capacity(1 << 16, Box::new(out)), error: None }
    }

    /// Writes everything out.
    pub fn flush(&mut self) -> Result<(), LineError> {
        let flushed = self.out.flush();
        Ok(self.error.take().map_or(flushed, Err)?)
    }

    /// Writes a line.
    pub fn line(&mut self, text: impl fmt::Display) -> Result<(), LineError> {
        fmt::Write::write_fmt(self, format_args!("{text}\n")).map_err(|_| self.failure())
    }

    /// Writes text as it is.
    pub fn text(&mut self, text: impl fmt::Display) -> Result<(), LineError> {
        fmt::Write::write_fmt(self, format_args!("{text}")).map_err(|_| self.failure())
    }

    /// Writes a session's position.
    pub fn position(&mut self, session: &dyn Session, format: BoardFormat) -> Result<(), LineError> {
        session.write(format, self).map_err(|_| self.failure())
    }

    fn failure(&mut self) -> LineError {
        self.error.take().unwrap_or_else(|| io::ErrorKind::BrokenPipe.into()).into()
    }
}

impl fmt::Write for Output<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.out.write_all(text.as_bytes()).map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}
