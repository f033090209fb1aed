//! The oracles of classic and super. Shapes and growing have their own files.

mod growing;
mod shapes;

use std::collections::BTreeSet;

use super::{Refused, Shown, player_to_move};

pub(crate) use growing::growing;
pub(crate) use shapes::{LineQuery, shapes, shapes_query, shapes_values};

/// A step from a cell to a neighbor, as (rows down, columns right) on a board whose row 0 is the top.
type Direction = (isize, isize);

const HORIZONTAL: Direction = (0, 1);
const VERTICAL: Direction = (1, 0);
const FALLING: Direction = (1, 1);
const RISING: Direction = (-1, 1);

const EVERY_DIRECTION: [Direction; 4] = [HORIZONTAL, VERTICAL, FALLING, RISING];

/// Returns the corrected side of a board: a smaller one, also a negative one, becomes `smallest`.
///
/// # Panics
/// If the side is above 64, which is an error and not corrected.
fn corrected(side: i64, smallest: i64) -> usize {
    assert!(side <= 64, "sides past 64 are no board");
    usize::try_from(side.max(smallest)).expect("a corrected side is positive")
}

/// Returns whether no cell of the board is empty.
fn is_full(board: &[Vec<u64>]) -> bool {
    board.iter().flatten().all(|&cell| cell != 0)
}

/// Drops the player's disc into a column. Returns `false` if the column is full or does not exist.
fn insert(board: &mut [Vec<u64>], column: i64, player: u8) -> bool {
    let Ok(column) = usize::try_from(column) else {
        return false;
    };
    if column >= board[0].len() {
        return false;
    }
    let Some(row) = (0..board.len()).rev().find(|&row| board[row][column] == 0) else {
        return false;
    };
    board[row][column] = u64::from(player);
    true
}

/// Returns every cell of every line of the player in these directions, sorted.
fn line_cells(board: &[Vec<u64>], player: u8, directions: &[Direction]) -> Vec<(usize, usize)> {
    let mut cells = BTreeSet::new();
    for row in 0..board.len() {
        for column in 0..board[row].len() {
            for &direction in directions {
                // A longer line consists of lines of four.
                if let Some(four) = four_from(board, (row, column), player, direction) {
                    cells.extend(four);
                }
            }
        }
    }
    cells.into_iter().collect()
}

/// Returns the four cells from this one on in a direction, if the player has all of them.
fn four_from(
    board: &[Vec<u64>],
    (row, column): (usize, usize),
    player: u8,
    (down, right): Direction,
) -> Option<[(usize, usize); 4]> {
    let mut four = [(row, column); 4];
    for (steps, cell) in (0..).zip(&mut four) {
        cell.0 = row.checked_add_signed(steps * down)?;
        cell.1 = column.checked_add_signed(steps * right)?;
        if *board.get(cell.0)?.get(cell.1)? != u64::from(player) {
            return None;
        }
    }
    Some(four)
}

/// Returns the player who has a line, and every cell of every line.
fn winner_and_line(board: &[Vec<u64>], directions: &[Direction]) -> Option<(u8, Vec<(usize, usize)>)> {
    [1, 2]
        .into_iter()
        .map(|player| (player, line_cells(board, player, directions)))
        .find(|(_, line)| !line.is_empty())
}

/// Returns classic after these columns, player one first.
pub(crate) fn classic(rows: i64, columns: i64, moves: &[i64]) -> Result<Shown, Refused> {
    let (rows, columns) = (corrected(rows, 4), corrected(columns, 4));
    let mut board = vec![vec![0; columns]; rows];
    for (index, &column) in moves.iter().enumerate() {
        let is_over = winner_and_line(&board, &EVERY_DIRECTION).is_some() || is_full(&board);
        if is_over || !insert(&mut board, column, player_to_move(index)) {
            return Err(Refused(index));
        }
    }

    let mut shown = Shown { rows, columns, ..Shown::default() };
    // A line made by the disc that fills the grid wins. It is not a draw.
    if let Some((winner, line)) = winner_and_line(&board, &EVERY_DIRECTION) {
        shown.status = "won";
        shown.winner = Some(winner);
        shown.scores = if winner == 1 { [1, 0] } else { [0, 1] };
        shown.line = line;
    } else if is_full(&board) {
        shown.status = "drawn";
    } else {
        shown.status = "in progress";
        shown.next = Some(player_to_move(moves.len()));
    }
    shown.board = board;
    Ok(shown)
}

