//! Boards: columns, a diamond, a panel of tiles.

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

/// Everything that is to be seen on a board.
pub(in crate::tui) struct Scene<'a> {
    pub(in crate::tui) look: Theme,
    pub(in crate::tui) geometry: &'a Geometry,
    pub(in crate::tui) pieces: &'a [Piece; 2],
    /// What a cell holds.
    pub(in crate::tui) cell: &'a dyn Fn(usize, usize) -> u64,
    /// How many columns there are, without one still to come.
    pub(in crate::tui) columns: usize,
    pub(in crate::tui) marks: &'a [[usize; 2]],
    /// Cells whose pieces are just vanishing.
    pub(in crate::tui) vanishing: &'a [[usize; 2]],
    /// Pieces on their way: row and column in thousandths, and what they are.
    pub(in crate::tui) moving: &'a [([i32; 2], u64)],
    /// A tile that has just appeared.
    pub(in crate::tui) fresh: Option<[usize; 2]>,
    pub(in crate::tui) cursor: Option<[usize; 2]>,
    pub(in crate::tui) last: Option<[usize; 2]>,
    pub(in crate::tui) hint: Option<[usize; 2]>,
    /// Whether there is room for numbers and rx at the edges.
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
    more_arrows(scene, &mut canvas);
}

/// Arrows at the edges past which there is more of the board.
fn more_arrows(scene: &Scene<'_>, canvas: &mut Canvas<'_>) {
    let look = scene.look;
    for ([x, y], toward) in scene.geometry.arrows() {
        canvas.put(i32::from(x), i32::from(y), toward.symbol(look), look.accent());
    }
}

impl Scene<'_> {
    /// The piece of a player, where a cell holds one.
    fn piece(&self, holds: u64) -> Option<&Piece> {
        match holds {
            1 => Some(&self.pieces[0]),
            2 => Some(&self.pieces[1]),
            _ => None,
        }
    }
}
