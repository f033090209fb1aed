//! What every storage keeps, tried with a real SQLite file and a real PostgreSQL server.

mod jobs;

use jobs::{
    a_claim_holds_until_its_lease_ends, a_guest_has_so_many_engines_at_once,
    a_lease_is_renewed_by_its_holder_alone, games_between_engines_wait_for_watchers,
    games_with_people_come_first, guests_take_turns, many_guests_of_one_address_are_one_address,
    only_what_is_due_is_claimed,
};
#[cfg(target_os = "linux")]
use parlor_chaos::Postgres as PostgresServer;
use parlor_play::{Entry, Event, Header};
use parlor_server::Guest;
use parlor_server::storage::{
    Append, AppendOutcome, Claim, CommandKey, Due, GuestData, LogEvent, SeatOccupant, Sqlite, Storage, Work,
};
#[cfg(target_os = "linux")]
use parlor_server::storage::{Postgres, StorageError};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

type Contract = fn(Arc<dyn Storage>) -> Pin<Box<dyn Future<Output = ()>>>;

macro_rules! contracts {
    ($($name:ident),* $(,)?) => {
        const CONTRACTS: &[(&str, Contract)] = &[$((stringify!($name), |storage| Box::pin($name(storage)))),*];
    };
}

contracts![
    a_seq_is_given_once,
    many_games_grow_at_once,
    what_one_append_has_spoils_no_other,
    events_come_back_as_they_were_appended,
    a_claim_holds_until_its_lease_ends,
    a_lease_is_renewed_by_its_holder_alone,
    only_what_is_due_is_claimed,
    guests_take_turns,
    many_guests_of_one_address_are_one_address,
    games_with_people_come_first,
    a_guest_has_so_many_engines_at_once,
    games_between_engines_wait_for_watchers,
    games_are_listed_and_deleted,
    names_without_games_expire,
    recent_turns_are_remembered,
    opponents_are_those_of_unfinished_games,
    deleted_guests_leave_nothing_but_their_games,
    many_logs_and_names_are_read_at_once,
    the_clock_goes_on,
    the_clock_stands_still_while_nobody_serves,
];

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_keeps_the_contract() {
    for (name, contract) in CONTRACTS {
        eprintln!("{name}");
        let folder = tempfile::tempdir().unwrap();
        let storage = Sqlite::open(&folder.path().join("a.sqlite")).await.unwrap();
        contract(Arc::new(storage)).await;
    }
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn postgres_keeps_the_contract() {
    let server = PostgresServer::start().await.unwrap();
    for (name, contract) in CONTRACTS {
        eprintln!("{name}");
        let storage = Postgres::open(&server.create_database().await.unwrap()).await.unwrap();
        contract(Arc::new(storage)).await;
    }
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn postgres_migrates_once_and_refuses_later_versions() {
    let server = PostgresServer::start().await.unwrap();
    let url = server.create_database().await.unwrap();
    let (one, two, three) = tokio::join!(Postgres::open(&url), Postgres::open(&url), Postgres::open(&url));
    assert!(one.is_ok() && two.is_ok() && three.is_ok(), "all at once");
    let client = parlor_chaos::connect(&url).await.unwrap();
    client.batch_execute("UPDATE parlor_version SET version = 99").await.unwrap();
    let refused = Postgres::open(&url).await.err().unwrap();
    assert!(matches!(refused, StorageError::LaterVersion { found: 99, .. }), "{refused}");
}

fn guest(name: &str) -> Guest {
    Guest::from_secret(name)
}

pub(crate) fn opening(game: &str, by: &Guest) -> Append {
    let seats = vec![SeatOccupant::Guest(by.clone()), SeatOccupant::Open];
    let event = LogEvent::Opened { header: Box::new(Header::new("classic")), seats, by: by.clone() };
    Append {
        game: game.into(),
        expected: 0,
        previous: 0,
        command: None,
        events: vec![event],
        member: Some(by.clone()),
        over: false,
        due: None,
        at: 1,
    }
}

pub(crate) fn moved(game: &str, expected: u64, previous: i64, column: usize) -> Append {
    let event = LogEvent::Table(Entry { event: Event::Move(column.to_string()), at: Some(5) });
    Append {
        expected,
        previous,
        command: Some(CommandKey::new(&guest("somebody"), &format!("c{expected}"))),
        events: vec![event],
        member: None,
        at: 5,
        ..opening(game, &guest("somebody"))
    }
}

async fn append(storage: &Arc<dyn Storage>, append: Append) -> i64 {
    match storage.append(append).await.unwrap() {
        AppendOutcome::Appended(checksum) => checksum,
        AppendOutcome::Conflict => panic!("a conflict"),
    }
}

async fn a_seq_is_given_once(storage: Arc<dyn Storage>) {
    let checksum = append(&storage, opening("g", &guest("somebody"))).await;
    let tasks: Vec<_> = (0..20)
        .map(|column| {
            let storage = storage.clone();
            tokio::spawn(async move { storage.append(moved("g", 1, checksum, column)).await.unwrap() })
        })
        .collect();
    let mut accepted = Vec::new();
    for task in tasks {
        if let AppendOutcome::Appended(checksum) = task.await.unwrap() {
            accepted.push(checksum);
        }
    }
    let log = storage.read("g", 0).await.unwrap();
    assert_eq!((accepted.len(), log.len()), (1, 2));
    assert_eq!(log[1].checksum, accepted[0]);
    assert_eq!(log[1].command, Some(CommandKey::new(&guest("somebody"), "c1")));
    let refused = [
        ("a gap", moved("g", 5, accepted[0], 0)),
        ("another predecessor", moved("g", 2, checksum, 0)),
        ("no such game", moved("nothing", 3, 0, 0)),
        ("created twice", opening("g", &guest("another"))),
    ];
    for (why, append) in refused {
        assert_eq!(storage.append(append).await.unwrap(), AppendOutcome::Conflict, "{why}");
    }
    assert_eq!(storage.read("nothing", 0).await.unwrap(), []);
    let after: Vec<u64> = storage.read("g", 1).await.unwrap().iter().map(|entry| entry.seq).collect();
    assert_eq!((after, storage.read("g", 2).await.unwrap().len()), (vec![2], 0));
    let mut heads = storage.heads(vec!["nothing".into(), "g".into()]).await.unwrap();
    heads.sort();
    assert_eq!(heads, [("g".to_string(), 2)]);
}

async fn many_games_grow_at_once(storage: Arc<dyn Storage>) {
    let play = async |number: usize| {
        let game = format!("game{number}");
        let mut checksum = append(&storage, opening(&game, &guest("somebody"))).await;
        for seq in 1..20 {
            checksum = append(&storage, moved(&game, seq, checksum, number)).await;
        }
        assert_eq!(storage.read(&game, 0).await.unwrap().len(), 20);
    };
    let (one, two, three) = (play(1), play(2), play(3));
    tokio::join!(one, two, three, play(4), play(5), play(6), play(7), play(8));
}

/// PostgreSQL stores no NUL. Appends that wait share a statement.
async fn what_one_append_has_spoils_no_other(storage: Arc<dyn Storage>) {
    let appends: Vec<_> = (0..200)
        .map(|number| {
            let by = guest("somebody");
            let id = if number % 50 == 20 { "a\0b" } else { "c" };
            let command = Some(CommandKey::new(&by, id));
            let append = Append { command, ..opening(&format!("g{number}"), &by) };
            let storage = storage.clone();
            tokio::spawn(async move { storage.append(append).await })
        })
        .collect();
    for (number, append) in appends.into_iter().enumerate() {
        let outcome = append.await.unwrap();
        assert!(number % 50 == 20 || outcome.is_ok(), "{number}: {outcome:?}");
    }
}

async fn events_come_back_as_they_were_appended(storage: Arc<dyn Storage>) {
    let by = guest("somebody");
    let header = Header {
        seed: Some(u64::MAX),
        names: vec!["\"'👩\u{200d}👧\\n\u{7f}".into()],
        ..Header::new("1024")
    };
    let seats = vec![SeatOccupant::Engine("strong:2s".into())];
    let chance = |text: &str| LogEvent::Table(Entry { event: Event::Chance(text.into()), at: Some(1) });
    let events = vec![
        LogEvent::Opened { header: Box::new(header), seats, by: by.clone() },
        chance("@0,0"),
        chance("@1,2"),
    ];
    let command = Some(CommandKey::new(&by, "c\"1"));
    let checksum = append(&storage, Append { events: events.clone(), command, ..opening("g", &by) }).await;
    let log = storage.read("g", 0).await.unwrap();
    assert_eq!(log.iter().map(|entry| entry.seq).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(log[2].checksum, checksum);
    assert_eq!(log[0].command, Some(CommandKey::new(&by, "c\"1")));
    assert_eq!(log[1].command, None, "only the first entry of a command has its id");
    assert_eq!(log.into_iter().map(|entry| entry.event).collect::<Vec<_>>(), events);
}

async fn games_are_listed_and_deleted(storage: Arc<dyn Storage>) {
    let guest = guest("somebody");
    assert_eq!(storage.name(&guest).await.unwrap(), None);
    storage.rename(guest.clone(), "An".into()).await.unwrap();
    storage.rename(guest.clone(), "Ann".into()).await.unwrap();
    assert_eq!(storage.name(&guest).await.unwrap(), Some("Ann".into()));
    let now = storage.clock().now();
    append(&storage, Append { at: now - 7_200_000, ..opening("old", &guest) }).await;
    append(&storage, Append { at: now, ..opening("new", &guest) }).await;
    let ids = async || -> Vec<String> {
        storage.games(&guest, 9).await.unwrap().into_iter().map(|game| game.id).collect()
    };
    assert_eq!(ids().await, ["new", "old"]);
    assert_eq!(storage.delete_older_than(Duration::from_secs(3_600)).await.unwrap(), 1);
    assert_eq!(ids().await, ["new"]);
    assert_eq!(storage.read("old", 0).await.unwrap(), []);
    storage.check().await.unwrap();
}

async fn names_without_games_expire(storage: Arc<dyn Storage>) {
    let [ann, bob] = ["ann", "bob"].map(guest);
    for (guest, name) in [(&ann, "Ann"), (&bob, "Bob")] {
        assert!(storage.rename(guest.clone(), name.into()).await.unwrap());
    }
    append(&storage, opening("g", &bob)).await;
    assert_eq!(
        storage.delete_names_older_than(Duration::from_secs(3_600)).await.unwrap(),
        0,
        "chosen just now"
    );
    let expires = async || {
        while storage.delete_names_older_than(Duration::ZERO).await.unwrap() == 0 {
            storage.beat(true).await.unwrap();
        }
    };
    tokio::time::timeout(Duration::from_secs(30), expires()).await.expect("Ann's name expires");
    assert_eq!(storage.name(&ann).await.unwrap(), None);
    assert_eq!(storage.name(&bob).await.unwrap(), Some("Bob".into()), "he has a game");
    assert_eq!(storage.delete_older_than(Duration::from_secs(3_600)).await.unwrap(), 1);
    tokio::time::timeout(Duration::from_secs(30), expires()).await.expect("Bob's follows his game");
    assert_eq!(storage.profile(&bob).await.unwrap(), None);
}

async fn opponents_are_those_of_unfinished_games(storage: Arc<dyn Storage>) {
    let [ann, bob, eve] = ["ann", "bob", "eve"].map(guest);
    for (guest, name) in [(&ann, "Ann"), (&bob, "Bob"), (&eve, "Eve")] {
        storage.rename(guest.clone(), name.into()).await.unwrap();
    }
    let checksum = append(&storage, opening("g", &ann)).await;
    append(&storage, opening("h", &eve)).await;
    let checksum = append(&storage, Append { member: Some(bob.clone()), ..moved("g", 1, checksum, 3) }).await;
    assert_eq!(storage.opponents(&ann).await.unwrap(), ["Bob"]);
    assert_eq!(storage.opponents(&bob).await.unwrap(), ["Ann"]);
    assert_eq!(storage.opponents(&eve).await.unwrap(), [""; 0]);
    append(&storage, Append { over: true, ..moved("g", 2, checksum, 3) }).await;
    assert_eq!(storage.opponents(&ann).await.unwrap(), [""; 0], "the game is over");
}

async fn recent_turns_are_remembered(storage: Arc<dyn Storage>) {
    let now = storage.clock().now();
    let client = guest("ann");
    let work = Work::Engine { client: client.clone(), address: None, has_people: true };
    append(&storage, Append { due: Some(Due { at: now - 1_000, work }), at: now, ..opening("g", &client) })
        .await;
    let claim = Claim { engines: 1, engines_per_client: 9, lease: Duration::from_secs(30) };
    let claimed = async {
        while storage.claim(claim).await.unwrap().is_empty() {
            storage.beat(true).await.unwrap();
        }
    };
    tokio::time::timeout(Duration::from_secs(30), claimed).await.expect("it is claimed");
    storage.forget_turns().await.unwrap();
    assert_eq!(storage.guest_data(&client).await.unwrap().turn, Some(1), "a turn of just now");
}

async fn deleted_guests_leave_nothing_but_their_games(storage: Arc<dyn Storage>) {
    let [ann, bob, eve] = ["ann", "bob", "eve"].map(guest);
    for (guest, name) in [(&ann, "Ann"), (&bob, "Bob")] {
        storage.rename(guest.clone(), name.into()).await.unwrap();
    }
    let now = storage.clock().now();
    let address = Some("203.0.113.7".parse().unwrap());
    let work = Work::Engine { client: ann.clone(), address, has_people: true };
    append(&storage, Append { due: Some(Due { at: now, work }), at: now, ..opening("g", &ann) }).await;
    append(&storage, Append { member: Some(bob.clone()), ..opening("h", &bob) }).await;
    let data = storage.guest_data(&ann).await.unwrap();
    assert_eq!(data.profile.unwrap().name, "Ann");
    assert_eq!(data.games.len(), 1);
    assert_eq!(
        (data.games[0].id.as_str(), data.games[0].over, data.games[0].address.len()),
        ("g", false, 32)
    );
    assert_eq!(storage.guest_data(&eve).await.unwrap(), GuestData::default());

    for guest in [&ann, &eve] {
        storage.delete_guest(guest.clone()).await.unwrap();
    }
    assert_eq!(storage.profile(&eve).await.unwrap(), None, "nothing is stored about her");
    assert_eq!(storage.name(&ann).await.unwrap(), Some("Deleted guest".into()));
    assert!(!storage.rename(ann.clone(), "Ann".into()).await.unwrap());
    let data = storage.guest_data(&ann).await.unwrap();
    assert!(data.profile.unwrap().is_deleted && data.games[0].address.is_empty());
    assert_eq!(storage.name(&bob).await.unwrap(), Some("Bob".into()));
    // The row stays as long as the games.
    assert_eq!(storage.delete_names_older_than(Duration::ZERO).await.unwrap(), 0);
    storage.delete_older_than(Duration::from_secs(3_600)).await.unwrap();
    assert_eq!(
        storage.delete_names_older_than(Duration::from_secs(3_600)).await.unwrap(),
        0,
        "Ann's is younger"
    );
    assert!(storage.profile(&ann).await.unwrap().is_some());
}

async fn many_logs_and_names_are_read_at_once(storage: Arc<dyn Storage>) {
    let [ann, bob, carl] = ["ann", "bob", "carl"].map(guest);
    append(&storage, opening("one", &ann)).await;
    append(&storage, opening("two", &bob)).await;
    let asked = ["two", "none", "one", "two"];
    let logs = storage.read_many(asked.map(String::from).to_vec()).await.unwrap();
    assert_eq!(logs.len(), asked.len());
    for (game, log) in asked.into_iter().zip(logs) {
        assert_eq!(log.unwrap(), storage.read(game, 0).await.unwrap(), "{game}");
    }
    assert!(storage.read_many(Vec::new()).await.unwrap().is_empty());
    assert!(storage.rename(ann.clone(), "Ann".into()).await.unwrap());
    assert!(storage.rename(bob.clone(), "Bob".into()).await.unwrap());
    let names = storage.names(vec![carl, bob.clone(), ann.clone()]).await.unwrap();
    assert_eq!((names.len(), names[&ann].as_str(), names[&bob].as_str()), (2, "Ann", "Bob"));
    assert_eq!(storage.games(&ann, 9).await.unwrap()[0].seq, 1);
}

async fn the_clock_stands_still_while_nobody_serves(storage: Arc<dyn Storage>) {
    let before = storage.clock().now();
    let stands = async {
        // Two looks apart see the same time, although nobody was told to wait.
        loop {
            let now = storage.clock().now();
            tokio::time::sleep(Duration::from_millis(50)).await;
            if storage.clock().now() == now {
                return now;
            }
        }
    };
    let stopped = tokio::time::timeout(Duration::from_secs(30), stands).await.expect("it stops");
    assert!(stopped - before <= 3_000, "{before} {stopped}");
    storage.beat(true).await.unwrap();
    assert!(storage.clock().now() - before <= 6_000, "it goes on where it stopped");
}

async fn the_clock_goes_on(storage: Arc<dyn Storage>) {
    let before = storage.clock().now();
    for is_serving in [true, false, true] {
        storage.beat(is_serving).await.unwrap();
    }
    let after = storage.clock().now();
    assert!(after >= before && after - before < 60_000, "{before} {after}");
    assert!(storage.clock().age().is_some());
    assert!(storage.clock().wall(after).abs_diff(after) < 60_000, "there was no gap");
}
