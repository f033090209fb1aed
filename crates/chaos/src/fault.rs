//! The faults that are injected, and how each is undone.

use crate::cluster::{Cluster, NODES, WORKER};
use crate::daemon::HarnessError;
use crate::proxy::{Mode, Proxy};
use parlor_rules::SplitMix64;
use rustix::process::Signal;
use std::fmt;
use std::time::Duration;
use tokio::time::sleep;

/// A fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A process is killed and started again.
    Kill(usize),
    /// A process stands still.
    Stop(usize),
    /// PostgreSQL is stopped without warning and started again.
    Postgres,
    /// NATS is killed and started again.
    Nats,
    /// The connections between two are broken.
    Link {
        /// The process at one end.
        process: usize,
        /// What is at the other.
        other: Other,
        /// What happens to them.
        damage: Damage,
    },
}

/// What a process is connected with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Other {
    /// PostgreSQL.
    Postgres,
    /// NATS.
    Nats,
    /// Clients.
    Clients,
}

/// What happens to connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// They end, and there are no new ones for a while.
    Dropped,
    /// They are slow for a while.
    Delayed,
    /// For a while nothing comes through in one direction.
    Halved,
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |process: &usize| match *process {
            WORKER => "the worker".to_string(),
            node => format!("node {node}"),
        };
        match self {
            Fault::Kill(process) => write!(out, "kill {}", name(process)),
            Fault::Stop(process) => write!(out, "stop {}", name(process)),
            Fault::Postgres => out.write_str("stop PostgreSQL immediately"),
            Fault::Nats => out.write_str("kill NATS"),
            Fault::Link { process, other, damage } => {
                let damage = match damage {
                    Damage::Dropped => "drop",
                    Damage::Delayed => "delay",
                    Damage::Halved => "halve",
                };
                let other = match other {
                    Other::Postgres => "PostgreSQL",
                    Other::Nats => "NATS",
                    Other::Clients => "clients",
                };
                write!(out, "{damage} connections of {} and {other}", name(process))
            }
        }
    }
}

impl Fault {
    /// Chooses a fault.
    pub(crate) fn choose(random: &mut SplitMix64) -> Fault {
        let below = |random: &mut SplitMix64, most: usize| (random.next_u64() % most as u64) as usize;
        match below(random, 12) {
            0 | 1 => Fault::Kill(below(random, NODES + 1)),
            2 | 3 => Fault::Stop(below(random, NODES + 1)),
            4 => Fault::Postgres,
            5 => Fault::Nats,
            _ => {
                let other = [Other::Postgres, Other::Nats, Other::Clients][below(random, 3)];
                let processes = if other == Other::Clients { NODES } else { NODES + 1 };
                let damage = [Damage::Dropped, Damage::Delayed, Damage::Halved][below(random, 3)];
                Fault::Link { process: below(random, processes), other, damage }
            }
        }
    }

    /// Breaks something for a while, and mends it.
    pub(crate) async fn happen(
        self,
        cluster: &mut Cluster,
        random: &mut SplitMix64,
    ) -> Result<(), HarnessError> {
        let time = Duration::from_millis(200 + random.next_u64() % 2_300);
        match self {
            Fault::Kill(process) => {
                cluster.kill_process(process);
                sleep(time / 2).await;
                cluster.start_process(process)?;
            }
            Fault::Stop(process) => {
                cluster.signal(process, Signal::STOP);
                // Sometimes longer than a lease holds.
                sleep(time * 2).await;
                cluster.signal(process, Signal::CONT);
            }
            Fault::Postgres => {
                cluster.postgres.stop_immediately()?;
                sleep(time / 2).await;
                cluster.postgres.start_again().await?;
            }
            Fault::Nats => {
                cluster.nats.kill();
                sleep(time).await;
                cluster.nats.start_again().await?;
            }
            Fault::Link { process, other, damage } => {
                let half = [Mode::HalfToServer, Mode::HalfToClient][(random.next_u64() % 2) as usize];
                let mode = match damage {
                    Damage::Dropped => Mode::Drop,
                    Damage::Delayed => Mode::Delay(Duration::from_millis(20 + random.next_u64() % 200)),
                    Damage::Halved => half,
                };
                let proxy = proxy(cluster, process, other);
                proxy.set(mode);
                sleep(time).await;
                proxy.set(Mode::Pass);
            }
        }
        Ok(())
    }
}

fn proxy(cluster: &Cluster, process: usize, other: Other) -> &Proxy {
    let process = &cluster.processes[process];
    match other {
        Other::Postgres => &process.to_postgres,
        Other::Nats => &process.to_nats,
        Other::Clients => &process.from_clients,
    }
}
