//! The exercise "Connect 4 with shapes": every operation of the board, and the worked boards of its page.
//!
//! `cargo run -p parlor-rules --example shapes`

use parlor_rules::drop::shapes::prelude::*;
use std::error::Error;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    // Six bins of capacity four. A size that is too small is corrected, one above 64 is an error.
    let empty = ShapesBoard::default();
    print!("{}", empty.display(false));
    assert_eq!(empty, ShapesBoard::new(6, 4)?);
    assert_eq!(empty.display(false).lines().last(), Some(" 0  1  2  3  4  5"));
    let smallest = ShapesBoard::new(2, -1)?;
    assert_eq!((smallest.bins(), smallest.capacity()), (5, 4));
    assert!(ShapesBoard::new(65, 4).is_err());

    adding_shapes()?;
    asking_one_question_at_a_time()?;
    whole_games()
}

/// `add` checks the bin, puts the shape in and returns the bin.
fn adding_shapes() -> Result<(), Box<dyn Error>> {
    let mut board = ShapesBoard::default();
    for number in 0..4 {
        assert_eq!(board.add(2, Player::BOTH[number % 2]), Ok(2));
    }
    assert_eq!(board.add(2, Player::One), Err(IllegalMove::ColumnFull(2)));
    assert_eq!(board.add(6, Player::One), Err(IllegalMove::NoSuchColumn(6)));
    // Player one is red, value 0; player two is blue, value 1. Index 0 is the bottom of a bin.
    assert_eq!((board.height(2), board.values(2), board.value(2, 3)), (4, vec![0, 1, 0, 1], Some(1)));
    assert_eq!((board.values(9), board.value(0, 0), board.is_full()), (vec![], None, false));
    print!("{}", board.display(true));
    Ok(())
}

/// Each question is about the top shape of a bin, and marks the run it finds: 0 becomes 2, and 1 becomes 3.
fn asking_one_question_at_a_time() -> Result<(), Box<dyn Error>> {
    // Any fill will do. Here red has a row of five and a column of four through the same shape.
    let mut board = ShapesBoard::from_bins(
        &[&[1, 1, 1, 0], &[1, 0, 1, 0], &[0, 0, 0, 0], &[1, 1, 0, 0], &[1, 0, 1, 0]],
        4,
    )?;
    assert_eq!(board.diagonal(2), None);
    assert_eq!(board.horizontal(2), Some(Player::One));
    assert_eq!(
        (board.values(2), board.values(4)),
        (vec![0, 0, 0, 2], vec![1, 0, 1, 2]),
        "all five, and only the row"
    );
    assert_eq!(board.vertical(2), Some(Player::One));
    assert_eq!(board.values(2), [2, 2, 2, 2]);
    let marked = board.clone();
    assert_eq!((board.win(2), board.win(0)), (Some(Player::One), Some(Player::One)));
    assert_eq!(board, marked, "asking again changes nothing");
    assert_eq!((ShapesBoard::default().win(0), board.win(99)), (None, None), "an empty bin has no top");

    // The bin that is asked about need not be the one played last.
    let mut board = ShapesBoard::default();
    for (number, bin) in [0, 1, 1, 2, 3, 2, 2, 3, 3, 4, 3].into_iter().enumerate() {
        board.add(bin, Player::BOTH[number % 2])?;
    }
    assert_eq!(board.diagonal(0), Some(Player::One));
    assert_eq!([0, 1, 2, 3].map(|bin| board.value(bin, bin)), [Some(2); 4]);
    print!("{}", board.display(false));
    let row = board.display(true).lines().nth(7).map(str::to_string);
    let red = "\u{1b}[31m\u{25C9}\u{1b}[0m";
    assert!(row.is_some_and(|row| row.starts_with(&format!("|{red} |"))), "a marked red shape in its color");
    Ok(())
}

/// The game: red and blue take turns until somebody has won or the board is full.
fn whole_games() -> Result<(), Box<dyn Error>> {
    for (bins, expected) in [
        ("1 0 1 2 1 3 1", Outcome::Win(Player::One)),
        ("0 1 0 2 1 3 0 4", Outcome::Win(Player::Two)),
        ("5 0 4 0 3 0 2", Outcome::Win(Player::One)),
        ("0 1 0 2 0 0 3 1 2 1 1 2 3 3 5 3 5 5 4 4 4 5 4 2", Outcome::Draw),
    ] {
        let mut game = ShapesPosition::default();
        for bin in bins.split_whitespace() {
            game.play(bin.parse()?)?;
        }
        assert_eq!(game.turn(), Turn::Over(expected), "{bins}");
        assert_eq!(refusal(&mut game, 0), Some(IllegalMove::GameOver));
        print!("{bins}\n{}", game.board().display(false));
        match expected {
            Outcome::Win(winner) => println!("winner: {}", COLORS[winner.index()]),
            _ => println!("a tie"),
        }
        if bins == "5 0 4 0 3 0 2" {
            let values: Vec<_> = (0..6).map(|bin| game.board().values(bin)).collect();
            assert_eq!(values, [vec![1, 1, 1], vec![], vec![2], vec![2], vec![2], vec![2]]);
        }
    }
    Ok(())
}

fn refusal(game: &mut ShapesPosition, bin: usize) -> Option<IllegalMove> {
    game.play(Column(bin)).err()
}
