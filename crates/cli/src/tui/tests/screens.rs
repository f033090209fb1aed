//! Snapshots of every screen.

use super::{NO_ANIMATION, TestApp};
use crate::tui::theme::Theme;
use insta::assert_snapshot;
use parlor_rules::Size;
use ratatui::style::Color;

/// Keys that play each game to its end, and the number of keys up to the middle.
const GAMES: [(&str, &str, usize); 6] = [
    ("shapes", "5 0 4 0 3 0 2", 4),
    ("growing", "0 4 0 5 0 4 0", 4),
    ("classic", "3 2 4 3 4 3 5 4 6", 6),
    ("super", "0 2 1 3 2 0 3 1 0 2 1 3 2 0 3 1", 9),
    ("hex", "B 0 Enter A 0 Enter B 1 Enter A 1 Enter B 2 Enter A 2 Enter", 9),
    ("1024", "Left Down Left Down Left Down Right Down Left Down Left Down", 7),
];

fn small(game: &str) -> Option<Size> {
    match game {
        "super" => Some(Size::new(4, 4)),
        "hex" => Some(Size::new(3, 3)),
        "1024" => Some(Size::new(2, 2)),
        _ => None,
    }
}

fn stages(theme: Theme, name: &str) {
    for (game, keys, middle) in GAMES {
        let keys: Vec<&str> = keys.split(' ').collect();
        let mut test = TestApp::sized(&format!("{name}-{game}"), game, small(game), theme);
        let start = test.picture();
        test.keys(&keys[..middle].join(" "));
        let play = test.picture();
        test.keys(&keys[middle..].join(" "));
        assert!(test.table_screen().table.ending().is_some(), "{game}:\n{}", test.picture());
        let end = test.picture();
        assert_snapshot!(format!("{name}_{game}"), [start, play, end].join("\n=====\n\n"));
    }
}

#[test]
fn every_game_at_start_middle_and_end() {
    stages(NO_ANIMATION, "table");
}

#[test]
fn every_game_without_color() {
    stages(Theme { color: false, ..NO_ANIMATION }, "no_color");
}

#[test]
fn every_game_in_ascii() {
    stages(Theme { ascii: true, color: false, ..NO_ANIMATION }, "ascii");
}

#[test]
fn ascii_and_no_color_are_respected() {
    let theme = Theme { ascii: true, color: false, ..NO_ANIMATION };
    for (game, keys, _) in GAMES {
        let mut test = TestApp::sized(&format!("plain-{game}"), game, small(game), theme);
        for keys in [keys, "F1", "Esc", "F7", "Esc", "F6"] {
            test.keys(keys);
            assert!(test.picture().is_ascii(), "{}", test.picture());
            let buffer = test.buffer();
            let colored = |cell: &&ratatui::buffer::Cell| cell.fg != Color::Reset || cell.bg != Color::Reset;
            assert_eq!(buffer.content.iter().find(colored), None, "{game}");
        }
    }
    let mut hall = TestApp::hall("plain-hall", theme);
    assert!(hall.picture().is_ascii(), "{}", hall.picture());
    assert!(hall.keys("Enter").picture().is_ascii(), "{}", hall.picture());
}

#[test]
fn every_game_on_a_large_terminal() {
    for game in ["classic", "hex", "1024", "shapes"] {
        let mut test = TestApp::table(&format!("large-{game}"), game, NO_ANIMATION);
        assert_snapshot!(format!("large_{game}"), test.resize(120, 40).picture());
    }
}

#[test]
fn the_hall() {
    let mut test = TestApp::hall("hall", NO_ANIMATION);
    assert_snapshot!("hall", test.picture());
    assert_snapshot!("hall_form", test.keys("Down Enter Up Up").picture());
    assert_snapshot!("hall_large", test.keys("Esc").resize(120, 40).picture());
    assert_snapshot!(
        "hall_ascii",
        TestApp::hall("hall-ascii", Theme { ascii: true, color: false, ..NO_ANIMATION }).picture()
    );
}

#[test]
fn overlays() {
    let mut test = TestApp::table("over", "classic", NO_ANIMATION);
    assert_snapshot!("over_help", test.keys("F1").picture());
    // The suggested name contains the time, so it is erased.
    test.keys("Esc F6");
    for _ in 0..40 {
        test.keys("Back");
    }
    assert_snapshot!("over_save", test.keys("a . j s o n l").picture());
    assert_snapshot!("over_games", test.keys("Esc F7").picture());
}

#[test]
fn small_terminals_show_a_message() {
    let mut test = TestApp::table("small", "classic", NO_ANIMATION);
    test.keys("3");
    let before = test.picture();
    assert_snapshot!("too_small", test.resize(59, 12).picture());
    for size in [[1, 1], [2, 1], [10, 3], [59, 24], [60, 19]] {
        test.resize(size[0], size[1]);
        let _ = test.picture();
    }
    test.keys("4").resize(80, 24);
    assert_eq!(test.picture(), before, "keys on a terminal that is too small are ignored");
}

#[test]
fn every_screen_fits_sixty_by_twenty() {
    for (game, keys, middle) in GAMES {
        let keys: Vec<&str> = keys.split(' ').collect();
        let mut test = TestApp::sized(&format!("narrow-{game}"), game, None, NO_ANIMATION);
        test.resize(60, 20).keys(&keys[..middle].join(" "));
        assert_snapshot!(format!("narrow_{game}"), test.picture());
    }
    let mut hall = TestApp::hall("narrow", NO_ANIMATION);
    let screens = [hall.resize(60, 20).picture(), hall.keys("5").picture(), hall.keys("F1").picture()];
    let scrolled = hall.keys(&"Down ".repeat(30)).picture();
    assert!(scrolled.contains("Ctrl-L"), "the help scrolls to its end:\n{scrolled}");
    let list = hall.keys("Esc Esc F7").picture();
    assert_snapshot!("narrow_hall", [screens.join("\n=====\n\n"), list].join("\n=====\n\n"));
}

#[test]
fn every_size_can_be_drawn() {
    for (game, keys, _) in GAMES {
        let mut test = TestApp::sized(&format!("sizes-{game}"), game, small(game), NO_ANIMATION);
        test.keys(keys);
        for (columns, rows) in [(60, 20), (79, 22), (81, 61), (95, 23), (110, 40), (300, 24)] {
            for keys in ["F1", "Esc F7", "Esc F6", "Esc"] {
                test.resize(columns, rows).keys(keys).picture();
            }
        }
    }
}

#[test]
fn a_large_board_scrolls_with_the_cursor() {
    let mut test = TestApp::sized("scroll", "classic", Some(Size::new(20, 40)), NO_ANIMATION);
    assert_snapshot!("scroll_middle", test.picture());
    test.keys("3 9");
    assert_snapshot!("scroll_right", test.picture());
    test.keys("Enter 0 Enter");
    assert_eq!(test.history(), "39 0");
    assert_snapshot!("scroll_left", test.picture());
    let mut hex = TestApp::sized("scroll-hex", "hex", Some(Size::new(26, 26)), NO_ANIMATION);
    assert_snapshot!("scroll_hex", hex.keys("Z 2 5 Enter").picture());
    let mut tiles = TestApp::sized("scroll-tiles", "1024", Some(Size::new(16, 16)), NO_ANIMATION);
    assert_snapshot!("scroll_tiles", tiles.keys("Left").picture());
}
