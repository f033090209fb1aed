//! The theme: what the terminal can show, and the colors and symbols to use.

use ratatui::style::{Color, Modifier, Style};

/// What the terminal can show and the user wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Theme {
    /// Whether to use colors. Without them symbols and bold text make the difference.
    pub(crate) color: bool,
    /// Whether to draw with ASCII characters only.
    pub(crate) ascii: bool,
    /// Whether to animate moves.
    pub(crate) animation: bool,
}

impl Theme {
    /// Returns the symbol, or its ASCII replacement.
    pub(super) fn pick(self, symbol: &'static str, plain: &'static str) -> &'static str {
        if self.ascii { plain } else { symbol }
    }

    /// Returns a style with this text color, if colors are on.
    pub(super) fn ink(self, color: Color) -> Style {
        if self.color { Style::new().fg(color) } else { Style::new() }
    }

    /// Returns a style with a background color. Without colors the text is reversed.
    pub(super) fn ground(self, ground: Color, ink: Color) -> Style {
        if self.color {
            Style::new().bg(ground).fg(ink)
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        }
    }

    /// Returns the style of lines, empty cells and labels.
    pub(super) fn quiet(self) -> Style {
        if self.color { Style::new().fg(GREY) } else { Style::new().add_modifier(Modifier::DIM) }
    }

    /// Returns the style of headings and names.
    pub(super) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Returns the style of the cursor and of what can be pressed.
    pub(super) fn accent(self) -> Style {
        self.ink(ACCENT).add_modifier(Modifier::BOLD)
    }

    /// Returns the style of the selected row or field.
    pub(super) fn chosen(self) -> Style {
        self.ground(ACCENT, BLACK).add_modifier(Modifier::BOLD)
    }

    /// Returns the style of errors.
    pub(super) fn error(self) -> Style {
        self.ink(RED).add_modifier(Modifier::BOLD)
    }
}

// These are from the 256-color palette, which terminal themes do not change.
pub(super) const BLACK: Color = Color::Indexed(16);
pub(super) const WHITE: Color = Color::Indexed(231);
pub(super) const GREY: Color = Color::Indexed(244);
pub(super) const RED: Color = Color::Indexed(167);
pub(super) const YELLOW: Color = Color::Indexed(220);
pub(super) const BLUE: Color = Color::Indexed(69);
pub(super) const ACCENT: Color = Color::Indexed(79);

/// Returns the color of a value from 0, cold, to 1, hot.
pub(super) fn heat(share: f64) -> Color {
    const COLORS: [u8; 7] = [60, 67, 73, 114, 185, 214, 203];
    let index = (share.clamp(0.0, 1.0) * (COLORS.len() - 1) as f64).round() as usize;
    Color::Indexed(COLORS[index])
}

/// Returns the background and text color of a tile. Each power of two has its own color; they repeat after 16.
pub(super) fn tile(value: u64) -> (Color, Color) {
    const GROUNDS: [u8; 16] = [253, 230, 223, 216, 209, 203, 197, 161, 134, 99, 63, 33, 37, 35, 70, 142];
    let power = value.checked_ilog2().unwrap_or(0) as usize;
    let ink = if (5..14).contains(&power) { WHITE } else { BLACK };
    (Color::Indexed(GROUNDS[power % GROUNDS.len()]), ink)
}
