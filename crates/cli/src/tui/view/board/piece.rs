//! Draws discs, rings and pentagons of any size with quarter blocks.

use super::super::canvas::Canvas;
use crate::tui::pieces::{Form, Piece};
use crate::tui::theme::Theme;
use ratatui::style::{Modifier, Style};
use ratatui::text::Span;

/// Draws a piece into a cell of this size.
pub(super) fn draw(
    canvas: &mut Canvas<'_>,
    theme: Theme,
    piece: &Piece,
    at: [i32; 2],
    size: [i32; 2],
    marked: bool,
) {
    let [x, y] = at;
    match size {
        [_, 1] => small(canvas, theme, piece, at, size[0], marked),
        _ => {
            large(canvas, theme, piece, at, size, marked);
            if !piece.has_own_shape {
                let [width, height] = size;
                let text = middle(theme, piece, marked, width - 2);
                canvas.centered(x, y + (height - 1) / 2, width, &text, letter(theme, piece, marked));
            }
        }
    }
}

/// Draws the mark of a vanishing disc.
pub(super) fn vanish(canvas: &mut Canvas<'_>, theme: Theme, at: [i32; 2], [width, height]: [i32; 2]) {
    let star = theme.pick("✶", "*");
    let stars = star.repeat(if width >= 3 { 3 } else { 1 });
    canvas.centered(at[0], at[1] + (height - 1) / 2, width, &stars, theme.accent());
}

fn small(canvas: &mut Canvas<'_>, theme: Theme, piece: &Piece, [x, y]: [i32; 2], width: i32, marked: bool) {
    let ink = theme.ink(piece.color).add_modifier(Modifier::BOLD);
    let symbol = symbol(theme, piece, marked);
    if piece.has_own_shape || width < 3 {
        let style = if marked { ink.add_modifier(Modifier::REVERSED) } else { ink };
        let style = if piece.has_own_shape { ink } else { style };
        return canvas.centered(x, y, width, &symbol, style);
    }
    let style = letter(theme, piece, marked);
    if theme.color && !theme.ascii {
        canvas.put(x, y, "▐", ink);
        canvas.put(x + width - 1, y, "▌", ink);
        canvas.text(x + 1, y, &" ".repeat((width - 2) as usize), style);
        return canvas.centered(x + 1, y, width - 2, &symbol, style);
    }
    let [open, close] = match (piece.form, marked) {
        (_, true) => ["*", "*"],
        (Form::Ring, _) => ["[", "]"],
        _ => ["(", ")"],
    };
    canvas.put(x, y, open, Style::new());
    canvas.put(x + width - 1, y, close, Style::new());
    canvas.centered(x + 1, y, width - 2, &symbol, Style::new().add_modifier(Modifier::BOLD));
}

fn large(
    canvas: &mut Canvas<'_>,
    theme: Theme,
    piece: &Piece,
    [x, y]: [i32; 2],
    size: [i32; 2],
    marked: bool,
) {
    let style = theme.ink(piece.color);
    let filled = |across: f64, down: f64| covers(piece, theme, marked, across, down);
    let [width, height] = size;
    for row in 0..height {
        for column in 0..width {
            let quarter = |right: i32, low: i32| {
                let across = (f64::from(2 * column + right) + 0.5) / f64::from(width) - 1.0;
                let down = (f64::from(2 * row + low) + 0.5) / f64::from(height) - 1.0;
                filled(across, down)
            };
            let quarters = [quarter(0, 0), quarter(1, 0), quarter(0, 1), quarter(1, 1)];
            if theme.ascii {
                if quarters.iter().filter(|full| **full).count() >= 2 {
                    let plain = piece.plain[usize::from(marked)].to_string();
                    canvas.put(x + column, y + row, &plain, style);
                }
            } else if let Some(block) = block(quarters) {
                canvas.put(x + column, y + row, block, style);
            }
        }
    }
}

/// Returns whether a piece covers a point of its cell. Coordinates range from -1 to 1.
fn covers(piece: &Piece, theme: Theme, marked: bool, across: f64, down: f64) -> bool {
    let radius = across.hypot(down);
    match (piece.form, marked && piece.has_own_shape) {
        (Form::Disc, false) => radius <= 1.0,
        // A double circle.
        (Form::Disc, true) => radius <= 0.55 || (0.75..=1.05).contains(&radius),
        (Form::Pentagon, false) => pentagon(across, down, 1.0),
        // An outline.
        (Form::Pentagon, true) => pentagon(across, down, 1.0) && !pentagon(across, down, 0.62),
        // In color it is a full disc, and its letter tells the player.
        (Form::Ring, _) => radius <= 1.0 && (radius >= 0.7 || (theme.color && !theme.ascii)),
    }
}

/// Returns whether a point is inside a pentagon that stands on one side.
fn pentagon(across: f64, down: f64, size: f64) -> bool {
    (0..5).all(|side| {
        let angle = std::f64::consts::FRAC_PI_2 + f64::from(side) * std::f64::consts::TAU / 5.0;
        let apothem = 0.85;
        across * angle.cos() + down * angle.sin() <= apothem * size
    })
}

/// Returns the text in the middle of a large piece.
fn middle(theme: Theme, piece: &Piece, marked: bool, room: i32) -> String {
    let symbol = symbol(theme, piece, marked);
    match (marked, Span::raw(&symbol).width() as i32 + 2 <= room) {
        (true, true) => format!("{star}{symbol}{star}", star = theme.pick("★", "*")),
        (false, true) => format!(" {symbol} "),
        _ => symbol,
    }
}

fn letter(theme: Theme, piece: &Piece, marked: bool) -> Style {
    let style = match (theme.color, theme.ascii) {
        (true, false) => theme.ground(piece.color, piece.ink),
        (true, true) => theme.ink(piece.color),
        (false, _) => Style::new(),
    };
    let style = style.add_modifier(Modifier::BOLD);
    if marked { style.add_modifier(Modifier::UNDERLINED) } else { style }
}

fn symbol(theme: Theme, piece: &Piece, marked: bool) -> String {
    match (theme.ascii, marked) {
        (true, _) if piece.has_own_shape || !piece.symbol.is_ascii() => {
            piece.plain[usize::from(marked)].to_string()
        }
        (_, true) => piece.marked.clone(),
        (_, false) => piece.symbol.clone(),
    }
}

/// Returns the block with these quarters: upper left, upper right, lower left, lower right.
fn block(quarters: [bool; 4]) -> Option<&'static str> {
    const BLOCKS: [&str; 16] =
        ["", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"];
    let index = quarters.iter().enumerate().map(|(bit, &full)| usize::from(full) << bit).sum::<usize>();
    (index > 0).then(|| BLOCKS[index])
}
