//! The time of service: one clock for all processes that serve the same games.
//!
//! All times in a database are in it. It follows one clock, PostgreSQL's or with SQLite the wall clock at the start, is
//! advanced by a monotonic clock in between, and never goes back. While nobody serves it stands still: it is never more
//! than three seconds later than the last heartbeat in the database. So no player loses the time of a server that was
//! down, whatever a wall clock says.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// How often a process that serves says so.
pub const BEAT_INTERVAL: Duration = Duration::from_secs(1);

/// How long time goes on after a heartbeat, in milliseconds: from then on nobody serves.
pub(super) const GAP: u64 = 3_000;

/// The time of service, as a process knows it.
#[derive(Debug)]
pub struct Clock {
    state: Mutex<State>,
    /// The latest time that was told: it never goes back.
    latest: AtomicU64,
}

#[derive(Clone, Debug)]
struct State {
    /// The time of service at an instant.
    time: u64,
    at: Instant,
    /// Whether it was ever set from the database.
    is_set: bool,
    /// From when on the wall clock was how far ahead, in milliseconds.
    gaps: Vec<(u64, i64)>,
}

impl Default for Clock {
    fn default() -> Clock {
        let state = State { time: wall_time(), at: Instant::now(), is_set: false, gaps: Vec::new() };
        Clock { state: Mutex::new(state), latest: AtomicU64::new(0) }
    }
}

impl Clock {
    /// Returns the time in milliseconds. It is close to milliseconds since 1970 until there was a gap in the service.
    pub fn now(&self) -> u64 {
        let now = self.state().now();
        self.latest.fetch_max(now, Ordering::Relaxed).max(now)
    }

    /// Returns milliseconds since 1970, as people understand them, of a time of service.
    pub fn wall(&self, time: u64) -> u64 {
        let state = self.state();
        let behind =
            state.gaps.iter().rev().find(|(from, _)| *from <= time).map_or(0, |(_, skipped)| *skipped);
        time.saturating_add_signed(behind)
    }

    /// Returns how long ago it was last compared with the database; `None` if never.
    pub fn age(&self) -> Option<Duration> {
        let state = self.state();
        state.is_set.then(|| state.at.elapsed())
    }

    /// Takes in that it was this time at an instant.
    pub(super) fn set(&self, time: u64, at: Instant) {
        let mut state = self.state();
        *state = State { time, at, is_set: true, gaps: std::mem::take(&mut state.gaps) };
    }

    /// Takes in that a database said this time, when it was asked and when it answered: it was that time at some instant
    /// between the two. As long as this clock agrees with that, it goes on as it is: an answer that took long says little.
    /// One that took longer than time goes on without a heartbeat says nothing: perhaps nobody served meanwhile.
    #[cfg(feature = "cluster")]
    pub(super) fn compare(&self, time: u64, asked: Instant, answered: Instant) {
        let took = answered.saturating_duration_since(asked).as_millis() as u64;
        let state = self.state();
        if state.is_set && took >= GAP {
            return;
        }
        let own = state.time + answered.saturating_duration_since(state.at).as_millis() as u64;
        let now = if state.is_set { own.clamp(time, time + took) } else { time + took / 2 };
        drop(state);
        self.set(now, answered);
    }

    /// Takes in that it is at least this time.
    #[cfg(feature = "cluster")]
    pub(super) fn observe(&self, time: u64) {
        self.latest.fetch_max(time, Ordering::Relaxed);
    }

    /// Takes in from when on the wall clock was how far ahead.
    pub(super) fn set_gaps(&self, gaps: Vec<(u64, i64)>) {
        self.state().gaps = gaps;
    }

    /// Returns how far the wall clock is ahead as far as this process knows.
    pub(super) fn skipped(&self) -> i64 {
        self.state().gaps.last().map_or(0, |(_, skipped)| *skipped)
    }

    /// Returns the time if this process has followed it without a gap.
    pub(super) fn followed(&self) -> Option<u64> {
        self.age().filter(|age| age.as_millis() < u128::from(GAP)).map(|_| self.now())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn now(&self) -> u64 {
        self.time + (self.at.elapsed().as_millis() as u64).min(GAP)
    }
}

/// Returns the wall clock's milliseconds since 1970.
pub(super) fn wall_time() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as u64
}

/// Returns the time of service after a heartbeat at `beat`, when the clock that was `skipped` ahead says `clock`.
///
/// A time before the last heartbeat, or long after it, is not believed.
pub(super) fn resume(beat: Option<u64>, skipped: i64, clock: u64) -> u64 {
    let Some(beat) = beat else { return clock };
    clock.saturating_add_signed(-skipped).clamp(beat, beat + GAP)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_is_no_time() {
        assert_eq!(resume(None, 0, 5_000), 5_000, "a new database");
        assert_eq!(resume(Some(5_000), 0, 6_500), 6_500, "served all the time");
        assert_eq!(resume(Some(5_000), 0, 3_605_000), 8_000, "an hour without a server");
        assert_eq!(resume(Some(5_000), 0, 1_000), 5_000, "the clock was set back");
        assert_eq!(resume(Some(8_000), 3_597_000, 3_606_000), 9_000, "after that hour");
    }

    #[test]
    fn it_never_goes_back() {
        let clock = Clock::default();
        let before = clock.now();
        clock.set(before - 60_000, Instant::now());
        assert!(clock.now() >= before);
        clock.observe(before + 1_000_000);
        assert!(clock.now() >= before + 1_000_000);
    }

    #[test]
    fn a_slow_answer_is_a_comparison_too() {
        let (clock, start) = (Clock::default(), Instant::now() - Duration::from_secs(60));
        let after = |milliseconds| start + Duration::from_millis(milliseconds);
        let time_at = |instant: Instant| {
            let state = clock.state().clone();
            state.time + instant.saturating_duration_since(state.at).as_millis() as u64
        };
        clock.compare(1_000_000, after(0), after(10));
        assert_eq!(time_at(after(10)), 1_000_005, "the first one is believed");
        // It was 1,002,000 at some time in those 900 ms, which fits.
        clock.compare(1_002_000, after(1_500), after(2_400));
        assert_eq!(time_at(after(2_400)), 1_002_395, "what this clock said");
        assert_eq!(clock.state().at, after(2_400), "and it was compared");
        clock.compare(1_002_500, after(2_400), after(2_410));
        assert_eq!(time_at(after(2_410)), 1_002_500, "it was behind");
        clock.compare(1_000_000, after(3_000), after(3_100));
        assert_eq!(time_at(after(3_100)), 1_000_100, "it was ahead");
        clock.compare(1_000_900, after(4_000), after(8_000));
        assert_eq!(clock.state().at, after(3_100), "an answer that took too long is none");
    }

    #[test]
    fn people_see_the_wall_clock() {
        let clock = Clock::default();
        clock.set_gaps(vec![(100, 50), (200, 70)]);
        assert_eq!([99, 100, 199, 200].map(|time| clock.wall(time)), [99, 150, 249, 270]);
    }
}
