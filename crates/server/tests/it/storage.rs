//! The storage by itself.

use crate::{json, server};
use parlor_play::{Entry, Event, Header};
use parlor_server::Guest;
use parlor_server::storage::{Append, AppendOutcome, Guests, Jobs, Log, LogEvent, SeatOccupant, Sqlite};
use std::sync::Arc;

fn opening(game: &str, by: &Guest) -> Append {
    let seats = vec![SeatOccupant::Guest(by.clone()), SeatOccupant::Open];
    let event = LogEvent::Opened { header: Box::new(Header::new("classic")), seats, by: by.clone() };
    Append {
        game: game.into(),
        expected: 0,
        command: None,
        events: vec![event],
        member: Some(by.clone()),
        over: false,
        due: None,
        at: 1,
    }
}

fn moved(game: &str, expected: u64, column: usize) -> Append {
    let event = LogEvent::Table(Entry { event: Event::Move(column.to_string()), at: Some(5) });
    Append {
        game: game.into(),
        expected,
        command: Some(format!("c{expected}")),
        events: vec![event],
        member: None,
        over: false,
        due: None,
        at: 5,
    }
}

#[tokio::test]
async fn a_seq_is_given_once() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Arc::new(Sqlite::open(&folder.path().join("a.sqlite")).await.unwrap());
    let guest = Guest::from_secret("somebody");
    assert_eq!(storage.append(opening("g", &guest)).await.unwrap(), AppendOutcome::Appended);
    let tasks: Vec<_> = (0..20)
        .map(|column| {
            let storage = storage.clone();
            tokio::spawn(async move { storage.append(moved("g", 1, column)).await.unwrap() })
        })
        .collect();
    let mut accepted = 0;
    for task in tasks {
        match task.await.unwrap() {
            AppendOutcome::Appended => accepted += 1,
            AppendOutcome::Conflict => {}
        }
    }
    let log = storage.read("g", 0).await.unwrap();
    assert_eq!((accepted, log.len()), (1, 2));
    assert_eq!(log[1].command.as_deref(), Some("c1"));
    assert_eq!(storage.append(moved("g", 5, 0)).await.unwrap(), AppendOutcome::Conflict, "a gap is refused");
    assert_eq!(storage.append(moved("nothing", 3, 0)).await.unwrap(), AppendOutcome::Conflict);
    assert_eq!(storage.read("nothing", 0).await.unwrap(), []);
}

#[tokio::test]
async fn events_come_back_as_they_were_appended() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Sqlite::open(&folder.path().join("a.sqlite")).await.unwrap();
    let by = Guest::from_secret("somebody");
    let header =
        Header { seed: Some(u64::MAX), names: vec!["\"'👩\u{200d}👧".into()], ..Header::new("1024") };
    let seats = vec![SeatOccupant::Engine("strong:2s".into())];
    let chance = |text: &str| LogEvent::Table(Entry { event: Event::Chance(text.into()), at: Some(1) });
    let events = vec![
        LogEvent::Opened { header: Box::new(header), seats, by: by.clone() },
        chance("@0,0"),
        chance("@1,2"),
    ];
    let append = Append { events: events.clone(), command: Some("c\"1".into()), ..opening("g", &by) };
    assert_eq!(storage.append(append).await.unwrap(), AppendOutcome::Appended);
    let log = storage.read("g", 0).await.unwrap();
    assert_eq!(log.iter().map(|entry| entry.seq).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(log[0].command.as_deref(), Some("c\"1"));
    assert_eq!(log[1].command, None, "only the first entry of a command has its id");
    assert_eq!(log.into_iter().map(|entry| entry.event).collect::<Vec<_>>(), events);
}

#[tokio::test]
async fn a_claim_holds_until_its_lease_ends() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Sqlite::open(&folder.path().join("a.sqlite")).await.unwrap();
    let guest = Guest::from_secret("somebody");
    let _ = storage.append(Append { due: Some(10), ..opening("g", &guest) }).await.unwrap();
    let _ = storage.append(opening("h", &guest)).await.unwrap();
    assert_eq!(storage.claim(None, 9, 5).await.unwrap(), Vec::<String>::new(), "not due yet");
    assert_eq!(storage.claim(None, 10, 5).await.unwrap(), ["g"]);
    assert_eq!(storage.claim(None, 14, 5).await.unwrap(), Vec::<String>::new(), "somebody works at it");
    storage.renew(vec!["g".into()], 20).await.unwrap();
    assert_eq!(storage.claim(Some("g".into()), 16, 5).await.unwrap(), Vec::<String>::new(), "and goes on");
    assert_eq!(storage.claim(Some("g".into()), 21, 5).await.unwrap(), ["g"], "not any more");
    let _ = storage.append(moved("g", 1, 3)).await.unwrap();
    assert_eq!(storage.claim(None, 99, 5).await.unwrap(), Vec::<String>::new(), "done");
}

#[tokio::test]
async fn games_are_listed_and_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Sqlite::open(&folder.path().join("a.sqlite")).await.unwrap();
    let guest = Guest::from_secret("somebody");
    assert_eq!(storage.name(&guest).await.unwrap(), None);
    storage.rename(guest.clone(), "Ann".into()).await.unwrap();
    assert_eq!(storage.name(&guest).await.unwrap(), Some("Ann".into()));
    let _ = storage.append(opening("old", &guest)).await.unwrap();
    let _ = storage.append(Append { at: 7, ..opening("new", &guest) }).await.unwrap();
    let ids = |games: Vec<parlor_server::storage::GameSummary>| {
        games.into_iter().map(|game| game.id).collect::<Vec<_>>()
    };
    assert_eq!(ids(storage.games(&guest, 9).await.unwrap()), ["new", "old"]);
    assert_eq!(storage.delete_older_than(7).await.unwrap(), 1);
    assert_eq!(ids(storage.games(&guest, 9).await.unwrap()), ["new"]);
    assert_eq!(storage.read("old", 0).await.unwrap(), []);
}

#[tokio::test]
async fn later_versions_are_refused() {
    use sqlx::ConnectOptions;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.sqlite");
    drop(Sqlite::open(&path).await.unwrap());
    let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path);
    let mut connection = options.connect().await.unwrap();
    sqlx::query("PRAGMA user_version = 99").execute(&mut connection).await.unwrap();
    drop(connection);
    let refused = Sqlite::open(&path).await.err().unwrap();
    assert!(refused.to_string().contains("later version"), "{refused}");
}

#[tokio::test]
async fn a_broken_game_hides_no_other() {
    let (folder, running) = server().await;
    let ann = running.guest(1);
    let good = ann.create_game(&serde_json::json!({"game": "hex", "seats": ["me", "me"]})).await.unwrap();
    let guest = Guest::from_secret(&format!("{:064x}", 1));
    let storage = Sqlite::open(&folder.path().join("parlor.sqlite")).await.unwrap();
    let bad = Append { member: Some(guest), ..moved("bad", 0, 3) };
    assert_eq!(storage.append(bad).await.unwrap(), AppendOutcome::Appended);
    let (status, answer) = ann.get("/api/games/bad").await.unwrap();
    assert_eq!((status, answer.as_str()), (503, r#"{"error":"this game can't be loaded just now"}"#));
    let listed = json(&ann, "/api/me/games").await;
    assert_eq!((listed.as_array().unwrap().len(), listed[0]["id"].as_str()), (1, Some(good.as_str())));
}
