//! Stands in for PostgreSQL in a program built without the feature `cluster`: everything is an error.

use super::{Storage, StorageError, VerifyReport};
use crate::NoCluster;
use rusqlite::Connection;
use std::sync::Arc;
use std::time::Duration;

pub(crate) async fn open(_: &str, _: Duration) -> Result<Arc<dyn Storage>, StorageError> {
    Err(NoCluster.into())
}

pub(super) async fn verify(_: &str) -> Result<VerifyReport, StorageError> {
    Err(NoCluster.into())
}

pub(super) async fn export(_: &str, _: Connection) -> Result<(), StorageError> {
    Err(NoCluster.into())
}

pub(super) async fn import(_: Connection, _: &str) -> Result<bool, StorageError> {
    Err(NoCluster.into())
}
