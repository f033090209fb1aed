//! Limits on the requests, games, sockets and connections of each guest and of each address.
//!
//! A school is one address with many guests: limits count per guest first. A guest is only a cookie, of which anybody
//! can have many, so an address has limits too, as many times as large as guests are expected behind one. A guest who
//! makes too many requests is refused; an address that does is served more slowly, all of its guests alike.

use crate::config::Limits;
use crate::guest::Guest;
use crate::token_bucket::TokenBucket;
use crate::turns::{Turn, Turns};
use crate::usage::{LatestClients, Refill, Usage};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::time::{sleep, timeout};

/// Limits on what each client may use.
pub(crate) struct Throttle {
    limits: Limits,
    guests: Mutex<LatestClients<Guest, Usage<LastAddress>>>,
    addresses: Mutex<LatestClients<IpAddr, Usage<AddressUsage>>>,
    /// The requests and messages of each address that wait until it may make another one, and its files that wait to be
    /// sent.
    waiting_requests: Turns,
    waiting_messages: Turns,
    waiting_files: Turns,
    /// The requests of each address that are answered.
    turns: Turns,
    held: Arc<Mutex<Held>>,
}

/// Where a guest's last request came from.
struct LastAddress(Option<IpAddr>);

impl Refill for LastAddress {
    fn left(&self, _: Instant) -> f64 {
        1.0
    }
}

/// What only addresses use.
struct AddressUsage {
    /// Requests of `/health` and the like, which don't compete with those of the guests.
    checks: TokenBucket,
    /// Messages over all its sockets, which don't wait for requests.
    messages: TokenBucket,
    /// Bytes of the page's files.
    file_bytes: TokenBucket,
}

impl Refill for AddressUsage {
    fn left(&self, now: Instant) -> f64 {
        self.checks.left(now).min(self.messages.left(now)).min(self.file_bytes.left(now))
    }
}

/// The sockets and connections that clients hold, by [`Kind`]. Clients who hold none have no entry.
type Held = HashMap<ClientKey, [u32; 2]>;

/// Whom permits count for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum ClientKey {
    Guest(Guest),
    Address(IpAddr),
}

/// What requests, messages and files of an address wait for.
#[derive(Clone, Copy)]
pub(crate) enum Wanted {
    /// To make a request.
    Request,
    /// To send a message over a socket.
    Message,
    /// To load a file of the page.
    File {
        /// How long it is.
        bytes: u64,
    },
}

/// What a client can hold several of.
#[derive(Clone, Copy)]
enum Kind {
    Socket,
    Connection,
}

/// A permit for a socket or a connection, which counts for its clients until it is dropped.
pub(crate) struct ConnectionPermit {
    held: Arc<Mutex<Held>>,
    holders: Vec<ClientKey>,
    kind: Kind,
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let mut held = lock(&self.held);
        for holder in &self.holders {
            if let Some(counts) = held.get_mut(holder) {
                counts[self.kind as usize] = counts[self.kind as usize].saturating_sub(1);
                if *counts == [0; 2] {
                    held.remove(holder);
                }
            }
        }
    }
}

/// How many guests, and how many addresses, are remembered: a few megabytes.
const MAX_CLIENTS: usize = 20_000;

/// How long unused requests are saved up; and what an address must not use all at once, because others would notice.
const BURST: Duration = Duration::from_secs(4);
const SHORT_BURST: Duration = Duration::from_millis(250);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Requests and files wait no shorter than this: timers are no more exact.
const SHORTEST_WAIT: Duration = Duration::from_millis(5);

/// How long a request may wait because its address makes many.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// How long unused bytes of the page's files are saved up, and how long a file may wait for them: almost as long as a
/// request may take, because the page is broken if a file is missing.
const FILE_BURST: Duration = SHORT_BURST;
const LONGEST_FILE_WAIT: Duration = Duration::from_secs(25);

/// What a request for a file counts in addition to its bytes: an answer without any isn't free either.
const FILE_REQUEST: u64 = 32 << 10;

impl Throttle {
    pub(crate) fn new(limits: &Limits) -> Throttle {
        Throttle {
            limits: limits.clone(),
            guests: Mutex::new(LatestClients::new(MAX_CLIENTS)),
            addresses: Mutex::new(LatestClients::new(MAX_CLIENTS)),
            waiting_requests: Turns::new(1),
            waiting_messages: Turns::new(1),
            waiting_files: Turns::new(1),
            turns: Turns::new(requests_at_once()),
            held: Arc::default(),
        }
    }

    /// Counts a request of a guest, and returns whether they may make it.
    pub(crate) fn allow_request(&self, address: IpAddr, guest: &Guest) -> bool {
        let now = Instant::now();
        let mut guests = lock(&self.guests);
        let client = self.guest(&mut guests, guest, now);
        client.more = LastAddress(Some(network(address)));
        client.requests.take(now)
    }

