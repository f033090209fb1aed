//! Engines of the full screen. Each has its own thread, so that the screen never waits for one.

use super::Message;
use parlor_engines::Settings;
use parlor_host::{EngineHandle, HostOptions, Search};
use parlor_play::{PlayerSpec, Session};
use std::sync::mpsc::Sender;
use std::time::Duration;

/// How much the priority of an engine's thread is lowered, so that keys are handled first on a busy machine.
const LOWER_PRIORITY: u8 = 5;

/// A running search.
#[derive(Clone, Debug)]
pub(crate) struct Thinking {
    pub(super) search: Search,
    /// When the search began.
    pub(super) since: Duration,
}

/// Starts an engine for a game. Its replies arrive as [`Message::Chosen`].
pub(super) fn start_engine(
    session: &dyn Session,
    spec: &PlayerSpec,
    settings: Settings,
    tx: Sender<Message>,
) -> EngineHandle {
    let options = HostOptions { settings, lower_priority: LOWER_PRIORITY, is_quiet: true };
    EngineHandle::start(session, spec, options, move |reply| {
        let chosen = reply.result.map_err(|fault| fault.to_string());
        // The receiver is gone when the screen is closed.
        let _ = tx.send(Message::Chosen(reply.search, chosen));
    })
}
