//! The connections of two endpoints: the smallest carriers that were found.

use super::CellSet;
use super::connections::Semi;

/// The most full connections that are kept for two endpoints.
pub(super) const MAX_FULL: usize = 8;
/// The most semi connections that are kept for two endpoints.
pub(super) const MAX_SEMI: usize = 16;

/// The connections of two endpoints. The sets of bits say which of them are still to be combined with others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lists<const W: usize> {
    full: [CellSet<W>; MAX_FULL],
    semi: [Semi<W>; MAX_SEMI],
    full_count: u8,
    semi_count: u8,
    new_full: u8,
    new_semi: u16,
}

impl<const W: usize> Default for Lists<W> {
    fn default() -> Lists<W> {
        Lists {
            full: [CellSet::EMPTY; MAX_FULL],
            semi: [Semi { carrier: CellSet::EMPTY, key: u16::MAX }; MAX_SEMI],
            full_count: 0,
            semi_count: 0,
            new_full: 0,
            new_semi: 0,
        }
    }
}

impl<const W: usize> Lists<W> {
    /// Returns the carriers of the full connections.
    #[inline]
    pub(super) fn full(&self) -> &[CellSet<W>] {
        &self.full[..self.full_count.into()]
    }

    /// Returns the semi connections.
    #[inline]
    pub(super) fn semi(&self) -> &[Semi<W>] {
        &self.semi[..self.semi_count.into()]
    }

    /// Returns whether a full connection with this carrier adds nothing, or finds no room.
    #[inline]
    pub(super) fn covers_full(&self, carrier: &CellSet<W>) -> bool {
        self.full().iter().any(|known| known.is_subset(carrier))
    }

    /// Returns whether a semi connection with this carrier adds nothing, or finds no room.
    #[inline]
    pub(super) fn covers_semi(&self, carrier: &CellSet<W>) -> bool {
        self.covers_full(carrier)
            || self.semi().iter().any(|known| known.carrier.is_subset(carrier))
            || (self.semi().len() == MAX_SEMI
                && self.semi().iter().all(|known| known.carrier.len() <= carrier.len()))
    }

    /// Returns all cells of all carriers.
    pub(super) fn reach(&self) -> CellSet<W> {
        let full = self.full().iter().fold(CellSet::EMPTY, |reach, &carrier| reach | carrier);
        self.semi().iter().fold(full, |reach, semi| reach | semi.carrier)
    }

    /// Returns whether any connection is still to be combined with others.
    pub(super) fn has_new(&self) -> bool {
        self.new_full != 0 || self.new_semi != 0
    }

    /// Marks all full connections as still to be combined with others.
    pub(super) fn renew_full(&mut self) {
        self.new_full = ((1u16 << self.full_count) - 1) as u8;
    }

    /// Removes the full connections that need one of these cells, and returns them.
    pub(super) fn take_full(&mut self, cells: CellSet<W>) -> impl Iterator<Item = CellSet<W>> + use<W> {
        let before = *self;
        let mut kept = 0;
        for (place, carrier) in before.full().iter().enumerate() {
            if !carrier.intersects(&cells) {
                self.full[kept] = *carrier;
                self.new_full = self.new_full & !(1 << kept) | (before.new_full >> place & 1) << kept;
                kept += 1;
            }
        }
        self.full_count = kept as u8;
        self.new_full &= ((1u16 << kept) - 1) as u8;
        let count = usize::from(before.full_count);
        before.full.into_iter().take(count).filter(move |carrier| carrier.intersects(&cells))
    }

    /// Removes the semi connections that need one of these cells, and returns them.
    pub(super) fn take_semi(&mut self, cells: CellSet<W>) -> impl Iterator<Item = Semi<W>> + use<W> {
        let before = *self;
        let mut kept = 0;
        for (place, semi) in before.semi().iter().enumerate() {
            if !semi.carrier.intersects(&cells) {
                self.semi[kept] = *semi;
                self.new_semi = self.new_semi & !(1 << kept) | (before.new_semi >> place & 1) << kept;
                kept += 1;
            }
        }
        self.semi_count = kept as u8;
        self.new_semi &= ((1u32 << kept) - 1) as u16;
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

    /// Takes the place of the next semi connection that is still to be combined with others.
    pub(super) fn next_semi(&mut self) -> Option<usize> {
        let place = self.new_semi.trailing_zeros();
        (self.new_semi != 0).then(|| {
            self.new_semi &= self.new_semi - 1;
            place as usize
        })
    }

    /// Adds a full connection that is not covered. Returns whether it found room.
    pub(super) fn add_full(&mut self, carrier: CellSet<W>) -> bool {
        let count = usize::from(self.full_count);
        let mut kept = 0;
        for place in 0..count {
            if !carrier.is_subset(&self.full[place]) {
                self.full[kept] = self.full[place];
                self.new_full = self.new_full & !(1 << kept) | (self.new_full >> place & 1) << kept;
                kept += 1;
            }
        }
        if kept == MAX_FULL {
            // The largest carrier makes room for a smaller one.
            let (largest, size) = (0..kept)
                .map(|place| (place, self.full[place].len()))
                .max_by_key(|&(_, size)| size)
                .unwrap_or((0, 0));
            if carrier.len() >= size {
                return false;
            }
            kept -= 1;
            self.full[largest] = self.full[kept];
            self.new_full = self.new_full & !(1 << largest) | (self.new_full >> kept & 1) << largest;
        }
        self.full[kept] = carrier;
        self.new_full = (self.new_full & ((1u16 << kept) - 1) as u8) | 1 << kept;
        self.full_count = kept as u8 + 1;
        self.drop_semi_above(carrier);
        true
    }

    fn drop_semi_above(&mut self, carrier: CellSet<W>) {
        let mut kept = 0;
        for place in 0..usize::from(self.semi_count) {
            if !carrier.is_subset(&self.semi[place].carrier) {
                self.semi[kept] = self.semi[place];
                self.new_semi = self.new_semi & !(1 << kept) | (self.new_semi >> place & 1) << kept;
                kept += 1;
            }
        }
        self.new_semi &= ((1u32 << kept) - 1) as u16;
        self.semi_count = kept as u8;
    }

    /// Adds a semi connection that is not covered. Returns whether it found room.
    pub(super) fn add_semi(&mut self, semi: Semi<W>) -> bool {
        self.drop_semi_above(semi.carrier);
        let mut place = usize::from(self.semi_count);
        if place == MAX_SEMI {
            let sizes = (0..place).map(|place| (place, self.semi[place].carrier.len()));
            let (largest, size) = sizes.max_by_key(|&(_, size)| size).unwrap_or((0, 0));
            if semi.carrier.len() >= size {
                return false;
            }
            place -= 1;
            self.semi[largest] = self.semi[place];
            self.new_semi = self.new_semi & !(1 << largest) | (self.new_semi >> place & 1) << largest;
        }
        self.semi[place] = semi;
        self.new_semi |= 1 << place;
        self.semi_count = place as u8 + 1;
        true
    }
}
