//! The log by itself.

use crate::{json, server};
use parlor_play::{Entry, Event, Header};
use parlor_server::Guest;
use parlor_server::storage::{Append, Appended, Guests, Jobs, Log, LogEvent, SeatOccupant, Sqlite};
use std::sync::Arc;

fn opening(game: &str, by: &Guest) -> Append {
    let seats = vec![SeatOccupant::Guest(by.clone()), SeatOccupant::Open];
    let fact = LogEvent::Opened { header: Box::new(Header::new("classic")), seats, by: by.clone() };
    Append {
        game: game.into(),
        expected: 0,
        command: None,
        events: vec![fact],
        member: Some(by.clone()),
        over: false,
        due: None,
        at: 1,
    }
}

fn moved(game: &str, expected: u64, column: usize) -> Append {
    let fact = |text: String| LogEvent::Table(Entry { event: Event::Move(text), at: Some(5) });
    Append {
        game: game.into(),
        expected,
        command: Some(format!("c{expected}")),
        events: vec![fact(column.to_string())],
        member: None,
        over: false,
        due: None,
        at: 5,
    }
}

#[tokio::test]
async fn a_number_is_given_once_however_many_want_it() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Arc::new(Sqlite::open(&folder.path().join("a.sqlite")).await.unwrap());
    let guest = Guest::of("somebody");
    assert_eq!(storage.append(opening("g", &guest)).await, Ok(Appended::Done));
    let tasks: Vec<_> = (0..20)
        .map(|column| {
            let storage = storage.clone();
            tokio::spawn(async move { storage.append(moved("g", 1, column)).await.unwrap() })
        })
        .collect();
    let mut accepted = 0;
    for task in tasks {
        match task.await.unwrap() {
            Appended::Done => accepted += 1,
            Appended::Missed(missed) => assert_eq!(missed.first().map(|first| first.seq), Some(2)),
        }
    }
    let log = storage.read("g", 0).await.unwrap();
    assert_eq!((accepted, log.len()), (1, 2));
    assert_eq!(log[1].command.as_deref(), Some("c1"));
    assert_eq!(storage.append(moved("g", 5, 0)).await, Ok(Appended::Missed(vec![])), "a gap is refused");
    assert_eq!(storage.append(moved("nothing", 3, 0)).await, Ok(Appended::Missed(vec![])));
    assert_eq!(storage.read("nothing", 0).await, Ok(vec![]));
}

#[tokio::test]
async fn work_is_claimed_by_one_until_the_lease_ends() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Sqlite::open(&folder.path().join("a.sqlite")).await.unwrap();
    let guest = Guest::of("somebody");
    storage.append(Append { due: Some(10), ..opening("g", &guest) }).await.unwrap();
    storage.append(opening("h", &guest)).await.unwrap();
    assert_eq!(storage.claim(None, 9, 5).await, Ok(vec![]), "not due yet");
    assert_eq!(storage.claim(None, 10, 5).await, Ok(vec!["g".to_string()]));
    assert_eq!(storage.claim(None, 14, 5).await, Ok(vec![]), "somebody works at it");
    storage.renew(vec!["g".into()], 20).await.unwrap();
    assert_eq!(storage.claim(Some("g".into()), 16, 5).await, Ok(vec![]), "and goes on");
    assert_eq!(storage.claim(Some("g".into()), 21, 5).await, Ok(vec!["g".to_string()]), "not any more");
    storage.append(moved("g", 1, 3)).await.unwrap();
    assert_eq!(storage.claim(None, 99, 5).await, Ok(vec![]), "done");
}

#[tokio::test]
async fn games_are_listed_and_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let storage = Sqlite::open(&folder.path().join("a.sqlite")).await.unwrap();
    let guest = Guest::of("somebody");
    assert_eq!(storage.name(&guest).await, Ok(None));
    storage.rename(guest.clone(), "Ann".into()).await.unwrap();
    assert_eq!(storage.name(&guest).await, Ok(Some("Ann".into())));
    storage.append(opening("old", &guest)).await.unwrap();
    storage.append(Append { at: 7, ..opening("new", &guest) }).await.unwrap();
    let ids = |games: Vec<parlor_server::storage::GameSummary>| {
        games.into_iter().map(|kept| kept.id).collect::<Vec<_>>()
    };
    assert_eq!(ids(storage.games(&guest, 9).await.unwrap()), ["new", "old"]);
    assert_eq!(storage.delete_older_than(7).await, Ok(1));
    assert_eq!(ids(storage.games(&guest, 9).await.unwrap()), ["new"]);
    assert_eq!(storage.read("old", 0).await, Ok(vec![]));
}

#[tokio::test]
async fn a_file_of_a_later_version_is_refused() {
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
async fn a_game_that_can_not_be_read_hides_no_other_and_tells_nothing_of_itself() {
    let (folder, running) = server().await;
    let ann = running.guest(1);
    let good = ann.open(&serde_json::json!({"game": "hex", "seats": ["me", "me"]})).await.unwrap();
    let guest = Guest::of(&format!("{:064x}", 1));
    let storage = Sqlite::open(&folder.path().join("parlor.sqlite")).await.unwrap();
    let bad = Append { member: Some(guest), ..moved("bad", 0, 3) };
    assert_eq!(storage.append(bad).await, Ok(Appended::Done));
    let (status, answer) = ann.get("/api/games/bad").await.unwrap();
    assert_eq!(
        (status, answer.as_str()),
        (503, r#"{"error":"the server can't keep or read the game just now"}"#)
    );
    let listed = json(&ann, "/api/me/games").await;
    assert_eq!((listed.as_array().unwrap().len(), listed[0]["id"].as_str()), (1, Some(good.as_str())));
}
