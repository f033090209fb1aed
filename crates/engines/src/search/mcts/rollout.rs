//! The rollout: how a game is played to its end from a leaf of the tree. Knowledge of a game belongs here.

use parlor_rules::{Outcome, Player, Position, SplitMix64, Turn};

/// A rollout policy of a game.
///
/// All values are those of player one (the only player in a game for one): 1 is a win, 0 is a loss, and
/// numbers between are draws and estimates.
pub trait Rollout<P: Position>: Send + 'static {
    /// Prepares for a search of this position.
    fn prepare(&mut self, _position: &P) {}

    /// Plays from a position that is not over and returns the value of the result.
    fn play(&mut self, position: &P, rng: &mut SplitMix64, amaf: &mut AmafMoves) -> f64;

    /// Returns the bit of a move in [`AmafMoves`], for games in which a move means the same at any time.
    fn bit(&self, _played: P::Move) -> Option<u8> {
        None
    }

    /// Returns the parameters of the tree search.
    fn tuning(&self) -> Tuning {
        Tuning::default()
    }
}

/// The moves of a playout, for the all-moves-as-first (AMAF) statistics: one bit per move and player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AmafMoves {
    /// The moves of player one and of player two.
    pub moves: [u128; 2],
}

/// The parameters of the tree search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// The exploration constant of UCT.
    pub exploration: f64,
    /// The visits of a leaf before it is expanded.
    pub expand_at: u32,
    /// The equivalence parameter of RAVE: the visits at which a move's own mean and its AMAF mean have
    /// similar weight. 0 switches RAVE off.
    pub rave_equivalence: f64,
}

impl Default for Tuning {
    fn default() -> Tuning {
        Tuning { exploration: 0.7, expand_at: 2, rave_equivalence: 0.0 }
    }
}

/// Returns the value of an outcome for player one.
pub fn outcome_value(outcome: Outcome) -> f64 {
    f64::from(outcome.value_for(Player::One) + 1) / 2.0
}

/// The default rollout for any game: random moves, optionally taking a win in one. A long playout counts as a
/// draw.
#[derive(Clone, Copy, Debug)]
pub struct RandomRollout {
    /// The moves after which a playout is a draw, without chance moves.
    pub max_plies: usize,
    /// Wins in one are searched for in positions with at most this many moves.
    pub max_win_checks: usize,
}

impl Default for RandomRollout {
    fn default() -> RandomRollout {
        RandomRollout { max_plies: 1_000, max_win_checks: 0 }
    }
}

impl<P: Position> Rollout<P> for RandomRollout {
    fn play(&mut self, position: &P, rng: &mut SplitMix64, _trace: &mut AmafMoves) -> f64 {
        let mut position = position.clone();
        let mut plies = 0;
        loop {
            match position.turn() {
                Turn::Over(outcome) => return outcome_value(outcome),
                Turn::Chance => {}
                Turn::Player(_) if plies == self.max_plies => return 0.5,
                Turn::Player(player) => {
                    plies += 1;
                    if wins_at_once(&mut position, player, self.max_win_checks) {
                        return outcome_value(Outcome::Win(player));
                    }
                }
            }
            match position.sample(rng) {
                Some(played) => drop(position.play_unchecked(played)),
                None => return 0.5,
            }
        }
    }
}

/// Returns whether a move wins at once, or `false` if there are more than `max_win_checks` moves.
fn wins_at_once<P: Position>(position: &mut P, player: Player, max_win_checks: usize) -> bool {
    let count = position.moves().take(max_win_checks + 1).count();
    if count > max_win_checks {
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
