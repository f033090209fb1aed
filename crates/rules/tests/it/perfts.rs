//! Perft counts of each game. If one changes, the rules have changed.

use parlor_rules::drop::{classic, growing, shapes, super_};
use parlor_rules::{Position, Size, hex, perft, tiles};

fn counts<P: Position>(start: &P, depth: u32) -> Vec<u64> {
    (1..=depth).map(|depth| perft(&mut start.clone(), depth)).collect()
}

#[test]
fn classic() {
    let standard = classic::Position::default();
    // The published perft numbers of Connect Four.
    assert_eq!(counts(&standard, 8), [7, 49, 343, 2401, 16807, 117649, 823536, 5673234]);
    let small = classic::Position::sized(Size::new(4, 4)).unwrap();
    assert_eq!(counts(&small, 8), [4, 16, 64, 256, 1020, 4020, 15540, 57504]);
}

#[test]
fn shapes_equals_classic() {
    let shapes = shapes::Position::sized(Size::new(4, 6)).unwrap();
    let classic = classic::Position::sized(Size::new(4, 6)).unwrap();
    assert_eq!(counts(&shapes, 7), counts(&classic, 7));
}

#[test]
fn super_differs_after_a_line() {
    let start = super_::Position::default();
    assert_eq!(counts(&start, 7), [7, 49, 343, 2401, 16807, 117649, 823536]);
    let small = super_::Position::sized(Size::new(4, 4)).unwrap();
    assert_eq!(counts(&small, 8), [4, 16, 64, 256, 1020, 4020, 15540, 58512]);
}

#[test]
fn growing() {
    let start = growing::Position::default();
    assert_eq!(counts(&start, 6), [5, 26, 141, 799, 4736, 29371]);
}

#[test]
fn hex() {
    let plain = hex::Position::new(3, false).unwrap();
    assert_eq!(counts(&plain, 5), [9, 72, 504, 3024, 15120]);
    let swap = hex::Position::new(3, true).unwrap();
    assert_eq!(counts(&swap, 3), [9, 9 * 9, 9 * 8 * 7 + 9 * 8]);
}

#[test]
fn tiles() {
    let small = tiles::Position::new(Size::new(2, 2), None, false).unwrap();
    assert_eq!(counts(&small, 8), [4, 12, 40, 96, 288, 576, 1440, 2016]);
}
