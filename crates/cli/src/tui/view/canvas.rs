//! An area of the screen that clips what is drawn outside it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Span;

/// An area of the screen. Positions are the screen's and may lie outside.
pub(super) struct Canvas<'a> {
    pub(super) buffer: &'a mut Buffer,
    pub(super) clip: Rect,
}

impl Canvas<'_> {
    /// Draws one symbol.
    pub(super) fn put(&mut self, x: i32, y: i32, symbol: &str, style: Style) {
        let (Ok(x), Ok(y)) = (u16::try_from(x), u16::try_from(y)) else { return };
        let width = Span::raw(symbol).width() as u16;
        let inside = self.clip.contains((x, y).into()) && x + width <= self.clip.right();
        if inside && let Some(cell) = self.buffer.cell_mut((x, y)) {
            cell.reset();
            cell.set_symbol(symbol).set_style(style);
        }
    }

    /// Draws a text from left to right.
    pub(super) fn text(&mut self, x: i32, y: i32, text: &str, style: Style) {
        let mut at = x;
        let mut letter = [0; 4];
        for symbol in text.chars() {
            let symbol = &*symbol.encode_utf8(&mut letter);
            let width = Span::raw(symbol).width() as i32;
            if width > 0 {
                self.put(at, y, symbol, style);
                at += width;
            }
        }
    }

    /// Draws a text centered in `room` columns. A longer text is cut.
    pub(super) fn centered(&mut self, x: i32, y: i32, room: i32, text: &str, style: Style) {
        let text = cut(text, room);
        let width = Span::raw(&text).width() as i32;
        self.text(x + (room - width) / 2, y, &text, style);
    }
}

/// Returns the start of a text that fits into `room` columns.
pub(super) fn cut(text: &str, room: i32) -> String {
    let mut left = room;
    let mut letter = [0; 4];
    let fits = |symbol: &char| {
        left -= Span::raw(&*symbol.encode_utf8(&mut letter)).width() as i32;
        left >= 0
    };
    text.chars().take_while(fits).collect()
}
