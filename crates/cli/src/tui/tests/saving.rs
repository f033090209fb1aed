//! Tests of saved games and results.

use super::{NO_ANIMATION, TestApp};
use crate::tui::model::Screen;
use crate::tui::store::{Pair, SavedGame, Store, load_game};
use parlor_play::{Event, PlayerSpec};
use parlor_rules::Size;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

/// Reads and returns the saved games.
pub(super) fn saved_games(test: &mut TestApp) -> Vec<SavedGame> {
    test.app.games = None;
    test.app.refresh_games();
    test.wait_until(|test| test.app.games.is_some());
    test.app.games.clone().unwrap()
}

/// Closes the app and opens another with the same data folder.
pub(super) fn reopen(mut test: TestApp) -> TestApp {
    // Everything is on disk before the folder is opened again. Dropping the app deletes its folder, so it gets another.
    let aside: PathBuf = test.folder.with_extension("aside");
    let (elsewhere, _) = Store::at(aside.clone(), drop);
    let store = std::mem::replace(&mut test.app.shared.store, elsewhere);
    assert_eq!(store.close(), None);
    let folder = std::mem::replace(&mut test.folder, aside);
    drop(test);
    TestApp::at(folder, NO_ANIMATION)
}

#[test]
fn a_continued_game_has_the_same_players() {
    let mut test = TestApp::hall("continue", NO_ANIMATION);
    test.open("classic", None, vec![PlayerSpec::Human, "random".parse().unwrap()]);
    test.keys("3").wait_until(|test| test.table_screen().table.timeline().len() == 2);
    let before = test.history();
    let mut test = reopen(test);
    let games = saved_games(&mut test);
    assert_eq!((games.len(), games[0].moves, games[0].is_open()), (1, 2, true));
    test.keys("F7 Enter");
    assert_eq!(test.history(), before);
    assert_eq!(test.table_screen().seats, vec![PlayerSpec::Human, "random".parse().unwrap()]);
    test.keys("3").wait_until(|test| test.table_screen().table.timeline().len() == 4);
    // Another thread writes the moves; closing the app waits for it.
    let games = saved_games(&mut reopen(test));
    assert_eq!((games.len(), games[0].moves), (1, 4), "it is the same file");
}

#[test]
fn a_game_without_moves_is_not_saved() {
    let mut test = TestApp::table("nothing", "1024", NO_ANIMATION);
    test.keys("Esc");
    assert!(matches!(test.app.screen, Screen::Hall));
    assert_eq!(saved_games(&mut test), Vec::new());
}

#[test]
fn an_incomplete_line_is_ignored() {
    let mut test = TestApp::table("torn", "classic", NO_ANIMATION);
    test.keys("3 2 4 3");
    let mut test = reopen(test);
    let path = saved_games(&mut test)[0].path.clone();
    let mut file = OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all(b"{\"event\":{\"mo").unwrap();
    drop(file);
    assert_eq!(saved_games(&mut test)[0].moves, 4);
    test.keys("F7 Enter 6");
    assert_eq!(test.history(), "3 2 4 3 6");
    let table = load_game(&path, None).unwrap();
    assert_eq!(table.session().timeline().moves().join(" "), "3 2 4 3 6");
}

#[test]
fn a_damaged_game_is_listed_with_its_error() {
    let mut test = TestApp::table("fault", "classic", NO_ANIMATION);
    test.keys("3 2");
    let mut test = reopen(test);
    let path = saved_games(&mut test)[0].path.clone();
    let text = fs::read_to_string(&path).unwrap().replace("{\"move\":\"2\"}", "{\"move\":\"99\"}");
    fs::write(&path, text).unwrap();
    assert!(saved_games(&mut test)[0].status_text.contains("99"));
    test.keys("F7 Enter");
    assert!(test.note().contains("99"), "{}", test.note());
    assert!(matches!(test.app.screen, Screen::Hall));
    for size in [[60, 20], [80, 24], [200, 60]] {
        let picture = test.resize(size[0], size[1]).picture();
        assert!(picture.contains("  damaged ") && !picture.contains("0 moves"), "{picture}");
    }
}

/// Returns the games of classic that Red has won against Yellow, both people.
pub(super) fn red_wins(store: &Store) -> usize {
    let pair =
        Pair::new(&["Red".into(), "Yellow".into()], &[PlayerSpec::Human.into(), PlayerSpec::Human.into()]);
    store.standings().wins("classic", &pair.unwrap())[0]
}

