//! Limits on the requests, games, sockets and connections of each guest and of each address.
//!
//! A school is one address with many guests: limits count per guest first. A guest is only a cookie, of which anybody
//! can have many, so an address has limits too, as many times as large as guests are expected behind one.

use crate::config::Limits;
use crate::guest::Guest;
use crate::token_bucket::TokenBucket;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Limits on what each client may use.
pub(crate) struct Throttle {
    limits: Limits,
    clients: Arc<Mutex<HashMap<ClientKey, Client>>>,
}

/// Whom the limits count for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum ClientKey {
    Guest(Guest),
    Address(IpAddr),
}

struct Client {
    requests: TokenBucket,
    games: TokenBucket,
    /// How many of each [`Kind`] it holds.
    held: [u32; 2],
    /// Where a guest's last request came from.
    address: Option<IpAddr>,
}

/// What a client can hold several of.
#[derive(Clone, Copy)]
enum Kind {
    Socket,
    Connection,
}

/// A permit for a socket or a connection, which counts for its clients until it is dropped.
pub(crate) struct ConnectionPermit {
    clients: Arc<Mutex<HashMap<ClientKey, Client>>>,
    holders: Vec<ClientKey>,
    kind: Kind,
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut clients = lock(&self.clients);
        for holder in &self.holders {
            if let Some(client) = clients.get_mut(holder) {
                let held = &mut client.held[self.kind as usize];
                *held = held.saturating_sub(1);
            }
        }
    }
}

/// How many clients are remembered before idle ones are dropped.
const MAX_CLIENTS: usize = 20_000;

/// How long unused requests are saved up.
const BURST: Duration = Duration::from_secs(4);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

impl Throttle {
    pub(crate) fn new(limits: &Limits) -> Throttle {
        Throttle { limits: limits.clone(), clients: Arc::default() }
    }

    /// Counts a request, and returns whether the client may make it.
    pub(crate) fn allow_request(&self, address: IpAddr, guest: Option<&Guest>) -> bool {
        let mut clients = self.clients();
        let now = Instant::now();
        if let Some(guest) = guest {
            let client = self.client(&mut clients, ClientKey::Guest(guest.clone()));
            client.address = Some(network(address));
            if !client.requests.take(now) {
                return false;
            }
        }
        self.client(&mut clients, ClientKey::Address(network(address))).requests.take(now)
    }

    /// Counts a new game, and returns whether the guest may create it.
    pub(crate) fn allow_game(&self, address: IpAddr, guest: &Guest) -> bool {
        let mut clients = self.clients();
        let now = Instant::now();
        self.client(&mut clients, ClientKey::Guest(guest.clone())).games.take(now)
            && self.client(&mut clients, ClientKey::Address(network(address))).games.take(now)
    }

    /// Returns a permit for a socket, unless the guest or the address has too many.
    pub(crate) fn open_socket(&self, address: IpAddr, guest: &Guest) -> Option<ConnectionPermit> {
        let sockets = self.limits.sockets;
        let of_address = sockets.saturating_mul(self.limits.guests_per_address);
        let holders =
            [(ClientKey::Guest(guest.clone()), sockets), (ClientKey::Address(network(address)), of_address)];
        self.permit(Kind::Socket, &holders)
    }

    /// Returns a permit for a connection, unless the address has too many.
    pub(crate) fn open_connection(&self, address: IpAddr) -> Option<ConnectionPermit> {
        self.permit(Kind::Connection, &[(ClientKey::Address(network(address)), self.limits.connections)])
    }

    fn permit(&self, kind: Kind, holders: &[(ClientKey, u32)]) -> Option<ConnectionPermit> {
        let mut clients = self.clients();
        let mut has_room = |(key, limit): &(ClientKey, u32)| {
            self.client(&mut clients, key.clone()).held[kind as usize] < *limit
        };
        if !holders.iter().all(&mut has_room) {
            return None;
        }
        let holders: Vec<ClientKey> = holders.iter().map(|(key, _)| key.clone()).collect();
        for key in &holders {
            self.client(&mut clients, key.clone()).held[kind as usize] += 1;
        }
        Some(ConnectionPermit { clients: self.clients.clone(), holders, kind })
    }

