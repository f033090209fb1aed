//! The exercise "player, grid and game", with Super Connect Four in its place: every operation, and the worked games of
//! both pages.
//!
//! `cargo run -p parlor-rules --example classic_and_super`

use parlor_rules::drop::classic::prelude::*;
use parlor_rules::drop::super_::prelude::*;
use std::error::Error;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    players();
    grids()?;
    seats()?;
    for (moves, winner) in [
        ("3 2 4 3 4 3 5 4 6", "Ann"),
        ("0 6 0 6 0 6 0", "Ann"),
        ("0 6 1 6 0 6 1 6", "Bob"),
        ("0 1 1 2 2 5 3 5 3 4 0", "Ann"),
        ("1 1 2 3 2 2 3 4 3 3 4 0", "Bob"),
    ] {
        let mut game = seated(ClassicGame::new(), 6, 7)?;
        play(&mut game, moves)?;
        assert_eq!(game.winner().map(NamedPlayer::name), Some(winner), "{moves}");
        println!("{moves}: {winner} wins!");
    }
    restarts()?;
    draws()?;
    super_games()
}

/// A player has a fixed name, a score that a restart resets, and wins that stay.
fn players() {
    let mut ann = NamedPlayer::new("Ann");
    ann.add_point();
    ann.add_win();
    assert_eq!((ann.name(), ann.score(), ann.wins()), ("Ann", 1, 1));
    ann.reset_score();
    assert_eq!((ann.score(), ann.wins()), (0, 1));
}

/// A grid has rows and columns. Row 0 is the top.
fn grids() -> Result<(), Box<dyn Error>> {
    for (asked, made) in [((6, 7), (6, 7)), ((2, 6), (4, 6)), ((0, 2), (4, 4)), ((-3, 9), (4, 9))] {
        let grid = Grid::new(asked.0, asked.1)?;
        assert_eq!((grid.rows(), grid.columns()), made);
    }
    assert!(Grid::new(65, 7).is_err());
    let mut grid = Grid::default();
    let (one, two) = (Player::One, Player::Two);
    for (column, player) in [(3, one), (2, two), (4, one), (3, two), (4, one), (3, two)] {
        assert!(grid.insert(column, player));
    }
    assert!(!grid.insert(7, Player::One), "there is no column 7");
    assert_eq!(
        (grid.disc(5, 3), grid.disc(3, 3), grid.disc(0, 0)),
        (Some(Player::One), Some(Player::Two), None)
    );
    assert_eq!(grid.disc(99, 99), None, "outside is empty");
    print!("{grid}");
    assert_eq!(
        grid.to_string(),
        ". . . . . . .\n. . . . . . .\n. . . . . . .\n. . . X . . .\n. . . X O . .\n. . X O O . .\n0 1 2 3 4 5 6\n"
    );
    grid.reset();
    assert_eq!(grid, Grid::default());
    Ok(())
}

/// Players and grid come in any order, and can be exchanged.
fn seats() -> Result<(), Box<dyn Error>> {
    let mut game = ClassicGame::new();
    game.set_player(Player::Two, NamedPlayer::new("Bob"));
    assert!(game.set_grid(Grid::default()));
    assert_eq!((game.status(), game.play_turn(0)), (Status::Invalid, false));
    game.set_player(Player::One, NamedPlayer::new("Ann"));
    assert_eq!((game.status(), game.next_seat()), (Status::InProgress, Some(Player::One)));
    play(&mut game, "0 0 0 0 0 0")?;
    assert!(!game.play_turn(0), "the seventh is refused");
    assert!(!game.play_turn(7), "there is no such column");
    assert_eq!(game.next_player().map(NamedPlayer::name), Some("Ann"), "still her turn");

    // Taking a player out makes the game invalid. Discs and turn stay.
    let ann = game.remove_player(Player::One);
    assert!(!game.play_turn(1));
    assert_eq!((game.status(), game.next_player()), (Status::Invalid, None));
    game.set_player(Player::One, NamedPlayer::new("Cid"));
    assert_eq!(game.next_player().map(NamedPlayer::name), Some("Cid"));
    assert_eq!(game.grid().map(Grid::discs), Some(6));
    let cid = ann.and_then(|ann| game.set_player(Player::One, ann));
    assert_eq!(cid.as_ref().map(NamedPlayer::name), Some("Cid"));

    // A grid that already has a line is refused: nobody has made it in this game.
    let mut lined = Grid::default();
    (0..4).for_each(|column| assert!(lined.insert(column, Player::One)));
    assert!(!game.set_grid(lined));
    assert_eq!(game.grid().map(Grid::discs), Some(6), "the old grid stays");
    Ok(())
}

