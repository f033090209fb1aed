//! The clock by which engines keep their time limits.
//!
//! A native program uses the one of the system. `wasm32-unknown-unknown` has none, so the program around the engines
//! lends them one.

#[cfg(not(target_family = "wasm"))]
pub(crate) use std::time::Instant;

#[cfg(target_family = "wasm")]
pub(crate) use lent::Instant;
#[cfg(target_family = "wasm")]
pub use lent::lend_clock;

#[cfg(target_family = "wasm")]
mod lent {
    use std::ops::Add;
    use std::sync::OnceLock;
    use std::time::Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Lends engines a clock that never goes back. Without one, time stands still for them and only nodes limit a search.
    pub fn lend_clock(clock: fn() -> Duration) {
        // A clock that was lent before stays.
        let _ = CLOCK.set(clock);
    }

    /// A point in time, with those methods of [`std::time::Instant`] that engines use.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub(crate) struct Instant(Duration);

    impl Instant {
        pub(crate) fn now() -> Instant {
            Instant(CLOCK.get().map_or(Duration::ZERO, |clock| clock()))
        }

        pub(crate) fn elapsed(&self) -> Duration {
            Instant::now().duration_since(*self)
        }

        pub(crate) fn duration_since(&self, earlier: Instant) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        pub(crate) fn checked_add(&self, time: Duration) -> Option<Instant> {
            self.0.checked_add(time).map(Instant)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Instant {
            Instant(self.0.saturating_add(time))
        }
    }
}
