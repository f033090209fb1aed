//! Writes the events of a table as game trees of SGF.

use super::notation::{ForeignMove, foreign_cell, foreign_text};
use super::sgf::{DEFAULT_NAMES, NAME_PROPERTIES};
use super::sgf_comments::{KeptPlace, KeptSgf, add_comment, read_kept};
use super::sgf_standard::move_name;
use super::sgf_syntax::{Property, Tree};
use crate::{Ending, Entry, Event, Fault, ForkPoint, Table};
use parlor_rules::{Cell, Player, Setup};

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
    let setup = setup(table);
    let first = setup.as_ref().and_then(|setup| setup.next).unwrap_or(Player::One);
    let mut export = Export::new(table, setup.as_ref(), first);
    let log = &table.log()[start..];
    let is_ply = |entry: &Entry| matches!(entry.event, Event::Move(_) | Event::Undo(_) | Event::Redo(_));
    let (plies, rest) = log.split_at(log.iter().rposition(is_ply).map_or(0, |index| index + 1));
    plies.iter().for_each(|entry| export.take(&entry.event));
    export.is_over = matches!(table.ending(), Some(Ending::Won(_)));
    for entry in rest {
        export.take(&entry.event);
        if matches!(entry.event, Event::Resign(_) | Event::Forfeit { .. }) {
            export.give_up(table);
        }
    }
    export.finish()
}

/// Returns the board that was set up, with the player to move.
pub(super) fn setup(table: &Table) -> Option<Setup> {
    let is_set_up = table.header().setup.is_some();
    is_set_up.then(|| table.session().fork(ForkPoint::Start).setup())
}

fn root(table: &Table, setup: Option<&Setup>) -> Vec<Property> {
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
    if let Some(setup) = setup {
        for (name, player) in [("AB", Player::One), ("AW", Player::Two)] {
            let values = stones(setup, player);
            if !values.is_empty() {
                properties.push(Property { values, ..Property::new(name, "") });
            }
        }
        properties.extend(setup.next.map(|next| Property::new("PL", move_name(next))));
    }
    properties
}

/// Returns the stones of a player, as other programs write their cells.
pub(super) fn stones(setup: &Setup, player: Player) -> Vec<String> {
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
    side: usize,
    /// Whether a move has ended the game.
    is_over: bool,
    kept: KeptSgf,
    /// The variations that were kept in comments.
    variations: Vec<usize>,
}

impl Export {
    fn new(table: &Table, setup: Option<&Setup>, first: Player) -> Export {
        let mut tree = Tree::default();
        tree.nodes[0].properties = root(table, setup);
        Export {
            tree,
            line: vec![0],
            undone: Vec::new(),
            current: 0,
            first,
            side: table.session().size().0,
            is_over: false,
            kept: KeptSgf::default(),
            variations: Vec::new(),
        }
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
        let place = KeptPlace { side: self.side, has_moves: self.line.len() > 1, is_over: self.is_over };
        for text in self.kept.finish() {
            let (node, base) = (self.current, self.tree.nodes.len());
            self.current = read_kept(&mut self.tree, node, &text, place);
            if self.current == node && self.tree.nodes.len() > base {
                self.variations.push(base);
            }
        }
    }

    /// Adds the last move of a player who gave up.
    fn give_up(&mut self, table: &Table) {
        let is_late = table.forfeit().is_some_and(|(_, fault)| *fault == Fault::Timeout);
        let (player, played) = match table.ending() {
            Some(Ending::Resigned(player)) => (player, ForeignMove::Resign),
            Some(Ending::Forfeited(player)) if !is_late => (player, ForeignMove::Forfeit),
            _ => return,
        };
        self.current =
            self.tree.add(self.current, vec![Property::new(move_name(player), played.to_string())]);
        self.is_over = true;
    }

    fn finish(mut self) -> Tree {
        self.write_kept();
        // The game ends here. A node without a move keeps it from going on with a variation.
        let next = self.tree.nodes[self.current].children.first();
        if next.is_some_and(|next| self.variations.contains(next)) {
            self.current = self.tree.add(self.current, Vec::new());
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
        let mut node = self.current;
        while node != 0 {
            let siblings = &mut self.tree.nodes[parents[node]].children;
            if let Some(index) = siblings.iter().position(|&child| child == node) {
                siblings[..=index].rotate_right(1);
            }
            node = parents[node];
        }
    }
}
