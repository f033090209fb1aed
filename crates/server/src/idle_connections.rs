//! The connections that wait for a request: they are closed first when others need their places.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use tokio::sync::Notify;

/// The connections that wait for a request, in the order in which they became idle.
#[derive(Default)]
pub(crate) struct IdleConnections(Mutex<Lists>);

#[derive(Default)]
struct Lists {
    /// The number that the next idle connection gets.
    next: u64,
    /// Connections over which no guest has asked for anything.
    anonymous: BTreeMap<u64, Weak<TrackedConnection>>,
    guests: BTreeMap<u64, Weak<TrackedConnection>>,
}

/// A connection, and whether it waits for a request.
pub(crate) struct TrackedConnection {
    idle: Arc<IdleConnections>,
    phase: AtomicU8,
    has_guest: AtomicBool,
    /// Its number among the idle connections.
    number: AtomicU64,
    closed: Notify,
}

/// A request is being answered, or the connection has become a WebSocket.
const BUSY: u8 = 0;
/// The response is being sent.
const RESPONDING: u8 = 1;
/// The response was sent.
const IDLE: u8 = 2;

impl IdleConnections {
    /// Adds a new connection, which is idle until its first request has arrived.
    pub(crate) fn add(self: &Arc<IdleConnections>) -> Arc<TrackedConnection> {
        let connection = Arc::new(TrackedConnection {
            idle: self.clone(),
            phase: AtomicU8::new(RESPONDING),
            has_guest: AtomicBool::new(false),
            number: AtomicU64::new(0),
            closed: Notify::new(),
        });
        connection.flushed();
        connection
    }

    /// Closes the connection that has been idle for longest, an anonymous one if there is any. Returns whether there was
    /// one.
    pub(crate) fn close_one(&self) -> bool {
        let mut lists = self.lists();
        let Lists { anonymous, guests, .. } = &mut *lists;
        let mut longest_idle =
            std::iter::from_fn(|| anonymous.pop_first().or_else(|| guests.pop_first())).map(|(_, idle)| idle);
        match longest_idle.find_map(|idle| idle.upgrade()) {
            Some(connection) => {
                connection.closed.notify_one();
                // It removes itself from the lists if this was the last use of it.
                drop(lists);
                true
            }
            None => false,
        }
    }

    fn lists(&self) -> MutexGuard<'_, Lists> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TrackedConnection {
    /// Notes that a request has arrived.
    pub(crate) fn request_arrived(&self, is_from_guest: bool) {
        self.leave();
        self.phase.store(BUSY, Ordering::Relaxed);
        self.has_guest.fetch_or(is_from_guest, Ordering::Relaxed);
    }

    /// Notes that there is a response. A connection that becomes a WebSocket is never idle again.
    pub(crate) fn response_made(&self, is_upgrade: bool) {
        self.phase.store(if is_upgrade { BUSY } else { RESPONDING }, Ordering::Relaxed);
    }

    /// Notes that all there was to send has been sent.
    pub(crate) fn flushed(self: &Arc<TrackedConnection>) {
        if self.phase.load(Ordering::Relaxed) != RESPONDING {
            return;
        }
        self.phase.store(IDLE, Ordering::Relaxed);
        let mut lists = self.idle.lists();
        let number = lists.next;
        lists.next += 1;
        self.number.store(number, Ordering::Relaxed);
        let has_guest = self.has_guest.load(Ordering::Relaxed);
        let list = if has_guest { &mut lists.guests } else { &mut lists.anonymous };
        list.insert(number, Arc::downgrade(self));
    }

    /// Waits until the connection is to be closed.
    pub(crate) async fn closed(&self) {
        self.closed.notified().await;
    }

    fn leave(&self) {
        if self.phase.load(Ordering::Relaxed) == IDLE {
            let number = self.number.load(Ordering::Relaxed);
            let mut lists = self.idle.lists();
            // A number is given once, so it is in one of them at most.
            if lists.anonymous.remove(&number).is_none() {
                lists.guests.remove(&number);
            }
        }
    }
}

impl Drop for TrackedConnection {
    fn drop(&mut self) {
        self.leave();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    fn is_closed(connection: &TrackedConnection) -> bool {
        connection.closed().now_or_never().is_some()
    }

    #[test]
    fn idle_anonymous_connections_are_closed_first() {
        let idle = Arc::new(IdleConnections::default());
        let [guest, busy, socket, one, two] = [(); 5].map(|()| idle.add());
        for connection in [&guest, &busy, &socket] {
            connection.request_arrived(true);
        }
        guest.response_made(false);
        socket.response_made(true);
        for connection in [&guest, &busy, &socket] {
            connection.flushed();
        }
        // One that was busy since has been idle for less long.
        one.request_arrived(false);
        one.response_made(false);
        one.flushed();
        for next in [&two, &one, &guest] {
            assert!(idle.close_one() && is_closed(next));
        }
        assert!(!idle.close_one() && !is_closed(&busy) && !is_closed(&socket));
    }

    #[test]
    fn connections_that_end_leave_nothing_behind() {
        let idle = Arc::new(IdleConnections::default());
        let one = idle.add();
        one.request_arrived(true);
        one.response_made(false);
        one.flushed();
        drop((one, idle.add()));
        let lists = idle.lists();
        assert!(lists.anonymous.is_empty() && lists.guests.is_empty());
    }
}
