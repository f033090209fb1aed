//! A fair queue of positions that wait for an engine.

use crate::guest::Guest;
use std::collections::HashMap;

/// A fair queue. Games with people come before games between engines, and among clients comes first who was served
/// longest ago: however much one client waits for, another waits for no more than one piece of it.
pub(crate) struct Queue<W> {
    waiting: Vec<Waiting<W>>,
    /// When each client with something waiting was last served.
    served: HashMap<Guest, u64>,
    /// How much was served so far.
    count: u64,
}

struct Waiting<W> {
    client: Guest,
    has_people: bool,
    work: W,
}

impl<W> Default for Queue<W> {
    fn default() -> Queue<W> {
        Queue { waiting: Vec::new(), served: HashMap::new(), count: 0 }
    }
}

impl<W> Queue<W> {
    /// Adds work for a client's game.
    pub(crate) fn push(&mut self, client: Guest, has_people: bool, work: W) {
        self.waiting.push(Waiting { client, has_people, work });
    }

    /// Removes and returns the next work among what can start now.
    pub(crate) fn pop(&mut self, can_start: impl Fn(&Guest, &W) -> bool) -> Option<W> {
        let last_served = |client: &Guest| self.served.get(client).copied().unwrap_or(0);
        let ready =
            self.waiting.iter().enumerate().filter(|(_, waiting)| can_start(&waiting.client, &waiting.work));
        // The first of equals has waited longest.
        let (index, _) =
            ready.min_by_key(|(_, waiting)| (!waiting.has_people, last_served(&waiting.client)))?;
        let Waiting { client, work, .. } = self.waiting.remove(index);
        self.count += 1;
        self.served.insert(client, self.count);
        self.served.retain(|client, _| self.waiting.iter().any(|waiting| waiting.client == *client));
        Some(work)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drain(queue: &mut Queue<&'static str>) -> Vec<&'static str> {
        std::iter::from_fn(|| queue.pop(|_, _| true)).collect()
    }

    #[test]
    fn clients_take_turns() {
        let [ann, bob] = ["ann", "bob"].map(Guest::from_secret);
        let mut queue = Queue::default();
        for work in ["a1", "a2", "a3"] {
            queue.push(ann.clone(), true, work);
        }
        assert_eq!(queue.pop(|_, _| true), Some("a1"));
        queue.push(bob.clone(), true, "b1");
        queue.push(bob, true, "b2");
        assert_eq!(drain(&mut queue), ["b1", "a2", "b2", "a3"]);
    }

    #[test]
    fn games_with_people_come_first() {
        let [ann, bob] = ["ann", "bob"].map(Guest::from_secret);
        let mut queue = Queue::default();
        queue.push(ann.clone(), false, "watched");
        queue.push(bob.clone(), true, "first");
        queue.push(bob, true, "second");
        assert_eq!(drain(&mut queue), ["first", "second", "watched"]);
        queue.push(ann, false, "watched");
        assert_eq!(queue.pop(|_, _| false), None, "not now");
        assert_eq!(drain(&mut queue), ["watched"]);
    }
}
