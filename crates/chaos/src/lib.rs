//! Breaks servers, workers, databases and the connections between them while games are played, and checks afterwards
//! that nothing was lost (`docs/scale.md`).
//!
//! It starts real PostgreSQL and NATS servers of its own, which end with it. It knows Parlor by its program, its API and
//! its tables alone.

mod capacity;
#[cfg(target_os = "linux")]
mod check;
#[cfg(target_os = "linux")]
mod cluster;
#[cfg(target_os = "linux")]
mod daemon;
#[cfg(target_os = "linux")]
mod fault;
#[cfg(target_os = "linux")]
mod game;
#[cfg(target_os = "linux")]
mod nats;
#[cfg(target_os = "linux")]
mod postgres;
#[cfg(target_os = "linux")]
mod proxy;
#[cfg(target_os = "linux")]
mod run;

pub use capacity::{Constants, Needs};
#[cfg(target_os = "linux")]
pub use daemon::{Daemon, HarnessError, free_port, other_clock};
#[cfg(target_os = "linux")]
pub use fault::{Damage, Fault, Other};
#[cfg(target_os = "linux")]
pub use nats::Nats;
#[cfg(target_os = "linux")]
pub use postgres::{Postgres, connect};
#[cfg(target_os = "linux")]
pub use run::{Chaos, ChaosReport};
