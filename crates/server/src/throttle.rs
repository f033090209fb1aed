//! Limits on the requests, games, sockets and connections of each client.

use crate::config::Limits;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Limits on what each client, known by its address, may use.
pub(crate) struct Throttle {
    requests: u32,
    sockets: u32,
    connections: u32,
    games_per_day: u32,
    clients: Arc<Mutex<HashMap<IpAddr, Client>>>,
}

struct Client {
    requests: TokenBucket,
    /// How many of each [`Kind`] it holds.
    held: [u32; 2],
    games: TokenBucket,
}

/// What a client can hold several of.
#[derive(Clone, Copy)]
enum Kind {
    Socket,
    Connection,
}

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
        self.tokens = self.tokens_at(now);
        self.updated = now;
        let has_token = self.tokens >= 1.0;
        self.tokens -= f64::from(has_token);
        has_token
    }

    fn is_full(&self, now: Instant) -> bool {
        self.tokens_at(now) >= self.capacity
    }

    fn tokens_at(&self, now: Instant) -> f64 {
        let gained = now.saturating_duration_since(self.updated).as_secs_f64() * self.per_second;
        (self.tokens + gained).min(self.capacity)
    }
}

/// A permit for a socket or a connection, which counts for its client until it is dropped.
pub(crate) struct ConnectionPermit {
    clients: Arc<Mutex<HashMap<IpAddr, Client>>>,
    address: IpAddr,
    kind: Kind,
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(client) = clients.get_mut(&self.address) {
            let held = &mut client.held[self.kind as usize];
            *held = held.saturating_sub(1);
        }
    }
}

/// How many clients are remembered before idle ones are dropped.
const MAX_CLIENTS: usize = 10_000;

/// How long unused requests are saved up.
const BURST: Duration = Duration::from_secs(4);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl Throttle {
    pub(crate) fn new(limits: &Limits) -> Throttle {
        let Limits { requests, sockets, connections, games_per_day, .. } = *limits;
        Throttle { requests, sockets, connections, games_per_day, clients: Arc::default() }
    }

    /// Counts a request, and returns whether the client may make it.
    pub(crate) fn allow_request(&self, address: IpAddr) -> bool {
        self.client(address, |client| client.requests.take(Instant::now()))
    }

    /// Counts a new game, and returns whether the client may create it.
    pub(crate) fn allow_game(&self, address: IpAddr) -> bool {
        self.client(address, |client| client.games.take(Instant::now()))
    }

    /// Returns a permit for a socket, unless the client has too many.
    pub(crate) fn open_socket(&self, address: IpAddr) -> Option<ConnectionPermit> {
        self.permit(address, Kind::Socket, self.sockets)
    }

    /// Returns a permit for a connection, unless the client has too many.
    pub(crate) fn open_connection(&self, address: IpAddr) -> Option<ConnectionPermit> {
        self.permit(address, Kind::Connection, self.connections)
    }

    fn permit(&self, address: IpAddr, kind: Kind, limit: u32) -> Option<ConnectionPermit> {
        let is_allowed = self.client(address, |client| {
            let held = &mut client.held[kind as usize];
            let is_allowed = *held < limit;
            *held += u32::from(is_allowed);
            is_allowed
        });
        is_allowed.then(|| ConnectionPermit {
            clients: self.clients.clone(),
            address: network(address),
            kind,
        })
    }

    /// Returns the bucket for the messages of one socket.
    pub(crate) fn message_bucket(&self) -> TokenBucket {
        TokenBucket::new(f64::from(self.requests), BURST)
    }

    fn client<T>(&self, address: IpAddr, update: impl FnOnce(&mut Client) -> T) -> T {
        let mut clients: MutexGuard<'_, HashMap<IpAddr, Client>> =
            self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.len() > MAX_CLIENTS {
            let now = Instant::now();
            clients.retain(|_, client| {
                client.held != [0; 2] || !client.requests.is_full(now) || !client.games.is_full(now)
            });
        }
        update(clients.entry(network(address)).or_insert_with(|| Client {
            requests: TokenBucket::new(f64::from(self.requests), BURST),
            held: [0; 2],
            games: TokenBucket::new(f64::from(self.games_per_day) / DAY.as_secs_f64(), DAY),
        }))
    }
}

/// Returns what a client is known by: its IPv4 address, or the first half of an IPv6 address, which a household shares.
fn network(address: IpAddr) -> IpAddr {
    // A server that listens on IPv6 sees IPv4 addresses mapped into it.
    match address.to_canonical() {
        four @ IpAddr::V4(_) => four,
        IpAddr::V6(six) => IpAddr::V6((six.to_bits() >> 64 << 64).into()),
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

    #[test]
    fn permits_are_counted_until_dropped() {
        let throttle = Throttle::new(&Limits { sockets: 2, ..Limits::default() });
        let address = IpAddr::from([127, 0, 0, 1]);
        let one = throttle.open_socket(address);
        let _two = throttle.open_socket(address);
        assert!(one.is_some() && throttle.open_socket(address).is_none());
        drop(one);
        assert!(throttle.open_socket(address).is_some());
        assert!(throttle.open_socket([127, 0, 0, 2].into()).is_some(), "other clients have their own");
    }

    #[test]
    fn a_client_is_an_address_or_a_household() {
        let network = |text: &str| network(text.parse().unwrap()).to_string();
        assert_eq!(network("192.0.2.7"), "192.0.2.7");
        assert_eq!(network("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
    }
}
