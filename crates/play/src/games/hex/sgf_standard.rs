//! Brings a game tree of Hex into the standard form: black goes first, cells are `a1`, a swap is `swap-pieces`.
//!
//! Understood besides: games in which white goes first, `swap-sides`, rectangles of cells, and the dialect of Little
//! Golem, in which cells are two letters and the first player's moves are marked `W`, although `PB` is that player.

use super::notation::{ForeignMove, Sides, parse_color, parse_letter_pair};
use super::sgf_cells::{CellReader, cell_text};
use super::sgf_syntax::{Node, Property, SyntaxError, Tree};
use parlor_rules::hex::Board;
use parlor_rules::{Cell, Player};
use std::collections::HashSet;

/// A tree in the standard form.
pub(super) struct StandardTree {
    pub(super) tree: Tree,
    pub(super) side: usize,
    /// Which color of the text is our first player, at the start and at the end of the main line.
    pub(super) sides: [Sides; 2],
}

/// Properties that mean the same for the other color.
const COLOR_PAIRS: [(&str, &str); 6] =
    [("B", "W"), ("AB", "AW"), ("BL", "WL"), ("OB", "OW"), ("TB", "TW"), ("GB", "GW")];
/// The move of a node, and what is said about the players who make it.
const MOVE_PROPERTIES: [&str; 6] = ["B", "W", "BL", "WL", "OB", "OW"];
/// Properties of the root that mean the same for the other color.
const NAME_PAIRS: [(&str, &str); 3] = [("PB", "PW"), ("BR", "WR"), ("BT", "WT")];
/// Properties of the root that games of Go have: komi, handicap.
const GO_PROPERTIES: [&str; 2] = ["KM", "HA"];

/// Returns the property that has a color's moves.
pub(super) const fn move_name(color: Player) -> &'static str {
    match color {
        Player::One => "B",
        Player::Two => "W",
    }
}

/// Returns an error at a property.
pub(super) fn error_at<T>(property: &Property, reason: impl Into<String>) -> Result<T, SyntaxError> {
    Err(SyntaxError { place: property.place, reason: reason.into() })
}

impl StandardTree {
    /// Brings a tree into the standard form, or says where it is no game of Hex.
    pub(super) fn of(mut tree: Tree) -> Result<StandardTree, SyntaxError> {
        let side = board_side(&tree)?;
        let dialect = Dialect::of(&tree, side)?;
        let mut sides = vec![dialect.sides; tree.nodes.len()];
        let main_line = tree.main_line();
        for node in 0..tree.nodes.len() {
            let is_swapped = dialect.standardize_node(&mut tree, node, sides[node])?;
            for child in tree.nodes[node].children.clone() {
                sides[child] = if is_swapped { sides[node].swapped() } else { sides[node] };
            }
        }
        if dialect.sides.is_exchanged() {
            tree.nodes[0].properties.iter_mut().for_each(|property| exchange_name(property, &NAME_PAIRS));
        }
        let last_sides = main_line.last().map_or(dialect.sides, |&last| sides[last]);
        // A result names the color at the end.
        if last_sides.is_exchanged() {
            tree.nodes[0]
                .properties
                .iter_mut()
                .filter(|property| property.name == "RE")
                .for_each(exchange_result);
        }
        Ok(StandardTree { tree, side, sides: [dialect.sides, last_sides] })
    }
}

/// Returns the side of the board, after checking that it is a game of Hex.
fn board_side(tree: &Tree) -> Result<usize, SyntaxError> {
    let root = &tree.nodes[0];
    if let Some(game) = root.property("GM")
        && game.value().trim() != "11"
    {
        return error_at(game, format!("GM[{}] is another game: Hex is GM[11]", short(game.value())));
    }
    // Without GM it may be any game.
    if root.property("GM").is_none()
        && let Some(other) = root.properties.iter().find(|property| GO_PROPERTIES.contains(&&*property.name))
    {
        return error_at(other, format!("{} is of the game of Go: Hex is GM[11]", other.name));
    }
    let Some(size) = root.property("SZ") else { return Ok(Board::DEFAULT_SIDE) };
    let text = size.value();
    let (columns, rows) = text.split_once(':').unwrap_or((text, text));
    if columns.trim() != rows.trim() {
        return error_at(size, format!("SZ[{}]: only square boards can be played", short(text)));
    }
    match columns.trim().parse() {
        Ok(side @ 1..=Board::MAX_SIDE) => Ok(side),
        _ => error_at(size, format!("SZ[{}]: a side is from 1 to {}", short(text), Board::MAX_SIDE)),
    }
}

