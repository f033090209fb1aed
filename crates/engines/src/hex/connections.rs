//! The virtual connections of one player: what H-search finds and keeps from position to position.
//!
//! A *full* connection of two endpoints holds even if the opponent moves first within its carrier; a *semi* connection
//! holds if the player moves first, at its key. Endpoints are the player's chains, the player's two borders, and empty
//! cells, as if they had a stone of the player.

use super::lists::Lists;
use super::{Board, CellSet, Geometry};
use std::collections::VecDeque;
use std::sync::Arc;

/// The most semi connections that are kept for the two borders, from which the must-play region comes.
const MAX_BORDER_SEMI: usize = 48;

/// A semi connection: its carrier, which includes its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SemiConnection<const W: usize> {
    /// All cells that the connection needs.
    pub(super) carrier: CellSet<W>,
    /// The cell that makes the connection full.
    pub(super) key: u16,
}

/// Two endpoints and their connections, which boards share as long as no stone touches them.
#[derive(Clone, Debug)]
pub(super) struct Pair<const W: usize> {
    pub(super) ends: (u16, u16),
    /// All cells of all carriers.
    reach: CellSet<W>,
    pub(super) is_in_and_queue: bool,
    pub(super) is_in_or_queue: bool,
    pub(super) lists: Arc<Lists<W>>,
}

/// The endpoints that are fully connected to one: cells, and borders by bit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Partners<const W: usize> {
    pub(super) cells: CellSet<W>,
    pub(super) borders: u8,
}

/// The virtual connections of one player.
#[derive(Clone, Debug)]
pub(super) struct Connections<const W: usize> {
    pub(super) player: usize,
    /// Whether connections may share cells that a stone on an endpoint captures.
    uses_captured: bool,
    /// The stones for which the connections hold.
    pub(super) board: Board<W>,
    /// The endpoint that stands for each cell and border: one of each chain, or `NONE` for the opponent's stones.
    pub(super) ends: Vec<u16>,
    /// The place in `pairs` of two endpoints, plus one, by [`Connections::number`].
    slots: Vec<u32>,
    pub(super) pairs: Vec<Pair<W>>,
    pub(super) partners: Vec<Partners<W>>,
    /// The semi connections of the two borders.
    pub(super) border_semi: Vec<SemiConnection<W>>,
    /// A full connection of the two borders.
    pub(super) border_full: Option<CellSet<W>>,
    /// What a stone on each empty cell captures.
    pub(super) captured: Vec<CellSet<W>>,
    /// The pairs with full connections that are still to be combined.
    pub(super) and_queue: VecDeque<u32>,
    /// The pairs with semi connections that are still to be combined.
    pub(super) or_queue: VecDeque<u32>,
}

pub(super) const NONE: u16 = u16::MAX;

impl<const W: usize> Connections<W> {
    /// Creates the adjacent connections of an empty board. Those with captured cells are more and take three times as long.
    pub(super) fn new(geometry: &Geometry<W>, player: usize, uses_captured: bool) -> Connections<W> {
        let ends = geometry.cells + 2;
        let mut connections = Connections {
            player,
            uses_captured,
            board: Board::default(),
            ends: (0..ends as u16).collect(),
            slots: vec![0; ends * (ends - 1) / 2],
            pairs: Vec::new(),
            partners: vec![Partners::default(); ends],
            border_semi: Vec::new(),
            border_full: None,
            captured: vec![CellSet::EMPTY; ends],
            and_queue: VecDeque::new(),
            or_queue: VecDeque::new(),
        };
        connections.find_captured(geometry);
        for cell in 0..geometry.cells {
            for near in geometry.near[cell].iter().filter(|&near| near > cell) {
                connections.add_full(cell as u16, near as u16, CellSet::EMPTY);
            }
            for border in 0..2 {
                if geometry.borders[player][border].contains(cell) {
                    connections.add_full(cell as u16, (geometry.cells + border) as u16, CellSet::EMPTY);
                }
            }
        }
        connections
    }

    /// Returns the carrier of a full connection of the two borders: the player wins even as the second to move.
    pub(super) fn border_full(&self) -> Option<CellSet<W>> {
        self.border_full
    }

