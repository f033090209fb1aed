//! A node of the search, and playing forced moves.

use super::geometry::Geometry;
use super::lines::completing_cells;
use super::word::Word;

/// Returns the score of a win with `discs` discs on the board: the winner's discs left in hand, counting the
/// winning one.
#[inline(always)]
pub(super) fn win_with(cells: u32, discs: u32) -> i32 {
    // After the last cell no win is possible. A draw is then the best.
    if discs > cells { 0 } else { ((cells - discs) / 2 + 1) as i32 }
}

/// A position with its threats, so that they are computed only once on the way down. The bit order is that of
/// [`geometry`](super::geometry).
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Node<W> {
    /// The discs of the player to move.
    pub(super) mine: W,
    /// The discs of the other player.
    pub(super) theirs: W,
    /// The empty cells where the player to move would complete a four.
    pub(super) my_threats: W,
    /// The empty cells where the other player would complete a four.
    pub(super) their_threats: W,
    /// The moves that do not lose at once.
    pub(super) moves: W,
    /// The number of discs on the board.
    pub(super) discs: u32,
}

/// A position after all forced moves.
pub(super) enum AfterForced<W> {
    /// The game is decided. The score is for the player to move before the forced moves.
    Decided(i32),
    /// The player to move has at least two moves that do not lose at once.
    Open(Node<W>),
}

impl<W: Word> Node<W> {
    /// Creates a node from its discs and computes the threats. `moves` is not set.
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

    /// Plays a cell and exchanges the players. `moves` is not set.
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

    /// Plays forced moves until the game is decided or the player to move has a choice.
    ///
    /// The player to move must not have a win in one move. No forced move gives either player one, so this
    /// stays true.
    #[inline(always)]
    pub(super) fn play_forced_moves<G: Geometry<Word = W>>(mut self, geometry: &G) -> AfterForced<W> {
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
                    return AfterForced::Open(self);
                }
                // Two threats at once. Only one can be stopped.
            } else if (forced & safe).any() {
                self = self.play(geometry, forced);
                continue;
            } else if playable.none() {
                return AfterForced::Decided(0);
            }
            let loss = -win_with(cells, self.discs + 2);
            let same_player = (self.discs ^ first_discs) & 1 == 0;
            return AfterForced::Decided(if same_player { loss } else { -loss });
        }
    }
}
