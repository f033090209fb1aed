//! The oracle of growing: Connect Four without diagonals on a board that grows up and to the right.

use super::super::{Refused, Shown};
use super::{Direction, HORIZONTAL, VERTICAL, insert, winner_and_line};

const DIRECTIONS: [Direction; 2] = [HORIZONTAL, VERTICAL];

/// The highest possible index of a row or a column.
const MAX_INDEX: usize = 9_999;

/// Returns the board after these placements of (player, column), in any order of players.
pub(crate) fn growing(moves: &[(u8, i64)]) -> Result<Shown, Refused> {
    let mut board = vec![vec![0; 4]; 5];
    for (index, &(player, column)) in moves.iter().enumerate() {
        let is_won = winner_and_line(&board, &DIRECTIONS).is_some();
        if is_won || !place(&mut board, player, column) {
            return Err(Refused(index));
        }
    }

    let mut shown =
        Shown { rows: board.len(), columns: board[0].len(), status: "in progress", ..Shown::default() };
    if let Some((winner, line)) = winner_and_line(&board, &DIRECTIONS) {
        shown.status = "won";
        shown.winner = Some(winner);
        shown.line = line;
    }
    shown.board = board;
    Ok(shown)
}

/// Places a token and grows the board as needed. Returns `false`, and leaves the board unchanged, if it is
/// illegal.
fn place(board: &mut Vec<Vec<u64>>, player: u8, column: i64) -> bool {
    let Ok(index) = usize::try_from(column) else {
        return false;
    };
    if !(player == 1 || player == 2) || index > MAX_INDEX {
        return false;
    }
    let columns = board[0].len().max(index + 1);
    let is_column_full = index < board[0].len() && board[0][index] != 0;
    if is_column_full {
        if board.len() > MAX_INDEX {
            return false;
        }
        board.insert(0, vec![0; columns]);
    }
    for row in board.iter_mut() {
        row.resize(columns, 0);
    }
    insert(board, column, player)
}

#[cfg(test)]
mod tests {
    use super::super::super::{Refused, written};
    use super::super::growing;
    use super::place;

    /// Returns the number of tokens in a row counted from the bottom.
    fn tokens_in_row(board: &[Vec<u64>], row: usize) -> usize {
        board[board.len() - 1 - row].iter().filter(|&&cell| cell != 0).count()
    }

    #[test]
    fn empty_board() {
        let shown = growing(&[]).expect("no moves");
        assert_eq!(shown.board, vec![vec![0; 4]; 5]);
        assert_eq!((shown.rows, shown.columns), (5, 4));
        assert_eq!((shown.status, shown.next, shown.winner), ("in progress", None, None));
    }

    #[test]
    fn example_of_the_docs() {
        let moves = [(1, 0), (2, 1), (1, 2), (1, 3), (1, 1), (2, 1), (1, 1), (2, 1), (1, 1), (1, 4)];
        let shown = growing(&moves).expect("a legal game");
        assert_eq!(written(&shown.board), ".1.../.2.../.1.../.2.../.1.../12111");
        assert_eq!((shown.rows, shown.columns), (6, 5));
        assert_eq!(tokens_in_row(&shown.board, 0), 5);
        assert_eq!(tokens_in_row(&shown.board, 5), 1);
        assert_eq!(shown.board.iter().filter(|row| row[1] != 0).count(), 6);
        assert_eq!((shown.status, shown.next), ("in progress", None));
    }

    #[test]
    fn long_example_of_the_docs() {
        let written = "0T 1F 2F 6T 6T 3T 3F 3F 3F 3T 4F 5T 5T 5F 4T 2T 2T 2T 2F 3T 3T 3F 6F 4F";
        let moves: Vec<(u8, i64)> = written
            .split_whitespace()
            .map(|word| {
                let (column, player) = word.split_at(word.len() - 1);
                (if player == "T" { 1 } else { 2 }, column.parse().expect("a column"))
            })
            .collect();
        let shown = growing(&moves).expect("a legal game");
        assert_eq!((shown.rows, shown.columns), (8, 7));
        assert_eq!((shown.status, shown.next, shown.winner), ("won", None, Some(2)));
        // Level 2 above the bottom, where the last token closed the gap between columns 3 and 5.
        assert_eq!(shown.line, [(5, 3), (5, 4), (5, 5), (5, 6)]);
    }

    #[test]
    fn five_in_a_row() {
        let around = [(1, 0), (1, 1), (1, 3), (1, 4)];
        assert_eq!(growing(&around).expect("a legal game").winner, None);
        let shown = growing(&[&around[..], &[(1, 2)]].concat()).expect("a legal game");
        assert_eq!((shown.status, shown.winner), ("won", Some(1)));
        assert_eq!(shown.line, [(4, 0), (4, 1), (4, 2), (4, 3), (4, 4)]);
    }

    #[test]
    fn all_winning_lines() {
        let column = |column| [(1, column), (1, column), (1, column), (2, column)];
        let moves = [column(1), column(2), column(3), [(2, 0); 4]].concat();
        let shown = growing(&moves).expect("a legal game");
        assert_eq!(shown.line, [(1, 0), (1, 1), (1, 2), (1, 3), (2, 0), (3, 0), (4, 0)]);
    }

    #[test]
    fn lines_do_not_wrap() {
        let shown = growing(&[(2, 0), (2, 0), (1, 0), (1, 0), (1, 1), (1, 1)]).expect("a legal game");
        assert_eq!((shown.status, shown.winner), ("in progress", None));
    }

    #[test]
    fn diagonals_do_not_count() {
        let moves = [(1, 0), (2, 1), (1, 1), (2, 2), (1, 2), (1, 2), (1, 3), (2, 3), (2, 3), (1, 3)];
        let shown = growing(&moves).expect("a legal game");
        assert_eq!((1..5).map(|row| shown.board[row][4 - row]).collect::<Vec<_>>(), [1; 4]);
        assert_eq!((shown.status, shown.winner), ("in progress", None));
    }

    #[test]
    fn illegal_placements() {
        assert_eq!(growing(&[(1, 0), (1, 0), (1, 0), (1, 0), (2, 1)]), Err(Refused(4)));
        assert_eq!(growing(&[(1, 0), (1, -1)]), Err(Refused(1)));
        assert_eq!(growing(&[(1, 10_000)]), Err(Refused(0)));
        assert_eq!(growing(&[(2, 9_999)]).expect("the last column").columns, 10_000);
    }

    #[test]
    fn last_row() {
        let mut board: Vec<Vec<u64>> =
            [[1, 0, 0, 0], [2, 0, 0, 0]].repeat(5_000).into_iter().map(Vec::from).collect();
        let full = board.clone();
        assert!(!place(&mut board, 1, 0));
        assert_eq!(board, full);
        assert!(place(&mut board, 1, 4));
        assert_eq!((board.len(), board[0].len()), (10_000, 5));
    }
}
