//! The address of a database, a URL, and the TLS settings in it.
//!
//! `sslmode` works as in PostgreSQL's own programs, except that `allow` never uses TLS: `prefer`, the default, and `require`
//! encrypt without checking the server's certificate, `verify-ca` checks who signed it, and `verify-full` also checks its
//! name.

use super::connection::Connection;
use super::tls::{Checks, Tls, client_config};
use crate::storage::StorageError;
use percent_encoding::percent_decode_str;
use std::path::Path;
use tokio_postgres::Config;
use tokio_postgres::config::SslMode;

/// The folder of the server's socket on Debian and most other systems.
const SOCKET_FOLDER: &str = "/var/run/postgresql";

/// A database's address.
#[derive(Clone)]
pub(super) struct Address {
    config: Config,
    tls: Tls,
}

impl Address {
    /// Parses an address, and reads the files that it names: call it on a thread that may block.
    pub(super) fn parse(url: &str, application: &str) -> Result<Address, StorageError> {
        let (base, query) = url.split_once('?').unwrap_or((url, ""));
        let mut rest = Vec::new();
        let (mut ssl_mode, mut checks) = (SslMode::Prefer, Checks::default());
        for parameter in query.split('&').filter(|parameter| !parameter.is_empty()) {
            let (key, value) = parameter.split_once('=').unwrap_or((parameter, ""));
            let value = percent_decode_str(value).decode_utf8_lossy().into_owned();
            match key {
                "sslmode" => {
                    ssl_mode = match value.as_str() {
                        "disable" | "allow" => SslMode::Disable,
                        "prefer" => SslMode::Prefer,
                        "require" | "verify-ca" | "verify-full" => SslMode::Require,
                        _ => return Err(StorageError::BadAddress(format!("there is no sslmode {value:?}"))),
                    };
                    checks.authority = value.starts_with("verify-");
                    checks.name = value == "verify-full";
                }
                "sslrootcert" => checks.root = Some(value.into()),
                "sslcert" => checks.certificate = Some(value.into()),
                "sslkey" => checks.key = Some(value.into()),
                _ => rest.push(parameter),
            }
        }
        let mut config: Config = format!("{base}?{}", rest.join("&")).parse()?;
        config.ssl_mode(ssl_mode).application_name(application);
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            config.host(if Path::new(SOCKET_FOLDER).exists() { SOCKET_FOLDER } else { "localhost" });
        }
        if let (None, Ok(password)) = (config.get_password(), std::env::var("PGPASSWORD")) {
            config.password(password);
        }
        Ok(Address { config, tls: Tls(client_config(&checks)?) })
    }

    /// Connects to the database.
    pub(super) async fn connect(&self) -> Result<Connection, StorageError> {
        let (client, connection) = self.config.connect(self.tls.clone()).await?;
        let task = tokio::spawn(async move {
            // Statements that wait for a reply fail with the same error.
            if let Err(error) = connection.await {
                tracing::debug!(%error, "connection to the database lost");
            }
        });
        Ok(Connection::new(client, task.abort_handle()))
    }
}
