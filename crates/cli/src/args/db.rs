//! The arguments of `parlor db`.

use super::serve::StorageArgs;
use clap::{Subcommand, ValueHint};
use std::path::PathBuf;

/// The commands of `parlor db`.
#[derive(Subcommand, Debug)]
pub(crate) enum DbCommand {
    /// Check the log of every game against its checksums, and the file itself.
    #[command(
        after_help = "The exit code is 1 if something is damaged. A server may be running.\n\nExamples:\n  parlor db verify\n  parlor db verify --database postgres://parlor@db/parlor"
    )]
    Verify(StorageArgs),
    /// Write a copy of the database to a new file, while servers may be running.
    #[command(
        after_help = "The copy is an SQLite file, of a PostgreSQL database too.\n\nExamples:\n  parlor db backup games.sqlite\n  parlor db backup games.sqlite --database postgres://parlor@db/parlor"
    )]
    Backup {
        /// The file to write.
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        file: PathBuf,
        #[command(flatten)]
        storage: StorageArgs,
    },
    /// Restore a backup into an empty data folder or an empty PostgreSQL database.
    #[command(
        after_help = "A backup of an SQLite database can be restored into PostgreSQL, and the other way round.\nDatabases with games are never overwritten.\n\nExamples:\n  parlor db restore games.sqlite --data /var/lib/parlor\n  parlor db restore games.sqlite --database postgres://parlor@db/parlor"
    )]
    Restore {
        /// The backup.
        #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
        file: PathBuf,
        #[command(flatten)]
        storage: StorageArgs,
    },
}
