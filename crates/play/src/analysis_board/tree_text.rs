//! A tree of variations as one text, and that text packed for an address.
//!
//! `3 2(4 1)(0 5){a comment}`: moves as the game lists them, a comment in braces after the move it is about, and where
//! lines part each of them in parentheses, the line's own first. A backslash stands before a brace or a backslash of a
//! comment. For an address the text is compressed and written in the alphabet of base64 for addresses.

use super::notation::MoveLists;
use super::tree::{NodeId, VariationTree};
use super::{AnalysisBoard, BadAnalysis};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// The longest text of a tree, in bytes.
const LONGEST_TEXT: usize = 4 << 20;
/// How hard to compress: addresses are short and seldom made.
const LEVEL: u8 = 9;

/// Returns a text packed for an address.
pub(super) fn pack(text: &str) -> String {
    URL_SAFE_NO_PAD.encode(miniz_oxide::deflate::compress_to_vec(text.as_bytes(), LEVEL))
}

/// Returns the text that was packed; none if it is damaged or too long.
pub(super) fn unpack(packed: &str) -> Option<String> {
    let bytes = URL_SAFE_NO_PAD.decode(packed).ok()?;
    let text = miniz_oxide::inflate::decompress_to_vec_with_limit(&bytes, LONGEST_TEXT).ok()?;
    String::from_utf8(text).ok()
}

/// Returns a tree as text.
pub(super) fn write(tree: &VariationTree, lists: MoveLists) -> String {
    enum Task {
        Line(NodeId),
        Text(&'static str),
    }
    let mut text = String::new();
    let mut tasks = vec![Task::Line(NodeId::ROOT)];
    while let Some(task) = tasks.pop() {
        let mut node = match task {
            Task::Text(sign) => {
                text.push_str(sign);
                continue;
            }
            Task::Line(node) => node,
        };
        // The moves up to the next comment or branch are one list.
        let mut moves = Vec::new();
        loop {
            if node != NodeId::ROOT {
                moves.push(tree.text(node));
            }
            let comment = tree.comment(node);
            let children = tree.children(node);
            if !comment.is_empty() || children.len() != 1 {
                text.push_str(&lists.write(moves.drain(..)));
            }
            if !comment.is_empty() {
                push_comment(&mut text, comment);
            }
            match children {
                [only] => node = *only,
                several => {
                    for &child in several.iter().rev() {
                        tasks.extend([Task::Text(")"), Task::Line(child), Task::Text("(")]);
                    }
                    break;
                }
            }
        }
    }
    text
}

fn push_comment(text: &mut String, comment: &str) {
    text.push('{');
    for letter in comment.chars() {
        if matches!(letter, '}' | '\\') {
            text.push('\\');
        }
        text.push(letter);
    }
    text.push('}');
}

/// Reads a tree into an analysis that stands at its start, and plays every move of it.
pub(super) fn read(analysis: &mut AnalysisBoard, text: &str) -> Result<(), BadAnalysis> {
    let mut branches: Vec<NodeId> = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        match letter {
            '(' => {
                branches.push(analysis.current());
                rest = &rest[1..];
            }
            ')' => {
                let branch = branches.pop().ok_or(BadAnalysis::Damaged)?;
                analysis.go_to(branch)?;
                rest = &rest[1..];
            }
            '{' => {
                let (comment, after) = read_comment(&rest[1..]).ok_or(BadAnalysis::Damaged)?;
                analysis.set_comment(analysis.current(), &comment)?;
                rest = after;
            }
            _ => {
                let end = rest.find(['(', ')', '{']).unwrap_or(rest.len());
                analysis.play_list(&rest[..end])?;
                rest = &rest[end..];
            }
        }
    }
    if branches.is_empty() { Ok(()) } else { Err(BadAnalysis::Damaged) }
}

/// Returns a comment without its escapes, and the text after its closing brace.
fn read_comment(text: &str) -> Option<(String, &str)> {
    let mut comment = String::new();
    let mut letters = text.char_indices();
    loop {
        match letters.next()? {
            (at, '}') => return Some((comment, &text[at + 1..])),
            (_, '\\') => comment.push(letters.next()?.1),
            (_, letter) => comment.push(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_texts_are_unpacked() {
        let long = "44455554221".repeat(1_000);
        for text in ["", "3", "3(2)(4{best})", long.as_str()] {
            let packed = pack(text);
            assert!(
                packed.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)),
                "{packed}"
            );
            assert_eq!(unpack(&packed).as_deref(), Some(text));
        }
        assert!(pack(&long).len() < long.len() / 20);
    }

    #[test]
    fn what_is_damaged_or_a_bomb_is_refused() {
        for packed in ["!", "AAAA=", "____", "a"] {
            assert_eq!(unpack(packed), None, "{packed}");
        }
        let bomb = URL_SAFE_NO_PAD
            .encode(miniz_oxide::deflate::compress_to_vec(&vec![b'4'; LONGEST_TEXT + 1], LEVEL));
        assert!(bomb.len() < 20_000);
        assert_eq!(unpack(&bomb), None);
    }
}
