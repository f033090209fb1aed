//! Games of Hex as SGF (`FF[4] GM[11]`), both ways. `docs/hex-formats.md` says what becomes of what.
//!
//! The main line of a tree becomes the moves of a record. What a record has no event for, variations above all, is kept
//! in comments that begin with `sgf`, and becomes part of the tree again when the record is written as SGF.

pub use super::sgf_charset::decode;
pub use super::sgf_export::trees;

use super::notation::{ForeignMove, Sides, our_text, parse_color, parse_foreign_cell, transposed};
use super::sgf_comments::{is_same_winner, kept_comments};
use super::sgf_export::{PROGRAM, result_text};
use super::sgf_standard::{StandardTree, error_at, first_move, has_move};
use super::sgf_syntax::{Property, SyntaxError, Tree};
use super::sgf_turns::set_up_out_of_turn;
use crate::game::GameDefinition;
use crate::{BadEvent, Entry, Event, Fault, Header, Offer, Options, SetupRecord, Table, checked_name};
use parlor_rules::{Player, Size};

/// Reads the games of an SGF text, each as a table with all that happened at it.
pub fn read(text: &str) -> Result<Vec<Table>, SyntaxError> {
    Tree::parse_all(text)?.into_iter().map(read_tree).collect()
}

/// Writes all games of a table as SGF, one line for each round.
pub fn write(table: &Table) -> String {
    trees(table).iter().map(|tree| format!("{tree}\n")).collect()
}

/// Reads a game tree as a table.
pub fn read_tree(tree: Tree) -> Result<Table, SyntaxError> {
    read_with_sides(tree).map(|(table, _)| table)
}

/// Reads a game tree as a table, and returns which of the tree's colors is our first player, at the start and at the end.
pub(super) fn read_with_sides(tree: Tree) -> Result<(Table, [Sides; 2]), SyntaxError> {
    let mut standard = StandardTree::of(tree)?;
    set_up_out_of_turn(&mut standard.tree);
    let sides = standard.sides;
    let table = Import::run(&standard, StatedResult::Shown)?;
    let result = standard.tree.nodes[0].value("RE").map(standard_result);
    let stated = match (result, result_text(&table)) {
        (Some(result), _) if is_result_of(&table, &result) => StatedResult::Shown,
        (Some(result), Some(actual)) if !is_same_winner(&actual, &result) => StatedResult::Contradicted,
        (Some(_), _) => StatedResult::Kept,
        (None, _) => StatedResult::Shown,
    };
    Ok((if stated == StatedResult::Shown { table } else { Import::run(&standard, stated)? }, sides))
}

/// Properties of the root that the header of a record holds.
const HEADER_PROPERTIES: [&str; 3] = ["FF", "GM", "SZ"];
/// Properties that set up a board.
const SETUP_PROPERTIES: [&str; 4] = ["AB", "AW", "AE", "PL"];
/// The names where none are given.
pub(super) const DEFAULT_NAMES: [&str; 2] = ["O", "X"];
/// The properties with the names.
pub(super) const NAME_PROPERTIES: [&str; 2] = ["PB", "PW"];
/// What a forfeit is called that a file does not explain.
const FORFEIT: &str = "forfeit";

fn header(tree: &Tree, side: usize, main_line: &[usize]) -> Header {
    let is_swap = |node: &usize| tree.nodes[*node].value("W") == Some("swap-pieces");
    let has_swap_rule = tree.nodes[0].value("RU").is_some_and(has_swap_rule);
    let size = Some(Size::new(side as i64, side as i64));
    let mut header = Header::new(super::Hex::INFO.name);
    header.options =
        Options { size, swap: has_swap_rule || main_line.iter().any(is_swap), ..Options::default() };
    let name = |index: usize| {
        let given = tree.nodes[0].value(NAME_PROPERTIES[index]).filter(|name| checked_name(name).is_ok());
        given.unwrap_or(DEFAULT_NAMES[index]).to_string()
    };
    if NAME_PROPERTIES.iter().any(|name| tree.nodes[0].property(name).is_some()) {
        header.names = vec![name(0), name(1)];
    }
    header
}

/// Returns whether the text of `RU` says that the second player may swap.
pub(super) fn has_swap_rule(rules: &str) -> bool {
    let rules = rules.to_ascii_lowercase();
    rules.contains("swap") && !rules.contains("no swap")
}

