//! The SQLite storage by itself and under a server.

use crate::contract::{moved, opening};
use crate::damage::damage;
use crate::{json, server};
use parlor_server::storage::copy::Database;
use parlor_server::storage::{Append, AppendOutcome, Log, Service, Sqlite};
use parlor_server::{Guest, Limits};
use rusqlite::Connection;
use std::path::Path;
use std::time::Duration;

#[tokio::test]
async fn later_versions_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("parlor.sqlite");
    drop(Sqlite::open(&path).await.unwrap());
    damage(folder.path(), "PRAGMA user_version = 99");
    let refused = Sqlite::open(&path).await.err().unwrap();
    assert!(refused.to_string().contains("later version"), "{refused}");
}

/// Counts the entries that wait to be moved, and those that were.
fn fresh_and_moved(folder: &Path) -> (i64, i64) {
    let connection = Connection::open(folder.join("parlor.sqlite")).unwrap();
    let sql = "SELECT (SELECT count(*) FROM fresh), (SELECT count(*) FROM log)";
    connection.query_row(sql, [], |row| row.try_into()).unwrap()
}

#[tokio::test]
async fn fresh_entries_are_moved_and_never_missed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("parlor.sqlite");
    let storage = Sqlite::open(&path).await.unwrap();
    let games: Vec<String> = (0..40).map(|number| format!("game {number}")).collect();
    let mut checksums = vec![0; games.len()];
    for seq in 0..5 {
        for (game, checksum) in games.iter().zip(&mut checksums) {
            let append = if seq == 0 {
                opening(game, &Guest::from_secret("x"))
            } else {
                moved(game, seq, *checksum, 3)
            };
            let AppendOutcome::Appended(next) = storage.append(append).await.unwrap() else { panic!() };
            *checksum = next;
        }
    }
    let (fresh, moved_already) = fresh_and_moved(folder.path());
    assert_eq!(fresh + moved_already, 200);
    assert!(fresh > 0, "they are not moved one by one");
    let database = Database::Folder(folder.path().into());
    let all_are_there = async |storage: &Sqlite, what: &str| {
        for (game, checksum) in games.iter().zip(&checksums) {
            let log = storage.read(game, 0).await.unwrap();
            assert_eq!((log.len(), log[4].checksum), (5, *checksum), "{what}");
            assert_eq!(storage.read(game, 3).await.unwrap(), log[3..], "{what}");
        }
        let report = database.verify().await.unwrap();
        assert_eq!((report.games, report.entries, report.damage.len()), (40, 200, 0), "{what}");
    };
    all_are_there(&storage, "some are fresh").await;
    let backup = folder.path().join("backup.sqlite");
    assert_eq!(database.backup(&backup).await.unwrap().entries, 200);
    // As a killed server leaves it, and another one finds it.
    let killed = tempfile::tempdir().unwrap();
    for name in ["parlor.sqlite", "parlor.sqlite-wal"] {
        std::fs::copy(folder.path().join(name), killed.path().join(name)).unwrap();
    }
    let other = Sqlite::open(&killed.path().join("parlor.sqlite")).await.unwrap();
    assert_eq!(fresh_and_moved(killed.path()), (0, 200));
    all_are_there(&other, "after a kill").await;
    // When nothing more comes, all are moved.
    while fresh_and_moved(folder.path()) != (0, 200) {
        storage.beat(true).await.unwrap();
    }
    all_are_there(&storage, "all are moved").await;
    let append = moved(&games[0], 5, checksums[0], 4);
    assert!(matches!(storage.append(append).await.unwrap(), AppendOutcome::Appended(_)));
    assert_eq!(storage.read(&games[0], 0).await.unwrap().len(), 6, "a game may be in both places");
}

