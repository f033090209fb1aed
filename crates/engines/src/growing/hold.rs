//! How not to lose: a plan by which whoever has just moved holds the game for ever.
//!
//! The holder answers every move of the attacker **on top of it**. Then each column alternates from its
//! height on: the attacker gets every second cell, the holder those between. Columns of even height give the
//! attacker even rows, columns of odd height odd ones, so a row where both kinds stand close together has the
//! holder's discs in it. Empty columns all have the same height; there the plan makes the difference. Counted
//! from an offset, every third column is answered on top from the start, and the two between are a **pair**:
//! the attacker's first disc in one is answered by a disc at the bottom of the other, and from then on both,
//! now of height one, are answered on top.
//!
//! What the attacker can get at most under a plan is thereby known cell by cell, and whether four of those
//! lie in a line is a matter of looking: [`Plan::holding`]. `docs/growing.md` has the argument, the tests
//! play it out.

use parlor_rules::Player;
use parlor_rules::drop::growing::{Board, MAX_INDEX};
use parlor_rules::drop::lines::LINE;

/// Answers on top, and beside in pairs of empty columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    /// The columns that are this modulo three belong to no pair.
    offset: usize,
}

/// A board is left alone when it is so large that a plan could meet its edge within two tables' lengths.
const LARGEST: usize = MAX_INDEX - 2_000;
/// Nor is a board looked at that takes too long to look at.
const MOST_CELLS: usize = 2_500;

impl Plan {
    /// Returns the plan by which the opponent of `attacker`, who is to move, never loses, if there is one of
    /// this kind.
    pub(super) fn holding(board: &Board, attacker: Player) -> Option<Plan> {
        let (rows, columns) = (board.rows(), board.columns());
        if rows.max(columns) > LARGEST || rows * columns > MOST_CELLS || board.winner().is_some() {
            return None;
        }
        (0..3).map(|offset| Plan { offset }).find(|plan| plan.holds(board, attacker))
    }

    /// Returns the column of the answer to a move in this column, on the board before the move.
    ///
    /// Engines need not ask: they look for a move after which a plan holds, and this is one.
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

    /// Returns whether the attacker, to move, can't get four in a line against this plan.
    fn holds(self, board: &Board, attacker: Player) -> bool {
        // Beyond the columns there are, and above the tallest, all repeats: every three columns and every two
        // rows.
        let columns = board.columns() + 2 * LINE;
        let levels = board.rows() + 3;
        let towers = (0..board.columns()).all(|column| run_on_top(board, attacker, column) < LINE - 1);
        towers
            && (0..levels).all(|level| {
                let mut run = 0;
                (0..columns).all(|column| {
                    run = if self.attainable(board, attacker, column, level) { run + 1 } else { 0 };
                    run < LINE || self.shared(board, column + 1 - LINE, level)
                })
            })
    }

    /// Returns whether the attacker may get this cell, whatever it does elsewhere.
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

    /// Returns whether the line of four from this column on has a pair in it of which the attacker gets one
    /// cell only.
    fn shared(self, board: &Board, first: usize, level: usize) -> bool {
        level == 0 && (first..first + LINE - 1).any(|column| self.partner(board, column) == Some(column + 1))
    }
}

fn height(board: &Board, column: usize) -> usize {
    board.tokens_in_column(column).unwrap_or(0)
}

/// Returns how many discs of this player lie on top of a column, without another between.
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

    /// Plays a move and, as the plan says, the answer; both must be legal, and the plan must hold as before.
    fn answered(position: &Position, plan: Plan, played: Move) -> Option<Position> {
        let mut next = position.clone();
        let column = plan.answer(position.board(), played.column);
        next.play(played).unwrap();
        assert_ne!(next.board().winner(), Some(played.player), "{position:?}");
        next.play(Move { player: played.player.other(), column }).unwrap();
        if next.turn().is_over() {
            assert_eq!(next.board().winner(), Some(played.player.other()));
            return None;
        }
        assert!(plan.holds(next.board(), played.player), "{position:?} {played}");
        Some(next)
    }

    /// Tries every move of the attacker against the plan; how many positions were seen.
    fn try_all(position: &Position, plan: Plan, moves: usize) -> usize {
        if moves == 0 {
            return 1;
        }
        let all: Vec<Move> = position.moves().collect();
        let next = all.into_iter().filter_map(|played| answered(position, plan, played));
        1 + next.map(|next| try_all(&next, plan, moves - 1)).sum::<usize>()
    }

    /// Returns the second player's plan: column 0 stands alone, 1 and 2 are a pair, and so on.
    fn second() -> (Position, Plan) {
        (Position::default(), Plan { offset: 0 })
    }

    /// Returns the first player's: a disc in column 0, then column 1 stands alone, 2 and 3 are a pair, and so
    /// on.
    fn first() -> (Position, Plan) {
        (after(&[0]), Plan { offset: 1 })
    }

    #[test]
    fn the_second_player_holds_from_the_start() {
        let (start, plan) = second();
        assert_eq!(Plan::holding(start.board(), Player::One), Some(plan));
        assert_eq!(try_all(&start, plan, 6), 56_471);
    }

    #[test]
    fn the_first_player_holds_from_the_start() {
        let (start, plan) = first();
        assert!(plan.holds(start.board(), Player::Two));
        assert_eq!(try_all(&start, plan, 6), 40_139);
    }

    /// The step of the induction, on positions that no plan has led to.
    #[test]
    fn a_plan_that_holds_holds_after_every_move_and_its_answer() {
        let mut held = 0;
        for position in positions(4_000, 24, 31) {
            let attacker = position.turn().player().unwrap();
            let Some(plan) = Plan::holding(position.board(), attacker) else { continue };
            held += 1;
            let all: Vec<Move> = position.moves().collect();
            all.into_iter().for_each(|played| drop(answered(&position, plan, played)));
        }
        assert!(held > 100, "{held}");
    }

    #[test]
    fn nobody_gets_through_in_games_as_long_as_a_table() {
        for (start, plan) in [first(), second()] {
            for seed in 0..6 {
                let mut rng = SplitMix64::new(seed);
                let mut position = start.clone();
                for _ in 0..500 {
                    let Some(played) = position.sample(&mut rng) else { break };
                    let Some(next) = answered(&position, plan, played) else { break };
                    position = next;
                }
            }
        }
    }

    #[test]
    fn the_strongest_attacker_gets_nowhere() {
        for (start, plan) in [first(), second()] {
            let mut attacker = (Position::engine("strong").unwrap().make)(&Settings::seeded(3));
            let mut position = start;
            for _ in 0..40 {
                let limits = "1000n".parse().unwrap();
                let played = attacker.think(&position, &limits, &StopFlag::default(), &mut |_| {}).unwrap();
                let Some(next) = answered(&position, plan, played) else { break };
                position = next;
            }
        }
    }

    #[test]
    fn the_search_agrees() {
        let held = |position: &Position| {
            let attacker = position.turn().player().unwrap();
            Plan::holding(position.board(), attacker).is_some()
        };
        for position in positions(4_000, 16, 77).filter(held).take(100) {
            let mut engine = (Position::engine("strong").unwrap().make)(&Settings::seeded(3));
            let limits = "2000n".parse().unwrap();
            engine.think(&position, &limits, &StopFlag::default(), &mut |report| {
                assert_ne!(report.value.outcome, Expectation::Win, "{position:?}");
            });
        }
    }
}
