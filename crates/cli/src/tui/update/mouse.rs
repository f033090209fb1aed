//! The mouse: buttons, cells, moves and rows of lists can be clicked.

use super::Action;
use crate::tui::model::{App, GameList, Overlay, Screen};
use crate::tui::regions::{self, Click};
use crate::tui::text_window::TextWindow;
use parlor_play::Layout;
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

impl App {
    /// Handles a mouse event. Returns whether the screen may have changed.
    pub(super) fn mouse(&mut self, mouse: MouseEvent) -> bool {
        if self.too_small() {
            return false;
        }
        match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                // The status line is the last but one.
                let is_on_status = mouse.row + 2 == self.shared.size[1];
                if !self.shared.acknowledge(is_on_status) {
                    self.click(mouse.column, mouse.row);
                }
                true
            }
            MouseEventKind::ScrollUp => self.wheel(-1),
            MouseEventKind::ScrollDown => self.wheel(1),
            MouseEventKind::Moved => self.hover(mouse.column, mouse.row),
            _ => false,
        }
    }

    fn click(&mut self, x: u16, y: u16) {
        let clicked = regions::clicks(self).clicked(x, y);
        match clicked {
            Some(Click::Do(action)) => match (&self.screen, action) {
                (Screen::Table(_), _) => self.act(action),
                (_, Action::Help) => self.overlay = Some(Overlay::Help(0)),
                (_, Action::Games) => self.open_games(),
                (Screen::Form(_), Action::Back) => self.screen = Screen::Hall,
                (Screen::Form(_), Action::New | Action::Act) => self.start_form(),
                (Screen::Hall, Action::Act) => self.choose_game(self.chosen),
                (Screen::Hall, Action::Back) => self.should_quit = true,
                _ => {}
            },
            Some(Click::Game(index)) => self.choose_game(index),
            Some(Click::Field(index)) => self.click_field(index, x),
            Some(Click::Input) => self.click_input(x),
            Some(Click::Row(index)) => {
                if let Some(Overlay::Games(list)) = &mut self.overlay {
                    list.at = index;
                    self.confirm();
                }
            }
            Some(Click::Confirm) => self.confirm(),
            Some(Click::Close) => self.overlay = None,
            Some(Click::Key(key)) => self.overlay_key(key.into()),
            // Any click closes the help, as any key does.
            None if matches!(self.overlay, Some(Overlay::Help(_))) => self.overlay = None,
            None => self.click_board(x, y),
        }
    }

    /// Moves the cursor of a text input to the clicked letter.
    fn click_input(&mut self, x: u16) {
        let area = match (&self.overlay, &self.screen) {
            (Some(overlay), _) => regions::overlay(self, overlay).input,
            (None, Screen::Form(form)) => regions::form(form, &self.shared)
                .fields
                .get(form.at)
                .map(|&field| regions::text_of_field(field)),
            _ => None,
        };
        let theme = self.shared.theme;
        if let (Some(area), Some(field)) = (area, self.text_input()) {
            let window = TextWindow::new(field, theme, area.width);
            field.move_to(window.byte_at(x.saturating_sub(area.x), field));
        }
    }

    /// Selects the clicked field: the next of its values, or the clicked letter of its text.
    fn click_field(&mut self, index: usize, x: u16) {
        let Screen::Form(form) = &mut self.screen else { return };
        form.at = index;
        form.change_value(1);
        self.click_input(x);
    }

    fn click_board(&mut self, x: u16, y: u16) {
        let Screen::Table(table) = &self.screen else { return };
        if self.overlay.is_some() {
            return;
        }
        let geometry = regions::table(table, &self.shared).board;
        let action = match table.session().info().layout {
            Layout::Panel => geometry.direction(x, y).map(Action::Press),
            _ => geometry.hit(x, y).map(Action::Cell),
        };
        if let Some(action) = action {
            self.act(action);
        }
    }

    /// Moves the cursor, which scrolls a board larger than the screen.
    fn wheel(&mut self, by: isize) -> bool {
        if let Some(Overlay::Games(GameList { .. })) = &self.overlay {
            self.scroll_list(by);
            return true;
        }
        let Screen::Table(table) = &mut self.screen else { return false };
        let [rows, columns] = table.shown_size();
        let [row, column] = table.cursor;
        table.cursor = match table.session().info().layout {
            Layout::Columns => [row, column.saturating_add_signed(by).min(columns - 1)],
            _ if table.exchanged => [row, column.saturating_add_signed(by).min(columns - 1)],
            _ => [row.saturating_add_signed(by).min(rows - 1), column],
        };
        true
    }

    /// Moves the cursor to the mouse, unless that would scroll the board.
    fn hover(&mut self, x: u16, y: u16) -> bool {
        if self.overlay.is_some() {
            return false;
        }
        match &mut self.screen {
            Screen::Table(table) => {
                let geometry = regions::table(table, &self.shared).board;
                let moves = !geometry.more.contains(&true) && table.typed.is_empty();
                match geometry.hit(x, y).filter(|cell| moves && *cell != table.cursor) {
                    Some(cell) => {
                        let redraw =
                            table.session().info().layout != Layout::Columns || cell[1] != table.cursor[1];
                        table.cursor = cell;
                        redraw
                    }
                    None => false,
                }
            }
            Screen::Hall => match regions::clicks(self).clicked(x, y) {
                Some(Click::Game(index)) if index != self.chosen => {
                    self.chosen = index;
                    true
                }
                _ => false,
            },
            Screen::Form(_) => false,
        }
    }
}
