//! The layout of the screen. The view draws by it, and clicks are looked up in it.

use super::geometry::Geometry;
use super::model::{App, Form, GameList, Overlay, Screen, Shared, TableScreen};
use super::update::{Action, Direction, GAMES_PER_ROW};
use parlor_play::{Ending, GAMES, Layout};
use ratatui::layout::Rect;
use ratatui::text::Span;

/// The meaning of a click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Click {
    Do(Action),
    /// Selects a game of the hall.
    Game(usize),
    /// Selects a field of the form.
    Field(usize),
    /// Selects a row of the list of games.
    Row(usize),
    Confirm,
    Close,
}

/// The areas that can be clicked.
pub(super) struct Clicks(Vec<(Rect, Click)>);

impl Clicks {
    /// Returns the meaning of a click at this position.
    pub(super) fn clicked(&self, x: u16, y: u16) -> Option<Click> {
        self.0.iter().find(|(area, _)| area.contains((x, y).into())).map(|(_, click)| *click)
    }
}

/// A button with its key and label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Button {
    pub(super) area: Rect,
    pub(super) key: &'static str,
    pub(super) word: String,
    pub(super) click: Click,
}

/// Returns the areas that can be clicked now. An overlay covers everything else.
pub(super) fn clicks(app: &App) -> Clicks {
    if let Some(overlay) = &app.overlay {
        let over = self::overlay(app, overlay);
        let rows = over.rows.into_iter().map(|(area, index)| (area, Click::Row(index)));
        return Clicks(buttons_and(over.buttons, rows));
    }
    match &app.screen {
        Screen::Hall => {
            let hall = self::hall(&app.shared);
            let cards = hall.cards.into_iter().enumerate().map(|(index, card)| (card, Click::Game(index)));
            Clicks(buttons_and(hall.buttons, cards))
        }
        Screen::Form(form) => {
            let regions = self::form(form, &app.shared);
            let fields =
                regions.fields.into_iter().enumerate().map(|(index, area)| (area, Click::Field(index)));
            Clicks(buttons_and(regions.buttons, fields))
        }
        Screen::Table(table) => {
            let regions = self::table(table, &app.shared);
            let moves = regions
                .moves
                .into_iter()
                .map(|(area, plies, _)| (area, Click::Do(Action::ShowPosition(plies))));
            let pad =
                regions.pad.into_iter().map(|(area, direction)| (area, Click::Do(Action::Press(direction))));
            let arrows = regions
                .board
                .arrows()
                .into_iter()
                .map(|([x, y], direction)| (Rect::new(x, y, 1, 1), Click::Do(Action::Scroll(direction))));
            Clicks(buttons_and(regions.buttons, moves.chain(pad).chain(arrows)))
        }
    }
}

fn buttons_and(buttons: Vec<Button>, others: impl Iterator<Item = (Rect, Click)>) -> Vec<(Rect, Click)> {
    buttons.into_iter().map(|button| (button.area, button.click)).chain(others).collect()
}

/// The layout of the hall.
pub(super) struct HallRegions {
    pub(super) cards: Vec<Rect>,
    pub(super) footer: Rect,
    pub(super) buttons: Vec<Button>,
}

pub(super) fn hall(shared: &Shared) -> HallRegions {
    let [width, height] = shared.size;
    let beside = GAMES_PER_ROW as u16;
    let stacked = GAMES.len().div_ceil(GAMES_PER_ROW) as u16;
    let card = [((width - 2) / beside).min(38), ((height - 4) / stacked).min(13)];
    let left = (width - card[0] * beside) / 2;
    let top = 1 + (height - 4 - card[1] * stacked) / 2 + 1;
    let cards = (0..GAMES.len() as u16)
        .map(|index| {
            Rect::new(left + index % beside * card[0], top + index / beside * card[1], card[0], card[1])
        })
        .collect();
    let words = [
        ("Enter", "Play", Action::Act),
        ("F1", "Help", Action::Help),
        ("F7", "Saved games", Action::Games),
        ("Esc", "Quit", Action::Back),
    ];
    let footer = Rect::new(1, height - 2, width - 2, 1);
    HallRegions {
        cards,
        footer,
        buttons: button_row(shared, words.map(|(key, word, action)| (key, word.into(), action))),
    }
}

/// The layout of a form.
pub(super) struct FormRegions {
    pub(super) picture: Rect,
    pub(super) fields: Vec<Rect>,
    pub(super) start: Rect,
    pub(super) footer: Rect,
    pub(super) buttons: Vec<Button>,
}

