//! The nodes of the tree search.

/// What is proven of a node, for the player who moved there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    Open,
    Win,
    Loss,
}

/// A node of the tree. Its values are those of the player who moved there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) cell: u16,
    pub(super) status: Status,
    /// Whether its connections were searched.
    pub(super) is_judged: bool,
    /// Whether it has all moves, and not only the likely ones.
    pub(super) is_complete: bool,
    pub(super) visits: u32,
    pub(super) wins: f32,
    /// The chance of the move by the network.
    pub(super) chance: f32,
    pub(super) first: u32,
    pub(super) count: u16,
    /// The filled-in board of a judged node, plus one.
    pub(super) board: u32,
}

impl Node {
    pub(super) fn new(cell: usize) -> Node {
        Node {
            cell: cell as u16,
            status: Status::Open,
            is_judged: false,
            is_complete: false,
            visits: 0,
            wins: 0.0,
            chance: 0.0,
            first: 0,
            count: 0,
            board: 0,
        }
    }

    /// Returns where the nodes of its moves are.
    pub(super) fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.count)
    }

    /// Returns the chance to win for the player who moved here.
    pub(super) fn mean(&self) -> f32 {
        match self.status {
            Status::Win => 1.0,
            Status::Loss => 0.0,
            _ if self.visits == 0 => 0.0,
            _ => self.wins / self.visits as f32,
        }
    }
}

/// Orders moves: proven wins, then the most visited, then those not proven lost.
pub(super) fn rank(node: &Node) -> (i8, u32) {
    match node.status {
        Status::Win => (2, node.visits),
        Status::Open => (1, node.visits),
        Status::Loss => (0, node.visits),
    }
}

/// Keeps only the nodes below the one after some moves from the root, which becomes the root. Returns false and changes
/// nothing if there are no moves or no such node.
///
/// A node has the number of its board in `boards`, plus one; those of kept nodes are kept.
pub(super) fn keep_below<B: Copy>(nodes: &mut Vec<Node>, boards: &mut Vec<B>, played: &[usize]) -> bool {
    let child = |index: usize, &cell: &usize| {
        let mut children = nodes.get(index)?.children();
        children.find(|&child| usize::from(nodes[child].cell) == cell)
    };
    let Some(root) = played.iter().try_fold(0, child).filter(|&root| root > 0) else { return false };
    let old_nodes = std::mem::take(nodes);
    let old_boards = std::mem::take(boards);
    nodes.push(Node { board: 0, ..old_nodes[root] });
    let mut at = 0;
    while at < nodes.len() {
        let children = nodes[at].children();
        nodes[at].first = nodes.len() as u32;
        nodes.extend_from_slice(&old_nodes[children]);
        if let Some(number) = (nodes[at].board as usize).checked_sub(1) {
            boards.push(old_boards[number]);
            nodes[at].board = boards.len() as u32;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_is_kept_below_a_move() {
        let node = |cell: usize, first: u32, count: u16, board: u32| Node {
            first,
            count,
            board,
            visits: cell as u32,
            ..Node::new(cell)
        };
        let mut nodes = vec![
            node(0, 1, 2, 0),
            node(7, 3, 1, 1),
            node(8, 4, 2, 2),
            node(9, 0, 0, 0),
            node(5, 0, 0, 0),
            node(6, 6, 1, 3),
            node(4, 0, 0, 0),
        ];
        let mut boards = vec!['a', 'b', 'c'];
        assert!(!keep_below(&mut nodes, &mut boards, &[]));
        assert!(!keep_below(&mut nodes, &mut boards, &[3]));
        assert!(!keep_below(&mut nodes, &mut boards, &[8, 9]));
        assert_eq!((nodes.len(), boards.len()), (7, 3));
        assert!(keep_below(&mut nodes, &mut boards, &[8]));
        let cells = |nodes: &[Node]| nodes.iter().map(|node| node.cell).collect::<Vec<_>>();
        assert_eq!(cells(&nodes), [8, 5, 6, 4]);
        assert_eq!((nodes[0].visits, nodes[0].children(), nodes[2].children()), (8, 1..3, 3..4));
        // The root needs no board.
        assert_eq!((nodes[2].board, boards.clone()), (1, vec!['c']));
        assert!(keep_below(&mut nodes, &mut boards, &[6, 4]));
        assert_eq!((cells(&nodes), boards.len()), (vec![4], 0));
    }
}
