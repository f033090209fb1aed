//! The drop games: classic and super here, shapes and growing in their own files.

mod growing;
mod shapes;

use std::collections::BTreeSet;

use super::{Refused, Shown, player_to_move};

pub(crate) use growing::growing;
pub(crate) use shapes::{Question, shapes, shapes_ask, shapes_values};

/// A step from a cell to a neighbor, as (rows down, columns right) on a board whose row 0 is the top.
type Direction = (isize, isize);

const HORIZONTAL: Direction = (0, 1);
const VERTICAL: Direction = (1, 0);
const FALLING: Direction = (1, 1);
const RISING: Direction = (-1, 1);

const EVERY_DIRECTION: [Direction; 4] = [HORIZONTAL, VERTICAL, FALLING, RISING];

/// The side a board gets when this one is asked for: too small, also negative, becomes `smallest`.
///
/// # Panics
/// Past 64, which the pages call an error and not a correction.
fn corrected(side: i64, smallest: i64) -> usize {
    assert!(side <= 64, "sides past 64 are no board");
    usize::try_from(side.max(smallest)).expect("a corrected side is positive")
}

/// Whether no cell of the board is empty.
fn is_full(board: &[Vec<u64>]) -> bool {
    board.iter().flatten().all(|&cell| cell != 0)
}

/// Puts the player's disc on top of the others in the column; `false` if it is out of range or full.
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

/// Every cell of every line of four or more of the player's discs in the given directions, sorted.
fn line_cells(board: &[Vec<u64>], player: u8, directions: &[Direction]) -> Vec<(usize, usize)> {
    let mut cells = BTreeSet::new();
    for row in 0..board.len() {
        for column in 0..board[row].len() {
            for &direction in directions {
                // A longer line is covered by the fours inside it.
                if let Some(four) = four_from(board, (row, column), player, direction) {
                    cells.extend(four);
                }
            }
        }
    }
    cells.into_iter().collect()
}

/// The four cells from this one on in a direction, if all of them are on the board and the player's.
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

/// The player who has a line of four or more, and every cell of every such line.
fn winner_and_line(board: &[Vec<u64>], directions: &[Direction]) -> Option<(u8, Vec<(usize, usize)>)> {
    [1, 2]
        .into_iter()
        .map(|player| (player, line_cells(board, player, directions)))
        .find(|(_, line)| !line.is_empty())
}

/// Classic Connect Four after these columns, player one first.
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
    // A line made by the last disc that fits wins; the full grid is then no draw.
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

/// A game of Super Connect Four and who scored at each search of its last turn.
struct SuperGame {
    board: Vec<Vec<u64>>,
    scores: [u64; 2],
    searches: Vec<[bool; 2]>,
}

/// Plays a whole game of Super Connect Four.
fn play_super(rows: i64, columns: i64, moves: &[i64]) -> Result<SuperGame, Refused> {
    let board = vec![vec![0; corrected(columns, 4)]; corrected(rows, 4)];
    let mut game = SuperGame { board, scores: [0, 0], searches: Vec::new() };
    for (index, &column) in moves.iter().enumerate() {
        // A full grid has no column with room, so the end needs no check of its own.
        if !insert(&mut game.board, column, player_to_move(index)) {
            return Err(Refused(index));
        }
        game.searches = settle(&mut game.board);
        for scored in &game.searches {
            game.scores[0] += u64::from(scored[0]);
            game.scores[1] += u64::from(scored[1]);
        }
    }
    Ok(game)
}

