//! A tree of variations: lines of moves that share their beginning, with comments.

use std::fmt;

/// A node of a [`VariationTree`]: a position, named by the move that leads to it. It stays the same until the node is
/// deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(usize);

impl NodeId {
    /// The start, before any move.
    pub const ROOT: NodeId = NodeId(0);

    /// Returns the id with this number, of a node or of none.
    pub const fn from_number(number: usize) -> NodeId {
        NodeId(number)
    }

    /// Returns its number.
    pub const fn number(self) -> usize {
        self.0
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Node {
    parent: Option<NodeId>,
    depth: usize,
    text: String,
    comment: String,
    children: Vec<NodeId>,
}

/// Lines of moves that share their beginning. The first child of a node continues the line; the others are variations.
///
/// It knows no rules: whoever adds a move has played it.
#[derive(Clone, Debug)]
pub struct VariationTree {
    /// The nodes by id; none where one was deleted.
    nodes: Vec<Option<Node>>,
    len: usize,
}

impl Default for VariationTree {
    /// Returns a tree of a root alone.
    fn default() -> VariationTree {
        VariationTree { nodes: vec![Some(Node::default())], len: 1 }
    }
}

/// Two trees are equal if they have the same moves in the same order, with the same comments.
impl PartialEq for VariationTree {
    fn eq(&self, other: &VariationTree) -> bool {
        let mut pairs = vec![(NodeId::ROOT, NodeId::ROOT)];
        while let Some((one, two)) = pairs.pop() {
            let (ours, theirs) = (self.children(one), other.children(two));
            let is_same = self.text(one) == other.text(two)
                && self.comment(one) == other.comment(two)
                && ours.len() == theirs.len();
            if !is_same {
                return false;
            }
            pairs.extend(ours.iter().copied().zip(theirs.iter().copied()));
        }
        true
    }
}

impl Eq for VariationTree {}

/// Why a tree can't be changed like this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadTree {
    /// There is no such node.
    NoSuchNode,
    /// It would have too many nodes.
    TooLarge,
    /// A comment is too long.
    LongComment,
    /// The start can't be deleted.
    Root,
}

impl fmt::Display for BadTree {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadTree::NoSuchNode => out.write_str("there is no such move"),
            BadTree::TooLarge => {
                write!(out, "an analysis has at most {} moves", VariationTree::MOST_NODES - 1)
            }
            BadTree::LongComment => {
                write!(out, "a comment has at most {} characters", VariationTree::LONGEST_COMMENT)
            }
            BadTree::Root => out.write_str("the start can't be deleted"),
        }
    }
}

impl std::error::Error for BadTree {}

impl VariationTree {
    /// The most nodes of a tree, the root included.
    pub const MOST_NODES: usize = 20_000;
    /// The longest comment, in characters.
    pub const LONGEST_COMMENT: usize = 1_000;

    /// Returns how many nodes there are, the root included.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether no move was made.
    pub fn is_empty(&self) -> bool {
        self.len == 1
    }

    /// Returns whether the node is part of the tree.
    pub fn contains(&self, node: NodeId) -> bool {
        self.node(node).is_some()
    }

