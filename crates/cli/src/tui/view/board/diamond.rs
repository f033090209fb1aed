//! Draws a diamond of hexagons. Each border has the color of the player who connects it.

use super::super::canvas::Canvas;
use super::{Scene, piece};
use crate::tui::theme::heat;
use ratatui::style::{Modifier, Style};

pub(super) fn draw(scene: &Scene<'_>, canvas: &mut Canvas<'_>) {
    let large = scene.geometry.pitch[1] == 2;
    if large {
        hexagons(scene, canvas)
    } else if !scene.geometry.is_bare {
        borders(scene, canvas)
    }
    labels(scene, canvas, large);
    let (rows, columns) = scene.geometry.seen();
    for row in rows {
        for column in columns.clone() {
            cell(scene, canvas, row, column, large);
        }
    }
}

fn cell(scene: &Scene<'_>, canvas: &mut Canvas<'_>, row: usize, column: usize, large: bool) {
    let (theme, geometry) = (scene.theme, scene.geometry);
    let at = geometry.at(row as i32, column as i32);
    let here = Some([row, column]);
    let marked = scene.marks.contains(&[row, column]);
    match scene.piece((scene.cell)(row, column)) {
        Some(piece) => piece::draw(canvas, theme, piece, at, geometry.cell, marked),
        None if scene.hint == here => {
            canvas.centered(at[0], at[1], geometry.cell[0], theme.pick("★", "*"), theme.accent());
        }
        None if scene.heat([row, column]).is_some() => {
            let share = scene.heat([row, column]).unwrap_or_default();
            // A percentage, or in a small cell its tens.
            let text = if large {
                format!("{:.0}", 100.0 * share)
            } else {
                format!("{:.0}", (9.99 * share).floor())
            };
            let style = theme.ink(heat(share)).add_modifier(Modifier::BOLD);
            canvas.centered(at[0], at[1], geometry.cell[0], &text, style);
        }
        None => canvas.centered(at[0], at[1], geometry.cell[0], theme.pick("·", "."), theme.quiet()),
    }
    let (open, close) = match (scene.cursor == here, scene.last == here && large) {
        (true, _) => (theme.pick("❨", "("), theme.pick("❩", ")")),
        (_, true) => (theme.pick("┃", "|"), theme.pick("┃", "|")),
        _ => return,
    };
    let style = if scene.cursor == here { theme.accent() } else { theme.strong() };
    let [x, y] = at;
    canvas.put(x - 1, y, open, style);
    canvas.put(x + geometry.cell[0], y, close, style);
}

/// Returns who connects left and right, and who connects top and bottom: players one and two, unless the board is
/// exchanged.
fn connectors(scene: &Scene<'_>) -> [usize; 2] {
    if scene.geometry.exchanged { [1, 0] } else { [0, 1] }
}

/// Returns the style of a player's borders.
fn border(scene: &Scene<'_>, player: usize) -> Style {
    scene.theme.ink(scene.pieces[player].color).add_modifier(Modifier::BOLD)
}

fn borders(scene: &Scene<'_>, canvas: &mut Canvas<'_>) {
    let (theme, geometry) = (scene.theme, scene.geometry);
    let [sides, ends] = connectors(scene).map(|player| border(scene, player));
    let (rows, columns) = (geometry.rows as i32, geometry.columns as i32);
    // Without colors the borders show their players' letters.
    let [side_letter, end_letter] = connectors(scene).map(|player| scene.pieces[player].symbol.as_str());
    let line = theme.pick("━", "-");
    let bar = if theme.color {
        line.repeat((2 * columns + 1) as usize)
    } else {
        format!("{line}{}", format!("{end_letter}{line}").repeat(columns as usize))
    };
    let [x, y] = geometry.spot(0, 0);
    canvas.text(x - 2, y - 1, &bar, ends);
    let [x, y] = geometry.spot(rows - 1, 0);
    canvas.text(x, y + 1, &bar, ends);
    let slope = if theme.color { theme.pick("╲", "\\") } else { side_letter };
    for row in 0..rows {
        let [x, y] = geometry.spot(row, 0);
        canvas.put(x - 2, y, slope, sides);
        canvas.put(x + 2 * columns, y, slope, sides);
    }
}

fn hexagons(scene: &Scene<'_>, canvas: &mut Canvas<'_>) {
    let (theme, geometry) = (scene.theme, scene.geometry);
    let [rise, fall] = [theme.pick("╱", "/"), theme.pick("╲", "\\")];
    let [sides, ends] = connectors(scene).map(|player| border(scene, player));
    let (last_row, last_column) = (geometry.rows - 1, geometry.columns - 1);
    for row in 0..geometry.rows {
        for column in 0..geometry.columns {
            let [x, y] = geometry.spot(row as i32, column as i32);
            let quiet = theme.quiet();
            let top = if row == 0 { ends } else { quiet };
            let bottom = if row == last_row { ends } else { quiet };
            let thin = theme.pick("│", "|");
            let thick = theme.pick("┃", "|");
            let [left, left_wall] = if column == 0 { [sides; 2] } else { [quiet; 2] };
            let right_top = if column == last_column && row > 0 { sides } else { top };
            canvas.put(x, y - 1, rise, top);
            canvas.put(x + 2, y - 1, fall, right_top);
            let left_bottom = if row == last_row { bottom } else { left };
            canvas.put(x, y + 1, fall, left_bottom);
            canvas.put(x + 2, y + 1, rise, bottom);
            let [side_letter, end_letter] =
                connectors(scene).map(|player| scene.pieces[player].symbol.as_str());
            let thick = if theme.color { thick } else { side_letter };
            if !theme.color && row == 0 {
                canvas.put(x + 1, y - 1, end_letter, ends);
            }
            if !theme.color && row == last_row {
                canvas.put(x + 1, y + 1, end_letter, ends);
            }
            canvas.put(x - 1, y, if column == 0 { thick } else { thin }, left_wall);
            if column == last_column {
                canvas.put(x + 3, y, thick, sides);
            }
        }
    }
}

fn labels(scene: &Scene<'_>, canvas: &mut Canvas<'_>, large: bool) {
    if !scene.labels {
        return;
    }
    let (theme, geometry) = (scene.theme, scene.geometry);
    // The row and column of the screen that the cursor is in. Other programs have small letters, and rows from 1.
    let cursor =
        scene.cursor.map(|[row, column]| if geometry.exchanged { [column, row] } else { [row, column] });
    let (first_letter, first_row) = if geometry.exchanged { (b'a', 1) } else { (b'A', 0) };
    let at_cursor = |is_at: bool| if is_at { theme.accent() } else { theme.quiet() };
    for column in 0..geometry.columns {
        let [x, y] = geometry.spot(0, column as i32);
        let letter = char::from(first_letter + column.min(25) as u8).to_string();
        let style = at_cursor(cursor.is_some_and(|[_, at]| at == column));
        let x = if large { x + 1 } else { x - 1 };
        canvas.put(x, y - 2, &letter, style);
    }
    for row in 0..geometry.rows {
        let [x, y] = geometry.spot(row as i32, 0);
        let style = at_cursor(cursor.is_some_and(|[at, _]| at == row));
        canvas.text(x - if large { 4 } else { 5 }, y, &format!("{:>2}", row + first_row), style);
    }
}