    /// Returns where a guest's last request came from, as far as it is remembered.
    pub(crate) fn address_of(&self, guest: &Guest) -> Option<IpAddr> {
        self.clients().get(&ClientKey::Guest(guest.clone())).and_then(|client| client.address)
    }

    /// Returns the bucket for the messages of one socket.
    pub(crate) fn message_bucket(&self) -> TokenBucket {
        TokenBucket::new(f64::from(self.limits.requests), BURST)
    }

    /// Returns the bucket for the bytes that one connection receives: as many requests or messages as are allowed, each
    /// as long as is allowed.
    pub(crate) fn byte_bucket(&self) -> TokenBucket {
        let longest = self.limits.body.max(self.limits.message);
        TokenBucket::new(f64::from(self.limits.requests) * longest as f64, BURST)
    }

    fn clients(&self) -> MutexGuard<'_, HashMap<ClientKey, Client>> {
        let mut clients = lock(&self.clients);
        if clients.len() > MAX_CLIENTS {
            let now = Instant::now();
            clients.retain(|_, client| {
                client.held != [0; 2] || !client.requests.is_full(now) || !client.games.is_full(now)
            });
        }
        clients
    }

    fn client<'a>(&self, clients: &'a mut HashMap<ClientKey, Client>, key: ClientKey) -> &'a mut Client {
        let Limits { requests, games_per_day, guests_per_address, .. } = self.limits;
        let guests = match key {
            ClientKey::Guest(_) => 1.0,
            ClientKey::Address(_) => f64::from(guests_per_address),
        };
        clients.entry(key).or_insert_with(|| Client {
            requests: TokenBucket::new(f64::from(requests) * guests, BURST),
            games: TokenBucket::new(f64::from(games_per_day) * guests / DAY.as_secs_f64(), DAY),
            held: [0; 2],
            address: None,
        })
    }
}

fn lock(clients: &Mutex<HashMap<ClientKey, Client>>) -> MutexGuard<'_, HashMap<ClientKey, Client>> {
    clients.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns what a client is known by: its IPv4 address, or the first half of an IPv6 address, which a household shares.
pub(crate) fn network(address: IpAddr) -> IpAddr {
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
    fn permits_are_counted_until_dropped() {
        let limits = Limits { sockets: 2, guests_per_address: 2, ..Limits::default() };
        let throttle = Throttle::new(&limits);
        let address = IpAddr::from([127, 0, 0, 1]);
        let [ann, bob, cid] = ["ann", "bob", "cid"].map(Guest::from_secret);
        let one = throttle.open_socket(address, &ann);
        let _two = throttle.open_socket(address, &ann);
        assert!(one.is_some() && throttle.open_socket(address, &ann).is_none());
        let _others = [throttle.open_socket(address, &bob), throttle.open_socket(address, &bob)];
        assert!(throttle.open_socket(address, &cid).is_none(), "the address has as many as two guests");
        assert!(
            throttle.open_socket([127, 0, 0, 2].into(), &cid).is_some(),
            "other addresses have their own"
        );
        drop(one);
        assert!(throttle.open_socket(address, &ann).is_some());
    }

    #[test]
    fn a_guest_is_limited_before_its_address() {
        let limits = Limits { requests: 1, guests_per_address: 3, ..Limits::default() };
        let throttle = Throttle::new(&limits);
        let address = IpAddr::from([127, 0, 0, 1]);
        let allowed =
            |guest: Option<&Guest>| (0..50).filter(|_| throttle.allow_request(address, guest)).count();
        let [ann, bob] = ["ann", "bob"].map(Guest::from_secret);
        assert_eq!(allowed(Some(&ann)), 4, "four seconds' worth");
        assert_eq!(allowed(Some(&bob)), 4, "another guest behind the same address");
        assert_eq!(allowed(None), 4, "what is left of the address's twelve");
        assert_eq!(throttle.address_of(&bob), Some(address));
    }

    #[test]
    fn a_client_is_an_address_or_a_household() {
        let network = |text: &str| network(text.parse().unwrap()).to_string();
        assert_eq!(network("192.0.2.7"), "192.0.2.7");
        assert_eq!(network("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
    }
}
