//! The buttons in the last row, with their keys.

use super::model::{Shared, TableScreen, capital};
use super::regions::Click;
use super::update::Action;
use ratatui::layout::Rect;

/// A button with its key and label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Button {
    pub(super) area: Rect,
    pub(super) key: &'static str,
    pub(super) word: String,
    pub(super) click: Click,
}

/// A button that has no place yet: the key, the label and the action.
pub(super) type Label = (&'static str, String, Action);

/// The keys whose labels go first where there is no room for all.
const FOLD_ORDER: [&str; 12] = ["F10", "F6", "F7", "F2", "F5", "F4", "F3", "^R", "F8", "Esc", "F9", "F1"];

/// Returns the buttons of a game.
pub(super) fn table_buttons(table: &TableScreen) -> Vec<Label> {
    let mut buttons: Vec<Label> = vec![
        ("F1", "Help".into(), Action::Help),
        ("F2", "New".into(), Action::New),
        ("F3", "Undo".into(), Action::Undo),
        ("F4", "Hint".into(), Action::Hint),
        ("F5", "Analysis".into(), Action::Values),
        ("F6", "Save".into(), Action::Save),
        ("F7", "Open".into(), Action::Games),
    ];
    if table.can_redo() {
        buttons.insert(3, ("^R", "Redo".into(), Action::Redo));
    }
    if table.has_engines() && table.table.ending().is_none() {
        let word = if table.paused { "Resume" } else { "Pause" };
        buttons.push(("F8", word.into(), Action::Stop));
    }
    if let Some((word, _)) = table.button() {
        buttons.push(("F9", capital(word), Action::Special));
    } else if table.can_continue() {
        buttons.push(("F9", "Continue".into(), Action::Special));
    }
    if table.can_exchange() {
        buttons.push(("F10", "View".into(), Action::Exchange));
    }
    buttons.push(("Esc", "Back".into(), Action::Back));
    buttons
}

/// Lays out buttons in the last row. Where they do not fit, some show their key alone.
pub(super) fn button_row(shared: &Shared, labels: impl IntoIterator<Item = Label>) -> Vec<Button> {
    let [width, height] = shared.size;
    let mut labels: Vec<Label> = labels.into_iter().collect();
    let mut foldable = FOLD_ORDER.into_iter();
    while total(&labels) > width
        && let Some(folded) = foldable.next()
    {
        labels.iter_mut().filter(|(key, ..)| *key == folded).for_each(|(_, word, _)| word.clear());
    }
    let mut x = 0;
    let place = |label: Label| {
        let area = Rect::new(x, height - 1, button_width(&label), 1);
        x += area.width + 1;
        let (key, word, action) = label;
        Button { area, key, word, click: Click::Do(action) }
    };
    labels.into_iter().map(place).collect()
}

fn button_width((key, word, _): &Label) -> u16 {
    (key.len() + usize::from(!word.is_empty()) + word.len()) as u16
}

fn total(labels: &[Label]) -> u16 {
    labels.iter().map(|label| button_width(label) + 1).sum::<u16>().saturating_sub(1)
}
