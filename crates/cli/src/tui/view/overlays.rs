//! What lies over the screen: help, a path to type, the list of games.

use super::buttons;
use super::canvas::cut;
use super::hall::PLAIN;
use super::printable;
use super::words::ago;
use crate::tui::model::{App, GameList, Overlay, Row, TextField};
use crate::tui::regions::{self, OverlayRegions};
use crate::tui::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::symbols::border;
use ratatui::widgets::{Block, Clear, Widget};

pub(super) fn draw(app: &App, overlay: &Overlay, buffer: &mut Buffer) {
    let look = app.shared.look;
    let over = regions::overlay(app, overlay);
    let title = match overlay {
        Overlay::Help => " Keys, the same at every table ",
        Overlay::Save(_) => " Save the game as ",
        Overlay::Open(_) => " Open a record ",
        Overlay::Games(_) => " Games (* unfinished): Enter continues, or looks at ",
    };
    frame(over.area, title, look, buffer);
    match overlay {
        Overlay::Help => help(&over, look, buffer),
        Overlay::Save(field) | Overlay::Open(field) => prompt(app, field, &over, buffer),
        Overlay::Games(list) => games(app, list, &over, buffer),
    }
    buttons(&over.buttons, look, buffer);
}

fn frame(area: Rect, title: &str, look: Theme, buffer: &mut Buffer) {
    Clear.render(area, buffer);
    let set = if look.ascii { PLAIN } else { border::ROUNDED };
    Block::bordered().border_set(set).border_style(look.accent()).title(title).render(area, buffer);
}

const HELP: &[[&str; 2]] = &[
    ["Arrows", "the cursor; in 1024, a press (also h j k l, but not in hex)"],
    ["Shift-Arrows", "look further on a board larger than the screen"],
    ["0 to 9", "drop there (then Enter, if there are more than ten)"],
    ["A to Z, 0 to 9", "in hex, type a cell: B2, then Enter"],
    ["Enter, Space", "make the move; while an engine thinks, hurry it"],
    ["Mouse", "click a column, a cell, an edge in 1024, any button"],
    ["F1  ?", "this help"],
    ["F2  Ctrl-N", "a new game like this one"],
    ["F3  Ctrl-U", "take back your last move"],
    ["F4  Ctrl-T", "a hint: a good move is shown"],
    ["F5  Ctrl-E", "what every move is worth, as it is worked out"],
    ["F6  Ctrl-S", "save the game to a file"],
    ["F7  Ctrl-O", "continue a game, look at an earlier one, open a file"],
    ["F8  Ctrl-P", "stop the engines, or let them go on"],
    ["F9  Ctrl-X", "the game's own button: swap, go on"],
    ["[ ] Home End", "step through the game; a move there begins a new line"],
    ["Esc, Ctrl-Q", "back; leave. The game is kept, and F7 continues it"],
];

fn help(over: &OverlayRegions, look: Theme, buffer: &mut Buffer) {
    let area = over.area;
    for ([keys, words], y) in HELP.iter().zip(area.y + 1..area.bottom() - 2) {
        buffer.set_string(area.x + 2, y, keys, look.accent());
        let room = area.width.saturating_sub(19) as usize;
        buffer.set_stringn(area.x + 17, y, words, room, Style::new());
    }
}

fn prompt(app: &App, field: &TextField, over: &OverlayRegions, buffer: &mut Buffer) {
    let look = app.shared.look;
    let area = over.area;
    let room = area.width.saturating_sub(5) as usize;
    let rx: Vec<char> = field.text.chars().collect();
    let shown: String = rx[rx.len().saturating_sub(room)..].iter().collect();
    buffer.set_string(area.x + 2, area.y + 2, format!("{}_", printable(&shown, look)), look.strong());
    let words = match &app.shared.note {
        Some(note) => printable(&note.text, look),
        None => "a path, from here or from / or ~/".into(),
    };
    let style = if app.shared.note.is_some() { look.alarm() } else { look.quiet() };
    buffer.set_stringn(area.x + 2, area.y + 3, words, room, style);
}

fn games(app: &App, list: &GameList, over: &OverlayRegions, buffer: &mut Buffer) {
    let look = app.shared.look;
    let area = over.area;
    if app.games.is_none() {
        buffer.set_string(area.x + 2, area.y + 1, "reading the kept games", look.quiet());
    }
    if let Some(note) = &app.shared.note {
        let room = area.width.saturating_sub(4) as usize;
        buffer.set_stringn(area.x + 2, area.bottom() - 3, printable(&note.text, look), room, look.alarm());
    }
    let rows = GameList::rows(app.games.as_deref().unwrap_or_default());
    for (place, index) in &over.rows {
        let chosen = *index == list.at;
        let style = if chosen { look.chosen() } else { Style::new() };
        let words = row(rows[*index], place.width as usize);
        let words = printable(&words, look);
        buffer.set_stringn(
            place.x,
            place.y,
            format!("{words:width$}", width = place.width as usize),
            place.width as usize,
            style,
        );
    }
}

fn row(row: Row<'_>, width: usize) -> String {
    let Row::Game(kept) = row else { return "open a file of your own ...".into() };
    let names = kept.names.join(" - ");
    let when = ago(kept.at, crate::now());
    let moves = match kept.moves {
        1 => "1 move".into(),
        moves => format!("{moves} moves"),
    };
    let mark = if kept.is_open() { "*" } else { " " };
    let left = format!("{mark} {:8} {:20} {moves:>11}  ", kept.game, cut(&names, 20));
    let room = width.saturating_sub(left.chars().count() + when.len() + 2);
    format!("{left}{:room$}  {when}", cut(&kept.status_text, room as i32))
}
