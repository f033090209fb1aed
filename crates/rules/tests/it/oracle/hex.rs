//! The oracle of hex: O (player 1) joins left and right, X (player 2) joins top and bottom.

use std::collections::BTreeSet;

use super::{Refused, Shown, player_to_move};

/// A cell as (row, column).
type Cell = (usize, usize);

/// Returns the neighbors of a cell on a board of this size.
fn neighbors(size: usize, (row, column): Cell) -> Vec<Cell> {
    [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)]
        .into_iter()
        .filter_map(|(down, right)| Some((row.checked_add_signed(down)?, column.checked_add_signed(right)?)))
        .filter(|&(row, column)| row < size && column < size)
        .collect()
}

/// Returns the distance of a cell from the player's first border. `size - 1` is the opposite border.
fn distance(player: u8, (row, column): Cell) -> usize {
    match player {
        1 => column,
        2 => row,
        _ => panic!("no player: {player}"),
    }
}

/// Returns whether these stones join the player's two borders, by a flood fill.
fn join_borders(size: usize, player: u8, stones: &BTreeSet<Cell>) -> bool {
    let mut waiting: Vec<Cell> = stones.iter().copied().filter(|&cell| distance(player, cell) == 0).collect();
    let mut reached = BTreeSet::new();
    while let Some(cell) = waiting.pop() {
        if reached.insert(cell) {
            waiting.extend(neighbors(size, cell).into_iter().filter(|next| stones.contains(next)));
        }
    }
    reached.iter().any(|&cell| distance(player, cell) == size - 1)
}

/// Returns the player who has joined their borders.
fn winner(board: &[Vec<u64>]) -> Option<u8> {
    let size = board.len();
    [1, 2].into_iter().find(|&player| {
        let cells = (0..size).flat_map(|row| (0..size).map(move |column| (row, column)));
        let stones = cells.filter(|&(row, column)| board[row][column] == u64::from(player)).collect();
        join_borders(size, player, &stones)
    })
}

/// Parses a cell: a capital letter for the column and a number for the row.
fn parse_cell(size: usize, name: &str) -> Option<Cell> {
    let letter = name.chars().next()?;
    let number = &name[letter.len_utf8()..];
    let column = ('A'..='Z').take(size).position(|capital| capital == letter)?;
    // Rust would parse a sign as part of the number.
    if !number.chars().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let row = number.parse().ok()?;
    (row < size).then_some((row, column))
}

/// Plays one move. Returns `false`, and leaves the board unchanged, if it is illegal.
fn make_move(board: &mut [Vec<u64>], swap: bool, index: usize, name: &str) -> bool {
    if winner(board).is_some() {
        return false;
    }
    let size = board.len();
    if name == "swap" {
        if !swap || index != 1 {
            return false;
        }
        let mirrored = |row: usize, column: usize| if board[column][row] == 1 { 2 } else { 0 };
        let rows: Vec<Vec<u64>> =
            (0..size).map(|row| (0..size).map(|column| mirrored(row, column)).collect()).collect();
        board.clone_from_slice(&rows);
        return true;
    }
    match parse_cell(size, name) {
        Some((row, column)) if board[row][column] == 0 => {
            board[row][column] = u64::from(player_to_move(index));
            true
        }
        _ => false,
    }
}

/// Returns hex after these moves (`F3`, or `swap` as the second move if the rule is on), O first.
///
/// # Panics
/// If the size is not 1 to 26.
pub(crate) fn hex(size: usize, swap: bool, moves: &[&str]) -> Result<Shown, Refused> {
    assert!((1..=26).contains(&size), "no hex board has size {size}");
    let mut board = vec![vec![0; size]; size];
    for (index, name) in moves.iter().enumerate() {
        if !make_move(&mut board, swap, index, name) {
            return Err(Refused(index));
        }
    }

    let mut shown = Shown { rows: size, columns: size, ..Shown::default() };
    shown.winner = winner(&board);
    if shown.winner.is_some() {
        shown.status = "won";
    } else {
        shown.status = "in progress";
        shown.next = Some(player_to_move(moves.len()));
    }
    shown.board = board;
    Ok(shown)
}

/// Returns whether the chain consists of the player's stones, joins the borders, and needs every stone.
pub(crate) fn is_minimal_chain(
    size: usize,
    board: &[Vec<u64>],
    player: u8,
    chain: &[(usize, usize)],
) -> bool {
    let is_own =
        |&(row, column): &Cell| row < size && column < size && board[row][column] == u64::from(player);
    let without = |left_out: usize| -> BTreeSet<Cell> {
        (0..chain.len()).filter(|&index| index != left_out).map(|index| chain[index]).collect()
    };
    chain.iter().all(is_own)
        && join_borders(size, player, &chain.iter().copied().collect())
        && (0..chain.len()).all(|index| !join_borders(size, player, &without(index)))
}

#[cfg(test)]
mod tests {
    use super::super::{Refused, Shown};
    use super::{hex, is_minimal_chain, neighbors, parse_cell};

    const EXAMPLE: &str = "A0 B9 B0 C0 B1 B10 C1 D1 C2 D2 D0 E0 D3 C3 C4 B4 B5 E2 A5 E3 D4 E4 D5 E5 D6 E6 D7 \
                           E7 D8 E8 D9 E9 E10 D10";