fn restarts() -> Result<(), Box<dyn Error>> {
    let mut game = seated(ClassicGame::new(), 6, 7)?;
    play(&mut game, "0 6 0 6 0 6 0")?;
    let ann = |game: &ClassicGame| game.player(Player::One).map(|ann| (ann.score(), ann.wins()));
    assert_eq!((game.status(), ann(&game), game.next_player()), (Status::Complete, Some((1, 1)), None));
    game.restart();
    assert_eq!((game.status(), ann(&game)), (Status::InProgress, Some((0, 1))));
    assert_eq!((game.next_seat(), game.winner()), (Some(Player::One), None));
    Ok(())
}

fn draws() -> Result<(), Box<dyn Error>> {
    let mut game = seated(ClassicGame::new(), 4, 4)?;
    play(&mut game, "0 2 1 3 2 0 3 1 0 2 1 3 2 0 3 1")?;
    assert_eq!((game.status(), game.winner(), game.winning_seat()), (Status::Complete, None, None));
    assert_eq!(rows(&game), "2211/1122/2211/1122");
    assert_eq!(scores(&game), [0, 0]);
    Ok(())
}

/// In super, lines vanish for a point, discs fall, and new lines score again.
fn super_games() -> Result<(), Box<dyn Error>> {
    let long = "0 2 1 4 3 2 3 0 5 1 6 3 5 4 3 2 2 4 4 6 3";
    for (moves, board, points, next) in [
        ("0 1 1 2 2 5 3 5 3 4 4", ".....2./122122.", [1, 0], "Bob"),
        (long, "...1.../..111../..222../2221212/1121211", [0, 0], "Bob"),
        (&format!("{long} 1"), "..1..../222.2../112.212", [1, 1], "Ann"),
        ("1 0 2 3 1 0 2 4 3 4 3 2 3 1 1 4 2 3 4", "...22../22212../21122..", [1, 0], "Bob"),
        ("0 4 2 2 3 6 4 5 5 6 2 3 3 6 1", "......2/......2", [2, 1], "Bob"),
    ] {
        let mut game = seated(SuperGame::new(), 6, 7)?;
        play(&mut game, moves)?;
        assert_eq!((rows(&game).as_str(), scores(&game)), (board, points), "{moves}");
        assert_eq!(game.next_player().map(NamedPlayer::name), Some(next), "{moves}");
        println!("{moves}: {board} {points:?}");
    }
    let fill = "0 2 1 3 2 0 3 1 0 2 1 3 2 0 3 1";
    for (moves, points) in [(fill, [0, 0]), (&format!("1 2 1 2 1 2 1 2 {fill}"), [1, 1])] {
        let mut game = seated(SuperGame::new(), 4, 4)?;
        play(&mut game, moves)?;
        assert_eq!(
            (game.status(), game.winner(), scores(&game)),
            (Status::Complete, None, points),
            "equal points"
        );
    }
    Ok(())
}

/// Seats Ann and Bob at a grid. A `dyn ConnectFour` is either game.
fn seated<G: ConnectFour>(mut game: G, rows: i64, columns: i64) -> Result<G, BadSize> {
    game.set_player(Player::One, NamedPlayer::new("Ann"));
    game.set_player(Player::Two, NamedPlayer::new("Bob"));
    assert!(game.set_grid(Grid::new(rows, columns)?));
    Ok(game)
}

fn play(game: &mut dyn ConnectFour, moves: &str) -> Result<(), Box<dyn Error>> {
    for column in moves.split_whitespace() {
        assert!(game.play_turn(column.parse()?), "{moves}: {column}");
    }
    Ok(())
}

fn scores(game: &dyn ConnectFour) -> [u64; 2] {
    Player::BOTH.map(|seat| game.player(seat).map_or(0, NamedPlayer::score))
}

/// The rows from the top without empty ones, 1 and 2 for the players.
fn rows(game: &dyn ConnectFour) -> String {
    let Some(grid) = game.grid() else { return String::new() };
    let symbol = |row, column| grid.disc(row, column).map_or(".".to_string(), |player| player.to_string());
    let rows =
        (0..grid.rows()).map(|row| (0..grid.columns()).map(|column| symbol(row, column)).collect::<String>());
    rows.filter(|row| row.contains(['1', '2'])).collect::<Vec<_>>().join("/")
}
