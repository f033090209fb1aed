//! Asks the terminal what it can do, by control sequences that it answers.

use ratatui::crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use std::io::{self, IsTerminal, Read, Write};
use std::sync::mpsc::channel;
use std::thread;
use std::time::{Duration, Instant};

/// The answers of a terminal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Probe {
    /// Symbols of the boards, and the columns that each takes.
    pub(crate) widths: Vec<(char, Option<u16>)>,
    /// Whether it reports mouse clicks; none if it does not say.
    pub(crate) mouse: Option<bool>,
}

/// The symbols that boards are drawn with.
const SYMBOLS: [char; 8] = ['\u{2b24}', '\u{2b1f}', '★', '▸', '│', '╲', '▰', '❨'];

/// How long the terminal may take to answer.
const PATIENCE: Duration = Duration::from_secs(2);

/// Asks the terminal. None if there is none, or if it can't be asked.
pub(crate) fn probe() -> Option<Probe> {
    let dumb = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
    if cfg!(windows) || dumb || !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return None;
    }
    enable_raw_mode().ok()?;
    let answer = ask(&question());
    let _ = disable_raw_mode();
    Some(understand(&answer.ok()?))
}

/// Returns the question: where the cursor is after each symbol, whether mouse reports can be switched on, and at last
/// what kind of terminal it is, which every terminal answers.
fn question() -> String {
    let symbols: String = SYMBOLS.iter().map(|symbol| format!("\r{symbol}\u{1b}[6n")).collect();
    format!("{symbols}\r\u{1b}[K\u{1b}[?1006$p\u{1b}[c")
}

/// Writes the question and reads up to the answer to its last part.
fn ask(question: &str) -> io::Result<String> {
    let (tx, rx) = channel();
    // The thread may wait for input for ever. It ends with the program.
    thread::spawn(move || {
        for byte in io::stdin().lock().bytes().map_while(Result::ok) {
            if tx.send(byte).is_err() {
                return;
            }
        }
    });
    let mut out = io::stdout();
    out.write_all(question.as_bytes())?;
    out.flush()?;
    let deadline = Instant::now() + PATIENCE;
    let mut answer = Vec::new();
    while let Ok(byte) = rx.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
        answer.push(byte);
        if answer.ends_with(b"c") {
            break;
        }
    }
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

/// Reads the answers: `ESC [ row ; column R` for a symbol, `ESC [ ? 1006 ; state $ y` for the mouse.
fn understand(answer: &str) -> Probe {
    let mut columns = Vec::new();
    let mut mouse = None;
    for part in answer.split("\u{1b}[").skip(1) {
        if let Some(position) = part.strip_suffix('R') {
            columns.push(position.split_once(';').and_then(|(_, column)| column.parse::<u16>().ok()));
        } else if let Some(state) = part.strip_prefix("?1006;").and_then(|rest| rest.strip_suffix("$y")) {
            mouse = Some(state != "0");
        }
    }
    // The column after a symbol, counted from 1, less the one it began in.
    let width = |index: usize| columns.get(index).copied().flatten().map(|column| column.saturating_sub(1));
    let widths = SYMBOLS.iter().enumerate().map(|(index, &symbol)| (symbol, width(index))).collect();
    Probe { widths, mouse }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_understood() {
        let positions: String = (0..SYMBOLS.len()).map(|_| "\u{1b}[5;2R").collect();
        let probe = understand(&format!("{positions}\u{1b}[?1006;2$y\u{1b}[?1;2c"));
        assert!(probe.widths.iter().all(|(_, width)| *width == Some(1)), "{probe:?}");
        assert_eq!(probe.mouse, Some(true));
        let probe = understand("\u{1b}[5;3R\u{1b}[?1006;0$y\u{1b}[?1;2c");
        assert_eq!((probe.widths[0].1, probe.widths[1].1, probe.mouse), (Some(2), None, Some(false)));
        assert_eq!(understand("\u{1b}[?1;2c").mouse, None);
        assert_eq!(understand("").widths[0].1, None);
    }
}