/// A game of super, with who scored at each search of the last turn.
struct SuperGame {
    board: Vec<Vec<u64>>,
    scores: [u64; 2],
    searches: Vec<[bool; 2]>,
}

/// Plays a whole game of super.
fn play_super(rows: i64, columns: i64, moves: &[i64]) -> Result<SuperGame, Refused> {
    let board = vec![vec![0; corrected(columns, 4)]; corrected(rows, 4)];
    let mut game = SuperGame { board, scores: [0, 0], searches: Vec::new() };
    for (index, &column) in moves.iter().enumerate() {
        // On a full grid no column has room, so the end needs no check of its own.
        if !insert(&mut game.board, column, player_to_move(index)) {
            return Err(Refused(index));
        }
        game.searches = run_cascade(&mut game.board);
        for scored in &game.searches {
            game.scores[0] += u64::from(scored[0]);
            game.scores[1] += u64::from(scored[1]);
        }
    }
    Ok(game)
}

/// Removes lines and lets discs fall until a search finds no line. Returns who scored at each search.
fn run_cascade(board: &mut [Vec<u64>]) -> Vec<[bool; 2]> {
    let mut searches = Vec::new();
    loop {
        let first = line_cells(board, 1, &EVERY_DIRECTION);
        let second = line_cells(board, 2, &EVERY_DIRECTION);
        if first.is_empty() && second.is_empty() {
            return searches;
        }
        searches.push([!first.is_empty(), !second.is_empty()]);
        for (row, column) in first.into_iter().chain(second) {
            board[row][column] = 0;
        }
        fall(board);
    }
}

/// Lets every disc fall as far as it can.
fn fall(board: &mut [Vec<u64>]) {
    for column in 0..board[0].len() {
        let from_the_bottom: Vec<u64> = board.iter().rev().map(|row| row[column]).collect();
        let mut discs = from_the_bottom.into_iter().filter(|&cell| cell != 0);
        for row in board.iter_mut().rev() {
            row[column] = discs.next().unwrap_or(0);
        }
    }
}

/// Returns super after these columns, player one first.
pub(crate) fn super_(rows: i64, columns: i64, moves: &[i64]) -> Result<Shown, Refused> {
    let SuperGame { board, scores, .. } = play_super(rows, columns, moves)?;
    let mut shown = Shown { rows: board.len(), columns: board[0].len(), scores, ..Shown::default() };
    if !is_full(&board) {
        shown.status = "in progress";
        shown.next = Some(player_to_move(moves.len()));
    } else if scores[0] == scores[1] {
        shown.status = "drawn";
    } else {
        shown.status = "won";
        shown.winner = Some(if scores[0] > scores[1] { 1 } else { 2 });
    }
    shown.board = board;
    Ok(shown)
}

/// Returns who scored at each search of the last turn of super, in order.
///
/// The last search, which finds no line, is left out. The result is empty without moves and if a move is
/// refused.
pub(crate) fn super_searches(rows: i64, columns: i64, moves: &[i64]) -> Vec<[bool; 2]> {
    play_super(rows, columns, moves).map_or_else(|_| Vec::new(), |game| game.searches)
}

#[cfg(test)]
mod classic_tests {
    use super::super::{Refused, Shown, columns, written};
    use super::classic;

    fn default_grid(moves: &str) -> Shown {
        classic(6, 7, &columns(moves)).expect("a legal game")
    }

