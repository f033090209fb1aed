//! A TCP proxy that can drop, delay and halve the connections through it.

use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::sleep;

/// What a proxy does to connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Everything passes.
    Pass,
    /// Connections are closed, and new ones too.
    Drop,
    /// Everything passes this much later.
    Delay(Duration),
    /// What the client sends stays away from the server, and the connection stays open.
    HalfToServer,
    /// What the server sends stays away from the client, and the connection stays open.
    HalfToClient,
}

/// A proxy on a port of its own.
pub(crate) struct Proxy {
    pub(crate) port: u16,
    mode: Arc<watch::Sender<Mode>>,
    _tasks: JoinSet<()>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    ToServer,
    ToClient,
}

impl Proxy {
    /// Starts a proxy to a port of this machine.
    pub(crate) async fn start(to: u16) -> io::Result<Proxy> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let port = listener.local_addr()?.port();
        let mode = Arc::new(watch::Sender::new(Mode::Pass));
        let mut tasks = JoinSet::new();
        tasks.spawn(accept(listener, to, mode.clone()));
        Ok(Proxy { port, mode, _tasks: tasks })
    }

    pub(crate) fn set(&self, mode: Mode) {
        self.mode.send_replace(mode);
    }
}

async fn accept(listener: TcpListener, to: u16, mode: Arc<watch::Sender<Mode>>) {
    let mut connections = JoinSet::new();
    loop {
        let Ok((client, _)) = listener.accept().await else { return };
        while connections.try_join_next().is_some() {}
        if *mode.borrow() == Mode::Drop {
            continue;
        }
        connections.spawn(forward(client, to, mode.clone()));
    }
}

async fn forward(client: TcpStream, to: u16, mode: Arc<watch::Sender<Mode>>) {
    let Ok(server) = TcpStream::connect(("127.0.0.1", to)).await else { return };
    let _ = (client.set_nodelay(true), server.set_nodelay(true));
    let (from_client, to_client) = client.into_split();
    let (from_server, to_server) = server.into_split();
    let mut dropped = mode.subscribe();
    tokio::select! {
        _ = pump(from_client, to_server, Direction::ToServer, mode.subscribe()) => {}
        _ = pump(from_server, to_client, Direction::ToClient, mode.subscribe()) => {}
        _ = dropped.wait_for(|mode| *mode == Mode::Drop) => {}
    }
}

/// Copies one direction until it ends.
async fn pump(
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
    direction: Direction,
    mut mode: watch::Receiver<Mode>,
) -> io::Result<()> {
    let mut buffer = vec![0; 16 << 10];
    loop {
        let read = from.read(&mut buffer).await?;
        if read == 0 {
            return Ok(());
        }
        let now = *mode.borrow_and_update();
        match (now, direction) {
            (Mode::Delay(time), _) => sleep(time).await,
            (Mode::HalfToServer, Direction::ToServer) | (Mode::HalfToClient, Direction::ToClient) => {
                // What was held back is never delivered: the connection ends with the fault.
                let _ = mode.wait_for(|mode| *mode != now).await;
                return Ok(());
            }
            _ => {}
        }
        to.write_all(&buffer[..read]).await?;
    }
}
