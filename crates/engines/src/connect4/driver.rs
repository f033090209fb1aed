//! One board size with its table: from a position to its score.

use crate::StopFlag;

use super::geometry::Geometry;
use super::node::{Advanced, Node, win_with};
use super::parallel::parallel_probe;
use super::position::Position;
use super::search::Search;
use super::solver::Solution;
use super::table::Table;
use super::window::exact_score;
use super::word::Word;

/// Up to how many discs positions share entries with their mirror images.
/// Later on, two lines rarely meet in mirrored positions.
const MIRROR_DISCS: u32 = 24;

/// What is asked about a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Question {
    Score,
    /// The score, which is known to be at least this.
    ScoreFrom(i32),
    Sign,
}

impl Question {
    /// What a position is worth exactly, if it is known to be worth at least so much or nothing is known.
    pub(super) fn score(least: Option<i32>) -> Question {
        least.map_or(Question::Score, Question::ScoreFrom)
    }
}

/// A board's shape with the table for it.
pub(super) struct Driver<G, T> {
    pub(super) geometry: G,
    pub(super) table: T,
}

/// [`Driver`] without its types, for [`Solver`](super::Solver).
pub(super) trait Solve: Send + Sync {
    fn clear(&mut self);
    fn prepare_sharing(&mut self);
    fn solve(&mut self, position: &Position, stop: &StopFlag, question: Question) -> Option<Solution>;
    /// Only after `prepare_sharing`.
    fn solve_shared(&self, position: &Position, stop: &StopFlag, question: Question) -> Option<Solution>;
    fn solve_parallel(
        &mut self,
        position: &Position,
        stop: &StopFlag,
        question: Question,
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

    fn solve(&mut self, position: &Position, stop: &StopFlag, question: Question) -> Option<Solution> {
        self.answer(position, stop, question, true, |search, node, alpha| search.search_root(node, alpha))
    }

    fn solve_shared(&self, position: &Position, stop: &StopFlag, question: Question) -> Option<Solution> {
        self.answer(position, stop, question, false, |search, node, alpha| search.search_root(node, alpha))
    }

    fn solve_parallel(
        &mut self,
        position: &Position,
        stop: &StopFlag,
        question: Question,
        threads: usize,
    ) -> Option<Solution> {
        self.answer(position, stop, question, true, |search, node, alpha| {
            parallel_probe(search, node, alpha, threads)
        })
    }
}

/// A position that takes a search, after its forced moves.
struct Root<W> {
    node: Node<W>,
    /// The forced moves have changed who is to move.
    other_player: bool,
    lower: i32,
    upper: i32,
}

enum Prepared<W> {
    Known(i32),
    Open(Root<W>),
}

impl<G: Geometry, T: Table> Driver<G, T> {
    /// Answers a question with `probe` as the search of one window. Only a
    /// caller that has the table to itself may let it grow.
    fn answer<'a>(
        &'a self,
        position: &Position,
        stop: &'a StopFlag,
        question: Question,
        may_grow: bool,
        probe: impl FnMut(&mut Search<'a, G, T>, Node<G::Word>, i32) -> i32,
    ) -> Option<Solution> {
        let asked = |score: i32| match question {
            Question::Score | Question::ScoreFrom(_) => score,
            Question::Sign => score.signum(),
        };
        let root = match self.prepare(position) {
            Prepared::Known(score) => return Some(Solution { score: asked(score), nodes: 0 }),
            Prepared::Open(root) => root,
        };
        let (lower, upper) = match question {
            Question::Score => (root.lower, root.upper),
            // A bound for one player bounds the other from the other side.
            Question::ScoreFrom(least) if root.other_player => (root.lower, root.upper.min(-least)),
            Question::ScoreFrom(least) => (root.lower.max(least), root.upper),
            Question::Sign => (root.lower.max(-1), root.upper.min(1)),
        };
        let mirror_discs = self.mirror_discs(&root.node);
        let mut search = Search::new(self.geometry, &self.table, stop, mirror_discs, root.node.discs);
        search.may_grow = may_grow;
        let score = exact_score(&mut search, root.node, lower, upper, probe)?;
        let score = if root.other_player { -score } else { score };
        Some(Solution { score: asked(score), nodes: search.nodes })
    }

    /// Settles what needs no search.
    fn prepare(&self, position: &Position) -> Prepared<G::Word> {
        let geometry = &self.geometry;
        let cells = geometry.cells();
        if position.is_won() {
            return Prepared::Known(-win_with(cells, position.played()));
        }
        let (mover, other) = position.mover_and_other();
        let node = Node::from_discs(geometry, G::Word::from_wide(mover), G::Word::from_wide(other));
        if (node.my_threats & geometry.playable(node.mine | node.theirs)).any() {
            return Prepared::Known(win_with(cells, node.discs + 1));
        }
        match node.settle(geometry) {
            Advanced::Over(score) => Prepared::Known(score),
            Advanced::Open(open) => Prepared::Open(Root {
                node: open,
                other_player: (open.discs ^ node.discs) & 1 == 1,
                // An open position has no win for either side in two discs.
                lower: -win_with(cells, open.discs + 4),
                upper: win_with(cells, open.discs + 3),
            }),
        }
    }

    /// Up to how many discs positions are looked up together with their
    /// mirror images: 0 if no position below this one can have its mirror
    /// image below it too.
    fn mirror_discs(&self, node: &Node<G::Word>) -> u32 {
        let clash = (node.mine & self.geometry.mirror(node.theirs)).any();
        if clash { 0 } else { MIRROR_DISCS }
    }
}

#[cfg(test)]
mod tests {
    use super::super::geometry::{Fixed, Flexible};
    use super::super::instructions::Level;
    use super::super::position::Size;
    use super::super::table::NarrowTable;
    use super::*;
    use parlor_rules::SplitMix64;

    /// Solves with one set of instructions.
    fn solve_at<G: Geometry>(geometry: G, position: &Position, level: Level) -> Solution {
        let table = NarrowTable::new(Size::STANDARD.bits(), 1 << 20).unwrap();
        let core = Driver { geometry, table };
        let probe = |search: &mut Search<'_, G, NarrowTable>, node, alpha| {
            search.level = level;
            search.search_root(node, alpha)
        };
        core.answer(position, &StopFlag::default(), Question::Score, true, probe).unwrap()
    }

    /// The fallback is the same search: same scores, same nodes.
    #[test]
    fn every_set_of_instructions_searches_the_same_tree() {
        #[cfg_attr(not(target_arch = "x86_64"), expect(unused_mut))]
        let mut levels = vec![Level::Plain, Level::detected()];
        #[cfg(target_arch = "x86_64")]
        if Level::detected() == Level::Avx512 {
            levels.push(Level::Avx2);
        }
        for number in 0..60 {
            let mut dice = SplitMix64::at(6, number);
            let mut position = Position::new(Size::STANDARD).unwrap();
            while position.played() < 18 && !position.is_over() {
                let _ = position.drop_disc(dice.below(7) as u32);
            }
            let expected = solve_at(Fixed::<6, 7>, &position, Level::Plain);
            for &level in &levels {
                assert_eq!(solve_at(Fixed::<6, 7>, &position, level), expected, "{level:?}");
                assert_eq!(solve_at(Flexible::<u64>::new(6, 7), &position, level), expected, "{level:?}");
            }
        }
    }
}
