//! Draws boards: columns, a diamond of hexagons, a panel of tiles.

mod columns;
mod diamond;
mod panel;
mod piece;

use super::canvas::Canvas;
use crate::tui::geometry::Geometry;
use crate::tui::pieces::Piece;
use crate::tui::theme::Theme;
use parlor_play::Layout;
use ratatui::buffer::Buffer;

/// Everything that a board shows.
pub(in crate::tui) struct Scene<'a> {
    pub(in crate::tui) theme: Theme,
    pub(in crate::tui) geometry: &'a Geometry,
    pub(in crate::tui) pieces: &'a [Piece; 2],
    /// Returns the value of a cell.
    pub(in crate::tui) cell: &'a dyn Fn(usize, usize) -> u64,
    /// The number of columns, without a new one that growing offers.
    pub(in crate::tui) columns: usize,
    pub(in crate::tui) marks: &'a [[usize; 2]],
    /// Cells whose pieces are vanishing.
    pub(in crate::tui) vanishing: &'a [[usize; 2]],
    /// Moving pieces: row and column in thousandths, and the value of the cell.
    pub(in crate::tui) moving: &'a [([i32; 2], u64)],
    /// A tile that has just appeared.
    pub(in crate::tui) fresh: Option<[usize; 2]>,
    pub(in crate::tui) cursor: Option<[usize; 2]>,
    pub(in crate::tui) last: Option<[usize; 2]>,
    pub(in crate::tui) hint: Option<[usize; 2]>,
    /// The values of moves on empty cells, from 0 to 1.
    pub(in crate::tui) heat: &'a [([usize; 2], f64)],
    /// Whether there is room for numbers and letters at the edges.
    pub(in crate::tui) labels: bool,
}

/// Draws a board.
pub(in crate::tui) fn draw(scene: &Scene<'_>, buffer: &mut Buffer) {
    let mut canvas = Canvas { buffer, clip: scene.geometry.clip };
    match scene.geometry.layout {
        Layout::Columns => columns::draw(scene, &mut canvas),
        Layout::Diamond => diamond::draw(scene, &mut canvas),
        Layout::Panel => panel::draw(scene, &mut canvas),
    }
    // A thumbnail has no labels and can't be scrolled.
    if scene.labels {
        more_arrows(scene, &mut canvas);
    }
}

/// Draws arrows at the edges beyond which the board continues.
fn more_arrows(scene: &Scene<'_>, canvas: &mut Canvas<'_>) {
    let theme = scene.theme;
    for ([x, y], direction) in scene.geometry.arrows() {
        canvas.put(i32::from(x), i32::from(y), direction.symbol(theme), theme.accent());
    }
}

impl Scene<'_> {
    /// Returns the value of a move on a cell.
    fn heat(&self, cell: [usize; 2]) -> Option<f64> {
        self.heat.iter().find(|(at, _)| *at == cell).map(|(_, share)| *share)
    }

    /// Returns the piece for the value of a cell.
    fn piece(&self, holds: u64) -> Option<&Piece> {
        match holds {
            1 => Some(&self.pieces[0]),
            2 => Some(&self.pieces[1]),
            _ => None,
        }
    }
}
