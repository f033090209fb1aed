//! Standard output and its colors.

use crate::error::CliError;
use parlor_play::{BoardFormat, Session};
use std::fmt;
use std::io::{self, IsTerminal};

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

impl fmt::Display for Color {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Color::Auto => "auto",
            Color::Always => "always",
            Color::Never => "never",
        })
    }
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

/// Buffered standard output.
pub(crate) struct Output(parlor_line::Output<'static>);

impl Output {
    pub(crate) fn new() -> Output {
        Output(parlor_line::Output::new(io::stdout().lock()))
    }

    /// Writes everything out.
    pub(crate) fn flush(&mut self) -> Result<(), CliError> {
        Ok(self.0.flush()?)
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, text: impl fmt::Display) -> Result<(), CliError> {
        Ok(self.0.line(text)?)
    }

    /// Writes text as it is.
    pub(crate) fn text(&mut self, text: impl fmt::Display) -> Result<(), CliError> {
        Ok(self.0.text(text)?)
    }

    /// Writes the JSON object of a session's position.
    pub(crate) fn json(&mut self, session: &dyn Session) -> Result<(), CliError> {
        Ok(self.0.position(session, BoardFormat::Json)?)
    }

    /// Writes a session's board.
    pub(crate) fn board(&mut self, session: &dyn Session, color: bool) -> Result<(), CliError> {
        let format = if color { BoardFormat::Color } else { BoardFormat::Plain };
        Ok(self.0.position(session, format)?)
    }
}
