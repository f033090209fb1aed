//! The cluster under test: PostgreSQL, NATS, three nodes and a worker, with a TCP proxy between any two.

use crate::daemon::{Daemon, HarnessError, free_port, other_clock, wait_until};
use crate::nats::Nats;
use crate::postgres::Postgres;
use crate::proxy::Proxy;
use parlor_loadtest::Client;
use rustix::process::Signal;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The nodes that serve games.
pub(crate) const NODES: usize = 3;

/// The number of the worker among the processes, which comes after the nodes.
pub(crate) const WORKER: usize = NODES;

/// How far the wall clock of each process is off.
const CLOCKS: [&str; NODES + 1] = ["+0", "+1h", "-1h", "+1h"];

/// The running cluster.
pub(crate) struct Cluster {
    program: PathBuf,
    pub(crate) postgres: Postgres,
    pub(crate) nats: Nats,
    pub(crate) database: String,
    pub(crate) processes: Vec<Process>,
    folder: TempDir,
}

/// A node or the worker, with the proxies around it.
pub(crate) struct Process {
    /// The port it listens on; the worker has none.
    port: u16,
    pub(crate) to_postgres: Proxy,
    pub(crate) to_nats: Proxy,
    /// Between clients and the process.
    pub(crate) from_clients: Proxy,
    daemon: Option<Daemon>,
}

impl Cluster {
    /// Starts everything, and waits until all nodes are ready.
    pub(crate) async fn start(program: &Path) -> Result<Cluster, HarnessError> {
        let postgres = Postgres::start().await?;
        let nats = Nats::start().await?;
        let url = postgres.create_database().await?;
        let database = url.rsplit('/').next().and_then(|name| name.split('?').next()).unwrap_or_default();
        let mut processes = Vec::new();
        for _ in 0..=NODES {
            let port = free_port()?;
            processes.push(Process {
                port,
                to_postgres: Proxy::start(postgres.port()).await?,
                to_nats: Proxy::start(nats.port()).await?,
                from_clients: Proxy::start(port).await?,
                daemon: None,
            });
        }
        let mut cluster = Cluster {
            program: program.into(),
            database: database.into(),
            postgres,
            nats,
            processes,
            folder: tempfile::tempdir()?,
        };
        for number in 0..=NODES {
            cluster.start_process(number)?;
        }
        for node in 0..NODES {
            let client = cluster.client(node, 0);
            wait_until("a node", async || client.get("/ready").await.is_ok_and(|(status, _)| status == 200))
                .await?;
        }
        Ok(cluster)
    }

    /// Starts a node or the worker.
    pub(crate) fn start_process(&mut self, number: usize) -> Result<(), HarnessError> {
        let process = &self.processes[number];
        let database = self.postgres.url(&self.database, process.to_postgres.port);
        let nats = format!("nats://127.0.0.1:{}", process.to_nats.port);
        let mut arguments: Vec<String> = ["--database", &database, "--nats", &nats].map(String::from).into();
        if number == WORKER {
            arguments.insert(0, "worker".into());
            arguments.extend(["--engine-threads", "2"].map(String::from));
        } else {
            arguments.insert(0, "serve".into());
            let address = format!("127.0.0.1:{}", process.port);
            // Clients come by the proxy's port.
            let origin = format!("http://127.0.0.1:{}", process.from_clients.port);
            arguments.extend(
                ["--address", &address, "--origin", &origin, "--engine-threads", "0"].map(String::from),
            );
            for limit in ["--max-games", "--max-sockets", "--max-requests", "--max-connections"] {
                arguments.extend([limit.into(), "1000000".into()]);
            }
        }
        let mut environment = vec![("PARLOR_LOG", "info".to_string())];
        environment.extend(other_clock(CLOCKS[number])?);
        let log = self.log(number);
        let daemon = Daemon::start(&self.program, "parlor", &arguments, &environment, &log)?;
        self.processes[number].daemon = Some(daemon);
        Ok(())
    }

    /// Kills a process as a power failure would.
    pub(crate) fn kill_process(&mut self, number: usize) {
        self.processes[number].daemon = None;
    }

    /// Stops or continues a process.
    pub(crate) fn signal(&self, number: usize, signal: Signal) {
        if let Some(daemon) = &self.processes[number].daemon {
            daemon.signal(signal);
        }
    }

    /// Returns the number of a process that has ended by itself, which none should.
    pub(crate) fn ended_process(&mut self) -> Option<usize> {
        self.processes.iter_mut().position(|process| process.daemon.as_mut().is_some_and(Daemon::has_ended))
    }

    /// Returns the file with what a process logged.
    pub(crate) fn log(&self, number: usize) -> PathBuf {
        self.folder.path().join(format!("process-{number}.log"))
    }

    /// Returns where clients reach the nodes.
    pub(crate) fn addresses(&self) -> Vec<SocketAddr> {
        self.processes[..NODES]
            .iter()
            .map(|process| ([127, 0, 0, 1], process.from_clients.port).into())
            .collect()
    }

    /// Returns a guest at a node.
    pub(crate) fn client(&self, node: usize, guest: u64) -> Client {
        Client::new(self.addresses()[node], guest)
    }
}
