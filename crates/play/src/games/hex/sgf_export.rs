//! Writes the events of a table as game trees of SGF.

use super::notation::{ForeignMove, foreign_cell, foreign_text};
use super::sgf::{DEFAULT_NAMES, NAME_PROPERTIES};
use super::sgf_comments::{KeptSgf, add_comment, read_kept};
use super::sgf_standard::move_name;
use super::sgf_syntax::{Property, Tree};
use crate::{Ending, Entry, Event, Fault, SetupRecord, Table};
use parlor_rules::{Cell, Player};

/// The program that writes.
pub(super) const PROGRAM: &str = "Parlor";

/// Returns the result of a table's game in its short form.
pub(super) fn result_text(table: &Table) -> Option<String> {
    let how = match (table.ending()?, table.forfeit()) {
        (Ending::Time(_), _) | (Ending::Forfeited(_), Some((_, Fault::Timeout))) => "T",
        (Ending::Forfeited(_), _) => "F",
        (Ending::Resigned(_), _) => "R",
        _ => "",
    };
    Some(table.ending()?.winner().map_or("Draw".into(), |winner| format!("{}+{how}", move_name(winner))))
}

/// Returns the game trees of a table, one for each round. Moves that were undone are variations.
pub fn trees(table: &Table) -> Vec<Tree> {
    let earlier = (1..table.round()).filter_map(|round| table.at_end_of_round(round));
    let mut trees: Vec<Tree> = earlier.map(|table| tree(&table)).collect();
    trees.push(tree(table));
    trees
}

/// Returns the game tree of a table's last round.
fn tree(table: &Table) -> Tree {
    let is_rematch = |entry: &Entry| matches!(entry.event, Event::Rematch { .. });
    let start = table.log().iter().rposition(is_rematch).map_or(0, |index| index + 1);
    let first = table.header().setup.as_ref().and_then(|setup| setup.next).and_then(Player::from_number);
    let mut export = Export::new(root(table), first.unwrap_or(Player::One));
    for entry in &table.log()[start..] {
        export.take(&entry.event);
    }
    export.finish(table)
}

fn root(table: &Table) -> Vec<Property> {
    let (side, _) = table.session().size();
    let mut properties = vec![
        Property::new("FF", "4"),
        Property::new("GM", "11"),
        Property::new("CA", "UTF-8"),
        Property::new("AP", PROGRAM),
        Property::new("SZ", side.to_string()),
    ];
    if table.header().options.swap {
        properties.push(Property::new("RU", "swap"));
    }
    for (index, name) in NAME_PROPERTIES.iter().enumerate() {
        if table.names()[index] != DEFAULT_NAMES[index] {
            properties.push(Property::new(name, &*table.names()[index]));
        }
    }
    properties.extend(result_text(table).map(|result| Property::new("RE", result)));
    if let Some(setup) = &table.header().setup {
        for (name, player) in [("AB", Player::One), ("AW", Player::Two)] {
            let values = stones(setup, player);
            if !values.is_empty() {
                properties.push(Property { values, ..Property::new(name, "") });
            }
        }
        let next = setup.next.and_then(Player::from_number);
        properties.extend(next.map(|next| Property::new("PL", move_name(next))));
    }
    properties
}

/// Returns the stones of a player, as other programs write their cells.
pub(super) fn stones(setup: &SetupRecord, player: Player) -> Vec<String> {
    let rows = setup.cells.iter().enumerate();
    let cells = rows
        .flat_map(|(row, cells)| cells.iter().enumerate().map(move |(column, stone)| (row, column, *stone)));
    let own = cells.filter(|(_, _, stone)| *stone == player.number());
    own.map(|(row, column, _)| foreign_cell(Cell::new(row, column))).collect()
}

/// A tree that the events of a table are written into.
struct Export {
    tree: Tree,
    /// The nodes of the plies that stand, and those that were undone last.
    line: Vec<usize>,
    undone: Vec<usize>,
    /// The node that comments belong to.
    current: usize,
    first: Player,
    kept: KeptSgf,
}

impl Export {
    fn new(root: Vec<Property>, first: Player) -> Export {
        let mut tree = Tree::default();
        tree.nodes[0].properties = root;
        Export { tree, line: vec![0], undone: Vec::new(), current: 0, first, kept: KeptSgf::default() }
    }

    fn take(&mut self, event: &Event) {
        if let Event::Comment(text) = event
            && self.kept.take(text)
        {
            return;
        }
        self.write_kept();
        match event {
            Event::Move(text) => self.add_move(text),
            Event::Undo(count) => {
                for _ in 0..*count {
                    self.undone.extend(self.line.pop());
                }
                self.current = self.last();
            }
            Event::Redo(count) => {
                for _ in 0..*count {
                    self.line.extend(self.undone.pop());
                }
                self.current = self.last();
            }
            Event::Comment(text) => add_comment(&mut self.tree.nodes[self.current], text),
            _ => {}
        }
    }

    fn last(&self) -> usize {
        self.line.last().copied().unwrap_or(0)
    }

    fn add_move(&mut self, text: &str) {
        let is_first = (self.line.len() - 1).is_multiple_of(2);
        let color = if is_first { self.first } else { self.first.other() };
        let property = Property::new(move_name(color), foreign_text(text).unwrap_or_default());
        let same = |&child: &usize| self.tree.nodes[child].properties.first() == Some(&property);
        let known = self.tree.nodes[self.current].children.iter().copied().find(same);
        self.current = known.unwrap_or_else(|| self.tree.add(self.current, vec![property]));
        self.line.push(self.current);
        self.undone.clear();
    }

    /// Adds what was kept in comments to the tree.
    fn write_kept(&mut self) {
        for text in self.kept.finish() {
            self.current = read_kept(&mut self.tree, self.current, &text);
        }
    }

    fn finish(mut self, table: &Table) -> Tree {
        self.write_kept();
        let is_late = table.forfeit().is_some_and(|(_, fault)| *fault == Fault::Timeout);
        let last_move = match table.ending() {
            Some(Ending::Resigned(player)) => Some((player, ForeignMove::Resign)),
            Some(Ending::Forfeited(player)) if !is_late => Some((player, ForeignMove::Forfeit)),
            _ => None,
        };
        if let Some((player, played)) = last_move {
            let end = self.tree.add(self.current, vec![Property::new(move_name(player), played.to_string())]);
            self.line.push(end);
        }
        self.put_line_first();
        self.tree
    }

    /// Makes the line that stands the main line. Nodes without a move may lie between its nodes.
    fn put_line_first(&mut self) {
        let mut parents = vec![0; self.tree.nodes.len()];
        for (parent, node) in self.tree.nodes.iter().enumerate() {
            node.children.iter().for_each(|&child| parents[child] = parent);
        }
        let mut node = self.line.last().copied().unwrap_or(0);
        while node != 0 {
            let siblings = &mut self.tree.nodes[parents[node]].children;
            if let Some(index) = siblings.iter().position(|&child| child == node) {
                siblings[..=index].rotate_right(1);
            }
            node = parents[node];
        }
    }
}
