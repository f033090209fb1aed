//! Draws the list of games.

use super::canvas::cut;
use super::text::ago;
use super::{printable, text_input};
use crate::count::count;
use crate::tui::model::{App, GameList, ListMode, Row};
use crate::tui::regions::OverlayRegions;
use crate::tui::store::SavedGame;
use ratatui::buffer::Buffer;
use ratatui::layout::Position;
use ratatui::style::Style;
use ratatui::text::Span;

/// Draws the list. Returns the place of the cursor in a search or a new name.
pub(super) fn draw(
    app: &App,
    list: &GameList,
    over: &OverlayRegions,
    buffer: &mut Buffer,
) -> Option<Position> {
    let theme = app.shared.theme;
    let area = over.area;
    let room = area.width.saturating_sub(4) as usize;
    let (words, style) = line(app, list);
    buffer.set_stringn(area.x + 2, area.bottom() - 3, printable(&words, theme), room, style);
    let rows = list.rows(app.games.as_deref().unwrap_or_default());
    for (place, index) in &over.rows {
        let chosen = *index == list.at;
        let style = if chosen { theme.chosen() } else { Style::new() };
        let words = match rows[*index] {
            Row::Game(saved) => game_row(saved, list.file.is_none(), place.width as usize),
            Row::OpenFile => "Open a file ...".into(),
        };
        let words = printable(&words, theme);
        let width = place.width as usize;
        buffer.set_stringn(place.x, place.y, format!("{words:width$}"), width, style);
    }
    let typed = match &list.mode {
        ListMode::Search => &list.search,
        ListMode::Rename(field) => field,
        ListMode::Select | ListMode::Delete => return None,
    };
    over.input.map(|input| text_input(typed, input, theme, theme.accent(), buffer))
}

/// Returns the line below the list: a question, what is typed, a message, or the search.
fn line(app: &App, list: &GameList) -> (String, Style) {
    let theme = app.shared.theme;
    match (&list.mode, &app.shared.note) {
        (ListMode::Delete, _) => ("Delete this game for ever?".into(), theme.error()),
        (ListMode::Rename(_) | ListMode::Search, _) => {
            (list.input_label().unwrap_or_default().into(), theme.accent())
        }
        (ListMode::Select, Some(note)) => {
            (note.text.clone(), if note.is_error { theme.error() } else { theme.accent() })
        }
        (ListMode::Select, None) if !list.search.text().is_empty() => {
            (format!("Search: {}   Esc shows all", list.search.text()), theme.quiet())
        }
        (ListMode::Select, None) if app.games.is_none() && list.file.is_none() => {
            ("Reading the saved games ...".into(), theme.quiet())
        }
        _ => (String::new(), theme.quiet()),
    }
}

/// Returns the row of a game. A saved game that was renamed has its name in place of the players'.
fn game_row(saved: &SavedGame, is_saved: bool, width: usize) -> String {
    let who = saved.title().filter(|_| is_saved).unwrap_or_else(|| saved.names.join(" - "));
    let when = if saved.at == 0 { String::new() } else { ago(saved.at, crate::now()) };
    let size = match saved.size {
        [0, 0] => String::new(),
        [rows, columns] => format!("{rows}x{columns}"),
    };
    let mark = if saved.is_open() { "*" } else { " " };
    let is_narrow = width < 70;
    let names = match is_narrow {
        // A list without times has their room for the names.
        true if when.is_empty() => 24,
        true => 13,
        false => 20,
    };
    // Nothing but the reason is known of a damaged game.
    let moves = if saved.is_damaged { String::new() } else { format!("{:>9}  ", count(saved.moves, "move")) };
    let left = format!("{mark} {:8}{size:6} {} {moves}", saved.game, filled(&who, names));
    if is_narrow && !saved.is_damaged {
        // Without the status, for which there is no room.
        return format!("{} {when}", left.trim_end());
    }
    let room = width.saturating_sub(Span::raw(&left).width() + when.len() + 2);
    let fits = Span::raw(&saved.status_text).width() <= room;
    let status = if fits { &saved.status_text } else { &saved.short_status };
    format!("{left}{}  {when}", filled(status, room))
}

/// Returns a text cut or filled with spaces to a width on the screen, on which some letters take two cells.
fn filled(text: &str, width: usize) -> String {
    let text = cut(text, width as i32);
    let spaces = width.saturating_sub(Span::raw(&text).width());
    text + &" ".repeat(spaces)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_letters_keep_the_columns() {
        assert_eq!(filled("Ann", 5), "Ann  ");
        assert_eq!(filled("\u{65e5}\u{672c}\u{8a9e}", 5), "\u{65e5}\u{672c} ");
    }
}