/// Makes lines vanish and discs fall until a search finds nothing; says who scored at each search.
fn settle(board: &mut [Vec<u64>]) -> Vec<[bool; 2]> {
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

/// Super Connect Four after these columns, player one first.
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

/// Who scored at each search of the last turn of Super Connect Four, in order.
///
/// The search that finds nothing and so ends the turn is left out. Empty where there is no last turn: without
/// moves, and where one of them is refused.
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
    fn an_empty_grid_awaits_player_one() {
        let shown = default_grid("");
        assert_eq!((shown.rows, shown.columns), (6, 7));
        assert_eq!(shown.board, vec![vec![0; 7]; 6]);
        assert_eq!((shown.status, shown.next, shown.winner), ("in progress", Some(1), None));
        assert_eq!((shown.scores, shown.line), ([0, 0], vec![]));
    }

    #[test]
    fn small_and_negative_sides_become_four() {
        for (asked, made) in [((2, 6), (4, 6)), ((0, 2), (4, 4)), ((-3, 9), (4, 9)), ((64, 64), (64, 64))] {
            let shown = classic(asked.0, asked.1, &[]).expect("a corrected grid");
            assert_eq!((shown.rows, shown.columns), made);
        }
    }

    #[test]
    fn discs_lie_as_the_page_draws_them() {
        let shown = default_grid("3 2 4 3 4 3");
        assert_eq!(written(&shown.board), "...2.../...21../..211..");
        assert_eq!(shown.next, Some(1));
    }

    #[test]
    fn four_on_the_bottom_row_win() {
        let shown = default_grid("3 2 4 3 4 3 5 4 6");
        assert_eq!((shown.status, shown.next, shown.winner), ("won", None, Some(1)));
        assert_eq!(shown.scores, [1, 0]);
        assert_eq!(shown.line, [(5, 3), (5, 4), (5, 5), (5, 6)]);
    }

    #[test]
    fn four_in_a_column_win_for_either_player() {
        let shown = default_grid("0 6 0 6 0 6 0");
        assert_eq!((shown.winner, shown.scores), (Some(1), [1, 0]));
        assert_eq!(shown.line, [(2, 0), (3, 0), (4, 0), (5, 0)]);

        let shown = default_grid("0 6 1 6 0 6 1 6");
        assert_eq!((shown.winner, shown.scores), (Some(2), [0, 1]));
        assert_eq!(shown.line, [(2, 6), (3, 6), (4, 6), (5, 6)]);
    }

    #[test]
    fn four_above_the_bottom_or_on_a_diagonal_win() {
        let shown = default_grid("0 1 1 2 2 5 3 5 3 4 0");
        assert_eq!((shown.winner, shown.line), (Some(1), vec![(4, 0), (4, 1), (4, 2), (4, 3)]));

        let shown = default_grid("1 1 2 3 2 2 3 4 3 3 4 0");
        assert_eq!((shown.winner, shown.line), (Some(2), vec![(2, 3), (3, 2), (4, 1), (5, 0)]));
    }

    #[test]
    fn every_cell_of_every_line_is_shown() {
        let shown = default_grid("0 0 1 1 2 2 4 4 5 5 6 6 3");
        assert_eq!(shown.line, (0..7).map(|column| (5, column)).collect::<Vec<_>>());

        let shown = default_grid("0 4 4 5 1 5 5 6 2 6 6 0 6 0 3");
        assert_eq!(shown.line, [(2, 6), (3, 5), (4, 4), (5, 0), (5, 1), (5, 2), (5, 3)]);
    }

    #[test]
    fn a_full_grid_without_a_line_is_a_draw() {
        let shown = classic(4, 4, &columns("0 2 1 3 2 0 3 1 0 2 1 3 2 0 3 1")).expect("a legal game");
        assert_eq!((shown.status, shown.next, shown.winner), ("drawn", None, None));
        assert_eq!(written(&shown.board), "2211/1122/2211/1122");
        assert_eq!((shown.scores, shown.line), ([0, 0], vec![]));
    }

    #[test]
    fn what_can_t_be_played_is_refused() {
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

    /// A game on the default grid that is still in progress: the board, the scores, who is next.
    fn settled(moves: &str) -> (String, [u64; 2], Option<u8>) {
        let shown = super_(6, 7, &columns(moves)).expect("a legal game");
        assert_eq!((shown.status, shown.winner, shown.line), ("in progress", None, vec![]));
        (written(&shown.board), shown.scores, shown.next)
    }

    #[test]
    fn a_line_vanishes_for_a_point() {
        let moves = "0 1 1 2 2 5 3 5 3 4 4";
        assert_eq!(settled(moves), (".....2./122122.".into(), [1, 0], Some(2)));
        assert_eq!(super_searches(6, 7, &columns(moves)), [[true, false]]);
    }

    #[test]
    fn both_players_score_in_one_turn() {
        let moves = "0 2 1 4 3 2 3 0 5 1 6 3 5 4 3 2 2 4 4 6 3";
        assert_eq!(settled(moves), ("...1.../..111../..222../2221212/1121211".into(), [0, 0], Some(2)));
        assert_eq!(super_searches(6, 7, &columns(moves)), [[false; 2]; 0]);

        let moves = format!("{moves} 1");
        assert_eq!(settled(&moves), ("..1..../222.2../112.212".into(), [1, 1], Some(1)));
        assert_eq!(super_searches(6, 7, &columns(&moves)), [[false, true], [true, false]]);
    }

    #[test]
    fn several_lines_in_one_search_are_one_point() {
        let moves = "1 0 2 3 1 0 2 4 3 4 3 2 3 1 1 4 2 3 4";
        assert_eq!(settled(moves), ("...22../22212../21122..".into(), [1, 0], Some(2)));
        assert_eq!(super_searches(6, 7, &columns(moves)), [[true, false]]);
    }

    #[test]
    fn falling_discs_make_new_lines() {
        let moves = "0 4 2 2 3 6 4 5 5 6 2 3 3 6 1";
        assert_eq!(settled(moves), ("......2/......2".into(), [2, 1], Some(2)));
        assert_eq!(super_searches(6, 7, &columns(moves)), [[true, false], [true, true]]);
    }

    #[test]
    fn the_higher_score_wins_a_full_grid() {
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
    fn what_can_t_be_played_is_refused() {
        let full = columns("0 2 1 3 2 0 3 1 0 2 1 3 2 0 3 1 0");
        assert_eq!(super_(4, 4, &full), Err(Refused(16)));
        assert_eq!(super_(6, 7, &[0; 7]), Err(Refused(6)));
        assert_eq!(super_(6, 7, &[3, -1]), Err(Refused(1)));
        assert_eq!(super_searches(6, 7, &[3, -1]), [[false; 2]; 0]);
        assert_eq!(super_searches(6, 7, &[]), [[false; 2]; 0]);
    }
}
