//! Draws the overlays: the help, the path input and the list of games.

use super::buttons;
use super::canvas::cut;
use super::hall::PLAIN;
use super::printable;
use super::text::ago;
use crate::tui::model::{App, GameList, Overlay, Row, TextField};
use crate::tui::regions::{self, OverlayRegions};
use crate::tui::theme::Theme;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::symbols::border;
use ratatui::widgets::{Block, Clear, Widget};

pub(super) fn draw(app: &App, overlay: &Overlay, buffer: &mut Buffer) {
    let theme = app.shared.theme;
    let over = regions::overlay(app, overlay);
    let title = match overlay {
        Overlay::Help => " Keys ",
        Overlay::Save(_) => " Save the game as ",
        Overlay::Open(_) => " Open a record ",
        Overlay::Games(_) => " Saved games (* unfinished) ",
    };
    frame(over.area, title, theme, buffer);
    match overlay {
        Overlay::Help => help(&over, theme, buffer),
        Overlay::Save(field) | Overlay::Open(field) => prompt(app, field, &over, buffer),
        Overlay::Games(list) => games(app, list, &over, buffer),
    }
    buttons(&over.buttons, theme, buffer);
}

fn frame(area: Rect, title: &str, theme: Theme, buffer: &mut Buffer) {
    Clear.render(area, buffer);
    let set = if theme.ascii { PLAIN } else { border::ROUNDED };
    Block::bordered().border_set(set).border_style(theme.accent()).title(title).render(area, buffer);
}

const HELP: &[[&str; 2]] = &[
    ["Arrows", "move the cursor, or the tiles in 1024 (h j k l, not in hex)"],
    ["Shift-Arrows", "scroll a board larger than the screen"],
    ["0 to 9", "play in this column (then Enter, if more than ten)"],
    ["A to Z, 0 to 9", "type a cell in hex: B2, then Enter"],
    ["Enter, Space", "make the move; while an engine thinks, make it move now"],
    ["Mouse", "click a column, a cell, an edge in 1024, a move or a button"],
    ["F1  ?", "show this help"],
    ["F2  Ctrl-N", "start a new game with the same settings"],
    ["F3  Ctrl-U", "undo your last move"],
    ["F4  Ctrl-T", "show a hint: a good move"],
    ["F5  Ctrl-E", "show or hide the analysis: the value of every move"],
    ["F6  Ctrl-S", "save the game to a file"],
    ["F7  Ctrl-O", "continue or review a saved game, or open a file"],
    ["F8  Ctrl-P", "pause or resume the engines"],
    ["F9  Ctrl-X", "swap in hex; continue after a win in 1024"],
    ["[ ] Home End", "step through the game; a move there starts a variation"],
    ["Esc, Ctrl-Q", "go back; quit. The game is saved, and F7 continues it"],
];

fn help(over: &OverlayRegions, theme: Theme, buffer: &mut Buffer) {
    let area = over.area;
    for ([keys, words], y) in HELP.iter().zip(area.y + 1..area.bottom() - 2) {
        buffer.set_string(area.x + 2, y, keys, theme.accent());
        let room = area.width.saturating_sub(19) as usize;
        buffer.set_stringn(area.x + 17, y, words, room, Style::new());
    }
}

fn prompt(app: &App, field: &TextField, over: &OverlayRegions, buffer: &mut Buffer) {
    let theme = app.shared.theme;
    let area = over.area;
    let room = area.width.saturating_sub(5) as usize;
    let letters: Vec<char> = field.text.chars().collect();
    let shown: String = letters[letters.len().saturating_sub(room)..].iter().collect();
    buffer.set_string(area.x + 2, area.y + 2, format!("{}_", printable(&shown, theme)), theme.strong());
    let words = match &app.shared.note {
        Some(note) => printable(&note.text, theme),
        None => "a path: relative to this folder, or from / or ~/".into(),
    };
    let style = if app.shared.note.is_some() { theme.error() } else { theme.quiet() };
    buffer.set_stringn(area.x + 2, area.y + 3, words, room, style);
}

fn games(app: &App, list: &GameList, over: &OverlayRegions, buffer: &mut Buffer) {
    let theme = app.shared.theme;
    let area = over.area;
    if app.games.is_none() {
        buffer.set_string(area.x + 2, area.y + 1, "Reading the saved games ...", theme.quiet());
    }
    if let Some(note) = &app.shared.note {
        let room = area.width.saturating_sub(4) as usize;
        buffer.set_stringn(area.x + 2, area.bottom() - 3, printable(&note.text, theme), room, theme.error());
    }
    let rows = GameList::rows(app.games.as_deref().unwrap_or_default());
    for (place, index) in &over.rows {
        let chosen = *index == list.at;
        let style = if chosen { theme.chosen() } else { Style::new() };
        let words = row(rows[*index], place.width as usize);
        let words = printable(&words, theme);
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
    let Row::Game(saved) = row else { return "Open a file ...".into() };
    let names = saved.names.join(" - ");
    let when = ago(saved.at, crate::now());
    let moves = match saved.moves {
        1 => "1 move".into(),
        moves => format!("{moves} moves"),
    };
    let mark = if saved.is_open() { "*" } else { " " };
    let left = format!("{mark} {:8} {:20} {moves:>11}  ", saved.game, cut(&names, 20));
    let room = width.saturating_sub(left.chars().count() + when.len() + 2);
    format!("{left}{:room$}  {when}", cut(&saved.status_text, room as i32))
}
