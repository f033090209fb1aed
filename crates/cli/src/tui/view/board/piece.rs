//! Discs, rings and pentagons of any size, drawn with quarter blocks.

use super::super::canvas::Canvas;
use crate::tui::pieces::{Form, Piece};
use crate::tui::theme::Theme;
use ratatui::style::{Modifier, Style};
use ratatui::text::Span;

/// Draws a piece into a cell of this size.
pub(super) fn draw(
    canvas: &mut Canvas<'_>,
    look: Theme,
    piece: &Piece,
    at: [i32; 2],
    size: [i32; 2],
    marked: bool,
) {
    let [x, y] = at;
    match size {
        [_, 1] => small(canvas, look, piece, at, size[0], marked),
        _ => {
            large(canvas, look, piece, at, size, marked);
            if !piece.speaks {
                let [width, height] = size;
                let text = middle(look, piece, marked, width - 2);
                canvas.centered(x, y + (height - 1) / 2, width, &text, letter(look, piece, marked));
            }
        }
    }
}

/// The mark of discs that vanish.
pub(super) fn vanish(canvas: &mut Canvas<'_>, look: Theme, at: [i32; 2], [width, height]: [i32; 2]) {
    let star = look.pick("✶", "*");
    let stars = star.repeat(if width >= 3 { 3 } else { 1 });
    canvas.centered(at[0], at[1] + (height - 1) / 2, width, &stars, look.accent());
}

fn small(canvas: &mut Canvas<'_>, look: Theme, piece: &Piece, [x, y]: [i32; 2], width: i32, marked: bool) {
    let ink = look.ink(piece.color).add_modifier(Modifier::BOLD);
    let symbol = symbol(look, piece, marked);
    if piece.speaks || width < 3 {
        let style = if marked { ink.add_modifier(Modifier::REVERSED) } else { ink };
        let style = if piece.speaks { ink } else { style };
        return canvas.centered(x, y, width, &symbol, style);
    }
    let style = letter(look, piece, marked);
    if look.color && !look.ascii {
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
    look: Theme,
    piece: &Piece,
    [x, y]: [i32; 2],
    size: [i32; 2],
    marked: bool,
) {
    let style = look.ink(piece.color);
    let filled = |across: f64, down: f64| covers(piece, look, marked, across, down);
    let [width, height] = size;
    for row in 0..height {
        for column in 0..width {
            let quarter = |right: i32, low: i32| {
                let across = (f64::from(2 * column + right) + 0.5) / f64::from(width) - 1.0;
                let down = (f64::from(2 * row + low) + 0.5) / f64::from(height) - 1.0;
                filled(across, down)
            };
            let quarters = [quarter(0, 0), quarter(1, 0), quarter(0, 1), quarter(1, 1)];
            if look.ascii {
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

/// Whether a piece covers a point of its cell, which reaches from -1 to 1 both ways.
fn covers(piece: &Piece, look: Theme, marked: bool, across: f64, down: f64) -> bool {
    let radius = across.hypot(down);
    match (piece.form, marked && piece.speaks) {
        (Form::Disc, false) => radius <= 1.0,
        // A double circle.
        (Form::Disc, true) => radius <= 0.55 || (0.75..=1.05).contains(&radius),
        (Form::Pentagon, false) => pentagon(across, down, 1.0),
        // An outline.
        (Form::Pentagon, true) => pentagon(across, down, 1.0) && !pentagon(across, down, 0.62),
        // In color a full disc looks better, and its letter tells whose it is.
        (Form::Ring, _) => radius <= 1.0 && (radius >= 0.7 || (look.color && !look.ascii)),
    }
}

/// A pentagon that stands on one of its sides.
fn pentagon(across: f64, down: f64, size: f64) -> bool {
    (0..5).all(|side| {
        let angle = std::f64::consts::FRAC_PI_2 + f64::from(side) * std::f64::consts::TAU / 5.0;
        let apothem = 0.85;
        across * angle.cos() + down * angle.sin() <= apothem * size
    })
}

/// The text in the middle of a large piece.
fn middle(look: Theme, piece: &Piece, marked: bool, room: i32) -> String {
    let symbol = symbol(look, piece, marked);
    match (marked, Span::raw(&symbol).width() as i32 + 2 <= room) {
        (true, true) => format!("{star}{symbol}{star}", star = look.pick("★", "*")),
        (false, true) => format!(" {symbol} "),
        _ => symbol,
    }
}

fn letter(look: Theme, piece: &Piece, marked: bool) -> Style {
    let style = match (look.color, look.ascii) {
        (true, false) => look.ground(piece.color, piece.ink),
        (true, true) => look.ink(piece.color),
        (false, _) => Style::new(),
    };
    let style = style.add_modifier(Modifier::BOLD);
    if marked { style.add_modifier(Modifier::UNDERLINED) } else { style }
}

fn symbol(look: Theme, piece: &Piece, marked: bool) -> String {
    match (look.ascii, marked) {
        (true, _) if piece.speaks || !piece.symbol.is_ascii() => piece.plain[usize::from(marked)].to_string(),
        (_, true) => piece.marked.clone(),
        (_, false) => piece.symbol.clone(),
    }
}

/// The block with these quarters: upper left, upper right, lower left, lower right.
fn block(quarters: [bool; 4]) -> Option<&'static str> {
    const BLOCKS: [&str; 16] =
        ["", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"];
    let index = quarters.iter().enumerate().map(|(bit, &full)| usize::from(full) << bit).sum::<usize>();
    (index > 0).then(|| BLOCKS[index])
}
