//! What keys at a game do: Enter, arrows, and letters and digits of a move.

use super::Direction;
use crate::tui::model::table::letter;
use crate::tui::model::{Shared, TableScreen};
use parlor_play::{Layout, MoveTarget};

impl TableScreen {
    /// Handles Enter: makes a thinking engine move now, resumes a paused one in 1024, or makes the move at the cursor.
    pub(super) fn enter(&mut self, shared: &mut Shared) {
        if self.browse.is_none() && self.thinking.is_some() {
            return self.move_now();
        }
        // A hint without a cell is an arrow or a button.
        if self.awaits_person()
            && let Some(text) =
                self.hint.clone().filter(|_| self.hint_cell().is_none() && self.typed.is_empty())
        {
            return self.play(text, shared);
        }
        if self.session().info().layout == Layout::Panel {
            if self.paused {
                self.toggle_pause(shared);
            }
            return;
        }
        if let Some(cell) = self.typed_cell() {
            self.cursor = cell;
        } else if !self.typed.is_empty() {
            shared.show_error(format!("There is no {}.", self.shown_typed()));
            return self.typed.clear();
        }
        self.play_at_cursor(shared);
    }

    /// Makes the move at the cursor.
    pub(super) fn play_at_cursor(&mut self, shared: &mut Shared) {
        if !self.awaits_person() {
            return self.show_engine_is_thinking(shared);
        }
        if let Some(text) = self.text_at(self.cursor) {
            self.play(text, shared);
        }
    }

    /// Shows that an engine is thinking, unless the game is over.
    fn show_engine_is_thinking(&self, shared: &mut Shared) {
        if let Some(player) = self.mover().filter(|_| self.browse.is_none()) {
            shared.show_message(format!("{} is thinking. Enter makes it move now.", self.name(player)));
        }
    }

    /// Handles an arrow key: moves the cursor, or presses the arrow in 1024.
    pub(super) fn move_cursor(&mut self, direction: Direction, shared: &mut Shared) {
        if self.session().info().layout == Layout::Panel {
            return self.press(direction, shared);
        }
        let direction = if self.exchanged { direction.exchanged() } else { direction };
        self.typed.clear();
        if self.hint_cell().is_none() {
            self.hint = None;
        }
        if self.session().info().layout == Layout::Columns {
            match direction {
                Direction::Up | Direction::Down => return self.scroll(direction),
                Direction::Left | Direction::Right => self.row_offset = 0,
            }
        }
        let [rows, columns] = self.shown_size();
        let [row, column] = self.cursor;
        self.cursor = match direction {
            Direction::Up => [row.saturating_sub(1), column],
            Direction::Down => [(row + 1).min(rows - 1), column],
            Direction::Left => [row, column.saturating_sub(1)],
            Direction::Right => [row, (column + 1).min(columns - 1)],
        };
    }

    /// Scrolls a board larger than the screen: moves the cursor, or just the view on boards of columns.
    pub(super) fn scroll(&mut self, direction: Direction) {
        let direction = if self.exchanged { direction.exchanged() } else { direction };
        let [rows, columns] = self.shown_size();
        let by = |at: usize, way: isize, count: usize| at.saturating_add_signed(way).min(count - 1);
        let [row, column] = self.cursor;
        // The rows above and below the top disc of the column.
        let above = (0..rows).find(|&row| self.session().cell(row, column) > 0).unwrap_or(rows - 1) as isize;
        let below = rows as isize - 1 - above;
        // About half a small screen, so that some rows stay visible.
        let rows_per_step = 12;
        match (direction, self.session().info().layout) {
            (Direction::Up, Layout::Columns) => {
                self.row_offset = (self.row_offset + rows_per_step).min(above)
            }
            (Direction::Down, Layout::Columns) => {
                self.row_offset = (self.row_offset - rows_per_step).max(-below)
            }
            (Direction::Up, _) => self.cursor = [by(row, -4, rows), column],
            (Direction::Down, _) => self.cursor = [by(row, 4, rows), column],
            (Direction::Left, _) => self.cursor = [row, by(column, -4, columns)],
            (Direction::Right, _) => self.cursor = [row, by(column, 4, columns)],
        }
    }

    /// Presses an arrow of 1024.
    pub(super) fn press(&mut self, direction: Direction, shared: &mut Shared) {
        if !self.awaits_person() {
            return self.show_engine_is_thinking(shared);
        }
        match self.text_of(&MoveTarget::Arrow(direction.word())) {
            Some(text) => self.play(text, shared),
            None => shared.show_message(format!("Nothing moves {}.", direction.word())),
        }
    }

    /// Handles a letter or digit of a column or cell.
    pub(super) fn type_letter(&mut self, letter: char, shared: &mut Shared) {
        let letter = letter.to_ascii_uppercase();
        let [_, columns] = self.shown_size();
        match self.session().info().layout {
            Layout::Panel => {}
            Layout::Columns if !letter.is_ascii_digit() => {}
            Layout::Columns if columns <= 10 => {
                let column = letter as usize - '0' as usize;
                if column < columns {
                    self.cursor[1] = column;
                    self.play_at_cursor(shared);
                } else {
                    shared.show_error(format!("There is no column {column}."));
                }
            }
            Layout::Columns => self.add_typed(letter),
            Layout::Diamond => {
                if letter.is_ascii_alphabetic() {
                    self.typed.clear();
                }
                if letter.is_ascii_alphabetic() || !self.typed.is_empty() {
                    self.add_typed(letter);
                } else {
                    shared.show_message(format!("Type a letter, then a number: {}", self.example_cell()));
                }
            }
        }
    }

    fn add_typed(&mut self, letter: char) {
        if self.typed.len() < 5 {
            self.typed.push(letter);
        }
        if let Some(cell) = self.typed_cell() {
            self.cursor = cell;
        }
    }

    /// Returns the typed cell, if it is on the board.
    fn typed_cell(&self) -> Option<[usize; 2]> {
        let [rows, columns] = self.shown_size();
        let (row, column) = match self.session().info().layout {
            Layout::Columns => (self.cursor[0], self.typed.parse().ok()?),
            Layout::Diamond => {
                let first = self.typed.chars().next()?;
                let line = (0..columns).find(|&line| letter(line) == first)?;
                let number: usize = self.typed[1..].parse().ok()?;
                if self.exchanged { (line, number.checked_sub(1)?) } else { (number, line) }
            }
            Layout::Panel => return None,
        };
        (row < rows && column < columns).then_some([row, column])
    }
}
