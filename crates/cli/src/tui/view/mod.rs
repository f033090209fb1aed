//! Draws the state of the app.

pub(super) mod board;
mod canvas;
mod form;
mod hall;
mod lists;
mod overlays;
mod side;
mod table;
mod text;

use super::buttons::Button;
use super::model::{App, Note, SMALLEST, Screen, TextField};
use super::text_window::TextWindow;
use super::theme::Theme;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

/// Draws the screen and its overlay.
pub(super) fn draw(app: &App, frame: &mut Frame<'_>) {
    let buffer = frame.buffer_mut();
    if app.too_small() {
        return too_small(app, buffer);
    }
    let mut cursor = None;
    match &app.screen {
        Screen::Hall => hall::draw(app, buffer),
        Screen::Form(form) => cursor = form::draw(form, &app.shared, buffer),
        Screen::Table(table) => table::draw(table, &app.shared, buffer),
    }
    if let Some(overlay) = &app.overlay {
        cursor = overlays::draw(app, overlay, buffer);
    }
    if let Some(cursor) = cursor {
        frame.set_cursor_position(cursor);
    }
}

/// Draws the text input that keys go to. Returns the place of its cursor, which is the terminal's own: other programs,
/// such as those that compose letters or read the screen aloud, go by it.
fn text_input(field: &TextField, area: Rect, theme: Theme, style: Style, buffer: &mut Buffer) -> Position {
    let window = TextWindow::new(field, theme, area.width);
    buffer.set_stringn(area.x, area.y, &window.text, area.width as usize, style);
    Position::new(area.x + window.cursor, area.y)
}

fn too_small(app: &App, buffer: &mut Buffer) {
    let area = buffer.area;
    let [columns, rows] = SMALLEST;
    let lines = [
        format!("Parlor needs {columns} x {rows},"),
        format!("this is {} x {}.", app.shared.size[0], app.shared.size[1]),
        String::from("Enlarge it, or use line mode:"),
        String::from("parlor play GAME --plain"),
        String::from("Ctrl-Q quits."),
    ];
    let top = area.y + area.height.saturating_sub(lines.len() as u16) / 2;
    for (line, text) in (top..area.bottom()).zip(lines) {
        let left = area.x + (area.width.saturating_sub(text.len() as u16)) / 2;
        buffer.set_stringn(left, line, &text, area.width as usize, app.shared.theme.strong());
    }
}

/// Draws buttons with their keys.
fn buttons(buttons: &[Button], theme: Theme, buffer: &mut Buffer) {
    for Button { area, key, word, .. } in buttons {
        if !buffer.area.contains((area.x, area.y).into()) {
            continue;
        }
        let room = buffer.area.right() - area.x;
        buffer.set_stringn(area.x, area.y, key, room as usize, theme.chosen());
        let after = area.x + key.len() as u16 + u16::from(!key.is_empty());
        let room = buffer.area.right().saturating_sub(after);
        buffer.set_stringn(after, area.y, word, room as usize, theme.strong());
    }
}

/// Draws the message of the status line. Returns whether there is one.
fn note(note: Option<&Note>, area: Rect, theme: Theme, buffer: &mut Buffer) -> bool {
    let Some(note) = note else { return false };
    let style = if note.is_error { theme.error() } else { theme.accent() };
    let mut room = area;
    if note.stays {
        // A failure is acknowledged by this key.
        let key = " Esc ";
        room.width = room.width.saturating_sub(key.len() as u16 + 1);
        buffer.set_string(room.right() + 1, area.y, key, theme.chosen());
    }
    buffer.set_stringn(room.x, room.y, printable(&note.text, theme), room.width as usize, style);
    true
}

/// Replaces control characters, and in ASCII mode all others, by question marks.
pub(super) fn printable(text: &str, theme: Theme) -> String {
    let seen = |letter: char| match letter {
        _ if letter.is_control() => '?',
        _ if theme.ascii && !letter.is_ascii() => '?',
        _ => letter,
    };
    text.chars().map(seen).collect()
}
