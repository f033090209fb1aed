//! The position of shapes, classic and super: two players take turns to drop discs.

use super::lines::{Direction, lines, made_by_one_disc};
use super::{Board, Column, Disc, Place};
use crate::{BadSetup, Cell, IllegalMove, Outcome, Player, Position, Setup, SplitMix64, Turn};
use std::fmt::Debug;

/// The part in which shapes, classic and super differ: what happens after a disc has landed.
pub trait Rule: Clone + PartialEq + Debug + Default + Send + Sync + 'static {
    /// The kind of disc that is dropped.
    type Disc: Disc;

    /// The effect of a landed disc beyond its own cell: what `undo_effect` and a front end need to know.
    type Effect: Clone + Debug + Send + Sync + 'static;

    /// Returns a new disc of a player.
    fn disc(player: Player) -> Self::Disc;

    /// Applies the rule after a disc has landed on top of `column`. Returns its effect, and the outcome if
    /// the game is over.
    fn apply_effect(
        &mut self,
        board: &mut Board<Self::Disc>,
        column: usize,
    ) -> (Self::Effect, Option<Outcome>);

    /// Undoes what [`apply_effect`](Rule::apply_effect) did. The dropped disc is on the board again
    /// afterwards.
    fn undo_effect(&mut self, board: &mut Board<Self::Disc>, effect: Self::Effect);

    /// Returns the outcome of a board that was set up and not played, or `None` if the game is in progress.
    fn initial_outcome(&mut self, board: &Board<Self::Disc>) -> Option<Outcome> {
        match lines(board, &Direction::ALL).next() {
            Some(line) => Some(Outcome::Win(line.player)),
            None => board.is_full().then_some(Outcome::Draw),
        }
    }

    /// Prepares a board that was built and not played: removes what only play makes.
    fn prepare(_board: &mut Board<Self::Disc>) {}

    /// Returns whether play can lead to this board with `last` as the player who moved last.
    fn is_possible(board: &Board<Self::Disc>, last: Player) -> bool {
        made_by_one_disc(board, &Direction::ALL, Some(last))
    }

    /// Returns the places of the winning line on a board with this outcome.
    fn line(&self, board: &Board<Self::Disc>, outcome: Outcome) -> Vec<Place>;

    /// Returns the points of both players.
    fn scores(&self, outcome: Option<Outcome>) -> [u64; 2];

    /// Sets the points a player had before this board, in games that points decide.
    fn set_score(&mut self, _player: Player, _score: u64) {}

    /// Whether the numbers of discs determine who is to move.
    const DISCS_ALTERNATE: bool;
}

/// The most points a drawn board may have. It is far from any overflow, whatever is played afterwards.
const MAX_POINTS: u64 = 1 << 53;

/// A position of a drop game in which two players take turns on a board of fixed size.
#[derive(Clone, Debug, PartialEq)]
pub struct DropPosition<R: Rule> {
    board: Board<R::Disc>,
    rule: R,
    next: Player,
    outcome: Option<Outcome>,
}

impl<R: Rule> DropPosition<R> {
    /// Creates a position with this board and player one to move.
    ///
    /// Any fill of the columns will do, also one that no alternating game reaches. In shapes and classic the game is
    /// over if the board already has a line; in super the next turn removes the lines. A board without room ends
    /// every game. Marks of shapes are removed: only the game makes them. O(discs) time.
    pub fn from_board(mut board: Board<R::Disc>) -> DropPosition<R> {
        R::prepare(&mut board);
        let mut rule = R::default();
        let outcome = rule.initial_outcome(&board);
        DropPosition { board, rule, next: Player::One, outcome }
    }

    /// Returns the board.
    #[inline]
    pub fn board(&self) -> &Board<R::Disc> {
        &self.board
    }

    /// Returns the number of rows, which is the capacity of each column.
    pub fn rows(&self) -> usize {
        self.board.capacity()
    }

    /// Returns the number of columns.
    pub fn columns(&self) -> usize {
        self.board.columns()
    }

    /// Returns the player who moved last: the opponent of the player to move.
    pub fn last_mover(&self) -> Player {
        self.next.other()
    }

    /// Returns the points of both players: one for the winner in classic and shapes, the points so far in
    /// super.
    pub fn scores(&self) -> [u64; 2] {
        self.rule.scores(self.outcome)
    }

    /// Sets the points a player brings along, in games that points decide.
    pub(super) fn set_score(&mut self, player: Player, score: u64) {
        self.rule.set_score(player, score);
    }

    /// Empties the board. Player one moves next. O(columns) time.
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
        self.board.check_room(column)
    }

    fn play_unchecked(&mut self, Column(column): Column) -> R::Effect {
        self.board.push_unchecked(column, R::disc(self.next));
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

    fn sample(&self, rng: &mut SplitMix64) -> Option<Column> {
        if self.outcome.is_some() {
            return None;
        }
        // Most columns have room most of the time, so drawing again beats counting.
        for _ in 0..8 {
            let column = rng.below(self.columns());
            if self.board.height(column) < self.rows() {
                return Some(Column(column));
            }
        }
        let open = self.board.open_columns().count();
        self.board.open_columns().nth(rng.below(open)).map(Column)
    }

    fn setup(&self) -> Setup {
        let next = self.turn().player();
        Setup { cells: self.board.cells(self.rows()), next, scores: self.scores() }
    }

    fn set_up(&self, setup: &Setup) -> Result<Self, BadSetup> {
        let board = self.board.read_setup(self.rows(), setup, R::disc)?;
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
        if setup.scores.iter().any(|&score| score > MAX_POINTS) {
            return Err(BadSetup::TooManyPoints);
        }
        let mut rule = R::default();
        for player in Player::BOTH {
            rule.set_score(player, setup.scores[player.index()]);
        }
        if !R::is_possible(&board, next.other()) {
            return Err(BadSetup::ImpossibleWin);
        }
        let outcome = rule.initial_outcome(&board);
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

/// Plays these columns, for tests.
#[cfg(test)]
pub(super) fn played<R: Rule>(mut position: DropPosition<R>, moves: &str) -> DropPosition<R> {
    for column in moves.split_whitespace() {
        position.play(column.parse().unwrap()).unwrap();
    }
    position
}