#[test]
fn wins_count_by_pair_and_undo_removes_them() {
    let mut test = TestApp::table("wins", "classic", NO_ANIMATION);
    test.keys("0 6 0 6 0 6 0");
    assert_eq!(red_wins(&test.app.shared.store), 1);
    assert!(test.picture().contains("games won    1 : 0"));
    test.keys("F3");
    assert_eq!(red_wins(&test.app.shared.store), 0);
    test.keys("0 F2 0 6 0 6 0 6 0");
    assert_eq!(red_wins(&test.app.shared.store), 2);
    let (another, _) = Store::at(test.folder.clone(), drop);
    let store = std::mem::replace(&mut test.app.shared.store, another);
    assert_eq!(store.close(), None);
    let (reopened, error) = Store::at(test.folder.clone(), drop);
    assert_eq!((red_wins(&reopened), error), (2, None));
}

#[test]
fn missing_results_are_added_at_the_next_start() {
    let mut test = TestApp::table("uncounted", "classic", NO_ANIMATION);
    test.keys("0 6 0 6 0 6 0");
    let mut test = reopen(test);
    // As if the program was killed between writing the two files.
    let _ = fs::remove_file(test.folder.join("standings.json"));
    let (store, _) = Store::at(test.folder.clone(), drop);
    test.app.shared.store = store;
    assert_eq!(red_wins(&test.app.shared.store), 0);
    saved_games(&mut test);
    assert_eq!(red_wins(&test.app.shared.store), 1);
}

#[test]
fn best_of_1024_depends_on_size_and_target() {
    let mut test = TestApp::sized("best", "1024", Some(Size::new(2, 2)), NO_ANIMATION);
    let mut presses = ["Left", "Down", "Right", "Up"].into_iter().cycle();
    while test.table_screen().table.ending().is_none() {
        test.keys(presses.next().unwrap());
    }
    let goal = test.table_screen().session().view().goal.unwrap();
    let moves = test.table_screen().session().timeline().player_moves();
    let best = test.app.shared.store.standings().best("1024", [2, 2], goal.target).unwrap();
    assert_eq!(best.max, Some(goal.max));
    assert!((1..=moves).contains(&best.moves), "the moves up to the largest tile: {best:?}");
    assert!(test.picture().contains(&format!("Best tile {} in {} moves", goal.max, best.moves)));
    assert_eq!(test.app.shared.store.standings().best("1024", [4, 4], goal.target), None);
}

#[test]
fn a_path_that_cannot_be_saved_to_is_said_in_words() {
    let mut test = TestApp::table("no-path", "classic", NO_ANIMATION);
    test.keys("3 2 F6 C-u");
    let path = test.folder.join("nowhere").join("game");
    test.paste(path.to_str().unwrap()).keys("Enter");
    let note = test.note();
    assert!(note.ends_with(&format!(": {}", path.display())) && !note.contains("os error"), "{note}");
}

#[test]
fn a_file_that_cannot_be_opened_is_said_in_two_lines() {
    let mut test = TestApp::hall("open-path", NO_ANIMATION);
    let path = test.folder.join("game.sgf");
    fs::write(&path, "(;FF[4]GM[11]SZ[11])").unwrap();
    test.keys("F7").wait_until(|test| test.app.games.is_some());
    test.keys("End Enter Enter");
    assert_eq!(test.note(), "Type the path of a file.");
    test.paste(path.to_str().unwrap()).keys("Enter");
    let picture = test.picture();
    assert!(
        picture.contains("Line 1: a record begins with a header") && picture.contains("\"hex\"}: "),
        "{picture}"
    );
    test.keys("C-u n o n e Enter");
    let here = std::env::current_dir().unwrap().join("none");
    assert!(test.note().ends_with(&format!(": {}", here.display())), "{}", test.note());
}

#[test]
fn saving_never_overwrites_a_file() {
    let mut test = TestApp::table("save", "hex", NO_ANIMATION);
    test.keys("B 3 Enter F9 C 4 Enter");
    let path = test.folder.join("mine.jsonl");
    let typed = |test: &mut TestApp, path: &str| {
        for _ in 0..100 {
            test.keys("Back");
        }
        test.type_text(path);
    };
    test.keys("F6");
    typed(&mut test, path.to_str().unwrap());
    test.keys("Enter");
    assert!(test.note().starts_with("Saved as"), "{}", test.note());
    test.keys("F6");
    typed(&mut test, path.to_str().unwrap());
    test.keys("Enter");
    assert!(test.note().contains("exists"), "{}", test.note());
    test.keys("Esc F2 F7").wait_until(|test| test.app.games.is_some());
    test.keys("End Enter");
    typed(&mut test, path.to_str().unwrap());
    test.keys("Enter");
    assert_eq!(test.history(), "B3 swap C4");
    let before = fs::read(&path).unwrap();
    test.keys("A 0 Enter");
    assert_eq!(test.history(), "B3 swap C4 A0");
    assert_eq!(fs::read(&path).unwrap(), before, "the opened file is not changed");
}

