//! The file next to the database with the key of stored addresses.
//!
//! It is outside the database, so copies of the database don't include it.

use super::connection::beside;
use crate::platform::create_private;
use crate::storage::StorageError;
use crate::storage::address_key::AddressKey;
use rusqlite::{Connection, TransactionBehavior};
use std::io;
use std::path::Path;

/// Reads the key of a database, or creates it.
///
/// If the file can't be written, the server uses a key that it forgets when it stops: then only the order of turns is lost.
pub(super) fn read_or_create(
    connection: &mut Connection,
    database: &Path,
) -> Result<AddressKey, StorageError> {
    // Under the database's lock, so that two servers that start together agree on a key.
    let _lock = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let path = beside(database, "-key");
    if let Some(key) = std::fs::read_to_string(&path).ok().and_then(|text| AddressKey::from_hex(text.trim()))
    {
        return Ok(key);
    }
    let key = AddressKey::random()?;
    let write = || -> io::Result<()> {
        create_private(&path)?;
        std::fs::write(&path, key.to_hex() + "\n")
    };
    if let Err(error) = write() {
        tracing::warn!(%error, path = %path.display(), "can't store the key of addresses next to the database");
    }
    Ok(key)
}
