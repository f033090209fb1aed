//! Tests of the full screen without a terminal: they send keys and clicks and read the drawn text.

mod analysis;
mod forms;
mod lists;
mod playing;
mod saving;
mod screens;
mod tiles;
mod typing;

use super::Message;
use super::model::{App, Opening, Screen, TableScreen};
use super::store::Store;
use super::theme::Theme;
use super::view;
use parlor_play::{Header, Options, PlayerSpec, game};
use parlor_rules::Size;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Position;
use std::fs;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// Creates an empty folder for a test.
pub(in crate::tui) fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("parlor-tui-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A theme with color and Unicode, without animation.
const NO_ANIMATION: Theme = Theme { color: true, ascii: false, animation: false };

/// An app without a terminal.
struct TestApp {
    app: App,
    rx: Receiver<Message>,
    now: Duration,
    folder: PathBuf,
}

impl TestApp {
    /// Creates an app in the hall, with a data folder of its own.
    fn hall(name: &str, theme: Theme) -> TestApp {
        let folder = folder(name);
        TestApp::at(folder, theme)
    }

    /// Creates an app in the hall, with this data folder.
    fn at(folder: PathBuf, theme: Theme) -> TestApp {
        let (tx, rx) = channel();
        let failed = tx.clone();
        let on_failure = move |error| drop(failed.send(Message::NotSaved(error)));
        let (store, error) = Store::at(folder.clone(), on_failure);
        let mut app = App::new(theme, store, tx);
        if let Some(error) = error {
            app.shared.show_failure(error);
        }
        TestApp { app, rx, now: Duration::ZERO, folder }
    }

    /// Creates an app with a game between people.
    fn table(name: &str, game_name: &str, theme: Theme) -> TestApp {
        TestApp::sized(name, game_name, None, theme)
    }

    /// Creates an app with a game of this size.
    fn sized(name: &str, game_name: &str, size: Option<Size>, theme: Theme) -> TestApp {
        let mut test = TestApp::hall(name, theme);
        let players = game(game_name).unwrap().info().players;
        test.open(game_name, size, vec![PlayerSpec::Human; players]);
        test
    }

    fn open(&mut self, game_name: &str, size: Option<Size>, seats: Vec<PlayerSpec>) {
        let swap = game_name == "hex";
        let options = Options { size, swap, ..Options::default() };
        let header = Header { options, seed: Some(1), ..Header::new(game_name) };
        self.app.open(Opening::named(header, seats, &[])).unwrap();
    }

    fn resize(&mut self, columns: u16, rows: u16) -> &mut TestApp {
        self.app.update(Message::Resize(columns, rows), self.now);
        self
    }

    /// Presses keys separated by spaces: `3`, `Enter`, `F4`, `C-n`.
    fn keys(&mut self, keys: &str) -> &mut TestApp {
        for word in keys.split_whitespace() {
            self.app.update(Message::Key(key(word)), self.now);
        }
        self
    }

    /// Types a text, letter by letter.
    fn type_text(&mut self, text: &str) {
        for letter in text.chars() {
            self.app.update(Message::Key(KeyCode::Char(letter).into()), self.now);
        }
    }

    fn click(&mut self, x: u16, y: u16) -> &mut TestApp {
        let kind = MouseEventKind::Down(MouseButton::Left);
        let mouse = MouseEvent { kind, column: x, row: y, modifiers: KeyModifiers::NONE };
        self.app.update(Message::Mouse(mouse), self.now);
        self
    }

    /// Clicks where this text is on the screen.
    fn click_on(&mut self, text: &str) -> &mut TestApp {
        let picture = self.picture();
        let found = picture.lines().enumerate().find_map(|(row, line)| {
            let at = line.find(text)?;
            Some((line[..at].chars().count() as u16, row as u16))
        });
        let (x, y) = found.unwrap_or_else(|| panic!("no {text:?} in\n{picture}"));
        self.click(x, y)
    }

    /// Advances the time.
    fn wait(&mut self, time: Duration) -> &mut TestApp {
        self.now += time;
        self.app.update(Message::Tick, self.now);
        self
    }

    /// Handles messages of engines and other threads until a condition holds.
    fn wait_until(&mut self, holds: impl Fn(&TestApp) -> bool) -> &mut TestApp {
        let deadline = std::time::Instant::now() + Duration::from_secs(60);
        while !holds(self) {
            assert!(std::time::Instant::now() < deadline, "timed out:\n{}", self.picture());
            if let Ok(message) = self.rx.recv_timeout(Duration::from_millis(20)) {
                self.app.update(message, self.now);
            }
            self.wait(Duration::from_millis(20));
        }
        self
    }

    fn table_screen(&self) -> &TableScreen {
        match &self.app.screen {
            Screen::Table(table) => table,
            _ => panic!("not at a table:\n{}", self.picture()),
        }
    }

    fn history(&self) -> String {
        self.table_screen().table.session().timeline().moves().join(" ")
    }

    fn note(&self) -> &str {
        self.app.shared.note.as_ref().map_or("", |note| &note.text)
    }

    fn buffer(&self) -> Buffer {
        self.drawn().backend().buffer().clone()
    }

    fn drawn(&self) -> Terminal<TestBackend> {
        let [columns, rows] = self.app.shared.size;
        let mut terminal = Terminal::new(TestBackend::new(columns, rows)).unwrap();
        // Where no text input is, so that a cursor there means that none is shown.
        terminal.set_cursor_position(self.no_cursor()).unwrap();
        terminal.draw(|frame| view::draw(&self.app, frame)).unwrap();
        terminal
    }

    fn no_cursor(&self) -> Position {
        let [columns, rows] = self.app.shared.size;
        Position::new(columns - 1, rows - 1)
    }

    /// Returns the text of the line on which the terminal's cursor is shown, with `|` before the cursor.
    fn typed(&self) -> String {
        let cursor = self.drawn().get_cursor_position().unwrap();
        assert_ne!(cursor, self.no_cursor(), "no cursor is shown:\n{}", self.picture());
        let buffer = self.buffer();
        let line = |columns: std::ops::Range<u16>| -> String {
            columns.map(|x| buffer[(x, cursor.y)].symbol()).collect()
        };
        format!("{}|{}", line(0..cursor.x).trim_start(), line(cursor.x..buffer.area.width).trim_end())
    }

    fn paste(&mut self, text: &str) -> &mut TestApp {
        self.app.update(Message::Paste(text.into()), self.now);
        self
    }

    /// Returns the screen as text.
    fn picture(&self) -> String {
        let buffer = self.buffer();
        let mut text = String::new();
        for y in 0..buffer.area.height {
            let line: String = (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn key(word: &str) -> KeyEvent {
    if let Some(letter) = word.strip_prefix("C-") {
        return KeyEvent::new(KeyCode::Char(letter.chars().next().unwrap()), KeyModifiers::CONTROL);
    }
    if let Some(arrow) = word.strip_prefix("S-") {
        return KeyEvent::new(key(arrow).code, KeyModifiers::SHIFT);
    }
    let code = match word {
        "Enter" => KeyCode::Enter,
        "Space" => KeyCode::Char(' '),
        "Esc" => KeyCode::Esc,
        "Up" => KeyCode::Up,
        "Down" => KeyCode::Down,
        "Left" => KeyCode::Left,
        "Right" => KeyCode::Right,
        "Tab" => KeyCode::Tab,
        "Home" => KeyCode::Home,
        "End" => KeyCode::End,
        "Back" => KeyCode::Backspace,
        "Del" => KeyCode::Delete,
        "PageUp" => KeyCode::PageUp,
        _ if word.len() > 1 && word.starts_with('F') && word[1..].parse::<u8>().is_ok() => {
            KeyCode::F(word[1..].parse().unwrap())
        }
        _ => KeyCode::Char(word.chars().next().unwrap()),
    };
    code.into()
}
