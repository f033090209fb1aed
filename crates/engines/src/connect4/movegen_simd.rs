//! The move generator. It computes all moves of a position in parallel.
//!
//! Every step is a loop without branches over lanes, one lane per column. The compiler turns it into vector
//! instructions, so all moves cost little more than one.

// Loops over lane indices access several arrays at once. This is the form that the compiler vectorizes.
#![allow(clippy::needless_range_loop)]

use super::geometry::Geometry;
use super::lines::{completing_cells, fours, line_starts, line_steps};
use super::node::Node;
use super::word::Word;

/// The number of moves in a batch. Wider boards need several batches.
pub(super) const LANES: usize = 8;

/// The positions after up to [`LANES`] moves, with the opponent to move.
pub(super) struct MoveBatch<W> {
    /// The cell that is played, or no bit in lanes without a move.
    pub(super) cells: [W; LANES],
    /// The empty cells where the player who has moved would complete a four.
    pub(super) threats: [W; LANES],
    /// The opponent's moves that do not lose at once.
    pub(super) safe: [W; LANES],
    /// The lanes where the opponent has lost. In `forced` lanes the opponent has exactly one move that does
    /// not lose at once, in `open` lanes several.
    pub(super) won: LaneSet,
    pub(super) forced: LaneSet,
    pub(super) open: LaneSet,
}

/// A set of lanes, one bit each.
pub(super) type LaneSet = u32;

impl<W: Word> MoveBatch<W> {
    /// Plays the moves of the columns from `first_column` on.
    #[inline(always)]
    pub(super) fn new<G: Geometry<Word = W>>(geometry: &G, node: &Node<W>, first_column: u32) -> Self {
        let columns: [W; LANES] = geometry.column_masks(first_column);
        let taken = node.mine | node.theirs;
        let mut batch = MoveBatch {
            cells: [W::ZERO; LANES],
            threats: [W::ZERO; LANES],
            safe: [W::ZERO; LANES],
            won: 0,
            forced: 0,
            open: 0,
        };
        // The three sets share one word, so that one reduction collects them.
        let mut sets = 0;
        for lane in 0..LANES {
            let cell = node.moves & columns[lane];
            let all = taken | cell;
            let threats = completing_cells(geometry, node.mine | cell) & geometry.board() & !all;
            let playable = geometry.playable(all);
            let wins = threats & playable;
            let safe = playable & !(threats >> 1);
            // The opponent must stop a win, and must not play directly below one.
            let replies = if wins.none() { safe } else { wins };
            let more = replies & replies.wrapping_decrement();
            batch.cells[lane] = cell;
            batch.threats[lane] = threats;
            batch.safe[lane] = safe;
            let forced = more.none() & (replies & safe).any();
            let open = more.any() & wins.none();
            let set = if open {
                1 << 16
            } else if forced {
                1 << 8
            } else {
                1
            };
            sets |= if cell.any() { set << lane } else { 0 };
        }
        batch.won = sets & 0xFF;
        batch.forced = sets >> 8 & 0xFF;
        batch.open = sets >> 16;
        batch
    }

    /// Returns the position after the move of a lane.
    #[inline(always)]
    pub(super) fn child(&self, node: &Node<W>, lane: usize) -> Node<W> {
        Node {
            mine: node.theirs,
            theirs: node.mine | self.cells[lane],
            my_threats: node.their_threats & !self.cells[lane],
            their_threats: self.threats[lane],
            moves: self.safe[lane],
            discs: node.discs + 1,
        }
    }

    /// Returns the lanes where the follow-up strategy leaves the opponent without a four (see `follow_up`).
    /// The number of empty cells must be even.
    #[inline(always)]
    pub(super) fn held_by_replies<G: Geometry<Word = W>>(&self, geometry: &G, node: &Node<W>) -> LaneSet {
        let taken = node.mine | node.theirs;
        let reply_cells = geometry.reply_cells();
        let mut opponent_fours = [W::ZERO; LANES];
        for lane in 0..LANES {
            let cell = self.cells[lane];
            let all = taken | cell;
            let marked = (self.threats[lane] & reply_cells) | geometry.headers();
            let live = (marked ^ (marked - geometry.bottom())) & geometry.board();
            let replies = reply_cells & !all & !(all + geometry.bottom());
            opponent_fours[lane] = fours(geometry, live & !(node.mine | cell | replies));
        }
        !lanes_with_any(&opponent_fours)
    }