/// Returns the board that is set up before the first move, if there is one.
fn setup(tree: &Tree, side: usize, nodes: &[usize]) -> Option<SetupRecord> {
    let mut cells = vec![vec![0; side]; side];
    let mut next = None;
    for property in nodes.iter().flat_map(|&node| &tree.nodes[node].properties) {
        let stone = match property.name.as_str() {
            "AB" => Player::One.number(),
            "AW" => Player::Two.number(),
            "AE" => 0,
            "PL" => {
                next = parse_color(property.value());
                continue;
            }
            _ => continue,
        };
        for cell in property.values.iter().filter_map(|value| parse_foreign_cell(value)).map(transposed) {
            cells[cell.row][cell.column] = stone;
        }
    }
    let count = |player: Player| cells.iter().flatten().filter(|&&stone| stone == player.number()).count();
    let [black, white] = Player::BOTH.map(count);
    if black + white == 0 {
        return None;
    }
    let by_count = if black > white { Player::Two } else { Player::One };
    let next = next.or(first_move(tree).map(|(color, _)| color)).unwrap_or(by_count);
    Some(SetupRecord { cells, next: Some(next.number()), scores: [0, 0] })
}

/// What becomes of the result that a file states.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StatedResult {
    /// The game shows it.
    Shown,
    /// The game does not show it: it is kept as it was written.
    Kept,
    /// The game shows another winner: it is an ordinary comment.
    Contradicted,
}

/// A table that a tree is read into.
struct Import<'a> {
    table: Table,
    tree: &'a Tree,
    stated: StatedResult,
}

impl Import<'_> {
    fn run(standard: &StandardTree, stated: StatedResult) -> Result<Table, SyntaxError> {
        let StandardTree { tree, side, .. } = standard;
        let main_line = tree.main_line();
        let first_move = main_line.iter().position(|&node| has_move(tree, node)).unwrap_or(main_line.len());
        let mut header = header(tree, *side, &main_line);
        header.setup = setup(tree, *side, &main_line[..first_move]);
        let stones = main_line[..first_move].iter().find_map(|&node| {
            let is_setup = |property: &&Property| SETUP_PROPERTIES.contains(&property.name.as_str());
            tree.nodes[node].properties.iter().find(is_setup)
        });
        let place = stones.map(|property| property.place).unwrap_or_default();
        let table = Table::open(header).map_err(|error| SyntaxError { place, reason: error.to_string() })?;
        let mut import = Import { table, tree, stated };
        for (index, &node) in main_line.iter().enumerate() {
            import.play_node(node, index >= first_move)?;
            import.keep_node(node, index == 0)?;
            for &variation in tree.nodes[node].children.iter().skip(1) {
                import.comment_all(kept_comments(&tree.subtree_text(variation)))?;
            }
        }
        import.finish()?;
        Ok(import.table)
    }

    /// Plays the move of a node.
    fn play_node(&mut self, node: usize, is_playing: bool) -> Result<(), SyntaxError> {
        let mut has_moved = false;
        for property in &self.tree.nodes[node].properties {
            let color = match property.name.as_str() {
                "B" => Player::One,
                "W" => Player::Two,
                "AB" | "AW" | "AE" if is_playing => {
                    return error_at(property, "a board can be set up before the first move only");
                }
                _ => continue,
            };
            if has_moved {
                return error_at(property, "a node has one move");
            }
            has_moved = true;
            self.play(property, color)?;
        }
        Ok(())
    }

    fn play(&mut self, property: &Property, color: Player) -> Result<(), SyntaxError> {
        let written = format!("{}[{}]", property.name, property.value());
        let event = match property.value().parse() {
            Ok(ForeignMove::Place(cell)) => Event::Move(our_text(transposed(cell))),
            Ok(ForeignMove::SwapPieces) => Event::Move("swap".into()),
            Ok(ForeignMove::Resign) => Event::Resign(color),
            Ok(ForeignMove::Forfeit) => Event::Forfeit { by: color, fault: Fault::Crash(FORFEIT.into()) },
            Ok(ForeignMove::Pass) => return error_at(property, format!("{written}: our rules have no pass")),
            Ok(ForeignMove::SwapSides) | Err(_) => {
                return error_at(property, format!("{written} is no move"));
            }
        };
        // Whoever resigns a game that is over says nothing new.
        if matches!(event, Event::Resign(_) | Event::Forfeit { .. }) && self.table.ending().is_some() {
            return self.comment_all(kept_comments(&format!(";{written}")));
        }
        let next = self.table.session().turn().player().filter(|_| self.table.ending().is_none());
        if matches!(event, Event::Move(_)) && next.is_some_and(|next| next != color) {
            return error_at(property, format!("{written}: it is the other color's turn"));
        }
        self.apply(event).or_else(|error| error_at(property, format!("{written}: {error}")))
    }

    /// Keeps what a node says besides its move.
    fn keep_node(&mut self, node: usize, is_root: bool) -> Result<(), SyntaxError> {
        let has_own_node = is_root || has_move(self.tree, node) || self.is_setup(node);
        let mut kept = Vec::new();
        for property in &self.tree.nodes[node].properties {
            let name = property.name.as_str();
            let is_known = match name {
                "B" | "W" => true,
                "C" if has_own_node && is_plain_comment(property.value()) => {
                    self.comment_all(vec![property.value().into()])?;
                    true
                }
                "CA" => is_root,
                "RE" if is_root && self.stated == StatedResult::Contradicted => {
                    self.comment_all(plain_pieces(&property.to_string()))?;
                    true
                }
                "RE" => is_root && self.stated == StatedResult::Shown,
                "RU" => is_root && property.value() == "swap",
                "AP" => is_root && property.value().starts_with(PROGRAM),
                "PB" | "PW" => is_root && checked_name(property.value()).is_ok(),
                _ if SETUP_PROPERTIES.contains(&name) => self.is_setup(node),
                _ => is_root && HEADER_PROPERTIES.contains(&name),
            };
            if !is_known {
                kept.push(property.to_string());
            }
        }
        let own_node = if has_own_node { "" } else { ";" };
        if kept.is_empty() && has_own_node {
            return Ok(());
        }
        self.comment_all(kept_comments(&format!("{own_node}{}", kept.concat())))
    }

    /// Returns whether a node belongs to the board that is set up before the first move.
    fn is_setup(&self, node: usize) -> bool {
        let has = |name: &&str| self.tree.nodes[node].property(name).is_some();
        self.table.timeline().is_empty() && !has_move(self.tree, node) && SETUP_PROPERTIES.iter().any(has)
    }

    fn comment_all(&mut self, comments: Vec<String>) -> Result<(), SyntaxError> {
        for comment in comments {
            self.apply(Event::Comment(comment))
                .or_else(|error| error_at(&Property::new("C", ""), error.to_string()))?;
        }
        Ok(())
    }

    /// Ends the game as its result says, where no move did.
    fn finish(&mut self) -> Result<(), SyntaxError> {
        if let Some(result) = self.tree.nodes[0].property("RE")
            && self.table.ending().is_none()
        {
            for event in ending_events(result.value()) {
                self.apply(event).or_else(|error| error_at(result, error.to_string()))?;
            }
        }
        if let Some(event) = self.table.due(0) {
            self.apply(event).or_else(|error| error_at(&Property::new("RE", ""), error.to_string()))?;
        }
        Ok(())
    }

    fn apply(&mut self, event: Event) -> Result<(), BadEvent> {
        self.table.apply(&Entry { event, at: None }).map(drop)
    }
}

