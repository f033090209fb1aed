//! What is stored about guests: no addresses, and nothing for longer than it is needed.

use crate::contract::{moved, opening};
use crate::{act, json, limited, server};
#[cfg(target_os = "linux")]
use parlor_chaos::Postgres as PostgresServer;
use parlor_loadtest::Client;
#[cfg(target_os = "linux")]
use parlor_server::storage::Postgres;
use parlor_server::storage::copy::Database;
use parlor_server::storage::{Append, AppendOutcome, Claim, Due, Guests, Jobs, Sqlite, Storage, Work};
use parlor_server::{Guest, Limits};
use rusqlite::Connection;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::net::IpAddr;
use std::path::Path;
use std::time::Duration;

/// An address from a range for documentation, which nothing else in a database can look like.
const ADDRESS: &str = "203.0.113.77";

/// Makes the tables those of version 4, with an address as servers stored it then.
const VERSION_4: &str = "ALTER TABLE served DROP COLUMN at; \
    ALTER TABLE guests DROP COLUMN named; ALTER TABLE guests DROP COLUMN deleted; \
    UPDATE games SET address = '203.0.113.77'; \
    INSERT INTO served (client, turn) VALUES ('address 203.0.113.77', 1), ('guest x', 2); \
    PRAGMA user_version = 4";

/// A game of a guest at the address, with an engine's move due.
fn engine_due(storage: &dyn Storage, game: &str, address: Option<&str>) -> Append {
    let by = Guest::from_secret(game);
    let at = storage.clock().now();
    let address: Option<IpAddr> = address.map(|address| address.parse().unwrap());
    let work = Work::Engine { client: by.clone(), address, has_people: true };
    Append { due: Some(Due { at: at - 1_000, work }), at, ..opening(game, &by) }
}

async fn append(storage: &dyn Storage, append: Append) -> i64 {
    match storage.append(append).await.unwrap() {
        AppendOutcome::Appended(checksum) => checksum,
        AppendOutcome::Conflict => panic!("a conflict"),
    }
}

/// Lets an engine move in every game, and returns how many there were.
async fn claim_all(storage: &dyn Storage, games: usize) {
    let claim = Claim { engines: games, engines_per_client: 9, lease: Duration::from_secs(30) };
    let all = async {
        let mut claimed = 0;
        while claimed < games {
            storage.beat(true).await.unwrap();
            claimed += storage.claim(claim).await.unwrap().len();
        }
    };
    tokio::time::timeout(Duration::from_secs(30), all).await.expect("all are claimed");
}

/// Returns the names of files in a folder that have these bytes.
fn files_with(folder: &Path, text: &str) -> Vec<String> {
    // A log that SQLite is closing may be gone by now, and has nothing then.
    let has_text = |path: &Path| {
        let bytes = std::fs::read(path).unwrap_or_else(|error| match error.kind() {
            std::io::ErrorKind::NotFound => Vec::new(),
            _ => panic!("{}: {error}", path.display()),
        });
        bytes.windows(text.len()).any(|window| window == text.as_bytes())
    };
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.filter(|path| has_text(path)).map(|path| path.display().to_string()).collect()
}

/// Appends and claims engines' moves of guests at one address, and compares what `addresses` and `turns` read from the
/// tables.
async fn only_hashes_are_stored<F: Future<Output = Vec<String>>>(
    storage: &dyn Storage,
    addresses: impl Fn() -> F,
    turns: impl Fn() -> F,
) {
    let checksum = append(storage, engine_due(storage, "one", Some(ADDRESS))).await;
    append(storage, engine_due(storage, "two", Some(&format!("::ffff:{ADDRESS}")))).await;
    append(storage, engine_due(storage, "other", Some("203.0.113.78"))).await;
    append(storage, engine_due(storage, "unknown", None)).await;
    let stored = addresses().await;
    let [one, other, two, unknown] = &stored[..] else { panic!("{stored:?}") };
    assert!(one.len() == 32 && one.bytes().all(|digit| digit.is_ascii_hexdigit()), "{one}");
    assert!(one == two && one != other && unknown.is_empty(), "{stored:?}");
    claim_all(storage, 4).await;
    let turns = turns().await;
    assert!(turns.contains(&format!("address {one}")), "{turns:?}");
    assert!(!turns.iter().any(|turn| turn.contains("203.0.113")), "{turns:?}");
    // The engine has moved, and nothing is due any more.
    append(storage, moved("one", 1, checksum, 3)).await;
    assert_eq!(addresses().await[0], "", "it is deleted with the work");
}

