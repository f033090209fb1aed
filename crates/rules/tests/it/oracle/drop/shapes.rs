//! The oracle of shapes: Connect Four with shapes in bins; the winning line is marked.

use super::super::{Refused, Shown, player_to_move};
use super::corrected;

/// A query for lines through the top shape of a bin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LineQuery {
    Horizontal,
    Vertical,
    /// Rising to the right, then falling to the right.
    Diagonal,
    /// All directions, in the order above.
    Win,
}

/// A step from a cell to a neighbor, as (bins to the right, levels up).
type Step = (isize, isize);

impl LineQuery {
    /// Returns the directions to search. The first one with a line is the answer.
    fn steps(self) -> &'static [Step] {
        match self {
            LineQuery::Horizontal => &[(1, 0)],
            LineQuery::Vertical => &[(0, 1)],
            LineQuery::Diagonal => &[(1, 1), (1, -1)],
            LineQuery::Win => &[(1, 0), (0, 1), (1, 1), (1, -1)],
        }
    }
}

/// Returns the player a value belongs to, marked or not.
fn owner(value: u8) -> u8 {
    match value {
        0 | 2 => 0,
        1 | 3 => 1,
        _ => panic!("no shape: {value}"),
    }
}

/// Returns the marked form of a value.
fn marked(value: u8) -> u8 {
    match owner(value) {
        0 => 2,
        _ => 3,
    }
}

/// Returns the next cell in a direction, if it holds a shape of this player.
fn next_of(bins: &[Vec<u8>], cell: (usize, usize), player: u8, step: Step) -> Option<(usize, usize)> {
    let bin = cell.0.checked_add_signed(step.0)?;
    let level = cell.1.checked_add_signed(step.1)?;
    let value = *bins.get(bin)?.get(level)?;
    (owner(value) == player).then_some((bin, level))
}

/// Returns the run of equal shapes through a cell, as (bin, level).
fn run_through(bins: &[Vec<u8>], cell: (usize, usize), step: Step) -> Vec<(usize, usize)> {
    let player = owner(bins[cell.0][cell.1]);
    let back = (-step.0, -step.1);
    let mut start = cell;
    while let Some(before) = next_of(bins, start, player, back) {
        start = before;
    }
    let mut run = vec![start];
    while let Some(after) = next_of(bins, run[run.len() - 1], player, step) {
        run.push(after);
    }
    run
}

/// Returns the player (0 or 1) who has a line through the top shape of a bin, and the values with that line
/// marked.
pub(crate) fn shapes_query(bins: &[Vec<u8>], bin: usize, query: LineQuery) -> (Option<u8>, Vec<Vec<u8>>) {
    let mut values = bins.to_vec();
    let height = bins.get(bin).map_or(0, Vec::len);
    if height == 0 {
        return (None, values);
    }
    let top = (bin, height - 1);
    for &step in query.steps() {
        let run = run_through(bins, top, step);
        if run.len() >= 4 {
            for (bin, level) in run {
                values[bin][level] = marked(values[bin][level]);
            }
            return (Some(owner(bins[top.0][top.1])), values);
        }
    }
    (None, values)
}

/// Returns whether a value is marked.
fn is_marked(value: u8) -> bool {
    value >= 2
}

/// Returns the values of each bin from the bottom up, with marks, after these moves, red first.
pub(crate) fn shapes_values(bins: i64, capacity: i64, moves: &[i64]) -> Result<Vec<Vec<u8>>, Refused> {
    let capacity = corrected(capacity, 4);
    let mut values: Vec<Vec<u8>> = vec![Vec::new(); corrected(bins, 5)];
    for (index, &bin) in moves.iter().enumerate() {
        let is_won = values.iter().flatten().any(|&value| is_marked(value));
        let bin = usize::try_from(bin).map_err(|_| Refused(index))?;
        if is_won || bin >= values.len() || values[bin].len() == capacity {
            return Err(Refused(index));
        }
        values[bin].push(player_to_move(index) - 1);
        values = shapes_query(&values, bin, LineQuery::Win).1;
    }
    Ok(values)
}

