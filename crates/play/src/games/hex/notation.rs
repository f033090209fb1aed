//! The notation of other Hex programs, and how it maps to ours. HTP, SGF and HexWorld links all go through here.
//!
//! Elsewhere a cell is a letter and a row from 1, `a1` at the top left; black goes first and joins top and bottom.
//! Here O goes first and joins left and right. So row and column are exchanged: our A0 is their `a1`, our A1 is
//! `b1`, our B0 is `a2`. Black is [`Player::One`], white is [`Player::Two`].

use crate::CellNotation;
use parlor_rules::hex::Board;
use parlor_rules::{Cell, Player};
use std::fmt;
use std::str::FromStr;

/// How this program lays out the board and writes its cells.
pub const OWN: CellNotation = CellNotation {
    name: "own",
    label: "Parlor: O joins left and right, cells A0 …",
    transposed: false,
    capitals: true,
    first_row: 0,
    ways: ["left to right", "top to bottom"],
};

/// How other programs and Hex players do.
pub const ELSEWHERE: CellNotation = CellNotation {
    name: "hexworld",
    label: "As Hex players know it: red joins top and bottom, cells a1 …",
    transposed: true,
    capitals: false,
    first_row: 1,
    ways: ["top to bottom", "left to right"],
};

/// A move as other Hex programs write it: `a1`, `swap-pieces`, `swap-sides`, `pass`, `resign`, `forfeit`.
///
/// Parsing ignores case and checks the syntax only. `swap` alone is `swap-pieces`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ForeignMove {
    /// A stone, on this cell of **their** board: the column is the letter, the row counts from 0.
    Place(Cell),
    /// The first stone changes its color and is mirrored on the long diagonal, as by our `swap`.
    SwapPieces,
    /// The stones stay and the players exchange their sides: whoever said it owns the first stone from now on.
    SwapSides,
    /// No move. Our rules have none.
    Pass,
    /// The player gives up.
    Resign,
    /// The player loses by the rules of the match.
    Forfeit,
}

impl fmt::Display for ForeignMove {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ForeignMove::Place(cell) => write!(out, "{}{}", letter(cell.column), cell.row + 1),
            ForeignMove::SwapPieces => out.write_str("swap-pieces"),
            ForeignMove::SwapSides => out.write_str("swap-sides"),
            ForeignMove::Pass => out.write_str("pass"),
            ForeignMove::Resign => out.write_str("resign"),
            ForeignMove::Forfeit => out.write_str("forfeit"),
        }
    }
}

impl FromStr for ForeignMove {
    type Err = BadForeignMove;

    fn from_str(text: &str) -> Result<ForeignMove, BadForeignMove> {
        Ok(match text.to_ascii_lowercase().as_str() {
            "swap-pieces" | "swap" => ForeignMove::SwapPieces,
            "swap-sides" => ForeignMove::SwapSides,
            "pass" => ForeignMove::Pass,
            "resign" => ForeignMove::Resign,
            "forfeit" => ForeignMove::Forfeit,
            _ => ForeignMove::Place(parse_foreign_cell(text).ok_or(BadForeignMove)?),
        })
    }
}

/// A text that is no move of other Hex programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadForeignMove;

impl fmt::Display for BadForeignMove {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("expected a cell like a1, swap-pieces, swap-sides, resign or forfeit")
    }
}

impl std::error::Error for BadForeignMove {}

/// Returns the cell with row and column exchanged: from their board to ours, from ours to theirs, and where the swap
/// puts a stone.
pub const fn transposed(cell: Cell) -> Cell {
    Cell::new(cell.column, cell.row)
}

/// Returns how other programs write a cell of our board: `b1` for A1.
pub fn foreign_cell(ours: Cell) -> String {
    ForeignMove::Place(transposed(ours)).to_string()
}

/// Returns how other programs write one of our moves: `b1` for `A1`, `swap-pieces` for `swap`; nothing for other text.
pub fn foreign_text(ours: &str) -> Option<String> {
    match ours.parse().ok()? {
        parlor_rules::hex::Move::Place(cell) => Some(foreign_cell(cell)),
        parlor_rules::hex::Move::Swap => Some(ForeignMove::SwapPieces.to_string()),
    }
}

/// Returns how we write a cell of our board: `A1`.
pub fn our_text(ours: Cell) -> String {
    parlor_rules::hex::Move::Place(ours).to_string()
}

/// Reads a cell of their board, in either case: `a1`, `K11`. The column is the letter, the row counts from 0.
pub fn parse_foreign_cell(text: &str) -> Option<Cell> {
    let column = letter_index(text.chars().next()?)?;
    let digits = &text[1..];
    let is_number =
        !digits.is_empty() && digits.len() <= 3 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let row: usize = digits.parse().ok().filter(|_| is_number && !digits.starts_with('0'))?;
    Some(Cell::new(row - 1, column))
}

/// Reads a cell of two letters, as Little Golem writes it: `mf` is `m6`.
pub(super) fn parse_letter_pair(text: &str) -> Option<Cell> {
    let mut letters = text.chars();
    let (column, row) = (letter_index(letters.next()?)?, letter_index(letters.next()?)?);
    letters.next().is_none().then_some(Cell::new(row, column))
}

/// Reads a color, in either case: `b`, `black`, `w`, `white`.
pub fn parse_color(text: &str) -> Option<Player> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Player::One),
        "w" | "white" => Some(Player::Two),
        _ => None,
    }
}

