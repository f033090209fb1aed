//! Pictures of every screen.

use super::{Desk, STILL};
use crate::tui::theme::Theme;
use insta::assert_snapshot;
use parlor_rules::Size;
use ratatui::style::Color;

/// Keys that play each game to its end, and how many of them are the middle.
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

fn stages(look: Theme, name: &str) {
    for (game, keys, middle) in GAMES {
        let keys: Vec<&str> = keys.split(' ').collect();
        let mut desk = Desk::sized(&format!("{name}-{game}"), game, small(game), look);
        let start = desk.picture();
        desk.keys(&keys[..middle].join(" "));
        let play = desk.picture();
        desk.keys(&keys[middle..].join(" "));
        assert!(desk.table_screen().table.ending().is_some(), "{game}:\n{}", desk.picture());
        let end = desk.picture();
        assert_snapshot!(format!("{name}_{game}"), [start, play, end].join("\n=====\n\n"));
    }
}

#[test]
fn every_game_at_its_start_in_play_and_at_its_end() {
    stages(STILL, "table");
}

#[test]
fn every_game_without_color() {
    stages(Theme { color: false, ..STILL }, "no_color");
}

#[test]
fn every_game_in_ascii() {
    stages(Theme { ascii: true, color: false, ..STILL }, "ascii");
}

#[test]
fn ascii_is_ascii_and_no_color_is_no_color() {
    let look = Theme { ascii: true, color: false, ..STILL };
    for (game, keys, _) in GAMES {
        let mut desk = Desk::sized(&format!("plain-{game}"), game, small(game), look);
        for keys in [keys, "F1", "Esc", "F7", "Esc", "F6"] {
            desk.keys(keys);
            assert!(desk.picture().is_ascii(), "{}", desk.picture());
            let buffer = desk.buffer();
            let colored = |cell: &&ratatui::buffer::Cell| cell.fg != Color::Reset || cell.bg != Color::Reset;
            assert_eq!(buffer.content.iter().find(colored), None, "{game}");
        }
    }
    let mut hall = Desk::hall("plain-hall", look);
    assert!(hall.picture().is_ascii(), "{}", hall.picture());
    assert!(hall.keys("Enter").picture().is_ascii(), "{}", hall.picture());
}

#[test]
fn tables_as_they_are_opened_on_a_large_terminal() {
    for game in ["classic", "hex", "1024", "shapes"] {
        let mut desk = Desk::table(&format!("large-{game}"), game, STILL);
        assert_snapshot!(format!("large_{game}"), desk.resize(120, 40).picture());
    }
}

#[test]
fn the_hall() {
    let mut desk = Desk::hall("hall", STILL);
    assert_snapshot!("hall", desk.picture());
    assert_snapshot!("hall_form", desk.keys("Down Enter Up Up").picture());
    assert_snapshot!("hall_large", desk.keys("Esc").resize(120, 40).picture());
    assert_snapshot!(
        "hall_ascii",
        Desk::hall("hall-ascii", Theme { ascii: true, color: false, ..STILL }).picture()
    );
}

#[test]
fn what_lies_over_a_table() {
    let mut desk = Desk::table("over", "classic", STILL);
    assert_snapshot!("over_help", desk.keys("F1").picture());
    // The name to save under has the time in it.
    desk.keys("Esc F6");
    for _ in 0..40 {
        desk.keys("Back");
    }
    assert_snapshot!("over_save", desk.keys("a . j s o n l").picture());
    assert_snapshot!("over_games", desk.keys("Esc F7").picture());
}

#[test]
fn a_terminal_that_is_too_small_says_so_and_one_that_has_grown_goes_on() {
    let mut desk = Desk::table("small", "classic", STILL);
    desk.keys("3");
    let before = desk.picture();
    assert_snapshot!("too_small", desk.resize(60, 12).picture());
    for size in [[1, 1], [2, 1], [10, 3], [79, 24], [80, 21]] {
        desk.resize(size[0], size[1]);
        let _ = desk.picture();
    }
    desk.keys("4").resize(80, 24);
    assert_eq!(desk.picture(), before, "what is typed blindly is not played");
}

#[test]
fn any_size_of_any_screen_can_be_drawn() {
    for (game, keys, _) in GAMES {
        let mut desk = Desk::sized(&format!("sizes-{game}"), game, small(game), STILL);
        desk.keys(keys);
        for (columns, rows) in [(80, 22), (81, 61), (95, 23), (110, 40), (300, 24)] {
            for keys in ["F1", "Esc F7", "Esc F6", "Esc"] {
                desk.resize(columns, rows).keys(keys).picture();
            }
        }
    }
}

#[test]
fn a_large_board_scrolls_with_the_cursor() {
    let mut desk = Desk::sized("scroll", "classic", Some(Size::new(20, 40)), STILL);
    assert_snapshot!("scroll_middle", desk.picture());
    desk.keys("3 9");
    assert_snapshot!("scroll_right", desk.picture());
    desk.keys("Enter 0 Enter");
    assert_eq!(desk.history(), "39 0");
    assert_snapshot!("scroll_left", desk.picture());
    let mut hex = Desk::sized("scroll-hex", "hex", Some(Size::new(26, 26)), STILL);
    assert_snapshot!("scroll_hex", hex.keys("Z 2 5 Enter").picture());
    let mut tiles = Desk::sized("scroll-tiles", "1024", Some(Size::new(16, 16)), STILL);
    assert_snapshot!("scroll_tiles", tiles.keys("Left").picture());
}
