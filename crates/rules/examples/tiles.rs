//! The exercise "1024": every operation of the panel, and the worked panels of its page.
//!
//! `cargo run -p parlor-rules --example tiles`

use parlor_rules::tiles::prelude::*;
use std::error::Error;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    sizes_and_targets()?;
    presses()?;
    single_operations()?;
    whole_game()
}

fn sizes_and_targets() -> Result<(), Box<dyn Error>> {
    let small = Panel::new(Size::new(3, 3), Some(32))?;
    assert_eq!((small.rows(), small.columns(), small.target(), small.max()), (3, 3, 32, 0));
    assert_eq!((Panel::default().rows(), Panel::default().target()), (4, 1024));
    let corrected = Panel::new(Size::new(0, 5), None)?;
    assert_eq!((corrected.rows(), corrected.columns()), (3, 3), "a side below 1 makes it 3 x 3");
    // Only 1s appear, so no tile above 2^(cells - 1) can be made.
    assert_eq!(corrected.target(), 256);
    for (size, target) in [(3, 512), (4, 65_536), (4, 1_000), (4, 1), (17, 32), (1, 2)] {
        match Panel::new(Size::new(size, size), Some(target)) {
            Ok(panel) => return Err(format!("{size}x{size} with {} is no panel", panel.target()).into()),
            Err(why) => println!("{why}"),
        }
    }
    Ok(())
}

/// Gaps close, and equal neighbors merge from the edge pressed toward, each at most once.
fn presses() -> Result<(), Box<dyn Error>> {
    for (line, direction, expected) in [
        (&[2, 0, 2, 2][..], Direction::Left, &[4, 2, 0, 0][..]),
        (&[2, 0, 2, 2], Direction::Right, &[0, 0, 2, 4]),
        (&[1, 1, 2], Direction::Left, &[2, 2, 0]),
        (&[2, 2, 2, 2], Direction::Left, &[4, 4, 0, 0]),
    ] {
        let mut panel = Panel::from_values(&[line], None)?;
        let press = panel.press(direction);
        assert!(press.changed() && press.direction() == direction);
        assert_eq!(values(&panel), [expected]);
        println!("{line:?} {}: {expected:?}", direction.word());
    }
    // A press returns what moved and what merged, for animation.
    let mut panel = Panel::from_values(&[&[0, 2, 2], &[0, 4, 0]], None)?;
    let press = panel.press(Direction::Right);
    let told: Vec<_> =
        press.slides().iter().map(|slide| (slide.from, slide.to, slide.value(), slide.merged)).collect();
    assert_eq!(
        told,
        [(Cell::new(0, 1), Cell::new(0, 2), 2, true), (Cell::new(1, 1), Cell::new(1, 2), 4, false)]
    );
    for direction in [Direction::Up, Direction::Down] {
        let mut panel = Panel::from_values(&[&[1, 2], &[1, 0]], None)?;
        assert!(panel.can_press(direction));
        panel.press(direction);
        print!("{panel}");
        let row = if direction == Direction::Up { 0 } else { 1 };
        assert_eq!([0, 1].map(|column| panel.value(Cell::new(row, column))), [2, 2]);
    }
    Ok(())
}