/// How a tree differs from the standard form.
struct Dialect {
    /// Which color is the first player.
    sides: Sides,
    cells: CellReader,
    /// Whether the first player's moves are marked `W`, and nothing else is exchanged.
    has_exchanged_moves: bool,
}

impl Dialect {
    fn of(tree: &Tree, side: usize) -> Result<Dialect, SyntaxError> {
        let root = &tree.nodes[0];
        let is_little_golem =
            root.value("SO").is_some_and(|source| source.to_ascii_lowercase().contains("littlegolem"));
        let first = first_move(tree);
        let is_pair = |property: &Property| parse_letter_pair(property.value()).is_some();
        let has_letter_pairs = is_little_golem
            || root.property("GM").is_none() && first.is_some_and(|(_, first)| is_pair(first));
        let cells = CellReader { side, has_letter_pairs };
        let mut dialect = Dialect { sides: Sides::default(), cells, has_exchanged_moves: false };
        let first_color = first.map(|(color, _)| color);
        if has_letter_pairs {
            dialect.has_exchanged_moves = first_color == Some(Player::Two);
        } else {
            dialect.sides = Sides::first(dialect.first_color(tree, first_color)?);
        }
        Ok(dialect)
    }

    /// Returns the color that is our first player: black, or the one to move on an empty board.
    fn first_color(&self, tree: &Tree, first_move: Option<Player>) -> Result<Player, SyntaxError> {
        let (mut stones, mut next) = (HashSet::new(), first_move);
        for node in tree.main_line() {
            for property in &tree.nodes[node].properties {
                match property.name.as_str() {
                    "B" | "W" => break,
                    "AB" | "AW" => stones.extend(self.cells.all_cells(property)?),
                    "AE" => {
                        for cell in self.cells.all_cells(property)? {
                            stones.remove(&cell);
                        }
                    }
                    "PL" => {
                        next = parse_color(property.value().trim());
                        if next.is_none() {
                            return error_at(property, "PL is B or W");
                        }
                    }
                    _ => {}
                }
            }
            if has_move(tree, node) {
                break;
            }
        }
        Ok(next.filter(|_| stones.is_empty()).unwrap_or(Player::One))
    }

    /// Brings a node into the standard form, and returns whether the players swap sides in it.
    fn standardize_node(&self, tree: &mut Tree, node: usize, sides: Sides) -> Result<bool, SyntaxError> {
        self.check_stones(&tree.nodes[node])?;
        let mut is_swapped = false;
        // A walk down the tree, and so for a swap only.
        let is_swap = |property: &Property| {
            let played = self.cells.parse_move(property.value().trim());
            matches!(played, Ok(ForeignMove::SwapPieces | ForeignMove::SwapSides))
        };
        let next = move_property(tree, node)
            .filter(|property| is_swap(property))
            .and_then(|_| next_move(tree, node));
        let next_name = next.map(|property| property.name.clone());
        let properties = &mut tree.nodes[node].properties;
        for property in properties.iter_mut().filter(|property| is_move(property)) {
            is_swapped = self.standardize_move(property, sides, next_name.as_deref())?;
        }
        // What is shown is the board after the move.
        let shown = if is_swapped { sides.swapped() } else { sides };
        for property in properties.iter_mut() {
            self.standardize_board(property, shown)?;
            let sides = if MOVE_PROPERTIES.contains(&property.name.as_str()) { sides } else { shown };
            if sides.is_exchanged() != self.has_exchanged_moves {
                exchange_name(property, &COLOR_PAIRS);
            }
        }
        Ok(is_swapped)
    }

    /// Returns an error if a node puts stones of both colors on a cell.
    fn check_stones(&self, node: &Node) -> Result<(), SyntaxError> {
        let (Some(black), Some(white)) = (node.property("AB"), node.property("AW")) else { return Ok(()) };
        let taken: HashSet<Cell> = self.cells.all_cells(black)?.into_iter().collect();
        match self.cells.all_cells(white)?.into_iter().find(|cell| taken.contains(cell)) {
            Some(cell) => error_at(white, format!("AW[{}]: AB has this cell too", ForeignMove::Place(cell))),
            None => Ok(()),
        }
    }

    /// Brings a property into the standard form that says something about the board.
    fn standardize_board(&self, property: &mut Property, sides: Sides) -> Result<(), SyntaxError> {
        match property.name.as_str() {
            "PL" => {
                if let Some(color) = parse_color(property.value().trim()) {
                    property.values = vec![move_name(sides.player(color)).into()];
                }
            }
            "AB" | "AW" | "AE" => {
                let cells = self.cells.all_cells(property)?;
                property.values = cells.into_iter().map(|cell| cell_text(cell, sides)).collect();
            }
            _ => self.cells.standardize_markup(property, sides),
        }
        Ok(())
    }

