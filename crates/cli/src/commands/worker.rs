//! `parlor worker`: engines think for servers elsewhere.

use super::serve::{NO_FOLDER, start_log};
use crate::args::WorkerArgs;
use crate::error::CliError;
use crate::output::Output;
use crate::platform::stop_signal;
use parlor_server::{Worker, error_chain};

/// Works until a stop signal arrives. The log goes to standard error.
pub(crate) fn run(args: &WorkerArgs, color: bool) -> Result<(), CliError> {
    let config = args.config().ok_or_else(|| CliError::bad(NO_FOLDER))?;
    if config.limits.engine_threads == 0 {
        return Err(CliError::bad("a worker without threads does nothing: choose --engine-threads"));
    }
    start_log(args.process.log_json, color)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let mut stop = Box::pin(stop_signal()?);
        // It may wait for its database.
        let worker = tokio::select! {
            worker = Worker::start(config) => worker.map_err(|error| CliError::bad(error_chain(&error)))?,
            () = &mut stop => return Ok(()),
        };
        let mut out = Output::new();
        match worker.metrics_address()? {
            Some(address) => out.line(format_args!("working, metrics at http://{address}/metrics"))?,
            None => out.line(format_args!("working"))?,
        }
        out.flush()?;
        worker.run(stop).await;
        Ok(())
    })
}
