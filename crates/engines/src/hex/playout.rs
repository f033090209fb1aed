//! Random games to a full board, with replies that save bridges and without moves that can't matter.

use super::geometry::BEYOND;
use super::inferior_cells::{RingCode, captured_at, is_dead_code, killers};
use super::{Board, CellSet, Geometry};
use parlor_rules::SplitMix64;

/// How often another cell is drawn if the opponent could make a stone there dead.
const REDRAWS: u32 = 2;

/// The stones around each cell, as codes that follow every new stone.
#[derive(Clone, Debug)]
pub(super) struct Rings {
    /// The code of each cell, and one more for all places beyond the board.
    codes: Vec<RingCode>,
    /// The cells around each cell. Those beyond the board have the number after the last cell.
    around: std::sync::Arc<Vec<[u16; 6]>>,
}

impl Rings {
    /// Creates the rings of an empty board.
    pub(super) fn new<const W: usize>(geometry: &Geometry<W>) -> Rings {
        let cells = geometry.cells as u16;
        let mut codes: Vec<RingCode> = geometry
            .rings
            .iter()
            .map(|ring| {
                let stone =
                    |(place, &around): (usize, &u16)| match BEYOND.iter().position(|&one| one == around) {
                        Some(player) => 1 << (place + 6 * player),
                        None => 0,
                    };
                ring.iter().enumerate().map(stone).sum()
            })
            .collect();
        codes.push(0);
        let around = geometry.rings.iter().map(|ring| ring.map(|place| place.min(cells))).collect();
        Rings { codes, around: std::sync::Arc::new(around) }
    }

    /// Takes over the stones of another board of the same size.
    #[inline]
    pub(super) fn copy_from(&mut self, other: &Rings) {
        self.codes.copy_from_slice(&other.codes);
    }

    /// Places a stone.
    #[inline]
    pub(super) fn place(&mut self, cell: usize, player: usize) {
        for (place, &near) in self.around[cell].iter().enumerate() {
            // The cell lies at the opposite place of its neighbor's ring.
            self.codes[usize::from(near)] |= 1 << ((place + 3) % 6 + 6 * player);
        }
    }

    /// Returns the cell that saves a bridge of a player after a stone at `intruder`, if the stone intrudes on one.
    #[inline]
    fn bridge_reply(&self, intruder: usize, player: usize) -> Option<usize> {
        let code = u32::from(self.codes[intruder]);
        let stones = code >> (6 * player) & 63;
        let empty = !(code | code >> 6);
        let mends = empty & (stones << 1 | stones >> 5) & (stones >> 1 | stones << 5) & 63;
        (mends != 0).then(|| self.around[intruder][mends.trailing_zeros() as usize].into())
    }
}

/// Plays random games.
///
/// Two stones with two common empty neighbors form a bridge: if the opponent takes one of the cells, the player takes
/// the other. Cells that are dead or captured are filled when they are drawn, and cost nobody a move. The board is filled
/// to the last cell, which does not change the winner and needs no test on the way.
#[derive(Clone, Debug)]
pub(super) struct Playout {
    empty_board: Rings,
    start: Rings,
    rings: Rings,
    order: Vec<u16>,
    /// The place of each empty cell in `order`.
    places: Vec<u16>,
}

impl Playout {
    pub(super) fn new<const W: usize>(geometry: &Geometry<W>) -> Playout {
        let rings = Rings::new(geometry);
        Playout {
            empty_board: rings.clone(),
            start: rings.clone(),
            rings,
            order: Vec::with_capacity(geometry.cells),
            places: vec![0; geometry.cells],
        }
    }

    /// Sets the board to start from.
    pub(super) fn set_start<const W: usize>(&mut self, board: &Board<W>) {
        self.start.copy_from(&self.empty_board);
        for player in 0..2 {
            board.stones[player].iter().for_each(|cell| self.start.place(cell, player));
        }
    }

