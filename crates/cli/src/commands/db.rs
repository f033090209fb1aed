//! `parlor db`: checks, backs up and restores the server's database.

use super::serve::NO_FOLDER;
use crate::args::{DbCommand, StorageArgs};
use crate::environment;
use crate::error::CliError;
use crate::output::Output;
use parlor_server::error_chain;
use parlor_server::storage::VerifyReport;
use parlor_server::storage::copy::{CopyError, Database};
use std::io::{self, Write};

pub(crate) fn run(command: &DbCommand) -> Result<(), CliError> {
    for warning in environment::warnings() {
        // Without standard error nobody reads it.
        let _ = writeln!(io::stderr(), "parlor: {warning}");
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        match command {
            DbCommand::Verify(storage) => print(&found(database(storage)?.verify().await)?),
            DbCommand::Backup { file, storage } => print(&found(database(storage)?.backup(file).await)?),
            DbCommand::Restore { file, storage } => print(&found(database(storage)?.restore(file).await)?),
        }
    })
}

fn database(storage: &StorageArgs) -> Result<Database, CliError> {
    storage.database().ok_or_else(|| CliError::bad(NO_FOLDER))
}

fn found(report: Result<VerifyReport, CopyError>) -> Result<VerifyReport, CliError> {
    report.map_err(|error| match error {
        CopyError::Damaged { .. } => CliError::Check(error_chain(&error)),
        error => CliError::bad(error_chain(&error)),
    })
}

/// Prints what was found; damage is an error.
fn print(report: &VerifyReport) -> Result<(), CliError> {
    let mut out = Output::new();
    for damage in &report.damage {
        out.line(format_args!("damaged: {damage}"))?;
    }
    out.line(format_args!("{} games with {} entries", report.games, report.entries))?;
    out.flush()?;
    if report.damage.is_empty() { Ok(()) } else { Err(CliError::Differs) }
}
