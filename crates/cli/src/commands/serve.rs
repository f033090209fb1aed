//! `parlor serve`: the web app.

use crate::args::ServeArgs;
use crate::error::CliError;
use crate::output::Output;
use crate::platform::stop_signal;
use parlor_server::Server;
use tracing_subscriber::EnvFilter;

/// Serves until it is told to stop; the log goes to standard error, colored if that is wanted there.
pub(crate) fn run(args: &ServeArgs, color: bool) -> Result<(), CliError> {
    let config = args.config().ok_or_else(|| CliError::bad("no folder for the data: say one with --data"))?;
    let filter = EnvFilter::try_from_env("PARLOR_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(color);
    if args.log_json {
        log.json().init();
    } else {
        log.init();
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let stop = stop_signal()?;
        let origin = config.origin.clone();
        let server = Server::bind(config).await.map_err(CliError::bad)?;
        let address = server.address()?;
        let mut out = Output::new();
        out.line(format_args!("{}", origin.unwrap_or_else(|| format!("http://{address}"))))?;
        out.flush()?;
        server.run(stop).await.map_err(CliError::bad)
    })
}
