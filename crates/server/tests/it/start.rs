//! Servers and workers that are started while their database can't be reached, and what a server logs while it stops.

use crate::{Running, config};
use parlor_chaos::Postgres;
use parlor_server::{Config, Limits, Server, Worker, error_chain};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tracing_subscriber::fmt::MakeWriter;

/// Longer than any test runs.
const FOR_EVER: Duration = Duration::from_secs(3_600);

/// Answers the first connections as PostgreSQL does when it can't serve them, each with another error code, or by closing
/// it where there is none; then connects to the real server.
async fn unready_postgres(real: u16, answers: &'static [Option<&'static str>]) -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        for answer in answers {
            let (mut client, _) = listener.accept().await.unwrap();
            let Some(code) = answer else { continue };
            let mut startup = [0; 256];
            let _ = client.read(&mut startup).await.unwrap();
            let fields = format!("SFATAL\0VFATAL\0C{code}\0Mnot now\0\0");
            let length = fields.len() as u32 + 4;
            let message = [b"E", &length.to_be_bytes()[..], fields.as_bytes()].concat();
            client.write_all(&message).await.unwrap();
        }
        loop {
            let (mut client, _) = listener.accept().await.unwrap();
            tokio::spawn(async move {
                let mut server = TcpStream::connect(("127.0.0.1", real)).await.unwrap();
                let _ = copy_bidirectional(&mut client, &mut server).await;
            });
        }
    });
    port
}

fn node(url: String, database_patience: Duration) -> Config {
    let config = config(Path::new("/nonexistent"), Limits::default());
    Config { database: Some(url), database_patience, ..config }
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_and_workers_wait_for_their_database() {
    let mut postgres = Postgres::start().await.unwrap();
    let url = postgres.create_database().await.unwrap();
    let name = url.rsplit('/').next().and_then(|name| name.split('?').next()).unwrap();

    // Closed, stopping, starting, all connections in use.
    const ANSWERS: &[Option<&str>] = &[None, Some("57P01"), Some("57P03"), Some("53300")];
    let port = unready_postgres(postgres.port(), ANSWERS).await;
    let server = Server::bind(node(postgres.url(name, port), FOR_EVER)).await.unwrap();
    let running = Running::run(server);
    assert_eq!(running.guest(1).get("/ready").await.unwrap().0, 200);
    running.stop().await;
    let port = unready_postgres(postgres.port(), ANSWERS).await;
    Worker::start(node(postgres.url(name, port), FOR_EVER)).await.unwrap();

    // One that is not there at all, until it is started.
    postgres.stop_immediately().unwrap();
    let refused = Server::bind(node(url.clone(), Duration::ZERO)).await.err().unwrap();
    assert!(error_chain(&refused).starts_with("can't use the database: "), "{}", error_chain(&refused));
    let starting = tokio::spawn(Server::bind(node(url, FOR_EVER)));
    postgres.start_again().await.unwrap();
    starting.await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_waiting_does_not_change_is_an_error_at_once() {
    // A wrong password, no such database.
    for code in ["28P01", "3D000"] {
        let answers: &'static [Option<&str>] = Vec::leak(vec![Some(code)]);
        let port = unready_postgres(0, answers).await;
        let url = format!("postgres://parlor@127.0.0.1:{port}/games?sslmode=disable");
        let error = Server::bind(node(url, FOR_EVER)).await.err().unwrap();
        assert!(error_chain(&error).contains("not now"), "{}", error_chain(&error));
    }
}

/// A log in memory.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Write::write(&mut *self.0.lock().unwrap(), bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Log;

    fn make_writer(&'a self) -> Log {
        self.clone()
    }
}

// One thread, which is the one whose log is kept.
#[tokio::test]
async fn a_draining_server_logs_no_errors() {
    let log = Log::default();
    let _guard = tracing::subscriber::set_default(
        tracing_subscriber::fmt().with_writer(log.clone()).with_ansi(false).finish(),
    );
    let folder = tempfile::tempdir().unwrap();
    let config = Config { drain: FOR_EVER, ..config(folder.path(), Limits::default()) };
    let mut running = Running::run(Server::bind(config).await.unwrap());
    let ann = running.guest(1);
    drop(running.stop.take());
    while ann.get("/ready").await.unwrap().0 != 503 {
        tokio::task::yield_now().await;
    }
    let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert!(text.contains("not ready any more") && !text.contains("ERROR"), "{text}");
    running.served.abort();
}