pub(super) fn form(form: &Form, shared: &Shared) -> FormRegions {
    let [width, height] = shared.size;
    let picture = Rect::new(2, 3, (width / 3).min(40), height - 6);
    let left = picture.right() + 2;
    let room = width - left - 2;
    let count = form.fields.len() as u16;
    let top = 3 + (height - 6).saturating_sub(count + 4) / 3;
    let fields = (0..count).map(|index| Rect::new(left, top + index, room, 1)).collect();
    let start = Rect::new(left, top + count + 1, 16, 1);
    let words = [("F2", "Start", Action::New), ("F1", "Help", Action::Help), ("Esc", "Back", Action::Back)];
    let mut buttons = button_row(shared, words.map(|(key, word, action)| (key, word.into(), action)));
    buttons.push(Button { area: start, key: "", word: "Start".into(), click: Click::Do(Action::New) });
    FormRegions { picture, fields, start, footer: Rect::new(1, height - 2, width - 2, 1), buttons }
}

/// The layout of a game.
pub(super) struct TableRegions {
    pub(super) title: Rect,
    pub(super) board: Geometry,
    pub(super) side: Rect,
    pub(super) players: Rect,
    pub(super) pad: Vec<(Rect, Direction)>,
    pub(super) thinking: Rect,
    pub(super) values: Rect,
    pub(super) moves_area: Rect,
    /// The shown moves: the area, the number of plies after the move, and the index of the move.
    pub(super) moves: Vec<(Rect, usize, usize)>,
    pub(super) status: Rect,
    pub(super) buttons: Vec<Button>,
}

pub(super) fn table(table: &TableScreen, shared: &Shared) -> TableRegions {
    let [width, height] = shared.size;
    let title = Rect::new(0, 0, width, 1);
    let side_width = if width >= 110 { 34 } else { 28 };
    let side = Rect::new(width - side_width, 1, side_width, height - 3);
    let room = Rect::new(1, 1, width - side_width - 2, height - 3);
    let session = table.session();
    let solo = session.info().players == 1;

    let inner = Rect::new(side.x + 2, side.y, side.width - 3, side.height);
    let mut top = inner.y;
    let mut section = |lines: u16| {
        let lines = lines.min(inner.bottom().saturating_sub(top));
        let area = Rect::new(inner.x, top, inner.width, lines);
        top += lines;
        area
    };
    let players = section(5);
    let pad = match session.info().layout {
        Layout::Panel => pad(section(3)),
        _ => Vec::new(),
    };
    let thinking = section(if table.has_engines() { 5 } else { 0 });
    // The analysis lists all moves if that leaves room for some of the moves so far.
    let taken = if table.has_engines() {
        thinking.bottom()
    } else {
        players.bottom() + 3 * u16::from(!pad.is_empty())
    };
    let left = inner.bottom().saturating_sub(taken);
    let wanted = session.view().move_targets.len().min(100) as u16 + 2;
    let values = section(if table.values { wanted.max(6).min(left.saturating_sub(4)) } else { 0 });
    let moves_area = section(u16::MAX);
    TableRegions {
        title,
        board: geometry(table, room),
        side,
        players,
        pad,
        thinking,
        values,
        moves_area,
        moves: moves(table, moves_area, if solo { 4 } else { 2 }),
        status: Rect::new(1, height - 2, width - 2, 1),
        buttons: button_row(shared, table_buttons(table)),
    }
}

fn geometry(table: &TableScreen, room: Rect) -> Geometry {
    let session = table.session();
    let layout = session.info().layout;
    let [rows, columns] = table.shown_size();
    let widest = match (layout, session.view().goal) {
        (Layout::Panel, Some(goal)) => goal.max.max(goal.target).to_string().len() as i32,
        (Layout::Columns, _) => {
            let widths =
                parlor_rules::Player::BOTH.map(|player| Span::raw(session.side_label(player)).width());
            if widths.into_iter().max() > Some(2) { 2 } else { 1 }
        }
        _ => 1,
    };
    let focus = match layout {
        // The view follows the top of the column, where the next disc lands.
        Layout::Columns => {
            let column = table.cursor[1];
            let top = (0..rows).find(|&row| session.cell(row, column) > 0).unwrap_or(rows - 1);
            [top.saturating_add_signed(-table.row_offset).min(rows - 1), column]
        }
        _ => table.cursor,
    };
    Geometry::fit(layout, [rows, columns], widest, focus, room)
}

/// Returns the four arrows to click.
fn pad(area: Rect) -> Vec<(Rect, Direction)> {
    let at = |x: u16, y: u16, direction| (Rect::new(area.x + x, area.y + y, 5, 1), direction);
    vec![
        at(6, 0, Direction::Up),
        at(0, 1, Direction::Left),
        at(6, 1, Direction::Down),
        at(12, 1, Direction::Right),
    ]
}

