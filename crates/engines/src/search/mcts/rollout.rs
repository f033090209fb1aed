//! How a game is played out from a leaf of the tree: the one place where a game's own knowledge comes in.

use parlor_rules::{Outcome, Player, Position, SplitMix64, Turn};

/// Plays games out, and says what they were worth.
///
/// Every worth is player one's (the only player's, in a game for one): 1 is won, 0 is lost, between them what
/// is half won or not known.
pub trait Rollout<P: Position>: Send + 'static {
    /// Looks at the position that is to be thought about, before anything is played out from below it.
    fn prepare(&mut self, _position: &P) {}

    /// Plays on from a position that is not over, by chance and cheap knowledge; what it was worth.
    fn play(&mut self, position: &P, dice: &mut SplitMix64, trace: &mut Trace) -> f64;

    /// Returns what a finished position is worth.
    fn result(&self, _position: &P, outcome: Outcome) -> f64 {
        worth(outcome)
    }

    /// Returns the bit of a move in a [`Trace`], where a move means the same whenever it is played.
    fn bit(&self, _played: P::Move) -> Option<u8> {
        None
    }

    /// Returns how the tree above is searched.
    fn tuning(&self) -> Tuning {
        Tuning::default()
    }
}

/// The moves of a playout, one bit each for both players, where the game numbers its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// Moves of player one and of player two.
    pub moves: [u128; 2],
}

/// How a tree is searched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// How much a move that was seldom tried is worth trying.
    pub exploration: f64,
    /// Playouts through a leaf before it is expanded.
    pub expand_at: u32,
    /// After how many playouts of its own a move counts as much as its [`Trace`] in those of others; 0 is
    /// never.
    pub later: f64,
    /// Whether exploration follows the spread of the playouts, where worths differ by little.
    pub by_spread: bool,
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning { exploration: 0.7, expand_at: 2, later: 0.0, by_spread: false }
    }
}

/// Returns what an outcome is worth to player one.
pub fn worth(outcome: Outcome) -> f64 {
    f64::from(outcome.value_for(Player::One) + 1) / 2.0
}

/// The playout of every game: random moves, except that nobody passes by a win; a draw when it takes too
/// long.
#[derive(Clone, Copy, Debug)]
pub struct Plain {
    /// Players' moves after which a playout ends as a draw.
    pub cut: usize,
    /// Up to how many moves are tried for one that wins at once.
    pub look: usize,
}

impl Default for Plain {
    fn default() -> Plain {
        Plain { cut: 1_000, look: 0 }
    }
}

impl<P: Position> Rollout<P> for Plain {
    fn play(&mut self, position: &P, dice: &mut SplitMix64, _trace: &mut Trace) -> f64 {
        let mut position = position.clone();
        let mut plies = 0;
        loop {
            match position.turn() {
                Turn::Over(outcome) => return worth(outcome),
                Turn::Chance => {}
                Turn::Player(_) if plies == self.cut => return 0.5,
                Turn::Player(player) => {
                    plies += 1;
                    if wins_at_once(&mut position, player, self.look) {
                        return worth(Outcome::Win(player));
                    }
                }
            }
            match position.sample(dice) {
                Some(played) => drop(position.play_unchecked(played)),
                None => return 0.5,
            }
        }
    }
}

/// Returns whether one of the player's moves wins the game, unless there are more than `look`.
fn wins_at_once<P: Position>(position: &mut P, player: Player, look: usize) -> bool {
    let count = position.moves().take(look + 1).count();
    if count > look {
        return false;
    }
    (0..count).any(|index| {
        let Some(played) = position.moves().nth(index) else { return false };
        let did = position.play_unchecked(played);
        let wins = position.turn() == Turn::Over(Outcome::Win(player));
        position.undo(played, did);
        wins
    })
}