    #[test]
    fn empty_grid() {
        let shown = default_grid("");
        assert_eq!((shown.rows, shown.columns), (6, 7));
        assert_eq!(shown.board, vec![vec![0; 7]; 6]);
        assert_eq!((shown.status, shown.next, shown.winner), ("in progress", Some(1), None));
        assert_eq!((shown.scores, shown.line), ([0, 0], vec![]));
    }

    #[test]
    fn corrected_sizes() {
        for (asked, made) in [((2, 6), (4, 6)), ((0, 2), (4, 4)), ((-3, 9), (4, 9)), ((64, 64), (64, 64))] {
            let shown = classic(asked.0, asked.1, &[]).expect("a corrected grid");
            assert_eq!((shown.rows, shown.columns), made);
        }
    }

    #[test]
    fn example_of_the_docs() {
        let shown = default_grid("3 2 4 3 4 3");
        assert_eq!(written(&shown.board), "...2.../...21../..211..");
        assert_eq!(shown.next, Some(1));
    }

    #[test]
    fn horizontal_win() {
        let shown = default_grid("3 2 4 3 4 3 5 4 6");
        assert_eq!((shown.status, shown.next, shown.winner), ("won", None, Some(1)));
        assert_eq!(shown.scores, [1, 0]);
        assert_eq!(shown.line, [(5, 3), (5, 4), (5, 5), (5, 6)]);
    }

    #[test]
    fn vertical_win() {
        let shown = default_grid("0 6 0 6 0 6 0");
        assert_eq!((shown.winner, shown.scores), (Some(1), [1, 0]));
        assert_eq!(shown.line, [(2, 0), (3, 0), (4, 0), (5, 0)]);

        let shown = default_grid("0 6 1 6 0 6 1 6");
        assert_eq!((shown.winner, shown.scores), (Some(2), [0, 1]));
        assert_eq!(shown.line, [(2, 6), (3, 6), (4, 6), (5, 6)]);
    }

    #[test]
    fn diagonal_win() {
        let shown = default_grid("0 1 1 2 2 5 3 5 3 4 0");
        assert_eq!((shown.winner, shown.line), (Some(1), vec![(4, 0), (4, 1), (4, 2), (4, 3)]));

        let shown = default_grid("1 1 2 3 2 2 3 4 3 3 4 0");
        assert_eq!((shown.winner, shown.line), (Some(2), vec![(2, 3), (3, 2), (4, 1), (5, 0)]));
    }

    #[test]
    fn all_winning_lines() {
        let shown = default_grid("0 0 1 1 2 2 4 4 5 5 6 6 3");
        assert_eq!(shown.line, (0..7).map(|column| (5, column)).collect::<Vec<_>>());

        let shown = default_grid("0 4 4 5 1 5 5 6 2 6 6 0 6 0 3");
        assert_eq!(shown.line, [(2, 6), (3, 5), (4, 4), (5, 0), (5, 1), (5, 2), (5, 3)]);
    }

    #[test]
    fn draw() {
        let shown = classic(4, 4, &columns("0 2 1 3 2 0 3 1 0 2 1 3 2 0 3 1")).expect("a legal game");
        assert_eq!((shown.status, shown.next, shown.winner), ("drawn", None, None));
        assert_eq!(written(&shown.board), "2211/1122/2211/1122");
        assert_eq!((shown.scores, shown.line), ([0, 0], vec![]));
    }

    #[test]
    fn illegal_moves() {
        assert_eq!(classic(6, 7, &[0; 7]), Err(Refused(6)));
        assert_eq!(default_grid("0 0 0 0 0 0").next, Some(1));
        assert_eq!(classic(6, 7, &[3, 7]), Err(Refused(1)));
        assert_eq!(classic(6, 7, &[-1]), Err(Refused(0)));
        assert_eq!(classic(6, 7, &columns("0 6 0 6 0 6 0 3")), Err(Refused(7)));
    }
}

