//! What a record has no event for, kept in its comments: `sgf ` and a piece of SGF.
//!
//! `sgf TR[a1]` adds properties to the node of the last move, `sgf ;C[...]` is a node without a move after it, and
//! `sgf (;B[a1])` is a variation there. A comment has at most 1,000 characters; `sgf+` continues the one before.

use super::sgf::{ending_events, has_swap_rule};
use super::sgf_standard::{StandardTree, gives_up, is_move};
use super::sgf_syntax::{Node, Property, Tree};
use crate::Event;

const START: &str = "sgf ";
const MORE: &str = "sgf+";

/// Returns the comments that keep a piece of SGF.
pub(super) fn kept_comments(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let pieces =
        letters.chunks(Event::LONGEST_COMMENT - START.len()).map(|piece| piece.iter().collect::<String>());
    pieces
        .enumerate()
        .map(|(index, piece)| if index == 0 { START.to_string() + &piece } else { MORE.to_string() + &piece })
        .collect()
}

/// Pieces of SGF that are put together from comments.
#[derive(Default)]
pub(super) struct KeptSgf {
    texts: Vec<String>,
}

impl KeptSgf {
    /// Takes in a comment, and returns whether it is one that keeps SGF.
    pub(super) fn take(&mut self, comment: &str) -> bool {
        if let Some(text) = comment.strip_prefix(START) {
            self.texts.push(text.into());
            return true;
        }
        match (comment.strip_prefix(MORE), self.texts.last_mut()) {
            (Some(text), Some(last)) => last.push_str(text),
            _ => return false,
        }
        true
    }

    /// Returns the pieces since the last call.
    pub(super) fn finish(&mut self) -> Vec<String> {
        std::mem::take(&mut self.texts)
    }
}

/// What is known about the game where a kept piece stands.
///
/// Anybody can write a comment that begins with `sgf`, so a piece may add to the tree, but must not change the game.
#[derive(Clone, Copy)]
pub(super) struct KeptPlace {
    /// The side of the board.
    pub(super) side: usize,
    /// Whether there was a move before.
    pub(super) has_moves: bool,
    /// Whether the moves before have ended the game.
    pub(super) is_over: bool,
}

/// Adds a kept piece to a tree at a node, and returns the node that goes on from there. Text that is no SGF, or that would
/// change the game, becomes part of the node's comment.
pub(super) fn read_kept(tree: &mut Tree, node: usize, text: &str, place: KeptPlace) -> usize {
    let Some(piece) = parse_piece(text).filter(|piece| place.allows(tree, node, text, piece)) else {
        add_comment(&mut tree.nodes[node], &format!("{START}{text}"));
        return node;
    };
    match text.chars().next() {
        Some('(') => {
            graft(tree, node, &piece);
            node
        }
        Some(';') => graft(tree, node, &piece),
        _ => {
            for property in &piece.nodes[0].properties {
                let node = &mut tree.nodes[node];
                match node.properties.iter_mut().find(|known| known.name == property.name) {
                    Some(known) if known.name == "C" => add_comment(node, property.value()),
                    // It is more exact than what the header says.
                    Some(known) => *known = property.clone(),
                    None => node.properties.push(property.clone()),
                }
            }
            node
        }
    }
}

/// Reads a kept piece as a tree.
fn parse_piece(text: &str) -> Option<Tree> {
    let whole = match text.chars().next() {
        Some('(') => text.to_string(),
        Some(';') => format!("({text})"),
        _ => format!("(;{text})"),
    };
    let mut pieces = Tree::parse_all(&whole).ok()?;
    pieces.pop().filter(|_| pieces.is_empty())
}

impl KeptPlace {
    /// Returns whether a piece leaves the game as it is.
    fn allows(self, tree: &Tree, node: usize, text: &str, piece: &Tree) -> bool {
        match (text.chars().next(), &piece.nodes[..]) {
            (Some('('), _) => self.can_read(piece),
            (Some(';'), [own]) => {
                let gives_up = |property: &Property| self.is_over && is_move(property) && gives_up(property);
                let empty = Node::default();
                own.properties
                    .iter()
                    .all(|property| gives_up(property) || self.may_add(&empty, false, property))
            }
            (_, [more]) => {
                let may_add = |property| self.may_add(&tree.nodes[node], node == 0, property);
                more.properties.iter().all(may_add)
            }
            _ => false,
        }
    }

    /// Returns whether a variation can be read again.
    fn can_read(self, piece: &Tree) -> bool {
        let mut tree = Tree::default();
        tree.nodes[0].properties =
            vec![Property::new("GM", "11"), Property::new("SZ", self.side.to_string())];
        graft(&mut tree, 0, piece);
        StandardTree::of(tree).is_ok()
    }

