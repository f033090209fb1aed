//! What each of the latest clients has used, in bounded memory.

use crate::token_bucket::TokenBucket;
use std::collections::HashMap;
use std::hash::Hash;
use std::time::Instant;

/// What one client has used lately.
pub(crate) struct Usage<T> {
    pub(crate) requests: TokenBucket,
    pub(crate) games: TokenBucket,
    /// What else is known of a client of this kind.
    pub(crate) more: T,
}

/// Something that a client uses up and that comes back with time.
pub(crate) trait Refill {
    /// Returns the share that is left: 1 if nothing was used for a while.
    fn left(&self, now: Instant) -> f64;
}

impl<T: Refill> Refill for Usage<T> {
    fn left(&self, now: Instant) -> f64 {
        self.requests.left(now).min(self.games.left(now)).min(self.more.left(now))
    }
}

/// A map of the latest clients, which forgets those who have used nothing for a while.
///
/// No call looks at more than a few entries, however many there are. When the map is full, it forgets the client who has
/// used least of those it looks at, so nobody gets rid of a limit by pretending to be many others.
pub(crate) struct LatestClients<K, V> {
    places: HashMap<K, usize>,
    clients: Vec<(K, V)>,
    capacity: usize,
    /// The entry to look at next.
    hand: usize,
}

/// How many entries are looked at for each new one: more than one, so that the map shrinks.
const LOOKS: usize = 8;

impl<K: Clone + Eq + Hash, V: Refill> LatestClients<K, V> {
    /// Creates a map of at most this many clients.
    pub(crate) fn new(capacity: usize) -> LatestClients<K, V> {
        LatestClients { places: HashMap::new(), clients: Vec::new(), capacity, hand: 0 }
    }

    /// Returns what a client has used, if it is remembered.
    pub(crate) fn get(&self, key: &K) -> Option<&V> {
        self.places.get(key).map(|&place| &self.clients[place].1)
    }

    /// Returns what a client has used. One that isn't remembered is added as `create` returns it.
    pub(crate) fn get_or_add(&mut self, key: &K, now: Instant, create: impl FnOnce() -> V) -> &mut V {
        let place = match self.places.get(key) {
            Some(&place) => place,
            None => {
                self.make_room(now);
                self.places.insert(key.clone(), self.clients.len());
                self.clients.push((key.clone(), create()));
                self.clients.len() - 1
            }
        };
        &mut self.clients[place].1
    }

    /// Forgets those of the next few clients who have used nothing; if there are none and the map is full, the one who
    /// has used least.
    fn make_room(&mut self, now: Instant) {
        let mut least_used: Option<(f64, usize)> = None;
        for _ in 0..LOOKS.min(self.clients.len()) {
            if self.hand >= self.clients.len() {
                self.hand = 0;
            }
            let Some((_, client)) = self.clients.get(self.hand) else { break };
            let left = client.left(now);
            if left >= 1.0 {
                self.forget(self.hand);
                continue;
            }
            if least_used.is_none_or(|(most_left, _)| left > most_left) {
                least_used = Some((left, self.hand));
            }
            self.hand += 1;
        }
        // If any was forgotten, there is room, and places may have changed.
        if let Some((_, place)) = least_used
            && self.clients.len() >= self.capacity
        {
            self.forget(place);
        }
    }

    fn forget(&mut self, place: usize) {
        let (key, _) = self.clients.swap_remove(place);
        self.places.remove(&key);
        if let Some((moved, _)) = self.clients.get(place) {
            self.places.insert(moved.clone(), place);
        }
    }

    /// Returns how many clients are remembered.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.clients.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::time::Duration;

    /// A client that counts how often it is looked at.
    struct Counted<'a>(TokenBucket, &'a Cell<usize>);

    impl Refill for Counted<'_> {
        fn left(&self, now: Instant) -> f64 {
            self.1.set(self.1.get() + 1);
            self.0.left(now)
        }
    }

    fn bucket(used: f64, now: Instant) -> TokenBucket {
        let mut bucket = TokenBucket::new(1.0, Duration::from_secs(100));
        assert!(bucket.take_many(used, now));
        bucket
    }

    #[test]
    fn every_call_looks_at_a_few_clients_only() {
        let (looks, now) = (Cell::new(0), Instant::now());
        let mut clients = LatestClients::new(20_000);
        let mut most = 0;
        for number in 0..100_000_u32 {
            let before = looks.get();
            clients.get_or_add(&number, now, || Counted(bucket(50.0, now), &looks));
            most = most.max(looks.get() - before);
        }
        assert_eq!((clients.len(), most), (20_000, LOOKS));
        for place in 0..clients.clients.len() {
            assert_eq!(clients.places[&clients.clients[place].0], place);
        }
        assert_eq!(clients.places.len(), clients.len());
        // Later all of them are idle, and leave as others arrive.
        let later = now + Duration::from_secs(200);
        for number in 100_000..104_000_u32 {
            clients.get_or_add(&number, later, || Counted(bucket(50.0, later), &looks));
        }
        assert!(clients.len() <= 8_000, "{}", clients.len());
    }

    #[test]
    fn nobody_gets_rid_of_a_limit_by_pretending_to_be_many() {
        let (looks, now) = (Cell::new(0), Instant::now());
        let mut clients = LatestClients::new(100);
        clients.get_or_add(&0, now, || Counted(bucket(100.0, now), &looks));
        for number in 1..100_000_u32 {
            clients.get_or_add(&number, now, || Counted(bucket(1.0, now), &looks));
        }
        assert_eq!(clients.get(&0).map(|client| client.0.left(now)), Some(0.0), "still used up");
        assert_eq!(clients.len(), 100);
    }

    #[test]
    fn known_clients_stay_as_they_are() {
        let (looks, now) = (Cell::new(0), Instant::now());
        let mut clients = LatestClients::new(10);
        for number in 0..10_u32 {
            clients.get_or_add(&number, now, || Counted(bucket(f64::from(number) + 1.0, now), &looks));
        }
        let known = clients.get_or_add(&5, now, || unreachable!());
        assert!((known.0.left(now) - 0.94).abs() < 1e-9);
        assert!(clients.get(&10).is_none());
    }
}
