//! What is kept between runs.

use super::{Desk, STILL};
use crate::tui::model::Screen;
use crate::tui::store::{Kept, Store, load};
use parlor_play::{Event, PlayerSpec};
use parlor_rules::Size;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

/// The kept games, once they have been read.
fn listed(desk: &mut Desk) -> Vec<Kept> {
    desk.app.games = None;
    desk.app.refresh_games();
    desk.until(|desk| desk.app.games.is_some());
    desk.app.games.clone().unwrap()
}

/// Leaves, and comes back to the same data directory.
fn again(mut desk: Desk) -> Desk {
    // A desk deletes its folder when it is dropped: this one is told of another.
    let nowhere: PathBuf = std::env::temp_dir().join("parlor-tui-none");
    let folder = std::mem::replace(&mut desk.folder, nowhere);
    drop(desk);
    Desk::at(folder, STILL)
}

#[test]
fn an_unfinished_game_is_continued_with_the_same_people() {
    let mut desk = Desk::hall("continue", STILL);
    desk.open("classic", None, vec![PlayerSpec::Human, "random".parse().unwrap()]);
    desk.keys("3").until(|desk| desk.table_screen().table.timeline().len() == 2);
    let before = desk.history();
    let mut desk = again(desk);
    let games = listed(&mut desk);
    assert_eq!((games.len(), games[0].moves, games[0].is_open()), (1, 2, true));
    desk.keys("F7 Enter");
    assert_eq!(desk.history(), before);
    assert_eq!(desk.table_screen().seats, vec![PlayerSpec::Human, "random".parse().unwrap()]);
    desk.keys("3").until(|desk| desk.table_screen().table.timeline().len() == 4);
    // Moves are written beside the screen: whoever leaves waits for the last of them.
    let games = listed(&mut again(desk));
    assert_eq!((games.len(), games[0].moves), (1, 4), "it is the same file");
}

#[test]
fn a_game_without_a_move_is_not_kept() {
    let mut desk = Desk::table("nothing", "1024", STILL);
    desk.keys("Esc");
    assert!(matches!(desk.app.screen, Screen::Hall));
    assert_eq!(listed(&mut desk), Vec::new());
}

#[test]
fn a_line_that_was_cut_off_never_happened() {
    let mut desk = Desk::table("torn", "classic", STILL);
    desk.keys("3 2 4 3");
    let mut desk = again(desk);
    let path = listed(&mut desk)[0].path.clone();
    let mut file = OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all(b"{\"event\":{\"mo").unwrap();
    drop(file);
    assert_eq!(listed(&mut desk)[0].moves, 4);
    desk.keys("F7 Enter 6");
    assert_eq!(desk.history(), "3 2 4 3 6");
    let loaded = load(&path).unwrap();
    assert_eq!(loaded.table.session().timeline().moves().join(" "), "3 2 4 3 6");
}

#[test]
fn a_damaged_game_is_listed_with_its_fault_and_opens_nothing() {
    let mut desk = Desk::table("fault", "classic", STILL);
    desk.keys("3 2");
    let mut desk = again(desk);
    let path = listed(&mut desk)[0].path.clone();
    let text = fs::read_to_string(&path).unwrap().replace("{\"move\":\"2\"}", "{\"move\":\"99\"}");
    fs::write(&path, text).unwrap();
    assert!(listed(&mut desk)[0].status_text.contains("99"));
    desk.keys("F7 Enter");
    assert!(desk.note().contains("99"), "{}", desk.note());
    assert!(matches!(desk.app.screen, Screen::Hall));
}

#[test]
fn wins_are_counted_by_name_and_an_end_taken_back_is_not() {
    let mut desk = Desk::table("wins", "classic", STILL);
    desk.keys("0 6 0 6 0 6 0");
    assert_eq!(desk.app.shared.store.standings().wins("classic", "Red"), 1);
    assert!(desk.picture().contains("games won   1 : 0"));
    desk.keys("F3");
    assert_eq!(desk.app.shared.store.standings().wins("classic", "Red"), 0);
    desk.keys("0 F2 0 6 0 6 0 6 0");
    assert_eq!(desk.app.shared.store.standings().wins("classic", "Red"), 2);
    let (another, _) = Store::at(desk.folder.clone());
    let store = std::mem::replace(&mut desk.app.shared.store, another);
    assert_eq!(store.close(), None);
    let (again, told) = Store::at(desk.folder.clone());
    assert_eq!((again.standings().wins("classic", "Red"), told), (2, None));
}

