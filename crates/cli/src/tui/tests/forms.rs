//! Tests of the forms: values, errors, what is remembered, and clocks.

use super::saving::reopen;
use super::{NO_ANIMATION, TestApp};
use crate::tui::model::Screen;
use parlor_play::{Ending, PlayerSpec, games};
use parlor_rules::Player;

#[test]
fn forms_reject_bad_values() {
    let mut test = TestApp::hall("form", NO_ANIMATION);
    test.keys("3 Home Down Right Right Right Down A n n Down B o b Down x F2");
    assert!(test.note().starts_with("Size: "), "{}", test.note());
    test.keys("Back 5 x 8 F2");
    let table = test.table_screen();
    assert_eq!(table.session().size(), (5, 8));
    assert_eq!(table.table.names(), ["Ann", "Bob"]);
    assert_eq!(table.seats[1], PlayerSpec::Human, "the value after the last is the first");
    let mut tokens = TestApp::hall("tokens", NO_ANIMATION);
    tokens.keys("2 Home Down Left Left Down Down Down X , O F2");
    assert!(tokens.note().starts_with("Tokens: "), "{}", tokens.note());
}

#[test]
fn a_corrected_size_is_said() {
    let mut test = TestApp::hall("corrected", NO_ANIMATION);
    test.keys("3 Home Down Down Down Down 2 x 9 F2");
    assert_eq!(test.table_screen().session().size(), (4, 9));
    assert_eq!(test.note(), "2 x 9 is too small: using 4 x 9");
}

#[test]
fn fields_say_what_an_empty_one_stands_for() {
    for (key, words) in [
        ("1", ["Size          4 x 6", "Engine time   default"]),
        ("3", ["Size          6 x 7", "Clock         no clock"]),
        ("5", ["Size          11 x 11", "Name 1        O"]),
        ("6", ["Size          4 x 4", "Target        1024"]),
    ] {
        let mut test = TestApp::hall(&format!("empty-{key}"), NO_ANIMATION);
        let picture = test.keys(key).picture();
        assert!(words.iter().all(|words| picture.contains(words)), "{picture}");
        for words in ["the usual", "as it likes"] {
            assert!(!picture.contains(words));
        }
    }
}

#[test]
fn a_wrong_field_is_selected() {
    let mut test = TestApp::hall("wrong-field", NO_ANIMATION);
    test.keys("5 Home Down Down Down Down");
    assert!(test.picture().contains("one number, 1 to 26"), "{}", test.picture());
    test.keys("a End F2");
    assert_eq!(test.note(), "Size: one number, 1 to 26.");
    test.keys("Back 9 9 End F2");
    assert_eq!(test.note(), "99x99 is too large: a side is at most 26.");
    assert!(matches!(&test.app.screen, Screen::Form(form) if form.fields[form.at].label == "Size"));
    test.keys("Back Back 1 1 End F2");
    assert_eq!(test.table_screen().session().size(), (11, 11));
}

#[test]
fn a_name_that_is_no_name_is_said_or_left_out() {
    let mut test = TestApp::hall("bad-name", NO_ANIMATION);
    test.keys("3 Home Down Down").paste(&"n".repeat(65));
    test.keys("End PageDown F2");
    assert_eq!(test.note(), "Name 1: the name is too long.");
    assert!(matches!(&test.app.screen, Screen::Form(form) if form.fields[form.at].label == "Name 1"));
    test.keys("C-u Space Space F2");
    assert_eq!(test.table_screen().table.names()[0], "Red");
    let form = test.keys("Esc 3").picture();
    assert!(form.contains("Name 1        Red"), "spaces are not remembered:\n{form}");
}

