//! Draws a panel of tiles with a color for each value.

use super::super::canvas::Canvas;
use super::Scene;
use crate::tui::theme::tile as tile_colors;
use ratatui::style::{Modifier, Style};

pub(super) fn draw(scene: &Scene<'_>, canvas: &mut Canvas<'_>) {
    let (rows, columns) = scene.geometry.seen();
    for row in rows {
        for column in columns.clone() {
            let at = scene.geometry.at(row as i32, column as i32);
            let value = (scene.cell)(row, column);
            let fresh = scene.fresh == Some([row, column]);
            tile(scene, canvas, at, value, fresh);
        }
    }
    for &([row, column], value) in scene.moving {
        let [x, y] = scene.geometry.origin;
        let at = [x + scene.geometry.pitch[0] * column / 1_000, y + scene.geometry.pitch[1] * row / 1_000];
        tile(scene, canvas, at, value, false);
    }
}

fn tile(scene: &Scene<'_>, canvas: &mut Canvas<'_>, [x, y]: [i32; 2], value: u64, fresh: bool) {
    let theme = scene.theme;
    let [width, height] = scene.geometry.cell;
    if value == 0 {
        return outline(scene, canvas, [x, y], theme.quiet(), theme.pick("·", "."));
    }
    let text = value.to_string();
    let (ground, ink) = tile_colors(value);
    let middle = y + (height - 1) / 2;
    if theme.color && !theme.ascii {
        let style = Style::new().bg(ground).fg(ink).add_modifier(Modifier::BOLD);
        let style = if fresh { style.add_modifier(Modifier::UNDERLINED) } else { style };
        for line in 0..height {
            canvas.text(x, y + line, &" ".repeat(width as usize), style);
        }
        return canvas.centered(x, middle, width, &text, style);
    }
    let style = theme.ink(ground).add_modifier(Modifier::BOLD);
    if scene.geometry.is_bare {
        return canvas.centered(x, y, width, &text, style);
    }
    outline(scene, canvas, [x, y], style, " ");
    canvas.centered(x + 1, middle, width - 2, &text, style);
}

/// Draws the edges of a tile, with a symbol in its middle.
fn outline(scene: &Scene<'_>, canvas: &mut Canvas<'_>, [x, y]: [i32; 2], style: Style, inside: &str) {
    let theme = scene.theme;
    let [width, height] = scene.geometry.cell;
    let inner = (width - 2) as usize;
    if height < 3 {
        // A low tile has brackets at its sides.
        canvas.text(x, y, &" ".repeat(width as usize), style);
        if inside != " " {
            canvas.centered(x, y, width, inside, style);
        } else {
            canvas.put(x, y, "[", style);
            canvas.put(x + width - 1, y, "]", style);
        }
        return;
    }
    let bar = theme.pick("─", "-").repeat(inner);
    let [upper, lower] = if theme.ascii { [["+", "+"]; 2] } else { [["╭", "╮"], ["╰", "╯"]] };
    canvas.text(x, y, &format!("{}{bar}{}", upper[0], upper[1]), style);
    canvas.text(x, y + height - 1, &format!("{}{bar}{}", lower[0], lower[1]), style);
    for line in 1..height - 1 {
        let wall = theme.pick("│", "|");
        canvas.text(x, y + line, &format!("{wall}{}{wall}", " ".repeat(inner)), style);
    }
}
