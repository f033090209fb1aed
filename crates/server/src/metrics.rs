//! Metrics in OpenMetrics text format.

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Metric, Registry};
use std::time::Duration;

/// The metrics of a server.
pub(crate) struct Metrics {
    registry: Registry,
    log_entries: Counter,
    commands: Counter,
    commands_refused: Counter,
    games_created: Counter,
    boards_presented: Gauge,
    boards_evicted: Counter,
    sockets: Gauge,
    sockets_too_slow: Counter,
    rooms: Gauge,
    engines_thinking: Gauge,
    queue: Gauge,
    queue_seconds: Histogram,
    rooms_behind: Counter,
    bus_connected: Gauge,
    beats_missed: Counter,
    think_seconds: Histogram,
    command_seconds: Histogram,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut registry = Registry::with_prefix("parlor");
        Metrics {
            log_entries: register(
                &mut registry,
                "log_entries",
                "Entries appended to the logs of games",
                Counter::default(),
            ),
            commands: register(
                &mut registry,
                "commands",
                "Commands of clients that were carried out",
                Counter::default(),
            ),
            commands_refused: register(
                &mut registry,
                "commands_refused",
                "Commands of clients that were refused",
                Counter::default(),
            ),
            games_created: register(
                &mut registry,
                "games_created",
                "Games that were created",
                Counter::default(),
            ),
            boards_presented: register(
                &mut registry,
                "boards_presented",
                "Boards that are presented, or were in the last day",
                Gauge::default(),
            ),
            boards_evicted: register(
                &mut registry,
                "boards_evicted",
                "Presented boards that made room for others",
                Counter::default(),
            ),
            sockets: register(&mut registry, "sockets", "Open sockets", Gauge::default()),
            sockets_too_slow: register(
                &mut registry,
                "sockets_too_slow",
                "Sockets closed because they were too slow",
                Counter::default(),
            ),
            rooms: register(&mut registry, "rooms", "Games in memory", Gauge::default()),
            engines_thinking: register(
                &mut registry,
                "engines_thinking",
                "Engines that are thinking",
                Gauge::default(),
            ),
            queue: register(
                &mut registry,
                "engine_queue",
                "Games that wait for an engine, in all processes",
                Gauge::default(),
            ),
            queue_seconds: register(
                &mut registry,
                "engine_queue_seconds",
                "Time that games waited for an engine",
                Histogram::new(exponential_buckets(0.001, 4.0, 9)),
            ),
            rooms_behind: register(
                &mut registry,
                "rooms_behind",
                "Rooms that found entries in their log which they had not been told of",
                Counter::default(),
            ),
            bus_connected: register(
                &mut registry,
                "bus_connected",
                "Whether messages to other processes arrive; 1 for a process that is alone",
                Gauge::default(),
            ),
            beats_missed: register(
                &mut registry,
                "beats_missed",
                "Heartbeats that could not be written to the database",
                Counter::default(),
            ),
            think_seconds: register(
                &mut registry,
                "think_seconds",
                "Thinking time of engines per move",
                Histogram::new(exponential_buckets(0.001, 4.0, 8)),
            ),
            command_seconds: register(
                &mut registry,
                "command_seconds",
                "Time from a command's arrival to its being on disk",
                Histogram::new(exponential_buckets(0.0005, 2.0, 12)),
            ),
            registry,
        }
    }
}

/// Adds a metric to the registry, and returns it.
fn register<M: Metric + Clone>(registry: &mut Registry, name: &str, help: &str, metric: M) -> M {
    registry.register(name, help, metric.clone());
    metric
}

impl Metrics {
    pub(crate) fn log_entries(&self, added: u64) {
        self.log_entries.inc_by(added);
    }

    pub(crate) fn command(&self, took: Duration, is_applied: bool) {
        if is_applied {
            self.commands.inc();
            self.command_seconds.observe(took.as_secs_f64());
        } else {
            self.commands_refused.inc();
        }
    }

    pub(crate) fn game_created(&self) {
        self.games_created.inc();
    }

    pub(crate) fn boards_presented(&self, boards: usize) {
        self.boards_presented.set(boards as i64);
    }

    /// Returns the counter of the presented boards that made room for others.
    pub(crate) fn boards_evicted(&self) -> Counter {
        self.boards_evicted.clone()
    }

    pub(crate) fn rooms(&self, rooms: usize) {
        self.rooms.set(rooms as i64);
    }

    pub(crate) fn socket_opened(&self) {
        self.sockets.inc();
    }

    pub(crate) fn socket_closed(&self) {
        self.sockets.dec();
    }

    pub(crate) fn socket_too_slow(&self) {
        self.sockets_too_slow.inc();
    }

    pub(crate) fn engines_thinking(&self, engines: usize) {
        self.engines_thinking.set(engines as i64);
    }

    pub(crate) fn queue(&self, length: u64) {
        self.queue.set(length as i64);
    }

    pub(crate) fn engine_waited(&self, waited: Duration) {
        self.queue_seconds.observe(waited.as_secs_f64());
    }

    pub(crate) fn room_behind(&self) {
        self.rooms_behind.inc();
    }

    pub(crate) fn bus(&self, is_connected: Option<bool>) {
        self.bus_connected.set(i64::from(is_connected.unwrap_or(true)));
    }

    pub(crate) fn beat_missed(&self) {
        self.beats_missed.inc();
    }

    pub(crate) fn engine_thought(&self, took: Duration) {
        self.think_seconds.observe(took.as_secs_f64());
    }

    /// Returns all metrics as text.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string can't fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
