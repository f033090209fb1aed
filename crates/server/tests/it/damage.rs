//! Damage to a database is noticed, and backups undo it.

use crate::contract::{moved, opening};
use crate::{act, json, server};
use parlor_server::Guest;
use parlor_server::storage::copy::{CopyError, Database};
use parlor_server::storage::{AppendOutcome, Log, Sqlite, StorageError};
use rusqlite::Connection;
use serde_json::json;
use std::fs;
use std::path::Path;
use std::time::Duration;
use tempfile::TempDir;

/// A data folder with two games of some moves each.
async fn played() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let storage = Sqlite::open(&folder.path().join("parlor.sqlite")).await.unwrap();
    for game in ["one", "two"] {
        append_moves(&storage, game, 10).await;
    }
    drop(storage);
    // All entries are beside the others of their games once the file was opened again.
    drop(Sqlite::open(&folder.path().join("parlor.sqlite")).await.unwrap());
    // The last one to close the file copies all of the WAL into it and removes that.
    while folder.path().join("parlor.sqlite-wal").exists() {
        // Connections that are closed at the same time leave it behind, so another one is closed alone.
        let connection = Connection::open(folder.path().join("parlor.sqlite")).unwrap();
        let _ = connection.query_row("SELECT count(*) FROM games", [], |_| Ok(()));
        drop(connection);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    folder
}

async fn append_moves(storage: &Sqlite, game: &str, moves: u64) {
    let guest = Guest::from_secret("somebody");
    let mut outcome = storage.append(opening(game, &guest)).await.unwrap();
    for seq in 1..=moves {
        let AppendOutcome::Appended(checksum) = outcome else { panic!("a conflict") };
        outcome = storage.append(moved(game, seq, checksum, 3)).await.unwrap();
    }
}

/// Changes the database in a data folder.
pub(crate) fn damage(folder: &Path, sql: &str) {
    let connection = Connection::open(folder.join("parlor.sqlite")).unwrap();
    connection.execute_batch(sql).unwrap();
}

#[tokio::test]
async fn changed_entries_are_noticed() {
    let sound = played().await;
    let report = Database::Folder(sound.path().into()).verify().await.unwrap();
    assert_eq!((report.games, report.entries, report.damage.as_slice()), (2, 22, [].as_slice()));
    for (sql, found) in [
        ("UPDATE log SET event = replace(event, '3', '4') WHERE game = 'one' AND seq = 5", "entry 5"),
        ("UPDATE log SET command = 'x' WHERE game = 'one' AND seq = 6", "entry 6"),
        ("UPDATE log SET checksum = checksum + 1 WHERE game = 'one' AND seq = 7", "entry 7"),
        ("DELETE FROM log WHERE game = 'one' AND seq = 4", "entry 4"),
        ("DELETE FROM log WHERE game = 'one' AND seq = 11", "10 entries instead of 11"),
        ("DELETE FROM log WHERE game = 'one'", "has no log"),
        ("DELETE FROM games WHERE id = 'one'", "no such game"),
        ("UPDATE log SET event = X'FF00' WHERE game = 'one' AND seq = 3", ""),
        ("UPDATE games SET id = X'00FF' WHERE id = 'one'", "1 rows of the table games"),
        ("UPDATE members SET game = 'none' WHERE game = 'one'", "1 rows of the table members"),
        ("INSERT INTO guests (id, name) VALUES ('somebody', X'FF')", "1 rows of the table guests"),
        ("INSERT INTO gaps VALUES ('now', 'then')", "1 rows of the table gaps"),
        ("DROP TABLE guests", "no such table: guests"),
    ] {
        let folder = played().await;
        damage(folder.path(), sql);
        let report = Database::Folder(folder.path().into()).verify().await.unwrap();
        assert!(report.damage.iter().any(|damage| damage.contains(found)), "{sql}: {:?}", report.damage);
        // The server starts, serves the other game, and refuses this one.
        let storage = Sqlite::open(&folder.path().join("parlor.sqlite")).await.unwrap();
        assert_eq!(storage.read("two", 0).await.unwrap().len(), 11);
        if found.starts_with("entry") {
            let refused = storage.read("one", 0).await.unwrap_err();
            assert!(matches!(&refused, StorageError::Damaged { game, .. } if game == "one"), "{refused}");
        }
    }
}

#[tokio::test]
async fn a_damaged_name_is_an_error_and_no_crash() {
    let (folder, running) = server().await;
    let ann = running.guest(1);
    ann.post("/api/me", &json!({"name": "Ann"})).await.unwrap();
    damage(folder.path(), "UPDATE guests SET name = X'FF'");
    assert_eq!(ann.get("/api/me").await.unwrap().0, 503);
    damage(folder.path(), "UPDATE guests SET name = 'Anna'");
    assert_eq!(json(&ann, "/api/me").await["name"], "Anna");
}

#[tokio::test]
async fn nothing_is_restored_beside_what_another_database_left() {
    let folder = played().await;
    let backup = folder.path().join("backup.sqlite");
    Database::Folder(folder.path().into()).backup(&backup).await.unwrap();
    for left in ["parlor.sqlite-wal", "parlor.sqlite-appended"] {
        let other = tempfile::tempdir().unwrap();
        fs::write(other.path().join(left), "left").unwrap();
        let refused = Database::Folder(other.path().into()).restore(&backup).await;
        assert!(matches!(&refused, Err(CopyError::Exists(path)) if path.ends_with(left)), "{refused:?}");
    }
}