#[test]
fn an_end_that_was_not_counted_any_more_is_counted_next_time() {
    let mut desk = Desk::table("uncounted", "classic", STILL);
    desk.keys("0 6 0 6 0 6 0");
    let mut desk = again(desk);
    // As if the program had been killed between the two files.
    let _ = fs::remove_file(desk.folder.join("standings.json"));
    let (store, _) = Store::at(desk.folder.clone());
    desk.app.shared.store = store;
    assert_eq!(desk.app.shared.store.standings().wins("classic", "Red"), 0);
    listed(&mut desk);
    assert_eq!(desk.app.shared.store.standings().wins("classic", "Red"), 1);
}

#[test]
fn the_best_of_1024_is_kept_by_size_and_target() {
    let mut desk = Desk::sized("best", "1024", Some(Size::new(2, 2)), STILL);
    let mut presses = ["Left", "Down", "Right", "Up"].into_iter().cycle();
    while desk.table_screen().table.ending().is_none() {
        desk.keys(presses.next().unwrap());
    }
    let goal = desk.table_screen().session().view().goal.unwrap();
    let moves = desk.table_screen().session().timeline().player_moves();
    let best = desk.app.shared.store.standings().best("1024", [2, 2], goal.target).unwrap();
    assert_eq!((best.max, best.moves), (Some(goal.max), moves));
    assert!(desk.picture().contains(&format!("best {} in {moves} moves", goal.max)));
    assert_eq!(desk.app.shared.store.standings().best("1024", [4, 4], goal.target), None);
}

#[test]
fn a_game_is_saved_and_opened_and_never_over_another_file() {
    let mut desk = Desk::table("save", "hex", STILL);
    desk.keys("B 3 Enter F9 C 4 Enter");
    let path = desk.folder.join("mine.jsonl");
    let typed = |desk: &mut Desk, path: &str| {
        for _ in 0..100 {
            desk.keys("Back");
        }
        desk.type_text(path);
    };
    desk.keys("F6");
    typed(&mut desk, path.to_str().unwrap());
    desk.keys("Enter");
    assert!(desk.note().starts_with("saved as"), "{}", desk.note());
    desk.keys("F6");
    typed(&mut desk, path.to_str().unwrap());
    desk.keys("Enter");
    assert!(desk.note().contains("exists"), "{}", desk.note());
    desk.keys("Esc F2 F7").until(|desk| desk.app.games.is_some());
    desk.keys("End Enter");
    typed(&mut desk, path.to_str().unwrap());
    desk.keys("Enter");
    assert_eq!(desk.history(), "B3 swap C4");
    let before = fs::read(&path).unwrap();
    desk.keys("A 0 Enter");
    assert_eq!(desk.history(), "B3 swap C4 A0");
    assert_eq!(fs::read(&path).unwrap(), before, "a file of one's own is not written to");
}

#[test]
fn a_record_from_elsewhere_starts_no_program() {
    let mut desk = Desk::table("tame", "classic", STILL);
    desk.keys("3 2");
    let path = desk.folder.join("theirs.jsonl");
    let header = "{\"parlor\":1,\"game\":\"classic\"}";
    let comment = "{\"event\":{\"comment\":\"seats: human | cmd:touch /tmp/never\"}}";
    fs::write(&path, format!("{header}\n{comment}\n{{\"event\":{{\"move\":\"3\"}}}}\n")).unwrap();
    desk.keys("F7").until(|desk| desk.app.games.is_some());
    desk.keys("End Enter");
    desk.type_text(path.to_str().unwrap());
    desk.keys("Enter");
    assert_eq!(desk.history(), "3");
    assert_eq!(desk.table_screen().seats, vec![PlayerSpec::Human, PlayerSpec::Human]);
}

#[test]
fn a_new_line_is_a_new_game_and_the_old_one_stays() {
    let mut desk = Desk::table("fork", "classic", STILL);
    desk.keys("3 2 4 3 [ [ 6");
    let games = listed(&mut desk);
    let mut moves: Vec<usize> = games.iter().map(|kept| kept.moves).collect();
    moves.sort_unstable();
    assert_eq!(moves, [3, 4]);
    for kept in games {
        let events = load(&kept.path).unwrap().table.log().to_vec();
        assert!(events.iter().all(|entry| !matches!(entry.event, Event::Undo(_))));
    }
}

#[test]
fn two_windows_do_not_write_the_same_game() {
    let mut desk = Desk::table("two", "classic", STILL);
    desk.keys("3 2");
    let mut other = Desk::at(desk.folder.clone(), STILL);
    listed(&mut other);
    other.keys("F7 Enter");
    assert_eq!(other.note(), "this game is open in another window");
    // The folder belongs to the first.
    other.folder = std::env::temp_dir().join("parlor-tui-none");
}
