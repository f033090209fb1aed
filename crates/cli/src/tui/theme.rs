//! How things look: what the terminal can show, and the colors and symbols that follow from it.

use ratatui::style::{Color, Modifier, Style};

/// What the terminal can show, and what its owner wants to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Theme {
    /// Whether there are colors; if not, symbols and weight tell things apart.
    pub(crate) color: bool,
    /// Whether only plain ASCII may be drawn.
    pub(crate) ascii: bool,
    /// Whether discs fall and tiles slide.
    pub(crate) animation: bool,
}

impl Theme {
    /// A symbol, or its plain stand-in.
    pub(super) fn pick(self, symbol: &'static str, plain: &'static str) -> &'static str {
        if self.ascii { plain } else { symbol }
    }

    /// A style that is a color where there are colors.
    pub(super) fn ink(self, color: Color) -> Style {
        if self.color { Style::new().fg(color) } else { Style::new() }
    }

    /// Text on a colored ground; without colors it stands out by being reversed.
    pub(super) fn ground(self, ground: Color, ink: Color) -> Style {
        if self.color {
            Style::new().bg(ground).fg(ink)
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        }
    }

    /// What is there but should not be looked at first: lines, empty cells, labels.
    pub(super) fn quiet(self) -> Style {
        if self.color { Style::new().fg(GREY) } else { Style::new().add_modifier(Modifier::DIM) }
    }

    /// Headings and names.
    pub(super) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// Where the cursor is, and what can be pressed.
    pub(super) fn accent(self) -> Style {
        self.ink(ACCENT).add_modifier(Modifier::BOLD)
    }

    /// What is chosen in a list or a form.
    pub(super) fn chosen(self) -> Style {
        self.ground(ACCENT, BLACK).add_modifier(Modifier::BOLD)
    }

    /// What went wrong.
    pub(super) fn alarm(self) -> Style {
        self.ink(RED).add_modifier(Modifier::BOLD)
    }
}

// From the 256 colors, which look the same on light and dark grounds.
pub(super) const BLACK: Color = Color::Indexed(16);
pub(super) const WHITE: Color = Color::Indexed(231);
pub(super) const GREY: Color = Color::Indexed(244);
pub(super) const RED: Color = Color::Indexed(167);
pub(super) const YELLOW: Color = Color::Indexed(220);
pub(super) const BLUE: Color = Color::Indexed(69);
pub(super) const ACCENT: Color = Color::Indexed(79);

/// The ground and the ink of a tile: one color for each power of two, from pale to deep and round again.
pub(super) fn tile(value: u64) -> (Color, Color) {
    const GROUNDS: [u8; 16] = [253, 230, 223, 216, 209, 203, 197, 161, 134, 99, 63, 33, 37, 35, 70, 142];
    let power = value.checked_ilog2().unwrap_or(0) as usize;
    let ink = if (5..14).contains(&power) { WHITE } else { BLACK };
    (Color::Indexed(GROUNDS[power % GROUNDS.len()]), ink)
}