#[test]
fn what_was_chosen_is_remembered_within_a_run_and_between_runs() {
    let mut test = TestApp::hall("remember", NO_ANIMATION);
    test.keys("3 Home Down Left Down A n n Down Down 5 x 8 F2 Esc");
    let chosen = |test: &mut TestApp| {
        test.keys("3");
        let picture = test.picture();
        assert!(picture.contains("Second        easy") && picture.contains("Size          5x8"), "{picture}");
        assert!(picture.contains("Name 1        Ann"), "{picture}");
        test.keys("Esc");
    };
    chosen(&mut test);
    let mut test = reopen(test);
    assert_eq!(test.app.chosen, 2, "the game that was played last is selected");
    chosen(&mut test);
    test.keys("1");
    assert!(test.picture().contains("Name 1        Ann"), "names are for every game:\n{}", test.picture());
}

#[test]
fn a_damaged_file_of_preferences_is_as_good_as_none() {
    let test = TestApp::hall("bad-preferences", NO_ANIMATION);
    std::fs::write(test.folder.join("preferences.json"), "{\"game\": 7").unwrap();
    let mut test = reopen(test);
    assert_eq!((test.note(), test.app.chosen), ("", 0));
    test.keys("F2 3 F2");
    assert_eq!(test.table_screen().session().info().name, "classic");
}

#[test]
fn a_clock_is_shown_and_ends_the_game() {
    let mut test = TestApp::hall("clock", NO_ANIMATION);
    let clock = games()[2].info().options.len() + 5;
    test.keys("3 Home Down Left Left Left");
    test.keys(&"Down ".repeat(clock - 1)).keys("5 + x F2");
    assert!(test.note().starts_with("Clock: write minutes"), "{}", test.note());
    test.keys("Back 3 F2");
    assert!(test.picture().contains("5:00"), "{}", test.picture());
    assert_eq!(test.table_screen().seats, [PlayerSpec::Human, PlayerSpec::Human]);
    test.keys("3 2");
    assert!(test.table_screen().is_timed(), "clocks run after the first move");
    // Red has thought for an hour.
    let Screen::Table(table) = &mut test.app.screen else { unreachable!() };
    let hour = 3_600_000;
    table.time_behind -= hour;
    test.wait(std::time::Duration::from_millis(80));
    assert_eq!(test.table_screen().table.ending(), Some(Ending::Time(Player::One)));
    assert!(test.picture().contains("Red has no time left. Yellow wins!"), "{}", test.picture());
}

#[test]
fn a_clock_stands_still_while_the_game_is_closed() {
    let mut test = TestApp::hall("closed-clock", NO_ANIMATION);
    let clock = games()[2].info().options.len() + 5;
    test.keys("3 Home Down Left Left Left").keys(&"Down ".repeat(clock - 1)).keys("1 F2 3 2");
    let mut test = reopen(test);
    let path = super::saving::saved_games(&mut test)[0].path.clone();
    // As if it was saved a day ago.
    let day = 86_400_000;
    let text = std::fs::read_to_string(&path).unwrap();
    let aged: Vec<String> = text
        .lines()
        .map(|line| {
            let mut line: serde_json::Value = serde_json::from_str(line).unwrap();
            line["at"] = (line["at"].as_u64().unwrap() - day).into();
            line.to_string() + "\n"
        })
        .collect();
    std::fs::write(&path, aged.concat()).unwrap();
    test.keys("F7 Enter").wait(std::time::Duration::from_millis(80));
    assert_eq!(test.table_screen().table.ending(), None);
    test.keys("3").wait(std::time::Duration::from_millis(80));
    assert_eq!(test.history(), "3 2 3");
    assert_eq!(test.table_screen().table.ending(), None);
}

#[test]
fn a_long_reason_has_two_lines_on_a_narrow_screen() {
    let mut test = TestApp::hall("long-reason", NO_ANIMATION);
    test.resize(60, 20).keys("6 Home Down Down 2 x 2 Down 1 6 F2");
    let picture = test.picture();
    assert!(
        picture.contains("Target 16 is out of reach") && picture.contains("made on\n 2x2.\n"),
        "{picture}"
    );
}