fn single_operations() -> Result<(), Box<dyn Error>> {
    let mut panel = Panel::from_values(&[&[1, 0, 2], &[0, 4, 0]], None)?;
    let empty: Vec<Cell> = panel.empty_cells().collect();
    assert_eq!(empty, [Cell::new(0, 1), Cell::new(1, 0), Cell::new(1, 2)], "row by row");
    // A seed is the same game for ever.
    let mut rng = SplitMix64::new(7);
    for left in (0..3).rev() {
        let placed = panel.place_random(&mut rng).ok_or("there is room")?;
        assert!(empty.contains(&placed) && panel.value(placed) == 1 && panel.empty_cells().count() == left);
    }
    assert_eq!((panel.is_full(), panel.place_random(&mut rng)), (true, None));
    assert_eq!(panel.place(Cell::new(0, 0)), Err(IllegalMove::CellTaken));

    // Stuck is full and without equal neighbors. Empty cells never count as equal.
    assert!(Panel::from_values(&[&[1, 2], &[2, 1]], None)?.is_stuck());
    assert!(!Panel::from_values(&[&[1, 2], &[4, 2]], None)?.is_stuck());
    assert!(!Panel::from_values(&[&[1, 2], &[0, 0]], None)?.is_stuck());

    // Any powers of two can be given. Wider values widen every cell.
    let wide = Panel::from_values(&[&[16_384, 1]], None)?;
    assert_eq!(wide.to_string(), "+-----+-----+\n|16384|    1|\n+-----+-----+\n");
    assert_eq!((wide.max(), wide.has_reached_target()), (16_384, true));
    assert!(matches!(Panel::from_values(&[&[3, 0]], None), Err(BadPanel::NotATile { value: 3, .. })));
    panel.clear();
    assert_eq!((panel.max(), panel.empty_cells().count()), (0, 6));
    Ok(())
}

/// The game: chance places two tiles, then presses and tiles take turns. A record is a list of moves.
fn whole_game() -> Result<(), Box<dyn Error>> {
    let mut game = TilesPosition::new(Size::new(3, 3), Some(32), false)?;
    assert_eq!(game.turn(), Turn::Chance);
    play(&mut game, "@1,1 @0,1")?;
    assert_eq!(values(game.panel()), [[0, 1, 0], [0, 1, 0], [0, 0, 0]]);
    print!("{}", game.panel());
    play(&mut game, "R")?;
    assert_eq!(values(game.panel()), [[0, 0, 1], [0, 0, 1], [0, 0, 0]], "before the next tile");
    play(&mut game, "@2,2 U @2,0")?;
    assert_eq!(values(game.panel()), [[0, 0, 2], [0, 0, 1], [1, 0, 0]]);
    print!("{}", game.panel());

    // A press that changes nothing is not a move, unless the game is played with idle spawns.
    for (idle_spawns, refused) in [(false, Some(IllegalMove::NothingMoves)), (true, None)] {
        let mut game = TilesPosition::new(Size::new(2, 2), Some(8), idle_spawns)?;
        play(&mut game, "@0,0 @1,0")?;
        assert_eq!(game.play(TilesMove::Press(Direction::Left)).err(), refused);
    }

    // The target is reached: the next tile still appears, then the game is won. It may go on.
    let mut game = TilesPosition::new(Size::new(1, 3), Some(2), false)?;
    play(&mut game, "@0,0 @0,1 L @0,1")?;
    assert_eq!((game.turn(), game.has_won()), (Turn::Over(Outcome::Solo(Solo::Won)), true));
    assert!(game.continue_after_win());
    play(&mut game, "R @0,0")?;
    assert_eq!(game.turn(), Turn::Over(Outcome::Solo(Solo::Won)), "stuck, and won all the same");

    let mut game = TilesPosition::new(Size::new(2, 2), Some(8), false)?;
    play(&mut game, "@1,1 @0,1 U @0,0 D @0,1 U @1,0 U @1,0")?;
    assert_eq!(
        (game.turn(), values(game.panel())),
        (Turn::Over(Outcome::Solo(Solo::Lost)), vec![vec![2, 1], vec![1, 2]])
    );
    Ok(())
}

fn play(game: &mut TilesPosition, record: &str) -> Result<(), Box<dyn Error>> {
    for token in record.split_whitespace() {
        game.play(token.parse()?)?;
    }
    Ok(())
}

fn values(panel: &Panel) -> Vec<Vec<u128>> {
    let value = |row, column| panel.value(Cell::new(row, column));
    (0..panel.rows()).map(|row| (0..panel.columns()).map(|column| value(row, column)).collect()).collect()
}
