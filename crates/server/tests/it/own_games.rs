//! The list of a guest's games, and what it costs.

use crate::{Running, act, config, json};
use parlor_server::bus::NullBus;
use parlor_server::storage::{
    Append, AppendOutcome, Claim, Claimed, Clock, GameSummary, GuestData, Guests, Jobs, Lease, Log,
    LogRecord, LogResult, Profile, Service, Sqlite, StorageFuture, Waiting,
};
use parlor_server::{Guest, Limits, Server};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A storage that counts how often games and guests are read.
struct Counting {
    storage: Sqlite,
    reads: AtomicU64,
}

/// Passes calls on to the storage; those of reads are counted.
macro_rules! pass_on {
    ($($name:ident$(<$life:lifetime>)?(&$($own:lifetime)? self $(, $argument:ident: $type:ty)*) -> $result:ty $(, $counted:literal)?;)*) => {
        $(fn $name$(<$life>)?(&$($own)? self $(, $argument: $type)*) -> $result {
            $(self.reads.fetch_add($counted, Ordering::Relaxed);)?
            self.storage.$name($($argument),*)
        })*
    };
}

impl Log for Counting {
    pass_on! {
        append(&self, append: Append) -> StorageFuture<'_, AppendOutcome>;
        read<'a>(&'a self, game: &'a str, after: u64) -> StorageFuture<'a, Vec<LogRecord>>, 1;
        read_many(&self, games: Vec<String>) -> StorageFuture<'_, Vec<LogResult>>, 1;
        heads(&self, games: Vec<String>) -> StorageFuture<'_, Vec<(String, u64)>>, 1;
        has_foreign_writes(&self) -> StorageFuture<'_, bool>;
        delete_older_than(&self, age: Duration) -> StorageFuture<'_, u64>;
        check(&self) -> StorageFuture<'_, ()>;
        is_local(&self) -> bool;
    }
}

impl Jobs for Counting {
    pass_on! {
        claim(&self, claim: Claim) -> StorageFuture<'_, Vec<Claimed>>;
        renew(&self, leases: Vec<Lease>, time: Duration) -> StorageFuture<'_, Vec<Option<u64>>>;
        watch(&self, games: Vec<String>, time: Duration) -> StorageFuture<'_, ()>;
        forget_turns(&self) -> StorageFuture<'_, ()>;
        waiting(&self) -> StorageFuture<'_, Waiting>;
    }
}

impl Guests for Counting {
    pass_on! {
        name<'a>(&'a self, guest: &'a Guest) -> StorageFuture<'a, Option<String>>, 1;
        names(&self, guests: Vec<Guest>) -> StorageFuture<'_, HashMap<Guest, String>>, 1;
        profile<'a>(&'a self, guest: &'a Guest) -> StorageFuture<'a, Option<Profile>>, 1;
        opponents<'a>(&'a self, guest: &'a Guest) -> StorageFuture<'a, Vec<String>>, 1;
        rename(&self, guest: Guest, name: String) -> StorageFuture<'_, bool>;
        guest_data<'a>(&'a self, guest: &'a Guest) -> StorageFuture<'a, GuestData>, 1;
        delete_guest(&self, guest: Guest) -> StorageFuture<'_, ()>;
        delete_names_older_than(&self, age: Duration) -> StorageFuture<'_, u64>;
        games<'a>(&'a self, guest: &'a Guest, limit: u32) -> StorageFuture<'a, Vec<GameSummary>>, 1;
    }
}

impl Service for Counting {
    pass_on! {
        clock(&self) -> &Clock;
        beat(&self, is_serving: bool) -> StorageFuture<'_, ()>;
    }
}

async fn counting_server(folder: &Path) -> (Arc<Counting>, Running) {
    let storage = Sqlite::open(&folder.join("parlor.sqlite")).await.unwrap();
    let storage = Arc::new(Counting { storage, reads: AtomicU64::new(0) });
    let bus = Arc::new(NullBus::default());
    let server = Server::with_storage(config(folder, Limits::default()), storage.clone(), bus).await;
    (storage, Running::run(server.unwrap()))
}

#[tokio::test]
async fn fifty_games_are_listed_with_four_reads() {
    let folder = tempfile::tempdir().unwrap();
    let (storage, running) = counting_server(folder.path()).await;
    let [ann, bob] = [1, 2].map(|number| running.guest(number));
    ann.post("/api/me", &json!({"name": "Ann"})).await.unwrap();
    bob.post("/api/me", &json!({"name": "Bob"})).await.unwrap();
    for number in 0..50 {
        let game = ann.create_game(&json!({"game": "classic", "seats": ["me", "friend"]})).await.unwrap();
        // The others nobody has opened yet.
        if number % 2 == 0 {
            bob.post(&format!("/api/games/{game}/join"), &json!({})).await.unwrap();
            act(&ann, &game, "1", "move", Some("3")).await;
        }
    }
    let list = async |running: &Running, storage: &Counting| -> (Value, u64) {
        let before = storage.reads.load(Ordering::Relaxed);
        let listed = json(&running.guest(1), "/api/me/games").await;
        (listed, storage.reads.load(Ordering::Relaxed) - before)
    };
    let (listed, reads) = list(&running, &storage).await;
    assert_eq!((listed.as_array().unwrap().len(), reads), (50, 4));
    let texts = listed.as_array().unwrap().iter().map(|game| game["status_text"].as_str().unwrap());
    assert_eq!(texts.filter(|text| *text == "Bob's turn").count(), 25, "{listed}");
    assert_eq!(list(&running, &storage).await, (listed.clone(), 2), "all of them are in memory now");
    let game = listed[0]["id"].as_str().unwrap();
    assert_eq!(bob.post(&format!("/api/games/{game}/join"), &json!({})).await.unwrap().0, 200);
    running.stop().await;

    let (storage, running) = counting_server(folder.path()).await;
    let (again, reads) = list(&running, &storage).await;
    assert_eq!((again.as_array().unwrap().len(), reads), (50, 4), "after a restart, too");
    assert_eq!(again[0]["names"], json!(["Ann", "Bob"]));
}

#[tokio::test]
async fn the_list_has_what_another_process_has_appended() {
    let folder = tempfile::tempdir().unwrap();
    let [here, there] = [counting_server(folder.path()).await, counting_server(folder.path()).await];
    let [ann, elsewhere] = [&here, &there].map(|(_, running)| running.guest(1));
    let game = ann.create_game(&json!({"game": "classic", "seats": ["me", "me"]})).await.unwrap();
    json(&ann, &format!("/api/games/{game}")).await;
    for (number, expected) in [2, 1, 2].into_iter().enumerate() {
        let (status, _) = act(&elsewhere, &game, &number.to_string(), "move", Some("3")).await;
        assert_eq!(status, 200);
        assert_eq!(json(&ann, "/api/me/games").await[0]["turn"], expected, "move {number}");
    }
}
