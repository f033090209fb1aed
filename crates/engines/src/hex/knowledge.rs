//! What is known of a position without search: a winner by connections, or the moves worth trying.

use super::resistance::{Circuit, circuit};
use super::{Board, CellSet, Connections, Geometry, StopWhen, vulnerable};

/// The connections of both players on one board.
#[derive(Clone, Debug)]
pub(super) struct Knowledge<const W: usize> {
    connections: [Connections<W>; 2],
}

/// A move worth trying: its cell, the filled-in board after it, and how much it matters by the circuits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate<const W: usize> {
    /// The cell.
    pub(super) cell: usize,
    /// The board after the move, with inferior cells filled in.
    pub(super) after: Board<W>,
    /// The shares of the current of both players through the cell.
    pub(super) weight: f32,
}

/// The verdict on a position.
#[derive(Clone, Debug)]
pub(super) enum Verdict<const W: usize> {
    /// The player to move wins, with this move, or with any if there is none. The winner needs only these empty cells.
    Win(Option<usize>, CellSet<W>),
    /// The player to move loses whatever they play. The winner needs only these empty cells.
    Loss(CellSet<W>),
    /// Nothing is proven.
    Unsettled(Unsettled<W>),
}

/// What is known of an open position.
#[derive(Clone, Debug)]
pub(super) struct Unsettled<const W: usize> {
    /// Some move of these is as good as any, the most important first.
    pub(super) candidates: Vec<Candidate<W>>,
    /// The cells that the opponent needs to refute all other moves.
    pub(super) needed: CellSet<W>,
}

impl<const W: usize> Knowledge<W> {
    /// Creates the knowledge of the empty board, before any search. Connections with captured cells prove more, and take
    /// three times as long.
    pub(super) fn new(geometry: &Geometry<W>, uses_captured: bool) -> Knowledge<W> {
        Knowledge { connections: [0, 1].map(|player| Connections::new(geometry, player, uses_captured)) }
    }

    /// Searches all connections of the board as it is.
    pub(super) fn search(&mut self) {
        for connections in &mut self.connections {
            connections.search(StopWhen::Full);
        }
    }

    /// Moves to a filled-in board with more stones and says what is known with this player to move.
    ///
    /// After a verdict other than `Unsettled` the connections are incomplete and must not be moved to other boards.
    pub(super) fn judge(&mut self, geometry: &Geometry<W>, board: &Board<W>, next: usize) -> Verdict<W> {
        let own = &mut self.connections[next];
        own.update(geometry, board, StopWhen::Semi);
        if let Some(semi) = own.border_semi().first() {
            return Verdict::Win(Some(semi.key.into()), semi.carrier);
        }
        if let Some(carrier) = own.border_full() {
            return Verdict::Win(carrier.iter().next(), carrier);
        }
        let other = &mut self.connections[1 - next];
        other.update(geometry, board, StopWhen::Full);
        if let Some(carrier) = other.border_full() {
            return Verdict::Loss(carrier);
        }
        let reach = other.must_play_reach();
        let must_play = self.must_play(geometry, board, next);
        let (vulnerable, replies) = vulnerable(geometry, board, next, must_play);
        let circuits = self.circuits(geometry);
        let candidates = candidates(geometry, board, next, must_play.without(vulnerable), &circuits);
        let needed = (reach | replies) & board.empty(geometry);
        if candidates.is_empty() {
            return Verdict::Loss(needed);
        }
        Verdict::Unsettled(Unsettled { candidates, needed })
    }

    /// Returns the cells where a player must move: those that touch every winning threat of the opponent.
    pub(super) fn must_play(&self, geometry: &Geometry<W>, board: &Board<W>, next: usize) -> CellSet<W> {
        board.empty(geometry) & self.connections[1 - next].must_play()
    }

    /// Returns the cells of the board before fill-in that are not proven to lose, also if the position is won.
    ///
    /// A cell that was filled in for the player is worth as much as no move, which loses if the opponent has a threat. One
    /// that was filled in for the opponent may force a reply, and then nothing has changed.
    pub(super) fn playable(&mut self, geometry: &Geometry<W>, board: &Board<W>, next: usize) -> CellSet<W> {
        let other = &mut self.connections[1 - next];
        other.update(geometry, board, StopWhen::Full);
        if other.border_semi().is_empty() && other.border_full().is_none() {
            return geometry.all;
        }
        self.must_play(geometry, board, next) | board.stones[1 - next]
    }

    /// Returns the circuits of both players.
    pub(super) fn circuits(&self, geometry: &Geometry<W>) -> [Circuit; 2] {
        [0, 1].map(|player| circuit(geometry, &self.connections[player]))
    }
}

/// Returns the moves on these cells that are not dominated by another.
fn candidates<const W: usize>(
    geometry: &Geometry<W>,
    board: &Board<W>,
    next: usize,
    cells: CellSet<W>,
    circuits: &[Circuit; 2],
) -> Vec<Candidate<W>> {
    let candidate = |cell: usize| {
        let mut after = *board;
        after.play(geometry, cell, next);
        let weight = circuits[0].shares[cell] + circuits[1].shares[cell];
        Candidate { cell, after, weight }
    };
    let mut candidates: Vec<Candidate<W>> = cells.iter().map(candidate).collect();
    candidates.sort_by(|one, two| two.weight.total_cmp(&one.weight));
    // A move that also captures another cell is at least as good as a move there.
    let mut dominated = CellSet::EMPTY;
    let mut dominating = CellSet::EMPTY;
    for candidate in &candidates {
        if !dominated.contains(candidate.cell) {
            let captured =
                candidate.after.stones[next].without(board.stones[next]).without(CellSet::of(candidate.cell));
            let captured = captured.without(dominating);
            if captured.intersects(&cells) {
                dominating.insert(candidate.cell);
                dominated |= captured;
            }
        }
    }
    candidates.retain(|candidate| !dominated.contains(candidate.cell));
    candidates
}
