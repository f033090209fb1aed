//! An attack on one endpoint of a server after the other, while others play there: how much do they notice?
//!
//! The attackers have an address and a thread of their own. What the others experience is measured: their moves, and how
//! long new connections, new sockets and new games take.

mod attackers;
mod bystanders;
mod targets;

use crate::client::{Client, ClientError};
use crate::load::Latencies;
use attackers::Attackers;
use bystanders::Bystanders;
use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};
use tokio::time::interval;

/// An attack on every endpoint of a server.
#[derive(Clone, Debug)]
pub struct AttackTest {
    /// The server's address.
    pub address: SocketAddr,
    /// Where the attackers' connections come from; `None` leaves that to the system.
    pub attackers: Option<IpAddr>,
    /// Where the connections of the others come from.
    pub bystanders: Option<IpAddr>,
    /// How many connections the attackers have.
    pub connections: usize,
    /// How long each endpoint is attacked.
    pub time: Duration,
    /// Only endpoints whose names contain this are attacked.
    pub only: Option<String>,
    /// Which game the others play, of those for two players.
    pub game: String,
    /// How many games they play at once.
    pub games: u64,
    /// Their moves per second in all games together.
    pub rate: f64,
    /// The seed of their moves.
    pub seed: u64,
}

/// What an attack on one endpoint did.
#[derive(Clone, Debug, Default)]
pub struct AttackReport {
    /// The endpoint, such as `GET /api/games/{id}`.
    pub endpoint: String,
    /// How long it was attacked.
    pub seconds: f64,
    /// What the attackers did.
    pub attack: AttackCounts,
    /// The latencies of the others' moves.
    pub moves: Latencies,
    /// How long a request over a new connection took.
    pub connections: Latencies,
    /// How long a new socket took, up to its first message.
    pub sockets: Latencies,
    /// How long a new game took.
    pub games: Latencies,
    /// How often the others did not get what they asked for.
    pub failed: u64,
    /// Why they did not, for the first time.
    pub failure: Option<String>,
    /// How far the server's memory rose above what it was before the attack, at most.
    pub memory_growth: u64,
}

/// What attackers did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AttackCounts {
    /// Requests that were answered, and messages that were sent.
    pub requests: u64,
    /// Answers with an error.
    pub refused: u64,
    /// Bytes that were received.
    pub bytes: u64,
    /// Connections that failed or were closed in the middle.
    pub broken: u64,
}

/// How often the server's memory is looked at.
const MEMORY_INTERVAL: Duration = Duration::from_millis(100);

impl AttackTest {
    /// Attacks one endpoint after the other, and calls `report` after each; the first report is one without an attack.
    /// `memory` returns the bytes of memory that the server uses now.
    pub async fn run(
        self,
        memory: impl Fn() -> u64,
        mut report: impl FnMut(AttackReport),
    ) -> Result<(), ClientError> {
        let mut bystanders = Bystanders::start(&self).await?;
        let guest = Client::new(self.address, u64::MAX).from_address(self.bystanders);
        let mut targets = targets::of_server(&guest, bystanders.game()).await?;
        if let Some(only) = &self.only {
            targets.retain(|target| target.name.contains(only.as_str()));
        }
        for target in std::iter::once(None).chain(targets.into_iter().map(Some)) {
            let name = target.as_ref().map_or("no attack", |target| target.name.as_str()).to_string();
            let (before, started) = (memory(), Instant::now());
            let end = started + self.time;
            let attackers = target.map(|target| Attackers::start(&self, target, end)).transpose()?;
            let (mut result, most) = tokio::join!(bystanders.play(&self, end), most_until(&memory, end));
            result.attack = attackers.map(Attackers::join).unwrap_or_default();
            result.seconds = started.elapsed().as_secs_f64();
            (result.endpoint, result.memory_growth) = (name, most.saturating_sub(before));
            report(result);
            bystanders.fill(&self).await?;
        }
        Ok(())
    }
}

/// Returns the most memory that was in use until then.
async fn most_until(memory: &impl Fn() -> u64, end: Instant) -> u64 {
    let (mut ticks, mut most) = (interval(MEMORY_INTERVAL), 0);
    while Instant::now() < end {
        ticks.tick().await;
        most = most.max(memory());
    }
    most
}
