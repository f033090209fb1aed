//! What is stored about guests, except for their games.

use super::Postgres;
use crate::guest::Guest;
use crate::storage::{DELETED_NAME, GuestData, GuestGame, Profile, StorageError};
use std::time::Duration;
use tokio_postgres::Row;

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

    /// Deletes the names that guests without games chose longer ago than this, and the rows of deleted guests without games.
    pub(super) async fn delete_names(&self, age: Duration) -> Result<u64, StorageError> {
        let sql = "WITH expired AS (DELETE FROM guests WHERE (named < service_now() - $1 OR deleted) \
                 AND NOT EXISTS (SELECT 1 FROM members WHERE guest = guests.id) RETURNING id) \
             SELECT count(*) FROM expired";
        let rows = self.query(sql, &[&(age.as_millis() as i64)]).await?;
        Ok(rows.first().map_or(0, |row| row.get::<_, i64>(0) as u64))
    }

    /// Returns everything that is stored about a guest outside the logs.
    pub(super) async fn data_of(&self, guest: &Guest) -> Result<GuestData, StorageError> {
        let sql = "SELECT turn FROM served WHERE client = 'guest ' || $1";
        let turns = self.query(sql, &[&guest.as_str()]).await?;
        let sql = "SELECT id, updated, over, CASE WHEN client = $1 THEN address ELSE '' END \
             FROM members JOIN games ON id = game WHERE guest = $1 ORDER BY id";
        let rows = self.query(sql, &[&guest.as_str()]).await?;
        let game = |row: &Row| GuestGame {
            id: row.get(0),
            updated: row.get::<_, i64>(1) as u64,
            over: row.get(2),
            address: row.get(3),
        };
        Ok(GuestData {
            profile: self.profile_of(guest).await?,
            turn: turns.first().map(|row| row.get::<_, i64>(0) as u64),
            games: rows.iter().map(game).collect(),
        })
    }

    /// Deletes everything that is stored about a guest outside the logs. If they have games, a row stays that says the guest
    /// was deleted.
    pub(super) async fn delete_data_of(&self, guest: &Guest) -> Result<(), StorageError> {
        let sql = "WITH turns AS (DELETE FROM served WHERE client = 'guest ' || $1), \
                hidden AS (UPDATE games SET address = '' FROM members \
                    WHERE members.guest = $1 AND games.id = members.game AND games.client = $1), \
                kept AS (INSERT INTO guests (id, name, named, deleted) SELECT $1, $2, service_now(), true \
                    WHERE EXISTS (SELECT 1 FROM members WHERE guest = $1) \
                    ON CONFLICT (id) DO UPDATE SET name = excluded.name, named = excluded.named, deleted = true) \
             DELETE FROM guests WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM members WHERE guest = $1)";
        self.query(sql, &[&guest.as_str(), &DELETED_NAME]).await.map(drop)
    }
}
