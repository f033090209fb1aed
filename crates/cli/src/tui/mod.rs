//! The full screen: the hall, where a game is chosen, and the tables, where it is played.
//!
//! The [`model`] says how things stand, [`update`] how a key, a click or an engine's answer changes them, and
//! [`view`] draws them. Where things lie on the screen is worked out in one place, `regions`, so that a click hits
//! what was drawn.

mod animation;
mod geometry;
mod latency;
mod model;
mod pieces;
mod regions;
mod store;
mod terminal;
#[cfg(test)]
mod tests;
mod theme;
mod thinking;
mod update;
mod view;

pub(crate) use model::Opening;
pub(crate) use theme::Theme;

use crate::error::CliError;
use model::App;
use ratatui::crossterm::event::{KeyEvent, MouseEvent};
use store::{Kept, Store};

/// Something that happened outside.
#[derive(Debug)]
pub(crate) enum Message {
    /// A key was pressed.
    Key(KeyEvent),
    /// The mouse was moved or clicked.
    Mouse(MouseEvent),
    /// Text was pasted.
    Paste(String),
    /// The terminal has another size now: columns, rows.
    Resize(u16, u16),
    /// An engine has answered this request.
    Chosen(u64, Result<String, String>),
    /// The kept games have been read.
    Listed(Vec<Kept>),
    /// Time has passed.
    Tick,
    /// The program is asked to end, or nobody sits at the terminal any more.
    End,
}

/// Opens the hall.
pub(crate) fn hall(look: Theme) -> Result<(), CliError> {
    run(look, None)
}

/// Opens a table.
pub(crate) fn table(opening: Opening, look: Theme) -> Result<(), CliError> {
    run(look, Some(opening))
}

fn run(look: Theme, opening: Option<Opening>) -> Result<(), CliError> {
    let (tx, rx) = std::sync::mpsc::channel();
    let (store, told) = Store::open();
    let mut app = App::new(look, store, tx.clone());
    if let Some(opening) = opening {
        app.open(opening).map_err(CliError::bad)?;
        app.hall_behind = false;
    }
    if let Some(told) = told {
        app.shared.alarm(told);
    }
    let ended = terminal::run(&mut app, tx, &rx);
    let trouble = app.close();
    ended?;
    trouble.map_or(Ok(()), |told| Err(CliError::bad(told)))
}
