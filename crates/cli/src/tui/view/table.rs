//! Draws a game: the title, the board, the side panel, the status line and the buttons.

use super::board::{Scene, draw as draw_board};
use super::side;
use super::{buttons, note, printable};
use crate::tui::model::{Shared, TableScreen};
use crate::tui::pieces::pieces;
use crate::tui::regions::{self, TableRegions};
use crate::tui::store::status_text;
use parlor_play::{Layout, MoveTarget};
use ratatui::buffer::Buffer;

pub(super) fn draw(table: &TableScreen, shared: &Shared, buffer: &mut Buffer) {
    let regions = regions::table(table, shared);
    title(table, shared, &regions, buffer);
    board(table, shared, &regions, buffer);
    side::draw(table, shared, &regions, buffer);
    status(table, shared, &regions, buffer);
    buttons(&regions.buttons, shared.theme, buffer);
}

fn title(table: &TableScreen, shared: &Shared, regions: &TableRegions, buffer: &mut Buffer) {
    let theme = shared.theme;
    let (rows, columns) = table.session().size();
    let game = table.session().info().name;
    buffer.set_string(1, 0, "Parlor", theme.accent());
    buffer.set_string(8, 0, game, theme.strong());
    buffer.set_string(9 + game.len() as u16, 0, format!("{rows} x {columns}"), theme.quiet());
    let moves = table.moves();
    let right = match &table.browse {
        Some(browse) => {
            let shown = moves.iter().filter(|(_, plies)| *plies <= browse.at).count();
            format!("viewing move {shown} of {}", moves.len())
        }
        None => format!("move {}", moves.len() + usize::from(table.mover().is_some())),
    };
    let x = regions.title.right().saturating_sub(right.len() as u16 + 1);
    let style = if table.browse.is_some() { theme.accent() } else { theme.quiet() };
    buffer.set_string(x, 0, right, style);
}

fn board(table: &TableScreen, shared: &Shared, regions: &TableRegions, buffer: &mut Buffer) {
    let session = table.session();
    let moment = match &table.animation {
        Some(animation) if table.browse.is_none() => Some(animation.moment(shared.now)),
        _ => None,
    };
    let line = if moment.is_none() { session.view().line } else { Vec::new() };
    let (_, columns) = session.size();
    let at_rest = |row, column| if column < columns { session.cell(row, column) } else { 0 };
    let settling = |row: usize, column: usize| {
        let cells = moment.as_ref().map(|moment| &moment.cells);
        cells.and_then(|cells| cells.get(row)?.get(column)).copied().unwrap_or(0)
    };
    let cursor = table.awaits_person() && session.info().layout != Layout::Panel;
    let last = table.last_shown().filter(|_| moment.is_none());
    draw_board(
        &Scene {
            theme: shared.theme,
            geometry: &regions.board,
            pieces: &pieces(session),
            cell: if moment.is_some() { &settling } else { &at_rest },
            columns,
            marks: moment.as_ref().map_or(&line, |moment| &moment.marks),
            vanishing: moment.as_ref().map_or(&[], |moment| &moment.vanishing),
            moving: moment.as_ref().map_or(&[], |moment| &moment.moving),
            fresh: moment.as_ref().and_then(|moment| moment.fresh),
            cursor: cursor.then_some(table.cursor),
            last,
            hint: hint(table),
            labels: true,
        },
        buffer,
    );
}

/// Returns the cell of the hint.
fn hint(table: &TableScreen) -> Option<[usize; 2]> {
    let text = table.hint.as_ref()?;
    table.session().view().move_targets.into_iter().find(|(_, written)| written == text).and_then(
        |(spot, _)| match spot {
            MoveTarget::Column(column) => Some([0, column]),
            MoveTarget::Cell(cell) => Some(cell),
            _ => None,
        },
    )
}

fn status(table: &TableScreen, shared: &Shared, regions: &TableRegions, buffer: &mut Buffer) {
    let theme = shared.theme;
    let area = regions.status;
    if !table.typed.is_empty() {
        let text = format!("{}_  Enter makes the move", table.typed);
        buffer.set_stringn(area.x, area.y, text, area.width as usize, theme.accent());
        return;
    }
    if note(shared.note.as_ref(), area, theme, buffer) {
        return;
    }
    let text = status_line(table);
    let over = table.browse.is_none() && table.table.ending().is_some();
    let style = if over { theme.accent() } else { theme.strong() };
    buffer.set_stringn(area.x, area.y, printable(&text, theme), area.width as usize, style);
}

fn status_line(table: &TableScreen) -> String {
    if table.browse.is_some() {
        return "Earlier position: [ ] step, End returns, a move starts a variation".into();
    }
    let status_text = status_text(&table.table);
    if table.table.ending().is_some() {
        let more = if table.can_continue() {
            "   F9 continues, F2 starts a new game"
        } else {
            "   F2 starts a new game"
        };
        return status_text + more;
    }
    match table.mover() {
        Some(player) if table.is_engine(player) && !table.paused => {
            format!("{} is thinking   Enter: move now, F8: pause", table.name(player))
        }
        Some(player) if table.is_engine(player) => {
            format!("{status_text}   Paused: F8 resumes, or move yourself")
        }
        Some(_) if table.session().info().layout == Layout::Diamond => {
            let cell = table.text_at(table.cursor).unwrap_or_default();
            format!("{status_text}   {cell}: Enter to play; arrows, a cell like B2, or a click")
        }
        // The number under a narrow column shows only its last digit.
        Some(_) if table.session().info().layout == Layout::Columns && table.shown_size()[1] > 10 => {
            let column = table.cursor[1];
            format!("{status_text}   column {column}: Enter to play; arrows, a number, or a click")
        }
        Some(_) => format!("{status_text}   {}", move_help(table)),
        None => status_text,
    }
}

/// Returns how to make a move in this game.
fn move_help(table: &TableScreen) -> &'static str {
    match table.session().info().layout {
        Layout::Columns | Layout::Diamond => "arrows and Enter, a number, or a click",
        Layout::Panel => "arrow keys, or a click toward an edge",
    }
}
