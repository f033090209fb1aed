//! Random games to a full board, with replies that save bridges.

use super::geometry::BEYOND;
use super::{Board, Geometry};
use parlor_rules::SplitMix64;

/// The color of an empty cell. Stones have the index of their player.
const EMPTY: u8 = 2;

/// Plays random games and keeps the colors of the last one.
///
/// Two stones with two common empty neighbors form a bridge: if the opponent takes one of the cells, the player takes
/// the other. The board is filled to the last cell, which does not change the winner and needs no test on the way.
#[derive(Clone, Debug)]
pub(super) struct Playout {
    /// The owner of each cell, then the colors of the borders of the first and the second player.
    colors: Vec<u8>,
    rings: Vec<[u16; 6]>,
    order: Vec<u16>,
    /// The place of each empty cell in `order`.
    places: Vec<u16>,
}

impl Playout {
    pub(super) fn new<const W: usize>(geometry: &Geometry<W>) -> Playout {
        let cells = geometry.cells as u16;
        let place = |place: u16| match BEYOND.iter().position(|&beyond| beyond == place) {
            Some(player) => cells + player as u16,
            None => place,
        };
        Playout {
            colors: vec![EMPTY; geometry.cells + 2],
            rings: geometry.rings.iter().map(|ring| ring.map(place)).collect(),
            order: Vec::with_capacity(geometry.cells),
            places: vec![0; geometry.cells],
        }
    }

    /// Returns the owner of a cell at the end of the last game.
    #[inline]
    pub(super) fn owner(&self, cell: usize) -> usize {
        self.colors[cell].into()
    }

    /// Plays a game to the end and returns its winner. `last` is the last move before, which may have cut a bridge.
    pub(super) fn play<const W: usize>(
        &mut self,
        geometry: &Geometry<W>,
        board: &Board<W>,
        next: usize,
        last: Option<usize>,
        rng: &mut SplitMix64,
    ) -> usize {
        let cells = geometry.cells;
        self.colors[..cells].fill(EMPTY);
        (self.colors[cells], self.colors[cells + 1]) = (0, 1);
        for player in 0..2 {
            for cell in board.stones[player].iter() {
                self.colors[cell] = player as u8;
            }
        }
        self.order.clear();
        for cell in board.empty(geometry).iter() {
            self.places[cell] = self.order.len() as u16;
            self.order.push(cell as u16);
        }
        let mut first = board.stones[0];
        let mut player = next;
        let mut last = last;
        while !self.order.is_empty() {
            let reply = last.and_then(|last| self.bridge_reply(last, player as u8));
            let cell = reply.unwrap_or_else(|| usize::from(self.order[rng.below(self.order.len())]));
            self.remove(cell);
            self.colors[cell] = player as u8;
            if player == 0 {
                first.insert(cell);
            }
            last = Some(cell);
            player = 1 - player;
        }
        usize::from(!geometry.joins(0, first))
    }

    fn remove(&mut self, cell: usize) {
        let place = self.places[cell];
        if let Some(end) = self.order.pop().filter(|&end| usize::from(end) != cell) {
            self.order[usize::from(place)] = end;
            self.places[usize::from(end)] = place;
        }
    }

    /// Returns the cell that saves a bridge of a player after a stone at `intruder`, if the stone intrudes on one.
    fn bridge_reply(&self, intruder: usize, player: u8) -> Option<usize> {
        let ring = &self.rings[intruder];
        let (mut stones, mut empty) = (0u32, 0u32);
        for (place, &around) in ring.iter().enumerate() {
            let color = self.colors[usize::from(around)];
            stones |= u32::from(color == player) << place;
            empty |= u32::from(color == EMPTY) << place;
        }
        let mends = empty & (stones << 1 | stones >> 5) & (stones >> 1 | stones << 5) & 63;
        (mends != 0).then(|| ring[mends.trailing_zeros() as usize].into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_fill_the_board_and_have_the_right_winner() {
        let geometry = Geometry::<2>::new(9);
        let mut playout = Playout::new(&geometry);
        let mut rng = SplitMix64::new(1);
        for game in 0..200 {
            let winner = playout.play(&geometry, &Board::default(), game % 2, None, &mut rng);
            let stones = (0..81).filter(|&cell| playout.owner(cell) == winner).collect();
            assert!(geometry.joins(winner, stones));
            let counts = [0, 1].map(|player| (0..81).filter(|&cell| playout.owner(cell) == player).count());
            assert_eq!(counts[game % 2], 41);
        }
    }
}
