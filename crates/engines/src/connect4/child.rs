//! Moves waiting to be searched.

use super::entry::TableEntry;
use super::node::Node;
use super::word::Word;

/// The priority of a child that needs no search any more.
pub(super) const DONE: i32 = i32::MIN;

/// A move still to be searched: the open position it leads to.
#[derive(Clone, Copy)]
pub(super) struct Child<W, K> {
    pub(super) node: Node<W>,
    /// The column of the move itself (forced moves may have followed).
    pub(super) column: u32,
    /// Higher is searched earlier.
    pub(super) priority: i32,
    /// The same player is to move as in the parent.
    pub(super) same_player: bool,
    /// What the table knows, if the parent has asked already.
    pub(super) looked_up: Option<LookedUp<K>>,
}

/// What the table knows of a position, and where it keeps it.
#[derive(Clone, Copy)]
pub(super) struct LookedUp<K> {
    pub(super) key: K,
    /// The key is that of the mirror image.
    pub(super) mirrored: bool,
    pub(super) entry: Option<TableEntry>,
}

impl<W: Word, K> Child<W, K> {
    /// The position a search starts from.
    pub(super) fn root(node: Node<W>) -> Self {
        Child { node, column: 0, priority: 0, same_player: true, looked_up: None }
    }
}

/// What is known of a position's moves while they are looked at one by one.
pub(super) struct Pending<'a, W, K> {
    /// Room for children; the first `count` are in use.
    pub(super) stack: &'a mut [Child<W, K>],
    pub(super) count: usize,
    /// The best score of the moves that need no search.
    pub(super) best: i32,
    /// Children get their key, and the table is asked for it in advance.
    pub(super) look_up: bool,
}

impl<W, K> Pending<'_, W, K> {
    #[inline(always)]
    pub(super) fn push(&mut self, child: Child<W, K>) {
        self.stack[self.count] = child;
        self.count += 1;
    }
}

/// The most promising child that is not done. Picking one at a time is cheaper
/// than sorting: most positions are decided by the first.
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
