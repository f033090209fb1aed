//! The search driver: takes a position, plays its forced moves, chooses the search windows and returns the
//! score.

use crate::StopFlag;

use super::geometry::Geometry;
use super::node::{AfterForced, Node, win_with};
use super::parallel::parallel_probe;
use super::position::Position;
use super::search::Search;
use super::solver::Solution;
use super::table::Table;
use super::window::exact_score;
use super::word::Word;

/// The most discs of a position that shares a table entry with its mirror image. Later in the game, both
/// rarely occur in one search.
const MIRROR_DISCS: u32 = 24;

/// What the solver has to find out about a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SolveMode {
    Score,
    /// The exact score, which is known to be at least this.
    ScoreFrom(i32),
    Sign,
}

impl SolveMode {
    /// Returns the mode for an exact score with a lower bound, if one is known.
    pub(super) fn score(least: Option<i32>) -> SolveMode {
        least.map_or(SolveMode::Score, SolveMode::ScoreFrom)
    }
}

/// A solver for one board size: the geometry of the board and its transposition table.
pub(super) struct Driver<G, T> {
    pub(super) geometry: G,
    pub(super) table: T,
}

/// The type-erased interface of [`Driver`], for [`Solver`](super::Solver).
pub(super) trait Solve: Send + Sync {
    fn clear(&mut self);
    fn prepare_sharing(&mut self);
    fn solve(&mut self, position: &Position, stop: &StopFlag, mode: SolveMode) -> Option<Solution>;
    /// Solves with a shared table. `prepare_sharing` must have been called before.
    fn solve_shared(&self, position: &Position, stop: &StopFlag, mode: SolveMode) -> Option<Solution>;
    fn solve_parallel(
        &mut self,
        position: &Position,
        stop: &StopFlag,
        mode: SolveMode,
        threads: usize,
    ) -> Option<Solution>;
}

impl<G: Geometry, T: Table> Solve for Driver<G, T> {
    fn clear(&mut self) {
        self.table.clear();
    }

    fn prepare_sharing(&mut self) {
        self.table.grow_fully();
    }

    fn solve(&mut self, position: &Position, stop: &StopFlag, mode: SolveMode) -> Option<Solution> {
        self.solve_with(position, stop, mode, true, |search, node, alpha| search.search_root(node, alpha))
    }

    fn solve_shared(&self, position: &Position, stop: &StopFlag, mode: SolveMode) -> Option<Solution> {
        self.solve_with(position, stop, mode, false, |search, node, alpha| search.search_root(node, alpha))
    }

    fn solve_parallel(
        &mut self,
        position: &Position,
        stop: &StopFlag,
        mode: SolveMode,
        threads: usize,
    ) -> Option<Solution> {
        self.solve_with(position, stop, mode, true, |search, node, alpha| {
            parallel_probe(search, node, alpha, threads)
        })
    }
}

/// A position that needs a search, after its forced moves.
struct SearchRoot<W> {
    node: Node<W>,
    /// Whether the forced moves have changed who is to move.
    other_player: bool,
    lower: i32,
    upper: i32,
}

enum PreparedRoot<W> {
    Solved(i32),
    NeedsSearch(SearchRoot<W>),
}

impl<G: Geometry, T: Table> Driver<G, T> {
    /// Solves a position. `probe` searches one window. Only a caller that has the table to itself may let it
    /// grow.
    fn solve_with<'a>(
        &'a self,
        position: &Position,
        stop: &'a StopFlag,
        mode: SolveMode,
        may_grow: bool,
        probe: impl FnMut(&mut Search<'a, G, T>, Node<G::Word>, i32) -> i32,
    ) -> Option<Solution> {
        let reported = |score: i32| match mode {
            SolveMode::Score | SolveMode::ScoreFrom(_) => score,
            SolveMode::Sign => score.signum(),
        };
        let root = match self.prepare(position) {
            PreparedRoot::Solved(score) => return Some(Solution { score: reported(score), nodes: 0 }),
            PreparedRoot::NeedsSearch(root) => root,
        };
        let (lower, upper) = match mode {
            SolveMode::Score => (root.lower, root.upper),
            // A lower bound for one player is an upper bound for the other.
            SolveMode::ScoreFrom(least) if root.other_player => (root.lower, root.upper.min(-least)),
            SolveMode::ScoreFrom(least) => (root.lower.max(least), root.upper),
            SolveMode::Sign => (root.lower.max(-1), root.upper.min(1)),
        };
        let mirror_discs = self.mirror_discs(&root.node);
        let mut search = Search::new(self.geometry, &self.table, stop, mirror_discs, root.node.discs);
        search.may_grow = may_grow;
        let score = exact_score(&mut search, root.node, lower, upper, probe)?;
        let score = if root.other_player { -score } else { score };
        Some(Solution { score: reported(score), nodes: search.nodes })
    }

