//! The connections of two endpoints: the carriers that were found, as far as they are worth keeping.

use super::CellSet;
use super::connections::SemiConnection;

/// The most full connections that are kept for two endpoints.
pub(super) const MAX_FULL: usize = 8;
/// The most semi connections that are kept for two endpoints.
pub(super) const MAX_SEMI: usize = 24;

/// The connections of two endpoints, and which of them are still to be combined with others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lists<const W: usize> {
    full: [CellSet<W>; MAX_FULL],
    semi: [SemiConnection<W>; MAX_SEMI],
    full_count: u8,
    semi_count: u8,
    /// A bit for each full connection that is still to be combined.
    new_full: u8,
    has_new_semi: bool,
}

impl<const W: usize> Default for Lists<W> {
    fn default() -> Lists<W> {
        Lists {
            full: [CellSet::EMPTY; MAX_FULL],
            semi: [SemiConnection { carrier: CellSet::EMPTY, key: u16::MAX }; MAX_SEMI],
            full_count: 0,
            semi_count: 0,
            new_full: 0,
            has_new_semi: false,
        }
    }
}

impl<const W: usize> Lists<W> {
    /// Returns the carriers of the full connections.
    #[inline]
    pub(super) fn full(&self) -> &[CellSet<W>] {
        &self.full[..self.full_count.into()]
    }

    /// Returns the semi connections, those with small carriers first.
    #[inline]
    pub(super) fn semi(&self) -> &[SemiConnection<W>] {
        &self.semi[..self.semi_count.into()]
    }

    /// Returns whether a full connection is still to be combined with others.
    #[inline]
    pub(super) fn is_new_full(&self, place: usize) -> bool {
        self.new_full >> place & 1 == 1
    }

    /// Returns the cells that all full connections need. Without any it is every bit.
    #[inline]
    pub(super) fn common(&self) -> CellSet<W> {
        self.full().iter().fold(!CellSet::EMPTY, |common, &carrier| common & carrier)
    }

    /// Returns whether a full connection with this carrier is not worth keeping. One with all the cells that the known ones
    /// have in common is no help where they are none, unless it is part of one.
    #[inline]
    pub(super) fn refuses_full(&self, carrier: &CellSet<W>) -> bool {
        let is_part = |known: &CellSet<W>| carrier.is_subset(known);
        self.covers_full(carrier)
            || (self.full_count > 0 && self.common().is_subset(carrier) && !self.full().iter().any(is_part))
    }

    /// Returns whether a full connection with this carrier adds nothing.
    #[inline]
    fn covers_full(&self, carrier: &CellSet<W>) -> bool {
        self.full().iter().any(|known| known.is_subset(carrier))
    }

    /// Returns whether a semi connection with this carrier adds nothing, or finds no room.
    #[inline]
    pub(super) fn covers_semi(&self, carrier: &CellSet<W>) -> bool {
        self.covers_full(carrier)
            || self.semi().iter().any(|known| known.carrier.is_subset(carrier))
            || (self.semi().len() == MAX_SEMI && self.semi[MAX_SEMI - 1].carrier.len() <= carrier.len())
    }

    /// Returns all cells of all carriers.
    pub(super) fn reach(&self) -> CellSet<W> {
        let full = self.full().iter().fold(CellSet::EMPTY, |reach, &carrier| reach | carrier);
        self.semi().iter().fold(full, |reach, semi| reach | semi.carrier)
    }

    /// Returns whether any connection is still to be combined with others.
    pub(super) fn has_new(&self) -> bool {
        self.new_full != 0 || self.has_new_semi
    }

    /// Marks all full connections as still to be combined with others.
    pub(super) fn renew_full(&mut self) {
        self.new_full = ((1u16 << self.full_count) - 1) as u8;
    }

    /// Marks the connections that need one of these cells as still to be combined with others.
    pub(super) fn renew_within(&mut self, cells: CellSet<W>) {
        for place in 0..usize::from(self.full_count) {
            self.new_full |= u8::from(self.full[place].intersects(&cells)) << place;
        }
        self.has_new_semi |= self.semi().iter().any(|semi| semi.carrier.intersects(&cells));
    }