#[tokio::test]
async fn changed_bytes_are_noticed() {
    let folder = played().await;
    let file = folder.path().join("parlor.sqlite");
    let mut bytes = fs::read(&file).unwrap();
    let text = br#"{"table":{"event":{"move":"3"#;
    let places: Vec<usize> =
        (0..bytes.len() - text.len()).filter(|at| bytes[*at..].starts_with(text)).collect();
    assert!(places.len() >= 20);
    for place in places.iter().step_by(7) {
        bytes[place + text.len() - 1] ^= 1;
    }
    fs::write(&file, bytes).unwrap();
    let report = Database::Folder(folder.path().into()).verify().await.unwrap();
    assert!(!report.damage.is_empty());
}

#[tokio::test]
async fn a_cut_wal_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Sqlite::open(&folder.path().join("parlor.sqlite")).await.unwrap();
    append_moves(&storage, "one", 10).await;
    // As a killed server leaves it.
    let killed = tempfile::tempdir().unwrap();
    for name in ["parlor.sqlite", "parlor.sqlite-wal", "parlor.sqlite-appended"] {
        fs::copy(folder.path().join(name), killed.path().join(name)).unwrap();
    }
    let copy = tempfile::tempdir().unwrap();
    for name in ["parlor.sqlite", "parlor.sqlite-wal", "parlor.sqlite-appended"] {
        fs::copy(killed.path().join(name), copy.path().join(name)).unwrap();
    }
    let whole = Database::Folder(killed.path().into()).verify().await.unwrap();
    assert_eq!((whole.entries, whole.damage.len()), (11, 0), "{:?}", whole.damage);
    let wal = copy.path().join("parlor.sqlite-wal");
    let length = fs::metadata(&wal).unwrap().len();
    fs::OpenOptions::new().write(true).open(&wal).unwrap().set_len(length - 4_000).unwrap();
    let report = Database::Folder(copy.path().into()).verify().await.unwrap();
    assert!(report.damage.iter().any(|damage| damage.contains("missing")), "{:?}", report.damage);
    // Even if nothing is left of it, not even the tables.
    let empty = tempfile::tempdir().unwrap();
    fs::copy(killed.path().join("parlor.sqlite-appended"), empty.path().join("parlor.sqlite-appended"))
        .unwrap();
    fs::write(empty.path().join("parlor.sqlite"), "").unwrap();
    let report = Database::Folder(empty.path().into()).verify().await.unwrap();
    assert!(report.damage.iter().any(|damage| damage.contains("11 acknowledged")), "{:?}", report.damage);
}

#[tokio::test]
async fn a_backup_of_a_running_server_restores_it() {
    let (folder, running) = server().await;
    let ann = running.guest(1);
    let game = ann.create_game(&json!({"game": "hex", "seats": ["me", "me"]})).await.unwrap();
    for (number, cell) in ["A0", "B1", "C2"].into_iter().enumerate() {
        assert_eq!(act(&ann, &game, &number.to_string(), "move", Some(cell)).await.0, 200);
    }
    let state = json(&ann, &format!("/api/games/{game}")).await;
    let backup = folder.path().join("backup.sqlite");
    let database = Database::Folder(folder.path().into());
    assert_eq!(database.backup(&backup).await.unwrap().entries, 4);
    assert!(matches!(database.backup(&backup).await, Err(CopyError::Exists(_))));
    assert_eq!(act(&ann, &game, "later", "move", Some("D3")).await.0, 200, "the server goes on");
    assert!(matches!(database.restore(&backup).await, Err(CopyError::NotEmpty(_))), "games are never lost");

    let other = tempfile::tempdir().unwrap();
    assert_eq!(Database::Folder(other.path().into()).restore(&backup).await.unwrap().games, 1);
    let restored = crate::Running::start(other.path(), parlor_server::Limits::default()).await;
    assert_eq!(json(&restored.guest(1), &format!("/api/games/{game}")).await, state);

    let mut bytes = fs::read(&backup).unwrap();
    let text = br#"{"move":"B1"#;
    let place = (0..bytes.len() - text.len()).find(|at| bytes[*at..].starts_with(text)).unwrap();
    bytes[place + text.len() - 1] = b'2';
    let broken = folder.path().join("broken.sqlite");
    fs::write(&broken, bytes).unwrap();
    let third = tempfile::tempdir().unwrap();
    let refused = Database::Folder(third.path().into()).restore(&broken).await;
    assert!(matches!(refused, Err(CopyError::Damaged { .. })), "{refused:?}");
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_file_moves_to_postgres_and_back() {
    let folder = played().await;
    let backup = folder.path().join("backup.sqlite");
    Database::Folder(folder.path().into()).backup(&backup).await.unwrap();
    let server = parlor_chaos::Postgres::start().await.unwrap();
    let url = server.create_database().await.unwrap();
    let postgres = Database::Postgres(url.clone());
    let restored = postgres.restore(&backup).await.unwrap();
    assert_eq!((restored.games, restored.entries, restored.damage.len()), (2, 22, 0));
    assert!(matches!(postgres.restore(&backup).await, Err(CopyError::NotEmpty(_))));
    let again = folder.path().join("again.sqlite");
    assert_eq!(postgres.backup(&again).await.unwrap(), restored);
    let [one, two] = [&backup, &again]
        .map(|path| async { Sqlite::open(path).await.unwrap().read("two", 0).await.unwrap() });
    assert_eq!(one.await, two.await);

    let client = parlor_chaos::connect(&url).await.unwrap();
    let change = "UPDATE log SET event = replace(event, '3', '4') WHERE game = 'one' AND seq = 5";
    client.batch_execute(change).await.unwrap();
    let report = postgres.verify().await.unwrap();
    assert_eq!(report.damage, ["the log of game one is damaged at entry 5"]);
}
