//! A position as a picture, for the previews of links.

use crate::png;
use parlor_play::{Layout, PieceKind, View};
use tiny_skia::{Color, FillRule, LineCap, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};

/// The size that sites show previews in, in pixels.
const WIDTH: f32 = 1200.0;
const HEIGHT: f32 = 630.0;
/// The room around the board.
const MARGIN: f32 = 45.0;

const PAPER: u32 = 0xf6f3ec;
const SUNK: u32 = 0xe3dccd;
const SLAB: u32 = 0x35597a;
const RED: u32 = 0xc4372a;
const YELLOW: u32 = 0xf1b42f;
const BLUE: u32 = 0x2a5ca6;
const WHITE: u32 = 0xffffff;
const INK: u32 = 0x3a352a;

/// The tiles' colors, from 1 up, as the page has them.
const TILES: [u32; 16] = [
    0xfbf6ea, 0xf3e4bf, 0xf2d08d, 0xefb35a, 0xe98f43, 0xbf4a1d, 0xab3230, 0x962e5d, 0x73347f, 0x503f97,
    0x2d54a5, 0x1d6488, 0x156a5a, 0x2b6630, 0x56590f, 0x2a2a2a,
];

/// The strokes of the digits on a grid 2 wide and 4 high, as a display of seven segments has them.
const SEGMENTS: [(f32, f32, f32, f32); 7] = [
    (0.0, 0.0, 2.0, 0.0),
    (2.0, 0.0, 2.0, 2.0),
    (2.0, 2.0, 2.0, 4.0),
    (0.0, 4.0, 2.0, 4.0),
    (0.0, 2.0, 0.0, 4.0),
    (0.0, 0.0, 0.0, 2.0),
    (0.0, 2.0, 2.0, 2.0),
];
/// Which segments each digit has, the first in the lowest bit.
const DIGITS: [u8; 10] = [0x3f, 0x06, 0x5b, 0x4f, 0x66, 0x6d, 0x7d, 0x07, 0x7f, 0x6f];

/// Draws a position and returns it as PNG; none if the memory for it is missing.
pub(crate) fn draw(view: &View, pieces: PieceKind) -> Option<Vec<u8>> {
    let mut canvas = Canvas { pixmap: Pixmap::new(WIDTH as u32, HEIGHT as u32)? };
    canvas.pixmap.fill(color(PAPER));
    match view.layout {
        Layout::Diamond => canvas.diamond(view),
        Layout::Columns | Layout::Panel => canvas.grid(view, pieces),
    }
    // The paper covers all of it, so no pixel is transparent.
    let rgb: Vec<u8> =
        canvas.pixmap.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
    png::encode(WIDTH as u32, HEIGHT as u32, &rgb).ok()
}

struct Canvas {
    pixmap: Pixmap,
}

impl Canvas {
    /// Draws rows and columns, as large as they fit.
    fn grid(&mut self, view: &View, pieces: PieceKind) {
        let (rows, columns) = (view.rows.max(1) as f32, view.columns.max(1) as f32);
        let side = ((WIDTH - 2.0 * MARGIN) / columns).min((HEIGHT - 2.0 * MARGIN) / rows);
        let (left, top) = ((WIDTH - side * columns) / 2.0, (HEIGHT - side * rows) / 2.0);
        let edge = (side * 0.12).min(14.0);
        let (board, hole) = if pieces == PieceKind::Disc { (SLAB, PAPER) } else { (SUNK, PAPER) };
        self.rectangle(left - edge, top - edge, side * columns + 2.0 * edge, side * rows + 2.0 * edge, board);
        for (row, cells) in view.cells.iter().enumerate() {
            for (column, value) in cells.iter().enumerate() {
                let (x, y) = (left + (column as f32 + 0.5) * side, top + (row as f32 + 0.5) * side);
                if pieces == PieceKind::Tile {
                    self.tile(x, y, side * 0.46, *value);
                } else if *value == 0 {
                    self.circle(x, y, side * 0.4, hole);
                } else {
                    let other = if pieces == PieceKind::Shape { BLUE } else { YELLOW };
                    self.piece(x, y, side * 0.4, *value, other, view.line.contains(&[row, column]));
                }
            }
        }
    }

    /// Draws a diamond of six-sided cells, as large as it fits.
    fn diamond(&mut self, view: &View) {
        let (rows, columns) = (view.rows.max(1) as f32, view.columns.max(1) as f32);
        let (wide, high) = (columns + (rows - 1.0) / 2.0, 0.75 * (rows - 1.0) + 1.0);
        // The height of a cell is its radius twice, the width its radius times the root of 3.
        let root = 3f32.sqrt();
        let radius = ((WIDTH - 2.0 * MARGIN) / (wide * root)).min((HEIGHT - 2.0 * MARGIN) / (2.0 * high));
        let (left, top) = ((WIDTH - wide * root * radius) / 2.0, (HEIGHT - 2.0 * high * radius) / 2.0);
        let middle = |row: f32, column: f32| {
            (left + (column + row / 2.0 + 0.5) * root * radius, top + (1.0 + 1.5 * row) * radius)
        };
        let corners = [
            middle(0.0, 0.0),
            middle(0.0, columns - 1.0),
            middle(rows - 1.0, columns - 1.0),
            middle(rows - 1.0, 0.0),
        ];
        for (index, side) in [BLUE, RED, BLUE, RED].into_iter().enumerate() {
            let ((x, y), (right, down)) = (corners[index], corners[(index + 1) % 4]);
            self.line(&[(x, y, right, down)], radius * 2.3, side);
        }
        for (row, cells) in view.cells.iter().enumerate() {
            for (column, value) in cells.iter().enumerate() {
                let (x, y) = middle(row as f32, column as f32);
                self.hexagon(x, y, radius * 0.96);
                if *value > 0 {
                    self.piece(x, y, radius * 0.66, *value, BLUE, view.line.contains(&[row, column]));
                }
            }
        }
    }

