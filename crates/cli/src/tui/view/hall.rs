//! Draws the hall with its games, and the form of a game.

use super::board::{Scene, draw as draw_board};
use super::{buttons, note, printable};
use crate::tui::buttons::Button;
use crate::tui::geometry::Geometry;
use crate::tui::model::{App, Field, FieldKind, Form, Shared};
use crate::tui::pieces::pieces;
use crate::tui::regions;
use crate::tui::theme::Theme;
use crate::wrap::wrapped;
use parlor_play::{GAMES, Game, Layout, Options};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::symbols::border;
use ratatui::widgets::{Block, Widget};

pub(super) fn draw(app: &App, buffer: &mut Buffer) {
    let theme = app.shared.theme;
    let regions = regions::hall(&app.shared);
    let heading = "Parlor: six games on a grid";
    let left = buffer.area.width.saturating_sub(heading.len() as u16) / 2;
    buffer.set_string(left, 0, "Parlor", theme.accent());
    buffer.set_string(left + 6, 0, &heading[6..], theme.quiet());
    for (index, (game, card)) in GAMES.iter().zip(&regions.cards).enumerate() {
        draw_card(*game, *card, index, index == app.chosen, theme, buffer);
    }
    if !note(app.shared.note.as_ref(), regions.footer, theme, buffer) {
        let area = regions.footer;
        let summary = summary(GAMES[app.chosen], area.width);
        buffer.set_stringn(area.x, area.y, summary, area.width as usize, theme.strong());
    }
    buttons(&regions.buttons, theme, buffer);
    unfinished(app, &regions.buttons, buffer);
}

/// Returns what a game is, in as many words as fit.
fn summary(game: &dyn Game, room: u16) -> &'static str {
    let info = game.info();
    if info.summary.len() <= usize::from(room) { info.summary } else { info.tagline }
}

/// Draws the number of unfinished games at the right of the last row.
fn unfinished(app: &App, buttons: &[Button], buffer: &mut Buffer) {
    let Some(games) = &app.games else { return };
    let count = games.iter().filter(|saved| saved.is_open()).count();
    let words = match count {
        0 => return,
        1 => "1 unfinished game".to_string(),
        _ => format!("{count} unfinished games"),
    };
    let left = buffer.area.right().saturating_sub(words.len() as u16 + 1);
    // On a narrow screen the buttons need the room.
    if buttons.iter().all(|button| button.area.right() < left) {
        buffer.set_string(left, buffer.area.bottom() - 1, words, app.shared.theme.quiet());
    }
}

fn draw_card(game: &dyn Game, card: Rect, index: usize, chosen: bool, theme: Theme, buffer: &mut Buffer) {
    let style = if chosen { theme.accent() } else { theme.quiet() };
    let title = format!(" {} {} ", index + 1, game.info().name);
    let set = match (theme.ascii, chosen) {
        (true, true) => HASHES,
        (true, false) => PLAIN,
        (false, true) => border::THICK,
        (false, false) => border::ROUNDED,
    };
    Block::bordered()
        .border_set(set)
        .border_style(style)
        .title(title)
        .title_style(style)
        .render(card, buffer);
    picture(game, Rect::new(card.x + 1, card.y + 1, card.width - 2, card.height - 2), theme, buffer);
}

/// A frame of ASCII characters.
pub(super) const PLAIN: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

/// The frame of the selected game in ASCII characters.
const HASHES: border::Set<'static> = border::Set {
    top_left: "#",
    top_right: "#",
    bottom_left: "#",
    bottom_right: "#",
    vertical_left: "#",
    vertical_right: "#",
    horizontal_top: "=",
    horizontal_bottom: "=",
};

/// Draws a game's thumbnail as large as fits.
fn picture(game: &dyn Game, area: Rect, theme: Theme, buffer: &mut Buffer) {
    let info = game.info();
    let Ok(session) = game.start(&Options::default()) else { return };
    let cells = info.thumbnail.cells();
    let (rows, columns) = (cells.len(), cells.first().map_or(0, Vec::len));
    let widest = if info.layout == Layout::Panel { 3 } else { 1 };
    let geometry = Geometry::fit(info.layout, [rows, columns], widest, [0, 0], area);
    let scene = Scene {
        theme,
        geometry: &geometry,
        pieces: &pieces(&*session),
        cell: &|row, column| cells[row][column],
        columns,
        marks: info.thumbnail.line,
        vanishing: &[],
        moving: &[],
        fresh: None,
        cursor: None,
        last: None,
        hint: None,
        heat: &[],
        labels: false,
    };
    draw_board(&scene, buffer);
}

pub(super) fn draw_form(form: &Form, shared: &Shared, buffer: &mut Buffer) {
    let theme = shared.theme;
    let about = form.game.info();
    let regions = regions::form(form, shared);
    buffer.set_string(1, 0, "Parlor", theme.accent());
    buffer.set_string(8, 0, about.name, theme.strong());
    let room = buffer.area.width - 2;
    buffer.set_stringn(1, 1, summary(form.game, room), room as usize, theme.quiet());
    picture(form.game, regions.picture, theme, buffer);
    for (index, (field, area)) in form.fields.iter().zip(&regions.fields).enumerate() {
        draw_field(field, *area, index == form.at, theme, buffer);
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

fn draw_field(field: &Field, area: Rect, chosen: bool, theme: Theme, buffer: &mut Buffer) {
    let pointer = if chosen { theme.pick("▸", ">") } else { " " };
    buffer.set_string(area.x, area.y, pointer, theme.accent());
    buffer.set_string(area.x + 2, area.y, format!("{:13}", field.label), theme.strong());
    let left = area.x + 15;
    let room = area.right().saturating_sub(left) as usize;
    let value_style = if chosen { theme.chosen() } else { theme.strong() };
    match &field.kind {
        FieldKind::Text(text) => {
            let end = if chosen { "_" } else { "" };
            if text.text.is_empty() && !chosen {
                buffer.set_stringn(left + 1, area.y, &field.empty, room, theme.quiet());
            } else {
                // Shows the end of a long text, where letters are added.
                let letters: Vec<char> = text.text.chars().collect();
                let from = letters.len().saturating_sub(room.saturating_sub(4));
                let shown: String = letters[from..].iter().collect();
                buffer.set_stringn(left, area.y, format!(" {shown}{end} "), room, value_style);
            }
        }
        FieldKind::Switch(on) => {
            let words = if *on { " on " } else { " off " };
            buffer.set_stringn(left, area.y, words, room, value_style);
        }
        FieldKind::OneOf(values, at) => {
            let (before, after) = (theme.pick("◂", "<"), theme.pick("▸", ">"));
            let (words, style) = match chosen {
                true => (format!("{before}{}{after}", values[*at]), value_style),
                false => (format!(" {} ", values[*at]), value_style),
            };
            buffer.set_stringn(left, area.y, words, room, style);
        }
    }
}
