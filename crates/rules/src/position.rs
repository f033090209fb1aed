//! The trait that every game implements.

use crate::{BadMove, BadSetup, Cell, IllegalMove, Outcome, Setup, SplitMix64, Turn};
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

/// A move of a game: a small value that prints and parses without loss.
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
/// Tests check these laws for every game:
///
/// - [`moves`](Position::moves) lists exactly the moves that [`play`](Position::play) accepts.
/// - An illegal move leaves the position unchanged.
/// - Playing a move and undoing it gives the same position.
/// - A move that is printed and parsed is the same move.
/// - A finished game has no moves.
/// - [`set_up`](Position::set_up) with the position's own [`setup`](Position::setup) gives an equal board.
pub trait Position: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// A move of a player or of chance.
    type Move: GameMove;

    /// The effect of a move: what [`undo`](Position::undo) and a front end need to know.
    type Played: Clone + Debug + Send + Sync + 'static;

    /// Returns who is to move.
    fn turn(&self) -> Turn;

    /// Returns the legal moves in the game's own order, without allocating.
    fn moves(&self) -> impl Iterator<Item = Self::Move> + '_;

    /// Returns an error if the move can't be played.
    fn check(&self, played: Self::Move) -> Result<(), IllegalMove>;

    /// Plays a move that is known to be legal.
    ///
    /// # Panics
    /// May panic, or leave an invalid position, if the move is illegal.
    fn play_unchecked(&mut self, played: Self::Move) -> Self::Played;

    /// Undoes the last move, given its effect.
    ///
    /// # Panics
    /// May panic, or leave an invalid position, if this was not the last move or its effect is another's.
    fn undo(&mut self, played: Self::Move, did: Self::Played);

    /// Plays a move. An illegal move is an error and changes nothing.
    fn play(&mut self, played: Self::Move) -> Result<Self::Played, IllegalMove> {
        self.check(played)?;
        Ok(self.play_unchecked(played))
    }

    /// Returns a random legal move without listing all, or `None` when the game is over. All are equally likely.
    fn sample(&self, rng: &mut SplitMix64) -> Option<Self::Move>;

    /// Returns the board as cells, top row first.
    fn setup(&self) -> Setup;

    /// Creates a position of this game (same size and options) from a drawn board, or says why it is not a
    /// legal one.
    fn set_up(&self, setup: &Setup) -> Result<Self, BadSetup>;

    /// Returns the cells of the winning line, sorted. It is empty if nobody has won by a line.
    fn line(&self) -> Vec<Cell>;
}

/// Plays random moves until the game is over or `max_plies` moves are played. Returns the outcome, if there
/// is one, and the number of moves.
///
/// Chance moves do not count as moves here.
pub fn play_random_game<P: Position>(
    position: &mut P,
    rng: &mut SplitMix64,
    max_plies: usize,
) -> (Option<Outcome>, usize) {
    let mut plies = 0;
    loop {
        match position.turn() {
            Turn::Over(outcome) => return (Some(outcome), plies),
            Turn::Player(_) if plies == max_plies => return (None, plies),
            Turn::Player(_) => plies += 1,
            Turn::Chance => {}
        }
        match position.sample(rng) {
            Some(played) => drop(position.play_unchecked(played)),
            None => return (None, plies),
        }
    }
}
