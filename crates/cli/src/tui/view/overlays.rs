//! Draws the overlays: the help, the path input and the list of games.

use super::buttons;
use super::hall::PLAIN;
use super::lists;
use super::{printable, text_input};
use crate::tui::help;
use crate::tui::model::{App, Overlay, TextField};
use crate::tui::regions::{self, OverlayRegions};
use crate::tui::theme::Theme;
use parlor_line::wrapped;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use ratatui::symbols::border;
use ratatui::widgets::{Block, Clear, Widget};

/// Draws an overlay. Returns the place of the cursor in its text input.
pub(super) fn draw(app: &App, overlay: &Overlay, buffer: &mut Buffer) -> Option<Position> {
    let theme = app.shared.theme;
    let over = regions::overlay(app, overlay);
    let title = match overlay {
        Overlay::Help(_) => " Keys ",
        Overlay::Save(_) => " Save the game as ",
        Overlay::Open(_) => " Open a record ",
        Overlay::Games(list) if list.file.is_some() => " Games of the file (* unfinished) ",
        Overlay::Games(_) => " Saved games (* unfinished) ",
        Overlay::StartPrograms { .. } => " Start a program? ",
    };
    frame(over.area, title, theme, buffer);
    buttons(&over.buttons, theme, buffer);
    match overlay {
        Overlay::Help(scroll) => {
            help(app, *scroll, &over, buffer);
            None
        }
        Overlay::Save(field) | Overlay::Open(field) => prompt(app, field, &over, buffer),
        Overlay::Games(list) => lists::draw(app, list, &over, buffer),
        Overlay::StartPrograms { commands, .. } => {
            start_programs(commands, theme, over.area, buffer);
            None
        }
    }
}

fn start_programs(commands: &[String], theme: Theme, area: Rect, buffer: &mut Buffer) {
    let room = area.width.saturating_sub(4) as usize;
    buffer.set_stringn(area.x + 2, area.y + 1, "Continuing this game starts:", room, Style::new());
    let last = area.bottom().saturating_sub(3);
    let lines =
        commands.iter().flat_map(|command| wrapped(&printable(command, theme), room).into_iter().take(2));
    for (y, line) in (area.y + 2..last).zip(lines) {
        buffer.set_stringn(area.x + 2, y, line, room, theme.strong());
    }
}

fn frame(area: Rect, title: &str, theme: Theme, buffer: &mut Buffer) {
    Clear.render(area, buffer);
    let set = if theme.ascii { PLAIN } else { border::ROUNDED };
    Block::bordered().border_set(set).border_style(theme.accent()).title(title).render(area, buffer);
}

fn help(app: &App, scroll: usize, over: &OverlayRegions, buffer: &mut Buffer) {
    let theme = app.shared.theme;
    let area = over.area;
    let lines = help::lines(area.width as usize);
    let rows = area.y + 1..area.bottom() - 2;
    for ([keys, words], y) in lines[scroll.min(lines.len())..].iter().zip(rows) {
        buffer.set_string(area.x + 2, y, keys, theme.accent());
        buffer.set_string(area.x + help::WORDS_AT, y, words, Style::new());
    }
    if help::room(area.height) < lines.len() {
        let words = "Up and Down scroll";
        let left = area.right().saturating_sub(words.len() as u16 + 2);
        buffer.set_string(left, area.bottom() - 2, words, theme.quiet());
    }
}

fn prompt(app: &App, field: &TextField, over: &OverlayRegions, buffer: &mut Buffer) -> Option<Position> {
    let theme = app.shared.theme;
    let area = over.area;
    let room = area.width.saturating_sub(4) as usize;
    let words = match &app.shared.note {
        Some(note) => printable(&note.text, theme),
        None => "a path from this folder, / or ~/; Tab completes".into(),
    };
    let style = match &app.shared.note {
        Some(note) if note.is_error => theme.error(),
        _ => theme.quiet(),
    };
    // The line below is free for a text that needs it.
    for (line, words) in (area.y + 3..).zip(wrapped(&words, room).iter().take(2)) {
        buffer.set_stringn(area.x + 2, line, words, room, style);
    }
    over.input.map(|input| text_input(field, input, theme, theme.strong(), buffer))
}