    /// Removes the full connections that need one of these cells, and returns them.
    pub(super) fn take_full(&mut self, cells: CellSet<W>) -> impl Iterator<Item = CellSet<W>> + use<W> {
        let before = *self;
        self.keep_full(|carrier| !carrier.intersects(&cells));
        // What was refused because of them may be found again.
        self.has_new_semi |= self.full_count < before.full_count && self.semi_count > 0;
        let count = usize::from(before.full_count);
        before.full.into_iter().take(count).filter(move |carrier| carrier.intersects(&cells))
    }

    /// Removes the semi connections that need one of these cells, and returns them.
    pub(super) fn take_semi(
        &mut self,
        cells: CellSet<W>,
    ) -> impl Iterator<Item = SemiConnection<W>> + use<W> {
        let before = *self;
        self.keep_semi(|semi| !semi.carrier.intersects(&cells));
        let count = usize::from(before.semi_count);
        before.semi.into_iter().take(count).filter(move |semi| semi.carrier.intersects(&cells))
    }

    /// Takes the next full connection that is still to be combined with others.
    pub(super) fn next_full(&mut self) -> Option<CellSet<W>> {
        let place = self.new_full.trailing_zeros();
        (self.new_full != 0).then(|| {
            self.new_full &= self.new_full - 1;
            self.full[place as usize]
        })
    }

    /// Returns whether there are semi connections still to be combined with others. Then it is done with.
    pub(super) fn take_new_semi(&mut self) -> bool {
        std::mem::take(&mut self.has_new_semi)
    }

    /// Adds a full connection that is not refused. Returns whether it found room.
    pub(super) fn add_full(&mut self, carrier: CellSet<W>) -> bool {
        self.keep_full(|known| !carrier.is_subset(known));
        let mut place = usize::from(self.full_count);
        if place == MAX_FULL {
            // The largest carrier makes room for a smaller one.
            let sizes = (0..place).map(|place| (place, self.full[place].len()));
            let (largest, size) = sizes.max_by_key(|&(_, size)| size).unwrap_or((0, 0));
            if carrier.len() >= size {
                return false;
            }
            place -= 1;
            self.full[largest] = self.full[place];
            self.new_full = self.new_full & !(1 << largest) | (self.new_full >> place & 1) << largest;
        }
        self.full[place] = carrier;
        self.new_full |= 1 << place;
        self.full_count = place as u8 + 1;
        self.keep_semi(|semi| !carrier.is_subset(&semi.carrier));
        true
    }

    /// Adds a semi connection that is not covered.
    pub(super) fn add_semi(&mut self, semi: SemiConnection<W>) {
        self.keep_semi(|known| !semi.carrier.is_subset(&known.carrier));
        let size = semi.carrier.len();
        let mut place = usize::from(self.semi_count).min(MAX_SEMI - 1);
        self.semi_count = place as u8 + 1;
        while place > 0 && self.semi[place - 1].carrier.len() > size {
            self.semi[place] = self.semi[place - 1];
            place -= 1;
        }
        self.semi[place] = semi;
        self.has_new_semi = true;
    }

    fn keep_full(&mut self, is_kept: impl Fn(&CellSet<W>) -> bool) {
        let mut kept = 0;
        for place in 0..usize::from(self.full_count) {
            if is_kept(&self.full[place]) {
                self.full[kept] = self.full[place];
                self.new_full = self.new_full & !(1 << kept) | (self.new_full >> place & 1) << kept;
                kept += 1;
            }
        }
        self.full_count = kept as u8;
        self.new_full &= ((1u16 << kept) - 1) as u8;
    }

    fn keep_semi(&mut self, is_kept: impl Fn(&SemiConnection<W>) -> bool) {
        let mut kept = 0;
        for place in 0..usize::from(self.semi_count) {
            if is_kept(&self.semi[place]) {
                self.semi[kept] = self.semi[place];
                kept += 1;
            }
        }
        self.semi_count = kept as u8;
    }
}
