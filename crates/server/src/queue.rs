//! Whose turn it is when more positions wait than engines can think about.

use crate::guest::Guest;
use std::collections::HashMap;

/// Work that waits. People who wait come before engines among themselves, and of several clients the one whose last
/// turn is longest ago: however much one asks for, another waits for no more than one piece of it.
pub(crate) struct Queue<W> {
    waiting: Vec<Waiting<W>>,
    /// The last turn of every client with something waiting.
    turns: HashMap<Guest, u64>,
    turn: u64,
}

struct Waiting<W> {
    client: Guest,
    for_people: bool,
    work: W,
}

impl<W> Default for Queue<W> {
    fn default() -> Queue<W> {
        Queue { waiting: Vec::new(), turns: HashMap::new(), turn: 0 }
    }
}

impl<W> Queue<W> {
    /// Adds work for a client's game.
    pub(crate) fn push(&mut self, client: Guest, for_people: bool, work: W) {
        self.waiting.push(Waiting { client, for_people, work });
    }

    /// Takes out the work whose turn it is, of that which may be done now.
    pub(crate) fn next(&mut self, may: impl Fn(&Guest, &W) -> bool) -> Option<W> {
        let last_turn = |client: &Guest| self.turns.get(client).copied().unwrap_or(0);
        let may_be_done =
            self.waiting.iter().enumerate().filter(|(_, waits)| may(&waits.client, &waits.work));
        // The first of equals is the one that has waited longest.
        let (place, _) =
            may_be_done.min_by_key(|(_, waits)| (!waits.for_people, last_turn(&waits.client)))?;
        let Waiting { client, work, .. } = self.waiting.remove(place);
        self.turn += 1;
        self.turns.insert(client, self.turn);
        self.turns.retain(|client, _| self.waiting.iter().any(|waits| waits.client == *client));
        Some(work)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drain(queue: &mut Queue<&'static str>) -> Vec<&'static str> {
        std::iter::from_fn(|| queue.next(|_, _| true)).collect()
    }

    #[test]
    fn one_client_with_much_to_do_keeps_no_other_waiting() {
        let [ann, bob] = ["ann", "bob"].map(Guest::of);
        let mut queue = Queue::default();
        for work in ["a1", "a2", "a3"] {
            queue.push(ann.clone(), true, work);
        }
        assert_eq!(queue.next(|_, _| true), Some("a1"));
        queue.push(bob.clone(), true, "b1");
        queue.push(bob, true, "b2");
        assert_eq!(drain(&mut queue), ["b1", "a2", "b2", "a3"]);
    }

    #[test]
    fn people_come_before_engines_among_themselves() {
        let [ann, bob] = ["ann", "bob"].map(Guest::of);
        let mut queue = Queue::default();
        queue.push(ann.clone(), false, "watched");
        queue.push(bob.clone(), true, "first");
        queue.push(bob, true, "second");
        assert_eq!(drain(&mut queue), ["first", "second", "watched"]);
        queue.push(ann, false, "watched");
        assert_eq!(queue.next(|_, _| false), None, "not now");
        assert_eq!(drain(&mut queue), ["watched"]);
    }
}
