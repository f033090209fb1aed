//! Token buckets: a steady rate with room for bursts.

use std::time::{Duration, Instant};

/// A token bucket: tokens come in at a steady rate up to a capacity, and each use takes one.
#[derive(Clone, Debug)]
pub(crate) struct TokenBucket {
    per_second: f64,
    capacity: f64,
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
        self.tokens = self.tokens_at(now);
        self.updated = now;
        let has_tokens = self.tokens >= count;
        self.tokens -= if has_tokens { count } else { 0.0 };
        has_tokens
    }

    /// Whether nothing was taken for a while.
    pub(crate) fn is_full(&self, now: Instant) -> bool {
        self.tokens_at(now) >= self.capacity
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
        assert!(bucket.is_full(start + Duration::from_secs(60)));
    }
}
