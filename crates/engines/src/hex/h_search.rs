//! H-search: builds virtual connections from smaller ones by two rules.
//!
//! - *And*: two full connections that meet at an endpoint and share no cell are, in a row, a full connection if they
//!   meet at a chain, and a semi connection with the meeting cell as its key if that is empty.
//! - *Or*: semi connections of the same endpoints that have no cell in common to all are a full connection: wherever
//!   the opponent moves, one of them is untouched.

use super::connections::{Connections, Semi};
use super::lists::MAX_SEMI;
use super::{Board, CellSet, Geometry};
use std::sync::Arc;

/// The most semi connections that the or-rule combines.
const MAX_OR: usize = 4;

/// The most pairs of endpoints that one search visits. What it finds is true, if not all there is.
const MAX_PAIRS: usize = 200_000;

/// When the search may end early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// As soon as the player has a semi connection of the borders, and so wins if to move.
    Semi,
    /// As soon as the player has a full connection of the borders, and so wins as the second to move.
    Full,
}

impl<const W: usize> Connections<W> {
    /// Moves the connections to a board with more stones and searches for all that follow there.
    pub fn update(&mut self, geometry: &Geometry<W>, board: &Board<W>, until: Until) {
        self.move_to(geometry, board);
        self.search(until);
    }

    /// Applies both rules until nothing new follows, or until the borders are connected.
    pub fn search(&mut self, until: Until) {
        for _ in 0..MAX_PAIRS {
            if self.border_full.is_some() || (until == Until::Semi && !self.border_semi.is_empty()) {
                return;
            }
            let Some(slot) = self.queue.pop_front() else { return };
            let slot = slot as usize;
            self.pairs[slot].is_queued = false;
            let (one, two) = self.pairs[slot].ends;
            while let Some(place) = Arc::make_mut(&mut self.pairs[slot].lists).next_semi() {
                self.apply_or(slot, place);
            }
            while let Some(carrier) = Arc::make_mut(&mut self.pairs[slot].lists).next_full() {
                self.apply_and(one, two, carrier);
                self.apply_and(two, one, carrier);
            }
        }
    }

    /// Combines a semi connection with others of the same endpoints.
    fn apply_or(&mut self, slot: usize, place: usize) {
        let (one, two) = self.pairs[slot].ends;
        let semi = self.pairs[slot].lists.semi();
        let newest = semi[place].carrier;
        let mut carriers = [CellSet::EMPTY; MAX_SEMI];
        let mut others = 0;
        for (at, semi) in semi.iter().enumerate() {
            if at != place {
                carriers[others] = semi.carrier;
                others += 1;
            }
        }
        // The cells that are in all carriers from a place on.
        let mut common = [!CellSet::EMPTY; MAX_SEMI + 1];
        for at in (0..others).rev() {
            common[at] = common[at + 1] & carriers[at];
        }
        let mut found = Vec::new();
        combine(&carriers[..others], &common, newest, newest, MAX_OR - 1, &mut found);
        for carrier in found {
            self.add_full(one, two, carrier);
        }
    }

    /// Goes on from a full connection through its end `middle` to other endpoints.
    fn apply_and(&mut self, from: u16, middle: u16, carrier: CellSet<W>) {
        let cells = self.ends.len() - 2;
        let (near, borders) = self.partners_of(middle.into());
        // Through a border almost everything near it is connected, which costs ten times the work for little gain.
        if usize::from(middle) >= cells {
            return;
        }
        let is_stone = self.board.stones[self.player].contains(middle.into());
        let from_cell = usize::from(from) < cells;
        // An endpoint inside the carrier would be used twice.
        for to in near
            .without(carrier)
            .iter()
            .chain((0..2).filter(|border| borders >> border & 1 == 1).map(|border| cells + border))
        {
            let to = to as u16;
            if to == from {
                continue;
            }
            let Some(slot) = self.slot(middle, to) else { continue };
            for at in 0..self.pairs[slot].lists.full().len() {
                let second = self.pairs[slot].lists.full()[at];
                if second.intersects(&carrier) || (from_cell && second.contains(from.into())) {
                    continue;
                }
                let union = carrier | second;
                if is_stone {
                    self.add_full(from, to, union);
                } else {
                    self.add_semi(
                        from,
                        to,
                        Semi { carrier: union | CellSet::of(middle.into()), key: middle },
                    );
                }
            }
        }
    }
}

/// Collects the unions of carriers that have no cell in common to all.
fn combine<const W: usize>(
    carriers: &[CellSet<W>],
    common: &[CellSet<W>],
    shared: CellSet<W>,
    union: CellSet<W>,
    most: usize,
    found: &mut Vec<CellSet<W>>,
) {
    for (at, &carrier) in carriers.iter().enumerate() {
        if shared.intersects(&common[at]) {
            return;
        }
        let still_shared = shared & carrier;
        if still_shared == shared {
            continue;
        }
        if still_shared.is_empty() {
            found.push(union | carrier);
        } else if most > 1 {
            combine(&carriers[at + 1..], &common[at + 1..], still_shared, union | carrier, most - 1, found);
        }
    }
}
