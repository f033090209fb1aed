//! Tests of keys, clicks, engines and time.

use super::{NO_ANIMATION, TestApp};
use crate::tui::model::{Overlay, Screen, TerminalRequest};
use crate::tui::regions;
use crate::tui::theme::Theme;
use parlor_play::{Layout, PlayerSpec, games};
use parlor_rules::{Player, Size};
use std::time::Duration;

const MOVING: Theme = Theme { animation: true, ..NO_ANIMATION };

#[test]
fn digits_drop_and_full_columns_refuse() {
    let mut test = TestApp::table("digits", "classic", NO_ANIMATION);
    test.keys("3 3 3 3 3 3 3");
    assert_eq!(test.history(), "3 3 3 3 3 3");
    assert_eq!(test.note(), "Column 3 is full.");
    test.keys("9");
    assert_eq!(test.note(), "There is no column 9.");
}

#[test]
fn two_digits_are_collected_until_enter() {
    let mut test = TestApp::sized("two-digits", "classic", Some(Size::new(6, 20)), NO_ANIMATION);
    test.keys("1 2");
    assert_eq!(test.history(), "");
    test.keys("Enter 1 2 Back Enter 9 9 Enter");
    assert_eq!(test.history(), "12 1");
    assert_eq!(test.note(), "There is no 99.");
}

#[test]
fn hex_cells_are_typed() {
    let mut test = TestApp::table("cell", "hex", NO_ANIMATION);
    test.keys("h 3 Enter k 1 0 Enter a 0 Back 9 Space");
    assert_eq!(test.history(), "H3 K10 A9");
    test.keys("7");
    assert!(test.note().contains("a letter, then"), "{}", test.note());
    test.keys("h 3 Enter");
    assert!(test.note().contains("taken"), "{}", test.note());
}

#[test]
fn swap_is_a_button_while_it_is_legal() {
    let mut test = TestApp::table("swap", "hex", NO_ANIMATION);
    assert!(!test.picture().contains("F9"));
    test.keys("B 3 Enter");
    test.click_on("F9 Swap");
    assert_eq!(test.history(), "B3 swap");
    assert!(!test.picture().contains("F9"));
}

/// Plays every game from start to end with the mouse, on a terminal of 80 x 24.

#[test]
fn every_game_can_be_played_by_mouse() {
    for game in games() {
        let name = game.info().name;
        let size = match name {
            "super" => Some(Size::new(4, 4)),
            "hex" => Some(Size::new(5, 5)),
            "1024" => Some(Size::new(2, 2)),
            _ => None,
        };
        let mut test = TestApp::sized(&format!("mouse-{name}"), name, size, NO_ANIMATION);
        let mut clicks = 0_u16;
        while test.table_screen().table.ending().is_none() {
            clicks += 1;
            assert!(clicks < 3_000, "{name} does not end:\n{}", test.picture());
            let Screen::Table(table) = &test.app.screen else { panic!("{name}: left the table") };
            let area = regions::table(table, &test.app.shared).board.clip;
            // Clicks on all parts of the board in turn.
            let (x, y) = (clicks * 7 % area.width, clicks * 5 % area.height);
            test.click(area.x + x, area.y + y);
        }
        assert!(!test.history().is_empty());
        test.click_on("F2 New");
        let moved = test.table_screen().moves().len();
        assert_eq!((moved, test.table_screen().table.ending()), (0, None), "{name}");
    }
}

#[test]
fn a_click_hits_the_column_it_is_on() {
    for size in [None, Some(Size::new(4, 4)), Some(Size::new(20, 40))] {
        let mut test = TestApp::sized("hits", "classic", size, NO_ANIMATION);
        let Screen::Table(table) = &test.app.screen else { unreachable!() };
        let geometry = regions::table(table, &test.app.shared).board;
        let (_, columns) = geometry.seen();
        for column in [columns.start + 1, columns.end - 2] {
            let Screen::Table(table) = &test.app.screen else { unreachable!() };
            let geometry = regions::table(table, &test.app.shared).board;
            let [x, y] = geometry.at(3, column as i32);
            test.click(x as u16, y as u16);
            assert_eq!(test.history().split(' ').next_back(), Some(column.to_string().as_str()));
            // The click has scrolled the board, so it is scrolled back.
            if let Screen::Table(table) = &mut test.app.screen {
                table.cursor = [0, 20.min(table.session().size().1 / 2)];
            }
        }
    }
}

