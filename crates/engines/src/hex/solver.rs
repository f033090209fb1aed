//! The solver for boards of any side: chooses the smallest sets of cells that fit.

use super::{Board, CellSet, Dfpn, Proof};
use crate::StopFlag;
use parlor_rules::hex::{Move, Position};
use parlor_rules::{Cell, Player, Position as _};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// Proves who wins a position of Hex.
///
/// ```
/// use parlor_engines::{StopFlag, hex::Solver};
/// use parlor_rules::{Player, hex::Position};
///
/// let mut solver = Solver::new(4, 16 << 20);
/// let solution = solver.solve(&Position::new(4, false)?, u64::MAX, &StopFlag::default()).expect("not stopped");
/// assert_eq!(solution.winner, Player::One);
/// # Ok::<(), parlor_rules::BadSize>(())
/// ```
#[derive(Debug)]
pub struct Solver {
    side: usize,
    sized: BySize,
}

#[derive(Debug)]
enum BySize {
    Small(Box<Dfpn<1>>),
    Medium(Box<Dfpn<2>>),
    Large(Box<Dfpn<4>>),
    Huge(Box<Dfpn<11>>),
}

/// The winner of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Who wins if both play their best.
    pub winner: Player,
    /// A winning move of the player to move, or in a lost position the move that was hardest to refute. `None` if the
    /// game is over.
    pub best: Option<Move>,
    /// The number of positions whose connections were searched.
    pub nodes: u64,
}

impl Solver {
    /// Creates a solver for boards of this side with a table of about this many bytes.
    pub fn new(side: usize, memory: usize) -> Solver {
        let sized = match side * side {
            0..=64 => BySize::Small(Box::new(Dfpn::new(side, memory))),
            65..=128 => BySize::Medium(Box::new(Dfpn::new(side, memory))),
            129..=256 => BySize::Large(Box::new(Dfpn::new(side, memory))),
            _ => BySize::Huge(Box::new(Dfpn::new(side, memory))),
        };
        Solver { side, sized }
    }

    /// Returns the side of the boards it solves.
    pub fn side(&self) -> usize {
        self.side
    }

    /// Returns the number of nodes of the latest search, which goes up while it runs.
    pub fn nodes(&self) -> Arc<AtomicU64> {
        match &self.sized {
            BySize::Small(dfpn) => dfpn.nodes(),
            BySize::Medium(dfpn) => dfpn.nodes(),
            BySize::Large(dfpn) => dfpn.nodes(),
            BySize::Huge(dfpn) => dfpn.nodes(),
        }
    }

    /// Solves a position on a board of the solver's side. Returns `None` if stopped or out of nodes.
    ///
    /// With the swap rule the player who may swap wins: the stone is either worth taking or worth answering.
    pub fn solve(&mut self, position: &Position, max_nodes: u64, stop: &StopFlag) -> Option<Solution> {
        if let Some(winner) = position.board().winner() {
            return Some(Solution { winner, best: None, nodes: 0 });
        }
        let next = position.turn().player()?;
        let mut solved = self.solve_stones(position, next, max_nodes, stop)?;
        if position.can_swap() && solved.winner != next {
            solved = Solution { winner: next, best: Some(Move::Swap), ..solved };
        }
        let is_first = position.board().count(Player::One) + position.board().count(Player::Two) == 0;
        if position.swap_rule() && is_first && self.side > 1 {
            solved.winner = next.other();
        }
        Some(solved)
    }

    /// Solves a position without regard to the swap rule.
    fn solve_stones(
        &mut self,
        position: &Position,
        next: Player,
        max_nodes: u64,
        stop: &StopFlag,
    ) -> Option<Solution> {
        match &mut self.sized {
            BySize::Small(dfpn) => solve_on(dfpn, position, next, max_nodes, stop),
            BySize::Medium(dfpn) => solve_on(dfpn, position, next, max_nodes, stop),
            BySize::Large(dfpn) => solve_on(dfpn, position, next, max_nodes, stop),
            BySize::Huge(dfpn) => solve_on(dfpn, position, next, max_nodes, stop),
        }
    }
}

fn solve_on<const W: usize>(
    dfpn: &mut Dfpn<W>,
    position: &Position,
    next: Player,
    max_nodes: u64,
    stop: &StopFlag,
) -> Option<Solution> {
    let board = Board::from_position(dfpn.geometry(), position);
    let Proof { is_win, best, nodes, .. } = dfpn.solve(&board, next.index(), max_nodes, stop)?;
    // A won board may have all its cells filled in: then any empty cell will do.
    let empty: CellSet<W> = board.empty(dfpn.geometry());
    let best = best.filter(|&cell| empty.contains(cell)).or_else(|| empty.iter().next());
    let side = dfpn.geometry().side;
    let best = best.map(|cell| Move::Place(Cell::new(cell / side, cell % side)));
    Some(Solution { winner: if is_win { next } else { next.other() }, best, nodes })
}
