//! Tests of the text inputs: keys of a shell, wide letters, pasted texts and clicks.

use super::{NO_ANIMATION, TestApp};
use crate::tui::model::{Overlay, Screen};
use crate::tui::theme::Theme;
use std::fs;

/// Creates an app in the form of classic, at the name of the first player.
fn at_a_name(name: &str) -> TestApp {
    let mut test = TestApp::hall(name, NO_ANIMATION);
    test.keys("3 Home Down Down");
    test
}

#[test]
fn a_name_is_edited_in_the_form() {
    let mut test = at_a_name("edit-name");
    test.type_text("Bob Anna");
    assert_eq!(test.typed(), "▸ Name 1        Bob Anna|");
    test.keys("Left Left x Home Del Del C-e y");
    assert_eq!(test.typed(), "▸ Name 1        b Anxnay|");
    test.keys("C-w");
    assert_eq!(test.typed(), "▸ Name 1        b |");
    test.keys("C-u L u C-a");
    assert_eq!(test.typed(), "▸ Name 1        |Lu");
    test.keys("Up Down End x PageUp");
    assert!(test.picture().contains("▸ First"), "{}", test.picture());
    test.keys("F2");
    assert_eq!(test.table_screen().table.names()[0], "Lux");
}

#[test]
fn wide_letters_and_accents_are_one_letter_each() {
    let mut test = at_a_name("wide-name");
    test.type_text("漢e\u{301}x");
    test.keys("Left Left");
    // A wide letter is drawn in two cells, the second of which is empty.
    assert_eq!(test.typed(), "▸ Name 1        漢 |e\u{301}x");
    test.keys("Back a Right Del");
    assert_eq!(test.typed(), "▸ Name 1        ae\u{301}|");
    test.keys("F2");
    assert_eq!(test.table_screen().table.names()[0], "ae\u{301}");
}

#[test]
fn a_long_text_scrolls_with_its_cursor() {
    let mut test = at_a_name("long-name");
    test.resize(60, 20);
    let text: String = (0..30).map(|number| format!("{}", number % 10)).collect();
    test.type_text(&text);
    assert!(test.typed().ends_with("789|"), "{}", test.typed());
    test.keys("Home");
    assert!(test.typed().contains("|0123456789"), "{}", test.typed());
    for _ in 0..30 {
        test.keys("Right");
        let typed = test.typed();
        assert!(typed.contains("▸ Name 1"), "{typed}");
    }
    assert!(test.typed().ends_with("789|"), "{}", test.typed());
}

#[test]
fn a_click_puts_the_cursor_on_a_letter() {
    let mut test = at_a_name("click-name");
    test.type_text("漢 Anna");
    test.click_on("nna");
    assert_eq!(test.typed(), "▸ Name 1        漢  A|nna");
    test.click_on("Name 2").click_on("Anna").keys("x");
    assert_eq!(test.typed(), "▸ Name 1        漢  x|Anna");
    test.click(78, 10);
    let mut save = TestApp::table("click-path", "classic", NO_ANIMATION);
    save.keys("F6 C-u");
    save.type_text("abcdef");
    save.click_on("def").keys("x");
    assert!(save.typed().contains("abcx|def"), "{}", save.typed());
}

#[test]
fn a_pasted_text_goes_into_the_text_input() {
    let mut test = at_a_name("paste-name");
    test.keys("x Home").paste("Anna\n");
    assert_eq!(test.typed(), "▸ Name 1        Anna|x");
    test.keys("Up").paste("3 2 4");
    assert_eq!(test.note(), "There is no field to paste into.");
    test.keys("Esc").paste("3");
    assert!(matches!(test.app.screen, Screen::Hall));
}

#[test]
fn a_pasted_text_is_no_key() {
    let mut test = TestApp::table("paste-game", "classic", NO_ANIMATION);
    test.paste("3 2 4").keys("0 1 F7").wait_until(|test| test.app.games.is_some());
    assert_eq!(test.history(), "0 1");
    let mut test = super::saving::reopen(test);
    super::saving::saved_games(&mut test);
    test.keys("F7 Home d").paste("y");
    assert_eq!(fs::read_dir(test.folder.join("games")).unwrap().count(), 1, "it answers no question");
    test.keys("n /").paste("hex");
    assert!(test.typed().contains("Search: hex|"), "{}", test.typed());
    assert!(!test.picture().contains("classic 6x7"), "{}", test.picture());
    test.keys("Left Back Del a");
    assert!(test.typed().contains("Search: ha|"), "{}", test.typed());
}

#[test]
fn a_path_is_completed_before_the_cursor() {
    let mut test = TestApp::table("complete-path", "classic", NO_ANIMATION);
    fs::create_dir(test.folder.join("records")).unwrap();
    test.keys("3 2 F6 C-u");
    test.type_text(&format!("{}/recmine.jsonl", test.folder.display()));
    test.keys(&"Left ".repeat("mine.jsonl".len())).keys("Tab Enter");
    assert_eq!(test.note(), format!("Saved as {}", test.folder.join("records/mine.jsonl").display()));
}

#[test]
fn a_game_is_renamed_with_the_cursor_anywhere() {
    let mut test = TestApp::table("rename-cursor", "classic", NO_ANIMATION);
    test.keys("3 2");
    let mut test = super::saving::reopen(test);
    super::saving::saved_games(&mut test);
    test.keys("F7 r");
    test.type_text("one");
    test.keys("Home x C-e y Enter");
    assert_eq!(test.note(), "The game is renamed to xoney.");
    assert!(matches!(test.app.overlay, Some(Overlay::Games(_))));
}

#[test]
fn the_cursor_is_in_its_place_in_ascii() {
    let mut test = TestApp::hall("ascii-name", Theme { ascii: true, ..NO_ANIMATION });
    test.keys("3 Home Down Down");
    test.type_text("漢字a");
    test.keys("Left");
    assert_eq!(test.typed(), "> Name 1        ??|a");
}
