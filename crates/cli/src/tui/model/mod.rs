//! The state of the full screen.

mod fields;
mod form;
mod list;
pub(in crate::tui) mod table;
mod text_field;

pub(in crate::tui) use form::random_seed;
pub(crate) use form::{Field, FieldKind, Form};
pub(crate) use list::{FileGames, GameList, ListMode, Row};
pub(crate) use table::{Browse, Opening, TableScreen};
pub(crate) use text_field::TextField;

use super::Message;
use super::store::Store;
use super::theme::Theme;
use crate::corrected_size::corrected_size;
use parlor_play::{game, games};
use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::time::Duration;

/// The state of the app.
pub(crate) struct App {
    pub(super) shared: Shared,
    pub(super) screen: Screen,
    pub(super) overlay: Option<Overlay>,
    /// The index of the selected game in the hall.
    pub(super) chosen: usize,
    /// Whether leaving a game returns to the hall.
    pub(super) returns_to_hall: bool,
    /// The saved games, once they have been read.
    pub(super) games: Option<Vec<super::store::SavedGame>>,
    /// The number of the last request to read the saved games.
    pub(super) games_request: u64,
    /// Whether the app is to close.
    pub(super) should_quit: bool,
    /// What the terminal is to do before the next frame.
    pub(super) terminal_request: Option<TerminalRequest>,
}

/// Something that only the terminal can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TerminalRequest {
    /// Give the terminal back to the shell until the program is continued.
    Suspend,
    /// Draw the whole screen anew.
    Redraw,
}

/// The state that all screens share.
pub(crate) struct Shared {
    pub(super) theme: Theme,
    /// Columns and rows of the terminal.
    pub(super) size: [u16; 2],
    /// The time since the start.
    pub(super) now: Duration,
    pub(super) store: Store,
    pub(super) tx: Sender<Message>,
    pub(super) note: Option<Note>,
}

/// A message in the status line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Note {
    pub(super) text: String,
    pub(super) is_error: bool,
    /// Whether it stays until the user acknowledges it.
    pub(super) stays: bool,
}

impl Shared {
    /// Shows a message in the status line.
    pub(super) fn show_message(&mut self, text: impl Into<String>) {
        self.show(Note { text: text.into(), is_error: false, stays: false });
    }

    /// Shows what is wrong with the last key or click, until the next one.
    pub(super) fn show_error(&mut self, text: impl Into<String>) {
        self.show(Note { text: sentence(without_codes(text.into())), is_error: true, stays: false });
    }

    /// Shows a failure that the user must know of, such as a full disk. It stays until it is acknowledged.
    pub(super) fn show_failure(&mut self, text: impl Into<String>) {
        self.note = Some(Note { text: without_codes(text.into()), is_error: true, stays: true });
    }

    /// Removes the note, or one that stays if `is_seen`. Returns whether one that stays was removed.
    pub(super) fn acknowledge(&mut self, is_seen: bool) -> bool {
        let stays = self.note.as_ref().is_some_and(|note| note.stays);
        if is_seen || !stays {
            self.note = None;
        }
        is_seen && stays
    }

    fn show(&mut self, note: Note) {
        if self.note.as_ref().is_none_or(|shown| !shown.stays) {
            self.note = Some(note);
        }
    }
}

/// Returns the reason of an error, which begins in lower case, as a sentence.
fn sentence(text: String) -> String {
    // After a path a full stop would seem to belong to it.
    let is_path = text.rsplit(' ').next().is_some_and(|word| word.contains(std::path::MAIN_SEPARATOR));
    let end = if is_path || text.ends_with(['.', '!', '?']) { "" } else { "." };
    capital(&text) + end
}

/// Returns a text that begins with a capital letter.
pub(in crate::tui) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    first + letters.as_str()
}

/// Returns a text without the numbers of the system's errors, which say nothing to a player.
fn without_codes(mut text: String) -> String {
    while let Some(start) = text.find(" (os error ")
        && let Some(length) = text[start..].find(')')
    {
        text.replace_range(start..=start + length, "");
    }
    text
}

/// The screen that fills the terminal.
pub(crate) enum Screen {
    /// The list of the six games.
    Hall,
    /// The options of a game before it starts.
    Form(Form),
    /// A game.
    Table(Box<TableScreen>),
}

/// A window over the screen.
pub(crate) enum Overlay {
    /// The list of keys, scrolled by this many lines.
    Help(usize),
    /// The path to save the game to.
    Save(TextField),
    /// The path of the file to open.
    Open(TextField),
    /// The list of saved games.
    Games(GameList),
    /// Whether to start the programs that a saved game is played against.
    StartPrograms { path: PathBuf, commands: Vec<String> },
}

/// The smallest supported terminal: columns, rows.
pub(crate) const SMALLEST: [u16; 2] = [60, 20];

impl App {
    /// Creates an app that shows the hall.
    pub(crate) fn new(theme: Theme, store: Store, tx: Sender<Message>) -> App {
        let last = &store.preferences().game;
        let chosen = games().iter().position(|game| game.info().name == last).unwrap_or(0);
        let shared = Shared { theme, size: [80, 24], now: Duration::ZERO, store, tx, note: None };
        App {
            shared,
            screen: Screen::Hall,
            overlay: None,
            chosen,
            returns_to_hall: true,
            games: None,
            games_request: 0,
            should_quit: false,
            terminal_request: None,
        }
    }

    /// Starts a game.
    pub(crate) fn open(&mut self, opening: Opening) -> Result<(), String> {
        let corrected =
            game(&opening.header.game).and_then(|game| corrected_size(game, &opening.header.options));
        let table = TableScreen::open(opening, &mut self.shared)?;
        if let Some(note) = corrected {
            self.shared.show_message(note);
        }
        self.screen = Screen::Table(Box::new(table));
        Ok(())
    }

    /// Returns the text input that keys go to.
    pub(super) fn text_input(&mut self) -> Option<&mut TextField> {
        match (&mut self.overlay, &mut self.screen) {
            (Some(Overlay::Save(field) | Overlay::Open(field)), _) => Some(field),
            (Some(Overlay::Games(list)), _) => list.text_input(),
            (Some(Overlay::Help(_) | Overlay::StartPrograms { .. }), _) => None,
            (None, Screen::Form(form)) => form.text_input(),
            (None, Screen::Hall | Screen::Table(_)) => None,
        }
    }

    /// Returns whether the terminal is too small.
    pub(super) fn too_small(&self) -> bool {
        let [columns, rows] = self.shared.size;
        columns < SMALLEST[0] || rows < SMALLEST[1]
    }

    /// Returns the time until the screen may change without an event.
    pub(super) fn time_to_next_tick(&self) -> Duration {
        match &self.screen {
            Screen::Table(table) if table.animation.is_some() => Duration::from_millis(12),
            Screen::Table(table) if table.waiting.is_some() => Duration::ZERO,
            Screen::Table(table) if table.is_busy() || table.is_timed() => Duration::from_millis(80),
            _ => Duration::from_secs(3_600),
        }
    }

    /// Waits until everything is on disk. Returns what could not be written.
    pub(super) fn close(self) -> Option<String> {
        drop(self.screen);
        self.shared.store.close()
    }
}