/// Returns the moves that fit, including the current one.
fn moves(table: &TableScreen, area: Rect, beside: u16) -> Vec<(Rect, usize, usize)> {
    let moves = table.moves();
    let room = area.height.saturating_sub(1) as usize;
    if room == 0 || moves.is_empty() {
        return Vec::new();
    }
    let shown = table.shown_plies();
    let current = moves.iter().rposition(|(_, plies)| *plies <= shown).unwrap_or(0);
    let per_row = beside as usize;
    let rows = moves.len().div_ceil(per_row);
    let first = (current / per_row).saturating_sub(room * 2 / 3).min(rows.saturating_sub(room));
    // Room for the row's number.
    let numbers = 5;
    let width = (area.width - numbers) / beside;
    let place = |index: usize| {
        let (row, column) = (index / per_row - first, index % per_row);
        let x = area.x + numbers + column as u16 * width;
        Rect::new(x, area.y + 1 + row as u16, width - 1, 1)
    };
    let visible = (first * per_row)..((first + room) * per_row).min(moves.len());
    visible.map(|index| (place(index), moves[index].1, index)).collect()
}

/// Returns the buttons of a game.
fn table_buttons(table: &TableScreen) -> Vec<(&'static str, String, Action)> {
    let mut buttons: Vec<(&'static str, String, Action)> = vec![
        ("F1", "Help".into(), Action::Help),
        ("F2", "New".into(), Action::New),
        ("F3", "Undo".into(), Action::Undo),
        ("F4", "Hint".into(), Action::Hint),
        ("F5", "Analysis".into(), Action::Values),
        ("F6", "Save".into(), Action::Save),
        ("F7", "Open".into(), Action::Games),
    ];
    if table.has_engines() && table.table.ending().is_none() {
        let word = if table.paused { "Resume" } else { "Pause" };
        buttons.push(("F8", word.into(), Action::Stop));
    }
    if let Some((word, _)) = table.button() {
        buttons.push(("F9", capital(word), Action::Special));
    } else if table.browse.is_none() && table.table.ending() == Some(Ending::Reached) {
        buttons.push(("F9", "Continue".into(), Action::Special));
    }
    // In 80 columns there is no room for all. F6 works without its button.
    if buttons.len() > 8 {
        buttons.retain(|(key, ..)| *key != "F6");
    }
    buttons.push(("Esc", "Back".into(), Action::Back));
    buttons
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

/// Lays out buttons in the last row.
fn button_row(
    shared: &Shared,
    words: impl IntoIterator<Item = (&'static str, String, Action)>,
) -> Vec<Button> {
    let [_, height] = shared.size;
    let mut x = 0;
    let place = |(key, word, action): (&'static str, String, Action)| {
        let width = (key.len() + 1 + word.len()) as u16;
        let area = Rect::new(x, height - 1, width, 1);
        x += width + 1;
        Button { area, key, word, click: Click::Do(action) }
    };
    words.into_iter().map(place).collect()
}

/// The layout of an overlay.
pub(super) struct OverlayRegions {
    pub(super) area: Rect,
    pub(super) rows: Vec<(Rect, usize)>,
    pub(super) buttons: Vec<Button>,
}

pub(super) fn overlay(app: &App, overlay: &Overlay) -> OverlayRegions {
    let [width, height] = app.shared.size;
    let wanted = match overlay {
        Overlay::Help => [78, 21],
        Overlay::Save(_) | Overlay::Open(_) => [70, 7],
        Overlay::Games(_) => [width.min(100) - 4, height - 4],
    };
    let [columns, lines] = [wanted[0].min(width), wanted[1].min(height)];
    let area = Rect::new((width - columns) / 2, (height - lines) / 2, columns, lines);
    let mut rows = Vec::new();
    if let Overlay::Games(list) = overlay {
        let count = GameList::rows(app.games.as_deref().unwrap_or_default()).len();
        let room = lines.saturating_sub(5) as usize;
        let first = list.first_shown(count, room);
        let shown = (first..count).take(room);
        rows = shown
            .enumerate()
            .map(|(line, index)| (Rect::new(area.x + 2, area.y + 2 + line as u16, columns - 4, 1), index))
            .collect();
    }
    let bottom = area.bottom() - 2;
    let button = |x: u16, key: &'static str, word: &str, click| Button {
        area: Rect::new(area.x + x, bottom, (key.len() + 1 + word.len()) as u16, 1),
        key,
        word: word.into(),
        click,
    };
    let buttons = match overlay {
        Overlay::Help => vec![button(2, "Esc", "Close", Click::Close)],
        Overlay::Save(_) => {
            vec![button(2, "Enter", "Save", Click::Confirm), button(14, "Esc", "Close", Click::Close)]
        }
        Overlay::Open(_) | Overlay::Games(_) => {
            vec![button(2, "Enter", "Open", Click::Confirm), button(14, "Esc", "Close", Click::Close)]
        }
    };
    OverlayRegions { area, rows, buttons }
}
