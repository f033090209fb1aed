//! Brings a game tree of Hex into the standard form: black goes first, cells are `a1`, a swap is `swap-pieces`.
//!
//! Understood besides: games in which white goes first, `swap-sides`, rectangles of cells, and the dialect of Little
//! Golem, in which cells are two letters and the first player's moves are marked `W`, although `PB` is that player.

use super::notation::{ForeignMove, Sides, out_of_turn, parse_color, parse_foreign_cell, parse_letter_pair};
use super::sgf_syntax::{Place, Property, SyntaxError, Tree};
use parlor_rules::hex::Board;
use parlor_rules::{Cell, Player};

/// A tree in the standard form.
pub(super) struct StandardTree {
    pub(super) tree: Tree,
    pub(super) side: usize,
    /// Which color of the text is our first player.
    pub(super) sides: Sides,
}

/// Properties that mean the same for the other color.
const COLOR_PAIRS: [(&str, &str); 6] =
    [("B", "W"), ("AB", "AW"), ("BL", "WL"), ("OB", "OW"), ("TB", "TW"), ("GB", "GW")];
/// Properties of the root that mean the same for the other color.
const NAME_PAIRS: [(&str, &str); 3] = [("PB", "PW"), ("BR", "WR"), ("BT", "WT")];
/// Properties whose values are cells, or begin with a cell and a colon.
const CELL_LISTS: [&str; 15] =
    ["AB", "AW", "AE", "AR", "CR", "DD", "LB", "LN", "MA", "SL", "SQ", "TB", "TR", "TW", "VW"];

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
            let is_swapped = dialect.standardize_node(&mut tree, node, side, sides[node])?;
            for child in tree.nodes[node].children.clone() {
                sides[child] = if is_swapped { sides[node].swapped() } else { sides[node] };
            }
        }
        if dialect.sides.is_exchanged() {
            tree.nodes[0].properties.iter_mut().for_each(|property| exchange_name(property, &NAME_PAIRS));
        }
        // A result names the color at the end.
        if main_line.last().is_some_and(|&last| sides[last].is_exchanged()) {
            tree.nodes[0]
                .properties
                .iter_mut()
                .filter(|property| property.name == "RE")
                .for_each(exchange_result);
        }
        Ok(StandardTree { tree, side, sides: dialect.sides })
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
    /// Whether cells are two letters.
    has_letter_pairs: bool,
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
        let mut dialect = Dialect { sides: Sides::default(), has_letter_pairs, has_exchanged_moves: false };
        let first_color = first.map(|(color, _)| color);
        if has_letter_pairs {
            dialect.has_exchanged_moves = first_color == Some(Player::Two);
        } else {
            dialect.sides = Sides::first(dialect.first_color(tree, side, first_color)?);
        }
        Ok(dialect)
    }

    /// Returns the color that is our first player: the one to move if both have as many stones, else the one with more.
    fn first_color(
        &self,
        tree: &Tree,
        side: usize,
        first_move: Option<Player>,
    ) -> Result<Player, SyntaxError> {
        let mut stones = vec![None; side * side];
        let (mut next, mut last_place) = (None, Place::default());
        for node in tree.main_line() {
            for property in &tree.nodes[node].properties {
                match property.name.as_str() {
                    "B" | "W" => break,
                    "AB" | "AW" | "AE" => {
                        last_place = property.place;
                        let stone = (property.name != "AE").then_some(property.name == "AB");
                        for value in &property.values {
                            for cell in self.cells(property, value, side)? {
                                stones[cell.row * side + cell.column] = stone;
                            }
                        }
                    }
                    "PL" => {
                        let color = parse_color(property.value().trim());
                        let Some(color) = color else { return error_at(property, "PL is B or W") };
                        next = Some(color);
                    }
                    _ => {}
                }
            }
            if has_move(tree, node) {
                break;
            }
        }
        let count = |color: bool| stones.iter().filter(|&&stone| stone == Some(color)).count();
        let (black, white) = (count(true), count(false));
        let by_count = if black > white { Player::Two } else { Player::One };
        let next = next.or(first_move).unwrap_or(by_count);
        let (own, other) = if next == Player::One { (black, white) } else { (white, black) };
        if own == other {
            Ok(next)
        } else if own + 1 == other {
            Ok(next.other())
        } else {
            let reason = out_of_turn([black, white], next);
            Err(SyntaxError { place: last_place, reason })
        }
    }

    /// Brings a node into the standard form, and returns whether the players swap sides in it.
    fn standardize_node(
        &self,
        tree: &mut Tree,
        node: usize,
        side: usize,
        sides: Sides,
    ) -> Result<bool, SyntaxError> {
        let mut is_swapped = false;
        let next_name = next_move(tree, node).map(|property| property.name.clone());
        for property in &mut tree.nodes[node].properties {
            match property.name.as_str() {
                "B" | "W" => {
                    is_swapped = self.standardize_move(property, side, sides, next_name.as_deref())?
                }
                "PL" => {
                    if let Some(color) = parse_color(property.value().trim()) {
                        property.values = vec![move_name(sides.player(color)).into()];
                    }
                }
                "AB" | "AW" | "AE" => {
                    let mut cells = Vec::new();
                    for value in &property.values {
                        cells.extend(self.cells(property, value, side)?);
                    }
                    property.values = cells.into_iter().map(|cell| cell_text(cell, sides)).collect();
                }
                name if CELL_LISTS.contains(&name) => {
                    for value in &mut property.values {
                        *value = self.standardize_markup(value, sides);
                    }
                }
                _ => {}
            }
            if sides.is_exchanged() {
                exchange_name(property, &COLOR_PAIRS);
            }
        }
        if self.has_exchanged_moves {
            tree.nodes[node].properties.iter_mut().for_each(|property| exchange_name(property, &COLOR_PAIRS));
        }
        Ok(is_swapped)
    }

    fn standardize_move(
        &self,
        property: &mut Property,
        side: usize,
        sides: Sides,
        next_name: Option<&str>,
    ) -> Result<bool, SyntaxError> {
        let text = property.value().trim().to_string();
        if property.values.len() != 1 {
            return error_at(property, format!("{} has one move", property.name));
        }
        let mut played = if text.is_empty() { Ok(ForeignMove::Pass) } else { self.parse_move(&text) };
        // Some programs write either word for either swap. After swap-sides the same color moves on, after swap-pieces
        // the other one.
        if let (Ok(ForeignMove::SwapPieces | ForeignMove::SwapSides), Some(next)) = (&played, next_name) {
            let is_same_color = next == property.name;
            played = Ok(if is_same_color { ForeignMove::SwapSides } else { ForeignMove::SwapPieces });
        }
        let written = match played {
            Ok(ForeignMove::Place(cell)) if cell.row.max(cell.column) >= side => {
                let reason = format!("{}[{text}] is outside the board of {side} x {side}", property.name);
                return error_at(property, reason);
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

    fn parse_move(&self, text: &str) -> Result<ForeignMove, super::notation::BadForeignMove> {
        match parse_letter_pair(text).filter(|_| self.has_letter_pairs) {
            Some(cell) => Ok(ForeignMove::Place(cell)),
            None => text.parse(),
        }
    }

    fn parse_cell(&self, text: &str) -> Option<Cell> {
        let pair = parse_letter_pair(text).filter(|_| self.has_letter_pairs);
        pair.or_else(|| parse_foreign_cell(text))
    }

    /// Returns the cells of a value: one, or those of a rectangle `a1:c3`.
    fn cells(&self, property: &Property, value: &str, side: usize) -> Result<Vec<Cell>, SyntaxError> {
        let (from, to) = value.split_once(':').unwrap_or((value, value));
        let (Some(from), Some(to)) = (self.parse_cell(from.trim()), self.parse_cell(to.trim())) else {
            return error_at(
                property,
                format!("{}[{}]: expected a cell like a1", property.name, short(value)),
            );
        };
        if from.row.max(from.column).max(to.row).max(to.column) >= side {
            let reason =
                format!("{}[{}] is outside the board of {side} x {side}", property.name, short(value));
            return error_at(property, reason);
        }
        let rows = from.row.min(to.row)..=from.row.max(to.row);
        let columns = || from.column.min(to.column)..=from.column.max(to.column);
        Ok(rows.flat_map(|row| columns().map(move |column| Cell::new(row, column))).collect())
    }

    /// Writes the cells of a markup anew; what is no cell stays as it is.
    fn standardize_markup(&self, value: &str, sides: Sides) -> String {
        let cell = |text: &str| self.parse_cell(text.trim()).map(|cell| cell_text(cell, sides));
        match value.split_once(':') {
            None => cell(value).unwrap_or_else(|| value.into()),
            Some((first, rest)) => match cell(first) {
                Some(first) => format!("{first}:{}", cell(rest).unwrap_or_else(|| rest.into())),
                None => value.into(),
            },
        }
    }
}

/// Returns the color and property of the first move of the main line.
fn first_move(tree: &Tree) -> Option<(Player, &Property)> {
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

fn gives_up(property: &Property) -> bool {
    matches!(property.value().parse(), Ok(ForeignMove::Resign | ForeignMove::Forfeit))
}

/// Returns whether a node has a move.
pub(super) fn has_move(tree: &Tree, node: usize) -> bool {
    move_property(tree, node).is_some()
}

fn move_property(tree: &Tree, node: usize) -> Option<&Property> {
    tree.nodes[node].properties.iter().find(|property| matches!(property.name.as_str(), "B" | "W"))
}

/// Returns a cell of their board in the standard form.
fn cell_text(theirs: Cell, sides: Sides) -> String {
    super::notation::foreign_cell(sides.cell(theirs))
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
        assert_eq!(standard("(;SZ[5]AB[a2]AW[b1]PL[W])"), "(;SZ[5]AW[b1]AB[a2]PL[B])");
        assert_eq!(standard("(;SZ[5]AB[a2];W[b1])"), "(;SZ[5]AB[a2];W[b1])");
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
        assert_eq!(
            standard("(;SZ[5]AB[a1][a2][a3]AW[b1])").split(':').take(2).collect::<Vec<_>>(),
            ["1", "22"]
        );
        assert_eq!(standard("(;SZ[5]PL[x])"), "1:8: PL is B or W");
        assert_eq!(standard("(;SZ[5];B[a1][a2])"), "1:9: B has one move");
    }
}
