//! What can be seen by looking at the whole board once, however large it is.
//!
//! The search looks through a window of columns; that no win and no block is ever missed is made sure here,
//! on the board of the rules itself.

use parlor_rules::Player;
use parlor_rules::Position as _;
use parlor_rules::drop::growing::{Board, Move, Position};
use parlor_rules::drop::lines::LINE;

/// The legal moves of the player to move, and where either player would win at once.
#[derive(Clone, Debug)]
pub(super) struct Sight {
    /// The player to move.
    pub(super) player: Player,
    /// Its legal moves, from the left.
    pub(super) legal: Vec<Move>,
    /// The columns where it wins at once.
    pub(super) wins: Vec<usize>,
    /// The columns where the opponent would.
    pub(super) losses: Vec<usize>,
}

impl Sight {
    /// Looks at a position; nothing to see when the game is over.
    pub(super) fn of(position: &Position) -> Option<Sight> {
        let player = position.turn().player()?;
        let legal: Vec<Move> = position.moves().filter(|played| played.player == player).collect();
        let board = position.board();
        let ends = |player: Player| {
            let completes = |column: &usize| completes(board, player, *column, height(board, *column));
            legal.iter().map(|played| played.column).filter(completes).collect()
        };
        Some(Sight { player, wins: ends(player), losses: ends(player.other()), legal })
    }

    /// Returns whether a move in this column, which neither wins nor leaves a threat open, lets the opponent
    /// win right above.
    pub(super) fn opens_a_win(&self, board: &Board, column: usize) -> bool {
        completes(board, self.player.other(), column, height(board, column) + 1)
    }
}

fn height(board: &Board, column: usize) -> usize {
    board.tokens_in_column(column).unwrap_or(0)
}

/// Returns whether a disc of this player at this empty place would be one of four or more in a row or a
/// column.
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
