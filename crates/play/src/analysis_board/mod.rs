//! The analysis board: a game with a tree of variations, and the texts it is shared and kept by.
//!
//! An [`AnalysisBoard`] can be written into the fragment of an address and read back from it (`docs/analysis.md`), so that
//! sharing a position needs no server. Front ends speak to it by [`AnalysisCommand`]s and draw [`AnalysisState`]s.

mod command;
mod export;
mod fragment;
mod notation;
mod paste;
mod tree;
mod tree_text;

pub use command::{AnalysisCommand, AnalysisState, NodeState, TurnState};
pub use export::AnalysisFormat;
pub(crate) use fragment::decode;
pub use notation::{BadList, ListNotation};
pub use tree::{BadTree, NodeId, VariationTree};

use crate::{BadOptions, CONTINUE, ForkPoint, MoveError, Options, Session, game};
use notation::MoveLists;
use parlor_rules::{Setup, Turn};
use std::fmt;

/// A game with a tree of variations, looked at on one of its positions.
pub struct AnalysisBoard {
    /// The game at its start, nothing played.
    start: Box<dyn Session>,
    /// The board that was set up, if it is not the game's own start.
    setup: Option<Setup>,
    /// The game at the current node.
    session: Box<dyn Session>,
    tree: VariationTree,
    current: NodeId,
    /// Counts the changes of the tree.
    revision: u64,
}

/// Why an analysis can't be opened or changed like this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadAnalysis {
    /// The game can't be started.
    Options(BadOptions),
    /// A move can't be made.
    Move(BadList),
    /// The tree can't be changed.
    Tree(BadTree),
    /// The address is too long, in bytes.
    LongFragment,
    /// A part of an address says nothing.
    Part(String),
    /// The packed tree of an address is damaged.
    Damaged,
    /// The text is none of the formats.
    UnknownFormat,
    /// The text is of a known format, with a mistake.
    Text(String),
    /// The text is too long, in bytes.
    LongText,
    /// Nothing is chance's to do here.
    NoChance,
    /// The game has no such format.
    NoSuchFormat,
}

impl fmt::Display for BadAnalysis {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadAnalysis::Options(error) => error.fmt(out),
            BadAnalysis::Move(error) => error.fmt(out),
            BadAnalysis::Tree(error) => error.fmt(out),
            BadAnalysis::LongFragment => {
                write!(out, "the address is longer than {} bytes", fragment::LONGEST_FRAGMENT)
            }
            BadAnalysis::Part(part) => write!(out, "not a part of an address: {part:?}"),
            BadAnalysis::Damaged => out.write_str("the variations after ~ are damaged"),
            BadAnalysis::UnknownFormat => out.write_str(
                "this is no record, list of moves, address, HexWorld link or SGF of a game known here",
            ),
            BadAnalysis::Text(reason) => out.write_str(reason),
            BadAnalysis::LongText => write!(out, "the text is longer than {} bytes", paste::LONGEST_TEXT),
            BadAnalysis::NoChance => out.write_str("no tile is to appear here"),
            BadAnalysis::NoSuchFormat => out.write_str("this game is not written in that format"),
        }
    }
}

impl std::error::Error for BadAnalysis {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            BadAnalysis::Options(error) => Some(error),
            BadAnalysis::Move(error) => Some(error),
            BadAnalysis::Tree(error) => Some(error),
            _ => None,
        }
    }
}

impl From<BadOptions> for BadAnalysis {
    fn from(error: BadOptions) -> BadAnalysis {
        BadAnalysis::Options(error)
    }
}

impl From<BadTree> for BadAnalysis {
    fn from(error: BadTree) -> BadAnalysis {
        BadAnalysis::Tree(error)
    }
}

impl From<BadList> for BadAnalysis {
    fn from(error: BadList) -> BadAnalysis {
        BadAnalysis::Move(error)
    }
}

