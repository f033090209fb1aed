//! A PostgreSQL server for tests.

use crate::daemon::{Daemon, HarnessError, User, command_as, find_program, free_port, wait_until};
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use tempfile::TempDir;
use tokio_postgres::{Client, NoTls};

/// A PostgreSQL server with a data folder and a port of its own. PostgreSQL refuses to run as root: then it runs as the
/// user postgres, which its package creates.
pub struct Postgres {
    folder: TempDir,
    user: Option<User>,
    port: u16,
    server: Option<Daemon>,
    databases: AtomicU32,
    has_tls: bool,
}

const PACKAGE: &str = "postgresql";

impl Postgres {
    /// Creates a data folder, starts a server and waits until it answers.
    pub async fn start() -> Result<Postgres, HarnessError> {
        Postgres::start_with(None).await
    }

    /// Like `start`, with TLS by the files `server.pem` and `server.key` of this folder.
    pub async fn start_with_tls(folder: &Path) -> Result<Postgres, HarnessError> {
        Postgres::start_with(Some(folder)).await
    }

    async fn start_with(tls: Option<&Path>) -> Result<Postgres, HarnessError> {
        let folder = tempfile::tempdir()?;
        let user = rustix::process::geteuid().is_root().then(|| User("postgres".into()));
        if let Some(User(user)) = &user {
            let (uid, gid) = user_ids(user)?;
            chown(folder.path(), Some(uid), Some(gid))?;
        }
        let mut postgres = Postgres {
            folder,
            user,
            port: free_port()?,
            server: None,
            databases: AtomicU32::new(0),
            has_tls: tls.is_some(),
        };
        let data = postgres.data();
        postgres.run("initdb", |command| {
            command.arg("-D").arg(&data).args(["-U", "parlor", "--auth=trust", "--no-sync", "--locale=C"]);
            command.arg("--encoding=UTF8");
        })?;
        if let Some(files) = tls {
            // PostgreSQL refuses a key that others can read.
            let owner = fs::metadata(&data)?;
            for name in ["server.pem", "server.key"] {
                let copy = data.join(name);
                fs::copy(files.join(name), &copy)?;
                fs::set_permissions(&copy, Permissions::from_mode(0o600))?;
                chown(&copy, Some(owner.uid()), Some(owner.gid()))?;
            }
        }
        postgres.start_again().await?;
        Ok(postgres)
    }

    /// Starts the server again after it was stopped.
    pub async fn start_again(&mut self) -> Result<(), HarnessError> {
        let port = self.port.to_string();
        let (data, folder) = (self.data().display().to_string(), self.folder.path().display().to_string());
        let mut arguments = vec!["-D", &data, "-p", &port, "-k", &folder, "-h", "127.0.0.1", "-N", "200"];
        if self.has_tls {
            arguments.extend([
                "-c",
                "ssl=on",
                "-c",
                "ssl_cert_file=server.pem",
                "-c",
                "ssl_key_file=server.key",
            ]);
        }
        let program = find_program("postgres", &folders());
        let log = self.folder.path().join("server.log");
        self.server = Some(Daemon::start_as(self.user.as_ref(), &program, PACKAGE, arguments, &[], &log)?);
        wait_until("postgres", async || connect(&self.url("postgres", self.port)).await.is_ok()).await
    }

    /// Stops the server as a power failure would: what is not in its WAL is lost.
    pub fn stop_immediately(&mut self) -> Result<(), HarnessError> {
        let data = self.data();
        self.run("pg_ctl", |command| {
            command.arg("-D").arg(&data).args(["stop", "-m", "immediate"]);
        })?;
        self.server = None;
        Ok(())
    }

    /// Creates a database, and returns its address.
    pub async fn create_database(&self) -> Result<String, HarnessError> {
        let name = format!("games{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let client = connect(&self.url("postgres", self.port)).await?;
        client.batch_execute(&format!("CREATE DATABASE {name}")).await?;
        Ok(self.url(&name, self.port))
    }

    /// Returns the address of a database, through another port if need be.
    pub fn url(&self, database: &str, port: u16) -> String {
        format!("postgres://parlor@127.0.0.1:{port}/{database}?sslmode=disable")
    }

    /// Returns the port it listens on.
    pub fn port(&self) -> u16 {
        self.port
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    fn run(&self, program: &str, configure: impl FnOnce(&mut Command)) -> Result<(), HarnessError> {
        let path = find_program(program, &folders());
        let mut command = command_as(self.user.as_ref(), &path);
        configure(&mut command);
        let output = command
            .current_dir(self.folder.path())
            .output()
            .map_err(|source| HarnessError::Start { program: program.into(), package: PACKAGE, source })?;
        match output.status.success() {
            true => Ok(()),
            false => {
                let text = [output.stdout, output.stderr].concat();
                let hint = if path.exists() { "" } else { " (is it installed? Debian: postgresql)" };
                Err(HarnessError::Failed(program.into(), String::from_utf8_lossy(&text).into_owned() + hint))
            }
        }
    }
}

/// Connects to a database. The connection closes when the client is dropped.
pub async fn connect(url: &str) -> Result<Client, tokio_postgres::Error> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    // The client reports the connection's errors.
    tokio::spawn(async move { drop(connection.await) });
    Ok(client)
}

/// Returns where Debian puts the server's programs, the latest version first.
fn folders() -> Vec<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    let version = |path: &PathBuf| -> u32 {
        let name = path.parent().and_then(Path::file_name).and_then(|name| name.to_str());
        name.and_then(|name| name.parse().ok()).unwrap_or(0)
    };
    folders.sort_by_key(|path| std::cmp::Reverse(version(path)));
    folders
}

/// Returns the numbers of a user and their group.
fn user_ids(user: &str) -> Result<(u32, u32), HarnessError> {
    let id = |option: &str| -> Result<u32, HarnessError> {
        let output = Command::new("id").args([option, user]).output()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.trim().parse().map_err(|_| HarnessError::Failed(format!("id {option} {user}"), text.clone()))
    };
    Ok((id("-u")?, id("-g")?))
}
