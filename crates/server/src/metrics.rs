//! Metrics in OpenMetrics text format.

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;
use std::time::Duration;

/// The metrics of a server.
pub(crate) struct Metrics {
    registry: Registry,
    log_entries: Counter,
    commands: Counter,
    commands_refused: Counter,
    games_created: Counter,
    sockets: Gauge,
    sockets_too_slow: Counter,
    rooms: Gauge,
    engines_thinking: Gauge,
    think_seconds: Histogram,
    command_seconds: Histogram,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut metrics = Metrics {
            registry: Registry::with_prefix("parlor"),
            log_entries: Counter::default(),
            commands: Counter::default(),
            commands_refused: Counter::default(),
            games_created: Counter::default(),
            sockets: Gauge::default(),
            sockets_too_slow: Counter::default(),
            rooms: Gauge::default(),
            engines_thinking: Gauge::default(),
            think_seconds: Histogram::new(exponential_buckets(0.001, 4.0, 8)),
            command_seconds: Histogram::new(exponential_buckets(0.0005, 2.0, 12)),
        };
        let registry = &mut metrics.registry;
        registry.register(
            "log_entries",
            "Entries appended to the logs of games",
            metrics.log_entries.clone(),
        );
        registry.register("commands", "Commands of clients that were carried out", metrics.commands.clone());
        registry.register(
            "commands_refused",
            "Commands of clients that were refused",
            metrics.commands_refused.clone(),
        );
        registry.register("games_created", "Games that were created", metrics.games_created.clone());
        registry.register("sockets", "Open sockets", metrics.sockets.clone());
        registry.register(
            "sockets_too_slow",
            "Sockets closed because they were too slow",
            metrics.sockets_too_slow.clone(),
        );
        registry.register("rooms", "Games in memory", metrics.rooms.clone());
        registry.register("engines_thinking", "Engines that are thinking", metrics.engines_thinking.clone());
        registry.register(
            "think_seconds",
            "Thinking time of engines per move",
            metrics.think_seconds.clone(),
        );
        registry.register(
            "command_seconds",
            "Time from a command's arrival to its being on disk",
            metrics.command_seconds.clone(),
        );
        metrics
    }
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
