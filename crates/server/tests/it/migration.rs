//! A database of an earlier version: it opens, and its games go on.

use crate::damage::damage;
use crate::{Running, act, json};
use parlor_server::Limits;
use parlor_server::storage::{Log, LogEvent, Sqlite};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::TempDir;

/// A copy of the version-1 database in a data folder, and what its server said about each game.
fn version_1() -> (TempDir, PathBuf, Value) {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("parlor.sqlite");
    std::fs::copy(data.join("version-1.sqlite"), &path).unwrap();
    let expected = std::fs::read_to_string(data.join("version-1.json")).unwrap();
    (folder, path, serde_json::from_str(&expected).unwrap())
}

#[tokio::test]
async fn entries_are_renumbered_from_one() {
    let (_folder, path, expected) = version_1();
    for attempt in ["migrated", "opened again"] {
        let storage = Sqlite::open(&path).await.unwrap();
        for (name, game) in expected.as_object().unwrap() {
            let log = storage.read(game["id"].as_str().unwrap(), 0).await.unwrap();
            let seqs: Vec<u64> = log.iter().map(|entry| entry.seq).collect();
            let last = game["seq"].as_u64().unwrap();
            assert_eq!(seqs, (1..=last).collect::<Vec<_>>(), "{name}, {attempt}");
            assert!(matches!(log[0].event, LogEvent::Opened { .. }), "{name}, {attempt}");
        }
    }
}

#[tokio::test]
async fn versions_1_and_2_get_checksums() {
    use parlor_server::storage::copy::Database;
    for version in [1, 2] {
        let (folder, path, _) = version_1();
        if version == 2 {
            damage(folder.path(), include_str!("../../migrations/sqlite/0002_log_seq.sql"));
            damage(folder.path(), "PRAGMA user_version = 2");
        }
        drop(Sqlite::open(&path).await.unwrap());
        let report = Database::Folder(folder.path().into()).verify().await.unwrap();
        assert_eq!((report.games, report.damage.as_slice()), (5, [].as_slice()), "version {version}");
        assert_eq!(report.entries, 4 + 2 + 66 + 3 + 19);
    }
}

#[tokio::test]
async fn a_backup_of_version_3_is_read_as_it_is() {
    use parlor_server::storage::copy::Database;
    let (folder, path, expected) = version_1();
    drop(Sqlite::open(&path).await.unwrap());
    let backup = folder.path().join("backup.sqlite");
    Database::Folder(folder.path().into()).backup(&backup).await.unwrap();
    let undone = "ALTER TABLE served DROP COLUMN at; ALTER TABLE guests DROP COLUMN named; \
        ALTER TABLE guests DROP COLUMN deleted; DROP VIEW entries; DROP TABLE fresh; PRAGMA user_version = 3";
    Connection::open(&backup).unwrap().execute_batch(undone).unwrap();
    let other = tempfile::tempdir().unwrap();
    let restored = Database::Folder(other.path().into()).restore(&backup).await.unwrap();
    assert_eq!((restored.games, restored.entries, restored.damage.len()), (5, 94, 0));
    let storage = Sqlite::open(&other.path().join("parlor.sqlite")).await.unwrap();
    for game in expected.as_object().unwrap().values() {
        let log = storage.read(game["id"].as_str().unwrap(), 0).await.unwrap();
        assert_eq!(log.len() as u64, game["seq"].as_u64().unwrap());
    }
}

#[tokio::test]
async fn two_servers_can_migrate_at_once() {
    let (folder, path, _) = version_1();
    for path in [path, folder.path().join("new.sqlite")] {
        let (one, two) = tokio::join!(Sqlite::open(&path), Sqlite::open(&path));
        assert!(one.is_ok() && two.is_ok(), "{:?} {:?}", one.err(), two.err());
    }
}

#[tokio::test]
async fn games_go_on() {
    let (folder, _, expected) = version_1();
    let limits = Limits { engine_time: Duration::from_millis(100), ..Limits::default() };
    let running = Running::start(folder.path(), limits).await;
    let [ann, bob] = [1, 2].map(|number| running.guest(number));
    assert_eq!(json(&ann, "/api/me").await["name"], "Ann");
    assert_eq!(json(&ann, "/api/me/games").await.as_array().unwrap().len(), 5);
    let id = |name: &str| expected[name]["id"].as_str().unwrap().to_string();
    for name in ["classic", "1024", "growing"] {
        let (game, then) = (id(name), &expected[name]);
        let state = json(&ann, &format!("/api/games/{game}")).await;
        assert_eq!((&state["seq"], &state["view"]["cells"]), (&then["seq"], &then["cells"]), "{name}");
        for (index, moves) in then["rounds"].as_array().unwrap().iter().enumerate() {
            let round = json(&ann, &format!("/api/games/{game}/moves?round={}", index + 1)).await;
            // Version 1 did not list continuing past the goal among the moves.
            let mut listed = round["moves"].as_array().unwrap().clone();
            listed.retain(|text| text != "continue");
            assert_eq!(listed, *moves.as_array().unwrap(), "{name}");
        }
    }

    // A command that version 1 carried out is still known.
    let (status, answer) = crate::act_at(&bob, &id("classic"), "c14", 18, "move", Some("5")).await;
    assert_eq!((status, answer), (200, json!({"seq": 19})));
    let (status, answer) = act(&bob, &id("classic"), "new", "move", Some("6")).await;
    assert_eq!((status, answer), (200, json!({"seq": 20})));
    let (status, answer) = act(&ann, &id("1024"), "new", "undo", None).await;
    assert_eq!(status, 200, "{answer}");

    // The engine was still to move. Nobody has served the game with a clock since: its time stood still.
    let until = async |name: &str, done: fn(&Value) -> bool| {
        let path = format!("/api/games/{}", id(name));
        let wait = async {
            while !done(&json(&ann, &path).await) {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        tokio::time::timeout(Duration::from_secs(30), wait).await.unwrap_or_else(|_| panic!("{name}"));
    };
    until("hex", |state| state["seq"] == 3 && state["turn"] == 1).await;
    let timed = json(&ann, &format!("/api/games/{}", id("super"))).await;
    assert_eq!((&timed["ending"], &timed["clock"]["running"]), (&Value::Null, &json!(2)));
}