impl AnalysisBoard {
    /// Opens a game at its start.
    pub fn new(name: &str, options: &Options) -> Result<AnalysisBoard, BadAnalysis> {
        let game = game(name).ok_or_else(|| BadOptions::NoSuchGame(name.into()))?;
        Ok(AnalysisBoard::at_start(game.start(options)?, None))
    }

    /// Opens a game at a board that was drawn. Who is to move may be left out where the board tells, or where player
    /// one may be.
    pub fn from_setup(name: &str, options: &Options, setup: &Setup) -> Result<AnalysisBoard, BadAnalysis> {
        AnalysisBoard::new(name, options)?.with_setup(setup)
    }

    /// Returns the same game, started from a board that was drawn.
    pub fn with_setup(&self, setup: &Setup) -> Result<AnalysisBoard, BadAnalysis> {
        let start = fragment::set_up(&*self.start, setup)?;
        let drawn = start.start_setup();
        Ok(AnalysisBoard::at_start(start, drawn))
    }

    fn at_start(start: Box<dyn Session>, setup: Option<Setup>) -> AnalysisBoard {
        let session = start.fork(ForkPoint::Start);
        AnalysisBoard {
            start,
            setup,
            session,
            tree: VariationTree::default(),
            current: NodeId::ROOT,
            revision: 0,
        }
    }

    /// Returns the game at the current node.
    pub fn session(&self) -> &dyn Session {
        &*self.session
    }

    /// Returns the tree of variations.
    pub fn tree(&self) -> &VariationTree {
        &self.tree
    }

    /// Returns the current node.
    pub fn current(&self) -> NodeId {
        self.current
    }

    /// Returns the board that was set up, if the game does not begin at its own start.
    pub fn setup(&self) -> Option<&Setup> {
        self.setup.as_ref()
    }

    /// Plays a move at the current node and goes there. A move that is part of the tree is not added again.
    pub fn play(&mut self, text: &str) -> Result<NodeId, BadAnalysis> {
        let number = self.session.timeline().len() + 1;
        let bad = |error: MoveError| BadAnalysis::Move(BadList::new(number, text, error));
        let written = self.session.play(text).map_err(bad)?.text.clone();
        let nodes = self.tree.len();
        match self.tree.add(self.current, &written) {
            Ok(node) => {
                self.current = node;
                self.note_change(self.tree.len() > nodes);
                Ok(node)
            }
            Err(error) => {
                self.session.undo();
                Err(error.into())
            }
        }
    }

    /// Plays moves of a list as the game lists them. A move after a win says that the player continued.
    fn play_list(&mut self, text: &str) -> Result<(), BadAnalysis> {
        for played in self.lists().read(text)? {
            self.play_listed(&played).map_err(|error| match error {
                BadAnalysis::Move(bad) => BadAnalysis::Move(self.lists().as_written(bad)),
                other => other,
            })?;
        }
        Ok(())
    }

    fn play_listed(&mut self, text: &str) -> Result<NodeId, BadAnalysis> {
        let number = self.session.timeline().len() + 1;
        if self.session.continues_before(text).map_err(|error| BadList::new(number, text, error))? {
            self.play(CONTINUE)?;
        }
        self.play(text)
    }

    /// Makes the moves of chance that are due, by this seed.
    pub fn play_chance(&mut self, seed: u64) -> Result<(), BadAnalysis> {
        let mut made = self.session.chance(seed).ok_or(BadAnalysis::NoChance)?;
        loop {
            self.play(&made)?;
            match self.session.chance(seed) {
                Some(next) => made = next,
                None => return Ok(()),
            }
        }
    }

