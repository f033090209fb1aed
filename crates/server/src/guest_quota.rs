//! Limits on how often guests may change what is stored about them.
//!
//! A guest is only a cookie, which anybody can make up, and each one who chooses a name is a row in the database. So both
//! the guest and the address have a quota.

use crate::config::Limits;
use crate::guest::Guest;
use crate::throttle::network;
use crate::token_bucket::TokenBucket;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Counts the changes of each guest and of each address.
pub(crate) struct GuestQuota {
    per_guest: f64,
    per_address: f64,
    buckets: Mutex<Buckets>,
}

#[derive(Default)]
struct Buckets {
    guests: HashMap<Guest, TokenBucket>,
    addresses: HashMap<IpAddr, TokenBucket>,
    /// At how many buckets those that are full are dropped next.
    limit: usize,
}

/// The least number of buckets that are kept before full ones are dropped.
const MIN_LIMIT: usize = 10_000;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl GuestQuota {
    pub(crate) fn new(limits: &Limits) -> GuestQuota {
        let per_guest = f64::from(limits.renames_per_day);
        let per_address = per_guest * f64::from(limits.guests_per_address);
        GuestQuota { per_guest, per_address, buckets: Mutex::default() }
    }

    /// Counts a change, and returns whether the guest may make it.
    pub(crate) fn allow(&self, address: IpAddr, guest: &Guest, now: Instant) -> bool {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.drop_full(now);
        let new = |per_day: f64| TokenBucket::new(per_day / DAY.as_secs_f64(), DAY);
        let mut of_guest = buckets.guests.get(guest).cloned().unwrap_or_else(|| new(self.per_guest));
        // The guest comes first: one without changes left must not use up those of the address. A guest is remembered only
        // once both have one, or made-up guests would fill the memory.
        if !of_guest.take(now) {
            return false;
        }
        let of_address = buckets.addresses.entry(network(address)).or_insert_with(|| new(self.per_address));
        if !of_address.take(now) {
            return false;
        }
        buckets.guests.insert(guest.clone(), of_guest);
        true
    }
}

impl Buckets {
    /// Drops full buckets if there are many. The limit grows with those that stay, so that this is done rarely.
    fn drop_full(&mut self, now: Instant) {
        if self.guests.len() + self.addresses.len() < self.limit.max(MIN_LIMIT) {
            return;
        }
        self.guests.retain(|_, bucket| bucket.left(now) < 1.0);
        self.addresses.retain(|_, bucket| bucket.left(now) < 1.0);
        self.limit = 2 * (self.guests.len() + self.addresses.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_up_guests_share_the_quota_of_their_address() {
        let limits = Limits { renames_per_day: 3, guests_per_address: 2, ..Limits::default() };
        let quota = GuestQuota::new(&limits);
        let [home, school] = [1, 2].map(|last| IpAddr::from([203, 0, 113, last]));
        let now = Instant::now();
        let guest = |number: u32| Guest::from_secret(&number.to_string());
        let allowed = |address, guest: &Guest, tries: u32| {
            (0..tries).filter(|_| quota.allow(address, guest, now)).count()
        };
        assert_eq!(allowed(home, &guest(0), 100), 3, "the guest's own");
        let made_up = (1..1_000).filter(|number| quota.allow(home, &guest(*number), now)).count();
        assert_eq!(made_up, 3, "what the address has left");
        assert_eq!(allowed(school, &guest(2_000), 100), 3, "other addresses have their own");
        let buckets = quota.buckets.lock().unwrap();
        assert_eq!(buckets.guests.len(), 5, "refused guests are not remembered");
    }

    #[test]
    fn full_buckets_are_dropped() {
        let limits = Limits { renames_per_day: 10, guests_per_address: 100_000, ..Limits::default() };
        let quota = GuestQuota::new(&limits);
        let start = Instant::now();
        let address = IpAddr::from([203, 0, 113, 1]);
        for number in 1..MIN_LIMIT as u32 {
            quota.allow(address, &Guest::from_secret(&number.to_string()), start);
        }
        quota.allow(address, &Guest::from_secret("next"), start + DAY);
        assert!(quota.buckets.lock().unwrap().guests.len() < 3);
    }
}
