//! H-search: builds virtual connections from smaller ones by two rules.
//!
//! - *And*: two full connections that meet at an endpoint and share no cell are, in a row, a full connection if they
//!   meet at a chain, and a semi connection with the meeting cell as its key if that is empty.
//! - *Or*: semi connections of the same endpoints that have no cell in common to all are a full connection: wherever
//!   the opponent moves, one of them is untouched.
//!
//! A connection is one of stones on its endpoints. If an endpoint is empty, a stone there may capture cells: the player
//! answers in them whatever happens there, and owns them. So connections may share such cells, and need them all.

use super::connections::{Connections, SemiConnection};
use super::{Board, CellSet, Geometry};
use std::sync::Arc;

/// The most pairs of endpoints that one search visits. What it finds is true, if not all there is.
const MAX_PAIRS: usize = 200_000;

/// When the search may end early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StopWhen {
    /// As soon as the player has a semi connection of the borders, and so wins if to move.
    Semi,
    /// As soon as the player has a full connection of the borders, and so wins as the second to move.
    Full,
}

impl<const W: usize> Connections<W> {
    /// Moves the connections to a board with more stones and searches for all that follow there.
    pub(super) fn update(&mut self, geometry: &Geometry<W>, board: &Board<W>, stop_when: StopWhen) {
        self.move_to(geometry, board);
        self.search(stop_when);
    }

    /// Applies both rules until nothing new follows, or until the borders are connected.
    pub(super) fn search(&mut self, stop_when: StopWhen) {
        for _ in 0..MAX_PAIRS {
            if self.border_full.is_some() || (stop_when == StopWhen::Semi && !self.border_semi.is_empty()) {
                return;
            }
            if let Some(slot) = self.and_queue.pop_front() {
                let slot = slot as usize;
                self.pairs[slot].is_in_and_queue = false;
                let (one, two) = self.pairs[slot].ends;
                while let Some(carrier) = Arc::make_mut(&mut self.pairs[slot].lists).next_full() {
                    self.apply_and(one, two, carrier);
                    self.apply_and(two, one, carrier);
                }
            } else if let Some(slot) = self.or_queue.pop_front() {
                self.pairs[slot as usize].is_in_or_queue = false;
                self.apply_or(slot as usize);
            } else {
                return;
            }
        }
    }

    /// Combines the semi connections of two endpoints to full ones, of which no cell is in all if that can be.
    fn apply_or(&mut self, slot: usize) {
        if !Arc::make_mut(&mut self.pairs[slot].lists).take_new_semi() {
            return;
        }
        let (one, two) = self.pairs[slot].ends;
        let lists = self.pairs[slot].lists.clone();
        let mut common = lists.common();
        if common.is_empty() {
            return;
        }
        let [first, second] = [[one, two], [two, one]].map(|ends| self.captured_by_first(&ends));
        let both = if first.intersects(&second) { CellSet::EMPTY } else { first | second };
        let owned = [CellSet::EMPTY, first, second, both];
        let Some(union) = union_without(lists.semi(), &owned, None) else { return };
        self.add_full(one, two, union);
        common &= union;
        while let Some(cell) = common.pop() {
            if let Some(union) = union_without(lists.semi(), &owned, Some(cell)) {
                self.add_full(one, two, union);
                common &= union;
            }
        }
    }

    /// Returns the cells that a stone on the first endpoint captures, or none if they hold another of the endpoints.
    fn captured_by_first(&self, ends: &[u16]) -> CellSet<W> {
        let captured = self.captured[usize::from(ends[0])];
        let holds = |&end: &u16| usize::from(end) + 2 < self.ends.len() && captured.contains(end.into());
        if ends.iter().any(holds) { CellSet::EMPTY } else { captured }
    }

    /// Returns the cells that stones on some endpoints capture, where they capture some of these. Where the captured cells
    /// of two endpoints overlap, those of one count.
    fn owned(&self, [from, middle, to]: [u16; 3], some: CellSet<W>) -> CellSet<W> {
        let mut owned = CellSet::EMPTY;
        for ends in [[from, middle, to], [middle, from, to], [to, from, middle]] {
            let captured = self.captured_by_first(&ends);
            if captured.intersects(&some) && !captured.intersects(&owned) {
                owned |= captured;
            }
        }
        owned
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
            // What is added below has other ends.
            for at in 0..self.pairs[slot].lists.full().len() {
                let lists = &self.pairs[slot].lists;
                let second = lists.full()[at];
                if lists.is_new_full(at) || (from_cell && second.contains(from.into())) {
                    continue;
                }
                let mut union = carrier | second;
                let overlap = second & carrier;
                if !overlap.is_empty() {
                    let owned = self.owned([from, middle, to], overlap);
                    if !overlap.is_subset(&owned) {
                        continue;
                    }
                    union |= owned;
                }
                if is_stone {
                    self.add_full(from, to, union);
                } else {
                    self.add_semi(
                        from,
                        to,
                        SemiConnection { carrier: union | CellSet::of(middle.into()), key: middle },
                    );
                }
            }
        }
    }
}

/// Returns the union of semi connections that have no cell in common to all but some that are owned, without some cell.
fn union_without<const W: usize>(
    semi: &[SemiConnection<W>],
    owned: &[CellSet<W>],
    without: Option<usize>,
) -> Option<CellSet<W>> {
    let has_it = |cells: &CellSet<W>| without.is_some_and(|cell| cells.contains(cell));
    let carriers = || semi.iter().map(|semi| semi.carrier).filter(|carrier| !has_it(carrier));
    let common_to_all = carriers().fold(!CellSet::EMPTY, |common, carrier| common & carrier);
    let owned = owned.iter().find(|owned| common_to_all.is_subset(owned) && !has_it(owned))?;
    let (mut common, mut union) = (!CellSet::EMPTY, *owned);
    for carrier in carriers() {
        if !common.is_subset(&carrier) {
            common &= carrier;
            union |= carrier;
            if common.is_subset(owned) {
                break;
            }
        }
    }
    Some(union)
}
