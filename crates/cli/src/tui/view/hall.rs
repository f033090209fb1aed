//! Draws the hall with its games.

use super::board::{Scene, draw as draw_board};
use super::{buttons, note};
use crate::count::count;
use crate::tui::buttons::Button;
use crate::tui::geometry::Geometry;
use crate::tui::model::App;
use crate::tui::pieces::pieces;
use crate::tui::regions;
use crate::tui::theme::Theme;
use parlor_play::{Game, Layout, Options, games};
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
    for (index, (game, card)) in games().iter().zip(&regions.cards).enumerate() {
        draw_card(*game, *card, index, index == app.chosen, theme, buffer);
    }
    if !note(app.shared.note.as_ref(), regions.footer, theme, buffer) {
        let area = regions.footer;
        let summary = summary(games()[app.chosen], area.width);
        buffer.set_stringn(area.x, area.y, summary, area.width as usize, theme.strong());
    }
    buttons(&regions.buttons, theme, buffer);
    unfinished(app, &regions.buttons, buffer);
}

/// Returns what a game is, in as many words as fit.
pub(super) fn summary(game: &dyn Game, room: u16) -> &'static str {
    let info = game.info();
    if info.summary.len() <= usize::from(room) { info.summary } else { info.tagline }
}

/// Draws the number of unfinished games at the right of the last row.
fn unfinished(app: &App, buttons: &[Button], buffer: &mut Buffer) {
    let Some(games) = &app.games else { return };
    let unfinished = games.iter().filter(|saved| saved.is_open()).count();
    if unfinished == 0 {
        return;
    }
    let words = count(unfinished, "unfinished game");
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

/// Draws a game's thumbnail as large as fits, or nothing where it does not fit.
pub(super) fn picture(game: &dyn Game, area: Rect, theme: Theme, buffer: &mut Buffer) {
    let info = game.info();
    let Ok(session) = game.start(&Options::default()) else { return };
    let cells = info.thumbnail.cells();
    let (rows, columns) = (cells.len(), cells.first().map_or(0, Vec::len));
    let widest = if info.layout == Layout::Panel { 3 } else { 1 };
    let Some(geometry) = Geometry::thumbnail(info.layout, [rows, columns], widest, area) else { return };
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
