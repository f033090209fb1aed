//! The keys of the list of games: select, search, rename and delete.

use crate::tui::model::{App, FileGames, GameList, ListMode, Overlay, Row, Screen, TextField};
use crate::tui::store::list_file;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use std::path::Path;

/// Why a game can't be deleted or renamed.
const PLAYED_NOW: &str = "You are playing this game.";

impl App {
    pub(super) fn list_key(&mut self, key: KeyEvent) {
        let Some(Overlay::Games(list)) = &mut self.overlay else { return };
        let saved = self.games.as_deref().unwrap_or_default();
        match &mut list.mode {
            ListMode::Search => match key.code {
                KeyCode::Esc => {
                    list.search.clear();
                    list.mode = ListMode::Select;
                }
                _ => {
                    list.mode = ListMode::Select;
                    if key.code != KeyCode::Enter {
                        self.list_key(key);
                    }
                }
            },
            ListMode::Rename(_) => match key.code {
                KeyCode::Esc => list.mode = ListMode::Select,
                KeyCode::Enter => self.rename_game(),
                _ => {}
            },
            ListMode::Delete => match key.code {
                KeyCode::Char('y' | 'Y') => self.delete_game(),
                _ => list.mode = ListMode::Select,
            },
            ListMode::Select => {
                let last = list.rows(saved).len().saturating_sub(1);
                let selected = list.selected(saved).filter(|_| list.file.is_none());
                let is_saved = selected.is_some();
                let is_played = match (&self.screen, selected) {
                    (Screen::Table(table), Some(game)) => table.is_saved_in(&game.path),
                    _ => false,
                };
                match key.code {
                    KeyCode::Char('d' | 'r') | KeyCode::Delete if is_played => {
                        self.shared.show_error(PLAYED_NOW);
                    }
                    KeyCode::Esc if !list.search.text().is_empty() => list.search.clear(),
                    KeyCode::Esc => self.overlay = None,
                    KeyCode::Up | KeyCode::Char('k') => list.at = list.at.saturating_sub(1),
                    KeyCode::Down | KeyCode::Char('j') => list.at = (list.at + 1).min(last),
                    KeyCode::PageUp => list.at = list.at.saturating_sub(10),
                    KeyCode::PageDown => list.at = (list.at + 10).min(last),
                    KeyCode::Home => list.at = 0,
                    KeyCode::End => list.at = last,
                    KeyCode::Char('/') => list.mode = ListMode::Search,
                    KeyCode::Char('d') | KeyCode::Delete if is_saved => list.mode = ListMode::Delete,
                    KeyCode::Char('r') if is_saved => {
                        let title = list.selected(saved).and_then(|game| game.title()).unwrap_or_default();
                        list.mode = ListMode::Rename(TextField::of(&title));
                    }
                    KeyCode::Enter | KeyCode::Char(' ') => self.confirm(),
                    _ => {}
                }
            }
        }
        self.clamp_list();
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
        if let Some(Overlay::Games(list)) = &mut self.overlay {
            let rows = list.rows(self.games.as_deref().unwrap_or_default()).len();
            list.at = list.at.min(rows.saturating_sub(1));
        }
    }

    /// Opens the selected row.
    pub(super) fn open_row(&mut self, list: GameList) {
        let saved = self.games.as_deref().unwrap_or_default();
        let opened = match (list.rows(saved).get(list.at), &list.file) {
            (Some(Row::OpenFile), _) => {
                self.overlay = Some(Overlay::Open(TextField::default()));
                return;
            }
            (Some(Row::Game(game)), Some(file)) => {
                let (path, index) = (file.path.clone(), game.index);
                self.open_game_of_file(&path, Some(index))
            }
            (Some(Row::Game(saved)), None) => {
                let path = saved.path.clone();
                self.continue_game(&path)
            }
            (None, _) => Ok(()),
        };
        if let Err(reason) = opened {
            self.shared.show_error(reason);
            self.overlay = Some(Overlay::Games(list));
        }
    }

    /// Opens a record file: its game, or a list if it has several.
    pub(super) fn open_file(&mut self, path: &Path) -> Result<(), String> {
        let games = list_file(path).map_err(|reason| format!("{reason}: {}", path.display()))?;
        if games.len() < 2 {
            return self.open_game_of_file(path, None);
        }
        self.overlay = Some(Overlay::Games(GameList::of_file(FileGames { path: path.into(), games })));
        Ok(())
    }

    fn delete_game(&mut self) {
        self.change_game(|app, path| {
            app.shared.store.delete(path)?;
            Ok("The game is deleted.".into())
        });
    }

    fn rename_game(&mut self) {
        let Some(Overlay::Games(GameList { mode: ListMode::Rename(field), .. })) = &self.overlay else {
            return;
        };
        let title = field.text().trim().to_string();
        self.change_game(|app, path| {
            app.shared.store.rename(path, &title)?;
            Ok(format!("The game is renamed to {title}."))
        });
    }

    /// Changes the file of the selected game and reads the list again.
    fn change_game(&mut self, change: impl FnOnce(&mut App, &Path) -> Result<String, String>) {
        let saved = self.games.as_deref().unwrap_or_default();
        let Some(Overlay::Games(list)) = &self.overlay else { return };
        let Some(path) = list.selected(saved).map(|game| game.path.clone()) else { return };
        let changed = match &self.screen {
            Screen::Table(table) if table.is_saved_in(&path) => Err(PLAYED_NOW.into()),
            _ => change(self, &path),
        };
        match changed {
            Ok(message) => {
                if let Some(games) = &mut self.games {
                    games.retain(|game| game.path != path);
                }
                self.refresh_games();
                self.shared.show_message(message);
            }
            Err(reason) => self.shared.show_error(reason),
        }
        if let Some(Overlay::Games(list)) = &mut self.overlay {
            list.mode = ListMode::Select;
        }
    }
}
