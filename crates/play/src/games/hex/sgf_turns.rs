//! Games in which a color moves twice in a row, as programs write them that let either color play at any time.

use super::notation::{ForeignMove, parse_color};
use super::sgf_standard::{is_move, move_name};
use super::sgf_syntax::{Property, Tree};
use parlor_rules::{Cell, Player};
use std::collections::HashSet;

/// A stone of the main line: its node, its color and its cell.
struct Stone {
    node: usize,
    color: Player,
    cell: Cell,
}

/// Makes the stones before the last one that is out of turn a board that was set up. The tree is in the standard form. A
/// game with a swap before it, or with two stones on a cell, stays as it is.
pub(super) fn set_up_out_of_turn(tree: &mut Tree) {
    let stones = first_stones(tree);
    let last = (1..stones.len()).rev().find(|&index| stones[index].color == stones[index - 1].color);
    let Some(last) = last else { return };
    let mut cells = HashSet::new();
    if !stones[..last].iter().all(|stone| cells.insert(stone.cell)) {
        return;
    }
    for stone in &stones[..last] {
        let name = move_name(stone.color);
        let properties = &mut tree.nodes[stone.node].properties;
        for property in properties.iter_mut().filter(|property| property.name == name) {
            property.name = format!("A{name}");
        }
    }
    let properties = &mut tree.nodes[stones[last - 1].node].properties;
    properties.retain(|property| property.name != "PL");
    properties.push(Property::new("PL", move_name(stones[last].color)));
}

/// Returns the stones of the main line up to a node that has another move, or two.
fn first_stones(tree: &Tree) -> Vec<Stone> {
    let mut stones = Vec::new();
    for node in tree.main_line() {
        let moves: Vec<&Property> =
            tree.nodes[node].properties.iter().filter(|property| is_move(property)).collect();
        match (&moves[..], moves.first().map(|property| property.value().parse())) {
            ([], _) => {}
            ([property], Some(Ok(ForeignMove::Place(cell)))) => {
                let Some(color) = parse_color(&property.name) else { break };
                stones.push(Stone { node, color, cell });
            }
            _ => break,
        }
    }
    stones
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set_up(text: &str) -> String {
        let mut tree = Tree::parse_all(text).unwrap().remove(0);
        set_up_out_of_turn(&mut tree);
        tree.to_string()
    }

    #[test]
    fn stones_before_the_last_that_is_out_of_turn() {
        assert_eq!(
            set_up("(;SZ[5]PL[W];W[a1];W[a2]C[x];B[b1];B[c1];W[c2])"),
            "(;SZ[5]PL[W];AW[a1];AW[a2]C[x];AB[b1]PL[B];B[c1];W[c2])"
        );
        assert_eq!(set_up("(;B[a1];B[a2];W[a3];B[resign])"), "(;AB[a1]PL[B];B[a2];W[a3];B[resign])");
    }

    #[test]
    fn other_games_stay() {
        for text in [
            "(;B[a1];W[a2];B[a3])",
            "(;B[a1];W[swap-pieces];B[a3];B[a4])",
            "(;B[a1];W[a1];B[a3];B[a4])",
            "(;B[a1];B[a2]W[a3];W[a4])",
            "(;SZ[5])",
        ] {
            assert_eq!(set_up(text), text);
        }
    }
}
