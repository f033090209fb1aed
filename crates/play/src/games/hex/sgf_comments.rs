//! What a record has no event for, kept in its comments: `sgf ` and a piece of SGF.
//!
//! `sgf TR[a1]` adds properties to the node of the last move, `sgf ;C[...]` is a node without a move after it, and
//! `sgf (;B[a1])` is a variation there. A comment has at most 1,000 characters; `sgf+` continues the one before.

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

/// Adds a kept piece to a tree at a node, and returns the node that goes on from there. Text that is no SGF becomes part
/// of the node's comment.
pub(super) fn read_kept(tree: &mut Tree, node: usize, text: &str) -> usize {
    let whole = match text.chars().next() {
        Some('(') => text.to_string(),
        Some(';') => format!("({text})"),
        _ => format!("(;{text})"),
    };
    let pieces = match Tree::parse_all(&whole) {
        Ok(pieces) if pieces.len() == 1 => pieces,
        _ => {
            add_comment(&mut tree.nodes[node], &format!("{START}{text}"));
            return node;
        }
    };
    let piece = &pieces[0];
    match text.chars().next() {
        Some('(') => {
            graft(tree, node, piece);
            node
        }
        Some(';') => graft(tree, node, piece),
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

    #[test]
    fn pieces_go_back_to_their_place() {
        let mut tree = Tree::default();
        assert_eq!(read_kept(&mut tree, 0, "EV[a]"), 0);
        assert_eq!(read_kept(&mut tree, 0, "(;B[a1];W[a2])"), 0);
        let own = read_kept(&mut tree, 0, ";C[b]");
        assert_eq!(read_kept(&mut tree, own, "broken"), own);
        assert_eq!(tree.to_string(), "(;EV[a](;B[a1];W[a2])(;C[b\nsgf broken]))");
    }
}
