//! The search: negamax with a window of one score, over open positions only.

use crate::StopFlag;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::child::{Child, DONE, LookedUp, Pending, best_child};
use super::entry::{NO_COLUMN, TableEntry};
use super::geometry::Geometry;
#[cfg(target_arch = "x86_64")]
use super::instructions::{Avx2, Avx512};
use super::instructions::{Instructions, Level, Plain};
use super::movegen_simd::LANES;
use super::node::{Node, win_with};
use super::table::Table;
use super::word::Word;

/// With fewer empty cells than this, children are not looked up in the table
/// before the first of them is searched: the trees below are too small.
const LOOKUP_EMPTY_CELLS: u32 = 12;
/// What was best before goes first.
const TABLE_MOVE_PRIORITY: i32 = 1 << 16;
/// The stop flag is read once in this many nodes (a power of two).
const STOP_INTERVAL: u64 = 256;

/// One thread's search.
pub(super) struct Search<'a, G: Geometry, T: Table> {
    pub(super) geometry: G,
    pub(super) table: &'a T,
    /// Set from outside to end the search.
    pub(super) stop: &'a StopFlag,
    /// Set by the first of several parallel threads to finish.
    pub(super) finished: Option<&'a AtomicBool>,
    /// Positions with fewer discs share an entry with their mirror image.
    pub(super) mirror_discs: u32,
    /// Positions searched so far, and the number at which to give up.
    pub(super) nodes: u64,
    pub(super) node_limit: u64,
    /// The search was ended early; its results mean nothing.
    pub(super) stopped: bool,
    /// No other thread uses the table, so that it may be rearranged.
    pub(super) may_grow: bool,
    /// State of the random ordering noise for parallel search; 0 for none.
    pub(super) jitter: u64,
    /// Noise is added only to positions with fewer discs: deep down it would
    /// cost more than it gains.
    pub(super) jitter_discs: u32,
    /// The instructions this processor has.
    pub(super) level: Level,
    /// Room for the children of all positions on the current line.
    stack: Vec<Child<G::Word, T::Key>>,
}

impl<'a, G: Geometry, T: Table> Search<'a, G, T> {
    /// A search below a position of so many discs.
    pub(super) fn new(geometry: G, table: &'a T, stop: &'a StopFlag, mirror_discs: u32, discs: u32) -> Self {
        // One child a column for every disc still to come.
        let room = (geometry.cells() - discs) * geometry.columns();
        Search {
            geometry,
            table,
            stop,
            finished: None,
            mirror_discs,
            nodes: 0,
            node_limit: u64::MAX,
            stopped: false,
            may_grow: false,
            jitter: 0,
            jitter_discs: 0,
            level: Level::detected(),
            stack: vec![Child::root(Node::default()); room as usize],
        }
    }

    #[cold]
    fn should_stop(&self) -> bool {
        self.stop.is_stopped()
            || self.nodes >= self.node_limit
            || self.finished.is_some_and(|finished| finished.load(Relaxed))
    }

    /// The score of an open position, as far as needed to tell whether it is
    /// above `alpha`: a value above is a lower bound on the score, any other
    /// value an upper bound. Meaningless once `stopped` is set.
    pub(super) fn search_root(&mut self, node: Node<G::Word>, alpha: i32) -> i32 {
        let mut stack = std::mem::take(&mut self.stack);
        let root = Child::root(node);
        let score = match self.level {
            Level::Plain => Plain::search(self, &root, alpha, &mut stack),
            #[cfg(target_arch = "x86_64")]
            Level::Avx2 => Avx2::search(self, &root, alpha, &mut stack),
            #[cfg(target_arch = "x86_64")]
            Level::Avx512 => Avx512::search(self, &root, alpha, &mut stack),
        };
        self.stack = stack;
        score
    }