    fn played(size: usize, swap: bool, moves: &str) -> Result<Shown, Refused> {
        hex(size, swap, &moves.split_whitespace().collect::<Vec<_>>())
    }

    fn cells(names: &str) -> Vec<(usize, usize)> {
        names.split_whitespace().map(|name| parse_cell(26, name).expect("a cell")).collect()
    }

    #[test]
    fn neighbors_of_f3() {
        let mut touched = neighbors(11, cells("F3")[0]);
        touched.sort_unstable();
        assert_eq!(touched, cells("F2 G2 E3 G3 E4 F4"));
    }

    #[test]
    fn empty_board() {
        let shown = played(11, false, "").expect("no moves");
        assert_eq!(shown.board, vec![vec![0; 11]; 11]);
        assert_eq!((shown.rows, shown.columns), (11, 11));
        assert_eq!((shown.status, shown.next, shown.winner), ("in progress", Some(1), None));
    }

    #[test]
    fn example_of_the_docs() {
        let before =
            played(11, false, EXAMPLE.strip_suffix(" D10").expect("the last stone")).expect("a game");
        assert_eq!((before.status, before.next), ("in progress", Some(2)));

        let shown = played(11, false, EXAMPLE).expect("a legal game");
        assert_eq!(EXAMPLE.split_whitespace().count(), 34);
        assert_eq!((shown.status, shown.next, shown.winner), ("won", None, Some(2)));
        assert!(is_minimal_chain(11, &shown.board, 2, &cells("E0 D1 D2 E2 E3 E4 E5 E6 E7 E8 E9 D10")));
    }

    #[test]
    fn borders_of_the_players() {
        let shown = played(3, false, "A1 A0 B1 B0 C1").expect("a legal game");
        assert_eq!((shown.status, shown.winner), ("won", Some(1)));
        let shown = played(3, false, "A0 B0 C0 B1 A2 B2");
        assert_eq!(shown.expect("a legal game").winner, Some(2));
        // Three stones from top to bottom do not win for O.
        assert_eq!(played(3, false, "B0 A0 B1 A1 B2").expect("a legal game").winner, None);
    }

    #[test]
    fn corners_have_two_borders() {
        assert_eq!(played(1, false, "A0").expect("a legal game").winner, Some(1));
        assert_eq!(played(2, false, "A1 A0 B0").expect("a legal game").winner, Some(1));
        assert_eq!(played(2, false, "A0 B0 B1 A1").expect("a legal game").winner, Some(2));
    }

    #[test]
    fn swap() {
        let shown = played(11, true, "F3 swap").expect("a legal game");
        let mut board = vec![vec![0; 11]; 11];
        board[5][3] = 2;
        assert_eq!(shown.board, board);
        assert_eq!(shown.next, Some(1));
        let shown = played(11, true, "F3 swap F3 D4").expect("the stone has left F3");
        assert_eq!((shown.board[3][5], shown.board[5][3], shown.board[4][3]), (1, 2, 2));
    }

    #[test]
    fn swap_only_on_move_two() {
        assert_eq!(played(11, false, "F3 swap"), Err(Refused(1)));
        assert_eq!(played(11, true, "swap"), Err(Refused(0)));
        assert_eq!(played(11, true, "F3 A0 swap"), Err(Refused(2)));
        assert_eq!(played(11, true, "F3 swap swap"), Err(Refused(2)));
        assert_eq!(played(11, true, "F3 A0 B0 swap"), Err(Refused(3)));
        assert_eq!(played(1, true, "A0 swap"), Err(Refused(1)));
    }

    #[test]
    fn illegal_cells() {
        for name in
            ["L0", "A11", "f3", "F", "3", "3F", "F-1", "F+1", "F3x", "É3", "", "A99999999999999999999"]
        {
            assert_eq!(hex(11, false, &["A0", name]), Err(Refused(1)), "{name}");
        }
        assert_eq!(played(11, false, "F3 F3"), Err(Refused(1)));
        assert_eq!(played(11, false, &format!("{EXAMPLE} K0")), Err(Refused(34)));
        assert!(played(26, false, "Z25").is_ok());
    }

    #[test]
    fn minimal_chains() {
        let board = [[0, 1, 0], [1, 1, 1], [2, 2, 0]].map(Vec::from);
        assert!(is_minimal_chain(3, &board, 1, &cells("A1 B1 C1")));
        assert!(is_minimal_chain(3, &board, 1, &cells("C1 A1 B1")), "the order is the caller's to check");
        assert!(!is_minimal_chain(3, &board, 1, &cells("A1 B1")), "the right border is not reached");
        assert!(!is_minimal_chain(3, &board, 1, &cells("A1 C1")), "a gap");
        assert!(!is_minimal_chain(3, &board, 1, &cells("A1 B0 B1 C1")), "B0 is not needed");
        assert!(!is_minimal_chain(3, &board, 1, &cells("A1 B1 B1 C1")), "a stone twice");
        assert!(!is_minimal_chain(3, &board, 1, &cells("A2 B2 C2")), "not O's stones");
        assert!(!is_minimal_chain(3, &board, 1, &cells("A1 B1 C1 D1")), "off the board");
        assert!(!is_minimal_chain(3, &board, 1, &[]), "nothing");
        assert!(!is_minimal_chain(3, &board, 2, &cells("A1 B1 C1")), "the other player");
    }
}
