//! Changes the state on a key, a click, an engine's reply or a tick.

mod actions;
mod browsing;
mod complete;
mod engines;
mod hall;
mod input;
mod lists;
mod mouse;
mod overlays;
mod saving;
mod table;

pub(crate) use actions::{Action, Direction, action};
pub(in crate::tui) use hall::GAMES_PER_ROW;

use super::Message;
use super::model::{App, Screen, capital};
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use std::time::Duration;

impl App {
    /// Handles a message. Returns whether the screen may have changed.
    pub(crate) fn update(&mut self, message: Message, now: Duration) -> bool {
        self.shared.now = now;
        match message {
            Message::Key(key) => self.key(key),
            Message::Mouse(mouse) => return self.mouse(mouse),
            Message::Paste(text) => self.paste(&text),
            Message::Resize(columns, rows) => self.shared.size = [columns, rows],
            Message::Chosen(number, answer) => {
                if let Screen::Table(table) = &mut self.screen {
                    table.answered(number, answer, &mut self.shared);
                }
            }
            // What was read before a game was renamed or deleted is out of date.
            Message::GamesListed(request, _) if request != self.games_request => return false,
            Message::GamesListed(_, games) => {
                self.shared.store.add_missing_results(&games);
                self.games = Some(games);
                self.clamp_list();
            }
            Message::NotSaved(error) => self.shared.show_failure(capital(&error)),
            Message::Tick => return self.tick(),
            Message::End => self.should_quit = true,
        }
        true
    }

    fn tick(&mut self) -> bool {
        let Screen::Table(table) = &mut self.screen else { return false };
        table.tick(&mut self.shared)
    }

    fn key(&mut self, key: KeyEvent) {
        if let Some(request) = actions::terminal_request(key) {
            self.terminal_request = Some(request);
            return;
        }
        if self.too_small() {
            self.should_quit |= actions::is_quit(key);
            return;
        }
        if self.shared.acknowledge(key.code == KeyCode::Esc) {
            return;
        }
        if actions::is_quit(key) {
            self.should_quit = true;
        } else if self.text_input().is_some_and(|field| field.key(key)) {
            self.clamp_list();
        } else if self.overlay.is_some() {
            self.overlay_key(key);
        } else {
            match &self.screen {
                Screen::Hall => self.hall_key(key),
                Screen::Form(_) => self.form_key(key),
                Screen::Table(table) => {
                    if let Some(action) = action(key, table.session().info().layout) {
                        self.act(action);
                    }
                }
            }
        }
    }

    /// Handles pasted text. Outside a text input its letters would be keys.
    fn paste(&mut self, text: &str) {
        if self.too_small() {
            return;
        }
        self.shared.acknowledge(false);
        match self.text_input() {
            Some(field) => field.insert(text),
            None => self.shared.show_message("There is no field to paste into."),
        }
        self.clamp_list();
    }
}