    /// Returns whether a node can have a further property.
    fn may_add(self, node: &Node, is_root: bool, property: &Property) -> bool {
        let (known, value) = (node.value(&property.name), property.value());
        match property.name.as_str() {
            "B" | "W" | "AB" | "AW" | "AE" | "FF" | "GM" | "SZ" => false,
            "PL" => self.has_moves && known.is_none(),
            "C" | "AP" => true,
            "RE" if is_root => match known {
                Some(known) => is_same_winner(known, value),
                None => ending_events(value).is_empty(),
            },
            "RU" if is_root => has_swap_rule(value) == known.is_some(),
            _ => known.is_none(),
        }
    }
}

/// Returns whether a result has the winner of the game, or says nothing about it.
pub(super) fn is_same_winner(known: &str, result: &str) -> bool {
    let winner =
        |result: &str| result.chars().next().filter(|letter| matches!(letter, 'B' | 'W' | 'D' | '0'));
    winner(result).is_none_or(|found| winner(known) == Some(found))
}

/// Adds a line to the comment of a node.
pub(super) fn add_comment(node: &mut Node, text: &str) {
    match node.properties.iter_mut().find(|property| property.name == "C") {
        Some(comment) => comment.values[0] = format!("{}\n{text}", comment.values[0]),
        None => node.properties.push(Property::new("C", text)),
    }
}

/// Adds a tree below a node, and returns where its root has come to lie.
fn graft(tree: &mut Tree, node: usize, piece: &Tree) -> usize {
    let base = tree.nodes.len();
    for Node { properties, children } in &piece.nodes {
        let children = children.iter().map(|child| child + base).collect();
        tree.nodes.push(Node { properties: properties.clone(), children });
    }
    tree.nodes[node].children.push(base);
    base
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_pieces_are_split_and_joined() {
        let text = format!("(;C[{}])", "ä".repeat(5_000));
        let comments = kept_comments(&text);
        assert!(
            comments.len() == 6
                && comments.iter().all(|comment| comment.chars().count() <= Event::LONGEST_COMMENT)
        );
        let mut kept = KeptSgf::default();
        assert!(comments.iter().all(|comment| kept.take(comment)));
        assert_eq!(kept.finish(), [text]);
        assert!(!kept.take("hello") && !kept.take("sgf+ without a start"));
    }

    const PLACE: KeptPlace = KeptPlace { side: 5, has_moves: true, is_over: false };

    #[test]
    fn pieces_go_back_to_their_place() {
        let mut tree = Tree::default();
        let mut read = |node, text| read_kept(&mut tree, node, text, PLACE);
        assert_eq!(read(0, "EV[a]"), 0);
        assert_eq!(read(0, "(;B[a1];W[a2])"), 0);
        let own = read(0, ";C[b]");
        assert_eq!(read(own, "broken"), own);
        assert_eq!(tree.to_string(), "(;EV[a](;B[a1];W[a2])(;C[b\nsgf broken]))");
    }

    #[test]
    fn pieces_that_would_change_the_game_are_comments() {
        let read = |text: &str, place| {
            let mut tree = Tree::parse_all("(;SZ[5]RE[B+];B[a1])").unwrap().remove(0);
            let node = usize::from(!text.contains('R'));
            read_kept(&mut tree, node, text, place);
            tree
        };
        for text in [
            "B[c3]",
            "W[c3]",
            "AB[c3]",
            "SZ[9]",
            "TR[a1];W[c3]",
            " ;W[c3]",
            ";W[c3]",
            ";AW[c3]",
            ";C[x];W[c3]",
            ";W[resign]",
            "(;W[f6])",
            "TR[a1])(;W[c3]",
            "RE[W+R]",
            "RE[Draw]",
            "RU[swap]",
        ] {
            let tree = read(text, PLACE);
            assert_eq!(tree.nodes.len(), 2, "{text}");
            let comment = tree.nodes.iter().find_map(|node| node.value("C"));
            assert_eq!(comment, Some(format!("sgf {text}").as_str()));
        }
        for text in ["PL[W]", ";PL[W]", "RE[B+12]", "RE[Void]", "RU[none]", "AP[HexGui]"] {
            assert!(!read(text, PLACE).to_string().contains("sgf"), "{text}");
        }
        assert!(read("PL[W]", KeptPlace { has_moves: false, ..PLACE }).to_string().contains("sgf"));
        assert!(!read(";W[resign]", KeptPlace { is_over: true, ..PLACE }).to_string().contains("sgf"));
    }
}
