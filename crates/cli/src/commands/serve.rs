//! `parlor serve`: the web server.

use crate::args::ServeArgs;
use crate::environment;
use crate::error::CliError;
use crate::output::Output;
use crate::platform::stop_signal;
use parlor_server::{Server, error_chain};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Why there is nowhere to store games.
pub(super) const NO_FOLDER: &str = "there is no default data folder here: choose one with --data";

/// Starts to log to standard error, and warns of settings that don't exist.
pub(super) fn start_log(as_json: bool, color: bool) -> Result<(), CliError> {
    let level = match std::env::var_os("PARLOR_LOG") {
        None => LevelFilter::INFO,
        Some(level) => level.to_string_lossy().parse().map_err(|_| {
            CliError::bad(format!("PARLOR_LOG={}: use error, warn, info or debug", level.to_string_lossy()))
        })?,
    };
    // It logs every attempt to connect; the server reports those itself.
    let nats = if level >= LevelFilter::DEBUG { level } else { LevelFilter::OFF };
    let filter = Targets::new().with_default(level).with_target("async_nats", nats);
    let log = tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr).with_ansi(color);
    if as_json {
        log.json().finish().with(filter).init();
    } else {
        log.finish().with(filter).init();
    }
    for warning in environment::warnings() {
        tracing::warn!("{warning}");
    }
    Ok(())
}

/// Serves until a stop signal arrives. The log goes to standard error.
pub(crate) fn run(args: &ServeArgs, color: bool) -> Result<(), CliError> {
    let config = args.config().ok_or_else(|| CliError::bad(NO_FOLDER))?;
    start_log(args.process.log_json, color)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut stop = Box::pin(stop_signal()?);
        let (origin, base) = (config.origin.clone(), config.base_path.clone());
        // It may wait for its database.
        let server = tokio::select! {
            server = Server::bind(config) => server.map_err(|error| CliError::bad(error_chain(&error)))?,
            () = &mut stop => return Ok(()),
        };
        let address = server.address()?;
        let mut out = Output::new();
        let origin = origin.unwrap_or_else(|| format!("http://{address}"));
        out.line(format_args!("{origin}{}", if base.is_root() { "" } else { base.as_str() }))?;
        out.flush()?;
        server.run(stop).await;
        Ok(())
    })
}