    /// Draws a player's piece with its sign, so that players differ in more than color.
    fn piece(&mut self, x: f32, y: f32, radius: f32, player: u64, other: u32, is_marked: bool) {
        self.circle(x, y, radius, if player == 1 { RED } else { other });
        let sign = radius * 0.38;
        let ink = if other == YELLOW && player != 1 { INK } else { WHITE };
        if player == 1 {
            self.ring(x, y, sign, radius * 0.16, ink);
        } else {
            let cross = [(x - sign, y - sign, x + sign, y + sign), (x - sign, y + sign, x + sign, y - sign)];
            self.line(&cross, radius * 0.18, ink);
        }
        if is_marked {
            self.ring(x, y, radius, radius * 0.16, WHITE);
        }
    }

    fn tile(&mut self, x: f32, y: f32, half: f32, value: u64) {
        let step = value.checked_ilog2();
        let fill = step.map_or(PAPER, |step| TILES[(step as usize).min(TILES.len() - 1)]);
        self.rectangle(x - half, y - half, 2.0 * half, 2.0 * half, fill);
        if value > 0 {
            let ink = if step.unwrap_or(0) < 5 { INK } else { WHITE };
            self.number(x, y, half * 1.5, value, ink);
        }
    }

    /// Writes a number around a point, no wider than this.
    fn number(&mut self, x: f32, y: f32, width: f32, value: u64, ink: u32) {
        let digits: Vec<usize> = value.to_string().bytes().map(|digit| usize::from(digit - b'0')).collect();
        let unit = (width / (3.0 * digits.len() as f32)).min(width / 8.0);
        let left = x - unit * (3.0 * digits.len() as f32 - 1.0) / 2.0;
        let mut lines = Vec::new();
        for (index, digit) in digits.into_iter().enumerate() {
            let (from, top) = (left + 3.0 * unit * index as f32, y - 2.0 * unit);
            for (bit, (right, down, to, bottom)) in SEGMENTS.into_iter().enumerate() {
                if DIGITS[digit] & (1 << bit) != 0 {
                    lines.push((
                        from + right * unit,
                        top + down * unit,
                        from + to * unit,
                        top + bottom * unit,
                    ));
                }
            }
        }
        self.line(&lines, unit * 0.7, ink);
    }

    fn circle(&mut self, x: f32, y: f32, radius: f32, fill: u32) {
        self.fill(PathBuilder::from_circle(x, y, radius), fill);
    }

    fn rectangle(&mut self, x: f32, y: f32, width: f32, height: f32, fill: u32) {
        self.fill(Rect::from_xywh(x, y, width, height).map(PathBuilder::from_rect), fill);
    }

    fn hexagon(&mut self, x: f32, y: f32, radius: f32) {
        let mut path = PathBuilder::new();
        for corner in 0..6 {
            let angle = (60.0 * corner as f32 - 90.0).to_radians();
            let (across, down) = (x + radius * angle.cos(), y + radius * angle.sin());
            if corner == 0 { path.move_to(across, down) } else { path.line_to(across, down) }
        }
        path.close();
        self.fill(path.finish(), 0xfffdf9);
    }

    fn ring(&mut self, x: f32, y: f32, radius: f32, width: f32, ink: u32) {
        self.stroke(PathBuilder::from_circle(x, y, radius), width, ink);
    }

    fn line(&mut self, lines: &[(f32, f32, f32, f32)], width: f32, ink: u32) {
        let mut path = PathBuilder::new();
        for (x, y, right, down) in lines {
            path.move_to(*x, *y);
            path.line_to(*right, *down);
        }
        self.stroke(path.finish(), width, ink);
    }

    fn fill(&mut self, path: Option<Path>, fill: u32) {
        if let Some(path) = path {
            self.pixmap.fill_path(&path, &paint(fill), FillRule::Winding, Transform::identity(), None);
        }
    }

    fn stroke(&mut self, path: Option<Path>, width: f32, ink: u32) {
        let stroke = Stroke { width, line_cap: LineCap::Round, ..Stroke::default() };
        if let Some(path) = path {
            self.pixmap.stroke_path(&path, &paint(ink), &stroke, Transform::identity(), None);
        }
    }
}

fn paint(rgb: u32) -> Paint<'static> {
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color(color(rgb));
    paint
}

fn color(rgb: u32) -> Color {
    let [_, red, green, blue] = rgb.to_be_bytes();
    Color::from_rgba8(red, green, blue, 255)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlor_play::{Options, games};

    #[test]
    fn every_game_has_a_picture_with_more_than_paper_on_it() {
        for game in games() {
            let view = game.start(&Options::default()).unwrap().view();
            let png = draw(&view, game.info().pieces).unwrap();
            let pixmap = Pixmap::decode_png(&png).unwrap();
            assert_eq!((pixmap.width(), pixmap.height()), (1200, 630));
            let paper = color(PAPER).premultiply().to_color_u8();
            let drawn = pixmap.pixels().iter().filter(|pixel| **pixel != paper).count();
            assert!(drawn > 20_000, "{}: {drawn} pixels", game.info().name);
        }
    }
}
