//! A board of stones for searches: two sets of cells, a hash, and the fill-in of inferior cells.

use super::inferior_cells::{captured_partner, is_dead};
use super::{CellSet, Geometry};
use parlor_rules::Player;

/// The stones of both players. It is small and copied freely.
///
/// A filled-in board has stones on cells that are dead or captured. It has the same winner as the board before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Board<const W: usize> {
    /// The stones of each player.
    pub(super) stones: [CellSet<W>; 2],
    /// The hash of the stones.
    pub(crate) hash: u128,
}

impl<const W: usize> Default for Board<W> {
    fn default() -> Board<W> {
        Board { stones: [CellSet::EMPTY; 2], hash: 0 }
    }
}

impl<const W: usize> Board<W> {
    /// Creates the board of a position.
    pub(super) fn from_position(geometry: &Geometry<W>, position: &parlor_rules::hex::Position) -> Board<W> {
        let mut board = Board::default();
        for cell in position.board().cells() {
            if let Some(player) = position.board().stone(cell) {
                board.place(geometry, cell.row * geometry.side + cell.column, player.index());
            }
        }
        board
    }

    /// Returns the empty cells.
    #[inline]
    pub(super) fn empty(&self, geometry: &Geometry<W>) -> CellSet<W> {
        geometry.all.without(self.stones[0] | self.stones[1])
    }

    /// Places a stone on an empty cell.
    #[inline]
    pub(super) fn place(&mut self, geometry: &Geometry<W>, cell: usize, player: usize) {
        self.stones[player].insert(cell);
        self.hash ^= geometry.keys[player][cell];
    }

    /// Returns the player whose stones join their borders.
    pub(super) fn winner(&self, geometry: &Geometry<W>) -> Option<Player> {
        Player::BOTH.into_iter().find(|player| geometry.joins(player.index(), self.stones[player.index()]))
    }

    /// Fills in all cells that are dead or captured, starting with these ones and going on with their neighbors.
    ///
    /// Dead cells are filled by the first player: the color makes no difference.
    pub(super) fn fill_in(&mut self, geometry: &Geometry<W>, start: CellSet<W>) {
        let mut open = start;
        while let Some(cell) = open.pop() {
            if (self.stones[0] | self.stones[1]).contains(cell) {
                continue;
            }
            if is_dead(geometry, self, cell) {
                self.place(geometry, cell, 0);
                open |= geometry.near[cell];
                continue;
            }
            for player in 0..2 {
                if let Some(partner) = captured_partner(geometry, self, cell, player) {
                    self.place(geometry, cell, player);
                    self.place(geometry, partner, player);
                    open |= geometry.near[cell] | geometry.near[partner];
                    break;
                }
            }
        }
    }

    /// Returns the cells that a player captures by a stone on an empty cell: the player owns them as if by stones, and needs
    /// no other cells for that.
    pub(super) fn captured_by(&self, geometry: &Geometry<W>, cell: usize, player: usize) -> CellSet<W> {
        let mut after = *self;
        after.place(geometry, cell, player);
        let mut open = geometry.near[cell];
        while let Some(cell) = open.pop() {
            if (after.stones[0] | after.stones[1]).contains(cell) {
                continue;
            }
            if is_dead(geometry, &after, cell) {
                after.place(geometry, cell, player);
                open |= geometry.near[cell];
            } else if let Some(partner) = captured_partner(geometry, &after, cell, player) {
                after.place(geometry, cell, player);
                after.place(geometry, partner, player);
                open |= geometry.near[cell] | geometry.near[partner];
            }
        }
        after.stones[player].without(self.stones[player]).without(CellSet::of(cell))
    }

    /// Places a stone and fills in what it makes inferior.
    pub(super) fn play(&mut self, geometry: &Geometry<W>, cell: usize, player: usize) {
        self.place(geometry, cell, player);
        self.fill_in(geometry, geometry.near[cell]);
    }
}
