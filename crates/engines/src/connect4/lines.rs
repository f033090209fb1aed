//! Finds fours and threats by shifting bitboards.

use super::geometry::Geometry;
use super::word::Word;

/// Returns the cells that would complete a four of these discs. The result may contain header bits and filled
/// cells, which the caller masks out.
#[inline(always)]
pub(super) fn completing_cells<G: Geometry>(geometry: &G, discs: G::Word) -> G::Word {
    let rows = geometry.rows();
    let mut cells = (discs << 1) & (discs << 2) & (discs << 3);
    for step in [rows + 1, rows, rows + 2] {
        // A four with one gap is three in a row with the gap at an end, or a pair and a single disc with the
        // gap between.
        let pairs = discs & (discs << step);
        let triples = pairs & (discs << (2 * step));
        cells |= triples << step;
        cells |= triples >> (3 * step);
        cells |= (pairs << step) & (discs >> step);
        cells |= (pairs >> (2 * step)) & (discs << step);
    }
    cells
}

/// Returns the distance in bits between neighbors, for each direction.
#[inline(always)]
pub(super) fn line_steps<G: Geometry>(geometry: &G) -> [u32; 4] {
    let rows = geometry.rows();
    [1, rows, rows + 1, rows + 2]
}

/// Returns the first cells of all fours in one direction.
#[inline(always)]
pub(super) fn line_starts<W: Word>(discs: W, step: u32) -> W {
    let pairs = discs & (discs >> step);
    pairs & (pairs >> (2 * step))
}

/// Returns the first cells of all fours in any direction.
#[inline(always)]
pub(super) fn fours<G: Geometry>(geometry: &G, discs: G::Word) -> G::Word {
    let mut found = G::Word::ZERO;
    for step in line_steps(geometry) {
        found |= line_starts(discs, step);
    }
    found
}

/// Returns whether these discs contain a four.
#[inline(always)]
pub(super) fn has_four<G: Geometry>(geometry: &G, discs: G::Word) -> bool {
    fours(geometry, discs).any()
}