    /// Plays the forced moves and solves positions that need no search.
    fn prepare(&self, position: &Position) -> PreparedRoot<G::Word> {
        let geometry = &self.geometry;
        let cells = geometry.cells();
        if position.is_won() {
            return PreparedRoot::Solved(-win_with(cells, position.played()));
        }
        let (mover, other) = position.mover_and_other();
        let node = Node::from_discs(geometry, G::Word::from_wide(mover), G::Word::from_wide(other));
        if (node.my_threats & geometry.playable(node.mine | node.theirs)).any() {
            return PreparedRoot::Solved(win_with(cells, node.discs + 1));
        }
        match node.play_forced_moves(geometry) {
            AfterForced::Decided(score) => PreparedRoot::Solved(score),
            AfterForced::Open(open) => PreparedRoot::NeedsSearch(SearchRoot {
                node: open,
                other_player: (open.discs ^ node.discs) & 1 == 1,
                // In an open position nobody wins within two discs.
                lower: -win_with(cells, open.discs + 4),
                upper: win_with(cells, open.discs + 3),
            }),
        }
    }

    /// Returns the most discs of positions that share entries with their mirror images. It is 0 if no
    /// position below this one can have its mirror image below it too.
    fn mirror_discs(&self, node: &Node<G::Word>) -> u32 {
        let is_asymmetric = (node.mine & self.geometry.mirror(node.theirs)).any();
        if is_asymmetric { 0 } else { MIRROR_DISCS }
    }
}

#[cfg(test)]
mod tests {
    use super::super::geometry::{Fixed, Flexible};
    use super::super::instruction_set::CpuLevel;
    use super::super::position::Size;
    use super::super::table::NarrowTable;
    use super::*;
    use parlor_rules::SplitMix64;

    /// Solves with one instruction set.
    fn solve_at<G: Geometry>(geometry: G, position: &Position, level: CpuLevel) -> Solution {
        let table = NarrowTable::new(Size::STANDARD.bits(), 1 << 20).unwrap();
        let core = Driver { geometry, table };
        let probe = |search: &mut Search<'_, G, NarrowTable>, node, alpha| {
            search.level = level;
            search.search_root(node, alpha)
        };
        core.solve_with(position, &StopFlag::default(), SolveMode::Score, true, probe).unwrap()
    }

    /// Every instruction set gives the same scores and the same node counts.
    #[test]
    fn instruction_sets_agree() {
        #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut))]
        let mut levels = vec![CpuLevel::Baseline, CpuLevel::detected()];
        #[cfg(target_arch = "x86_64")]
        if CpuLevel::detected() == CpuLevel::Avx512 {
            levels.push(CpuLevel::Avx2);
        }
        for number in 0..60 {
            let mut rng = SplitMix64::at(6, number);
            let mut position = Position::new(Size::STANDARD).unwrap();
            while position.played() < 18 && !position.is_over() {
                let _ = position.drop_disc(rng.below(7) as u32);
            }
            let expected = solve_at(Fixed::<6, 7>, &position, CpuLevel::Baseline);
            for &level in &levels {
                assert_eq!(solve_at(Fixed::<6, 7>, &position, level), expected, "{level:?}");
                assert_eq!(solve_at(Flexible::<u64>::new(6, 7), &position, level), expected, "{level:?}");
            }
        }
    }
}
