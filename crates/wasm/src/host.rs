//! What engines need from the program around them: a clock, and somewhere to send reports.

/// The program around the engines: a web worker, or a test.
pub trait Host {
    /// Returns the milliseconds since some fixed time.
    fn now(&self) -> f64;

    /// Takes a report of an engine that is thinking, as JSON.
    fn report(&self, json: &str);
}

/// A host without a clock that listens to no report.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHost;

impl Host for NoHost {
    fn now(&self) -> f64 {
        0.0
    }

    fn report(&self, _json: &str) {}
}