/// Writes a record of one move in which this program plays second.
fn record_with_program(test: &TestApp, program: &str) -> PathBuf {
    let path = test.folder.join("theirs.jsonl");
    let header =
        format!(r#"{{"parlor":2,"game":"hex","options":{{"size":"3"}},"seats":["human","{program}"]}}"#);
    fs::write(&path, format!("{header}\n{{\"event\":{{\"move\":\"A0\"}}}}\n")).unwrap();
    path
}

#[test]
fn opened_records_start_no_programs() {
    for kind in ["cmd", "htp"] {
        let mut test = TestApp::hall(&format!("tame-{kind}"), NO_ANIMATION);
        let path = record_with_program(&test, &format!("{kind}:touch never"));
        test.keys("F7").wait_until(|test| test.app.games.is_some());
        test.keys("End Enter");
        test.type_text(path.to_str().unwrap());
        test.keys("Enter");
        assert_eq!(test.history(), "A0");
        assert_eq!(test.table_screen().seats, vec![PlayerSpec::Human, PlayerSpec::Human]);
        // It is saved without the program, too, and so continued without a question.
        test.keys("C 1 Enter");
        assert_eq!(test.history(), "A0 C1");
        let mut test = reopen(test);
        saved_games(&mut test);
        test.keys("F7 Enter");
        assert_eq!(test.table_screen().seats, vec![PlayerSpec::Human, PlayerSpec::Human]);
    }
}

#[test]
fn a_saved_game_asks_before_it_starts_a_program() {
    let mut test = TestApp::hall("confirm", NO_ANIMATION);
    let path = record_with_program(&test, "htp:false --no");
    let saved = test.folder.join("games");
    fs::create_dir_all(&saved).unwrap();
    fs::rename(path, saved.join("1-1.jsonl")).unwrap();
    saved_games(&mut test);
    test.keys("F7 Enter");
    assert!(test.picture().contains("htp:false --no"), "{}", test.picture());
    assert!(matches!(test.app.screen, Screen::Hall), "nothing has started");
    test.keys("Enter");
    assert!(matches!(test.app.screen, Screen::Hall), "Enter alone is no answer");
    test.keys("Esc");
    assert!(matches!(test.app.screen, Screen::Hall));
    test.keys("F7 Enter y");
    assert_eq!(test.table_screen().seats[1].to_string(), "htp:false --no");
}

#[test]
fn a_variation_is_a_new_game() {
    let mut test = TestApp::table("fork", "classic", NO_ANIMATION);
    test.keys("3 2 4 3 [ [ 6");
    let games = saved_games(&mut test);
    let mut moves: Vec<usize> = games.iter().map(|saved| saved.moves).collect();
    moves.sort_unstable();
    assert_eq!(moves, [3, 4]);
    for saved in games {
        let events = load_game(&saved.path, None).unwrap().log().to_vec();
        assert!(events.iter().all(|entry| !matches!(entry.event, Event::Undo(_))));
    }
}

#[test]
fn two_windows_cannot_open_the_same_game() {
    let mut test = TestApp::table("two", "classic", NO_ANIMATION);
    test.keys("3 2");
    let mut other = TestApp::at(test.folder.clone(), NO_ANIMATION);
    saved_games(&mut other);
    other.keys("F7 Enter");
    assert_eq!(other.note(), "This game is open in another window.");
    // The folder belongs to the first.
    other.folder = std::env::temp_dir().join("parlor-tui-none");
}

#[test]
fn wins_against_an_engine_are_not_wins_against_a_person() {
    let mut test = TestApp::table("pairs", "classic", NO_ANIMATION);
    test.keys("0 6 0 6 0 6 0");
    assert!(test.picture().contains("games won    1 : 0"), "{}", test.picture());
    test.open("classic", None, vec![PlayerSpec::Human, "random".parse().unwrap()]);
    assert!(!test.picture().contains("games won"), "{}", test.picture());
}

#[test]
fn a_result_that_cannot_be_saved_is_said_at_once() {
    let mut test = TestApp::table("no-results", "classic", NO_ANIMATION);
    // The name of the new file is taken.
    fs::create_dir(test.folder.join("standings.new")).unwrap();
    test.keys("0 6 0 6 0 6 0").wait_until(|test| test.note().starts_with("Results are not saved: "));
    test.keys("F2");
    assert!(test.note().starts_with("Results are not saved: "), "it stays until it is acknowledged");
    test.keys("Esc");
    assert_eq!(test.note(), "");
    assert_eq!(red_wins(&test.app.shared.store), 1, "it counts until the program ends");
}
