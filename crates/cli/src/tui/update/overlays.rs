//! The keys of the overlays: the help, the path input and the list of games.

use crate::record_file::RecordFile;
use crate::tui::help;
use crate::tui::model::{App, Overlay, Screen, TableScreen};
use crate::tui::regions;
use crate::tui::store::{GameLog, load_game};
use parlor_play::{PlayerSpec, RecordedPlayer, Table, record};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

impl App {
    pub(super) fn overlay_key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return;
        }
        if key.code == KeyCode::Esc && !matches!(self.overlay, Some(Overlay::Games(_))) {
            self.overlay = None;
            return;
        }
        match &mut self.overlay {
            Some(Overlay::Help(scroll)) => {
                let area = regions::help_area(self.shared.size);
                let last = help::lines(area.width as usize).len().saturating_sub(help::room(area.height));
                match key.code {
                    KeyCode::Up | KeyCode::PageUp if last > 0 => *scroll = scroll.saturating_sub(1),
                    KeyCode::Down | KeyCode::PageDown if last > 0 => *scroll = (*scroll + 1).min(last),
                    _ => self.overlay = None,
                }
            }
            Some(Overlay::Save(_) | Overlay::Open(_)) => match key.code {
                KeyCode::Tab => self.complete_path(),
                KeyCode::Enter => self.confirm(),
                _ => {}
            },
            Some(Overlay::Games(_)) => self.list_key(key),
            Some(Overlay::StartPrograms { .. }) if key.code == KeyCode::Char('y') => self.confirm(),
            Some(Overlay::StartPrograms { .. }) | None => {}
        }
    }

    /// Handles Enter or its button.
    pub(super) fn confirm(&mut self) {
        match self.overlay.take() {
            Some(Overlay::Save(field)) => {
                match self.save(field.text()) {
                    Ok(text) => self.shared.show_message(text),
                    Err(reason) => {
                        self.shared.show_error(reason);
                        self.overlay = Some(Overlay::Save(field));
                    }
                };
            }
            Some(Overlay::Open(field)) => {
                let opened = full_path(field.text()).and_then(|path| self.open_file(&path));
                if let Err(reason) = opened {
                    self.shared.show_error(reason);
                    self.overlay = Some(Overlay::Open(field));
                }
            }
            Some(Overlay::Games(list)) => self.open_row(list),
            Some(Overlay::StartPrograms { path, commands }) => {
                if let Err(reason) = self.continue_with_programs(&path, &commands) {
                    self.shared.show_error(reason);
                }
            }
            _ => {}
        }
    }

    /// Continues a saved game.
    pub(super) fn continue_game(&mut self, path: &Path) -> Result<(), String> {
        if let Screen::Table(table) = &self.screen
            && table.is_saved_in(path)
        {
            self.shared.show_message("You are playing this game.");
            return Ok(());
        }
        let (log, table) = self.open_saved(path)?;
        let commands = commands_of(&table);
        if !commands.is_empty() {
            self.overlay = Some(Overlay::StartPrograms { path: path.into(), commands });
            return Ok(());
        }
        let seats = table.seats().iter().map(RecordedPlayer::or_person).collect();
        self.show_saved(log, table, seats);
        Ok(())
    }

    /// Continues a saved game with the programs that it names, if they are those that the user was shown.
    fn continue_with_programs(&mut self, path: &Path, shown: &[String]) -> Result<(), String> {
        let (log, table) = self.open_saved(path)?;
        if commands_of(&table) != shown {
            drop(log);
            return self.continue_game(path);
        }
        let seats = table.seats().iter().map(RecordedPlayer::confirmed).collect();
        self.show_saved(log, table, seats);
        Ok(())
    }

    /// Locks and reads a saved game.
    fn open_saved(&self, path: &Path) -> Result<(GameLog, Table), String> {
        let log = self.shared.store.resume(path)?;
        Ok((log, load_game(path, None)?))
    }

    fn show_saved(&mut self, log: GameLog, table: Table, seats: Vec<PlayerSpec>) {
        let mut screen = TableScreen::resume(table, seats);
        screen.log = Some(log);
        self.show_table(screen);
    }

    /// Opens a game of a record file. It is continued as a new game.
    pub(super) fn open_game_of_file(&mut self, path: &Path, index: Option<usize>) -> Result<(), String> {
        let table = load_game(path, index)?;
        let seats = table.seats().iter().map(RecordedPlayer::or_person).collect();
        self.show_table(TableScreen::resume(table, seats));
        Ok(())
    }

    /// Continues a game of a record file, which is appended to.
    pub(in crate::tui) fn continue_record(
        &mut self,
        table: Table,
        seats: Vec<PlayerSpec>,
        record: RecordFile,
    ) {
        let mut screen = TableScreen::resume(table, seats);
        screen.record = Some(record);
        self.show_table(screen);
    }

    fn show_table(&mut self, mut screen: TableScreen) {
        // Two engines start paused, so that the position can be seen first.
        screen.paused = screen.has_engines() && screen.only_person().is_none();
        screen.changed(&mut self.shared);
        screen.set_exchanged(&self.shared);
        self.screen = Screen::Table(Box::new(screen));
    }

    /// Saves the game to a new file.
    fn save(&self, path: &str) -> Result<String, String> {
        let Screen::Table(table) = &self.screen else { return Ok(String::new()) };
        let path = full_path(path)?;
        let file_error = |error: std::io::Error| format!("{error}: {}", path.display());
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

/// Returns the programs that a game's record names, as they are written on the command line.
fn commands_of(table: &Table) -> Vec<String> {
    table.seats().iter().filter(|who| who.is_program()).map(RecordedPlayer::to_string).collect()
}

/// Returns a typed path from the root on, so that errors name all of it.
fn full_path(typed: &str) -> Result<PathBuf, String> {
    if typed.trim().is_empty() {
        return Err("type the path of a file".into());
    }
    let path = expand_home(typed);
    Ok(std::path::absolute(&path).unwrap_or(path))
}

/// Returns the path with a leading `~` replaced by the home directory.
pub(super) fn expand_home(path: &str) -> PathBuf {
    let path = path.trim();
    let in_home = if path == "~" { Some("") } else { path.strip_prefix("~/") };
    match (in_home, std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(path),
    }
}