    /// Returns the node before this one; none before the root.
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        self.node(node)?.parent
    }

    /// Returns the nodes after this one, the line's own first.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        self.node(node).map_or(&[], |node| &node.children)
    }

    /// Returns the move that leads to a node; nothing for the root.
    pub fn text(&self, node: NodeId) -> &str {
        self.node(node).map_or("", |node| &node.text)
    }

    /// Returns the comment on a node.
    pub fn comment(&self, node: NodeId) -> &str {
        self.node(node).map_or("", |node| &node.comment)
    }

    /// Returns the nodes from the one after the root to this one.
    pub fn path(&self, node: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = std::iter::successors(Some(node), |&node| self.parent(node))
            .filter(|&node| node != NodeId::ROOT)
            .collect();
        path.reverse();
        path
    }

    /// Returns how many moves lead to a node.
    pub fn depth(&self, node: NodeId) -> usize {
        self.node(node).map_or(0, |node| node.depth)
    }

    /// Returns the moves from the root to a node.
    pub fn line(&self, node: NodeId) -> Vec<String> {
        self.path(node).into_iter().map(|node| self.text(node).to_string()).collect()
    }

    /// Returns the last node of the line that goes on from this one.
    pub fn end_of_line(&self, node: NodeId) -> NodeId {
        let next = |&node: &NodeId| self.children(node).first().copied();
        std::iter::successors(Some(node), next).last().unwrap_or(node)
    }

    /// Returns the child with this move.
    pub fn child(&self, node: NodeId, text: &str) -> Option<NodeId> {
        self.children(node).iter().copied().find(|&child| self.text(child) == text)
    }

    /// Returns the siblings of a node, itself included, and its place among them.
    pub fn siblings(&self, node: NodeId) -> (&[NodeId], usize) {
        let siblings = self.parent(node).map_or(&[][..], |parent| self.children(parent));
        (siblings, siblings.iter().position(|&sibling| sibling == node).unwrap_or(0))
    }

    /// Returns every node but the root, each after its parent and before its parent's next child.
    pub fn preorder(&self) -> Vec<NodeId> {
        let mut order = Vec::with_capacity(self.len);
        let mut waiting = vec![NodeId::ROOT];
        while let Some(node) = waiting.pop() {
            if node != NodeId::ROOT {
                order.push(node);
            }
            waiting.extend(self.children(node).iter().rev());
        }
        order
    }

    /// Adds a move after a node, unless it is there, and returns its node.
    pub fn add(&mut self, parent: NodeId, text: &str) -> Result<NodeId, BadTree> {
        if let Some(child) = self.child(parent, text) {
            return Ok(child);
        }
        if self.len >= VariationTree::MOST_NODES {
            return Err(BadTree::TooLarge);
        }
        let node = NodeId(self.nodes.len());
        let before = self.node_mut(parent)?;
        before.children.push(node);
        let depth = before.depth + 1;
        self.nodes.push(Some(Node { parent: Some(parent), depth, text: text.into(), ..Node::default() }));
        self.len += 1;
        Ok(node)
    }

    /// Sets the comment on a node.
    pub fn set_comment(&mut self, node: NodeId, comment: &str) -> Result<(), BadTree> {
        if comment.chars().count() > VariationTree::LONGEST_COMMENT {
            return Err(BadTree::LongComment);
        }
        self.node_mut(node)?.comment = comment.into();
        Ok(())
    }

    /// Deletes a node with all that follows it, and returns the node before it.
    pub fn delete(&mut self, node: NodeId) -> Result<NodeId, BadTree> {
        if node == NodeId::ROOT {
            return Err(BadTree::Root);
        }
        let parent = self.parent(node).ok_or(BadTree::NoSuchNode)?;
        self.node_mut(parent)?.children.retain(|&child| child != node);
        let mut gone = vec![node];
        while let Some(node) = gone.pop() {
            if let Some(node) = self.nodes[node.0].take() {
                gone.extend(node.children);
                self.len -= 1;
            }
        }
        Ok(parent)
    }

    /// Moves the variation that a node is part of one place up, and returns whether there was one: what it left behind
    /// at its nearest branch comes after it.
    pub fn promote(&mut self, node: NodeId) -> Result<bool, BadTree> {
        if !self.contains(node) {
            return Err(BadTree::NoSuchNode);
        }
        let variation = self.path(node).into_iter().rev().find(|&node| self.siblings(node).1 > 0);
        let Some(variation) = variation else { return Ok(false) };
        let (_, place) = self.siblings(variation);
        let parent = self.parent(variation).ok_or(BadTree::NoSuchNode)?;
        self.node_mut(parent)?.children.swap(place - 1, place);
        Ok(true)
    }

    /// Makes a child of a node the one that continues the line.
    pub(super) fn put_first(&mut self, parent: NodeId, child: NodeId) {
        if let Ok(parent) = self.node_mut(parent)
            && let Some(place) = parent.children.iter().position(|&other| other == child)
        {
            parent.children[..=place].rotate_right(1);
        }
    }

    /// Makes the line that a node is part of the main line. Returns false if it is the main line already.
    pub fn make_main_line(&mut self, node: NodeId) -> Result<bool, BadTree> {
        let has_moved = self.promote(node)?;
        while self.promote(node)? {}
        Ok(has_moved)
    }

    fn node(&self, node: NodeId) -> Option<&Node> {
        self.nodes.get(node.0)?.as_ref()
    }

    fn node_mut(&mut self, node: NodeId) -> Result<&mut Node, BadTree> {
        self.nodes.get_mut(node.0).and_then(Option::as_mut).ok_or(BadTree::NoSuchNode)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 3 2 4 with the variations 3 2 1 and 3 0 5.
    fn example() -> (VariationTree, [NodeId; 6]) {
        let mut tree = VariationTree::default();
        let three = tree.add(NodeId::ROOT, "3").unwrap();
        let two = tree.add(three, "2").unwrap();
        let four = tree.add(two, "4").unwrap();
        let one = tree.add(two, "1").unwrap();
        let zero = tree.add(three, "0").unwrap();
        let five = tree.add(zero, "5").unwrap();
        (tree, [three, two, four, one, zero, five])
    }

    fn texts(tree: &VariationTree) -> String {
        tree.preorder().into_iter().map(|node| tree.text(node)).collect()
    }

    #[test]
    fn a_move_that_is_there_is_not_added_again() {
        let (mut tree, [three, two, ..]) = example();
        assert_eq!(tree.add(three, "2"), Ok(two));
        assert_eq!(tree.len(), 7);
        assert_eq!(tree.line(two), ["3", "2"]);
        assert_eq!(texts(&tree), "324105");
    }

    #[test]
    fn a_promoted_line_comes_one_place_up_at_its_nearest_branch() {
        let (mut tree, [.., one, zero, five]) = example();
        assert_eq!(tree.promote(one), Ok(true));
        assert_eq!(texts(&tree), "321405");
        assert_eq!(tree.promote(one), Ok(false), "it is the main line");
        tree.make_main_line(five).unwrap();
        assert_eq!(texts(&tree), "305214");
        assert_eq!(tree.siblings(zero).1, 0);
    }

    #[test]
    fn deleting_takes_all_that_follows() {
        let (mut tree, [three, two, four, one, ..]) = example();
        assert_eq!(tree.delete(two), Ok(three));
        assert_eq!(texts(&tree), "305");
        assert_eq!(tree.len(), 4);
        for gone in [two, four, one] {
            assert_eq!(tree.delete(gone), Err(BadTree::NoSuchNode));
            assert_eq!(tree.add(gone, "6"), Err(BadTree::NoSuchNode));
            assert_eq!(tree.promote(gone), Err(BadTree::NoSuchNode));
        }
        assert_eq!(tree.delete(NodeId::ROOT), Err(BadTree::Root));
        assert_eq!(tree.len(), 4);
    }

    #[test]
    fn trees_and_comments_have_limits() {
        let (mut tree, [three, ..]) = example();
        let long: String = "ä".repeat(VariationTree::LONGEST_COMMENT);
        assert_eq!(tree.set_comment(three, &long), Ok(()));
        assert_eq!(tree.set_comment(three, &(long + "b")), Err(BadTree::LongComment));
        let mut last = three;
        while tree.len() < VariationTree::MOST_NODES {
            last = tree.add(last, "6").unwrap();
        }
        assert_eq!(tree.add(last, "6"), Err(BadTree::TooLarge));
        assert_eq!(tree.add(three, "2"), Ok(tree.children(three)[0]), "what is there is no new move");
        assert_eq!(tree.depth(last), VariationTree::MOST_NODES - 6);
    }

    #[test]
    fn equal_trees_have_equal_orders_and_comments() {
        let (one, _) = example();
        let (mut two, [three, .., zero, _]) = example();
        assert_eq!(one, two);
        two.set_comment(three, "!").unwrap();
        assert_ne!(one, two);
        two.set_comment(three, "").unwrap();
        two.promote(zero).unwrap();
        assert_ne!(one, two);
    }
}
