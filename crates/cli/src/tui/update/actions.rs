//! The keys of a game and their actions.
//!
//! In hex letters and digits type a cell, so no command is a bare letter: commands are function keys, or
//! Ctrl with a letter for terminals that use the function keys themselves.

use crate::tui::model::TerminalRequest;
use crate::tui::theme::Theme;
use parlor_play::Layout;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// An action of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    Help,
    New,
    Undo,
    Redo,
    Hint,
    Values,
    Save,
    Games,
    /// Pauses or resumes the engines.
    Stop,
    /// Makes the engines faster or slower.
    Speed(bool),
    /// The game's own button: swap or continue.
    Special,
    /// Shows the board as other programs do, or as usual.
    Exchange,
    Back,
    /// Enter: makes the move at the cursor, or makes the engine move now.
    Act,
    Move(Direction),
    /// Scrolls a board larger than the screen.
    Scroll(Direction),
    Type(char),
    Erase,
    StepBack,
    StepOn,
    First,
    Last,
    /// Shows the position after this many plies.
    ShowPosition(usize),
    /// Makes the move on this cell.
    Cell([usize; 2]),
    /// Presses an arrow of 1024.
    Press(Direction),
}

/// A direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Up,
    Down,
    Left,
    Right,
}

impl Direction {
    /// Returns the direction's name in a move target.
    pub(in crate::tui) fn word(self) -> &'static str {
        match self {
            Direction::Up => "up",
            Direction::Down => "down",
            Direction::Left => "left",
            Direction::Right => "right",
        }
    }
}

impl Direction {
    /// Returns the direction on a board whose rows and columns are exchanged.
    pub(in crate::tui) fn exchanged(self) -> Direction {
        match self {
            Direction::Up => Direction::Left,
            Direction::Down => Direction::Right,
            Direction::Left => Direction::Up,
            Direction::Right => Direction::Down,
        }
    }

    /// Returns an arrow symbol.
    pub(in crate::tui) fn symbol(self, theme: Theme) -> &'static str {
        match self {
            Direction::Up => theme.pick("▲", "^"),
            Direction::Down => theme.pick("▼", "v"),
            Direction::Left => theme.pick("◀", "<"),
            Direction::Right => theme.pick("▶", ">"),
        }
    }
}

/// Returns whether a key quits the program.
pub(super) fn is_quit(key: KeyEvent) -> bool {
    let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
    is_control && matches!(key.code, KeyCode::Char('c' | 'q'))
}

/// Returns what a key asks of the terminal.
pub(super) fn terminal_request(key: KeyEvent) -> Option<TerminalRequest> {
    match key.code {
        _ if !key.modifiers.contains(KeyModifiers::CONTROL) => None,
        KeyCode::Char('z') => Some(TerminalRequest::Suspend),
        KeyCode::Char('l') => Some(TerminalRequest::Redraw),
        _ => None,
    }
}

/// Returns the action of a key in a game with this layout.
pub(crate) fn action(key: KeyEvent, layout: Layout) -> Option<Action> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return match key.code {
            KeyCode::Char('n') => Some(Action::New),
            KeyCode::Char('u') => Some(Action::Undo),
            KeyCode::Char('r' | 'y') => Some(Action::Redo),
            KeyCode::Char('t') => Some(Action::Hint),
            KeyCode::Char('e') => Some(Action::Values),
            KeyCode::Char('s') => Some(Action::Save),
            KeyCode::Char('o') => Some(Action::Games),
            KeyCode::Char('p') => Some(Action::Stop),
            KeyCode::Char('x') => Some(Action::Special),
            KeyCode::Char('b') => Some(Action::Exchange),
            _ => None,
        };
    }
    if key.modifiers.contains(KeyModifiers::SHIFT) {
        let direction = match key.code {
            KeyCode::Up => Some(Direction::Up),
            KeyCode::Down => Some(Direction::Down),
            KeyCode::Left => Some(Direction::Left),
            KeyCode::Right => Some(Direction::Right),
            _ => None,
        };
        if let Some(direction) = direction {
            return Some(Action::Scroll(direction));
        }
    }
    // Where letters type cells they do not move the cursor.
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
        KeyCode::F(10) => Action::Exchange,
        KeyCode::Esc => Action::Back,
        KeyCode::Enter | KeyCode::Char(' ') => Action::Act,
        KeyCode::Up => Action::Move(Direction::Up),
        KeyCode::Down => Action::Move(Direction::Down),
        KeyCode::Left => Action::Move(Direction::Left),
        KeyCode::Right => Action::Move(Direction::Right),
        KeyCode::Char('h') if letters_are_free => Action::Move(Direction::Left),
        KeyCode::Char('j') if letters_are_free => Action::Move(Direction::Down),
        KeyCode::Char('k') if letters_are_free => Action::Move(Direction::Up),
        KeyCode::Char('l') if letters_are_free => Action::Move(Direction::Right),
        KeyCode::Char('[') | KeyCode::PageUp => Action::StepBack,
        KeyCode::Char(']') | KeyCode::PageDown => Action::StepOn,
        KeyCode::Home => Action::First,
        KeyCode::End => Action::Last,
        KeyCode::Char('+' | '=') => Action::Speed(true),
        KeyCode::Char('-' | '_') => Action::Speed(false),
        KeyCode::Backspace => Action::Erase,
        KeyCode::Char(letter) if letter.is_ascii_alphanumeric() => Action::Type(letter),
        _ => return None,
    })
}
