//! A bus over NATS: one subject for each game and each followed board, and one for what concerns all processes.
//!
//! A process subscribes to the games and boards that it has in memory. NATS may be away for any time, at the start too: then rooms
//! find out by comparing themselves with their logs.

use super::{Bus, BusMessage, CAPACITY};
use async_nats::connection::State;
use async_nats::{Client, ConnectOptions, Event, Subscriber};
use futures_util::StreamExt;
use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{broadcast, mpsc};
use tokio::task::AbortHandle;

/// A bus over NATS.
pub struct NatsBus {
    client: Client,
    requests: mpsc::Sender<Request>,
    messages: broadcast::Sender<BusMessage>,
}

/// Why a bus can't be made.
#[derive(Debug, thiserror::Error)]
#[error("can't use NATS at {address}")]
pub struct NatsError {
    address: String,
    source: async_nats::ConnectError,
}

enum Request {
    Publish(BusMessage),
    Follow(String),
    Unfollow(String),
}

/// The subject of what concerns all processes.
const ALL: &str = "parlor.all";

/// Messages and subscriptions that may wait to be sent.
const REQUESTS: usize = 16_384;

/// Messages about one game that may wait here.
const SUBSCRIPTION_CAPACITY: usize = 256;

/// How often the connection is tried; a server that does not answer twice is given up, and the next connection begun.
const PING_INTERVAL: Duration = Duration::from_secs(2);
const CONNECTION_TIMEOUT: Duration = Duration::from_secs(2);
const LONGEST_RECONNECT_DELAY: Duration = Duration::from_millis(500);

/// What the log says while there is no connection: at once, and then after pauses that grow from one to the other.
const UNREACHABLE: &str =
    "can't use NATS: until it is connected, changes from other processes are seen a little later";
const SHORTEST_SILENCE: Duration = Duration::from_secs(5 * 60);
const LONGEST_SILENCE: Duration = Duration::from_secs(60 * 60);

impl NatsBus {
    /// Makes a bus. It connects by and by, whenever the server is there.
    pub async fn connect(address: &str) -> Result<NatsBus, NatsError> {
        let (messages, _) = broadcast::channel(CAPACITY);
        let missed = messages.clone();
        let (host, reminder) = (without_password(address), Mutex::new(Reminder::default()));
        let options = ConnectOptions::new()
            .name("parlor")
            .no_echo()
            .retry_on_initial_connect()
            .max_reconnects(None)
            .ping_interval(PING_INTERVAL)
            .connection_timeout(CONNECTION_TIMEOUT)
            .subscription_capacity(SUBSCRIPTION_CAPACITY)
            .reconnect_delay_callback(|attempts| {
                LONGEST_RECONNECT_DELAY.min(Duration::from_millis(20 * attempts as u64))
            })
            .event_callback(move |event| {
                if report(&event, &host, &mut reminder.lock().unwrap_or_else(PoisonError::into_inner)) {
                    // Whatever was sent meanwhile did not arrive here.
                    let _ = missed.send(BusMessage::Missed);
                }
                std::future::ready(())
            });
        let client = options
            .connect(address)
            .await
            .map_err(|source| NatsError { address: without_password(address), source })?;
        let (requests, receiver) = mpsc::channel(REQUESTS);
        tokio::spawn(run(client.clone(), receiver, messages.clone()));
        Ok(NatsBus { client, requests, messages })
    }

    fn request(&self, request: Request) {
        if self.requests.try_send(request).is_err() {
            // Rooms compare themselves with their logs.
            let _ = self.messages.send(BusMessage::Missed);
        }
    }
}

impl Bus for NatsBus {
    fn publish(&self, message: BusMessage) {
        self.request(Request::Publish(message));
    }

    fn subscribe(&self) -> broadcast::Receiver<BusMessage> {
        self.messages.subscribe()
    }

    fn follow(&self, topic: &str) {
        self.request(Request::Follow(topic.into()));
    }

    fn unfollow(&self, topic: &str) {
        self.request(Request::Unfollow(topic.into()));
    }

    fn is_connected(&self) -> Option<bool> {
        Some(self.client.connection_state() == State::Connected)
    }
}

