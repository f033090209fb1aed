//! How much one client may ask for.

use crate::config::Limits;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How much one client, known by its address, may ask for.
pub(crate) struct Throttle {
    requests: u32,
    sockets: u32,
    connections: u32,
    games_a_day: u32,
    clients: Arc<Mutex<HashMap<IpAddr, Client>>>,
}

struct Client {
    requests: Bucket,
    /// How much of each [`Kind`] it holds.
    held: [u32; 2],
    games: Bucket,
}

/// What a client can hold.
#[derive(Clone, Copy)]
enum Kind {
    Socket,
    Connection,
}

/// A bucket that fills at a steady rate and is emptied by use.
#[derive(Clone, Debug)]
pub(crate) struct Bucket {
    a_second: f64,
    holds: f64,
    level: f64,
    filled: Instant,
}

impl Bucket {
    /// So many a second, saved up for this long.
    pub(crate) fn new(a_second: f64, saved_up: Duration) -> Bucket {
        let holds = (a_second * saved_up.as_secs_f64()).max(1.0);
        Bucket { a_second, holds, level: holds, filled: Instant::now() }
    }

    /// Takes one out, if there is one.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        let gained = now.saturating_duration_since(self.filled).as_secs_f64() * self.a_second;
        self.level = (self.level + gained).min(self.holds);
        self.filled = now;
        let has = self.level >= 1.0;
        self.level -= f64::from(has);
        has
    }

    fn is_full(&self, now: Instant) -> bool {
        let gained = now.saturating_duration_since(self.filled).as_secs_f64() * self.a_second;
        self.level + gained >= self.holds
    }
}

/// A socket or a connection that counts for its client until it is dropped.
pub(crate) struct Place {
    clients: Arc<Mutex<HashMap<IpAddr, Client>>>,
    address: IpAddr,
    kind: Kind,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut clients = self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(client) = clients.get_mut(&self.address) {
            let held = &mut client.held[self.kind as usize];
            *held = held.saturating_sub(1);
        }
    }
}

/// Clients remembered; beyond it those that have not asked lately are forgotten.
const REMEMBERED: usize = 10_000;

/// Requests may come in bursts of so many seconds' worth.
const BURST: Duration = Duration::from_secs(4);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl Throttle {
    pub(crate) fn new(limits: &Limits) -> Throttle {
        let Limits { requests, sockets, connections, games_a_day, .. } = *limits;
        Throttle { requests, sockets, connections, games_a_day, clients: Arc::default() }
    }

    /// Whether a client may make a request now.
    pub(crate) fn request(&self, address: IpAddr) -> bool {
        self.client(address, |client| client.requests.take(Instant::now()))
    }

    /// Whether a client may open a game now.
    pub(crate) fn game(&self, address: IpAddr) -> bool {
        self.client(address, |client| client.games.take(Instant::now()))
    }

    /// Room for a socket, if the client has not too many.
    pub(crate) fn socket(&self, address: IpAddr) -> Option<Place> {
        self.place(address, Kind::Socket, self.sockets)
    }

    /// Room for a connection, if the client has not too many.
    pub(crate) fn connection(&self, address: IpAddr) -> Option<Place> {
        self.place(address, Kind::Connection, self.connections)
    }

    fn place(&self, address: IpAddr, kind: Kind, most: u32) -> Option<Place> {
        let fits = self.client(address, |client| {
            let held = &mut client.held[kind as usize];
            let fits = *held < most;
            *held += u32::from(fits);
            fits
        });
        fits.then(|| Place { clients: self.clients.clone(), address: network(address), kind })
    }

    /// A bucket for the messages of one socket.
    pub(crate) fn messages(&self) -> Bucket {
        Bucket::new(f64::from(self.requests), BURST)
    }

    fn client<T>(&self, address: IpAddr, ask: impl FnOnce(&mut Client) -> T) -> T {
        let mut clients: MutexGuard<'_, HashMap<IpAddr, Client>> =
            self.clients.lock().unwrap_or_else(PoisonError::into_inner);
        if clients.len() > REMEMBERED {
            let now = Instant::now();
            clients.retain(|_, client| {
                client.held != [0; 2] || !client.requests.is_full(now) || !client.games.is_full(now)
            });
        }
        ask(clients.entry(network(address)).or_insert_with(|| Client {
            requests: Bucket::new(f64::from(self.requests), BURST),
            held: [0; 2],
            games: Bucket::new(f64::from(self.games_a_day) / DAY.as_secs_f64(), DAY),
        }))
    }
}

/// A client's address; of a version 6 address the half that a household shares.
fn network(address: IpAddr) -> IpAddr {
    // Version 4 comes in the dress of version 6 to a server that listens for both.
    match address.to_canonical() {
        four @ IpAddr::V4(_) => four,
        IpAddr::V6(six) => IpAddr::V6((six.to_bits() >> 64 << 64).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_and_fills_again() {
        let mut bucket = Bucket::new(2.0, Duration::from_secs(2));
        let start = bucket.filled;
        assert_eq!((0..6).filter(|_| bucket.take(start)).count(), 4, "two seconds' worth");
        assert!(!bucket.take(start + Duration::from_millis(400)));
        assert!(bucket.take(start + Duration::from_millis(600)));
        assert!(bucket.is_full(start + Duration::from_secs(60)));
    }

    #[test]
    fn sockets_are_counted_until_they_close() {
        let throttle = Throttle::new(&Limits { sockets: 2, ..Limits::default() });
        let address = IpAddr::from([127, 0, 0, 1]);
        let one = throttle.socket(address);
        let _two = throttle.socket(address);
        assert!(one.is_some() && throttle.socket(address).is_none());
        drop(one);
        assert!(throttle.socket(address).is_some());
        assert!(throttle.socket([127, 0, 0, 2].into()).is_some(), "others are not concerned");
    }

    #[test]
    fn a_client_is_a_version_4_address_or_a_household() {
        let network = |text: &str| network(text.parse().unwrap()).to_string();
        assert_eq!(network("192.0.2.7"), "192.0.2.7");
        assert_eq!(network("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
    }
}