#[tokio::test]
async fn sqlite_stores_no_addresses() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("parlor.sqlite");
    let column = |sql: &'static str| {
        let path = path.clone();
        move || {
            let connection = Connection::open(&path).unwrap();
            let mut query = connection.prepare(sql).unwrap();
            let rows = query.query_map([], |row| row.get(0)).unwrap();
            std::future::ready(rows.collect::<Result<Vec<String>, _>>().unwrap())
        }
    };
    let storage = Sqlite::open(&path).await.unwrap();
    let addresses = "SELECT address FROM games ORDER BY id";
    let turns = "SELECT client FROM served ORDER BY client";
    only_hashes_are_stored(&storage, column(addresses), column(turns)).await;
    assert_eq!(files_with(folder.path(), ADDRESS), [""; 0]);
    // Old turns are forgotten, and those of the last hour are not.
    crate::damage::damage(folder.path(), "UPDATE served SET at = 1 WHERE client LIKE 'address %'");
    storage.forget_turns().await.unwrap();
    let left = column(turns)().await;
    assert!(left.len() == 4 && left.iter().all(|turn| turn.starts_with("guest ")), "{left:?}");
    // Another process over the same folder has the same key, and copies of the database have none.
    let key = std::fs::read_to_string(folder.path().join("parlor.sqlite-key")).unwrap();
    let other = Sqlite::open(&path).await.unwrap();
    append(&other, engine_due(&other, "first", Some(ADDRESS))).await;
    let stored = column(addresses)().await;
    assert_eq!(stored[0], stored[3], "{stored:?}");
    assert_eq!(files_with(folder.path(), key.trim()).len(), 1);
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn postgres_stores_no_addresses() {
    let server = PostgresServer::start().await.unwrap();
    let url = server.create_database().await.unwrap();
    let client = std::sync::Arc::new(parlor_chaos::connect(&url).await.unwrap());
    let column = |sql: &'static str| {
        let client = client.clone();
        move || {
            let client = client.clone();
            async move { client.query(sql, &[]).await.unwrap().iter().map(|row| row.get(0)).collect() }
        }
    };
    async fn check<F: Future<Output = Vec<String>>>(
        url: &str,
        addresses: impl Fn() -> F,
        turns: impl Fn() -> F,
    ) {
        let storage = Postgres::open(url).await.unwrap();
        only_hashes_are_stored(&storage, &addresses, &turns).await;
        let client = parlor_chaos::connect(url).await.unwrap();
        client.batch_execute("UPDATE served SET at = 1 WHERE client LIKE 'address %'").await.unwrap();
        storage.forget_turns().await.unwrap();
        let left = turns().await;
        assert!(left.len() == 4 && left.iter().all(|turn| turn.starts_with("guest ")), "{left:?}");
        let other = Postgres::open(url).await.unwrap();
        append(&other, engine_due(&other, "first", Some(ADDRESS))).await;
        let stored = addresses().await;
        assert_eq!(stored[0], stored[3], "servers share the key: {stored:?}");
    }
    check(
        &url,
        column("SELECT address FROM games ORDER BY id"),
        column("SELECT client FROM served ORDER BY client"),
    )
    .await;
    let folder = tempfile::tempdir().unwrap();
    let backup = folder.path().join("backup.sqlite");
    Database::Postgres(url).backup(&backup).await.unwrap();
    let key: String = client.query_one("SELECT address_key FROM service", &[]).await.unwrap().get(0);
    assert_eq!(key.len(), 64);
    assert_eq!(files_with(folder.path(), &key), [""; 0], "a copy doesn't have the key");
}

