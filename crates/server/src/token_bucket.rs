//! Token buckets: a steady rate with room for bursts.

use std::time::{Duration, Instant};

/// A token bucket: tokens come in at a steady rate up to a capacity, and each use takes one.
#[derive(Clone, Debug)]
pub(crate) struct TokenBucket {
    per_second: f64,
    capacity: f64,
    /// Less than zero if tokens were taken before they came in.
    tokens: f64,
    updated: Instant,
}

impl TokenBucket {
    /// Creates a full bucket that holds what comes in during `burst`.
    pub(crate) fn new(per_second: f64, burst: Duration) -> TokenBucket {
        let capacity = (per_second * burst.as_secs_f64()).max(1.0);
        TokenBucket { per_second, capacity, tokens: capacity, updated: Instant::now() }
    }

    /// Takes a token, if there is one.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        self.take_many(1.0, now)
    }

    /// Takes this many tokens, if there are so many.
    pub(crate) fn take_many(&mut self, count: f64, now: Instant) -> bool {
        self.take_ahead(count, now, Duration::ZERO).is_some()
    }

    /// Takes this many tokens, and returns how long it takes until they have come in. Takes none and returns `None` if that
    /// is longer than `longest`.
    pub(crate) fn take_ahead(&mut self, count: f64, now: Instant, longest: Duration) -> Option<Duration> {
        self.tokens = self.tokens_at(now);
        self.updated = now;
        let missing = (count - self.tokens).max(0.0);
        // Nothing ever comes into some buckets.
        let wait = if missing > 0.0 { missing / self.per_second } else { 0.0 };
        let wait = Duration::try_from_secs_f64(wait).ok().filter(|&wait| wait <= longest)?;
        self.tokens -= count;
        Some(wait)
    }

    /// Returns the share of the tokens that is left: 1 if none was taken for a while.
    pub(crate) fn left(&self, now: Instant) -> f64 {
        self.tokens_at(now) / self.capacity
    }

    fn tokens_at(&self, now: Instant) -> f64 {
        let gained = now.saturating_duration_since(self.updated).as_secs_f64() * self.per_second;
        (self.tokens + gained).min(self.capacity)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_refill() {
        let mut bucket = TokenBucket::new(2.0, Duration::from_secs(2));
        let start = bucket.updated;
        assert_eq!((0..6).filter(|_| bucket.take(start)).count(), 4, "two seconds' worth");
        assert!(!bucket.take(start + Duration::from_millis(400)));
        assert!(bucket.take(start + Duration::from_millis(600)));
        assert_eq!(bucket.left(start + Duration::from_secs(60)), 1.0);
    }

    #[test]
    fn tokens_can_be_taken_before_they_come_in() {
        let mut bucket = TokenBucket::new(2.0, Duration::from_secs(2));
        let (start, second) = (bucket.updated, Duration::from_secs(1));
        assert_eq!(bucket.take_ahead(3.0, start, second), Some(Duration::ZERO));
        assert_eq!(bucket.take_ahead(2.0, start, second), Some(second / 2));
        assert_eq!(bucket.take_ahead(2.0, start, second), None, "a second and a half");
        assert_eq!(bucket.take_ahead(1.0, start, second), Some(second));
        assert!(bucket.left(start) < 0.0 && !bucket.take(start + second));
        assert!(bucket.take(start + 2 * second));
        let mut empty = TokenBucket::new(0.0, second);
        assert!(empty.take(start) && !empty.take(start), "one token, and no more ever");
    }
}
