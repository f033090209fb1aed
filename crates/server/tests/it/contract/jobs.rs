//! What every storage keeps about engines' moves and flags that are due.

use super::{append, guest, moved, opening};
use parlor_server::storage::{Append, Claim, Claimed, Due, Storage, Work};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

/// An opening with an engine's move due.
fn engine_due(storage: &Arc<dyn Storage>, game: &str, client: &str, address: u8, has_people: bool) -> Append {
    let address = Some(IpAddr::from([127, 0, 0, address]));
    let work = Work::Engine { client: guest(client), address, has_people };
    let at = storage.clock().now();
    // Due for long enough, if the database's clock is a little behind.
    Append { due: Some(Due { at: at - 1_000, work }), at, ..opening(game, &guest(client)) }
}

async fn claimed(storage: &Arc<dyn Storage>, engines: usize, lease: u64) -> Vec<Claimed> {
    // Time goes on while somebody serves.
    storage.beat(true).await.unwrap();
    let claim = Claim { engines, engines_per_client: 99, lease: Duration::from_millis(lease) };
    storage.claim(claim).await.unwrap()
}

async fn claim(storage: &Arc<dyn Storage>, engines: usize, lease: u64) -> Vec<String> {
    claimed(storage, engines, lease).await.into_iter().map(|claimed| claimed.game).collect()
}

