//! The line of a game: every ply that stands, and those that were undone and can be redone.

use crate::Event;
use crate::view::Step;
use parlor_rules::Player;

/// How continuing after a win is written where moves are written.
pub const CONTINUE: &str = "continue";

/// For how many plies a full timeline makes room, at least.
const MIN_ROOM: usize = 8;

/// What a ply was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlyKind {
    /// A player's move.
    Move,
    /// A move of chance.
    Chance,
    /// The player's choice to continue after a win.
    Continue,
}

/// One ply of a game, and what it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// What it was.
    pub kind: PlyKind,
    /// The player whose move it was.
    pub by: Option<Player>,
    /// The move as it is written: `3`, `F3`, `@1,1`, `continue`.
    pub text: String,
    /// What it did to the board, phase by phase. Nothing for [`PlyKind::Continue`].
    pub steps: Vec<Step>,
}

impl Ply {
    /// Returns the event that makes this ply at a table.
    pub fn event(&self) -> Event {
        match self.kind {
            PlyKind::Move => Event::Move(self.text.clone()),
            PlyKind::Chance => Event::Chance(self.text.clone()),
            PlyKind::Continue => Event::Continue,
        }
    }

    fn forget_steps(&mut self) {
        self.steps = Vec::new();
    }
}

/// The line of a game: every ply from its start that was not undone.
///
/// Undo, redo, "the position after N plies", lists of moves and engines that catch up all read it. N counts the
/// plies of the line as it stands after undo, continuing included.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Timeline {
    plies: Vec<Ply>,
    /// What was undone since the last new ply, the next to be redone last.
    undone: Vec<Ply>,
    player_moves: usize,
    continues: usize,
    /// Whether only the last ply has its steps.
    forgets_steps: bool,
}

impl Timeline {
    /// Returns the plies that stand, the first one first.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Returns how many plies stand.
    pub fn len(&self) -> usize {
        self.plies.len()
    }

    /// Returns whether no ply stands.
    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// Returns the last ply that stands.
    pub fn last(&self) -> Option<&Ply> {
        self.plies.last()
    }

    /// Returns what the last ply did: nothing before the first move and right after continuing past a win.
    pub fn last_steps(&self) -> &[Step] {
        self.last().map_or(&[], |ply| &ply.steps)
    }

    /// Returns the plies as text.
    pub fn moves(&self) -> Vec<String> {
        self.moves_since(0)
    }

    /// Returns the plies after the first `plies`, as text.
    pub fn moves_since(&self, plies: usize) -> Vec<String> {
        self.plies.iter().skip(plies).map(|ply| ply.text.clone()).collect()
    }

    /// Returns how many of the plies are players' moves.
    pub fn player_moves(&self) -> usize {
        self.player_moves
    }

    /// Returns how many of the plies are moves on the board, of players and of chance: what seeded chance depends on.
    pub fn board_moves(&self) -> usize {
        self.plies.len() - self.continues
    }

    /// Returns who made the last player's move.
    pub fn last_player(&self) -> Option<Player> {
        self.plies.iter().rev().find(|ply| ply.kind == PlyKind::Move).and_then(|ply| ply.by)
    }

    /// Returns how many plies to undo so that the last move of this player (of anybody) is gone.
    pub fn plies_to_undo(&self, by: Option<Player>) -> Option<usize> {
        self.plies.iter().rev().position(|ply| is_move_of(ply, by)).map(|after| after + 1)
    }

    /// Returns how many undone plies to redo so that the next move of this player (of anybody) stands again, with what
    /// chance and, for one player, the opponent added to it: what [`Timeline::plies_to_undo`] took back.
    pub fn plies_to_redo(&self, by: Option<Player>) -> Option<usize> {
        let next = self.undone.iter().rev().position(|ply| is_move_of(ply, by))?;
        let after = self.undone.iter().rev().skip(next + 1);
        Some(next + 1 + after.take_while(|ply| !is_move_of(ply, by)).count())
    }

    /// Returns how many undone plies there are to redo.
    pub fn redo_count(&self) -> usize {
        self.undone.len()
    }

    /// Returns the undone plies as text, the next to be redone first.
    pub fn undone(&self) -> impl Iterator<Item = &str> {
        self.undone.iter().rev().map(|ply| ply.text.as_str())
    }

    /// Returns the plies to stop at when stepping through the game: the start, and after each player's move with what
    /// chance added to it.
    pub fn stops(&self) -> Vec<usize> {
        let is_move = |ply: &Ply| ply.kind == PlyKind::Move;
        let starts = self.plies.iter().enumerate().filter(|(_, ply)| is_move(ply)).map(|(index, _)| index);
        starts.chain([self.plies.len()]).collect()
    }

    /// Returns how many plies this line and another one have in common, of which the first `known` are known to be the
    /// same.
    pub fn common_prefix(&self, moves: &[String], known: usize) -> usize {
        let known = known.min(self.plies.len()).min(moves.len());
        let pairs = self.plies[known..].iter().zip(&moves[known..]);
        known + pairs.take_while(|(ply, text)| ply.text == **text).count()
    }

    /// Adds a new ply; what was undone can't be redone any more.
    pub(crate) fn push(&mut self, ply: Ply) {
        self.undone.clear();
        self.add(ply);
    }

    /// Takes the last ply away and keeps it to be redone.
    pub(crate) fn undo(&mut self) -> Option<&Ply> {
        let ply = self.plies.pop()?;
        match ply.kind {
            PlyKind::Move => self.player_moves -= 1,
            PlyKind::Chance => {}
            PlyKind::Continue => self.continues -= 1,
        }
        self.undone.push(ply);
        if self.forgets_steps {
            self.undone.iter_mut().for_each(Ply::forget_steps);
        }
        self.undone.last()
    }

    /// Returns the text of the ply that would be redone next.
    pub(crate) fn next_redo(&self) -> Option<&str> {
        self.undone.last().map(|ply| ply.text.as_str())
    }

    /// Adds a ply that was undone before.
    pub(crate) fn redo(&mut self, ply: Ply) {
        self.undone.pop();
        self.add(ply);
    }

    /// Keeps the steps of the last ply only, from now on.
    pub(crate) fn forget_steps(&mut self) {
        self.forgets_steps = true;
        let count = self.plies.len();
        self.plies.iter_mut().take(count.saturating_sub(1)).for_each(Ply::forget_steps);
    }

    /// Returns whether the steps of the last ply were forgotten and have to be found again.
    pub(crate) fn lacks_steps(&self) -> bool {
        self.forgets_steps
            && self.last().is_some_and(|ply| ply.kind != PlyKind::Continue && ply.steps.is_empty())
    }

    /// Sets what the last ply did.
    pub(crate) fn set_last_steps(&mut self, steps: Vec<Step>) {
        if let Some(last) = self.plies.last_mut() {
            last.steps = steps;
        }
    }

    fn add(&mut self, ply: Ply) {
        match ply.kind {
            PlyKind::Move => self.player_moves += 1,
            PlyKind::Chance => {}
            PlyKind::Continue => self.continues += 1,
        }
        // A server has many games in memory: room for twice as many plies, as vectors make it, is too much there.
        if let Some(last) = self.plies.last_mut().filter(|_| self.forgets_steps) {
            last.forget_steps();
        }
        if self.plies.len() == self.plies.capacity() {
            self.plies.reserve_exact((self.plies.len() / 4).max(MIN_ROOM));
        }
        self.plies.push(ply);
    }
}

fn is_move_of(ply: &Ply, by: Option<Player>) -> bool {
    ply.kind == PlyKind::Move && (by.is_none() || ply.by == by)
}
