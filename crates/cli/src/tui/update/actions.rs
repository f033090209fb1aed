//! Keys and what they ask for: the same at every table.
//!
//! In hex rx and digits type a cell, so nothing else is a bare letter anywhere: commands are function keys, or
//! Ctrl with a letter where a terminal keeps its function keys for itself.

use crate::tui::theme::Theme;
use parlor_play::Layout;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What somebody at a table asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Help,
    New,
    Undo,
    Hint,
    Values,
    Save,
    Games,
    /// Stops the engines, or lets them go on.
    Stop,
    /// The button of the game's own: swap, go on.
    Special,
    Back,
    /// Enter: makes the move at the cursor, or hurries the engine.
    Act,
    Move(Toward),
    /// Looks further that way on a board larger than the screen.
    Scroll(Toward),
    Type(char),
    Erase,
    StepBack,
    StepOn,
    First,
    Last,
    /// Looks at the position after so many plies.
    LookAt(usize),
    /// Makes the move on this cell.
    Cell([usize; 2]),
    /// Presses an arrow of the game's own.
    Press(Toward),
}

/// A direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Toward {
    Up,
    Down,
    Left,
    Right,
}

impl Toward {
    /// How a spot names it.
    pub(in crate::tui) fn word(self) -> &'static str {
        match self {
            Toward::Up => "up",
            Toward::Down => "down",
            Toward::Left => "left",
            Toward::Right => "right",
        }
    }
}

impl Toward {
    /// An arrow.
    pub(in crate::tui) fn symbol(self, look: Theme) -> &'static str {
        match self {
            Toward::Up => look.pick("▲", "^"),
            Toward::Down => look.pick("▼", "v"),
            Toward::Left => look.pick("◀", "<"),
            Toward::Right => look.pick("▶", ">"),
        }
    }
}

/// Whether a key ends the program from anywhere.
pub(super) fn is_quit(key: KeyEvent) -> bool {
    let held = key.modifiers.contains(KeyModifiers::CONTROL);
    held && matches!(key.code, KeyCode::Char('c' | 'q'))
}

/// What a key asks for at a table with this layout.
pub(crate) fn action(key: KeyEvent, layout: Layout) -> Option<Action> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('n') => Some(Action::New),
            KeyCode::Char('u' | 'z') => Some(Action::Undo),
            KeyCode::Char('t') => Some(Action::Hint),
            KeyCode::Char('e') => Some(Action::Values),
            KeyCode::Char('s') => Some(Action::Save),
            KeyCode::Char('o') => Some(Action::Games),
            KeyCode::Char('p') => Some(Action::Stop),
            KeyCode::Char('x') => Some(Action::Special),
            _ => None,
        };
    }
    if key.modifiers.contains(KeyModifiers::SHIFT) {
        let toward = match key.code {
            KeyCode::Up => Some(Toward::Up),
            KeyCode::Down => Some(Toward::Down),
            KeyCode::Left => Some(Toward::Left),
            KeyCode::Right => Some(Toward::Right),
            _ => None,
        };
        if let Some(toward) = toward {
            return Some(Action::Scroll(toward));
        }
    }
    // Where rx type cells they do not move the cursor.
    let letters_are_free = layout != Layout::Diamond;
    Some(match key.code {
        KeyCode::F(1) | KeyCode::Char('?') => Action::Help,
        KeyCode::F(2) => Action::New,
        KeyCode::F(3) => Action::Undo,
        KeyCode::F(4) => Action::Hint,
        KeyCode::F(5) => Action::Values,
        KeyCode::F(6) => Action::Save,
        KeyCode::F(7) => Action::Games,
        KeyCode::F(8) => Action::Stop,
        KeyCode::F(9) => Action::Special,
        KeyCode::Esc => Action::Back,
        KeyCode::Enter | KeyCode::Char(' ') => Action::Act,
        KeyCode::Up => Action::Move(Toward::Up),
        KeyCode::Down => Action::Move(Toward::Down),
        KeyCode::Left => Action::Move(Toward::Left),
        KeyCode::Right => Action::Move(Toward::Right),
        KeyCode::Char('h') if letters_are_free => Action::Move(Toward::Left),
        KeyCode::Char('j') if letters_are_free => Action::Move(Toward::Down),
        KeyCode::Char('k') if letters_are_free => Action::Move(Toward::Up),
        KeyCode::Char('l') if letters_are_free => Action::Move(Toward::Right),
        KeyCode::Char('[') | KeyCode::PageUp => Action::StepBack,
        KeyCode::Char(']') | KeyCode::PageDown => Action::StepOn,
        KeyCode::Home => Action::First,
        KeyCode::End => Action::Last,
        KeyCode::Backspace => Action::Erase,
        KeyCode::Char(letter) if letter.is_ascii_alphanumeric() => Action::Type(letter),
        _ => return None,
    })
}