/// A database of version 4 that has an address in it, and a backup of it.
async fn version_4() -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("parlor.sqlite");
    let storage = Sqlite::open(&path).await.unwrap();
    append(&storage, engine_due(&storage, "one", Some(ADDRESS))).await;
    append(&storage, opening("two", &Guest::from_secret("two"))).await;
    storage.rename(Guest::from_secret("two"), "Ann".into()).await.unwrap();
    drop(storage);
    crate::damage::damage(folder.path(), VERSION_4);
    let backup = folder.path().join("backup");
    Connection::open(&path).unwrap().execute("VACUUM INTO ?1", [backup.to_string_lossy()]).unwrap();
    // Freed space has old addresses too.
    crate::damage::damage(folder.path(), "UPDATE games SET address = '' WHERE id = 'two'");
    (folder, backup)
}

#[tokio::test]
async fn addresses_of_earlier_versions_are_removed() {
    let (folder, backup) = version_4().await;
    assert!(!files_with(folder.path(), ADDRESS).is_empty());
    let restored = tempfile::tempdir().unwrap();
    Database::Folder(restored.path().into()).restore(&backup).await.unwrap();
    std::fs::remove_file(&backup).unwrap();
    for folder in [folder.path(), restored.path()] {
        let path = folder.join("parlor.sqlite");
        let storage = Sqlite::open(&path).await.unwrap();
        assert_eq!(files_with(folder, ADDRESS), [""; 0], "not in any file while it is open");
        assert_eq!(storage.waiting().await.unwrap().games, ["one"], "the engine's move is still due");
        claim_all(&storage, 1).await;
        // Names chosen in earlier versions expire from now on.
        let profile = storage.profile(&Guest::from_secret("two")).await.unwrap().unwrap();
        assert!(profile.name == "Ann" && profile.named > 0 && !profile.is_deleted, "{profile:?}");
    }
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn postgres_takes_no_addresses_from_backups_and_removes_its_own() {
    let (_folder, backup) = version_4().await;
    let server = PostgresServer::start().await.unwrap();
    let url = server.create_database().await.unwrap();
    let report = Database::Postgres(url.clone()).restore(&backup).await.unwrap();
    assert_eq!((report.games, report.damage.len()), (2, 0));
    let client = parlor_chaos::connect(&url).await.unwrap();
    let stored = async || -> i64 {
        let sql = "SELECT (SELECT count(*) FROM games WHERE address <> '') + (SELECT count(*) FROM served)";
        client.query_one(sql, &[]).await.unwrap().get(0)
    };
    assert_eq!(stored().await, 0);
    client.batch_execute(POSTGRES_VERSION_1).await.unwrap();
    assert_eq!(stored().await, 3);
    let storage = Postgres::open(&url).await.unwrap();
    assert_eq!(stored().await, 0);
    claim_all(&storage, 1).await;
    let profile = storage.profile(&Guest::from_secret("two")).await.unwrap().unwrap();
    assert!(profile.name == "Ann" && profile.named > 0 && !profile.is_deleted, "{profile:?}");
}

/// Makes the tables those of version 1, with an address as servers stored it then.
#[cfg(target_os = "linux")]
const POSTGRES_VERSION_1: &str = "ALTER TABLE served DROP COLUMN at; ALTER TABLE service DROP COLUMN address_key; \
    ALTER TABLE guests DROP COLUMN named; ALTER TABLE guests DROP COLUMN deleted; \
    UPDATE games SET address = '203.0.113.77'; \
    INSERT INTO served (client, turn) VALUES ('address 203.0.113.77', 1); \
    UPDATE parlor_version SET version = 1";

#[tokio::test]
async fn made_up_guests_can_not_fill_the_database() {
    let limits = Limits { renames_per_day: 2, guests_per_address: 3, ..Limits::default() };
    let (folder, running) = limited(limits).await;
    let rename = async |number: u64| {
        let name = json!({"name": format!("N{number}")});
        running.guest(number).post("/api/me", &name).await.unwrap()
    };
    let mut accepted = 0;
    for number in 1..=20 {
        let (status, body) = rename(number).await;
        assert!(status == 200 || status == 429 && body.contains("2 a day at most"), "{status}: {body}");
        accepted += u32::from(status == 200);
    }
    assert_eq!(accepted, 6);
    let connection = Connection::open(folder.path().join("parlor.sqlite")).unwrap();
    let rows: u32 = connection.query_row("SELECT count(*) FROM guests", [], |row| row.get(0)).unwrap();
    assert_eq!(rows, 6);
}

/// Returns the copy of what is stored about a guest, which comes in parts.
async fn copy_of(client: &Client) -> (String, Value) {
    let (status, mut rest) = client.get("/api/me/export").await.unwrap();
    assert_eq!(status, 200, "{rest}");
    let mut text = String::new();
    while let Some((length, after)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).unwrap();
        text += &after[..length];
        rest = after[length..].trim_start_matches("\r\n").to_string();
    }
    let copy = serde_json::from_str(&text).expect(&text);
    (text, copy)
}

