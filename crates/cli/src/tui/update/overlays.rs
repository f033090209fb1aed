//! The keys of the overlays: the help, the path input and the list of games.

use crate::tui::model::{App, GameList, Overlay, Row, Screen, TableScreen, TextField};
use crate::tui::store::{Loaded, load};
use parlor_play::{PlayerSpec, record};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

impl App {
    pub(super) fn overlay_key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return;
        }
        if key.code == KeyCode::Esc {
            self.overlay = None;
            return;
        }
        match &mut self.overlay {
            Some(Overlay::Help) => self.overlay = None,
            Some(Overlay::Save(field) | Overlay::Open(field)) => match key.code {
                KeyCode::Char(letter) => field.type_letter(letter),
                KeyCode::Backspace => field.erase(),
                KeyCode::Enter => self.confirm(),
                _ => {}
            },
            Some(Overlay::Games(list)) => {
                let last = GameList::rows(self.games.as_deref().unwrap_or_default()).len() - 1;
                match key.code {
                    KeyCode::Up | KeyCode::Char('k') => list.at = list.at.saturating_sub(1),
                    KeyCode::Down | KeyCode::Char('j') => list.at = (list.at + 1).min(last),
                    KeyCode::PageUp => list.at = list.at.saturating_sub(10),
                    KeyCode::PageDown => list.at = (list.at + 10).min(last),
                    KeyCode::Home => list.at = 0,
                    KeyCode::End => list.at = last,
                    KeyCode::Enter | KeyCode::Char(' ') => self.confirm(),
                    _ => {}
                }
            }
            None => {}
        }
    }

    /// Handles Enter or its button.
    pub(super) fn confirm(&mut self) {
        match self.overlay.take() {
            Some(Overlay::Save(field)) => {
                match self.save(&field.text) {
                    Ok(text) => self.shared.show_message(text),
                    Err(reason) => {
                        self.shared.show_error(reason);
                        self.overlay = Some(Overlay::Save(field));
                    }
                };
            }
            Some(Overlay::Open(field)) => {
                if let Err(reason) = self.open_file(&field.text) {
                    self.shared.show_error(reason);
                    self.overlay = Some(Overlay::Open(field));
                }
            }
            Some(Overlay::Games(list)) => self.open_row(list),
            _ => {}
        }
    }

    /// Scrolls the list of games.
    pub(super) fn scroll_list(&mut self, by: isize) {
        if let Some(Overlay::Games(list)) = &mut self.overlay {
            list.at = list.at.saturating_add_signed(by);
        }
        self.clamp_list();
    }

    /// Limits the selected row to the number of rows.
    pub(super) fn clamp_list(&mut self) {
        let last = GameList::rows(self.games.as_deref().unwrap_or_default()).len() - 1;
        if let Some(Overlay::Games(list)) = &mut self.overlay {
            list.at = list.at.min(last);
        }
    }

    fn open_row(&mut self, list: GameList) {
        let rows = GameList::rows(self.games.as_deref().unwrap_or_default());
        match rows.get(list.at) {
            Some(Row::OpenFile) => self.overlay = Some(Overlay::Open(TextField::default())),
            Some(Row::Game(saved)) => {
                let path = saved.path.clone();
                if let Err(reason) = self.continue_game(&path) {
                    self.shared.show_error(reason);
                    self.overlay = Some(Overlay::Games(list));
                }
            }
            None => {}
        }
    }

    /// Continues a saved game.
    fn continue_game(&mut self, path: &Path) -> Result<(), String> {
        if let Screen::Table(table) = &self.screen
            && table.log.as_ref().is_some_and(|log| path.file_stem().is_some_and(|stem| stem == log.id()))
        {
            self.shared.show_message("You are playing this game.");
            return Ok(());
        }
        let log = self.shared.store.resume(path)?;
        let Loaded { table, seats } = load(path)?;
        let mut screen = TableScreen::resume(table, seats);
        screen.log = Some(log);
        self.show_table(screen);
        Ok(())
    }

    /// Opens a record file. It is continued as a new game.
    fn open_file(&mut self, path: &str) -> Result<(), String> {
        let Loaded { table, seats } = load(&expand_home(path))?;
        // A file from elsewhere must not start programs.
        let without_programs =
            |who: PlayerSpec| if matches!(who, PlayerSpec::Program(_)) { PlayerSpec::Human } else { who };
        let seats = seats.map(|seats| seats.into_iter().map(without_programs).collect());
        let screen = TableScreen::resume(table, seats);
        self.show_table(screen);
        Ok(())
    }

    fn show_table(&mut self, mut screen: TableScreen) {
        // Two engines start paused, so that the position can be seen first.
        screen.paused = screen.has_engines() && screen.only_person().is_none();
        screen.changed(&mut self.shared);
        self.screen = Screen::Table(Box::new(screen));
    }

    /// Saves the game to a new file.
    fn save(&self, path: &str) -> Result<String, String> {
        let Screen::Table(table) = &self.screen else { return Ok(String::new()) };
        let path = expand_home(path);
        let file_error = |error: std::io::Error| format!("{}: {error}", path.display());
        let mut text = record::header_line(table.table.header()) + "\n";
        for entry in table.table.log() {
            text.push_str(&record::entry_line(entry));
            text.push('\n');
        }
        let mut file = OpenOptions::new().write(true).create_new(true).open(&path).map_err(file_error)?;
        file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(file_error)?;
        Ok(format!("Saved as {}", path.display()))
    }
}

/// Returns the path with a leading `~` replaced by the home directory.
fn expand_home(path: &str) -> PathBuf {
    match (path.trim().strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(path.trim()),
    }
}
