//! A NATS server for tests.

use crate::daemon::{Daemon, HarnessError, find_program, free_port, wait_until};
use std::path::PathBuf;
use tempfile::TempDir;
use tokio::net::TcpStream;

/// A NATS server on a port of its own.
pub struct Nats {
    folder: TempDir,
    port: u16,
    server: Option<Daemon>,
}

impl Nats {
    /// Starts a server and waits until it answers.
    pub async fn start() -> Result<Nats, HarnessError> {
        let mut nats = Nats { folder: tempfile::tempdir()?, port: free_port()?, server: None };
        nats.start_again().await?;
        Ok(nats)
    }

    /// Starts the server again after it was killed.
    pub async fn start_again(&mut self) -> Result<(), HarnessError> {
        let program = find_program("nats-server", &[PathBuf::from("/usr/sbin")]);
        let port = self.port.to_string();
        let arguments = ["-a", "127.0.0.1", "-p", &port];
        let log = self.folder.path().join("nats.log");
        self.server = Some(Daemon::start(&program, "nats-server", arguments, &[], &log)?);
        let port = self.port;
        wait_until("nats-server", async || TcpStream::connect(("127.0.0.1", port)).await.is_ok()).await
    }

    /// Kills the server.
    pub fn kill(&mut self) {
        self.server = None;
    }

    /// Returns the port it listens on.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Returns its address.
    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}
