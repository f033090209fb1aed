//! Tests of the analysis beside the board, of hints, and of what the status line says about the next move.

use super::{NO_ANIMATION, TestApp};
use crate::tui::model::Screen;
use crate::tui::regions;
use parlor_play::PlayerSpec;
use parlor_rules::Size;

#[test]
fn analysis_and_hint_are_shown() {
    let mut test = TestApp::table("values", "classic", NO_ANIMATION);
    test.keys("3 0 3 0 3 0 F5").wait_until(|test| test.picture().contains("wins in 1"));
    test.keys("F4").wait_until(|test| test.note().starts_with("Hint: "));
    assert_eq!(test.note(), "Hint: 3   Enter plays it");
    test.keys("F5 F3");
    assert!(!test.table_screen().values);
    test.keys("F4").wait_until(|test| test.note().starts_with("Hint: "));
}

#[test]
fn enter_plays_the_hint() {
    for (game, keys) in
        [("classic", "3 0 3 0 3 0 Left Left"), ("hex", "a 0 Enter"), ("1024", "Left"), ("growing", "1")]
    {
        let mut test = TestApp::table(&format!("hint-{game}"), game, NO_ANIMATION);
        test.keys(keys).keys("F4").wait_until(|test| test.note().starts_with("Hint: "));
        let hint = test.table_screen().hint.clone().unwrap();
        let before = test.history();
        test.keys("Enter");
        let after = test.history();
        assert!(after.starts_with(&format!("{before} {hint}")), "{game}: {hint}, then {after}");
    }
}

#[test]
fn the_values_of_all_columns_are_shown_at_eighty_by_twenty_four() {
    for (game, columns) in [("classic", 7), ("super", 7), ("shapes", 6)] {
        let mut test = TestApp::hall(&format!("seven-{game}"), NO_ANIMATION);
        test.open(game, None, vec![PlayerSpec::Human, "random".parse().unwrap()]);
        test.keys("0").wait_until(|test| test.table_screen().table.timeline().len() == 2);
        let shown = |test: &TestApp| {
            let picture = test.picture();
            let rows = picture.lines().filter_map(|line| line.split('│').next_back());
            let rows = rows.map(|row| row.trim_end_matches(['▰', '▱', ' ']));
            // Each value is there to its last letter.
            rows.filter(|row| [" draw", " move", " moves", " points"].iter().any(|end| row.ends_with(end)))
                .count()
        };
        test.keys("F5").wait_until(|test| shown(test) == columns);
    }
}

#[test]
fn the_status_of_hex_names_the_cell_as_the_board_does() {
    let mut test = TestApp::table("status-hex", "hex", NO_ANIMATION);
    test.keys("c 4 Enter");
    assert!(test.picture().contains("C4 is taken; choose by arrows, mouse"), "{}", test.picture());
    test.keys("Right");
    assert!(test.picture().contains("Enter plays D4; choose by arrows, mouse"), "{}", test.picture());
    test.keys("F10 Left");
    assert!(test.picture().contains("Enter plays d4; choose by arrows, mouse"), "{}", test.picture());
    test.keys("c 5");
    assert!(test.picture().contains("c5_  Enter makes the move"), "{}", test.picture());
    test.keys("b 9 9 Enter");
    assert_eq!(test.note(), "There is no b99.");
    // A narrow screen has whole words.
    test.resize(60, 20).keys("Right Left");
    let status = test.picture().lines().rev().nth(1).unwrap().to_string();
    assert!(status.ends_with("choose by arrows, mouse"), "{status}");
}

#[test]
fn the_whole_board_is_seen_beside_the_analysis() {
    for game in ["shapes", "growing", "classic", "super", "hex", "1024"] {
        let mut test = TestApp::table(&format!("beside-{game}"), game, NO_ANIMATION);
        test.resize(60, 20).keys("F5");
        let Screen::Table(table) = &test.app.screen else { unreachable!() };
        let regions = regions::table(table, &test.app.shared);
        assert!(regions.side.width > 0 && !regions.board.more.contains(&true), "{}", test.picture());
    }
}

#[test]
fn the_analysis_of_hex_is_a_heat_map() {
    let mut test = TestApp::sized("heat", "hex", Some(Size::new(5, 5)), NO_ANIMATION);
    test.keys("a 0 Enter F5").wait_until(|test| !test.picture().contains('·'));
    let picture = test.picture();
    let board =
        picture.lines().filter(|line| line.contains('┃')).map(|line| line.split("   │").next().unwrap());
    let numbers = board
        .flat_map(|line| line.split(|letter: char| !letter.is_ascii_digit()))
        .filter(|word| !word.is_empty());
    assert!(numbers.count() >= 24, "{picture}");
    test.keys("F5");
    assert!(test.picture().contains('·'));
}
