//! Engines of the full screen: each in a thread of its own, so that the screen never waits for one.

use super::Message;
use parlor_engines::Settings;
use parlor_host::{EngineHandle, HostOptions, Search};
use parlor_play::{PlayerSpec, Session};
use std::sync::mpsc::Sender;
use std::time::Duration;

/// How much the priority of a thread that thinks is lowered: a key comes first, also on a machine that is busy.
const LOWER_PRIORITY: u8 = 5;

/// A search that is under way.
#[derive(Clone, Debug)]
pub(crate) struct Thinking {
    pub(super) search: Search,
    /// When it began.
    pub(super) since: Duration,
}

/// Starts an engine for a game; its replies come as [`Message::Chosen`].
pub(super) fn start_engine(
    session: &dyn Session,
    spec: &PlayerSpec,
    settings: Settings,
    tx: Sender<Message>,
) -> EngineHandle {
    let options = HostOptions { settings, lower_priority: LOWER_PRIORITY, is_quiet: true };
    EngineHandle::start(session, spec, options, move |reply| {
        let chosen = reply.result.map_err(|fault| fault.to_string());
        // Nobody listens any more when the screen is closed.
        let _ = tx.send(Message::Chosen(reply.search, chosen));
    })
}
