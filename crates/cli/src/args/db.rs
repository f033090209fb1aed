//! The arguments of `parlor db`.

use super::help;
use super::serve::StorageArgs;
use clap::{Subcommand, ValueHint};
use std::path::PathBuf;

/// The commands of `parlor db`.
#[derive(Subcommand, Debug)]
pub(crate) enum DbCommand {
    /// Check the log of every game against its checksums, and the file itself.
    #[command(after_help = help::DB_VERIFY)]
    Verify(StorageArgs),
    /// Write a copy of the database to a new file, while servers may be running.
    #[command(after_help = help::DB_BACKUP)]
    Backup {
        /// The file to write.
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        file: PathBuf,
        #[command(flatten)]
        storage: StorageArgs,
    },
    /// Restore a backup into an empty data folder or an empty PostgreSQL database.
    #[command(after_help = help::DB_RESTORE)]
    Restore {
        /// The backup.
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        file: PathBuf,
        #[command(flatten)]
        storage: StorageArgs,
    },
}