#[tokio::test]
async fn a_guest_gets_a_copy_of_everything() {
    let (_folder, running) = server().await;
    let [ann, bob] = [1, 2].map(|number| running.guest(number));
    let (_, nobody) = copy_of(&ann).await;
    assert_eq!((&nobody["name"], &nobody["games"]), (&Value::Null, &json!([])), "nothing is stored yet");
    ann.post("/api/me", &json!({"name": "Ann"})).await.unwrap();
    let request = json!({"game": "classic", "seats": ["me", "friend"]});
    let game = ann.create_game(&request).await.unwrap();
    bob.post(&format!("/api/games/{game}/join"), &json!({})).await.unwrap();
    act(&ann, &game, "anns", "move", Some("3")).await;
    act(&bob, &game, "bobs", "move", Some("3")).await;
    let alone = ann.create_game(&json!({"game": "1024", "seats": ["me"]})).await.unwrap();
    let (text, copy) = copy_of(&ann).await;
    assert!(!text.contains("seed") && !text.contains("bobs"), "{text}");
    let me = json(&ann, "/api/me").await;
    assert_eq!((&copy["name"], &copy["id"]), (&json!("Ann"), &me["id"]));
    let of =
        |id: &str| copy["games"].as_array().unwrap().iter().find(|game| game["id"] == id).unwrap().clone();
    let log = of(&game)["log"].clone();
    assert_eq!(log.as_array().unwrap().len(), 4);
    assert_eq!(log[0]["event"]["opened"]["by"], me["id"]);
    assert_eq!((&log[2]["command"], &log[3]["command"]), (&json!("anns"), &Value::Null));
    assert!(of(&alone)["log"].as_array().unwrap().len() > 1);
    assert_eq!(copy_of(&bob).await.1["games"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_deleted_guest_is_gone() {
    let (folder, running) = server().await;
    let [ann, bob] = [1, 2].map(|number| running.guest(number));
    ann.post("/api/me", &json!({"name": "Annabel Secret"})).await.unwrap();
    let create = async |game: &str, seats: Value| {
        ann.create_game(&json!({"game": game, "seats": seats})).await.unwrap()
    };
    let against_bob = create("classic", json!(["me", "friend"])).await;
    bob.post(&format!("/api/games/{against_bob}/join"), &json!({})).await.unwrap();
    let open = create("classic", json!(["me", "friend"])).await;
    let alone = create("1024", json!(["me"])).await;
    let free = ann
        .create_game(&json!({"game": "growing", "seats": ["me", "me"], "options": {"free": true}}))
        .await
        .unwrap();
    let mut socket = bob.connect(&against_bob, None).await.unwrap();
    socket.next_json().await.unwrap();

    let (status, body) = ann.request("DELETE", "/api/me", "", "").await.unwrap();
    assert_eq!((status, body.as_str()), (204, ""));
    let state = async |id: &str| json(&bob, &format!("/api/games/{id}")).await;
    let ended = state(&against_bob).await;
    assert_eq!(
        (&ended["ending"], &ended["seats"][0]["name"]),
        (&json!({"resigned": 1}), &json!("Deleted guest"))
    );
    assert_eq!(
        ended["status_text"],
        format!("Deleted guest resigns, {} wins", ended["seats"][1]["name"].as_str().unwrap())
    );
    assert_eq!(state(&open).await["ending"], "canceled");
    assert_eq!(state(&alone).await["ending"], json!({"resigned": 1}));
    assert_eq!(state(&free).await["seats"][0]["name"], "Deleted guest");
    assert_eq!(json(&bob, "/api/me/games").await[0]["names"][0], "Deleted guest");
    // Everyone connected sees it at once.
    let seen = async {
        loop {
            let message = socket.next_json().await.unwrap();
            if message["change"]["seats"][0]["name"] == "Deleted guest" {
                return;
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(30), seen).await.expect("a message about the name");

    // The cookie is worth nothing any more, except for another guest's.
    let (status, _) = ann.post("/api/me", &json!({"name": "Back"})).await.unwrap();
    assert_eq!(status, 401);
    for (path, body) in [
        ("/api/games", json!({"game": "classic", "seats": ["me", "me"]})),
        ("/api/me", json!({"name": "Back"})),
    ] {
        let (status, body) = ann.post(path, &body).await.unwrap();
        assert!(status == 401 && body.contains("deleted"), "{path}: {status} {body}");
    }
    for path in ["/api/me/games", "/api/me/export"] {
        assert_eq!(ann.get(path).await.unwrap().0, 401, "{path}");
    }
    assert_ne!(json(&ann, "/api/me").await["id"], ended["seats"][0]["guest"], "a new guest");
    let (status, _) = ann.request("DELETE", "/api/me", "", "").await.unwrap();
    assert_eq!(status, 204, "again");
    running.stop().await;
    // The last one to close the file copies all of the WAL into it and removes that.
    let closed = async {
        while folder.path().join("parlor.sqlite-wal").exists() {
            // Connections that are closed at the same time leave it behind, so another one is closed alone.
            let connection = Connection::open(folder.path().join("parlor.sqlite")).unwrap();
            let _ = connection.query_row("SELECT count(*) FROM games", [], |_| Ok(()));
            drop(connection);
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), closed).await.expect("the file is closed");
    assert_eq!(files_with(folder.path(), "Annabel Secret"), [""; 0]);
}

/// Returns every `table.column` that docs/privacy.md names in its tables.
fn documented_columns() -> BTreeSet<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/privacy.md");
    let page = std::fs::read_to_string(page).unwrap();
    let rows = page.lines().filter_map(|line| line.strip_prefix("| ")?.split('|').next());
    rows.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_string).collect()
}

#[tokio::test]
async fn the_privacy_page_names_every_column_of_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("parlor.sqlite");
    drop(Sqlite::open(&path).await.unwrap());
    let connection = Connection::open(&path).unwrap();
    let sql = "SELECT tables.name || '.' || columns.name FROM sqlite_schema AS tables, \
         pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'";
    let mut query = connection.prepare(sql).unwrap();
    let columns = query.query_map([], |row| row.get(0)).unwrap().collect::<Result<BTreeSet<String>, _>>();
    let documented: BTreeSet<String> = documented_columns()
        .into_iter()
        .filter(|column| !["service.address_key", "parlor_version.version"].contains(&column.as_str()))
        .collect();
    assert_eq!(documented, columns.unwrap());
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn the_privacy_page_names_every_column_of_postgres() {
    let server = PostgresServer::start().await.unwrap();
    let url = server.create_database().await.unwrap();
    drop(Postgres::open(&url).await.unwrap());
    let client = parlor_chaos::connect(&url).await.unwrap();
    // The log is in parts, which have the same columns.
    let sql = "SELECT relname || '.' || attname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid \
         WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition \
            AND attnum > 0 AND NOT attisdropped";
    let rows = client.query(sql, &[]).await.unwrap();
    let columns: BTreeSet<String> = rows.iter().map(|row| row.get(0)).collect();
    let documented: BTreeSet<String> = documented_columns()
        .into_iter()
        .filter(|column| !column.starts_with("fresh.") && column != "service.appended")
        .collect();
    assert_eq!(documented, columns);
}
