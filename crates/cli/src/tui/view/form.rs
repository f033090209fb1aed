//! Draws the form with a game's options.

use super::hall::{picture, summary};
use super::{buttons, printable, text_input};
use crate::tui::model::{Field, FieldKind, Form, Shared};
use crate::tui::regions;
use crate::tui::theme::Theme;
use parlor_line::wrapped;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

/// Draws the form. Returns the place of the cursor in the selected field's text.
pub(super) fn draw(form: &Form, shared: &Shared, buffer: &mut Buffer) -> Option<Position> {
    let theme = shared.theme;
    let about = form.game.info();
    let regions = regions::form(form, shared);
    buffer.set_string(1, 0, "Parlor", theme.accent());
    buffer.set_string(8, 0, about.name, theme.strong());
    let room = buffer.area.width - 2;
    buffer.set_stringn(1, 1, summary(form.game, room), room as usize, theme.quiet());
    picture(form.game, regions.picture, theme, buffer);
    let mut cursor = None;
    for (index, (field, area)) in form.fields.iter().zip(&regions.fields).enumerate() {
        cursor = cursor.or(draw_field(field, *area, index == form.at, theme, buffer));
    }
    let style = if form.at == form.fields.len() { theme.chosen() } else { theme.strong() };
    buffer.set_string(regions.start.x, regions.start.y, " Start the game ", style);
    let area = regions.footer;
    let (words, style) = match &shared.note {
        Some(note) => {
            (printable(&note.text, theme), if note.is_error { theme.error() } else { theme.accent() })
        }
        None => (help_of_field(form).to_string(), theme.strong()),
    };
    // A text that needs a second line has the free one above.
    let lines = wrapped(&words, area.width as usize);
    for (line, words) in lines.iter().take(2).enumerate() {
        let y = area.y + line as u16 - (lines.len().min(2) as u16 - 1);
        buffer.set_stringn(area.x, y, words, area.width as usize, style);
    }
    // The last button is the form's own, which is drawn above.
    buttons(&regions.buttons[..regions.buttons.len() - 1], theme, buffer);
    cursor
}

/// Returns the explanation of the selected field.
fn help_of_field(form: &Form) -> &str {
    let Some(field) = form.fields.get(form.at) else {
        return "Enter starts the game. Up and Down select an option.";
    };
    match &field.kind {
        FieldKind::OneOf(values, at) => form.about_engine(&values[*at]),
        _ => &field.help,
    }
}

fn draw_field(
    field: &Field,
    area: Rect,
    chosen: bool,
    theme: Theme,
    buffer: &mut Buffer,
) -> Option<Position> {
    let pointer = if chosen { theme.pick("▸", ">") } else { " " };
    buffer.set_string(area.x, area.y, pointer, theme.accent());
    buffer.set_string(area.x + 2, area.y, &field.label, theme.strong());
    let value = regions::value_of_field(area);
    let room = value.width as usize;
    let style = if chosen { theme.chosen() } else { theme.strong() };
    let words = match &field.kind {
        FieldKind::Text(text) if chosen => {
            let input = regions::text_of_field(area);
            // As wide as the text can become, so that it is seen to be an input.
            buffer.set_stringn(value.x, value.y, " ".repeat(room), room, style);
            return Some(text_input(text, input, theme, style, buffer));
        }
        FieldKind::Text(text) if text.text().is_empty() => {
            buffer.set_stringn(value.x + 1, value.y, &field.empty, room, theme.quiet());
            return None;
        }
        FieldKind::Text(text) => format!(" {} ", printable(text.text(), theme)),
        FieldKind::Switch(on) => if *on { " on " } else { " off " }.into(),
        FieldKind::OneOf(values, at) if chosen => {
            format!("{}{}{}", theme.pick("◂", "<"), values[*at], theme.pick("▸", ">"))
        }
        FieldKind::OneOf(values, at) => format!(" {} ", values[*at]),
    };
    buffer.set_stringn(value.x, value.y, words, room, style);
    None
}
