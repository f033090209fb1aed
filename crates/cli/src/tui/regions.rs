//! The layout of the screen. The view draws by it, and clicks are looked up in it.

use super::buttons::{Button, button_row, table_buttons};
use super::geometry::Geometry;
use super::model::{App, Form, Screen, Shared, TableScreen};
use super::update::{Action, Direction, GAMES_PER_ROW};
use parlor_play::{Layout, games};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::Span;

pub(super) use super::overlay_regions::{OverlayRegions, help_area, overlay};

/// The meaning of a click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Click {
    Do(Action),
    /// Selects a game of the hall.
    Game(usize),
    /// Selects a field of the form.
    Field(usize),
    /// Moves the cursor of the overlay's text input.
    Input,
    /// Selects a row of the list of games.
    Row(usize),
    Confirm,
    Close,
    /// Presses a key of the overlay.
    Key(KeyCode),
}

/// The areas that can be clicked.
pub(super) struct Clicks(Vec<(Rect, Click)>);

impl Clicks {
    /// Returns the meaning of a click at this position.
    pub(super) fn clicked(&self, x: u16, y: u16) -> Option<Click> {
        self.0.iter().find(|(area, _)| area.contains((x, y).into())).map(|(_, click)| *click)
    }
}

/// Returns the areas that can be clicked now. An overlay covers everything else.
pub(super) fn clicks(app: &App) -> Clicks {
    if let Some(overlay) = &app.overlay {
        let over = self::overlay(app, overlay);
        let rows = over.rows.into_iter().map(|(area, index)| (area, Click::Row(index)));
        let input = over.input.map(|area| (area, Click::Input));
        return Clicks(buttons_and(over.buttons, rows.chain(input)));
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
    let stacked = games().len().div_ceil(GAMES_PER_ROW) as u16;
    let card = [((width - 2) / beside).min(38), ((height - 4) / stacked).min(13)];
    let left = (width - card[0] * beside) / 2;
    let top = 1 + (height - 4 - card[1] * stacked) / 2 + 1;
    let cards = (0..games().len() as u16)
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

/// The columns of a form's field before its value.
const LABEL: u16 = 15;

/// The widest value of a field. A longer text is scrolled.
const WIDEST_VALUE: u16 = 42;

/// Returns the area of a field's value. A space on both sides belongs to it.
pub(super) fn value_of_field(field: Rect) -> Rect {
    Rect { x: field.x + LABEL, width: field.width.saturating_sub(LABEL).min(WIDEST_VALUE), ..field }
}

/// Returns the area of a field's text, within that of its value.
pub(super) fn text_of_field(field: Rect) -> Rect {
    let value = value_of_field(field);
    Rect { x: value.x + 1, width: value.width.saturating_sub(2), ..value }
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
    let widths: &[u16] = match width {
        110.. => &[34],
        80.. => &[28],
        // A narrow screen shows the panel while it has an analysis to show, narrower if that shows the whole board.
        _ if table.values => &[26, 19],
        _ => &[0],
    };
    let room = |side: u16| Rect::new(1, 1, (width - side).saturating_sub(2), height - 3);
    let is_whole = |side: &u16| !geometry(table, room(*side)).more.contains(&true);
    let side_width = widths.iter().copied().find(is_whole).unwrap_or(widths[0]);
    let side = Rect::new(width - side_width, 1, side_width, height - 3);
    let room = room(side_width);
    let session = table.session();
    let solo = session.info().players == 1;

    let inner = Rect::new(side.x + 2, side.y, side.width.saturating_sub(3), side.height);
    let mut top = inner.y;
    let mut section = |lines: u16| {
        let lines = lines.min(inner.bottom().saturating_sub(top));
        let area = Rect::new(inner.x, top, inner.width, lines);
        top += lines;
        area
    };
    let heights = side_heights(table, inner.height);
    let players = section(heights.players);
    let pad = match session.info().layout {
        Layout::Panel if side_width > 0 => pad(section(heights.pad)),
        _ => Vec::new(),
    };
    let thinking = section(heights.thinking);
    let values = section(heights.values);
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

/// The heights of the sections of the side panel, each with the empty line below it.
struct SideHeights {
    players: u16,
    pad: u16,
    thinking: u16,
    values: u16,
}

/// Shares the side panel out. If it is too short for all, first the empty lines go, then the engine's search has one
/// line, so that the analysis can list every move.
fn side_heights(table: &TableScreen, height: u16) -> SideHeights {
    let session = table.session();
    // A heading and two rows of the moves so far.
    const MOVES: u16 = 3;
    let pad = if session.info().layout == Layout::Panel { 2 } else { 0 };
    let thinking = if table.has_engines() { 4 } else { 0 };
    // A heading and a row for each move. Of a large board the best moves are listed.
    let values = if table.values { session.view().move_targets.len().clamp(4, 100) as u16 + 1 } else { 0 };
    let heights = |thinking: u16, gap: u16| {
        let of = |lines: u16| if lines == 0 { 0 } else { lines + gap };
        SideHeights { players: of(4), pad: of(pad), thinking: of(thinking), values: of(values) }
    };
    let total = |sides: &SideHeights| sides.players + sides.pad + sides.thinking + sides.values + MOVES;
    let ways = [heights(thinking, 1), heights(thinking, 0), heights(thinking.min(1), 0)];
    let [roomy, tight, short] = ways;
    let mut chosen = [roomy, tight].into_iter().find(|sides| total(sides) <= height).unwrap_or(short);
    let others = total(&chosen) - chosen.values;
    chosen.values = chosen.values.min(height.saturating_sub(others));
    chosen
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
        _ if table.exchanged => [table.cursor[1], table.cursor[0]],
        _ => table.cursor,
    };
    let geometry = Geometry::fit(layout, [rows, columns], widest, focus, room);
    Geometry { exchanged: table.exchanged, ..geometry }
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
    if room == 0 || area.width == 0 || moves.is_empty() {
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