    /// Counts what an address wants once it may have it: at once, or after the others of this address that wait for the
    /// same. Who goes away before has taken nothing. Returns false if that would take too long.
    pub(crate) async fn wait_for(&self, address: IpAddr, wanted: Wanted) -> bool {
        if self.take(address, wanted, Duration::ZERO).is_some() {
            return true;
        }
        let (waiting, longest) = match wanted {
            Wanted::Request => (&self.waiting_requests, LONGEST_WAIT),
            Wanted::Message => (&self.waiting_messages, LONGEST_WAIT),
            Wanted::File { .. } => (&self.waiting_files, LONGEST_FILE_WAIT),
        };
        let Ok(_first) = timeout(longest, waiting.wait(network(address))).await else { return false };
        let Some(wait) = self.take(address, wanted, longest) else { return false };
        if wait >= SHORTEST_WAIT {
            sleep(wait).await;
        }
        true
    }

    fn take(&self, address: IpAddr, wanted: Wanted, longest: Duration) -> Option<Duration> {
        let now = Instant::now();
        let mut addresses = lock(&self.addresses);
        let usage = self.address(&mut addresses, network(address), now);
        let (bucket, count) = match wanted {
            Wanted::Request => (&mut usage.requests, 1),
            Wanted::Message => (&mut usage.more.messages, 1),
            Wanted::File { bytes } => (&mut usage.more.file_bytes, bytes + FILE_REQUEST),
        };
        bucket.take_ahead(count as f64, now, longest)
    }

    /// Counts a request of `/health` or the like, and returns whether the address may make it.
    pub(crate) fn allow_check(&self, address: IpAddr) -> bool {
        let now = Instant::now();
        let mut addresses = lock(&self.addresses);
        self.address(&mut addresses, network(address), now).more.checks.take(now)
    }

    /// Counts a new game, and returns whether the guest may create it.
    pub(crate) fn allow_game(&self, address: IpAddr, guest: &Guest) -> bool {
        let now = Instant::now();
        self.guest(&mut lock(&self.guests), guest, now).games.take(now)
            && self.address(&mut lock(&self.addresses), network(address), now).games.take(now)
    }

    /// Waits for a turn of an address, of which only some requests are answered at the same time.
    pub(crate) async fn turn(&self, address: IpAddr) -> Turn {
        self.turns.wait(network(address)).await
    }

    /// Returns a permit for a socket, unless the guest or the address has too many.
    pub(crate) fn open_socket(&self, address: IpAddr, guest: &Guest) -> Option<ConnectionPermit> {
        let sockets = self.limits.sockets;
        let of_address = sockets.saturating_mul(self.limits.guests_per_address);
        let holders =
            [(ClientKey::Guest(guest.clone()), sockets), (ClientKey::Address(network(address)), of_address)];
        self.permit(Kind::Socket, &holders)
    }

    /// Returns a permit for a connection, unless the address has this many.
    pub(crate) fn open_connection(&self, address: IpAddr, most: u32) -> Option<ConnectionPermit> {
        self.permit(Kind::Connection, &[(ClientKey::Address(network(address)), most)])
    }

    fn permit(&self, kind: Kind, holders: &[(ClientKey, u32)]) -> Option<ConnectionPermit> {
        let mut held = lock(&self.held);
        let count = |key| held.get(key).map_or(0, |counts| counts[kind as usize]);
        if holders.iter().any(|(key, limit)| count(key) >= *limit) {
            return None;
        }
        let holders: Vec<ClientKey> = holders.iter().map(|(key, _)| key.clone()).collect();
        for key in &holders {
            held.entry(key.clone()).or_default()[kind as usize] += 1;
        }
        Some(ConnectionPermit { held: self.held.clone(), holders, kind })
    }

    /// Returns where a guest's last request came from, as far as it is remembered.
    pub(crate) fn address_of(&self, guest: &Guest) -> Option<IpAddr> {
        lock(&self.guests).get(guest).and_then(|client| client.more.0)
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

    fn guest<'a>(
        &self,
        guests: &'a mut LatestClients<Guest, Usage<LastAddress>>,
        guest: &Guest,
        now: Instant,
    ) -> &'a mut Usage<LastAddress> {
        guests.get_or_add(guest, now, || self.usage(1.0, LastAddress(None)))
    }

    fn address<'a>(
        &self,
        addresses: &'a mut LatestClients<IpAddr, Usage<AddressUsage>>,
        network: IpAddr,
        now: Instant,
    ) -> &'a mut Usage<AddressUsage> {
        addresses.get_or_add(&network, now, || {
            let guests = f64::from(self.limits.guests_per_address);
            let requests = f64::from(self.limits.requests) * guests;
            let checks = TokenBucket::new(requests, BURST);
            let messages = TokenBucket::new(requests, SHORT_BURST);
            let file_bytes = TokenBucket::new(self.limits.file_bytes as f64, FILE_BURST);
            self.usage(guests, AddressUsage { checks, messages, file_bytes })
        })
    }

    /// Returns what a client has used who is as many guests.
    fn usage<T>(&self, guests: f64, more: T) -> Usage<T> {
        let Limits { requests, games_per_day, .. } = self.limits;
        Usage {
            requests: TokenBucket::new(f64::from(requests) * guests, BURST),
            games: TokenBucket::new(f64::from(games_per_day) * guests / DAY.as_secs_f64(), DAY),
            more,
        }
    }
}