    /// Plays a game to the end and returns its winner. The board is the one to start from, and `last` is the last move
    /// before, which may have cut a bridge.
    pub(super) fn play<const W: usize>(
        &mut self,
        geometry: &Geometry<W>,
        board: &Board<W>,
        next: usize,
        last: Option<usize>,
        rng: &mut SplitMix64,
    ) -> usize {
        self.rings.copy_from(&self.start);
        self.order.clear();
        for cell in board.empty(geometry).iter() {
            self.places[cell] = self.order.len() as u16;
            self.order.push(cell as u16);
        }
        let mut first = board.stones[0];
        let mut player = next;
        let mut last = last;
        while !self.order.is_empty() {
            let reply = last.and_then(|last| self.rings.bridge_reply(last, player));
            let Some(cell) = reply.or_else(|| self.draw(&mut first, player, rng)) else { break };
            self.place(&mut first, cell, player);
            last = Some(cell);
            player = 1 - player;
        }
        usize::from(!geometry.joins(0, first))
    }

    /// Draws an empty cell for a player, and fills in those that can't matter. `None` if no others are left.
    #[inline]
    fn draw<const W: usize>(
        &mut self,
        first: &mut CellSet<W>,
        player: usize,
        rng: &mut SplitMix64,
    ) -> Option<usize> {
        let mut redraws = 0;
        while !self.order.is_empty() {
            let cell = usize::from(self.order[rng.below(self.order.len())]);
            let code = self.rings.codes[cell];
            if is_dead_code(code) {
                self.place(first, cell, 0);
                continue;
            }
            let captured = [0, 1].into_iter().find_map(|owner| {
                let codes = &self.rings.codes;
                let partner = |place: usize| usize::from(self.rings.around[cell][place]);
                captured_at(code, owner, |place| codes[partner(place)]).map(|place| (owner, partner(place)))
            });
            if let Some((owner, partner)) = captured {
                self.place(first, cell, owner);
                self.place(first, partner, owner);
                continue;
            }
            if killers(code, 1 - player) == 0 || redraws == REDRAWS {
                return Some(cell);
            }
            redraws += 1;
        }
        None
    }

    /// Places a stone on an empty cell.
    #[inline]
    fn place<const W: usize>(&mut self, first: &mut CellSet<W>, cell: usize, player: usize) {
        let place = self.places[cell];
        if let Some(end) = self.order.pop().filter(|&end| usize::from(end) != cell) {
            self.order[usize::from(place)] = end;
            self.places[usize::from(end)] = place;
        }
        self.rings.place(cell, player);
        if player == 0 {
            first.insert(cell);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Dfpn;
    use super::*;
    use crate::StopFlag;

    #[test]
    fn a_won_board_stays_won() {
        let geometry = Geometry::<2>::new(9);
        let mut solver = Dfpn::<2>::new(9, 1 << 20);
        let mut playout = Playout::new(&geometry);
        let mut rng = SplitMix64::new(1);
        for game in 0..60 {
            // A board on which bridges alone decide: a playout never loses what is virtually connected.
            let mut board = Board::<2>::default();
            while board.empty(&geometry).len() > 30 {
                let empty: Vec<usize> = board.empty(&geometry).iter().collect();
                board.place(&geometry, empty[rng.below(empty.len())], empty.len() % 2);
            }
            board.fill_in(&geometry, board.empty(&geometry));
            playout.set_start(&board);
            let next = game % 2;
            let mut play = || playout.play(&geometry, &board, next, None, &mut rng);
            let winner = play();
            if let Some(known) = board.winner(&geometry) {
                assert_eq!(winner, known.index());
                continue;
            }
            // Both players win some random games of a board that is not decided, or the solver agrees with all of them.
            let wins = (0..200).filter(|_| play() == next).count();
            let proof = solver.solve(&board, next, u64::MAX, &StopFlag::default()).expect("solved");
            assert!(wins > 0 || !proof.is_win, "game {game}");
        }
    }

    #[test]
    fn rings_follow_the_stones() {
        let geometry = Geometry::<1>::new(6);
        let mut rng = SplitMix64::new(3);
        let mut rings = Rings::new(&geometry);
        let mut board = Board::<1>::default();
        for turn in 0..30 {
            let empty: Vec<usize> = board.empty(&geometry).iter().collect();
            let cell = empty[rng.below(empty.len())];
            board.place(&geometry, cell, turn % 2);
            rings.place(cell, turn % 2);
            for cell in 0..36 {
                let code = super::super::inferior_cells::ring_code(&geometry, &board, cell);
                assert_eq!(rings.codes[cell], code);
            }
        }
    }
}
