//! Work that is due, and who is served first.

use crate::guest::Guest;
use std::net::IpAddr;
use std::time::Duration;

/// Something that a game needs at some time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// When, in service time.
    pub at: u64,
    /// What.
    pub work: Work,
}

/// What a game needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Work {
    /// A flag to fall.
    Flag,
    /// An engine's move.
    Engine {
        /// The guest to whom the thinking is charged.
        client: Guest,
        /// Where the guest is, if this process knows. A storage keeps a keyed hash of it, and only while the move is due.
        address: Option<IpAddr>,
        /// Whether people play in the game.
        has_people: bool,
    },
}

impl Work {
    /// Returns the number that databases hold: what has a lower one comes first.
    pub(super) fn number(&self) -> i16 {
        match self {
            Work::Flag => 0,
            Work::Engine { has_people: true, .. } => 1,
            Work::Engine { has_people: false, .. } => 2,
        }
    }
}

/// What a process can do.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// How many engines' moves.
    pub engines: usize,
    /// How many engines may think at the same time in one guest's games, in all processes.
    pub engines_per_client: usize,
    /// How long the claim holds.
    pub lease: Duration,
}

/// A game whose work was claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    /// The game's id.
    pub game: String,
    /// The seq of its log.
    pub seq: u64,
    /// Whether it is an engine's move, and no flag.
    pub is_engine: bool,
    /// How long ago it came due.
    pub waited: Duration,
    /// When the claim ends, in service time.
    pub until: u64,
}

impl Claimed {
    /// Returns the lease under which it is held.
    pub fn lease(&self) -> Lease {
        Lease { game: self.game.clone(), until: self.until }
    }
}

/// The right to do a game's work for a while. It is known by its end: whoever claims the work after it ended has a later
/// one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lease {
    /// The game's id.
    pub game: String,
    /// When it ends, in service time.
    pub until: u64,
}

/// The games that wait for an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Waiting {
    /// In the order in which they will be claimed; the first thousand.
    pub games: Vec<String>,
    /// How many wait.
    pub length: u64,
    /// How many games have an engine that thinks.
    pub thinking: u64,
}

/// The most waiting games that are listed.
pub(super) const MAX_LISTED: usize = 1_000;

/// How many turns of addresses and guests are remembered, and for how long.
pub(super) const REMEMBERED_TURNS: i64 = 10_000;
pub(super) const TURN_MEMORY: Duration = Duration::from_secs(60 * 60);

/// A lease that ends further ahead than this many leases was not made by this clock.
pub(super) const BELIEVED_LEASES: i64 = 10;

/// Chooses the game that an engine moves in next: $1 is the time, $2 the engines per guest, $3 the end of the longest
/// lease that is believed. Games with people come first, then addresses take turns, and the guests behind each of them.
pub(super) const PICK: &str = "WITH due_games AS MATERIALIZED ( \
        SELECT id, seq, client, address, work, due, leased FROM games WHERE due <= $1 AND work > 0), \
    thinking AS ( \
        SELECT client, count(*) AS engines FROM due_games WHERE leased > $1 AND leased <= $3 GROUP BY client) \
    SELECT waiting.id, waiting.client, waiting.address FROM due_games AS waiting \
    LEFT JOIN thinking ON thinking.client = waiting.client \
    LEFT JOIN served AS by_address ON by_address.client = 'address ' || waiting.address \
    LEFT JOIN served AS by_guest ON by_guest.client = 'guest ' || waiting.client \
    WHERE (leased <= $1 OR leased > $3) AND (coalesce(engines, 0) < $2 OR waiting.client = '') \
    ORDER BY work, coalesce(by_address.turn, 0), coalesce(by_guest.turn, 0), due, id LIMIT 8";

/// Lists the games that wait for an engine: $1 is the time, $2 the end of the longest lease that is believed, $3 how many
/// at most. What an address waits for beyond its first game comes after the first games of others.
pub(super) const WAITING: &str = "WITH due_games AS MATERIALIZED ( \
        SELECT id, client, address, work, due, leased <= $1 OR leased > $2 AS waits FROM games \
        WHERE due <= $1 AND work > 0), \
    by_guest AS ( \
        SELECT id, waiting.client, address, work, due, coalesce(turn, 0) AS guest_turn, \
            row_number() OVER (PARTITION BY work, waiting.client ORDER BY due, id) AS place_of_guest \
        FROM due_games AS waiting LEFT JOIN served ON served.client = 'guest ' || waiting.client WHERE waits), \
    by_address AS ( \
        SELECT id, work, due, coalesce(turn, 0) AS address_turn, \
            row_number() OVER (PARTITION BY work, address ORDER BY place_of_guest, guest_turn, due, id) AS place \
        FROM by_guest LEFT JOIN served ON served.client = 'address ' || address) \
    SELECT id, (SELECT count(*) FROM by_address) AS length, \
        (SELECT count(*) FROM due_games WHERE NOT waits) AS thinking \
    FROM by_address ORDER BY work, place, address_turn, due, id LIMIT $3";

/// Counts the engines that think: parameters as in [`WAITING`].
pub(super) const THINKING: &str =
    "SELECT count(*) FROM games WHERE due <= $1 AND work > 0 AND leased > $1 AND leased <= $2";
