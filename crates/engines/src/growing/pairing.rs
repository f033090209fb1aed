//! A pairing strategy with which the player who has just moved never loses.
//!
//! The defender answers every move of the attacker **on top of it**. Then each column alternates from its
//! height on: the attacker gets every second cell and the defender those between. Columns of even height give
//! the attacker even rows, columns of odd height odd rows, so a row that crosses both kinds contains discs of
//! the defender. Empty columns all have the same height, so the strategy has to make a difference between
//! them. Counted from an offset, every third column is answered on top from the start, and the two between
//! are a **pair**: the attacker's first disc in one is answered by a disc at the bottom of the other. From
//! then on both columns, now of height one, are answered on top.
//!
//! So the cells that the attacker can get are known. [`PairingStrategy::find`] checks whether four of them
//! are in a line. `docs/growing.md` has the proof, and the tests play it out.

use parlor_rules::Player;
use parlor_rules::drop::growing::{Board, MAX_INDEX};
use parlor_rules::drop::lines::LINE;

/// A pairing strategy: answers on top, and in the other column of a pair of empty columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PairingStrategy {
    /// The columns with this remainder modulo three belong to no pair.
    offset: usize,
}

/// The longest side of a board for which a strategy is searched. On a larger board it could reach the limit
/// of 10,000 within two games of maximum length.
const MAX_SIDE: usize = MAX_INDEX - 2_000;
/// The most cells of a board for which a strategy is searched. More would take too long.
const MAX_CELLS: usize = 2_500;

impl PairingStrategy {
    /// Returns a strategy with which the opponent of `attacker`, who is to move, never loses, if there is one
    /// of this kind.
    pub(super) fn find(board: &Board, attacker: Player) -> Option<PairingStrategy> {
        let (rows, columns) = (board.rows(), board.columns());
        if rows.max(columns) > MAX_SIDE || rows * columns > MAX_CELLS || board.winner().is_some() {
            return None;
        }
        (0..3)
            .map(|offset| PairingStrategy { offset })
            .find(|strategy| strategy.is_safe_against(board, attacker))
    }

    /// Returns the column of the answer to a move, on the board before the move.
    ///
    /// Engines do not need it: they search for a move after which a strategy exists, and this is one.
    #[cfg(test)]
    pub(super) fn answer(self, board: &Board, column: usize) -> usize {
        self.partner(board, column).unwrap_or(column)
    }

    /// Returns the other column of a pair, if both are empty.
    fn partner(self, board: &Board, column: usize) -> Option<usize> {
        let partner = match (column + 3 - self.offset) % 3 {
            0 => None,
            1 => Some(column + 1),
            _ => column.checked_sub(1),
        };
        partner.filter(|&partner| height(board, column) == 0 && height(board, partner) == 0)
    }

    /// Returns whether the attacker, who is to move, can't get four in a line against this strategy.
    fn is_safe_against(self, board: &Board, attacker: Player) -> bool {
        // Beyond the existing columns and above the tallest one everything repeats: every three columns and
        // every two rows.
        let columns = board.columns() + 2 * LINE;
        let levels = board.rows() + 3;
        let columns_are_safe =
            (0..board.columns()).all(|column| run_on_top(board, attacker, column) < LINE - 1);
        columns_are_safe
            && (0..levels).all(|level| {
                let mut run = 0;
                (0..columns).all(|column| {
                    run = if self.attainable(board, attacker, column, level) { run + 1 } else { 0 };
                    run < LINE || self.contains_pair(board, column + 1 - LINE, level)
                })
            })
    }

    /// Returns whether the attacker can get this cell.
    fn attainable(self, board: &Board, attacker: Player, column: usize, level: usize) -> bool {
        let height = height(board, column);
        if level < height {
            board.token(level, column) == Some(attacker)
        } else if self.partner(board, column).is_some() {
            level == 0 || level % 2 == 1
        } else {
            (level - height).is_multiple_of(2)
        }
    }

    /// Returns whether the line of four from this column on contains a pair, of which the attacker gets only
    /// one cell.
    fn contains_pair(self, board: &Board, first: usize, level: usize) -> bool {
        level == 0 && (first..first + LINE - 1).any(|column| self.partner(board, column) == Some(column + 1))
    }
}

fn height(board: &Board, column: usize) -> usize {
    board.tokens_in_column(column).unwrap_or(0)
}

