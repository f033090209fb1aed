//! Checking, backing up and restoring whole databases.
//!
//! A backup is an SQLite file, whatever the database is: a PostgreSQL database can be restored to one that was in a file,
//! and the other way round.

use super::sqlite::{create, create_with_tables, files_beside, open_existing};
use super::{FILE, Sqlite, StorageError, VerifyReport, blocking, postgres, sqlite};
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::runtime::Handle;

/// A database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Database {
    /// The SQLite file in a data folder.
    Folder(PathBuf),
    /// A PostgreSQL database, by its address.
    Postgres(String),
}

/// Why a database could not be backed up or restored.
#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// There is no database to read.
    #[error("there is no database {}", .0.display())]
    NotFound(PathBuf),
    /// There is something where a copy is to be written.
    #[error("{0} has games already")]
    NotEmpty(String),
    /// There is a file where the backup is to be written.
    #[error("there is a file {} already", .0.display())]
    Exists(PathBuf),
    /// What is to be restored is damaged.
    #[error("{} is damaged: {damage}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong first.
        damage: String,
    },
}

impl From<rusqlite::Error> for CopyError {
    fn from(error: rusqlite::Error) -> CopyError {
        CopyError::Storage(error.into())
    }
}

impl Database {
    /// Checks every log against its checksums. The database is only read.
    pub async fn verify(&self) -> Result<VerifyReport, CopyError> {
        let database = self.clone();
        blocking(move || database.verify_here()).await
    }

    /// Writes a copy to a new file, as the database is at one moment. Servers may be running. Returns what the copy holds.
    pub async fn backup(&self, file: &Path) -> Result<VerifyReport, CopyError> {
        let (database, file) = (self.clone(), file.to_owned());
        blocking(move || {
            if file.exists() {
                return Err(CopyError::Exists(file));
            }
            let written = database.write_backup(&file);
            if written.is_err() {
                // Half a backup is no use.
                let _ = std::fs::remove_file(&file);
            }
            written
        })
        .await
    }

    /// Restores a backup into a database without games. Returns what it holds.
    pub async fn restore(&self, file: &Path) -> Result<VerifyReport, CopyError> {
        let (database, file) = (self.clone(), file.to_owned());
        blocking(move || database.restore_here(&file)).await
    }

    fn verify_here(&self) -> Result<VerifyReport, CopyError> {
        match self {
            Database::Folder(folder) => verify_file(&folder.join(FILE)),
            Database::Postgres(url) => Ok(wait(postgres::verify(url))?),
        }
    }

    fn write_backup(&self, file: &Path) -> Result<VerifyReport, CopyError> {
        match self {
            Database::Folder(folder) => copy_file(&folder.join(FILE), file)?,
            Database::Postgres(url) => wait(postgres::export(url, create_with_tables(file)?))?,
        }
        verify_file(file)
    }

    fn restore_here(&self, file: &Path) -> Result<VerifyReport, CopyError> {
        let report = verify_file(file)?;
        if let Some(damage) = report.damage.first() {
            return Err(CopyError::Damaged { path: file.into(), damage: damage.clone() });
        }
        match self {
            Database::Folder(folder) => {
                let path = folder.join(FILE);
                let io = |source| StorageError::File { path: path.clone(), source: Arc::new(source) };
                std::fs::create_dir_all(folder).map_err(io)?;
                if path.exists() {
                    return Err(CopyError::NotEmpty(path.display().to_string()));
                }
                // What a database leaves behind that was removed: SQLite would take it for a part of this one.
                if let Some(left) = files_beside(&path).into_iter().find(|path| path.exists()) {
                    return Err(CopyError::Exists(left));
                }
                copy_file(file, &path)?;
                // Brings the tables up to date, if the backup is older than the program.
                drop(wait(Sqlite::open(&path))?);
            }
            Database::Postgres(url) => {
                if !wait(postgres::import(open_file(file)?, url))? {
                    return Err(CopyError::NotEmpty("the database".into()));
                }
            }
        }
        self.verify_here()
    }
}

/// Blocks the thread until the future is done. Only for threads of [`blocking`].
fn wait<T>(future: impl Future<Output = T>) -> T {
    Handle::current().block_on(future)
}

/// Copies an SQLite database to a new file.
fn copy_file(from: &Path, to: &Path) -> Result<(), CopyError> {
    let connection = open_file(from)?;
    // SQLite only writes to an empty file.
    create(to)?;
    connection.execute("VACUUM INTO ?1", [to.to_string_lossy()])?;
    Ok(())
}

fn open_file(path: &Path) -> Result<Connection, CopyError> {
    if !path.exists() {
        return Err(CopyError::NotFound(path.into()));
    }
    Ok(open_existing(path)?)
}

fn verify_file(path: &Path) -> Result<VerifyReport, CopyError> {
    Ok(sqlite::verify(&mut open_file(path)?, path)?)
}
