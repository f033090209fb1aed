//! Fours and threats, by shifting whole boards.

use super::geometry::Geometry;
use super::word::Word;

/// The cells, empty or not, that would complete a four for these discs. May
/// hold header bits and cells already taken; the caller masks them out.
#[inline(always)]
pub(super) fn completing_cells<G: Geometry>(geometry: &G, discs: G::Word) -> G::Word {
    let rows = geometry.rows();
    let mut cells = (discs << 1) & (discs << 2) & (discs << 3);
    for step in [rows + 1, rows, rows + 2] {
        // Pairs of neighbors, then the two ways a pair and a single disc, or
        // three in a row, leave one gap in a four.
        let pairs = discs & (discs << step);
        let triples = pairs & (discs << (2 * step));
        cells |= triples << step;
        cells |= triples >> (3 * step);
        cells |= (pairs << step) & (discs >> step);
        cells |= (pairs >> (2 * step)) & (discs << step);
    }
    cells
}

/// The distances between neighbors on a line, one for each direction.
#[inline(always)]
pub(super) fn line_steps<G: Geometry>(geometry: &G) -> [u32; 4] {
    let rows = geometry.rows();
    [1, rows, rows + 1, rows + 2]
}

/// The first cells of all fours in one direction.
#[inline(always)]
pub(super) fn line_starts<W: Word>(discs: W, step: u32) -> W {
    let pairs = discs & (discs >> step);
    pairs & (pairs >> (2 * step))
}

/// Not zero if these discs hold four in a row in any direction.
#[inline(always)]
pub(super) fn fours<G: Geometry>(geometry: &G, discs: G::Word) -> G::Word {
    let mut found = G::Word::ZERO;
    for step in line_steps(geometry) {
        found |= line_starts(discs, step);
    }
    found
}

/// Do these discs hold four in a row in any direction?
#[inline(always)]
pub(super) fn has_four<G: Geometry>(geometry: &G, discs: G::Word) -> bool {
    fours(geometry, discs).any()
}
