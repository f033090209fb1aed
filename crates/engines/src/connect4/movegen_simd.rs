//! All moves of a position side by side.
//!
//! Every step below is one loop without branches over lanes, one lane for each
//! column, which the compiler turns into vector instructions: the work for all
//! moves costs little more than for one.

// Loops over lane numbers keep several arrays in step, which is what becomes
// vector code.
#![allow(clippy::needless_range_loop)]

use super::geometry::Geometry;
use super::lines::{completing_cells, fours, line_starts, line_steps};
use super::node::Node;
use super::word::Word;

/// Moves looked at together. Wider boards take several fans.
pub(super) const LANES: usize = 8;

/// The positions after up to [`LANES`] moves, the opponent to move in each.
pub(super) struct Fan<W> {
    /// The cell played; none in lanes without a move.
    pub(super) cells: [W; LANES],
    /// Empty cells where the player who has moved would complete a four.
    pub(super) threats: [W; LANES],
    /// The opponent's moves that do not lose at once.
    pub(super) safe: [W; LANES],
    /// Lanes where the opponent has lost, has exactly one move that does not
    /// lose at once, and has several.
    pub(super) won: LaneSet,
    pub(super) forced: LaneSet,
    pub(super) open: LaneSet,
}

/// A set of lanes, one bit each.
pub(super) type LaneSet = u32;

impl<W: Word> Fan<W> {
    /// Plays the moves of the columns from `first_column` on.
    #[inline(always)]
    pub(super) fn new<G: Geometry<Word = W>>(geometry: &G, node: &Node<W>, first_column: u32) -> Self {
        let columns: [W; LANES] = geometry.column_masks(first_column);
        let taken = node.mine | node.theirs;
        let mut fan = Fan {
            cells: [W::ZERO; LANES],
            threats: [W::ZERO; LANES],
            safe: [W::ZERO; LANES],
            won: 0,
            forced: 0,
            open: 0,
        };
        // The three sets side by side, so that they are gathered in one go.
        let mut sets = 0;
        for lane in 0..LANES {
            let cell = node.moves & columns[lane];
            let all = taken | cell;
            let threats = completing_cells(geometry, node.mine | cell) & geometry.board() & !all;
            let playable = geometry.playable(all);
            let wins = threats & playable;
            let safe = playable & !(threats >> 1);
            // The opponent must stop a win, and must not play below one.
            let replies = if wins.none() { safe } else { wins };
            let more = replies & replies.wrapping_decrement();
            fan.cells[lane] = cell;
            fan.threats[lane] = threats;
            fan.safe[lane] = safe;
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
        fan.won = sets & 0xFF;
        fan.forced = sets >> 8 & 0xFF;
        fan.open = sets >> 16;
        fan
    }

    /// The position after a lane's move.
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

    /// The lanes where the opponent gets no four against an answer on top of
    /// every disc (see `follow_up`; the number of empty cells is even).
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

    /// The lanes where the player who has moved threatens a cell that is not
    /// a reply cell.
    #[inline(always)]
    pub(super) fn with_odd_threats<G: Geometry<Word = W>>(&self, geometry: &G) -> LaneSet {
        let mut odd = [W::ZERO; LANES];
        for lane in 0..LANES {
            odd[lane] = self.threats[lane] & !geometry.reply_cells();
        }
        lanes_with_any(&odd)
    }

    /// The lanes where the opponent can have no four any more.
    #[inline(always)]
    pub(super) fn opponent_cannot_win<G: Geometry<Word = W>>(&self, geometry: &G, node: &Node<W>) -> LaneSet {
        let mut opponent_fours = [W::ZERO; LANES];
        for lane in 0..LANES {
            opponent_fours[lane] = fours(geometry, geometry.board() & !(node.mine | self.cells[lane]));
        }
        !lanes_with_any(&opponent_fours)
    }

    /// How promising the moves are, for the order of the search.
    #[inline(always)]
    pub(super) fn priorities<G: Geometry<Word = W>>(&self, geometry: &G, node: &Node<W>) -> [i32; LANES] {
        let taken = node.mine | node.theirs;
        // A cell above a threat of the opponent is never ours to win on.
        let useless = node.their_threats << 1;
        // The player who cannot always answer on top needs threats on the
        // cells in between; the other one on the reply cells.
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

/// What each point of the order is worth, found by trial: the sum of nodes
/// over a mixed set of positions, one weight at a time.
mod weight {
    /// A usable threat that comes up after the next disc in its column.
    pub(super) const SOON: i32 = 72;
    /// One that comes up a disc later.
    pub(super) const LATER: i32 = 48;
    /// Any usable threat.
    pub(super) const USABLE: i32 = 24;
    /// One on a cell the player is likely to get.
    pub(super) const GOOD: i32 = 12;
    /// Each safe reply the opponent has.
    pub(super) const REPLY: i32 = -16;
    /// Each four that the cell can still be part of.
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