/// Returns how many requests of one address are answered at the same time: enough to use all cores while some wait for
/// the disk, and so few that others don't wait for long behind them.
fn requests_at_once() -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    (2 * cores).clamp(4, 32)
}

fn lock<T>(clients: &Mutex<T>) -> MutexGuard<'_, T> {
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
    use futures_util::FutureExt;

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
        let allowed = |guest: &Guest| (0..50).filter(|_| throttle.allow_request(address, guest)).count();
        let [ann, bob] = ["ann", "bob"].map(Guest::from_secret);
        assert_eq!(allowed(&ann), 4, "four seconds' worth");
        assert_eq!(allowed(&bob), 4, "another guest behind the same address");
        let others: Vec<Duration> =
            (0..50).filter_map(|_| throttle.take(address, Wanted::Request, LONGEST_WAIT)).collect();
        assert_eq!(others[..12], [Duration::ZERO; 12], "as many as three guests");
        assert!(others[12..].is_sorted() && others[12] > Duration::ZERO, "the others wait");
        assert!(others.len() < 50 && others[others.len() - 1] <= LONGEST_WAIT, "and not for too long");
        assert_eq!(throttle.address_of(&bob), Some(address));
    }

    #[test]
    fn clients_with_sockets_are_forgotten_like_others() {
        let throttle = Throttle::new(&Limits::default());
        let guest = |number: u32| Guest::from_secret(&number.to_string());
        let address = |number: u32| IpAddr::from(std::net::Ipv4Addr::from_bits(number));
        let open = |number: u32| throttle.open_socket(address(number), &guest(number));
        let sockets: Vec<_> = (0..2_000).map(open).collect();
        assert!(sockets.iter().all(Option::is_some));
        assert_eq!(lock(&throttle.held).len(), 4_000);
        for number in 0..25_000 {
            assert!(throttle.allow_request(address(number), &guest(number)));
            assert_eq!(throttle.take(address(number), Wanted::Request, LONGEST_WAIT), Some(Duration::ZERO));
        }
        assert!(
            lock(&throttle.guests).len() <= MAX_CLIENTS && lock(&throttle.addresses).len() <= MAX_CLIENTS
        );
        assert_eq!(throttle.address_of(&guest(24_999)), Some(address(24_999)));
        drop(sockets);
        assert!(lock(&throttle.held).is_empty());
    }

    #[test]
    fn files_wait_for_the_bytes_of_their_address() {
        let limits = Limits { file_bytes: 1 << 20, ..Limits::default() };
        let throttle = Throttle::new(&limits);
        let [one, two] = [1, 2].map(|last| IpAddr::from([127, 0, 0, last]));
        let take = |address, bytes| throttle.take(address, Wanted::File { bytes }, LONGEST_FILE_WAIT);
        let waits: Vec<Duration> = (0..50).map_while(|_| take(one, 1 << 20)).collect();
        assert!(waits[0] < Duration::from_secs(1) && waits.is_sorted());
        assert!((20..30).contains(&waits.len()), "one a second: {waits:?}");
        let others =
            [Wanted::Request, Wanted::Message].map(|wanted| throttle.take(one, wanted, Duration::ZERO));
        assert_eq!(others, [Some(Duration::ZERO); 2], "requests and messages are counted apart");
        assert_eq!(take(two, 0), Some(Duration::ZERO));
    }

    #[tokio::test]
    async fn who_goes_away_has_taken_nothing() {
        let throttle = Throttle::new(&Limits { file_bytes: 1 << 20, ..Limits::default() });
        let address = IpAddr::from([127, 0, 0, 1]);
        let file = Wanted::File { bytes: 1 << 20 };
        let first = throttle.wait_for(address, file);
        let mut first = std::pin::pin!(first);
        assert!(first.as_mut().now_or_never().is_none(), "it waits");
        for _ in 0..1_000 {
            assert!(throttle.wait_for(address, file).now_or_never().is_none());
        }
        let left = throttle.take(address, Wanted::File { bytes: 0 }, LONGEST_FILE_WAIT);
        assert!(left.is_some_and(|wait| wait < Duration::from_secs(2)), "behind one file");
    }

    /// 2,000 pupils who load the page at the same moment: 25 files with 750 KB each.
    #[test]
    fn a_school_loads_the_page() {
        let throttle = Throttle::new(&Limits::default());
        let school = IpAddr::from([192, 0, 2, 1]);
        for _ in 0..2_000 * 25 {
            assert!(throttle.take(school, Wanted::File { bytes: 30_000 }, LONGEST_FILE_WAIT).is_some());
        }
    }

    #[test]
    fn a_client_is_an_address_or_a_household() {
        let network = |text: &str| network(text.parse().unwrap()).to_string();
        assert_eq!(network("192.0.2.7"), "192.0.2.7");
        assert_eq!(network("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
    }
}
