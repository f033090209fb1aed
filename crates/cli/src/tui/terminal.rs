//! The terminal: entered, drawn on, listened to, and always given back as it was.

use super::Message;
use super::latency::{Clock, Latency};
use super::model::App;
use super::view;
use crate::error::CliError;
use crate::interrupt::INTERRUPTED;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, Event,
    KeyEventKind,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};
use std::io::{self, BufWriter, Stdout, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// Runs the app until it is left.
pub(super) fn run(app: &mut App, tx: Sender<Message>, rx: &Receiver<Message>) -> Result<(), CliError> {
    let asked_to_end = on_signals(tx.clone());
    restore_on_panic();
    let mut screen = Entered::enter()?;
    let mut latency = Latency::new();
    let clock = latency.clock();
    thread::spawn(move || listen(&tx, &clock));
    let (columns, rows) = size()?;
    let started = Instant::now();
    app.update(Message::Resize(columns, rows), Duration::ZERO);
    app.refresh_games();
    while !app.over {
        screen.terminal.draw(|frame| {
            // The terminal may have changed since it last said so.
            app.shared.size = [frame.area().width, frame.area().height];
            view::draw(app, frame);
        })?;
        latency.drawn();
        // Sleeps until something happens, then takes in all that has happened before drawing again.
        let mut redraw = false;
        while !redraw {
            redraw = match rx.recv_timeout(app.rest()) {
                Ok(message) => app.update(message, started.elapsed()),
                Err(RecvTimeoutError::Timeout) => app.update(Message::Tick, started.elapsed()),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            };
        }
        for message in rx.try_iter().take(1_000) {
            app.update(message, started.elapsed());
        }
        app.update(Message::Tick, started.elapsed());
    }
    drop(screen);
    if asked_to_end.load(Ordering::Relaxed) { Err(CliError::Interrupted) } else { Ok(()) }
}

/// Passes on what happens at the terminal.
fn listen(tx: &Sender<Message>, clock: &Clock) {
    loop {
        let message = match event::read() {
            Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => {
                clock.read();
                Message::Key(key)
            }
            Ok(Event::Mouse(mouse)) => Message::Mouse(mouse),
            Ok(Event::Paste(text)) => Message::Paste(text),
            Ok(Event::Resize(columns, rows)) => Message::Resize(columns, rows),
            Ok(_) => continue,
            Err(_) => Message::End,
        };
        let over = matches!(message, Message::End);
        if tx.send(message).is_err() || over {
            return;
        }
    }
}

/// A terminal that was entered; given back when this is dropped.
struct Entered {
    terminal: Terminal<CrosstermBackend<BufWriter<Stdout>>>,
}

impl Entered {
    fn enter() -> io::Result<Entered> {
        enable_raw_mode()?;
        let mut out = BufWriter::with_capacity(1 << 16, io::stdout());
        let entered = execute!(out, EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
            .and_then(|()| Terminal::new(CrosstermBackend::new(out)));
        match entered {
            Ok(terminal) => Ok(Entered { terminal }),
            Err(error) => {
                leave();
                Err(error)
            }
        }
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        leave();
    }
}

/// Gives the terminal back. If it can't be written to, there is nobody to give it back to.
fn leave() {
    let _ = execute!(io::stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
    let _ = io::stdout().flush();
}

/// Lets signals to end close the app in good order; whether one came. A second one does not wait.
fn on_signals(tx: Sender<Message>) -> &'static AtomicBool {
    static ASKED: AtomicBool = AtomicBool::new(false);
    // Without a handler a signal just ends the program.
    let _ = ctrlc::set_handler(move || {
        if ASKED.swap(true, Ordering::Relaxed) {
            leave();
            std::process::exit(INTERRUPTED.into());
        }
        let _ = tx.send(Message::End);
    });
    &ASKED
}

/// A panic is told on a terminal that is as it was. One in an engine's thread is the engine's own, and is told as a
/// message.
fn restore_on_panic() {
    let here = thread::current().id();
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == here {
            leave();
            before(info);
        }
    }));
}
