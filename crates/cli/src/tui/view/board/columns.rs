//! Draws a board of columns, in a frame with the cursor and the numbers.

use super::super::canvas::Canvas;
use super::{Scene, piece};
use ratatui::style::Modifier;

pub(super) fn draw(scene: &Scene<'_>, canvas: &mut Canvas<'_>) {
    let geometry = scene.geometry;
    if !geometry.is_bare {
        walls(scene, canvas);
    }
    let (rows, columns) = geometry.seen();
    for row in rows {
        for column in columns.clone().filter(|&column| column < scene.columns) {
            cell(scene, canvas, row, column);
        }
    }
    let top = geometry.at(0, 0)[1];
    for &([row, column], holds) in scene.moving {
        let Some(piece) = scene.piece(holds) else { continue };
        let x = geometry.origin[0] + geometry.pitch[0] * column / 1_000;
        let y = (geometry.origin[1] + geometry.pitch[1] * row / 1_000).max(top - 1);
        piece::draw(canvas, scene.theme, piece, [x, y], geometry.cell, false);
    }
    if !geometry.is_bare {
        ends(scene, canvas);
    }
}

fn cell(scene: &Scene<'_>, canvas: &mut Canvas<'_>, row: usize, column: usize) {
    let (theme, geometry) = (scene.theme, scene.geometry);
    let at = geometry.at(row as i32, column as i32);
    let [width, height] = geometry.cell;
    if scene.vanishing.contains(&[row, column]) {
        return piece::vanish(canvas, theme, at, geometry.cell);
    }
    match scene.piece((scene.cell)(row, column)) {
        Some(piece) => {
            piece::draw(canvas, theme, piece, at, geometry.cell, scene.marks.contains(&[row, column]));
        }
        None => canvas.centered(at[0], at[1] + (height - 1) / 2, width, theme.pick("·", "."), theme.quiet()),
    }
}

fn walls(scene: &Scene<'_>, canvas: &mut Canvas<'_>) {
    let (theme, geometry) = (scene.theme, scene.geometry);
    let (rows, columns) = geometry.seen();
    let inner = if geometry.cell[0] >= 3 { theme.pick("│", "|") } else { " " };
    for column in columns.start..=columns.end {
        let x = geometry.at(0, column as i32)[0] - 1;
        let outer = column == 0 || column == geometry.columns;
        let wall = if outer { theme.pick("│", "|") } else { inner };
        for row in rows.clone() {
            for line in 0..geometry.cell[1] {
                canvas.put(x, geometry.at(row as i32, 0)[1] + line, wall, theme.quiet());
            }
        }
    }
}

/// Draws the top and the bottom of the frame. They stay visible on a scrolled board.
fn ends(scene: &Scene<'_>, canvas: &mut Canvas<'_>) {
    let (theme, geometry) = (scene.theme, scene.geometry);
    let [width, _] = geometry.cell;
    let (_, columns) = geometry.seen();
    let top = (geometry.at(0, 0)[1] - 1).max(i32::from(geometry.clip.y));
    let bottom = geometry.at(geometry.rows as i32, 0)[1].min(i32::from(geometry.clip.bottom()) - 1);
    let edge = |side: usize, column: usize| {
        let corner = if column == 0 {
            ["┌", "└"][side]
        } else if column == geometry.columns {
            ["┐", "┘"][side]
        } else if width < 3 {
            "─"
        } else {
            ["┬", "┴"][side]
        };
        match (theme.ascii, corner) {
            (false, corner) => corner,
            (true, "─") => "-",
            (true, _) => "+",
        }
    };
    for column in columns.start..=columns.end {
        let x = geometry.at(0, column as i32)[0] - 1;
        canvas.put(x, top, edge(0, column), theme.quiet());
        canvas.put(x, bottom, edge(1, column), theme.quiet());
        if column < columns.end {
            bars(scene, canvas, column, [top, bottom]);
        }
    }
}

/// Draws the top and the bottom of a column: the cursor, the hint, the last move and the number.
fn bars(scene: &Scene<'_>, canvas: &mut Canvas<'_>, column: usize, [top, bottom]: [i32; 2]) {
    let (theme, geometry) = (scene.theme, scene.geometry);
    let [width, _] = geometry.cell;
    let x = geometry.at(0, column as i32)[0];
    let bar = theme.pick("─", "-").repeat(width as usize);
    canvas.text(x, top, &bar, theme.quiet());
    canvas.text(x, bottom, &bar, theme.quiet());
    let is_at = |cell: Option<[usize; 2]>| cell.is_some_and(|[_, at]| at == column);
    if is_at(scene.hint) {
        canvas.centered(x, top, width, theme.pick("★", "*"), theme.accent());
    }
    if is_at(scene.cursor) {
        canvas.centered(x, top, width, theme.pick("▼", "v"), theme.accent());
    }
    if scene.labels {
        let style = if is_at(scene.cursor) {
            theme.accent()
        } else if is_at(scene.last) {
            theme.strong().add_modifier(Modifier::UNDERLINED)
        } else {
            theme.quiet()
        };
        let mut label = column.to_string();
        if label.len() as i32 > width {
            // In a narrow column only the last digits fit.
            label = label[label.len() - width as usize..].into();
        }
        canvas.centered(x, bottom, width, &label, style);
    }
}
