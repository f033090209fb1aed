//! What is stored about guests, except for their games.

use super::Postgres;
use crate::guest::Guest;
use crate::storage::{Profile, StorageError};
use std::time::Duration;

impl Postgres {
    /// Returns a guest's row.
    pub(super) async fn profile_of(&self, guest: &Guest) -> Result<Option<Profile>, StorageError> {
        let sql = "SELECT name, named, deleted FROM guests WHERE id = $1";
        let rows = self.query(sql, &[&guest.as_str()]).await?;
        Ok(rows.first().map(|row| Profile {
            name: row.get(0),
            named: row.get::<_, i64>(1) as u64,
            is_deleted: row.get(2),
        }))
    }

    /// Sets a guest's name. Returns false if the guest was deleted.
    pub(super) async fn set_name(&self, guest: &Guest, name: &str) -> Result<bool, StorageError> {
        let sql = "INSERT INTO guests (id, name, named) VALUES ($1, $2, service_now()) \
             ON CONFLICT (id) DO UPDATE SET name = excluded.name, named = excluded.named WHERE NOT guests.deleted \
             RETURNING id";
        Ok(!self.query(sql, &[&guest.as_str(), &name]).await?.is_empty())
    }

    /// Deletes the names that guests without games chose longer ago than this, and what is left of deleted guests without
    /// games.
    pub(super) async fn delete_names(&self, age: Duration) -> Result<u64, StorageError> {
        let sql = "WITH expired AS (DELETE FROM guests WHERE (named < service_now() - $1 OR deleted) \
                 AND NOT EXISTS (SELECT 1 FROM members WHERE guest = guests.id) RETURNING id) \
             SELECT count(*) FROM expired";
        let rows = self.query(sql, &[&(age.as_millis() as i64)]).await?;
        Ok(rows.first().map_or(0, |row| row.get::<_, i64>(0) as u64))
    }
}