/// Returns shapes after these moves, red (shown as 1) first.
pub(crate) fn shapes(bins: i64, capacity: i64, moves: &[i64]) -> Result<Shown, Refused> {
    let values = shapes_values(bins, capacity, moves)?;
    let (rows, columns) = (corrected(capacity, 4), corrected(bins, 5));
    let mut shown = Shown { rows, columns, board: vec![vec![0; columns]; rows], ..Shown::default() };
    for row in 0..rows {
        for (column, bin) in values.iter().enumerate() {
            if let Some(&value) = bin.get(rows - 1 - row) {
                shown.board[row][column] = u64::from(owner(value) + 1);
                if is_marked(value) {
                    shown.winner = Some(owner(value) + 1);
                    shown.line.push((row, column));
                }
            }
        }
    }
    if shown.winner.is_some() {
        shown.status = "won";
    } else if values.iter().all(|bin| bin.len() == rows) {
        shown.status = "drawn";
    } else {
        shown.status = "in progress";
        shown.next = Some(player_to_move(moves.len()));
    }
    Ok(shown)
}

#[cfg(test)]
mod tests {
    use super::super::super::{Refused, Shown, columns, written};
    use super::super::{LineQuery, shapes, shapes_query, shapes_values};

    fn default_board(moves: &str) -> Shown {
        shapes(6, 4, &columns(moves)).expect("a legal game")
    }

    /// Fills bins with alternating shapes, red first, also past a win.
    fn filled(bins: usize, moves: &[usize]) -> Vec<Vec<u8>> {
        let mut values = vec![Vec::new(); bins];
        for (&bin, player) in moves.iter().zip([0, 1].into_iter().cycle()) {
            values[bin].push(player);
        }
        values
    }

    #[test]
    fn empty_board() {
        let shown = default_board("");
        assert_eq!((shown.rows, shown.columns), (4, 6));
        assert_eq!(shown.board, vec![vec![0; 6]; 4]);
        assert_eq!((shown.status, shown.next, shown.winner), ("in progress", Some(1), None));
    }

    #[test]
    fn corrected_sizes() {
        for (asked, made) in [((4, 3), (5, 4)), ((-1, -1), (5, 4)), ((5, 9), (5, 9)), ((64, 64), (64, 64))] {
            let shown = shapes(asked.0, asked.1, &[]).expect("a corrected board");
            assert_eq!((shown.columns, shown.rows), made);
        }
    }

    #[test]
    fn vertical_win() {
        let shown = default_board("1 0 1 2 1 3 1");
        assert_eq!((shown.status, shown.next, shown.winner), ("won", None, Some(1)));
        assert_eq!(shown.line, [(0, 1), (1, 1), (2, 1), (3, 1)]);
    }

    #[test]
    fn horizontal_win() {
        let shown = default_board("0 1 0 2 1 3 0 4");
        assert_eq!((shown.status, shown.winner), ("won", Some(2)));
        assert_eq!(shown.line, [(3, 1), (3, 2), (3, 3), (3, 4)]);
    }

    #[test]
    fn tie() {
        let shown = default_board("0 1 0 2 0 0 3 1 2 1 1 2 3 3 5 3 5 5 4 4 4 5 4 2");
        assert_eq!((shown.status, shown.next, shown.winner), ("drawn", None, None));
        assert!(shown.board.iter().flatten().all(|&cell| cell != 0));
        assert!(shown.line.is_empty());
    }

    #[test]
    fn winning_line_is_marked() {
        let moves = columns("5 0 4 0 3 0 2");
        let values = shapes_values(6, 4, &moves).expect("a legal game");
        assert_eq!(values, [vec![1, 1, 1], vec![], vec![2], vec![2], vec![2], vec![2]]);
        let shown = shapes(6, 4, &moves).expect("a legal game");
        assert_eq!(written(&shown.board), "2...../2...../2.1111");
        assert_eq!(shown.winner, Some(1));
    }

