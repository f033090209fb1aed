//! The layout of the overlays.

use super::buttons::Button;
use super::help;
use super::model::{App, ListMode, Overlay};
use super::regions::Click;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

/// The layout of an overlay.
pub(super) struct OverlayRegions {
    pub(super) area: Rect,
    pub(super) rows: Vec<(Rect, usize)>,
    /// The area of the text input, if there is one.
    pub(super) input: Option<Rect>,
    pub(super) buttons: Vec<Button>,
}

/// Returns the window of the help: as high as its text, if there is room.
pub(super) fn help_area([width, height]: [u16; 2]) -> Rect {
    let columns = width.min(78);
    let lines = (help::lines(columns as usize).len() as u16 + 4).min(height);
    Rect::new((width - columns) / 2, (height - lines) / 2, columns, lines)
}

pub(super) fn overlay(app: &App, overlay: &Overlay) -> OverlayRegions {
    let [width, height] = app.shared.size;
    let wanted = match overlay {
        Overlay::Help(_) => {
            let area = help_area(app.shared.size);
            [area.width, area.height]
        }
        Overlay::Save(_) | Overlay::Open(_) => [70, 7],
        Overlay::Games(_) => [width.min(100) - 4, height - 4],
        Overlay::StartPrograms { commands, .. } => [70, 6 + 2 * commands.len() as u16],
    };
    let [columns, lines] = [wanted[0].min(width), wanted[1].min(height)];
    let area = Rect::new((width - columns) / 2, (height - lines) / 2, columns, lines);
    let mut rows = Vec::new();
    if let Overlay::Games(list) = overlay {
        let count = list.rows(app.games.as_deref().unwrap_or_default()).len();
        let room = lines.saturating_sub(5) as usize;
        let first = list.first_shown(count, room);
        let shown = (first..count).take(room);
        rows = shown
            .enumerate()
            .map(|(line, index)| (Rect::new(area.x + 2, area.y + 2 + line as u16, columns - 4, 1), index))
            .collect();
    }
    let input = match overlay {
        Overlay::Help(_) | Overlay::StartPrograms { .. } => None,
        Overlay::Save(_) | Overlay::Open(_) => Some(Rect::new(area.x + 2, area.y + 2, columns - 4, 1)),
        Overlay::Games(list) => list.input_label().map(|label| {
            let label = label.len() as u16;
            Rect::new(area.x + 2 + label, area.bottom() - 3, (columns - 4).saturating_sub(label), 1)
        }),
    };
    let bottom = area.bottom() - 2;
    let button = |x: u16, key: &'static str, word: &str, click| Button {
        area: Rect::new(area.x + x, bottom, (key.len() + 1 + word.len()) as u16, 1),
        key,
        word: word.into(),
        click,
    };
    let buttons = match overlay {
        Overlay::Help(_) => vec![button(2, "Esc", "Close", Click::Close)],
        Overlay::Save(_) => {
            vec![button(2, "Enter", "Save", Click::Confirm), button(14, "Esc", "Close", Click::Close)]
        }
        Overlay::Open(_) => {
            vec![button(2, "Enter", "Open", Click::Confirm), button(14, "Esc", "Close", Click::Close)]
        }
        Overlay::StartPrograms { .. } => {
            vec![button(2, "y", "Start", Click::Confirm), button(11, "Esc", "Cancel", Click::Close)]
        }
        Overlay::Games(list) => {
            let letter = |x, key, word, letter| button(x, key, word, Click::Key(KeyCode::Char(letter)));
            let leave = |x, word| button(x, "Esc", word, Click::Key(KeyCode::Esc));
            let enter = |word| button(2, "Enter", word, Click::Key(KeyCode::Enter));
            match list.mode {
                ListMode::Search => vec![enter("Search"), leave(16, "Show all")],
                ListMode::Rename(_) => vec![enter("Rename"), leave(16, "Cancel")],
                ListMode::Delete => vec![letter(2, "y", "Delete", 'y'), leave(12, "Cancel")],
                ListMode::Select => {
                    let mut buttons = vec![enter("Open"), leave(14, "Close"), letter(25, "/", "Search", '/')];
                    if list.file.is_none() {
                        buttons.push(letter(35, "r", "Rename", 'r'));
                        buttons.push(letter(45, "d", "Delete", 'd'));
                    }
                    buttons
                }
            }
        }
    };
    OverlayRegions { area, rows, input, buttons }
}
