//! The exercise "a board that grows": every operation, and the worked boards of its page.
//!
//! `cargo run -p parlor-rules --example growing`

use parlor_rules::drop::growing::prelude::*;
use std::error::Error;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    // A board is made from three different strings. Any will do that have no white space.
    let tokens = Tokens::new("R", "Y", ".")?;
    assert_eq!((tokens.of(Player::Two), tokens.blank()), ("Y", "."));
    assert_eq!(Tokens::new("R", "R", "."), Err(BadTokens::Same("R".into())));
    assert!(Tokens::new("", "Y", ".").is_err() && Tokens::new("a b", "Y", ".").is_err());

    let mut board = GrowingBoard::new(tokens);
    assert_eq!((board.rows(), board.columns()), (5, 4));
    let (one, two) = (Player::One, Player::Two);
    // Turns are not checked: either player may place at any time. The answer is the blank as long as nobody has won.
    for (column, player) in [(0, one), (1, two), (2, one), (3, one)] {
        assert_eq!(board.place(column, player)?, ".");
    }
    for player in [one, two, one, two, one] {
        assert_eq!(board.place(1, player)?, ".");
    }
    assert_eq!(board.place(4, one)?, ".");
    print!("{board}");
    // A full column has added a row, and a column that was not there yet has been added on the right.
    assert_eq!(board.to_string(), ". R . . .\n. Y . . .\n. R . . .\n. Y . . .\n. R . . .\nR Y R R R\n");
    assert_eq!((board.rows(), board.columns()), (6, 5));
    assert_eq!([0, 5, 6].map(|row| board.tokens_in_row(row)), [Some(5), Some(1), None]);
    assert_eq!([1, 4, 5].map(|column| board.tokens_in_column(column)), [Some(6), Some(1), None]);
    // Row 0 is the bottom row.
    assert_eq!((board.token(0, 1), board.token(5, 1), board.token(5, 0)), (Some(two), Some(one), None));

    // A copy shares nothing with the original.
    let copy = board.clone();
    board.clear();
    assert_eq!((board.rows(), board.columns(), copy.columns()), (5, 4, 5));

    winning()?;
    limits()
}

fn winning() -> Result<(), Box<dyn Error>> {
    let mut board = GrowingBoard::new(Tokens::default());
    for column in [0, 1, 3, 4] {
        assert_eq!(board.place(column, Player::One)?, ".");
    }
    assert_eq!(board.place(2, Player::One)?, "R", "five in a row");
    assert_eq!((board.winner(), board.line().len()), (Some(Player::One), 5));
    assert_eq!(board.place(0, Player::Two), Err(IllegalMove::GameOver), "nothing is placed after a win");
    print!("{board}");

    // A run does not continue in the next column.
    let mut board = GrowingBoard::new(Tokens::default());
    for (column, player) in [(0, 2), (0, 2), (0, 1), (0, 1), (1, 1), (1, 1)] {
        assert_eq!(board.place(column, Player::BOTH[player - 1])?, ".");
    }

    // Diagonals do not count.
    let mut board = GrowingBoard::new(Tokens::default());
    for column in 0..4 {
        for row in 0..=column {
            let player = if row == column { Player::One } else { Player::Two };
            assert_eq!(board.place(column, player)?, ".");
        }
    }
    print!("{board}");

    // A longer game: T is player one, F is player two. The last token wins for player two.
    let mut board = GrowingBoard::new(Tokens::new("1", "2", ".")?);
    let moves = "0T 1F 2F 6T 6T 3T 3F 3F 3F 3T 4F 5T 5T 5F 4T 2T 2T 2T 2F 3T 3T 3F 6F 4F";
    for (number, text) in moves.split(' ').enumerate() {
        let player = if text.ends_with('T') { Player::One } else { Player::Two };
        let answer = board.place(text[..1].parse()?, player)?;
        assert_eq!(answer, if number == 23 { "2" } else { "." }, "{text}");
    }
    assert_eq!((board.rows(), board.columns()), (8, 7));
    print!("{board}");
    Ok(())
}

fn limits() -> Result<(), Box<dyn Error>> {
    let mut board = GrowingBoard::new(Tokens::default());
    assert_eq!(board.place(10_000, Player::One), Err(IllegalMove::NoSuchColumn(10_000)));
    assert_eq!((board.rows(), board.columns()), (5, 4), "a refused token changes nothing");
    assert_eq!(board.place(9_999, Player::One)?, ".");
    assert_eq!(board.columns(), 10_000);
    for token in 0..10_000 {
        board.place(0, Player::BOTH[token % 2])?;
    }
    assert_eq!(board.place(0, Player::One), Err(IllegalMove::ColumnTooTall(0)));
    // Columns are only as tall as they need to be. This gives back the room that they keep for growing.
    board.shrink_to_fit();
    assert_eq!((board.rows(), board.tokens_in_column(0)), (10_000, Some(10_000)));
    Ok(())
}
