//! The oracle of 1024: slide and merge tiles; a 1 appears after each press.

use super::{Refused, Shown};

/// Presses one line toward its front. Returns the packed tiles and the tiles made by merging.
fn packed(line: &[u64]) -> (Vec<u64>, Vec<u64>) {
    let tiles: Vec<u64> = line.iter().copied().filter(|&tile| tile != 0).collect();
    let mut pressed = Vec::new();
    let mut merged = Vec::new();
    let mut next = 0;
    while next < tiles.len() {
        if tiles.get(next + 1) == Some(&tiles[next]) {
            pressed.push(2 * tiles[next]);
            merged.push(2 * tiles[next]);
            next += 2;
        } else {
            pressed.push(tiles[next]);
            next += 1;
        }
    }
    pressed.resize(line.len(), 0);
    (pressed, merged)
}

/// Returns one line pressed toward its front.
pub(crate) fn press_line(line: &[u64]) -> Vec<u64> {
    packed(line).0
}

/// Returns the lines of a panel along a press, each from the edge pressed toward, or `None` if the text is no
/// press.
fn lines(rows: usize, columns: usize, press: &str) -> Option<Vec<Vec<(usize, usize)>>> {
    let row = |row: usize| (0..columns).map(move |column| (row, column));
    let column = |column: usize| (0..rows).map(move |row| (row, column));
    match press {
        "L" => Some((0..rows).map(|index| row(index).collect()).collect()),
        "R" => Some((0..rows).map(|index| row(index).rev().collect()).collect()),
        "U" => Some((0..columns).map(|index| column(index).collect()).collect()),
        "D" => Some((0..columns).map(|index| column(index).rev().collect()).collect()),
        _ => None,
    }
}

/// Parses a cell written `@r,c`.
fn parse_tile(token: &str) -> Option<(usize, usize)> {
    let (row, column) = token.strip_prefix('@')?.split_once(',')?;
    // Rust would parse a sign as part of the number.
    let number = |text: &str| text.chars().all(|digit| digit.is_ascii_digit()).then(|| text.parse().ok())?;
    Some((number(row)?, number(column)?))
}

/// Returns whether the panel is full.
fn is_full(board: &[Vec<u64>]) -> bool {
    board.iter().flatten().all(|&tile| tile != 0)
}

/// Returns whether the panel is full and no two neighbors are equal.
fn is_stuck(board: &[Vec<u64>]) -> bool {
    let is_equal_in_row = board.iter().any(|row| row.windows(2).any(|pair| pair[0] == pair[1]));
    let is_equal_in_column =
        board.windows(2).any(|rows| rows[0].iter().zip(&rows[1]).any(|(upper, lower)| upper == lower));
    is_full(board) && !is_equal_in_row && !is_equal_in_column
}

/// A panel while a record is replayed.
struct Panel {
    board: Vec<Vec<u64>>,
    max: u64,
    /// The number of tiles that must appear before the next press.
    tiles_due: usize,
}

impl Panel {
    /// Places a 1. Returns `None` if no tile is due or the cell is not empty.
    fn appear(&mut self, (row, column): (usize, usize)) -> Option<()> {
        let cell = self.board.get_mut(row)?.get_mut(column)?;
        if self.tiles_due == 0 || *cell != 0 {
            return None;
        }
        *cell = 1;
        self.tiles_due -= 1;
        Some(())
    }

    /// Plays a press. Returns `None` if it is illegal.
    fn press(&mut self, press: &str, idle_spawns: bool) -> Option<()> {
        let lines = lines(self.board.len(), self.board[0].len(), press)?;
        if self.tiles_due > 0 || is_stuck(&self.board) {
            return None;
        }
        let before = self.board.clone();
        for line in lines {
            let tiles: Vec<u64> = line.iter().map(|&(row, column)| before[row][column]).collect();
            let (pressed, merged) = packed(&tiles);
            for ((row, column), tile) in line.into_iter().zip(pressed) {
                self.board[row][column] = tile;
            }
            self.max = merged.into_iter().fold(self.max, u64::max);
        }
        if self.board == before && !idle_spawns {
            return None;
        }
        self.tiles_due = usize::from(!is_full(&self.board));
        Some(())
    }
}

/// Returns 1024 after a record. `@r,c` is a new 1, `U D L R` are presses.
///
/// # Panics
/// If there are fewer than two cells or a side is above 16.
pub(crate) fn tiles(
    rows: usize,
    columns: usize,
    target: u64,
    idle_spawns: bool,
    tokens: &[&str],
) -> Result<Shown, Refused> {
    let (rows, columns) = if rows == 0 || columns == 0 { (3, 3) } else { (rows, columns) };
    assert!(rows * columns >= 2 && rows <= 16 && columns <= 16, "no panel is {rows} x {columns}");
    let mut panel = Panel { board: vec![vec![0; columns]; rows], max: 0, tiles_due: 2 };
    for (index, token) in tokens.iter().enumerate() {
        let made = match parse_tile(token) {
            Some(place) => panel.appear(place),
            None => panel.press(token, idle_spawns),
        };
        made.ok_or(Refused(index))?;
    }

    let Panel { board, max, .. } = panel;
    let status = if max >= target {
        "won"
    } else if is_stuck(&board) {
        "lost"
    } else {
        "in progress"
    };
    Ok(Shown { rows, columns, board, status, max, ..Shown::default() })
}

#[cfg(test)]
mod tests {
    use super::super::{Refused, Shown};
    use super::{press_line, tiles};

    /// Replays a record on a panel of 3 x 3 with target 32.
    fn small(idle_spawns: bool, record: &str) -> Result<Shown, Refused> {
        tiles(3, 3, 32, idle_spawns, &record.split_whitespace().collect::<Vec<_>>())
    }