#[test]
fn large_boards_scroll_by_keys_and_clicks() {
    for game in ["classic", "hex", "1024"] {
        let size = if game == "classic" { Size::new(40, 40) } else { Size::new(16, 16) };
        let mut test = TestApp::sized(&format!("around-{game}"), game, Some(size), NO_ANIMATION);
        let more = |test: &TestApp| {
            let Screen::Table(table) = &test.app.screen else { unreachable!() };
            regions::table(table, &test.app.shared).board.more
        };
        let before = test.history();
        for (key, edge) in [("S-Left", 0), ("S-Right", 1), ("S-Up", 2), ("S-Down", 3)] {
            (0..12).for_each(|_| drop(test.keys(key).picture()));
            assert!(!more(&test)[edge], "{game} {key}:\n{}", test.picture());
        }
        let Screen::Table(table) = &test.app.screen else { unreachable!() };
        for ([x, y], direction) in regions::table(table, &test.app.shared).board.arrows() {
            let pictured = test.picture();
            test.click(x, y);
            assert_ne!(test.picture(), pictured, "{game} {direction:?}");
        }
        assert_eq!(test.history(), before, "scrolling makes no move");
    }
}

#[test]
fn keys_during_an_animation_count() {
    let mut test = TestApp::table("moving", "super", MOVING);
    test.keys("0 4 2 2 3 6 4 5 5 6 2 3 3 6 1");
    assert_eq!(test.history(), "0 4 2 2 3 6 4 5 5 6 2 3 3 6 1");
    assert!(test.table_screen().animation.is_some(), "the cascade is shown");
    assert_eq!(test.table_screen().session().view().scores, Some([2, 1]));
    test.wait(Duration::from_millis(500));
    assert!(test.table_screen().animation.is_some());
    test.keys("6");
    assert_eq!(test.history(), "0 4 2 2 3 6 4 5 5 6 2 3 3 6 1 6");
    test.wait(Duration::from_secs(5));
    assert!(test.table_screen().animation.is_none());
}

#[test]
fn a_cascade_is_shown_step_by_step() {
    let mut test = TestApp::table("cascade", "super", MOVING);
    test.keys("0 4 2 2 3 6 4 5 5 6 2 3 3 6 1");
    let mut pictures = Vec::new();
    while test.table_screen().animation.is_some() {
        let stars = test.picture().matches("★").count() + test.picture().matches("✶").count();
        pictures.push(stars > 0);
        test.wait(Duration::from_millis(40));
    }
    pictures.dedup();
    // Two lines vanish one after the other, with falling discs in between.
    assert_eq!(pictures, [false, true, false, true, false]);
}

#[test]
fn undo_removes_both_moves() {
    let mut test = TestApp::hall("answer", MOVING);
    test.open("classic", None, vec![PlayerSpec::Human, "random".parse().unwrap()]);
    test.keys("3").wait_until(|test| test.table_screen().table.timeline().len() == 2);
    test.keys("F3");
    assert_eq!(test.history(), "");
    test.keys("F3");
    assert_eq!(test.note(), "There is nothing to undo.");
}

#[test]
fn engines_move_now_pause_and_resume() {
    let mut test = TestApp::hall("hurry", NO_ANIMATION);
    test.open("hex", None, vec!["strong:600s".parse().unwrap(), PlayerSpec::Human]);
    assert!(test.table_screen().thinking.is_some());
    test.wait_until(|test| test.picture().contains("Line "));
    test.keys("F8");
    assert!(test.table_screen().thinking.is_none());
    assert!(test.picture().contains("F8 Resume"));
    test.keys("F8").wait_until(|test| test.picture().contains("Line "));
    // The engine has ten minutes, but Enter makes it move now.
    test.keys("Enter").wait_until(|test| test.table_screen().table.timeline().len() == 1);
    assert_eq!(test.table_screen().mover(), Some(Player::Two));
}

