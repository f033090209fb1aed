//! What a front end asks of an analysis, and what it draws.

use super::export::AnalysisFormat;
use super::tree::NodeId;
use super::{AnalysisBoard, BadAnalysis};
use crate::view::{Step, View};
use crate::{CONTINUE, ForkPoint, MoveTarget, Options, PlyKind, SetupRecord};
use parlor_rules::{Player, Turn};
use serde::{Deserialize, Serialize};

/// Something a front end asks of an analysis.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum AnalysisCommand {
    /// Opens a game at its start.
    New {
        /// The game's name.
        game: String,
        /// What is chosen about it.
        #[serde(default)]
        options: Options,
    },
    /// Opens the fragment of an address.
    Open {
        /// The fragment.
        fragment: String,
    },
    /// Opens a text in any format, or plays its moves from the start.
    Paste {
        /// The text.
        text: String,
    },
    /// Starts the same game from a board that was drawn.
    SetUp {
        /// The board.
        setup: SetupRecord,
    },
    /// Makes a move, also one of chance.
    Play {
        /// The move.
        text: String,
    },
    /// Makes the moves of chance that are due.
    Chance {
        /// By this seed.
        seed: u64,
    },
    /// Goes to a node.
    Go {
        /// Its number.
        node: usize,
    },
    /// Goes one move back.
    Back,
    /// Goes one move forward.
    Forward,
    /// Goes to the start.
    First,
    /// Goes to the end of the line.
    Last,
    /// Goes to a line that parts from this one at the last move.
    Sibling {
        /// How many places further.
        by: isize,
    },
    /// Deletes a node with all that follows.
    Delete {
        /// Its number.
        node: usize,
    },
    /// Moves a variation one place up, or makes it the main line.
    Promote {
        /// A node of it.
        node: usize,
        /// Whether it becomes the main line.
        #[serde(default)]
        to_main_line: bool,
    },
    /// Comments on a node.
    Comment {
        /// Its number.
        node: usize,
        /// The comment; nothing to delete it.
        text: String,
    },
}

impl AnalysisCommand {
    /// Returns whether it puts another analysis in the place of this one.
    pub fn replaces_board(&self) -> bool {
        matches!(
            self,
            AnalysisCommand::New { .. }
                | AnalysisCommand::Open { .. }
                | AnalysisCommand::Paste { .. }
                | AnalysisCommand::SetUp { .. }
        )
    }
}

/// Who is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TurnState {
    /// A player.
    Player,
    /// Chance.
    Chance,
    /// Nobody.
    Over,
}

/// What a front end draws of an analysis.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnalysisState {
    /// The game's name.
    pub game: &'static str,
    /// What was chosen about it.
    pub options: Options,
    /// The fragment of its address.
    pub fragment: String,
    /// Counts the changes of the tree: the nodes are the same while it is.
    pub revision: u64,
    /// The current node.
    pub current: usize,
    /// The nodes from the one after the start to the current one.
    pub path: Vec<usize>,
    /// The board.
    pub view: View,
    /// What the last move did.
    pub steps: Vec<Step>,
    /// Who is to move.
    pub turn: TurnState,
    /// The player to move, 1 or 2, also in games whose board does not say.
    pub player: Option<u64>,
    /// Whose turn it is or how it ended, in the game's words.
    pub status_text: String,
    /// Whether the player may continue after a win.
    pub can_continue: bool,
    /// Where chance may move.
    pub chance_targets: Vec<(MoveTarget, String)>,
    /// The board that the game starts from, if it is not its own start.
    pub setup: Option<SetupRecord>,
    /// The moves from there to the current node.
    pub moves: Vec<String>,
    /// The comment on the current node.
    pub comment: String,
    /// Whether a line goes on from here.
    pub has_next: bool,
    /// The formats in which it can be taken away.
    pub formats: Vec<AnalysisFormat>,
}

/// A node of the tree, as a list of moves shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NodeState {
    /// Its number.
    pub node: usize,
    /// The node before it; 0 is the start.
    pub parent: usize,
    /// The move.
    pub text: String,
    /// Which move of the players it is, from 1; what chance adds has the number of the move before it.
    pub number: usize,
    /// Who made it; none for chance.
    pub by: Option<u64>,
    /// The comment on it.
    pub comment: String,
    /// How many lines go on from it.
    pub children: usize,
    /// Whether it is the first of those that part here: part of the line before it.
    pub is_first: bool,
}

