//! Draws how things stand.

pub(super) mod board;
mod canvas;
mod hall;
mod overlays;
mod side;
mod table;
mod words;

use super::model::{App, Note, SMALLEST, Screen};
use super::regions::Button;
use super::theme::Theme;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

/// Draws everything.
pub(super) fn draw(app: &App, frame: &mut Frame<'_>) {
    let buffer = frame.buffer_mut();
    if app.too_small() {
        return too_small(app, buffer);
    }
    match &app.screen {
        Screen::Hall => hall::draw(app, buffer),
        Screen::Form(form) => hall::draw_form(form, &app.shared, buffer),
        Screen::Table(table) => table::draw(table, &app.shared, buffer),
    }
    if let Some(overlay) = &app.overlay {
        overlays::draw(app, overlay, buffer);
    }
}

fn too_small(app: &App, buffer: &mut Buffer) {
    let area = buffer.area;
    let [columns, rows] = SMALLEST;
    let lines = [
        format!("Parlor needs {columns} x {rows},"),
        format!("this is {} x {}.", app.shared.size[0], app.shared.size[1]),
        String::from("Ctrl-Q leaves."),
    ];
    let top = area.y + area.height.saturating_sub(lines.len() as u16) / 2;
    for (line, text) in (top..area.bottom()).zip(lines) {
        let left = area.x + (area.width.saturating_sub(text.len() as u16)) / 2;
        buffer.set_stringn(left, line, &text, area.width as usize, app.shared.look.strong());
    }
}

/// Draws the keys and their words.
fn buttons(buttons: &[Button], look: Theme, buffer: &mut Buffer) {
    for Button { area, key, word, .. } in buttons {
        if !buffer.area.contains((area.x, area.y).into()) {
            continue;
        }
        let room = buffer.area.right() - area.x;
        buffer.set_stringn(area.x, area.y, key, room as usize, look.chosen());
        let after = area.x + key.len() as u16 + u16::from(!key.is_empty());
        let room = buffer.area.right().saturating_sub(after);
        buffer.set_stringn(after, area.y, word, room as usize, look.strong());
    }
}

/// Draws a note where the status is, if there is one.
fn note(note: Option<&Note>, area: Rect, look: Theme, buffer: &mut Buffer) -> bool {
    let Some(note) = note else { return false };
    let style = if note.alarm { look.alarm() } else { look.accent() };
    buffer.set_stringn(area.x, area.y, printable(&note.text, look), area.width as usize, style);
    true
}

/// A text without anything that moves the cursor, and in ASCII where nothing else may be drawn.
fn printable(text: &str, look: Theme) -> String {
    let seen = |letter: char| match letter {
        _ if letter.is_control() => '?',
        _ if look.ascii && !letter.is_ascii() => '?',
        _ => letter,
    };
    text.chars().map(seen).collect()
}
