//! The exercise "Hex": every operation of the board, and the worked game of its page.
//!
//! `cargo run -p parlor-rules --example hex`

use parlor_rules::hex::prelude::*;
use std::error::Error;

/// 34 stones, after which X has joined top and bottom.
const GAME: &str = "A0 B9 B0 C0 B1 B10 C1 D1 C2 D2 D0 E0 D3 C3 C4 B4 B5 E2 A5 E3 D4 E4 D5 E5 D6 E6 D7 E7 D8 E8 D9 E9 E10 D10";

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let board = HexBoard::default();
    print!("{board}");
    let text = board.to_string();
    assert!(
        text.starts_with("  A B C D E F G H I J K\n 0 . . . . . . . . . . .\n  1 . . . . . . . . . . .\n")
    );
    assert!(text.ends_with("\n          9 . . . . . . . . . . .\n          10 . . . . . . . . . . .\n"));
    assert_eq!((board.side(), board.cells().count()), (11, 121));
    assert!(HexBoard::new(0).is_err() && HexBoard::new(26).is_ok() && HexBoard::new(27).is_err());

    // A cell has six neighbors, fewer at the borders. A corner is on both of its borders.
    let names: Vec<String> = board.neighbors(cell("F3")?).map(name).collect();
    assert_eq!(names, ["F2", "G2", "E3", "G3", "E4", "F4"]);
    assert_eq!(board.neighbors(cell("A0")?).count(), 2);
    assert_eq!(board.borders(cell("A0")?, Player::One), [true, false], "left, right");
    assert_eq!(board.borders(cell("A10")?, Player::Two), [false, true], "top, bottom");

    stones_and_chains()?;
    whole_game()?;
    swapping()
}

/// A board takes stones of either player. Chains are joined as stones are placed.
fn stones_and_chains() -> Result<(), Box<dyn Error>> {
    let mut board = HexBoard::new(4)?;
    for text in ["A1", "B1", "C0", "D0", "B2", "A3"] {
        board.place(cell(text)?, Player::One)?;
    }
    board.place(cell("C1")?, Player::Two)?;
    assert_eq!(board.place(cell("C1")?, Player::One), Err(IllegalMove::CellTaken));
    assert_eq!(board.place(cell("E0")?, Player::One), Err(IllegalMove::NoSuchCell));
    assert_eq!((board.stone(cell("C1")?), board.stone(cell("D3")?)), (Some(Player::Two), None));
    assert_eq!((board.count(Player::One), board.contains(cell("E0")?)), (6, false));
    print!("{board}");

    // What is reachable from A1, in steps: its own cell, then what touches it, then what touches that, ...
    let steps: Vec<String> =
        board.reachable(cell("A1")?).iter().map(|step| names(step.iter().copied())).collect();
    assert_eq!(steps, ["A1", "B1", "C0 B2", "D0 A3"]);
    assert!(board.reachable(cell("D3")?).is_empty(), "nothing stands there");

    assert_eq!(board.winner(), Some(Player::One));
    assert_eq!(names(board.winning_path()), "A1 B1 C0 D0", "from left to right");
    assert_eq!(names(board.winning_chain()), "C0 D0 A1 B1", "the same stones, row by row");
    assert_eq!(board.remove(cell("B1")?), Some(Player::One));
    assert_eq!((board.winner(), board.winning_path()), (None, vec![]));
    Ok(())
}

/// The game: O starts, the players take turns, and the winner is known from the last stone.
fn whole_game() -> Result<(), Box<dyn Error>> {
    let mut game = HexPosition::default();
    for (number, text) in GAME.split(' ').enumerate() {
        assert_eq!(game.turn(), Turn::Player(Player::BOTH[number % 2]));
        game.play(text.parse()?)?;
    }
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(Player::Two)));
    println!("{}Player {} wins!", game.board(), letter(Player::Two));
    assert_eq!(names(game.board().winning_path()), "E0 D1 D2 E2 E3 E4 E5 E6 E7 E8 E9 D10");
    assert_eq!(game.play("K10".parse()?).err(), Some(IllegalMove::GameOver));
    Ok(())
}

/// With the swap rule X may take over the first stone, mirrored along the long diagonal.
fn swapping() -> Result<(), Box<dyn Error>> {
    let mut game = HexPosition::new(4, true)?;
    game.play("D1".parse()?)?;
    assert!(game.can_swap());
    game.play(HexMove::Swap)?;
    assert_eq!(game.board().to_string(), "  A B C D\n 0 . . . .\n  1 . . . .\n   2 . . . .\n    3 . X . .\n");
    assert_eq!((game.turn(), game.can_swap()), (Turn::Player(Player::One), false));
    print!("{}", game.board());
    Ok(())
}

/// Reads a cell like `F3`.
fn cell(text: &str) -> Result<Cell, Box<dyn Error>> {
    match text.parse()? {
        HexMove::Place(cell) => Ok(cell),
        HexMove::Swap => Err("a swap is no cell".into()),
    }
}

fn name(cell: Cell) -> String {
    format!("{}{}", column_letter(cell.column), cell.row)
}

fn names(cells: impl IntoIterator<Item = Cell>) -> String {
    cells.into_iter().map(name).collect::<Vec<_>>().join(" ")
}
