//! Single operations of the boards, the plain ones beside the fast ones.
//!
//! `cargo bench -p parlor-rules --bench boards`

use divan::{Bencher, black_box};
use parlor_rules::tiles::{Direction, PackedPanel, Panel, PressTable};
use parlor_rules::{Cell, Player, Position, SplitMix64, hex};

fn main() {
    divan::main();
}

/// All cells of a board of side 11 in a random order.
fn shuffled_cells() -> Vec<usize> {
    let mut random = SplitMix64::new(1);
    let mut cells: Vec<usize> = (0..121).collect();
    for end in (1..cells.len()).rev() {
        cells.swap(end, random.below(end + 1));
    }
    cells
}

/// A whole board filled in turns on one bit a cell.
#[divan::bench]
fn hex_fill_bits(bencher: Bencher<'_, '_>) {
    let cells = shuffled_cells();
    let Some(empty) = hex::BitBoard::new(11) else { return };
    bencher.bench_local(|| {
        let mut board = black_box(empty);
        let mut player = Player::One;
        for &cell in &cells {
            black_box(board.place_unchecked(cell, player));
            player = player.other();
        }
        board
    });
}

/// The same until somebody has won, by the rules.
#[divan::bench]
fn hex_play_position(bencher: Bencher<'_, '_>) {
    let cells = shuffled_cells();
    let Ok(empty) = hex::Position::new(11, false) else { return };
    let moves: Vec<hex::Move> =
        cells.iter().map(|cell| hex::Move::Place(Cell::new(cell / 11, cell % 11))).collect();
    bencher.bench_local(|| {
        let mut game = empty.clone();
        let _ = moves.iter().try_for_each(|&stone| game.play(stone).map(drop));
        game
    });
}

/// A panel of 4 x 4 in the middle of a game.
fn panel() -> Option<Panel> {
    let mut random = SplitMix64::new(1);
    let mut game = tiles_position()?;
    // Enough moves for tiles of several sizes, and too few to be stuck.
    for _ in 0..120 {
        let played = game.sample(&mut random)?;
        game.play(played).ok()?;
    }
    Some(game.panel().clone())
}

fn tiles_position() -> Option<parlor_rules::tiles::Position> {
    parlor_rules::tiles::Position::new(parlor_rules::Size::new(4, 4), Some(1_024), false).ok()
}

/// A press in each direction, by lookup.
#[divan::bench]
fn tiles_press_packed(bencher: Bencher<'_, '_>) {
    let (Some(panel), Some(slides)) = (panel(), PressTable::new(4, 4)) else { return };
    let Some(packed) = PackedPanel::from_panel(&panel) else { return };
    bencher.bench_local(|| Direction::ALL.map(|direction| black_box(packed).press(direction, &slides)));
}

/// The same on the plain panel, which tells where every tile went.
#[divan::bench]
fn tiles_press_panel(bencher: Bencher<'_, '_>) {
    let Some(panel) = panel() else { return };
    bencher.bench_local(|| {
        Direction::ALL.map(|direction| {
            let mut pressed = panel.clone();
            pressed.press(direction)
        })
    });
}