    /// Goes to a node.
    pub fn go_to(&mut self, node: NodeId) -> Result<(), BadAnalysis> {
        if !self.tree.contains(node) {
            return Err(BadTree::NoSuchNode.into());
        }
        // Back to where the lines part, which is the first node on the way back that is on the way there.
        let mut ahead = Vec::new();
        let mut target = node;
        let depth = self.session.timeline().len();
        let target_depth = self.tree.depth(node);
        for _ in depth..target_depth {
            ahead.push(target);
            target = self.tree.parent(target).unwrap_or(NodeId::ROOT);
        }
        for _ in target_depth..depth {
            self.step_back();
        }
        while self.current != target {
            ahead.push(target);
            target = self.tree.parent(target).unwrap_or(NodeId::ROOT);
            self.step_back();
        }
        while let Some(child) = ahead.pop() {
            self.step_to(child)?;
        }
        Ok(())
    }

    fn step_back(&mut self) {
        self.session.undo();
        self.current = self.tree.parent(self.current).unwrap_or(NodeId::ROOT);
    }

    fn step_to(&mut self, child: NodeId) -> Result<(), BadAnalysis> {
        let text = self.tree.text(child);
        let number = self.session.timeline().len() + 1;
        // Every move of the tree was played when it was added.
        self.session.play(text).map_err(|error| BadList::new(number, text, error))?;
        self.current = child;
        Ok(())
    }

    /// Goes one player's move back, over what chance added to it, and returns whether there was one.
    pub fn back(&mut self) -> Result<bool, BadAnalysis> {
        let from = self.current;
        while let Some(parent) = self.tree.parent(self.current) {
            self.go_to(parent)?;
            if self.session.turn() != Turn::Chance {
                break;
            }
        }
        Ok(self.current != from)
    }

    /// Goes one player's move forward along the line, with what chance adds to it, and returns whether there was one.
    pub fn forward(&mut self) -> Result<bool, BadAnalysis> {
        let from = self.current;
        while let Some(&child) = self.tree.children(self.current).first() {
            self.go_to(child)?;
            if self.session.turn() != Turn::Chance {
                break;
            }
        }
        Ok(self.current != from)
    }

    /// Goes to another line that parts from this one at the last move, `by` places further, and returns whether there
    /// is one.
    pub fn sibling(&mut self, by: isize) -> Result<bool, BadAnalysis> {
        let (siblings, place) = self.tree.siblings(self.current);
        let Some(&node) = place.checked_add_signed(by).and_then(|place| siblings.get(place)) else {
            return Ok(false);
        };
        self.go_to(node)?;
        Ok(true)
    }

    /// Deletes a node with all that follows it. Whoever looked at it looks at the one before it.
    pub fn delete(&mut self, node: NodeId) -> Result<(), BadAnalysis> {
        let is_left = self.current == node || self.tree.path(self.current).contains(&node);
        let parent = self.tree.parent(node).ok_or(if node == NodeId::ROOT {
            BadTree::Root
        } else {
            BadTree::NoSuchNode
        })?;
        if is_left {
            self.go_to(parent)?;
        }
        self.tree.delete(node)?;
        self.note_change(true);
        Ok(())
    }

    /// Moves the variation that a node is part of one place up, or makes it the main line.
    pub fn promote(&mut self, node: NodeId, to_main_line: bool) -> Result<(), BadAnalysis> {
        let has_moved =
            if to_main_line { self.tree.make_main_line(node)? } else { self.tree.promote(node)? };
        self.note_change(has_moved);
        Ok(())
    }

    /// Sets the comment on a node.
    pub fn set_comment(&mut self, node: NodeId, comment: &str) -> Result<(), BadAnalysis> {
        let is_new = self.tree.comment(node) != comment;
        self.tree.set_comment(node, comment)?;
        self.note_change(is_new);
        Ok(())
    }

    /// Counts a change of the tree, if it was one: front ends get all nodes again whenever the revision grows.
    fn note_change(&mut self, has_changed: bool) {
        self.revision += u64::from(has_changed);
    }

    fn lists(&self) -> MoveLists {
        MoveLists::new(self.start.info(), self.start.size().1)
    }
}