    fn standardize_move(
        &self,
        property: &mut Property,
        sides: Sides,
        next_name: Option<&str>,
    ) -> Result<bool, SyntaxError> {
        let text = property.value().trim().to_string();
        if property.values.len() != 1 {
            return error_at(property, format!("{} has one move", property.name));
        }
        let mut played = if text.is_empty() { Ok(ForeignMove::Pass) } else { self.cells.parse_move(&text) };
        // Some programs write either word for either swap. After swap-sides the same color moves on, after swap-pieces
        // the other one.
        if let (Ok(ForeignMove::SwapPieces | ForeignMove::SwapSides), Some(next)) = (&played, next_name) {
            let is_same_color = next == property.name;
            played = Ok(if is_same_color { ForeignMove::SwapSides } else { ForeignMove::SwapPieces });
        }
        let written = match played {
            Ok(ForeignMove::Place(cell)) if cell.row.max(cell.column) >= self.cells.side => {
                return self.cells.outside(property, &text);
            }
            Ok(ForeignMove::Place(cell)) => cell_text(cell, sides),
            Ok(ForeignMove::SwapSides) => ForeignMove::SwapPieces.to_string(),
            Ok(other) => other.to_string(),
            Err(error) => {
                return error_at(property, format!("{}[{}]: {error}", property.name, short(&text)));
            }
        };
        property.values = vec![written];
        Ok(played == Ok(ForeignMove::SwapSides))
    }
}

/// Returns the color and property of the first move of the main line.
pub(super) fn first_move(tree: &Tree) -> Option<(Player, &Property)> {
    let mut properties = tree.main_line().into_iter().flat_map(|node| &tree.nodes[node].properties);
    properties.find_map(|property| match property.name.as_str() {
        "B" | "W" if gives_up(property) => None,
        "B" => Some((Player::One, property)),
        "W" => Some((Player::Two, property)),
        _ => None,
    })
}

/// Returns the move that follows a node in its first line. Resigning is none: anybody may do that at any time.
fn next_move(tree: &Tree, node: usize) -> Option<&Property> {
    let mut below = std::iter::successors(Some(node), |&node| tree.nodes[node].children.first().copied());
    below.by_ref().next();
    below.filter_map(|node| move_property(tree, node)).find(|property| !gives_up(property))
}

/// Returns whether a move is that of a player who gives up.
pub(super) fn gives_up(property: &Property) -> bool {
    matches!(property.value().parse(), Ok(ForeignMove::Resign | ForeignMove::Forfeit))
}

/// Returns whether a node has a move.
pub(super) fn has_move(tree: &Tree, node: usize) -> bool {
    move_property(tree, node).is_some()
}

fn move_property(tree: &Tree, node: usize) -> Option<&Property> {
    tree.nodes[node].properties.iter().find(|property| is_move(property))
}

/// Returns whether a property is a move.
pub(super) fn is_move(property: &Property) -> bool {
    matches!(property.name.as_str(), "B" | "W")
}

fn exchange_name(property: &mut Property, pairs: &[(&str, &str)]) {
    for (one, other) in pairs {
        if property.name == *one {
            property.name = (*other).into();
            return;
        }
        if property.name == *other {
            property.name = (*one).into();
            return;
        }
    }
}

fn exchange_result(property: &mut Property) {
    for value in &mut property.values {
        let exchanged = match value.chars().next() {
            Some('B' | 'b') => 'W',
            Some('W' | 'w') => 'B',
            _ => continue,
        };
        value.replace_range(..1, &exchanged.to_string());
    }
}