impl AnalysisBoard {
    /// Carries out a command. On an error nothing has changed.
    pub fn act(&mut self, command: &AnalysisCommand) -> Result<(), BadAnalysis> {
        match command {
            AnalysisCommand::New { game, options } => *self = AnalysisBoard::new(game, options)?,
            AnalysisCommand::Open { fragment } => *self = AnalysisBoard::from_fragment(fragment)?,
            AnalysisCommand::Paste { text } => *self = self.paste(text)?,
            AnalysisCommand::SetUp { setup } => *self = self.with_setup(&setup.to_setup()?)?,
            AnalysisCommand::Play { text } => {
                self.play(text)?;
            }
            AnalysisCommand::Chance { seed } => self.play_chance(*seed)?,
            AnalysisCommand::Go { node } => self.go_to(NodeId::from_number(*node))?,
            AnalysisCommand::Back => {
                self.back()?;
            }
            AnalysisCommand::Forward => {
                self.forward()?;
            }
            AnalysisCommand::First => self.go_to(NodeId::ROOT)?,
            AnalysisCommand::Last => self.go_to(self.tree().end_of_line(self.current()))?,
            AnalysisCommand::Sibling { by } => {
                self.sibling(*by)?;
            }
            AnalysisCommand::Delete { node } => self.delete(NodeId::from_number(*node))?,
            AnalysisCommand::Promote { node, to_main_line } => {
                self.promote(NodeId::from_number(*node), *to_main_line)?;
            }
            AnalysisCommand::Comment { node, text } => self.set_comment(NodeId::from_number(*node), text)?,
        }
        Ok(())
    }

    /// Returns what a front end draws.
    pub fn state(&self) -> AnalysisState {
        let session = self.session();
        let names: Vec<String> = session.info().names.iter().map(|&name| name.into()).collect();
        AnalysisState {
            game: session.info().name,
            options: session.options().clone(),
            fragment: self.fragment(),
            revision: self.revision,
            current: self.current.number(),
            path: self.tree.path(self.current).into_iter().map(NodeId::number).collect(),
            view: session.view(),
            steps: session.timeline().last_steps().to_vec(),
            turn: match session.turn() {
                Turn::Player(_) => TurnState::Player,
                Turn::Chance => TurnState::Chance,
                Turn::Over(_) => TurnState::Over,
            },
            player: session.turn().player().map(Player::number),
            status_text: session.status_text(&names),
            can_continue: session.turn().is_over() && session.check(CONTINUE).is_ok(),
            chance_targets: session.chance_targets(),
            setup: self.setup.clone().map(SetupRecord::of),
            moves: self.tree.line(self.current),
            comment: self.tree.comment(self.current).into(),
            has_next: !self.tree.children(self.current).is_empty(),
            formats: self.formats(),
        }
    }

    /// Returns the nodes of the tree but the start, each after its parent and before its parent's next line.
    pub fn nodes(&self) -> Vec<NodeState> {
        let mut session = self.start.fork(ForkPoint::Start);
        let mut nodes = Vec::with_capacity(self.tree.len());
        let mut numbers = vec![0];
        for node in self.tree.preorder() {
            let parent = self.tree.parent(node).unwrap_or(NodeId::ROOT);
            while session.timeline().len() > self.tree.depth(parent) {
                session.undo();
            }
            let ply = match session.play(self.tree.text(node)) {
                Ok(ply) => (ply.kind, ply.by),
                Err(_) => break,
            };
            let depth = self.tree.depth(parent);
            let number = numbers[depth] + usize::from(ply.0 == PlyKind::Move);
            numbers.truncate(depth + 1);
            numbers.push(number);
            nodes.push(NodeState {
                node: node.number(),
                parent: parent.number(),
                text: self.tree.text(node).into(),
                number,
                by: ply.1.map(Player::number),
                comment: self.tree.comment(node).into(),
                children: self.tree.children(node).len(),
                is_first: self.tree.siblings(node).1 == 0,
            });
        }
        nodes
    }
}
