//! The alternating drop game behind shapes, classic and super.

use super::lines::{Direction, lines, made_by_one_disc};
use super::{Board, Column, Disc, Place};
use crate::{BadSetup, Cell, IllegalMove, Outcome, Player, Position, Setup, SplitMix64, Turn};
use std::fmt::Debug;

/// What happens when a disc has come to rest: where shapes, classic and super differ.
pub trait Rule: Clone + PartialEq + Debug + Default + Send + Sync + 'static {
    /// What falls.
    type Disc: Disc;

    /// What a fallen disc did beyond lying there: enough to take it back, and to show it.
    type Effect: Clone + Debug + Send + Sync + 'static;

    /// A fresh disc of a player.
    fn disc(player: Player) -> Self::Disc;

    /// Settles the board after a disc came to rest on top of `column`; says how the game ended, if it did.
    fn apply_effect(
        &mut self,
        board: &mut Board<Self::Disc>,
        column: usize,
    ) -> (Self::Effect, Option<Outcome>);

    /// Takes back what [`apply_effect`](Rule::apply_effect) did; the disc itself lies there again afterwards.
    fn undo_effect(&mut self, board: &mut Board<Self::Disc>, effect: Self::Effect);

    /// How a board that was put up rather than played stands; `None` is in progress.
    fn judge(&mut self, board: &Board<Self::Disc>) -> Option<Outcome> {
        match lines(board, &Direction::ALL).next() {
            Some(line) => Some(Outcome::Win(line.player)),
            None => board.is_full().then_some(Outcome::Draw),
        }
    }

    /// Whether play can have led to this board, this player having moved last.
    fn is_possible(board: &Board<Self::Disc>, last: Player) -> bool {
        made_by_one_disc(board, &Direction::ALL, Some(last))
    }

    /// The winning places on a board that ended like this.
    fn line(&self, board: &Board<Self::Disc>, outcome: Outcome) -> Vec<Place>;

    /// The points of both players.
    fn scores(&self, outcome: Option<Outcome>) -> [u64; 2];

    /// Takes over points that were made before this board, where points decide.
    fn set_score(&mut self, _player: Player, _score: u64) {}

    /// Whether the numbers of discs tell who is to move.
    const DISCS_ALTERNATE: bool;
}

/// The most points a drawn board may come with: far from any overflow, whatever is played afterwards.
const MOST_POINTS: u64 = 1 << 53;

/// A drop game in which two players take turns on a board of fixed size.
#[derive(Clone, Debug, PartialEq)]
pub struct DropPosition<R: Rule> {
    board: Board<R::Disc>,
    rule: R,
    next: Player,
    outcome: Option<Outcome>,
}

impl<R: Rule> DropPosition<R> {
    /// A game on this board as it lies, player one to move.
    ///
    /// A board that already has a line, or no room, is over.
    pub fn from_board(board: Board<R::Disc>) -> DropPosition<R> {
        let mut rule = R::default();
        let outcome = rule.judge(&board);
        DropPosition { board, rule, next: Player::One, outcome }
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board<R::Disc> {
        &self.board
    }

    /// Rows of the board: the capacity of each column.
    pub fn rows(&self) -> usize {
        self.board.capacity()
    }

    /// Columns of the board.
    pub fn columns(&self) -> usize {
        self.board.columns()
    }

    /// Who moved last, or would have: the other than the one who is next.
    pub fn last_mover(&self) -> Player {
        self.next.other()
    }

    /// The points of both players: in classic one for the winner, in super those made so far.
    pub fn scores(&self) -> [u64; 2] {
        self.rule.scores(self.outcome)
    }

    /// Takes over points that a player brings along, where points decide the game.
    pub(super) fn set_score(&mut self, player: Player, score: u64) {
        self.rule.set_score(player, score);
    }

    /// An empty board of the same size, player one to move.
    pub fn restart(&mut self) {
        self.board.clear();
        *self =
            DropPosition { board: self.board.clone(), rule: R::default(), next: Player::One, outcome: None };
    }
}

impl<R: Rule> Position for DropPosition<R> {
    type Move = Column;
    type Played = R::Effect;

    #[inline]
    fn turn(&self) -> Turn {
        match self.outcome {
            Some(outcome) => Turn::Over(outcome),
            None => Turn::Player(self.next),
        }
    }

    fn moves(&self) -> impl Iterator<Item = Column> + '_ {
        let in_progress = self.outcome.is_none();
        self.board.open_columns().filter(move |_| in_progress).map(Column)
    }

    #[inline]
    fn check(&self, Column(column): Column) -> Result<(), IllegalMove> {
        if self.outcome.is_some() {
            return Err(IllegalMove::GameOver);
        }
        self.board.room(column)
    }

    fn play_unchecked(&mut self, Column(column): Column) -> R::Effect {
        self.board.push(column, R::disc(self.next));
        let (effect, outcome) = self.rule.apply_effect(&mut self.board, column);
        self.outcome = outcome;
        self.next = self.next.other();
        effect
    }

    fn undo(&mut self, Column(column): Column, effect: R::Effect) {
        self.rule.undo_effect(&mut self.board, effect);
        self.board.pop(column);
        self.outcome = None;
        self.next = self.next.other();
    }

    fn sample(&self, dice: &mut SplitMix64) -> Option<Column> {
        if self.outcome.is_some() {
            return None;
        }
        // Most columns have room most of the time: drawing again beats counting.
        for _ in 0..8 {
            let column = dice.below(self.columns());
            if self.board.height(column) < self.rows() {
                return Some(Column(column));
            }
        }
        let open = self.board.open_columns().count();
        self.board.open_columns().nth(dice.below(open)).map(Column)
    }

    fn setup(&self) -> Setup {
        let next = self.turn().player();
        Setup { cells: self.board.cells(self.rows()), next, scores: self.scores() }
    }

    fn set_up(&self, setup: &Setup) -> Result<Self, BadSetup> {
        let board = self.board.drawn(self.rows(), setup, R::disc)?;
        let ahead = setup.count(1) as i64 - setup.count(2) as i64;
        if R::DISCS_ALTERNATE && !(0..=1).contains(&ahead) {
            return Err(BadSetup::WrongTurn);
        }
        let by_count = if ahead == 0 { Player::One } else { Player::Two };
        let next = match setup.next {
            Some(next) if R::DISCS_ALTERNATE && next != by_count => return Err(BadSetup::WrongTurn),
            Some(next) => next,
            None => by_count,
        };
        if setup.scores.iter().any(|&score| score > MOST_POINTS) {
            return Err(BadSetup::TooManyPoints);
        }
        let mut rule = R::default();
        for player in Player::BOTH {
            rule.set_score(player, setup.scores[player.index()]);
        }
        if !R::is_possible(&board, next.other()) {
            return Err(BadSetup::ImpossibleWin);
        }
        let outcome = rule.judge(&board);
        if outcome.is_some() && setup.next.is_some() {
            return Err(BadSetup::WrongTurn);
        }
        Ok(DropPosition { board, rule, next, outcome })
    }

    fn line(&self) -> Vec<Cell> {
        let Some(outcome) = self.outcome else { return Vec::new() };
        let places = self.rule.line(&self.board, outcome);
        let mut cells: Vec<Cell> =
            places.into_iter().map(|place| Board::<R::Disc>::cell(self.rows(), place)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }
}

/// A game after these columns, for tests.
#[cfg(test)]
pub(super) fn played<R: Rule>(mut position: DropPosition<R>, moves: &str) -> DropPosition<R> {
    for column in moves.split_whitespace() {
        position.play(column.parse().unwrap()).unwrap();
    }
    position
}
