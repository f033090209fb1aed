//! Child nodes of the search that still have to be searched.

use super::entry::TableEntry;
use super::node::Node;
use super::word::Word;

/// The priority of a child that needs no more search.
pub(super) const DONE: i32 = i32::MIN;

/// A move that still has to be searched, with the open position it leads to.
#[derive(Clone, Copy)]
pub(super) struct Child<W, K> {
    pub(super) node: Node<W>,
    /// The column of the move. Forced moves may have followed it.
    pub(super) column: u32,
    /// The move-ordering priority. The highest is searched first.
    pub(super) priority: i32,
    /// Whether the same player is to move as in the parent.
    pub(super) same_player: bool,
    /// The table lookup, if the parent has started one.
    pub(super) lookup: Option<TableLookup<K>>,
}

/// The lookup of a position in the transposition table.
#[derive(Clone, Copy)]
pub(super) struct TableLookup<K> {
    pub(super) key: K,
    /// Whether the key is that of the mirror image.
    pub(super) mirrored: bool,
    pub(super) entry: Option<TableEntry>,
}

impl<W: Word, K> Child<W, K> {
    /// Creates the root of a search.
    pub(super) fn root(node: Node<W>) -> Self {
        Child { node, column: 0, priority: 0, same_player: true, lookup: None }
    }
}

/// The moves of a position while they are generated.
pub(super) struct PendingMoves<'a, W, K> {
    /// Space for children. The first `count` are in use.
    pub(super) stack: &'a mut [Child<W, K>],
    pub(super) count: usize,
    /// The best score of the moves that need no search.
    pub(super) best: i32,
    /// Whether children get their key and a prefetch of their table entry.
    pub(super) wants_lookup: bool,
}

impl<W, K> PendingMoves<'_, W, K> {
    #[inline(always)]
    pub(super) fn push(&mut self, child: Child<W, K>) {
        self.stack[self.count] = child;
        self.count += 1;
    }
}

/// Returns the child with the highest priority, or `None` if all are done.
///
/// Picking one at a time is cheaper than sorting, because most positions are decided by the first child.
#[inline(always)]
pub(super) fn best_child<W, K>(children: &mut [Child<W, K>]) -> Option<&mut Child<W, K>> {
    let mut best = 0;
    for index in 1..children.len() {
        if children[index].priority > children[best].priority {
            best = index;
        }
    }
    let child = &mut children[best];
    (child.priority != DONE).then_some(child)
}