    /// Returns the semi connections of the two borders: with any of them the player wins as the first to move.
    pub(super) fn border_semi(&self) -> &[SemiConnection<W>] {
        &self.border_semi
    }

    /// Returns all full connections between different endpoints: ends and carrier.
    #[cfg(test)]
    pub(super) fn all_full(&self) -> impl Iterator<Item = (usize, usize, CellSet<W>)> + '_ {
        self.pairs.iter().flat_map(|Pair { ends: (one, two), lists, .. }| {
            let (one, two) = (*one, *two);
            lists.full().iter().map(move |&carrier| (one.into(), two.into(), carrier))
        })
    }

    /// Returns all semi-connections between different endpoints, except border to border.
    #[cfg(test)]
    pub(super) fn all_semi(&self) -> impl Iterator<Item = (usize, usize, SemiConnection<W>)> + '_ {
        self.pairs.iter().flat_map(|Pair { ends: (one, two), lists, .. }| {
            let (one, two) = (*one, *two);
            lists.semi().iter().map(move |&semi| (one.into(), two.into(), semi))
        })
    }

    /// Returns the endpoint that stands for a cell or border.
    pub(super) fn end_of(&self, place: usize) -> Option<usize> {
        let end = self.ends[place];
        (end != NONE).then_some(end.into())
    }

    /// Returns the endpoints that are fully connected to one: cells, and borders as bits.
    pub(super) fn partners_of(&self, end: usize) -> (CellSet<W>, u8) {
        (self.partners[end].cells, self.partners[end].borders)
    }

    #[inline]
    pub(super) fn number(one: u16, two: u16) -> usize {
        let (low, high) = if one < two {
            (usize::from(one), usize::from(two))
        } else {
            (usize::from(two), usize::from(one))
        };
        high * (high - 1) / 2 + low
    }

    #[inline]
    pub(super) fn is_borders(&self, one: u16, two: u16) -> bool {
        // The borders have the two highest numbers.
        usize::from(one.min(two)) + 2 == self.ends.len()
    }

    #[inline]
    pub(super) fn slot(&self, one: u16, two: u16) -> Option<usize> {
        (self.slots[Self::number(one, two)] as usize).checked_sub(1)
    }

    fn slot_or_new(&mut self, one: u16, two: u16) -> usize {
        let number = Self::number(one, two);
        if self.slots[number] == 0 {
            let ends = (one.min(two), one.max(two));
            self.pairs.push(Pair::new(ends));
            self.slots[number] = self.pairs.len() as u32;
        }
        self.slots[number] as usize - 1
    }

    fn queue_and(&mut self, slot: usize) {
        if !self.pairs[slot].is_in_and_queue {
            self.pairs[slot].is_in_and_queue = true;
            self.and_queue.push_back(slot as u32);
        }
    }

    fn queue_or(&mut self, slot: usize) {
        if !self.pairs[slot].is_in_or_queue {
            self.pairs[slot].is_in_or_queue = true;
            self.or_queue.push_back(slot as u32);
        }
    }

    pub(super) fn set_partners(&mut self, one: u16, two: u16) {
        let cells = self.ends.len() - 2;
        for (from, to) in [(one, two), (two, one)] {
            match usize::from(to).checked_sub(cells) {
                None => self.partners[usize::from(from)].cells.insert(to.into()),
                Some(border) => self.partners[usize::from(from)].borders |= 1 << border,
            }
        }
    }

    /// Adds a full connection unless a smaller one is known.
    pub(super) fn add_full(&mut self, one: u16, two: u16, carrier: CellSet<W>) {
        if self.is_borders(one, two) {
            if self.border_full.is_none_or(|known| carrier.len() < known.len()) {
                self.border_full = Some(carrier);
            }
            return;
        }
        let slot = self.slot_or_new(one, two);
        if self.pairs[slot].add_full(carrier) {
            self.set_partners(one, two);
            self.queue_and(slot);
        }
    }

    /// Adds a semi connection unless a smaller one is known.
    pub(super) fn add_semi(&mut self, one: u16, two: u16, semi: SemiConnection<W>) {
        if self.is_borders(one, two) {
            self.add_border_semi(semi);
            return;
        }
        let slot = self.slot_or_new(one, two);
        if self.pairs[slot].add_semi(semi) {
            self.queue_or(slot);
        }
    }

    /// Adds a semi connection of the borders. Once no cell is in all carriers, they make a full connection.
    fn add_border_semi(&mut self, semi: SemiConnection<W>) {
        if self.border_semi.iter().any(|known| known.carrier.is_subset(&semi.carrier)) {
            return;
        }
        self.border_semi.retain(|known| !semi.carrier.is_subset(&known.carrier));
        let common = self.border_semi.iter().fold(semi.carrier, |common, known| common & known.carrier);
        if self.border_semi.len() < MAX_BORDER_SEMI {
            self.border_semi.push(semi);
        } else if common != self.must_play() {
            // A connection that narrows the must-play region is worth more than one that does not.
            self.border_semi.pop();
            self.border_semi.push(semi);
        }
        if common.is_empty() {
            let union = self.border_semi.iter().fold(CellSet::EMPTY, |union, known| union | known.carrier);
            self.border_full = Some(union | semi.carrier);
        }
    }

    /// Returns the cells that are in every semi connection of the borders. The opponent must move there or lose. Without
    /// any connection it is every bit.
    pub(super) fn must_play(&self) -> CellSet<W> {
        self.border_semi.iter().fold(!CellSet::EMPTY, |common, known| common & known.carrier)
    }

    /// Returns the cells of semi connections of the borders that suffice for the must-play region.
    pub(super) fn must_play_reach(&self) -> CellSet<W> {
        let (mut common, mut reach) = (!CellSet::EMPTY, CellSet::EMPTY);
        for semi in &self.border_semi {
            if common & semi.carrier != common {
                common &= semi.carrier;
                reach |= semi.carrier;
            }
        }
        reach
    }

    /// Moves all connections to another board: one with more stones of both players.
    ///
    /// Connections that the opponent's new stones cut are dropped. The player's new stones join chains and leave carriers.
    pub(super) fn move_to(&mut self, geometry: &Geometry<W>, board: &Board<W>) {
        let cells = geometry.cells;
        let own = board.stones[self.player].without(self.board.stones[self.player]);
        let cut = board.stones[1 - self.player].without(self.board.stones[1 - self.player]);
        self.board = *board;
        let old_ends = self.ends.clone();
        self.name_chains(geometry);
        let borders = (self.ends[cells], self.ends[cells + 1]);
        self.border_full = (borders.0 == borders.1).then_some(CellSet::EMPTY);
        if self.border_full.is_some() {
            self.border_semi.clear();
            return;
        }
        self.partners.fill(Partners::default());
        self.and_queue.clear();
        self.or_queue.clear();
        let has_grown = self.grown_chains(&old_ends);
        let newly_captured = self.find_captured(geometry);
        let mut full: Vec<(u16, u16, CellSet<W>)> = Vec::new();
        let mut semi: Vec<(u16, u16, SemiConnection<W>)> = Vec::new();
        for old in std::mem::take(&mut self.border_semi) {
            semi.push((borders.0, borders.1, old));
        }
        for slot in 0..self.pairs.len() {
            let pair = &mut self.pairs[slot];
            if pair.ends.0 == NONE {
                continue;
            }
            let (one, two) = (self.ends[usize::from(pair.ends.0)], self.ends[usize::from(pair.ends.1)]);
            if (one, two) != pair.ends {
                // The chains were joined under another name, or an end was taken.
                if one != NONE && two != NONE && one != two {
                    full.extend(pair.lists.full().iter().map(|&carrier| (one, two, carrier)));
                    semi.extend(pair.lists.semi().iter().map(|&old| (one, two, old)));
                }
                self.slots[Self::number(pair.ends.0, pair.ends.1)] = 0;
                *pair = Pair::new((NONE, NONE));
                continue;
            }
            (pair.is_in_and_queue, pair.is_in_or_queue) = (false, false);
            let has_grown = has_grown[usize::from(one)] || has_grown[usize::from(two)];
            if pair.reach.intersects(&(own | cut)) {
                let lists = Arc::make_mut(&mut pair.lists);
                full.extend(lists.take_full(own | cut).map(|carrier| (one, two, carrier)));
                semi.extend(lists.take_semi(own | cut).map(|old| (one, two, old)));
                pair.reach = lists.reach();
            }
            if has_grown {
                Arc::make_mut(&mut pair.lists).renew_full();
            }
            let captured = newly_captured[usize::from(one)] | newly_captured[usize::from(two)];
            if pair.reach.intersects(&captured) {
                Arc::make_mut(&mut pair.lists).renew_within(captured);
            }
            let has_new = pair.lists.has_new();
            if !pair.lists.full().is_empty() {
                self.set_partners(one, two);
            }
            if has_new {
                self.queue_and(slot);
                self.queue_or(slot);
            }
        }
        for (one, two, carrier) in full {
            if !carrier.intersects(&cut) {
                self.add_full(one, two, carrier.without(own));
            }
        }
        for (one, two, SemiConnection { carrier, key }) in semi {
            if carrier.intersects(&cut) {
                continue;
            }
            let carrier = carrier.without(own);
            if own.contains(key.into()) {
                self.add_full(one, two, carrier);
            } else {
                self.add_semi(one, two, SemiConnection { carrier, key });
            }
        }
    }

    /// Finds what a stone on each empty cell captures. Returns it for the cells that capture something new.
    fn find_captured(&mut self, geometry: &Geometry<W>) -> Vec<CellSet<W>> {
        let empty = self.board.empty(geometry);
        let mut new = vec![CellSet::EMPTY; self.ends.len()];
        if !self.uses_captured {
            return new;
        }
        for (cell, new) in new.iter_mut().enumerate().take(geometry.cells) {
            let captured = if empty.contains(cell) {
                self.board.captured_by(geometry, cell, self.player)
            } else {
                CellSet::EMPTY
            };
            if !captured.is_subset(&self.captured[cell]) {
                *new = captured;
            }
            self.captured[cell] = captured;
        }
        new
    }

    /// Returns which endpoints stand for more than they did before.
    fn grown_chains(&self, old_ends: &[u16]) -> Vec<bool> {
        let mut has_grown = vec![false; old_ends.len()];
        for (place, &end) in self.ends.iter().enumerate() {
            if end != NONE && old_ends[place] != old_ends[usize::from(end)] {
                has_grown[usize::from(end)] = true;
            }
        }
        has_grown
    }

    /// Chooses an endpoint for each chain, and none for the opponent's stones.
    fn name_chains(&mut self, geometry: &Geometry<W>) {
        let cells = geometry.cells;
        let stones = self.board.stones[self.player];
        for cell in 0..cells {
            self.ends[cell] =
                if self.board.stones[1 - self.player].contains(cell) { NONE } else { cell as u16 };
        }
        let mut rest = stones;
        for border in 0..2 {
            let name = (cells + border) as u16;
            self.ends[cells + border] = name;
            let chain = geometry.flood(geometry.borders[self.player][border], rest);
            if border == 1 && geometry.joins(self.player, stones) {
                self.ends[cells + 1] = cells as u16;
            }
            for cell in chain.iter() {
                self.ends[cell] = name;
            }
            rest = rest.without(chain);
        }
        while let Some(start) = rest.iter().next() {
            let chain = geometry.flood(CellSet::of(start), rest);
            for cell in chain.iter() {
                self.ends[cell] = start as u16;
            }
            rest = rest.without(chain);
        }
    }
}

impl<const W: usize> Pair<W> {
    fn new(ends: (u16, u16)) -> Pair<W> {
        Pair {
            ends,
            reach: CellSet::EMPTY,
            is_in_and_queue: false,
            is_in_or_queue: false,
            lists: Arc::default(),
        }
    }

    fn add_full(&mut self, carrier: CellSet<W>) -> bool {
        if self.lists.refuses_full(&carrier) {
            return false;
        }
        self.reach |= carrier;
        Arc::make_mut(&mut self.lists).add_full(carrier)
    }

    fn add_semi(&mut self, semi: SemiConnection<W>) -> bool {
        if self.lists.covers_semi(&semi.carrier) {
            return false;
        }
        self.reach |= semi.carrier;
        Arc::make_mut(&mut self.lists).add_semi(semi);
        true
    }
}
