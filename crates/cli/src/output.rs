//! Standard output and its colors.

use crate::error::CliError;
use parlor_play::{BoardFormat, Session};
use std::fmt;
use std::io::{self, IsTerminal, Write};

/// When to use color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    /// Returns whether to color standard output.
    pub(crate) fn is_on(self) -> bool {
        self.is_on_for(&io::stdout())
    }

    /// Returns whether to color a stream.
    pub(crate) fn is_on_for(self, stream: &impl IsTerminal) -> bool {
        match self {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                let is_disabled = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
                !is_disabled && stream.is_terminal()
            }
        }
    }
}

/// Buffered standard output. A write error is returned by the next flush.
pub(crate) struct Output {
    out: io::BufWriter<io::StdoutLock<'static>>,
    error: Option<io::Error>,
}

impl Output {
    pub(crate) fn new() -> Output {
        Output { out: io::BufWriter::with_capacity(1 << 16, io::stdout().lock()), error: None }
    }

    /// Writes everything out.
    pub(crate) fn flush(&mut self) -> Result<(), CliError> {
        let flushed = self.out.flush();
        match self.error.take().map_or(flushed, Err) {
            Ok(()) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, text: impl fmt::Display) -> Result<(), CliError> {
        fmt::Write::write_fmt(self, format_args!("{text}\n")).map_err(|_| self.failure())
    }

    /// Writes text as it is.
    pub(crate) fn text(&mut self, text: impl fmt::Display) -> Result<(), CliError> {
        fmt::Write::write_fmt(self, format_args!("{text}")).map_err(|_| self.failure())
    }

    /// Writes the JSON object of a session's position.
    pub(crate) fn json(&mut self, session: &dyn Session) -> Result<(), CliError> {
        session.write(BoardFormat::Json, self).map_err(|_| self.failure())
    }

    /// Writes a session's board.
    pub(crate) fn board(&mut self, session: &dyn Session, color: bool) -> Result<(), CliError> {
        let format = if color { BoardFormat::Color } else { BoardFormat::Plain };
        session.write(format, self).map_err(|_| self.failure())
    }

    fn failure(&mut self) -> CliError {
        self.error.take().map_or(CliError::BrokenPipe, CliError::from)
    }
}

impl fmt::Write for Output {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.out.write_all(text.as_bytes()).map_err(|error| {
            self.error = Some(error);
            fmt::Error
        })
    }
}