/// Logs what happened to the connection, and returns whether messages may have been lost by it.
fn report(event: &Event, address: &str, reminder: &mut Reminder) -> bool {
    match event {
        Event::Connected => {
            tracing::info!(address, "connected to NATS");
            *reminder = Reminder::default();
        }
        Event::Disconnected => tracing::warn!(address, "disconnected from NATS"),
        Event::SlowConsumer(_) => tracing::warn!("messages of NATS missed"),
        Event::ClientError(_) | Event::ServerError(_) => {
            if reminder.is_due(Instant::now()) {
                tracing::warn!(address, error = %event, "{UNREACHABLE}");
            }
            return false;
        }
        _ => return false,
    }
    true
}

/// Decides when to log again that something still fails.
#[derive(Default)]
struct Reminder {
    /// When it was last logged, and how long to be silent from then on.
    last: Option<(Instant, Duration)>,
}

impl Reminder {
    /// Returns whether to log it now: the first time, and then after pauses that grow.
    fn is_due(&mut self, now: Instant) -> bool {
        let pause = match self.last {
            None => SHORTEST_SILENCE,
            Some((logged, pause)) if now.saturating_duration_since(logged) >= pause => {
                LONGEST_SILENCE.min(pause * 2)
            }
            Some(_) => return false,
        };
        self.last = Some((now, pause));
        true
    }
}

/// Sends what is requested, until the bus is dropped.
async fn run(client: Client, mut requests: mpsc::Receiver<Request>, messages: broadcast::Sender<BusMessage>) {
    let mut followed: HashMap<String, AbortHandle> = HashMap::new();
    let all = subscribe(&client, ALL.into(), &messages).await;
    while let Some(request) = requests.recv().await {
        match request {
            // While there is no connection, messages are for nobody: those who come back look for themselves.
            Request::Publish(_) if client.connection_state() != State::Connected => {}
            Request::Publish(message) => {
                let Ok(payload) = serde_json::to_vec(&message) else { continue };
                let subject = message.topic().map_or_else(|| ALL.into(), subject);
                if let Err(error) = client.publish(subject, payload.into()).await {
                    tracing::warn!(%error, "message not sent to NATS");
                }
            }
            Request::Follow(topic) => {
                if !followed.contains_key(&topic)
                    && let Some(task) = subscribe(&client, subject(&topic), &messages).await
                {
                    followed.insert(topic, task);
                }
            }
            Request::Unfollow(topic) => {
                if let Some(task) = followed.remove(&topic) {
                    task.abort();
                }
            }
        }
    }
    for task in followed.into_values().chain(all) {
        task.abort();
    }
}

/// Forwards the messages of a subject, until it is aborted.
async fn subscribe(
    client: &Client,
    subject: String,
    messages: &broadcast::Sender<BusMessage>,
) -> Option<AbortHandle> {
    match client.subscribe(subject).await {
        Ok(subscriber) => Some(tokio::spawn(forward(subscriber, messages.clone())).abort_handle()),
        Err(error) => {
            tracing::warn!(%error, "not subscribed to NATS");
            None
        }
    }
}

async fn forward(mut subscriber: Subscriber, messages: broadcast::Sender<BusMessage>) {
    while let Some(message) = subscriber.next().await {
        match serde_json::from_slice(&message.payload) {
            Ok(message) => drop(messages.send(message)),
            // A later version may send what this one does not know.
            Err(error) => tracing::debug!(%error, "message of NATS not understood"),
        }
    }
}

fn subject(topic: &str) -> String {
    format!("parlor.game.{topic}")
}

/// Returns an address without what is before its @, which nobody should read in a log.
fn without_password(address: &str) -> String {
    match address.rsplit_once('@') {
        Some((_, host)) => host.into(),
        None => address.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_logged_at_once_and_then_rarely() {
        let (start, mut reminder) = (Instant::now(), Reminder::default());
        // Twice a second for a day.
        let times = (0..2 * 86_400).filter(|half| reminder.is_due(start + Duration::from_millis(500 * half)));
        let minutes: Vec<u64> = times.map(|half| half / 120).collect();
        assert_eq!(minutes[..6], [0, 5, 15, 35, 75, 135]);
        assert!(minutes.len() < 30, "{minutes:?}");
        reminder = Reminder::default();
        assert!(reminder.is_due(start) && !reminder.is_due(start), "connected and lost again");
    }
}