/// Returns whether a comment of SGF can be a comment of a record as it is.
fn is_plain_comment(text: &str) -> bool {
    !text.is_empty() && !text.starts_with("sgf") && text.chars().count() <= Event::LONGEST_COMMENT
}

/// Returns comments of a record that have a text together.
fn plain_pieces(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    letters.chunks(Event::LONGEST_COMMENT).map(|piece| piece.iter().collect()).collect()
}

/// Returns what ends a game with this result.
pub(super) fn ending_events(result: &str) -> Vec<Event> {
    let loser = match result.chars().next() {
        Some('B') => Player::Two,
        Some('W') => Player::One,
        _ if matches!(standard_result(result).as_str(), "Draw") => {
            return vec![Event::Offer { by: Player::One, what: Offer::Draw }, Event::Accept(Player::Two)];
        }
        _ => return Vec::new(),
    };
    match standard_result(result).get(1..) {
        Some("+R") => vec![Event::Resign(loser)],
        Some("+F") => vec![Event::Forfeit { by: loser, fault: Fault::Crash(FORFEIT.into()) }],
        Some("+T") => vec![Event::Forfeit { by: loser, fault: Fault::Timeout }],
        _ => Vec::new(),
    }
}

/// Returns a result in its short form: `B+R` for `B+Resign`, `B+` for `B`.
fn standard_result(result: &str) -> String {
    let (winner, how) = result.split_once('+').unwrap_or((result, ""));
    let how = match how {
        "Resign" => "R",
        "Time" => "T",
        "Forfeit" => "F",
        other => other,
    };
    match winner {
        "B" | "W" => format!("{winner}+{how}"),
        "0" | "Draw" => "Draw".into(),
        _ => result.into(),
    }
}

/// Returns whether a result in its short form says how a game ended, or at least who won.
fn is_result_of(table: &Table, result: &str) -> bool {
    let actual = result_text(table).unwrap_or_default();
    result == actual || result.ends_with('+') && actual.starts_with(result)
}
