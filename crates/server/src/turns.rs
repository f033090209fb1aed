//! Turns: how many of one address do something at the same time, while the others wait in line.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The turns of all addresses: those of one address wait for each other, not for those of other addresses.
pub(crate) struct Turns {
    at_once: usize,
    /// The addresses that have a turn or wait for one.
    addresses: Arc<Mutex<Addresses>>,
}

type Addresses = HashMap<IpAddr, Arc<Semaphore>>;

/// A turn of an address, until it is dropped.
pub(crate) struct Turn {
    addresses: Arc<Mutex<Addresses>>,
    address: IpAddr,
    semaphore: Option<Arc<Semaphore>>,
    permit: Option<OwnedSemaphorePermit>,
}

impl Turns {
    /// Creates turns, of which each address has this many at the same time.
    pub(crate) fn new(at_once: usize) -> Turns {
        Turns { at_once, addresses: Arc::default() }
    }

    /// Waits for a turn of an address. They are given in the order of arrival.
    pub(crate) async fn wait(&self, address: IpAddr) -> Turn {
        let semaphore = || Arc::new(Semaphore::new(self.at_once));
        let semaphore = lock(&self.addresses).entry(address).or_insert_with(semaphore).clone();
        // It cleans up also if the client goes away while it waits.
        let mut turn = Turn {
            addresses: self.addresses.clone(),
            address,
            semaphore: Some(semaphore.clone()),
            permit: None,
        };
        // The semaphore is never closed.
        turn.permit = semaphore.acquire_owned().await.ok();
        turn
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        drop((self.permit.take(), self.semaphore.take()));
        let mut addresses = lock(&self.addresses);
        if addresses.get(&self.address).is_some_and(|semaphore| Arc::strong_count(semaphore) == 1) {
            addresses.remove(&self.address);
        }
    }
}

fn lock(addresses: &Mutex<Addresses>) -> MutexGuard<'_, Addresses> {
    addresses.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    #[test]
    fn an_address_waits_for_itself_alone() {
        let turns = Turns::new(3);
        let [one, two] = [1, 2].map(|last| IpAddr::from([127, 0, 0, last]));
        let take = |address| turns.wait(address).now_or_never();
        let mut held: Vec<Turn> = (0..3).map(|_| take(one).unwrap()).collect();
        assert!(take(one).is_none(), "all turns are taken");
        assert!(take(two).is_some(), "another address has its own");
        held.pop();
        assert!(take(one).is_some());
        drop(held);
        assert!(lock(&turns.addresses).is_empty(), "addresses leave no traces");
    }
}
