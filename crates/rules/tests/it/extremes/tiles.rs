//! 1024.

use super::{INDICES, bad_setups, cells, refused, sides};
use parlor_rules::tiles::{BadPanel, Direction, Move, PackedPanel, Panel, Position, PressTable, playouts};
use parlor_rules::{Cell, IllegalMove, Size, SplitMix64};

#[test]
fn panels() {
    for (rows, columns) in sides() {
        let size = Size::new(rows, columns);
        for target in [None, Some(0), Some(1), Some(2), Some(3), Some(1 << 63), Some(u64::MAX)] {
            let Ok(panel) = Panel::new(size, target) else { continue };
            let corrected = if rows < 1 || columns < 1 { (3, 3) } else { (rows as usize, columns as usize) };
            assert_eq!((panel.rows(), panel.columns()), corrected);
            assert!(panel.target().is_power_of_two() && panel.target() >= 2);
            assert_eq!(Position::new(size, target, true).map(|game| game.panel().clone()), Ok(panel));
        }
    }
    for (rows, columns) in [(1, 2), (2, 1), (3, 3), (16, 16)] {
        let mut panel = Panel::new(Size::new(rows, columns), None).unwrap();
        for cell in cells() {
            assert_eq!(panel.value(cell), 0);
            let before = panel.clone();
            match panel.place(cell) {
                Ok(()) => assert!(panel.contains(cell)),
                Err(why) => assert_eq!((why, &before), (IllegalMove::NoSuchCell, &panel)),
            }
            panel.clear();
        }
        for direction in Direction::ALL {
            assert!(!panel.can_press(direction) && !panel.press(direction).changed(), "nothing there");
        }
        assert!(!panel.is_full() && !panel.is_stuck() && !panel.has_reached_target());
        while panel.place_random(&mut SplitMix64::new(u64::MAX)).is_some() {}
        assert!(panel.is_full() && panel.empty_cells().next().is_none());
        assert_eq!(panel.place(Cell::new(0, 0)), Err(IllegalMove::CellTaken));
    }
}

#[test]
fn given_values() {
    assert!(matches!(Panel::from_values(&[], None), Err(BadPanel::Size(_))));
    assert!(matches!(Panel::from_values(&[&[]], None), Err(BadPanel::Size(_))));
    assert!(matches!(Panel::from_values(&[&[][..]; 1_000], None), Err(BadPanel::Size(_))));
    assert!(matches!(Panel::from_values(&[&[0][..]; 17], None), Err(BadPanel::Size(_))));
    assert!(matches!(Panel::from_values(&[&[u64::MAX, 0]], None), Err(BadPanel::NotATile { .. })));
    for target in [Some(0), Some(u64::MAX)] {
        assert!(Panel::from_values(&[&[0, 0]], target).is_err());
    }
    let mut huge = Panel::from_values(&[&[1 << 63, 1 << 63]], None).unwrap();
    huge.press(Direction::Right);
    assert_eq!((huge.value(Cell::new(0, 1)), huge.max()), (1 << 64, 1 << 64));
}

#[test]
fn positions() {
    for idle_spawns in [false, true] {
        let mut position = Position::new(Size::new(3, 3), Some(32), idle_spawns).unwrap();
        assert_eq!(refused(&mut position, Move::Press(Direction::Up)), IllegalMove::TileExpected);
        for cell in cells().filter(|cell| cell.row.max(cell.column) > 2) {
            assert_eq!(refused(&mut position, Move::Tile(cell)), IllegalMove::NoSuchCell);
        }
        assert!(!position.continue_after_win());
        position.undo_continue();
        assert_eq!(position.restarted(), position);
        bad_setups(&position);
        assert_eq!(playouts(&position, 0, u64::MAX).games, 0);
        assert_eq!(playouts(&position, 2, u64::MAX).games, 2);
    }
}

#[test]
fn packed_panels() {
    for rows in INDICES {
        for columns in INDICES {
            let fits = (1..=4).contains(&rows) && (1..=4).contains(&columns);
            assert_eq!(PressTable::new(rows, columns).is_some(), fits);
        }
    }
    let table = PressTable::new(3, 4).unwrap();
    let empty = PackedPanel::default();
    for cell in cells() {
        assert_eq!(empty.value(cell), 0);
    }
    assert!([0, 1, 3, 1 << 14, 1 << 63, u64::MAX].iter().all(|&value| !empty.has_tile(value)));
    let full = empty.with_tile(u64::MAX, &table);
    assert_eq!((full.bits(), full.with_tile(u64::MAX, &table)), (table.cells(), full), "a 1 in every cell");
    assert_eq!(empty.with_tile(!table.cells(), &table), empty);
    assert_eq!((full.empty_cells(&table), full.is_stuck(&table)), (0, false));
    for direction in Direction::ALL {
        assert_eq!(empty.press(direction, &table), empty);
    }
    let large = Panel::from_values(&[&[1 << 15, 0]], None).unwrap();
    assert_eq!(PackedPanel::from_panel(&large), None);
    assert_eq!(PackedPanel::from_panel(&Panel::new(Size::new(5, 1), None).unwrap()), None);
}
