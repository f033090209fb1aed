//! The keys of the hall and of a game's form.

use crate::tui::Message;
use crate::tui::model::{App, Form, Overlay, Screen};
use parlor_play::games;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use std::thread;

/// The number of games in a row of the hall.
pub(in crate::tui) const GAMES_PER_ROW: usize = 3;

impl App {
    pub(super) fn hall_key(&mut self, key: KeyEvent) {
        let last = games().len() - 1;
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            if key.code == KeyCode::Char('o') {
                self.open_games();
            }
            return;
        }
        match key.code {
            KeyCode::Left | KeyCode::Char('h') | KeyCode::BackTab => {
                self.chosen = self.chosen.saturating_sub(1)
            }
            KeyCode::Right | KeyCode::Char('l') | KeyCode::Tab => self.chosen = (self.chosen + 1).min(last),
            KeyCode::Up | KeyCode::Char('k') => {
                self.chosen = self.chosen.checked_sub(GAMES_PER_ROW).unwrap_or(self.chosen)
            }
            KeyCode::Down | KeyCode::Char('j') => {
                self.chosen =
                    Some(self.chosen + GAMES_PER_ROW).filter(|&down| down <= last).unwrap_or(self.chosen);
            }
            KeyCode::Home => self.chosen = 0,
            KeyCode::End => self.chosen = last,
            KeyCode::Char(digit @ '1'..='9') => {
                let index = digit as usize - '1' as usize;
                if index <= last {
                    self.choose_game(index);
                }
            }
            KeyCode::Enter | KeyCode::Char(' ') => self.choose_game(self.chosen),
            KeyCode::F(1) | KeyCode::Char('?') => self.overlay = Some(Overlay::Help(0)),
            KeyCode::F(7) => self.open_games(),
            KeyCode::Esc => self.should_quit = true,
            _ => {}
        }
    }

    /// Opens a game's form.
    pub(super) fn choose_game(&mut self, index: usize) {
        self.chosen = index;
        self.screen = Screen::Form(Form::new(games()[index], self.shared.store.preferences()));
    }

    pub(super) fn form_key(&mut self, key: KeyEvent) {
        let Screen::Form(form) = &mut self.screen else { return };
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return;
        }
        let last = form.fields.len();
        match key.code {
            KeyCode::Esc => self.screen = Screen::Hall,
            KeyCode::F(1) => self.overlay = Some(Overlay::Help(0)),
            KeyCode::F(2) => self.start_form(),
            KeyCode::Enter if form.at == last => self.start_form(),
            KeyCode::Up | KeyCode::BackTab => form.at = form.at.checked_sub(1).unwrap_or(last),
            KeyCode::Down | KeyCode::Tab | KeyCode::Enter => form.at = (form.at + 1) % (last + 1),
            // In a text input Home and End move its cursor.
            KeyCode::Home | KeyCode::PageUp => form.at = 0,
            KeyCode::End | KeyCode::PageDown => form.at = last,
            KeyCode::Left => form.change_value(-1),
            KeyCode::Right => form.change_value(1),
            KeyCode::Char(' ') if form.at == last => self.start_form(),
            KeyCode::Char(' ') => form.change_value(1),
            KeyCode::Char('?') => self.overlay = Some(Overlay::Help(0)),
            _ => {}
        }
    }

    /// Starts the game of the form, or shows what is wrong with it.
    pub(super) fn start_form(&mut self) {
        let Screen::Form(form) = &mut self.screen else { return };
        let opening = match form.opening() {
            Ok(opening) => opening,
            Err((field, reason)) => {
                form.at = field;
                return self.shared.show_error(reason);
            }
        };
        let chosen = form.remembered(self.shared.store.preferences().clone());
        match self.open(opening) {
            Ok(()) => {
                self.shared.store.set_preferences(chosen);
                self.returns_to_hall = true;
            }
            Err(reason) => self.shared.show_error(reason),
        }
    }

    /// Reads the saved games again, in a thread of its own.
    pub(in crate::tui) fn refresh_games(&mut self) {
        self.games_request += 1;
        let request = self.games_request;
        let list = self.shared.store.list();
        let tx = self.shared.tx.clone();
        thread::spawn(move || {
            let _ = tx.send(Message::GamesListed(request, list()));
        });
    }
}
