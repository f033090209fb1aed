//! How things stand: which screen, what lies over it, and all it needs.

mod form;
mod list;
pub(in crate::tui) mod table;
mod text_field;

pub(in crate::tui) use form::any_seed;
pub(crate) use form::{Field, Form, Kind};
pub(crate) use list::{GameList, Row};
pub(crate) use table::{Browse, Opening, TableScreen};
pub(crate) use text_field::TextField;

use super::Message;
use super::store::Store;
use super::theme::Theme;
use std::sync::mpsc::Sender;
use std::time::Duration;

/// Everything.
pub(crate) struct App {
    pub(super) shared: Shared,
    pub(super) screen: Screen,
    pub(super) overlay: Option<Overlay>,
    /// Which game of the hall is chosen.
    pub(super) chosen: usize,
    /// Whether leaving a table leads back to the hall.
    pub(super) hall_behind: bool,
    /// The kept games, once they have been read.
    pub(super) games: Option<Vec<super::store::Kept>>,
    pub(super) over: bool,
}

/// What every screen needs.
pub(crate) struct Shared {
    pub(super) look: Theme,
    /// Columns and rows of the terminal.
    pub(super) size: [u16; 2],
    /// Time since the start.
    pub(super) now: Duration,
    pub(super) store: Store,
    pub(super) tx: Sender<Message>,
    pub(super) note: Option<Note>,
}

/// Something to be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Note {
    pub(super) text: String,
    pub(super) alarm: bool,
}

impl Shared {
    /// Tells something.
    pub(super) fn tell(&mut self, text: impl Into<String>) {
        self.note = Some(Note { text: text.into(), alarm: false });
    }

    /// Tells what went wrong.
    pub(super) fn alarm(&mut self, text: impl Into<String>) {
        self.note = Some(Note { text: text.into(), alarm: true });
    }
}

/// What fills the terminal.
pub(crate) enum Screen {
    /// The six games.
    Hall,
    /// What is chosen about a game before it starts.
    Form(Form),
    /// A game.
    Table(Box<TableScreen>),
}

/// What lies over the screen.
pub(crate) enum Overlay {
    /// All keys.
    Help,
    /// Where to save the game.
    Save(TextField),
    /// Which file to open.
    Open(TextField),
    /// The kept games.
    Games(GameList),
}

/// The smallest terminal there is room in: columns, rows.
pub(crate) const SMALLEST: [u16; 2] = [80, 22];

impl App {
    /// An empty hall.
    pub(crate) fn new(look: Theme, store: Store, tx: Sender<Message>) -> App {
        let shared = Shared { look, size: [80, 24], now: Duration::ZERO, store, tx, note: None };
        App {
            shared,
            screen: Screen::Hall,
            overlay: None,
            chosen: 0,
            hall_behind: true,
            games: None,
            over: false,
        }
    }

    /// Opens a table.
    pub(crate) fn open(&mut self, opening: Opening) -> Result<(), String> {
        let table = TableScreen::open(opening, &mut self.shared)?;
        self.screen = Screen::Table(Box::new(table));
        Ok(())
    }

    /// Whether the terminal is too small for anything.
    pub(super) fn too_small(&self) -> bool {
        let [columns, rows] = self.shared.size;
        columns < SMALLEST[0] || rows < SMALLEST[1]
    }

    /// How long nothing will change by itself.
    pub(super) fn rest(&self) -> Duration {
        match &self.screen {
            Screen::Table(table) if table.animation.is_some() => Duration::from_millis(12),
            Screen::Table(table) if table.is_busy() => Duration::from_millis(80),
            _ => Duration::from_secs(3_600),
        }
    }

    /// Leaves everything as it is and waits until it is safe on disk; what went wrong is told.
    pub(super) fn close(self) -> Option<String> {
        drop(self.screen);
        self.shared.store.close()
    }
}
