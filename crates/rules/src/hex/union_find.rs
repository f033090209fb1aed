//! A union-find whose unions can be undone.

/// A union-find over numbered nodes, with union by size.
///
/// Paths are not compressed, because a compressed path can't be undone cheaply. Union by size alone keeps
/// every path as short as the logarithm of the number of nodes.
#[derive(Clone, Debug)]
pub(super) struct UnionFind {
    parents: Vec<u16>,
    sizes: Vec<u16>,
}

impl UnionFind {
    /// Creates this many nodes, each in a group of its own.
    pub(super) fn new(nodes: u16) -> UnionFind {
        UnionFind { parents: (0..nodes).collect(), sizes: vec![1; usize::from(nodes)] }
    }

    /// Returns whether the two nodes are connected.
    #[inline]
    pub(super) fn are_connected(&self, one: u16, other: u16) -> bool {
        self.root(one) == self.root(other)
    }

    /// Joins the groups of two nodes. Returns what [`undo_union`](UnionFind::undo_union) needs, or `None` if
    /// it was one group.
    #[inline]
    pub(super) fn union(&mut self, one: u16, other: u16) -> Option<u16> {
        let (one, other) = (self.root(one), self.root(other));
        if one == other {
            return None;
        }
        let smaller_first = self.sizes[usize::from(one)] <= self.sizes[usize::from(other)];
        let (child, parent) = if smaller_first { (one, other) } else { (other, one) };
        self.parents[usize::from(child)] = parent;
        self.sizes[usize::from(parent)] += self.sizes[usize::from(child)];
        Some(child)
    }

    /// Undoes the last union, given what it returned.
    #[inline]
    pub(super) fn undo_union(&mut self, child: u16) {
        let parent = self.parents[usize::from(child)];
        self.sizes[usize::from(parent)] -= self.sizes[usize::from(child)];
        self.parents[usize::from(child)] = child;
    }

    #[inline]
    fn root(&self, mut node: u16) -> u16 {
        loop {
            let parent = self.parents[usize::from(node)];
            if parent == node {
                return node;
            }
            node = parent;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SplitMix64;

    #[test]
    fn unions_are_undone_in_reverse_order() {
        let mut rng = SplitMix64::new(1);
        let mut union_find = UnionFind::new(40);
        let mut joins = Vec::new();
        let mut before = Vec::new();
        for _ in 0..200 {
            let (one, other) = (rng.below(40) as u16, rng.below(40) as u16);
            let state = (union_find.parents.clone(), union_find.sizes.clone());
            if let Some(child) = union_find.union(one, other) {
                joins.push(child);
                before.push(state);
            }
            assert!(union_find.are_connected(one, other));
        }
        assert_eq!(joins.len(), 39, "all forty nodes are one group");
        while let (Some(child), Some(state)) = (joins.pop(), before.pop()) {
            union_find.undo_union(child);
            assert_eq!((union_find.parents.clone(), union_find.sizes.clone()), state);
        }
        assert!(!union_find.are_connected(0, 1));
    }

    #[test]
    fn paths_stay_short_in_the_worst_order() {
        let mut union_find = UnionFind::new(512);
        for step in [1, 2, 4, 8, 16, 32, 64, 128, 256] {
            for node in (0..512).step_by(2 * step) {
                union_find.union(node as u16, (node + step) as u16);
            }
        }
        let depth = |mut node: u16| {
            let mut steps = 0;
            while union_find.parents[usize::from(node)] != node {
                node = union_find.parents[usize::from(node)];
                steps += 1;
            }
            steps
        };
        assert!((0..512).map(depth).max() <= Some(9));
    }
}