#[test]
fn a_person_can_move_for_a_paused_engine() {
    let mut test = TestApp::hall("for-it", NO_ANIMATION);
    test.open("hex", None, vec!["strong:600s".parse().unwrap(), PlayerSpec::Human]);
    test.keys("A 1 Enter");
    assert_eq!(test.history(), "");
    test.keys("F8 A 1 Enter");
    assert_eq!(test.history(), "A1");
}

#[test]
fn an_engine_that_fails_to_start_is_reported() {
    let mut test = TestApp::hall("broken", NO_ANIMATION);
    test.open("classic", None, vec![PlayerSpec::Program(vec!["/no/such/program".into()]), PlayerSpec::Human]);
    test.wait_until(|test| test.note().contains("/no/such/program"));
    test.keys("3");
    assert_eq!(test.history(), "3");
}

#[test]
fn a_move_in_an_earlier_position_starts_a_variation() {
    let mut test = TestApp::table("line", "classic", NO_ANIMATION);
    test.keys("3 2 4 3 [ [");
    assert_eq!(test.table_screen().session().timeline().moves().join(" "), "3 2");
    assert_eq!(test.history(), "3 2 4 3", "the game itself has not changed");
    assert!(test.picture().contains("viewing ply 2 of 4"));
    test.keys("Home");
    assert_eq!(test.table_screen().session().timeline().len(), 0);
    test.keys("] ] ] End");
    assert!(test.table_screen().browse.is_none());
    test.keys("[ [ 6");
    assert_eq!(test.history(), "3 2 6");
    test.keys("Home 9");
    assert_eq!(test.history(), "3 2 6", "an illegal move starts no variation");
    test.click_on("3         2");
    assert!(test.picture().contains("viewing ply 1 of 3"));
    test.keys("Esc");
    assert!(test.table_screen().browse.is_none());
}

#[test]
fn the_hall_opens_every_game() {
    for (index, game) in games().iter().enumerate() {
        let mut test = TestApp::hall(&format!("lead-{index}"), NO_ANIMATION);
        test.keys(&format!("{}", index + 1));
        assert!(matches!(&test.app.screen, Screen::Form(form) if form.game.info().name == game.info().name));
        test.click_on("Start the game");
        assert_eq!(test.table_screen().session().info().name, game.info().name);
        test.keys("Esc");
        assert!(matches!(test.app.screen, Screen::Hall));
        test.keys("Esc");
        assert!(test.app.should_quit);
    }
}

#[test]
fn random_keys_and_clicks_do_no_harm() {
    for game in games() {
        let name = game.info().name;
        let mut test = TestApp::table(&format!("wrong-{name}"), name, NO_ANIMATION);
        test.keys("F8 F9 F3 [ ] Home End Back Esc");
        if matches!(test.app.screen, Screen::Hall) {
            test.open(name, None, vec![PlayerSpec::Human; game.info().players]);
        }
        for word in ["é", "~", "Z", "@", "F3", "F11", "C-x", "C-y", "F9"] {
            test.keys(word);
        }
        for y in 0..24 {
            for x in [0, 1, 40, 51, 52, 53, 78, 79] {
                test.click(x, y);
                if test.app.should_quit
                    || !matches!(test.app.screen, Screen::Table(_))
                    || test.app.overlay.is_some()
                {
                    test.app.should_quit = false;
                    test.app.overlay = None;
                    test.open(name, None, vec![PlayerSpec::Human; game.info().players]);
                }
                let _ = test.picture();
            }
        }
    }
}

#[test]
fn growing_offers_a_new_column() {
    let mut test = TestApp::table("grow", "growing", NO_ANIMATION);
    assert_eq!(test.table_screen().shown_size(), [5, 5]);
    test.keys("4 Right 5 6");
    assert_eq!(test.history(), "p1:4 p2:5 p1:6");
    assert_eq!(test.table_screen().shown_size(), [5, 8]);
    assert_eq!(test.table_screen().session().info().layout, Layout::Columns);
}

#[test]
fn overlays_close_by_escape_and_click() {
    let mut test = TestApp::table("close", "classic", NO_ANIMATION);
    for key in ["F1", "F6", "F7"] {
        test.keys(key);
        assert!(test.app.overlay.is_some());
        test.keys("Esc");
        assert!(test.app.overlay.is_none());
        test.keys(key).click_on("Esc Close");
        assert!(test.app.overlay.is_none());
    }
    test.click_on("F7 Open").click_on("Open a file");
    assert!(matches!(test.app.overlay, Some(Overlay::Open(_))));
}

