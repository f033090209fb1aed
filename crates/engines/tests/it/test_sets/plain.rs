//! A plain negamax of Connect Four on 6 x 7. It uses none of the project's code, so that it can't share its mistakes.

use std::collections::HashMap;

const ROWS: usize = 6;
const COLUMNS: usize = 7;

/// The discs of each column from the bottom, 0 for the first player and 1 for the second.
type Board = [Vec<u8>; COLUMNS];

/// Returns the score of the position after these columns, counted from 1.
pub(super) fn score(moves: &str) -> i32 {
    let mut board = Board::default();
    for (number, column) in moves.bytes().enumerate() {
        board[usize::from(column - b'1')].push((number % 2) as u8);
    }
    search(&mut board, moves.len(), &mut HashMap::new())
}

/// Tries every column. Positions are remembered only to finish at all.
fn search(board: &mut Board, discs: usize, known: &mut HashMap<Board, i32>) -> i32 {
    if discs == ROWS * COLUMNS {
        return 0;
    }
    if let Some(score) = known.get(board) {
        return *score;
    }
    let mut best = i32::MIN;
    for column in 0..COLUMNS {
        if board[column].len() == ROWS {
            continue;
        }
        board[column].push((discs % 2) as u8);
        let value = if wins(board, column) {
            // 22 minus the discs that the winner has played.
            22 - (discs as i32 / 2 + 1)
        } else {
            -search(board, discs + 1, known)
        };
        board[column].pop();
        best = best.max(value);
    }
    known.insert(board.clone(), best);
    best
}

/// Whether the topmost disc of a column is part of four in a row.
fn wins(board: &Board, column: usize) -> bool {
    let row = board[column].len() - 1;
    let player = board[column][row];
    let run = |right: i32, up: i32| {
        (1..4)
            .take_while(|step| {
                let (x, y) = (column as i32 + step * right, row as i32 + step * up);
                x >= 0
                    && y >= 0
                    && board.get(x as usize).and_then(|discs| discs.get(y as usize)) == Some(&player)
            })
            .count()
    };
    [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(right, up)| 1 + run(right, up) + run(-right, -up) >= 4)
}