    /// Returns the lanes where the player who has moved has a threat on a cell that is not a reply cell.
    #[inline(always)]
    pub(super) fn have_odd_threats<G: Geometry<Word = W>>(&self, geometry: &G) -> LaneSet {
        let mut odd = [W::ZERO; LANES];
        for lane in 0..LANES {
            odd[lane] = self.threats[lane] & !geometry.reply_cells();
        }
        lanes_with_any(&odd)
    }

    /// Returns the lanes where the opponent has no possible four left.
    #[inline(always)]
    pub(super) fn opponent_cannot_win<G: Geometry<Word = W>>(&self, geometry: &G, node: &Node<W>) -> LaneSet {
        let mut opponent_fours = [W::ZERO; LANES];
        for lane in 0..LANES {
            opponent_fours[lane] = fours(geometry, geometry.board() & !(node.mine | self.cells[lane]));
        }
        !lanes_with_any(&opponent_fours)
    }

    /// Returns the move-ordering priorities.
    #[inline(always)]
    pub(super) fn priorities<G: Geometry<Word = W>>(&self, geometry: &G, node: &Node<W>) -> [i32; LANES] {
        let taken = node.mine | node.theirs;
        // A cell directly above a threat of the opponent is no use as a threat.
        let useless = node.their_threats << 1;
        // The follower needs threats on the reply cells, the other player on the other cells.
        let follower = (geometry.cells() - node.discs) & 1 == 1;
        let good_cells = if follower { geometry.reply_cells() } else { !geometry.reply_cells() };
        let steps = line_steps(geometry);
        let possible = steps.map(|step| line_starts(geometry.board() & !node.theirs, step));
        let mut priorities = [0; LANES];
        for lane in 0..LANES {
            let cell = self.cells[lane];
            let usable = self.threats[lane] & !useless;
            let playable = geometry.playable(taken | cell);
            let soon = (usable & (playable << 1)).count() as i32;
            let later = (usable & (playable << 2)).count() as i32;
            let good = (usable & good_cells).count() as i32;
            let replies = self.safe[lane].count() as i32;
            let mut lines = 0;
            for (starts, step) in possible.into_iter().zip(steps) {
                let through = cell | (cell >> step) | (cell >> (2 * step)) | (cell >> (3 * step));
                lines += (starts & through).count() as i32;
            }
            priorities[lane] = weight::SOON * soon
                + weight::LATER * later
                + weight::USABLE * usable.count() as i32
                + weight::GOOD * good
                + weight::REPLY * replies
                + weight::LINE * lines;
        }
        priorities
    }
}

/// The weights of the move ordering. Each was tuned on its own for the fewest nodes over a mixed set of
/// positions.
mod weight {
    /// A usable threat that is playable after the next disc in its column.
    pub(super) const SOON: i32 = 72;
    /// A usable threat that is playable one disc later.
    pub(super) const LATER: i32 = 48;
    /// Each usable threat.
    pub(super) const USABLE: i32 = 24;
    /// A usable threat on a cell the player is likely to get.
    pub(super) const GOOD: i32 = 12;
    /// Each safe reply of the opponent.
    pub(super) const REPLY: i32 = -16;
    /// Each possible four that contains the cell.
    pub(super) const LINE: i32 = 8;
}

#[inline(always)]
fn lanes_with_any<W: Word>(words: &[W; LANES]) -> LaneSet {
    let mut lanes = 0;
    for (lane, word) in words.iter().enumerate() {
        lanes |= (word.any() as u32) << lane;
    }
    lanes
}