/// Claims until there is something.
async fn claimed_in_time(storage: &Arc<dyn Storage>, lease: u64) -> Claimed {
    let something = async {
        loop {
            if let Some(claimed) = claimed(storage, 1, lease).await.pop() {
                return claimed;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), something).await.expect("something is claimed")
}

async fn claim_in_time(storage: &Arc<dyn Storage>, lease: u64) -> Vec<String> {
    vec![claimed_in_time(storage, lease).await.game]
}

pub(super) async fn a_claim_holds_until_its_lease_ends(storage: Arc<dyn Storage>) {
    let checksum = append(&storage, engine_due(&storage, "g", "ann", 1, true)).await;
    let lease = claimed_in_time(&storage, 30_000).await.lease();
    assert!(claim(&storage, 1, 30_000).await.is_empty(), "somebody works at it");
    // A lease that ends sooner is believed, and lets others in when it has ended.
    let renewed = storage.renew(vec![lease.clone()], Duration::from_millis(200)).await.unwrap();
    assert!(renewed[0].is_some_and(|end| end < lease.until));
    assert_eq!(claim_in_time(&storage, 30_000).await, ["g"], "not any more");
    // A lease longer than leases are is not believed.
    assert_eq!(claim(&storage, 1, 1_000).await, ["g"], "a lease of another clock");
    let waiting = storage.waiting().await.unwrap();
    assert_eq!((waiting.length, waiting.thinking), (0, 1));
    append(&storage, moved("g", 1, checksum, 3)).await;
    assert!(claim(&storage, 1, 1).await.is_empty(), "done");
    assert_eq!(storage.waiting().await.unwrap().thinking, 0);
}

pub(super) async fn a_lease_is_renewed_by_its_holder_alone(storage: Arc<dyn Storage>) {
    const LONG: Duration = Duration::from_secs(30);
    let checksum = append(&storage, engine_due(&storage, "g", "ann", 1, true)).await;
    append(&storage, engine_due(&storage, "h", "bob", 2, true)).await;
    // Whoever has it stops for longer than the lease, and another one claims the work.
    let late = claimed_in_time(&storage, 1).await;
    assert_eq!(late.game, "g");
    let other = claimed_in_time(&storage, 30_000).await;
    assert_eq!(other.game, "h");
    let holder = claimed_in_time(&storage, 30_000).await;
    assert_eq!(holder.game, "g");
    let leases = vec![late.lease(), other.lease(), holder.lease()];
    let renewed = storage.renew(leases, Duration::from_millis(200)).await.unwrap();
    assert_eq!(renewed.iter().map(Option::is_some).collect::<Vec<_>>(), [false, true, true]);
    // The one who came late does not make it longer, nor does the holder by the end it had before.
    let refused = storage.renew(vec![late.lease(), holder.lease()], LONG).await.unwrap();
    assert_eq!(refused, [None, None]);
    let next = [claimed_in_time(&storage, 30_000).await, claimed_in_time(&storage, 30_000).await];
    assert!(next.iter().any(|claimed| claimed.game == "g"), "{next:?}");
    // Nor does anybody once the game has gone on.
    append(&storage, moved("g", 1, checksum, 3)).await;
    let leases = next.iter().map(Claimed::lease).collect();
    let renewed = storage.renew(leases, LONG).await.unwrap();
    let renewed: Vec<&str> = next
        .iter()
        .zip(renewed)
        .filter(|(_, end)| end.is_some())
        .map(|(claimed, _)| claimed.game.as_str())
        .collect();
    assert_eq!(renewed, ["h"]);
}

pub(super) async fn only_what_is_due_is_claimed(storage: Arc<dyn Storage>) {
    let now = storage.clock().now();
    let flag = |game: &str, at| Append {
        due: Some(Due { at, work: Work::Flag }),
        ..opening(game, &guest("somebody"))
    };
    append(&storage, flag("later", now + 3_600_000)).await;
    append(&storage, engine_due(&storage, "engine", "ann", 1, true)).await;
    assert!(claim(&storage, 0, 30_000).await.is_empty(), "no thread for an engine, and no flag yet");
    let now = storage.clock().now();
    append(&storage, flag("soon", now + 300)).await;
    let claimed = async {
        while claim(&storage, 0, 30_000).await != ["soon"] {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), claimed).await.expect("a flag needs no thread");
    assert!(storage.clock().now() >= now + 300, "what is due is due by this clock too");
    assert_eq!(claim(&storage, 9, 30_000).await, ["engine"]);
}

/// Claims all that waits, one after the other.
async fn drain(storage: &Arc<dyn Storage>) -> Vec<String> {
    let mut drained = Vec::new();
    loop {
        let claimed = claim(storage, 1, 30_000).await;
        if claimed.is_empty() {
            return drained;
        }
        drained.extend(claimed);
    }
}

pub(super) async fn guests_take_turns(storage: Arc<dyn Storage>) {
    for game in ["a1", "a2", "a3"] {
        append(&storage, engine_due(&storage, game, "ann", 1, true)).await;
    }
    assert_eq!(claim_in_time(&storage, 30_000).await, ["a1"]);
    append(&storage, engine_due(&storage, "b1", "bob", 1, true)).await;
    append(&storage, engine_due(&storage, "b2", "bob", 1, true)).await;
    let waiting = storage.waiting().await.unwrap();
    assert_eq!((waiting.games[0].as_str(), waiting.length, waiting.thinking), ("b1", 4, 1));
    assert_eq!(drain(&storage).await, ["b1", "a2", "b2", "a3"]);
}

pub(super) async fn many_guests_of_one_address_are_one_address(storage: Arc<dyn Storage>) {
    for game in ["m1", "m2", "m3"] {
        append(&storage, engine_due(&storage, game, game, 1, true)).await;
    }
    assert_eq!(claim_in_time(&storage, 30_000).await, ["m1"]);
    append(&storage, engine_due(&storage, "b1", "bob", 2, true)).await;
    append(&storage, engine_due(&storage, "b2", "bob", 2, true)).await;
    append(&storage, engine_due(&storage, "m4", "m1", 1, true)).await;
    assert_eq!(storage.waiting().await.unwrap().games, ["b1", "m2", "b2", "m3", "m4"]);
    assert_eq!(drain(&storage).await, ["b1", "m2", "b2", "m3", "m4"]);
}

pub(super) async fn games_with_people_come_first(storage: Arc<dyn Storage>) {
    append(&storage, engine_due(&storage, "watched", "ann", 1, false)).await;
    append(&storage, engine_due(&storage, "first", "bob", 2, true)).await;
    append(&storage, engine_due(&storage, "second", "bob", 2, true)).await;
    assert_eq!(storage.waiting().await.unwrap().games, ["first", "second", "watched"]);
    assert_eq!(drain(&storage).await, ["first", "second", "watched"]);
}

pub(super) async fn a_guest_has_so_many_engines_at_once(storage: Arc<dyn Storage>) {
    for game in ["a1", "a2", "a3"] {
        append(&storage, engine_due(&storage, game, "ann", 1, true)).await;
    }
    append(&storage, engine_due(&storage, "b1", "bob", 1, true)).await;
    let claim = Claim { engines: 9, engines_per_client: 2, lease: Duration::from_secs(30) };
    let all_at_once = async {
        loop {
            storage.beat(true).await.unwrap();
            let claimed = storage.claim(claim).await.unwrap();
            if !claimed.is_empty() {
                return claimed.into_iter().map(|claimed| claimed.game).collect::<Vec<_>>();
            }
        }
    };
    let claimed = tokio::time::timeout(Duration::from_secs(30), all_at_once).await.unwrap();
    assert_eq!(claimed, ["a1", "b1", "a2"]);
    assert!(storage.claim(claim).await.unwrap().is_empty());
}

pub(super) async fn games_between_engines_wait_for_watchers(storage: Arc<dyn Storage>) {
    // The times of the past: whoever created it does not watch any more.
    let now = storage.clock().now();
    let due = engine_due(&storage, "g", "ann", 1, false);
    append(&storage, Append { at: now - 3_600_000, ..due }).await;
    assert!(claim(&storage, 1, 30_000).await.is_empty());
    assert_eq!(storage.waiting().await.unwrap().length, 0, "nobody waits for it");
    storage.watch(vec!["g".into()], Duration::from_secs(60)).await.unwrap();
    assert_eq!(claim_in_time(&storage, 30_000).await, ["g"]);
}
