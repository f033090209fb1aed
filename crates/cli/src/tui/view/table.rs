//! Draws a game: the title, the board, the side panel, the status line and the buttons.

use super::board::{Scene, draw as draw_board};
use super::canvas::cut;
use super::side;
use super::text::share;
use super::{buttons, note, printable};
use crate::clock::clock_text;
use crate::tui::model::{Shared, TableScreen};
use crate::tui::pieces::pieces;
use crate::tui::regions::{self, TableRegions};
use crate::tui::store::{merge_score, status_text};
use parlor_engines::Value;
use parlor_play::{Layout, MoveTarget};
use parlor_rules::Player;
use ratatui::buffer::Buffer;
use ratatui::text::Span;
use std::collections::HashMap;

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
    // Two players' moves are plies; a move of one player is a move.
    let unit = if table.session().info().players == 2 { "ply" } else { "move" };
    let right = match &table.browse {
        Some(browse) => {
            let shown = moves.iter().filter(|(_, plies)| *plies <= browse.at).count();
            format!("viewing {unit} {shown} of {}", moves.len())
        }
        None => format!("{unit} {}", moves.len() + usize::from(table.mover().is_some())),
    };
    let x = regions.title.right().saturating_sub(right.len() as u16 + 1);
    if regions.side.width == 0 {
        // The side panel is folded away: the title has what matters most of it.
        let from = 11 + (game.len() + format!("{rows} x {columns}").len()) as u16;
        let room = x.saturating_sub(from + 2);
        let words = printable(&summary(table), theme);
        buffer.set_stringn(from, 0, cut(&words, i32::from(room)), room as usize, theme.strong());
    }
    let style = if table.browse.is_some() { theme.accent() } else { theme.quiet() };
    buffer.set_string(x, 0, right, style);
}

/// Returns the players with their points and clocks, or the goal of a game for one.
fn summary(table: &TableScreen) -> String {
    let view = table.session().view();
    if let Some(goal) = view.goal {
        let score = merge_score(table.session().timeline());
        return format!("Goal {}  Highest {}  Score {score}", goal.target, goal.max);
    }
    let side = |player: Player| {
        let points = view.scores.filter(|_| table.session().info().points);
        let points = points.map_or(String::new(), |points| format!(" {}", points[player.index()]));
        let clock = table.table.clock().map(|clock| clock_text(clock.left(player, table.time())));
        format!("{}{points} {}", table.name(player), clock.unwrap_or_default()).trim_end().to_string()
    };
    format!("{} - {}", side(Player::One), side(Player::Two))
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
            hint: table.hint_cell(),
            heat: &heat(table),
            labels: true,
        },
        buffer,
    );
}

/// Returns the values of the moves on cells, while the analysis is shown.
fn heat(table: &TableScreen) -> Vec<([usize; 2], f64)> {
    let session = table.session();
    if !table.values || session.info().layout != Layout::Diamond {
        return Vec::new();
    }
    let Some(thought) = table.analyzed() else { return Vec::new() };
    let targets: HashMap<String, [usize; 2]> = session
        .view()
        .move_targets
        .into_iter()
        .filter_map(|(target, text)| match target {
            MoveTarget::Cell(cell) => Some((text, cell)),
            _ => None,
        })
        .collect();
    let cell =
        |(text, value): &(String, Value)| Some((*targets.get(text)?, share(session.info().values, value)));
    thought.moves.iter().filter_map(cell).collect()
}

fn status(table: &TableScreen, shared: &Shared, regions: &TableRegions, buffer: &mut Buffer) {
    let theme = shared.theme;
    let area = regions.status;
    if !table.typed.is_empty() {
        let text = format!("{}_  Enter makes the move", table.shown_typed());
        buffer.set_stringn(area.x, area.y, text, area.width as usize, theme.accent());
        return;
    }
    if note(shared.note.as_ref(), area, theme, buffer) {
        return;
    }
    let text = shortened(status_line(table), area.width as usize);
    let over = table.browse.is_none() && table.table.ending().is_some();
    let style = if over { theme.accent() } else { theme.strong() };
    buffer.set_stringn(area.x, area.y, printable(&text, theme), area.width as usize, style);
}

/// Leaves out the last explanations of a text that does not fit.
fn shortened(mut text: String, room: usize) -> String {
    while Span::raw(&text).width() > room
        && let Some(end) = ["   ", "; ", ", "].iter().filter_map(|mark| text.rfind(mark)).max()
    {
        text.truncate(end);
    }
    text
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
            let cell = table.shown_move(&table.text_at(table.cursor).unwrap_or_default());
            let enter = match table.text_of(&MoveTarget::Cell(table.cursor)) {
                Some(_) => format!("Enter plays {cell}"),
                None => format!("{cell} is taken"),
            };
            format!(
                "{status_text}   {enter}; choose by arrows, mouse, or a cell like {}",
                table.example_cell()
            )
        }
        // The number under a narrow column shows only its last digit.
        Some(_) if table.session().info().layout == Layout::Columns && table.shown_size()[1] > 10 => {
            let column = table.cursor[1];
            format!("{status_text}   Enter plays column {column}; choose by arrows, number, or mouse")
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
