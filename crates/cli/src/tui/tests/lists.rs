//! Tests of the list of games: search, rename, delete, and files with several games.

use super::saving::{red_wins, reopen, saved_games};
use super::{NO_ANIMATION, TestApp};
use crate::tui::Message;
use crate::tui::model::{Overlay, Screen};
use std::fs;

/// Creates an app in the hall with two saved games: an unfinished one of hex and a finished one of classic.
fn two_games(name: &str) -> TestApp {
    let mut test = TestApp::table(name, "classic", NO_ANIMATION);
    test.keys("0 6 0 6 0 6 0");
    test.open("hex", None, vec![parlor_play::PlayerSpec::Human; 2]);
    test.keys("a 0 Enter b 1 Enter");
    let mut test = reopen(test);
    assert_eq!(saved_games(&mut test).len(), 2);
    test
}

fn games_in_folder(test: &TestApp) -> Vec<String> {
    let entries = fs::read_dir(test.folder.join("games")).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

#[test]
fn a_game_of_one_move_is_not_saved() {
    let mut test = TestApp::table("one-move", "classic", NO_ANIMATION);
    test.keys("3");
    assert_eq!(saved_games(&mut test), Vec::new());
    test.keys("2");
    assert_eq!(saved_games(&mut test)[0].moves, 2);
}

#[test]
fn the_list_shows_sizes_and_is_searched() {
    let mut test = two_games("search");
    test.keys("F7").wait_until(|test| test.app.games.is_some());
    let picture = test.picture();
    assert!(picture.contains("* hex     11x11") && picture.contains("classic 6x7"), "{picture}");
    assert!(picture.contains("2 moves") && picture.contains("7 moves"), "{picture}");
    assert!(picture.contains("O to move ") && picture.contains("Red wins!"), "{picture}");
    test.keys("/ C l a s s");
    let picture = test.picture();
    assert!(picture.contains("Search: Class") && !picture.contains("11x11"), "{picture}");
    test.keys("Enter Home Enter");
    assert_eq!(test.history(), "0 6 0 6 0 6 0");
}

#[test]
fn a_search_is_left_before_the_list() {
    let mut test = two_games("leave-search");
    test.keys("F7 / h e x Enter Esc");
    assert!(test.picture().contains("6x7"), "all are shown again:\n{}", test.picture());
    assert!(test.app.overlay.is_some());
    test.keys("Esc");
    assert!(test.app.overlay.is_none());
}

#[test]
fn a_deleted_game_is_gone_but_its_result_stays() {
    let mut test = two_games("delete");
    test.keys("F7 Down d n");
    assert_eq!(games_in_folder(&test).len(), 2, "only y deletes");
    test.keys("d y");
    assert_eq!(test.note(), "The game is deleted.");
    let names = games_in_folder(&test);
    assert!(names.len() == 1 && names[0].ends_with("-hex.jsonl"), "{names:?}");
    assert_eq!(red_wins(&test.app.shared.store), 1);
}

#[test]
fn a_renamed_game_keeps_its_result() {
    let mut test = two_games("rename");
    test.keys("F7 Down r");
    test.type_text("the long one");
    test.keys("Enter");
    assert_eq!(test.note(), "The game is renamed to the long one.");
    let mut test = reopen(test);
    let games = saved_games(&mut test);
    assert!(games.iter().any(|game| game.title().as_deref() == Some("the long one")), "{games:?}");
    assert_eq!(red_wins(&test.app.shared.store), 1, "the result has moved and counts once");
    test.keys("F7");
    assert!(test.picture().contains("the long one"), "{}", test.picture());
    let long = "漢".repeat(40);
    test.keys("r C-u").paste(&long).keys("Enter");
    assert_eq!(test.note(), format!("The game is renamed to {long}."));
    test.keys("r");
    test.type_text("../elsewhere");
    test.keys("Enter");
    assert!(test.note().starts_with("A name has"), "{}", test.note());
}

#[test]
fn the_buttons_do_what_the_keys_do_now() {
    let mut test = two_games("list-buttons");
    test.keys("F7 Down").click_on("r Rename");
    test.type_text("mine");
    assert!(!test.picture().contains("Enter Open"), "{}", test.picture());
    test.click_on("Enter Rename");
    assert_eq!(test.note(), "The game is renamed to mine.");
    test.wait_until(|test| test.app.games.as_ref().is_some_and(|games| games.len() == 2));
    test.click_on("/ Search").type_text("mine");
    test.click_on("Enter Search");
    assert!(test.picture().contains("mine") && !test.picture().contains("11x11"), "{}", test.picture());
    test.click_on("/ Search").click_on("Esc Show all");
    assert!(test.picture().contains("11x11"), "{}", test.picture());
    test.keys("Home Down").click_on("d Delete").click_on("Esc Cancel");
    assert_eq!(games_in_folder(&test).len(), 2);
    test.click_on("d Delete").click_on("y Delete");
    assert_eq!(games_in_folder(&test).len(), 1, "{:?}", games_in_folder(&test));
    test.click_on("Esc Close");
    assert!(test.app.overlay.is_none());
}

#[test]
fn a_list_that_is_out_of_date_is_ignored() {
    let mut test = two_games("stale");
    test.keys("F7").wait_until(|test| test.app.games.is_some());
    let stale = test.app.games.clone().unwrap();
    let request = test.app.games_request;
    test.keys("Down r");
    test.type_text("mine");
    test.keys("Enter").wait_until(|test| test.picture().contains("  mine "));
    test.app.update(Message::GamesListed(request, stale.clone()), test.now);
    assert!(test.picture().contains("  mine "), "{}", test.picture());
    // Another window may have renamed it too: nothing is made in its place.
    let now = test.app.games_request;
    test.app.update(Message::GamesListed(now, stale), test.now);
    for keys in ["d y", "Enter"] {
        test.keys(keys);
        assert!(test.note().starts_with("The game is gone: "), "{}", test.note());
    }
    let mut names = games_in_folder(&test);
    names.retain(|name| !name.ends_with("-hex.jsonl"));
    assert_eq!(names, ["mine.jsonl"]);
}

#[test]
fn the_game_that_is_played_is_not_deleted() {
    let mut test = TestApp::table("playing", "classic", NO_ANIMATION);
    test.keys("3 2 F7").wait_until(|test| test.app.games.is_some());
    test.click_on("d Delete");
    assert_eq!(test.note(), "You are playing this game.");
    test.keys("y r");
    assert_eq!(test.note(), "You are playing this game.");
    assert!(!test.picture().contains("New name"), "{}", test.picture());
    assert_eq!(games_in_folder(&test).len(), 1);
}

#[test]
fn a_file_with_several_games_offers_a_list() {
    let mut test = TestApp::hall("several", NO_ANIMATION);
    let path = test.folder.join("several.jsonl");
    let game = |moves: [&str; 2]| {
        let moves = moves.map(|text| format!("{{\"event\":{{\"move\":\"{text}\"}}}}\n"));
        format!(
            "{{\"parlor\":2,\"game\":\"classic\",\"names\":[\"Annabelle\",\"Bartholomew\"]}}\n{}",
            moves.concat()
        )
    };
    fs::write(&path, game(["0", "1"]) + &game(["2", "3"]) + &game(["4", "5"])).unwrap();
    test.keys("F7").wait_until(|test| test.app.games.is_some());
    test.keys("End Enter");
    test.type_text(path.to_str().unwrap());
    test.keys("Enter");
    assert!(matches!(test.app.overlay, Some(Overlay::Games(_))), "{}", test.picture());
    assert_eq!(test.picture().matches("Annabelle - Barthol").count(), 3, "{}", test.picture());
    // Where there is no room for states, there is for names.
    let narrow = test.resize(60, 20).picture();
    assert_eq!(narrow.matches("Annabelle - Bartholomew").count(), 3, "{narrow}");
    test.keys("Home Down Enter");
    assert_eq!(test.history(), "2 3");
    assert!(matches!(test.app.screen, Screen::Table(_)));
}

#[test]
fn tab_completes_a_path_and_saving_names_all_of_it() {
    let mut test = TestApp::table("tab", "classic", NO_ANIMATION);
    test.keys("3 2");
    fs::create_dir(test.folder.join("records")).unwrap();
    test.keys("F6");
    test.keys(&"Back ".repeat(100));
    test.type_text(&format!("{}/rec", test.folder.display()));
    test.keys("Tab");
    test.type_text("mine.jsonl");
    test.keys("Enter");
    let path = test.folder.join("records/mine.jsonl");
    assert_eq!(test.note(), format!("Saved as {}", path.display()));
    assert!(path.exists());
}