    /// Replays a record on a panel of one row.
    fn single_row(columns: usize, target: u64, idle_spawns: bool, record: &str) -> Result<Shown, Refused> {
        tiles(1, columns, target, idle_spawns, &record.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn press_examples() {
        assert_eq!(press_line(&[2, 0, 2, 2]), [4, 2, 0, 0]);
        // For a press to the right the front is on the right: `_ _ 2 4`.
        assert_eq!(press_line(&[2, 2, 0, 2]), [4, 2, 0, 0]);
        assert_eq!(press_line(&[1, 1, 2]), [2, 2, 0]);
        assert_eq!(press_line(&[2, 2, 2, 2]), [4, 4, 0, 0]);
        assert_eq!(press_line(&[0, 0, 0]), [0, 0, 0]);
        assert_eq!(press_line(&[0, 4, 0, 2]), [4, 2, 0, 0]);
    }

    #[test]
    fn empty_panel() {
        let shown = small(false, "").expect("an empty record");
        assert_eq!((shown.rows, shown.columns), (3, 3));
        assert_eq!(shown.board, [[0; 3]; 3]);
        assert_eq!((shown.status, shown.max), ("in progress", 0));
        assert_eq!((shown.next, shown.winner), (None, None));
    }

    #[test]
    fn tiles_slide() {
        let shown = small(false, "@1,1 @0,1").expect("a record");
        assert_eq!(shown.board, [[0, 1, 0], [0, 1, 0], [0, 0, 0]]);
        let shown = small(false, "@1,1 @0,1 R").expect("a record");
        assert_eq!(shown.board, [[0, 0, 1], [0, 0, 1], [0, 0, 0]]);
        assert_eq!(shown.max, 0);
        let shown = small(false, "@1,1 @0,1 R @2,2 U").expect("a record");
        assert_eq!(shown.board, [[0, 0, 2], [0, 0, 1], [0, 0, 0]]);
        assert_eq!(shown.max, 2);
    }

    #[test]
    fn four_directions() {
        for (press, board) in [
            ("U", [[0, 2, 0], [0, 0, 0], [0, 0, 0]]),
            ("D", [[0, 0, 0], [0, 0, 0], [0, 2, 0]]),
            ("L", [[1, 0, 0], [0, 0, 0], [1, 0, 0]]),
            ("R", [[0, 0, 1], [0, 0, 0], [0, 0, 1]]),
        ] {
            let shown = small(false, &format!("@0,1 @2,1 {press}")).expect("a record");
            assert_eq!(shown.board, board, "{press}");
        }
    }

    #[test]
    fn idle_press_is_illegal() {
        assert_eq!(small(false, "@0,0 @1,0 L"), Err(Refused(2)));
    }

    #[test]
    fn idle_spawns() {
        let shown = small(true, "@0,0 @1,0 L @2,2").expect("a record");
        assert_eq!(shown.board, [[1, 0, 0], [1, 0, 0], [0, 0, 1]]);
        assert_eq!(small(true, "@0,0 @1,0 L R"), Err(Refused(3)), "a tile is due");
    }

    #[test]
    fn idle_press_on_a_full_panel() {
        let record = "@0,0 @0,1 U"; // A single row does not move up.
        assert_eq!(single_row(2, 2, false, record), Err(Refused(2)));
        assert_eq!(single_row(2, 2, true, record).expect("an idle press").board, [[1, 1]]);
        assert_eq!(single_row(2, 2, true, &format!("{record} @0,0")), Err(Refused(3)));
        let shown = single_row(2, 2, true, &format!("{record} D L")).expect("presses in a row");
        assert_eq!((shown.board, shown.status), (vec![vec![2, 0]], "won"));
    }

    #[test]
    fn won() {
        let shown = single_row(3, 2, false, "@0,0 @0,2").expect("a record");
        assert_eq!((shown.status, shown.max), ("in progress", 0));
        let shown = single_row(3, 2, false, "@0,0 @0,2 L").expect("a record");
        assert_eq!((shown.status, shown.max), ("won", 2));
        let shown = single_row(3, 2, false, "@0,0 @0,2 L @0,1 R @0,0").expect("a record may go on");
        assert_eq!((shown.board, shown.status, shown.max), (vec![vec![1, 2, 1]], "won", 2));
    }

    #[test]
    fn lost() {
        let record = "@0,0 @0,2 L @0,1 R @0,0";
        let shown = single_row(3, 4, false, record).expect("a record");
        assert_eq!((shown.status, shown.max), ("lost", 2));
        for idle_spawns in [false, true] {
            assert_eq!(single_row(3, 4, idle_spawns, &format!("{record} L")), Err(Refused(6)));
            assert_eq!(single_row(3, 4, idle_spawns, &format!("{record} @0,0")), Err(Refused(6)));
        }
    }

    #[test]
    fn wrong_order() {
        assert_eq!(small(false, "L"), Err(Refused(0)));
        assert_eq!(small(false, "@0,0 L"), Err(Refused(1)));
        assert_eq!(small(false, "@0,0 @1,1 @2,2"), Err(Refused(2)));
        assert_eq!(small(false, "@0,0 @1,1 R D"), Err(Refused(3)));
        assert_eq!(small(false, "@0,0 @0,0"), Err(Refused(1)), "taken");
        for token in ["@3,0", "@0,3", "@-1,0", "@+1,0", "@1", "@,", "@1,1,1", "1,1", "u", "LEFT", ""] {
            assert_eq!(tiles(3, 3, 32, false, &["@0,0", token]), Err(Refused(1)), "{token}");
        }
    }

    #[test]
    fn bad_sides_become_three() {
        let shown = tiles(0, 5, 32, false, &[]).expect("an empty record");
        assert_eq!((shown.rows, shown.columns), (3, 3));
    }
}