/// Returns the first characters of a value, for an error.
pub(super) fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn standard(text: &str) -> String {
        let tree = Tree::parse_all(text).unwrap().remove(0);
        StandardTree::of(tree).map_or_else(|error| error.to_string(), |standard| standard.tree.to_string())
    }

    #[test]
    fn case_and_white_space() {
        assert_eq!(
            standard("(;GM[11]SZ[5:5];B[E4];W[ Swap-Pieces ];B[a1])"),
            "(;GM[11]SZ[5:5];B[e4];W[swap-pieces];B[a1])"
        );
    }

    #[test]
    fn swap_sides_mirrors_what_follows() {
        // White owns a3 after swap-pieces as c1; the stone of b4 becomes d2 of the other color.
        assert_eq!(
            standard("(;SZ[5]RE[W+];B[a3];W[swap-sides];W[b4]TR[c1]AR[a1:b3]LB[a2:x];B[d1])"),
            "(;SZ[5]RE[B+];B[a3];W[swap-pieces];B[d2]TR[a3]AR[a1:c2]LB[b1:x];W[a4])"
        );
        // What is marked is the board after the swap.
        assert_eq!(
            standard("(;SZ[5];B[a3]TR[c1];TR[c1]LB[c1:b4]W[swap-sides]AR[a1:b3]WL[9];W[b4])"),
            "(;SZ[5];B[a3]TR[c1];TR[a3]LB[a3:b4]W[swap-pieces]AR[a1:c2]WL[9];B[d2])"
        );
        // The color of the next move decides.
        assert_eq!(
            standard("(;SZ[5];B[a3];W[SWAP];W[b4];B[d1])"),
            "(;SZ[5];B[a3];W[swap-pieces];B[d2];W[a4])"
        );
        assert_eq!(
            standard("(;SZ[5];B[a3];W[swap-sides];C[x];B[resign];B[d1])"),
            "(;SZ[5];B[a3];W[swap-pieces];C[x];B[resign];B[d1])"
        );
        // Whoever resigns may be of either color.
        assert_eq!(
            standard("(;SZ[5];B[a3];W[swap-sides];B[resign])"),
            "(;SZ[5];B[a3];W[swap-pieces];W[resign])"
        );
        assert_eq!(
            standard("(;SZ[5];B[a3];W[swap-pieces];W[resign])"),
            "(;SZ[5];B[a3];W[swap-pieces];W[resign])"
        );
        // Only below it.
        assert_eq!(
            standard("(;SZ[5];B[a3](;W[swap-sides];W[b4])(;W[b4]))"),
            "(;SZ[5];B[a3](;W[swap-pieces];B[d2])(;W[b4]))"
        );
    }

    #[test]
    fn white_first() {
        assert_eq!(
            standard("(;SZ[5]PB[Ann]PW[Bob]RE[B+R];W[b4];B[a1])"),
            "(;SZ[5]PW[Ann]PB[Bob]RE[W+R];B[d2];W[a1])"
        );
        assert_eq!(standard("(;SZ[5]AB[a2]AE[a2]PL[W])"), "(;SZ[5]AW[b1]AE[b1]PL[B])");
        // Where there are stones either color may be to move.
        for text in
            ["(;SZ[5]AB[a2]AW[b1]PL[W])", "(;SZ[5]AB[a2];W[b1])", "(;SZ[5]AB[a1][a2][a3]AW[b1];B[c3])"]
        {
            assert_eq!(standard(text), text);
        }
        assert_eq!(standard("(;SZ[5]AB[a2][a3]\n  AW[c1]AE[a3])"), "(;SZ[5]AB[a2][a3]AW[c1]AE[a3])");
    }

    #[test]
    fn rectangles() {
        assert_eq!(
            standard("(;SZ[5]AB[a1:b2][e1]AW[c1:c5])"),
            "(;SZ[5]AB[a1][b1][a2][b2][e1]AW[c1][c2][c3][c4][c5])"
        );
    }

    #[test]
    fn little_golem() {
        assert_eq!(
            standard(
                "(;FF[4]EV[x]PB[Ann]PW[Bob]SZ[13]RE[B]SO[http://www.littlegolem.com];W[mf];B[swap];W[kj];B[resign])"
            ),
            "(;FF[4]EV[x]PB[Ann]PW[Bob]SZ[13]RE[B]SO[http://www.littlegolem.com];B[m6];W[swap-pieces];B[k10];W[resign])"
        );
    }

    #[test]
    fn errors_say_where() {
        assert_eq!(standard("(;FF[4]\nGM[1]SZ[19])"), "2:1: GM[1] is another game: Hex is GM[11]");
        assert_eq!(standard("(;SZ[5:6])"), "1:3: SZ[5:6]: only square boards can be played");
        assert_eq!(standard("(;SZ[27])"), "1:3: SZ[27]: a side is from 1 to 26");
        assert_eq!(standard("(;SZ[-1])"), "1:3: SZ[-1]: a side is from 1 to 26");
        assert_eq!(standard("(;SZ[5];B[a1]\n;W[f1])"), "2:2: W[f1] is outside the board of 5 x 5");
        assert_eq!(
            standard("(;SZ[5];B[hello])"),
            format!("1:9: B[hello]: {}", super::super::notation::BadForeignMove)
        );
        assert_eq!(standard("(;SZ[5]AB[a6])"), "1:8: AB[a6] is outside the board of 5 x 5");
        assert_eq!(standard("(;SZ[5]AB[a1:b2]AW[c3][b1])"), "1:17: AW[b1]: AB has this cell too");
        assert_eq!(standard("(;SZ[5]PL[x])"), "1:8: PL is B or W");
        assert_eq!(standard("(;SZ[5];B[a1][a2])"), "1:9: B has one move");
    }
}
