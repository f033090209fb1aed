//! The terminal: enters the full screen, runs the event loop, and always restores the terminal.

use super::Message;
use super::latency::{Clock, Latency};
use super::model::{App, TerminalRequest};
use super::view;
use crate::error::CliError;
use crate::interrupt::INTERRUPTED;
use crate::platform::{handle_interrupts, suspend};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, Event,
    KeyEventKind,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};
use std::io::{self, BufWriter, Stdout, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// Runs the app until the user quits.
pub(super) fn run(app: &mut App, tx: Sender<Message>, rx: &Receiver<Message>) -> Result<(), CliError> {
    let is_interrupted = on_signals(tx.clone());
    restore_on_panic();
    let mut screen = FullScreen::enter()?;
    let mut latency = Latency::new();
    let clock = latency.clock();
    thread::spawn(move || read_events(&tx, &clock));
    let (columns, rows) = size()?;
    let started = Instant::now();
    app.update(Message::Resize(columns, rows), Duration::ZERO);
    app.refresh_games();
    while !app.should_quit {
        match app.terminal_request.take() {
            Some(TerminalRequest::Suspend) => screen.suspend()?,
            Some(TerminalRequest::Redraw) => screen.redraw()?,
            None => {}
        }
        screen.terminal.draw(|frame| {
            // The terminal may have been resized since its last event.
            app.shared.size = [frame.area().width, frame.area().height];
            view::draw(app, frame);
        })?;
        latency.frame_written();
        // Sleeps until something changes, then handles all waiting messages before drawing again.
        let mut redraw = false;
        while !redraw {
            redraw = match rx.recv_timeout(app.time_to_next_tick()) {
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
    if is_interrupted.load(Ordering::Relaxed) { Err(CliError::Interrupted) } else { Ok(()) }
}

/// Sends the terminal's events to the app.
fn read_events(tx: &Sender<Message>, clock: &Clock) {
    loop {
        let message = match event::read() {
            Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => {
                clock.start();
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

/// A terminal in full-screen mode. Dropping it restores the terminal.
struct FullScreen {
    terminal: Terminal<Backend>,
}

type Backend = CrosstermBackend<BufWriter<Stdout>>;

impl FullScreen {
    fn enter() -> io::Result<FullScreen> {
        let entered = enter().and_then(|()| new_terminal());
        match entered {
            Ok(terminal) => Ok(FullScreen { terminal }),
            Err(error) => {
                restore();
                Err(error)
            }
        }
    }
}

impl FullScreen {
    /// Gives the terminal back to the shell until the program is continued, then draws everything anew.
    fn suspend(&mut self) -> io::Result<()> {
        restore();
        suspend();
        enter()?;
        self.redraw()
    }

    /// Clears the screen and forgets what was on it. The backend's own way to clear asks for the position of the cursor,
    /// which the thread that reads events would take for itself.
    fn redraw(&mut self) -> io::Result<()> {
        execute!(io::stdout(), Clear(ClearType::All))?;
        self.terminal = new_terminal()?;
        Ok(())
    }
}

fn new_terminal() -> io::Result<Terminal<Backend>> {
    Terminal::new(CrosstermBackend::new(BufWriter::with_capacity(1 << 16, io::stdout())))
}

/// Switches the terminal to the full screen.
fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste, Hide)
}

impl Drop for FullScreen {
    fn drop(&mut self) {
        restore();
    }
}

/// Restores the terminal. Errors are ignored: a terminal that can't be written to is gone.
fn restore() {
    let _ = execute!(io::stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
    let _ = io::stdout().flush();
}

/// Makes the first signal close the app cleanly and a second one end it at once. The flag says whether one came.
fn on_signals(tx: Sender<Message>) -> &'static AtomicBool {
    static INTERRUPTED_BY_SIGNAL: AtomicBool = AtomicBool::new(false);
    // Without a handler a signal ends the program, which is acceptable.
    let _ = handle_interrupts(move || {
        if INTERRUPTED_BY_SIGNAL.swap(true, Ordering::Relaxed) {
            restore();
            std::process::exit(INTERRUPTED.into());
        }
        let _ = tx.send(Message::End);
    });
    &INTERRUPTED_BY_SIGNAL
}

/// Restores the terminal before a panic of this thread is printed. A panic in an engine's thread is not printed: it
/// arrives as a message.
fn restore_on_panic() {
    let main_thread = thread::current().id();
    let previous_hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if thread::current().id() == main_thread {
            restore();
            previous_hook(info);
        }
    }));
}