    /// As [`Search::search_root`]; children go to the start of `stack`, theirs
    /// behind them. One stack for all needs no initialization at every node,
    /// and its parts are lent out, so that no child is ever copied.
    ///
    /// Compiled anew for each set of instructions: it calls itself through `I`.
    #[inline(always)]
    pub(super) fn search<I: Instructions>(
        &mut self,
        child: &Child<G::Word, T::Key>,
        alpha: i32,
        stack: &mut [Child<G::Word, T::Key>],
    ) -> i32 {
        self.nodes += 1;
        if self.nodes & (STOP_INTERVAL - 1) == 0 && self.should_stop() {
            self.stopped = true;
        }
        if self.stopped {
            return 0;
        }
        let node = &child.node;
        let cells = self.geometry.cells();
        let mut here = match child.looked_up {
            Some(looked_up) => looked_up,
            None => {
                let (key, mirrored) = self.key(node);
                self.table.prefetch(key);
                LookedUp { key, mirrored, entry: None }
            }
        };

        let mut pending = Pending {
            stack,
            count: 0,
            best: -win_with(cells, node.discs + 4),
            look_up: cells - node.discs >= LOOKUP_EMPTY_CELLS,
        };
        let mut first_column = 0;
        while first_column < self.geometry.columns() {
            if let Some(score) = self.expand(node, alpha, first_column, &mut pending) {
                return score;
            }
            first_column += LANES as u32;
        }
        let Pending { stack, count, mut best, look_up } = pending;
        // No win within three discs was found; the next takes five.
        let upper = win_with(cells, node.discs + 5);
        if upper <= alpha {
            return upper;
        }
        if count == 0 {
            return best;
        }
        let (children, stack) = stack.split_at_mut(count);

        if child.looked_up.is_none() {
            here.entry = self.table.get(here.key);
        }
        let mut table_column = NO_COLUMN;
        if let Some(entry) = here.entry {
            if entry.lower > alpha {
                return entry.lower;
            }
            if entry.upper <= alpha {
                return entry.upper;
            }
            table_column = entry.column;
        }
        let work_before = self.nodes;
        if look_up && let Some(score) = self.look_up_children(children, alpha, &mut best) {
            self.store(&here, score, alpha, NO_COLUMN, work_before);
            return score;
        }
        if table_column != NO_COLUMN {
            let column =
                if here.mirrored { self.geometry.columns() - 1 - table_column } else { table_column };
            for child in children.iter_mut() {
                if child.column == column && child.priority != DONE {
                    child.priority += TABLE_MOVE_PRIORITY;
                }
            }
        }
        if self.jitter != 0 && node.discs < self.jitter_discs {
            self.disturb(children);
        }
        let mut best_column = NO_COLUMN;
        while let Some(next) = best_child(children) {
            let score = if next.same_player {
                I::search(self, next, alpha, stack)
            } else {
                -I::search(self, next, -alpha - 1, stack)
            };
            if self.stopped {
                return 0;
            }
            best = best.max(score);
            if score > alpha {
                best_column = next.column;
                break;
            }
            next.priority = DONE;
        }
        self.store(&here, best, alpha, best_column, work_before);
        best
    }

    /// The position's scrambled key, and whether it is its mirror image's.
    #[inline(always)]
    pub(super) fn key(&self, node: &Node<G::Word>) -> (T::Key, bool) {
        // The mover's discs, and one bit on top of every column.
        let key = node.mine | ((node.mine | node.theirs) + self.geometry.bottom());
        if node.discs < self.mirror_discs {
            let mirrored = self.geometry.mirror(key);
            if mirrored < key {
                return (self.table.hash(mirrored.to_wide()), true);
            }
        }
        (self.table.hash(key.to_wide()), false)
    }

    /// Asks the table about all children. Returns a score above `alpha` if one
    /// is certain; marks the children that cannot reach one as done.
    #[inline(always)]
    fn look_up_children(
        &mut self,
        children: &mut [Child<G::Word, T::Key>],
        alpha: i32,
        best: &mut i32,
    ) -> Option<i32> {
        for child in children {
            let Some(looked_up) = &mut child.looked_up else {
                continue;
            };
            looked_up.entry = self.table.get(looked_up.key);
            let Some(entry) = looked_up.entry else {
                continue;
            };
            let (lower, upper) =
                if child.same_player { (entry.lower, entry.upper) } else { (-entry.upper, -entry.lower) };
            if lower > alpha {
                return Some(lower);
            }
            if upper <= alpha {
                *best = (*best).max(upper);
                child.priority = DONE;
            }
        }
        None
    }

    /// Adds noise to the priorities, so that threads take different ways.
    #[cold]
    fn disturb(&mut self, children: &mut [Child<G::Word, T::Key>]) {
        for child in children.iter_mut().filter(|child| child.priority != DONE) {
            self.jitter ^= self.jitter << 13;
            self.jitter ^= self.jitter >> 7;
            self.jitter ^= self.jitter << 17;
            child.priority += (self.jitter % 24) as i32;
        }
    }

    #[inline(always)]
    fn store(&self, here: &LookedUp<T::Key>, score: i32, alpha: i32, column: u32, work_before: u64) {
        let extreme = (self.geometry.cells() / 2 + 1) as i32;
        let mut entry =
            here.entry.unwrap_or(TableEntry { lower: -extreme, upper: extreme, column: NO_COLUMN, work: 0 });
        if score > alpha {
            entry.lower = score;
            if column < NO_COLUMN {
                let column = if here.mirrored { self.geometry.columns() - 1 - column } else { column };
                entry.column = column.min(NO_COLUMN);
            }
        } else {
            entry.upper = score;
        }
        entry.work = TableEntry::work_of(self.nodes - work_before);
        self.table.put(here.key, entry);
        if self.may_grow {
            self.table.grow_if_full();
        }
    }
}