/// Returns the name of a player's color.
pub const fn color_name(player: Player) -> &'static str {
    match player {
        Player::One => "black",
        Player::Two => "white",
    }
}

/// Maps a game in their notation to ours. It changes when the players swap sides.
///
/// Usually black is our first player and row and column are exchanged. After `swap-sides`, or where white makes the
/// first move on the empty board, white is our first player. Then nothing is exchanged, because white joins left and right, as O does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sides {
    white_is_first: bool,
}

impl Sides {
    /// Returns the mapping in which this color is our first player.
    pub const fn first(color: Player) -> Sides {
        Sides { white_is_first: matches!(color, Player::Two) }
    }

    /// Returns the mapping after `swap-sides`.
    pub const fn swapped(self) -> Sides {
        Sides { white_is_first: !self.white_is_first }
    }

    /// Returns whether white is our first player.
    pub const fn is_exchanged(self) -> bool {
        self.white_is_first
    }

    /// Returns our player of a color, or the color of our player.
    pub const fn player(self, color: Player) -> Player {
        if self.white_is_first { color.other() } else { color }
    }

    /// Returns our cell of theirs, or theirs of ours.
    pub const fn cell(self, theirs: Cell) -> Cell {
        if self.white_is_first { theirs } else { transposed(theirs) }
    }
}

/// Returns the board as other programs show it: the letters above, the rows from 1, black joining top and bottom.
///
/// `symbol` is what stands on a cell of our board.
pub fn foreign_board(side: usize, symbol: impl Fn(Cell) -> char) -> String {
    let mut text = String::from(" ");
    for column in 0..side {
        text.extend([' ', letter(column)]);
    }
    text.push('\n');
    for row in 0..side {
        text.push_str(&format!("{:>1$}", row + 1, row + 2));
        for column in 0..side {
            text.extend([' ', symbol(transposed(Cell::new(row, column)))]);
        }
        text.push('\n');
    }
    text
}

/// Returns the letter of a column, and a question mark after `z`, where no board has columns.
fn letter(column: usize) -> char {
    if column < Board::MAX_SIDE { (b'a' + column as u8) as char } else { '?' }
}

fn letter_index(letter: char) -> Option<usize> {
    letter.is_ascii_alphabetic().then(|| letter.to_ascii_lowercase() as usize - 'a' as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_have_row_and_column_exchanged() {
        for (ours, theirs) in
            [("A0", "a1"), ("A1", "b1"), ("B0", "a2"), ("F3", "d6"), ("K10", "k11"), ("Z25", "z26")]
        {
            assert_eq!(foreign_text(ours).as_deref(), Some(theirs));
            let cell = parse_foreign_cell(theirs).unwrap();
            assert_eq!(our_text(Sides::default().cell(cell)), ours);
            assert_eq!(parse_foreign_cell(&theirs.to_uppercase()), Some(cell));
        }
        assert_eq!(foreign_text("swap").as_deref(), Some("swap-pieces"));
        assert_eq!(foreign_text("a1"), None);
    }

    #[test]
    fn what_front_ends_are_told_writes_every_cell_as_the_formats_do() {
        for (row, column) in (0..26 * 26).map(|index| (index / 26, index % 26)) {
            let cell = Cell::new(row, column);
            assert_eq!(OWN.cell(row, column), our_text(cell));
            assert_eq!(ELSEWHERE.cell(row, column), foreign_cell(cell));
        }
    }

    #[test]
    fn moves_round_trip() {
        let words = ["swap-pieces", "swap-sides", "pass", "resign", "forfeit"].map(String::from);
        let cells =
            (0..26 * 26).map(|index| ForeignMove::Place(Cell::new(index / 26, index % 26)).to_string());
        for text in words.into_iter().chain(cells) {
            let played: ForeignMove = text.parse().unwrap();
            assert_eq!(played.to_string(), text);
            assert_eq!(text.to_uppercase().parse(), Ok(played));
        }
        assert_eq!("swap".parse(), Ok(ForeignMove::SwapPieces));
    }

    #[test]
    fn other_text_is_no_move() {
        for text in [
            "",
            "a",
            "1",
            "a0",
            "a01",
            "1a",
            "aa1",
            "a 1",
            "a-1",
            "a+1",
            "ä1",
            "a1 ",
            "a1000",
            "a99999999999999999999",
        ] {
            assert_eq!(text.parse::<ForeignMove>(), Err(BadForeignMove), "{text:?}");
        }
    }

    #[test]
    fn letter_pairs() {
        assert_eq!(parse_letter_pair("mf"), parse_foreign_cell("m6"));
        for text in ["", "m", "mfa", "m6", "6m"] {
            assert_eq!(parse_letter_pair(text), None, "{text:?}");
        }
    }

    #[test]
    fn white_first_needs_no_exchange() {
        let sides = Sides::first(Player::Two);
        assert_eq!(sides, Sides::default().swapped());
        assert_eq!(our_text(sides.cell(parse_foreign_cell("c2").unwrap())), "C1");
        assert_eq!(sides.player(Player::Two), Player::One);
    }

    #[test]
    fn boards_are_shown_as_others_show_them() {
        let stone = |cell: Cell| if cell == Cell::new(1, 0) { 'O' } else { '.' };
        assert_eq!(foreign_board(3, stone), "  a b c\n 1 . O .\n  2 . . .\n   3 . . .\n");
    }
}
