//! Finds the immediate wins of both players on the whole board, however large it is.
//!
//! The search sees only a window of columns. This module works on the plain board, so that no win and no
//! block is missed.

use parlor_rules::Player;
use parlor_rules::Position as _;
use parlor_rules::drop::growing::{Board, Move, Position};
use parlor_rules::drop::lines::LINE;

/// The legal moves of the player to move, and the immediate wins of both players.
#[derive(Clone, Debug)]
pub(super) struct ImmediateWins {
    /// The player to move.
    pub(super) player: Player,
    /// Its legal moves, from the left.
    pub(super) legal: Vec<Move>,
    /// The columns where the player to move wins at once.
    pub(super) wins: Vec<usize>,
    /// The columns where the opponent would win at once.
    pub(super) losses: Vec<usize>,
}

impl ImmediateWins {
    /// Finds the immediate wins of a position, or `None` when the game is over.
    pub(super) fn of(position: &Position) -> Option<ImmediateWins> {
        let player = position.turn().player()?;
        let legal: Vec<Move> = position.moves().filter(|played| played.player == player).collect();
        let board = position.board();
        let ends = |player: Player| {
            let completes = |column: &usize| completes(board, player, *column, height(board, *column));
            legal.iter().map(|played| played.column).filter(completes).collect()
        };
        Some(ImmediateWins { player, wins: ends(player), losses: ends(player.other()), legal })
    }

    /// Returns whether a move in this column lets the opponent win directly above.
    pub(super) fn opens_a_win(&self, board: &Board, column: usize) -> bool {
        completes(board, self.player.other(), column, height(board, column) + 1)
    }
}

fn height(board: &Board, column: usize) -> usize {
    board.tokens_in_column(column).unwrap_or(0)
}

/// Returns whether a disc of this player at this empty place would complete a line.
fn completes(board: &Board, player: Player, column: usize, level: usize) -> bool {
    let owned = |column: Option<usize>, level: Option<usize>| {
        column.zip(level).is_some_and(|(column, level)| board.token(level, column) == Some(player))
    };
    let count = |along: &dyn Fn(usize) -> bool| (1..LINE).take_while(|&steps| along(steps)).count();
    let left = count(&|steps| owned(column.checked_sub(steps), Some(level)));
    let right = count(&|steps| owned(Some(column + steps), Some(level)));
    let down = count(&|steps| owned(Some(column), level.checked_sub(steps)));
    left + right + 1 >= LINE || down + 1 >= LINE
}