/// Returns the number of equal discs of this player on top of a column.
fn run_on_top(board: &Board, player: Player, column: usize) -> usize {
    let height = height(board, column);
    (0..height).rev().take_while(|&level| board.token(level, column) == Some(player)).count()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{after, positions};
    use super::*;
    use crate::{EngineRegistry, Expectation, Settings, StopFlag};
    use parlor_rules::drop::growing::{Move, Position};
    use parlor_rules::{Position as _, SplitMix64};

    /// Plays a move and the answer of the strategy. Both must be legal, and the strategy must still hold.
    fn answered(position: &Position, strategy: PairingStrategy, played: Move) -> Option<Position> {
        let mut next = position.clone();
        let column = strategy.answer(position.board(), played.column);
        next.play(played).unwrap();
        assert_ne!(next.board().winner(), Some(played.player), "{position:?}");
        next.play(Move { player: played.player.other(), column }).unwrap();
        if next.turn().is_over() {
            assert_eq!(next.board().winner(), Some(played.player.other()));
            return None;
        }
        assert!(strategy.is_safe_against(next.board(), played.player), "{position:?} {played}");
        Some(next)
    }

    /// Tries every move of the attacker against the strategy. Returns the number of positions.
    fn try_all(position: &Position, strategy: PairingStrategy, moves: usize) -> usize {
        if moves == 0 {
            return 1;
        }
        let all: Vec<Move> = position.moves().collect();
        let next = all.into_iter().filter_map(|played| answered(position, strategy, played));
        1 + next.map(|next| try_all(&next, strategy, moves - 1)).sum::<usize>()
    }

    /// Returns the strategy of the second player: column 0 is single, 1 and 2 are a pair, and so on.
    fn second() -> (Position, PairingStrategy) {
        (Position::default(), PairingStrategy { offset: 0 })
    }

    /// Returns the strategy of the first player: a disc in column 0, then column 1 is single, 2 and 3 are a
    /// pair, and so on.
    fn first() -> (Position, PairingStrategy) {
        (after(&[0]), PairingStrategy { offset: 1 })
    }

    #[test]
    fn second_player_is_safe() {
        let (start, strategy) = second();
        assert_eq!(PairingStrategy::find(start.board(), Player::One), Some(strategy));
        assert_eq!(try_all(&start, strategy, 6), 56_471);
    }

    #[test]
    fn first_player_is_safe() {
        let (start, strategy) = first();
        assert!(strategy.is_safe_against(start.board(), Player::Two));
        assert_eq!(try_all(&start, strategy, 6), 40_139);
    }

    /// The induction step, on positions that were not reached by a strategy.
    #[test]
    fn induction_step() {
        let mut safe = 0;
        for position in positions(4_000, 24, 31) {
            let attacker = position.turn().player().unwrap();
            let Some(strategy) = PairingStrategy::find(position.board(), attacker) else { continue };
            safe += 1;
            let all: Vec<Move> = position.moves().collect();
            all.into_iter().for_each(|played| drop(answered(&position, strategy, played)));
        }
        assert!(safe > 100, "{safe}");
    }

    #[test]
    fn long_random_attacks() {
        for (start, strategy) in [first(), second()] {
            for seed in 0..6 {
                let mut rng = SplitMix64::new(seed);
                let mut position = start.clone();
                for _ in 0..500 {
                    let Some(played) = position.sample(&mut rng) else { break };
                    let Some(next) = answered(&position, strategy, played) else { break };
                    position = next;
                }
            }
        }
    }

    #[test]
    fn strong_engine_attacks() {
        for (start, strategy) in [first(), second()] {
            let mut attacker = (Position::engine("strong").unwrap().make)(&Settings::seeded(3));
            let mut position = start;
            for _ in 0..40 {
                let limits = "1000n".parse().unwrap();
                let played = attacker.think(&position, &limits, &StopFlag::default(), &mut |_| {}).unwrap();
                let Some(next) = answered(&position, strategy, played) else { break };
                position = next;
            }
        }
    }

    #[test]
    fn search_agrees() {
        let safe = |position: &Position| {
            let attacker = position.turn().player().unwrap();
            PairingStrategy::find(position.board(), attacker).is_some()
        };
        for position in positions(4_000, 16, 77).filter(safe).take(100) {
            let mut engine = (Position::engine("strong").unwrap().make)(&Settings::seeded(3));
            let limits = "2000n".parse().unwrap();
            engine.think(&position, &limits, &StopFlag::default(), &mut |report| {
                assert_ne!(report.value.outcome, Expectation::Win, "{position:?}");
            });
        }
    }
}