#[test]
fn redo_brings_back_what_undo_took() {
    let mut test = TestApp::table("redo", "classic", NO_ANIMATION);
    test.keys("3 2 4");
    assert!(!test.picture().contains("Redo"));
    test.keys("F3 C-u");
    assert_eq!(test.history(), "3");
    test.click_on("^R Redo").keys("C-r");
    assert_eq!(test.history(), "3 2 4");
    test.keys("C-r");
    assert_eq!(test.note(), "There is nothing to redo.");
}

#[test]
fn redo_against_an_engine_brings_back_its_reply() {
    let mut test = TestApp::hall("redo-engine", NO_ANIMATION);
    test.open("classic", None, vec![PlayerSpec::Human, "random".parse().unwrap()]);
    test.keys("3").wait_until(|test| test.table_screen().table.timeline().len() == 2);
    let before = test.history();
    test.keys("F3 C-r");
    assert_eq!(test.history(), before);
    assert_eq!(test.table_screen().mover(), Some(Player::One));
}

#[test]
fn suspending_and_redrawing_are_for_the_terminal() {
    let mut test = TestApp::table("suspend", "classic", NO_ANIMATION);
    test.keys("3 C-z");
    assert_eq!(test.app.terminal_request.take(), Some(TerminalRequest::Suspend));
    assert_eq!(test.history(), "3", "it is no undo");
    test.keys("C-l");
    assert_eq!(test.app.terminal_request.take(), Some(TerminalRequest::Redraw));
}

#[test]
fn a_failure_stays_until_it_is_acknowledged() {
    let mut test = TestApp::table("failure", "classic", NO_ANIMATION);
    test.app.shared.show_failure("No space left on device (os error 28): /a/long/path");
    test.keys("3 9 F4");
    assert!(test.picture().contains("No space left on device: /a/long/path"), "{}", test.picture());
    assert_eq!(test.history(), "3");
    test.keys("Esc");
    assert_eq!(test.note(), "");
    assert!(matches!(test.app.screen, Screen::Table(_)), "Esc did nothing else");
    test.app.shared.show_failure("No space left on device");
    test.click_on("No space left");
    assert_eq!(test.note(), "");
}

#[test]
fn hex_is_shown_as_other_programs_do() {
    let mut test = TestApp::table("exchanged", "hex", NO_ANIMATION);
    test.keys("F10");
    assert!(test.picture().contains("a b c d e f"), "{}", test.picture());
    test.keys("b 1 Enter");
    assert_eq!(test.history(), "A1", "b1 is A1");
    assert!(test.picture().contains("b1"), "the list has their notation: {}", test.picture());
    // Down goes to the next row of the screen, which is the next column of the board.
    test.keys("Down Enter");
    assert_eq!(test.history(), "A1 B1");
    test.keys("c 0 Enter");
    assert_eq!(test.history(), "A1 B1", "rows count from 1");
    test.keys("C-b c 0 Enter");
    assert_eq!(test.history(), "A1 B1 C0");
    assert!(test.picture().contains("A B C D E F"), "{}", test.picture());
    let mut other = TestApp::table("not_exchanged", "classic", NO_ANIMATION);
    other.keys("F10 3");
    assert_eq!(other.history(), "3");
}

#[test]
fn every_key_is_shown_at_eighty_columns() {
    let mut test = TestApp::hall("keys", NO_ANIMATION);
    test.open("hex", None, vec![PlayerSpec::Human, "strong:600s".parse().unwrap()]);
    test.keys("a 1 Enter F8");
    let row = |test: &TestApp| test.picture().lines().last().unwrap().to_string();
    assert!(
        row(&test).contains("F6") && row(&test).ends_with("F8 Resume F9 Swap F10 Esc Back"),
        "{}",
        row(&test)
    );
    test.keys("b 1 Enter F3");
    assert!(row(&test).contains("^R"), "{}", row(&test));
    test.click_on("F6");
    assert!(matches!(test.app.overlay, Some(Overlay::Save(_))));
}