    #[test]
    fn diagonal_of_any_bin() {
        let bins = filled(6, &[0, 1, 1, 2, 3, 2, 2, 3, 3, 4, 3]);
        let (winner, values) = shapes_query(&bins, 0, LineQuery::Diagonal);
        assert_eq!(winner, Some(0));
        assert_eq!(values, [vec![2], vec![1, 2], vec![1, 1, 2], vec![0, 1, 0, 2], vec![1], vec![]]);
        assert_eq!(shapes_query(&bins, 0, LineQuery::Horizontal), (None, bins.clone()));
        assert_eq!(shapes_query(&bins, 0, LineQuery::Vertical), (None, bins));
    }

    #[test]
    fn marking_is_idempotent() {
        let bins = filled(6, &[0, 1, 1, 2, 3, 2, 2, 3, 3, 4, 3]);
        let once = shapes_query(&bins, 3, LineQuery::Win);
        assert_eq!(once.0, Some(0));
        assert_eq!(shapes_query(&once.1, 3, LineQuery::Win), once);
        assert_eq!(shapes_query(&once.1, 0, LineQuery::Diagonal), once);
    }

    #[test]
    fn first_direction_is_marked() {
        let bins = vec![vec![0], vec![0], vec![0], vec![0], vec![0], vec![1]];
        assert_eq!(shapes_query(&bins, 0, LineQuery::Win).1, [[2], [2], [2], [2], [2], [1]]);

        // The top of bin 0 ends a row, an upright run and a falling diagonal.
        let bins = vec![vec![0, 0, 0, 0], vec![1, 1, 0, 0], vec![1, 0, 1, 0], vec![0, 1, 1, 0], vec![]];
        let horizontal = [vec![0, 0, 0, 2], vec![1, 1, 0, 2], vec![1, 0, 1, 2], vec![0, 1, 1, 2], vec![]];
        let vertical = [vec![2, 2, 2, 2], vec![1, 1, 0, 0], vec![1, 0, 1, 0], vec![0, 1, 1, 0], vec![]];
        let falling = [vec![0, 0, 0, 2], vec![1, 1, 2, 0], vec![1, 2, 1, 0], vec![2, 1, 1, 0], vec![]];
        assert_eq!(shapes_query(&bins, 0, LineQuery::Horizontal), (Some(0), horizontal.to_vec()));
        assert_eq!(shapes_query(&bins, 0, LineQuery::Vertical), (Some(0), vertical.to_vec()));
        assert_eq!(shapes_query(&bins, 0, LineQuery::Diagonal), (Some(0), falling.to_vec()));
        assert_eq!(shapes_query(&bins, 0, LineQuery::Win), (Some(0), horizontal.to_vec()));
    }

    #[test]
    fn rising_diagonal_first() {
        // Blue's two diagonals of five cross at the top of bin 2.
        let bins =
            vec![vec![1, 0, 0, 0, 1], vec![0, 1, 0, 1], vec![0, 0, 1], vec![0, 1, 0, 1], vec![1, 0, 0, 0, 1]];
        let rising =
            [vec![3, 0, 0, 0, 1], vec![0, 3, 0, 1], vec![0, 0, 3], vec![0, 1, 0, 3], vec![1, 0, 0, 0, 3]];
        assert_eq!(shapes_query(&bins, 2, LineQuery::Diagonal), (Some(1), rising.to_vec()));
    }

    #[test]
    fn empty_bin() {
        let bins = vec![vec![]; 5];
        for query in [LineQuery::Horizontal, LineQuery::Vertical, LineQuery::Diagonal, LineQuery::Win] {
            assert_eq!(shapes_query(&bins, 2, query), (None, bins.clone()));
        }
    }

    #[test]
    fn illegal_moves() {
        assert_eq!(shapes(6, 4, &[0; 5]), Err(Refused(4)));
        assert_eq!(shapes(6, 4, &[0, 6]), Err(Refused(1)));
        assert_eq!(shapes(6, 4, &[-1]), Err(Refused(0)));
        assert_eq!(shapes_values(6, 4, &columns("1 0 1 2 1 3 1 4")), Err(Refused(7)));
    }
}
