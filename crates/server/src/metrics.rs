//! Numbers for whoever runs the server, in Prometheus' text format.

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;
use std::time::Duration;

/// What is counted.
pub(crate) struct Metrics {
    registry: Registry,
    facts: Counter,
    commands: Counter,
    refused: Counter,
    opened: Counter,
    sockets: Gauge,
    slow: Counter,
    rooms: Gauge,
    thinking: Gauge,
    thought: Histogram,
    kept: Histogram,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut metrics = Metrics {
            registry: Registry::with_prefix("parlor"),
            facts: Counter::default(),
            commands: Counter::default(),
            refused: Counter::default(),
            opened: Counter::default(),
            sockets: Gauge::default(),
            slow: Counter::default(),
            rooms: Gauge::default(),
            thinking: Gauge::default(),
            thought: Histogram::new(exponential_buckets(0.001, 4.0, 8)),
            kept: Histogram::new(exponential_buckets(0.0005, 2.0, 12)),
        };
        let registry = &mut metrics.registry;
        registry.register("facts", "Events added to the log", metrics.facts.clone());
        registry.register("commands", "Commands of clients that were carried out", metrics.commands.clone());
        registry.register("refused", "Commands of clients that came to nothing", metrics.refused.clone());
        registry.register("games_opened", "Games that were opened", metrics.opened.clone());
        registry.register("sockets", "Sockets that are open", metrics.sockets.clone());
        registry.register(
            "sockets_slow",
            "Sockets closed because they could not keep up",
            metrics.slow.clone(),
        );
        registry.register("rooms", "Games in memory", metrics.rooms.clone());
        registry.register("thinking", "Engines that think", metrics.thinking.clone());
        registry.register("thought_seconds", "How long engines thought", metrics.thought.clone());
        registry.register("command_seconds", "From a command to its being on disk", metrics.kept.clone());
        metrics
    }
}

impl Metrics {
    pub(crate) fn facts(&self, added: u64) {
        self.facts.inc_by(added);
    }

    pub(crate) fn command(&self, took: Duration, done: bool) {
        if done {
            self.commands.inc();
            self.kept.observe(took.as_secs_f64());
        } else {
            self.refused.inc();
        }
    }

    pub(crate) fn opened(&self) {
        self.opened.inc();
    }

    pub(crate) fn rooms(&self, rooms: usize) {
        self.rooms.set(rooms as i64);
    }

    pub(crate) fn socket(&self, change: i64) {
        self.sockets.inc_by(change);
    }

    pub(crate) fn slow_socket(&self) {
        self.slow.inc();
    }

    pub(crate) fn thinking(&self, engines: usize) {
        self.thinking.set(engines as i64);
    }

    pub(crate) fn thought(&self, took: Duration) {
        self.thought.observe(took.as_secs_f64());
    }

    /// All of it as text.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string can't fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
