//! A position inside the search, and the settling of forced moves.

use super::geometry::Geometry;
use super::lines::completing_cells;
use super::word::Word;

/// The score of a win that fills `discs` cells in total: the winner's discs
/// left in hand after the winning one, plus one.
#[inline(always)]
pub(super) fn win_with(cells: u32, discs: u32) -> i32 {
    // No win is possible beyond the last cell; the best left is then a draw.
    if discs > cells { 0 } else { ((cells - discs) / 2 + 1) as i32 }
}

/// A position with everything the search has already found out about it, so
/// that nothing is computed twice on the way down.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node<W> {
    /// Discs of the player to move.
    pub(super) mine: W,
    /// Discs of the other player.
    pub(super) theirs: W,
    /// Empty cells where the player to move would complete a four.
    pub(super) my_threats: W,
    /// Empty cells where the other player would.
    pub(super) their_threats: W,
    /// The moves that do not lose at once.
    pub(super) moves: W,
    /// Discs on the board.
    pub(super) discs: u32,
}

/// What is left of a position after all forced moves.
pub(super) enum Advanced<W> {
    /// The game's result is certain: the score for the side to move at `Node`.
    Over(i32),
    /// The player to move has a choice of at least two moves.
    Open(Node<W>),
}

impl<W: Word> Node<W> {
    /// A position from its discs alone, threats and all. `moves` is not set.
    pub(super) fn from_discs<G: Geometry<Word = W>>(geometry: &G, mine: W, theirs: W) -> Self {
        let empty = geometry.board() & !(mine | theirs);
        Node {
            mine,
            theirs,
            my_threats: completing_cells(geometry, mine) & empty,
            their_threats: completing_cells(geometry, theirs) & empty,
            moves: W::ZERO,
            discs: (mine | theirs).count(),
        }
    }

    /// Plays a cell; the roles swap. `moves` is not kept up.
    #[inline(always)]
    pub(super) fn play<G: Geometry<Word = W>>(&self, geometry: &G, cell: W) -> Self {
        let mine = self.mine | cell;
        let empty = geometry.board() & !(mine | self.theirs);
        Node {
            mine: self.theirs,
            theirs: mine,
            my_threats: self.their_threats & !cell,
            their_threats: completing_cells(geometry, mine) & empty,
            moves: W::ZERO,
            discs: self.discs + 1,
        }
    }

    /// Plays forced moves until the game is decided or there is a choice.
    /// The player to move must not have a win in one; no forced move gives
    /// either player one, so that this stays true on the way.
    ///
    /// The score of [`Advanced::Over`] is for the player to move in `self`.
    #[inline(always)]
    pub(super) fn settle<G: Geometry<Word = W>>(mut self, geometry: &G) -> Advanced<W> {
        let cells = geometry.cells();
        let first_discs = self.discs;
        loop {
            let playable = geometry.playable(self.mine | self.theirs);
            let wins = self.their_threats & playable;
            let safe = playable & !(self.their_threats >> 1);
            let forced = if wins.any() { wins } else { safe };
            if forced.several() {
                if wins.none() {
                    self.moves = safe;
                    return Advanced::Open(self);
                }
                // Two threats at once: only one can be stopped.
            } else if (forced & safe).any() {
                self = self.play(geometry, forced);
                continue;
            } else if playable.none() {
                return Advanced::Over(0);
            }
            let loss = -win_with(cells, self.discs + 2);
            let same_player = (self.discs ^ first_discs) & 1 == 0;
            return Advanced::Over(if same_player { loss } else { -loss });
        }
    }
}
