//! The full screen: the hall, where a game is chosen, and the table, where it is played.
//!
//! [`model`] holds the state, [`update`] changes it on a key, a click or an engine's reply, and [`view`] draws it.
//! `regions` computes the layout for both drawing and clicks, so that a click hits what was drawn.

mod animation;
mod buttons;
mod geometry;
mod help;
mod latency;
mod model;
mod overlay_regions;
mod pieces;
mod regions;
mod store;
mod terminal;
#[cfg(test)]
mod tests;
mod text_window;
mod theme;
mod thinking;
mod update;
mod view;

pub(crate) use model::Opening;
pub(crate) use theme::Theme;

use crate::error::CliError;
use crate::record_file::RecordFile;
use model::{App, Screen};
use parlor_play::{PlayerSpec, Table};
use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use std::path::Path;
use store::{SavedGame, Store};

/// An event that the app handles.
#[derive(Debug)]
pub(crate) enum Message {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse was moved or clicked.
    Mouse(MouseEvent),
    /// Text was pasted.
    Paste(String),
    /// The terminal was resized to these columns and rows.
    Resize(u16, u16),
    /// An engine has finished the search with this number.
    Chosen(u64, Result<String, String>),
    /// The saved games have been read, as the request with this number asked.
    GamesListed(u64, Vec<SavedGame>),
    /// Something could not be written to disk.
    NotSaved(String),
    /// Time has passed.
    Tick,
    /// The program is to end, or the terminal was closed.
    End,
}

/// Shows the hall.
pub(crate) fn hall(theme: Theme) -> Result<(), CliError> {
    run(theme, |_| Ok(()))
}

/// Shows a game.
pub(crate) fn table(opening: Opening, theme: Theme) -> Result<(), CliError> {
    run(theme, |app| app.open(opening))
}

/// Shows a game that was read from a record file, which is appended to, and a message.
pub(crate) fn continued_table(
    table: Table,
    seats: Vec<PlayerSpec>,
    path: &Path,
    message: Option<String>,
    theme: Theme,
) -> Result<(), CliError> {
    let record = RecordFile::open(path)?;
    run(theme, |app| {
        app.continue_record(table, seats, record);
        if let Some(message) = message {
            app.shared.show_message(message);
        }
        Ok(())
    })
}

fn run(theme: Theme, open: impl FnOnce(&mut App) -> Result<(), String>) -> Result<(), CliError> {
    let (tx, rx) = std::sync::mpsc::channel();
    let failed = tx.clone();
    let (store, error) = Store::open(move |error| drop(failed.send(Message::NotSaved(error))));
    let mut app = App::new(theme, store, tx.clone());
    open(&mut app).map_err(CliError::bad)?;
    app.returns_to_hall = matches!(app.screen, Screen::Hall);
    if let Some(error) = error {
        app.shared.show_failure(error);
    }
    let ended = terminal::run(&mut app, tx, &rx);
    let unwritten = app.close();
    ended?;
    unwritten.map_or(Ok(()), |error| Err(CliError::bad(error)))
}