#[cfg(test)]
mod super_tests {
    use super::super::{Refused, columns, written};
    use super::{super_, super_searches};

    /// Returns board, scores and next player of a game in progress on the default grid.
    fn in_progress(moves: &str) -> (String, [u64; 2], Option<u8>) {
        let shown = super_(6, 7, &columns(moves)).expect("a legal game");
        assert_eq!((shown.status, shown.winner, shown.line), ("in progress", None, vec![]));
        (written(&shown.board), shown.scores, shown.next)
    }

    #[test]
    fn line_scores() {
        let moves = "0 1 1 2 2 5 3 5 3 4 4";
        assert_eq!(in_progress(moves), (".....2./122122.".into(), [1, 0], Some(2)));
        assert_eq!(super_searches(6, 7, &columns(moves)), [[true, false]]);
    }

    #[test]
    fn both_score() {
        let moves = "0 2 1 4 3 2 3 0 5 1 6 3 5 4 3 2 2 4 4 6 3";
        assert_eq!(in_progress(moves), ("...1.../..111../..222../2221212/1121211".into(), [0, 0], Some(2)));
        assert_eq!(super_searches(6, 7, &columns(moves)), [[false; 2]; 0]);

        let moves = format!("{moves} 1");
        assert_eq!(in_progress(&moves), ("..1..../222.2../112.212".into(), [1, 1], Some(1)));
        assert_eq!(super_searches(6, 7, &columns(&moves)), [[false, true], [true, false]]);
    }

    #[test]
    fn several_lines_are_one_point() {
        let moves = "1 0 2 3 1 0 2 4 3 4 3 2 3 1 1 4 2 3 4";
        assert_eq!(in_progress(moves), ("...22../22212../21122..".into(), [1, 0], Some(2)));
        assert_eq!(super_searches(6, 7, &columns(moves)), [[true, false]]);
    }

    #[test]
    fn cascade() {
        let moves = "0 4 2 2 3 6 4 5 5 6 2 3 3 6 1";
        assert_eq!(in_progress(moves), ("......2/......2".into(), [2, 1], Some(2)));
        assert_eq!(super_searches(6, 7, &columns(moves)), [[true, false], [true, true]]);
    }

    #[test]
    fn higher_score_wins() {
        let full = "0 2 1 3 2 0 3 1 0 2 1 3 2 0 3 1";
        let shown = super_(4, 4, &columns(full)).expect("a legal game");
        assert_eq!((shown.status, shown.next, shown.winner), ("drawn", None, None));
        assert_eq!((shown.scores, written(&shown.board).as_str()), ([0, 0], "2211/1122/2211/1122"));

        let shown = super_(4, 4, &columns(&format!("1 2 1 2 1 2 1 2 {full}"))).expect("a legal game");
        assert_eq!((shown.status, shown.next, shown.winner), ("drawn", None, None));
        assert_eq!(shown.scores, [1, 1]);

        // Player one's column 3 vanishes with the thirteenth disc; nothing else does.
        let shown = super_(4, 4, &columns("3 2 3 1 0 0 2 2 2 1 3 0 3 0 3 1 1 3 3 3")).expect("a legal game");
        assert_eq!((shown.status, shown.next, shown.winner), ("won", None, Some(1)));
        assert_eq!((shown.scores, shown.line), ([1, 0], vec![]));
    }

    #[test]
    fn illegal_moves() {
        let full = columns("0 2 1 3 2 0 3 1 0 2 1 3 2 0 3 1 0");
        assert_eq!(super_(4, 4, &full), Err(Refused(16)));
        assert_eq!(super_(6, 7, &[0; 7]), Err(Refused(6)));
        assert_eq!(super_(6, 7, &[3, -1]), Err(Refused(1)));
        assert_eq!(super_searches(6, 7, &[3, -1]), [[false; 2]; 0]);
        assert_eq!(super_searches(6, 7, &[]), [[false; 2]; 0]);
    }
}