#[tokio::test]
async fn a_broken_game_hides_no_other() {
    let (folder, running) = server().await;
    let ann = running.guest(1);
    let good = ann.create_game(&serde_json::json!({"game": "hex", "seats": ["me", "me"]})).await.unwrap();
    let guest = Guest::from_secret(&format!("{:064x}", 1));
    let storage = Sqlite::open(&folder.path().join("parlor.sqlite")).await.unwrap();
    let bad = Append { member: Some(guest), ..moved("bad", 0, 0, 3) };
    assert!(matches!(storage.append(bad).await.unwrap(), AppendOutcome::Appended(_)));
    let (status, answer) = ann.get("/api/games/bad").await.unwrap();
    assert_eq!((status, answer.as_str()), (503, r#"{"error":"this game can't be loaded just now"}"#));
    let listed = json(&ann, "/api/me/games").await;
    assert_eq!((listed.as_array().unwrap().len(), listed[0]["id"].as_str()), (1, Some(good.as_str())));
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_can_read_the_database() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, running) = server().await;
    running.guest(1).post("/api/me", &serde_json::json!({"name": "Ann"})).await.unwrap();
    for file in std::fs::read_dir(folder.path()).unwrap() {
        let file = file.unwrap();
        assert_eq!(file.metadata().unwrap().permissions().mode() & 0o777, 0o600, "{file:?}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_removed_database_is_noticed() {
    let (folder, running) = server().await;
    let ann = running.guest(1);
    let game = ann.create_game(&serde_json::json!({"game": "classic", "seats": ["me", "me"]})).await.unwrap();
    assert_eq!(crate::act(&ann, &game, "1", "move", Some("3")).await.0, 200);
    std::fs::remove_dir_all(folder.path()).unwrap();
    let (status, answer) = crate::act(&ann, &game, "2", "move", Some("3")).await;
    assert_eq!(status, 503, "{answer}");
    let (status, answer) = ann.get("/health").await.unwrap();
    assert!(status == 503 && answer.contains("removed or replaced"), "{answer}");
    // Another file of the name does not make it better.
    std::fs::create_dir_all(folder.path()).unwrap();
    std::fs::write(folder.path().join("parlor.sqlite"), "").unwrap();
    assert_eq!(ann.get("/health").await.unwrap().0, 503);
    assert_eq!(crate::act(&ann, &game, "2", "move", Some("3")).await.0, 503);
}

#[cfg(unix)]
#[tokio::test]
async fn a_removed_wal_is_noticed() {
    for name in ["parlor.sqlite-wal", "parlor.sqlite-shm"] {
        let (folder, running) = server().await;
        let ann = running.guest(1);
        let request = serde_json::json!({"game": "classic", "seats": ["me", "me"]});
        let game = ann.create_game(&request).await.unwrap();
        std::fs::remove_file(folder.path().join(name)).unwrap();
        assert_eq!(crate::act_at(&ann, &game, "1", 1, "move", Some("3")).await.0, 503, "{name}");
        let (status, answer) = ann.get("/health").await.unwrap();
        assert!(status == 503 && answer.contains("removed or replaced"), "{name}: {answer}");
    }
}

#[tokio::test]
async fn engines_stop_when_nobody_watches() {
    let limits = Limits { idle: Duration::from_millis(100), ..Limits::default() };
    let (folder, running) = crate::limited(limits).await;
    let ann = running.guest(1);
    let request =
        serde_json::json!({"game": "hex", "options": {"size": "26x26"}, "seats": ["random", "random"]});
    let game = ann.create_game(&request).await.unwrap();
    let connection = Connection::open(folder.path().join("parlor.sqlite")).unwrap();
    // It has stopped as soon as nothing is due.
    while !connection.prepare("SELECT due FROM games WHERE due IS NULL").unwrap().exists([]).unwrap() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let mut socket = ann.connect(&game, None).await.unwrap();
    let before = socket.next_about_game().await.unwrap().seq;
    for _ in 0..3 {
        socket.next_about_game().await.unwrap();
    }
    let now = json(&ann, &format!("/api/games/{game}")).await["seq"].as_u64().unwrap();
    assert!(now >= before + 3, "it goes on while somebody watches");
}
