//! Which nodes are connected, with joins that can be taken back.

/// A union-find over numbered nodes, joined by size.
///
/// Paths are not compressed: a compressed path can't be taken back cheaply, and joining by size alone keeps
/// every path as short as the logarithm of the number of nodes.
#[derive(Clone, Debug)]
pub(super) struct Groups {
    parents: Vec<u16>,
    sizes: Vec<u16>,
}

impl Groups {
    /// This many nodes, each on its own.
    pub(super) fn new(nodes: u16) -> Groups {
        Groups { parents: (0..nodes).collect(), sizes: vec![1; usize::from(nodes)] }
    }

    /// Whether the two nodes are connected.
    #[inline]
    pub(super) fn connected(&self, one: u16, other: u16) -> bool {
        self.root(one) == self.root(other)
    }

    /// Connects the groups of two nodes; what [`part`](Groups::part) needs to take it back, if they were two.
    #[inline]
    pub(super) fn join(&mut self, one: u16, other: u16) -> Option<u16> {
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

    /// Takes back the last join that is still in place, given what it returned.
    #[inline]
    pub(super) fn part(&mut self, child: u16) {
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
    fn joins_connect_and_parting_in_reverse_order_undoes_them() {
        let mut dice = SplitMix64::new(1);
        let mut groups = Groups::new(40);
        let mut joins = Vec::new();
        let mut before = Vec::new();
        for _ in 0..200 {
            let (one, other) = (dice.below(40) as u16, dice.below(40) as u16);
            let state = (groups.parents.clone(), groups.sizes.clone());
            if let Some(child) = groups.join(one, other) {
                joins.push(child);
                before.push(state);
            }
            assert!(groups.connected(one, other));
        }
        assert_eq!(joins.len(), 39, "all forty nodes are one group");
        while let (Some(child), Some(state)) = (joins.pop(), before.pop()) {
            groups.part(child);
            assert_eq!((groups.parents.clone(), groups.sizes.clone()), state);
        }
        assert!(!groups.connected(0, 1));
    }

    #[test]
    fn paths_stay_short_in_the_worst_order() {
        let mut groups = Groups::new(512);
        for step in [1, 2, 4, 8, 16, 32, 64, 128, 256] {
            for node in (0..512).step_by(2 * step) {
                groups.join(node as u16, (node + step) as u16);
            }
        }
        let depth = |mut node: u16| {
            let mut steps = 0;
            while groups.parents[usize::from(node)] != node {
                node = groups.parents[usize::from(node)];
                steps += 1;
            }
            steps
        };
        assert!((0..512).map(depth).max() <= Some(9));
    }
}
