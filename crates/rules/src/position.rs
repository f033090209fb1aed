//! What all six games have in common.

use crate::{BadMove, BadSetup, Cell, IllegalMove, Outcome, Setup, SplitMix64, Turn};
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

/// A move: small, and the same after printing and reading back.
pub trait GameMove:
    Copy + Eq + Hash + Debug + Display + FromStr<Err = BadMove> + Send + Sync + 'static
{
}

impl<T> GameMove for T where
    T: Copy + Eq + Hash + Debug + Display + FromStr<Err = BadMove> + Send + Sync + 'static
{
}

/// A legal position of a game, chance included.
///
/// Laws, checked for every game: [`moves`](Position::moves) are exactly those that [`play`](Position::play)
/// accepts; an illegal move leaves the position as it was; playing and taking back is the identity; a move
/// survives printing and reading; a finished game has no moves; [`set_up`](Position::set_up) with the
/// position's own [`setup`](Position::setup) gives an equal board.
pub trait Position: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// A move of this game, a chance move included.
    type Move: GameMove;

    /// What a move did: enough to take it back, and to show it.
    type Played: Clone + Debug + Send + Sync + 'static;

    /// Who is to move.
    fn turn(&self) -> Turn;

    /// The legal moves of whoever is to move, in the game's own order, without allocating.
    fn moves(&self) -> impl Iterator<Item = Self::Move> + '_;

    /// Whether the move can be played, and if not, why.
    fn check(&self, played: Self::Move) -> Result<(), IllegalMove>;

    /// Plays a move that is known to be legal.
    ///
    /// # Panics
    /// May panic, or leave a position that is none, if the move is illegal.
    fn play_unchecked(&mut self, played: Self::Move) -> Self::Played;

    /// Takes back the last move, given what it did.
    fn undo(&mut self, played: Self::Move, did: Self::Played);

    /// Plays a move, or says why it can't be played and changes nothing.
    fn play(&mut self, played: Self::Move) -> Result<Self::Played, IllegalMove> {
        self.check(played)?;
        Ok(self.play_unchecked(played))
    }

    /// A random move of whoever is to move, without listing all: each equally likely for a player, by
    /// [`weight`](Position::weight) for chance. None when the game is over.
    fn sample(&self, dice: &mut SplitMix64) -> Option<Self::Move>;

    /// How much more likely than others this chance move is; 1 where all are equal.
    fn weight(&self, _played: Self::Move) -> u32 {
        1
    }

    /// The board as cells, top row first.
    fn setup(&self) -> Setup;

    /// The same game (size and options as here) on a drawn board, if that is a position.
    fn set_up(&self, setup: &Setup) -> Result<Self, BadSetup>;

    /// The winning cells, sorted; empty unless somebody has won by them.
    fn line(&self) -> Vec<Cell>;
}

/// Plays random moves until the game is over or `most` moves are played; how it ended and after how many.
///
/// Chance moves are not counted.
pub fn random_game<P: Position>(
    position: &mut P,
    dice: &mut SplitMix64,
    most: usize,
) -> (Option<Outcome>, usize) {
    let mut plies = 0;
    loop {
        match position.turn() {
            Turn::Over(outcome) => return (Some(outcome), plies),
            Turn::Player(_) if plies == most => return (None, plies),
            Turn::Player(_) => plies += 1,
            Turn::Chance => {}
        }
        match position.sample(dice) {
            Some(played) => drop(position.play_unchecked(played)),
            None => return (None, plies),
        }
    }
}
