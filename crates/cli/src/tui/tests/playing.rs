//! What keys, clicks, engines and time do.

use super::{Desk, STILL};
use crate::tui::model::{Overlay, Screen};
use crate::tui::regions;
use crate::tui::theme::Theme;
use parlor_play::{Ending, GAMES, Layout, PlayerSpec};
use parlor_rules::{Player, Size};
use std::time::Duration;

const MOVING: Theme = Theme { animation: true, ..STILL };

#[test]
fn digits_drop_and_full_columns_refuse() {
    let mut desk = Desk::table("digits", "classic", STILL);
    desk.keys("3 3 3 3 3 3 3");
    assert_eq!(desk.history(), "3 3 3 3 3 3");
    assert_eq!(desk.note(), "column 3 is full");
    desk.keys("9");
    assert_eq!(desk.note(), "there is no column 9");
}

#[test]
fn two_digits_are_collected_until_enter() {
    let mut desk = Desk::sized("two-digits", "classic", Some(Size::new(6, 20)), STILL);
    desk.keys("1 2");
    assert_eq!(desk.history(), "");
    desk.keys("Enter 1 2 Back Enter 9 9 Enter");
    assert_eq!(desk.history(), "12 1");
    assert_eq!(desk.note(), "there is no 99");
}

#[test]
fn a_cell_of_hex_is_typed_and_letters_are_no_commands() {
    let mut desk = Desk::table("cell", "hex", STILL);
    desk.keys("h 3 Enter k 1 0 Enter a 0 Back 9 Space");
    assert_eq!(desk.history(), "H3 K10 A9");
    desk.keys("7");
    assert!(desk.note().contains("letter first"), "{}", desk.note());
    desk.keys("h 3 Enter");
    assert!(desk.note().contains("taken"), "{}", desk.note());
}

#[test]
fn swap_is_a_button_while_it_can_be_said() {
    let mut desk = Desk::table("swap", "hex", STILL);
    assert!(!desk.picture().contains("F9"));
    desk.keys("B 3 Enter");
    desk.click_on("F9 Swap");
    assert_eq!(desk.history(), "B3 swap");
    assert!(!desk.picture().contains("F9"));
}

/// Every game from start to end by clicks alone, on a terminal of 80 x 24.
#[test]
fn every_game_is_played_to_its_end_by_mouse_alone() {
    for game in GAMES {
        let name = game.info().name;
        let size = match name {
            "super" => Some(Size::new(4, 4)),
            "hex" => Some(Size::new(5, 5)),
            "1024" => Some(Size::new(2, 2)),
            _ => None,
        };
        let mut desk = Desk::sized(&format!("mouse-{name}"), name, size, STILL);
        let mut clicks = 0_u16;
        while desk.table_screen().table.ending().is_none() {
            clicks += 1;
            assert!(clicks < 3_000, "{name} does not end:\n{}", desk.picture());
            let Screen::Table(table) = &desk.app.screen else { panic!("{name}: left the table") };
            let area = regions::table(table, &desk.app.shared).board.clip;
            // Somewhere on the board, everywhere in turn.
            let (x, y) = (clicks * 7 % area.width, clicks * 5 % area.height);
            desk.click(area.x + x, area.y + y);
        }
        assert!(!desk.history().is_empty());
        desk.click_on("F2 New");
        let moved = desk.table_screen().moves().len();
        assert_eq!((moved, desk.table_screen().table.ending()), (0, None), "{name}");
    }
}

#[test]
fn a_click_hits_the_column_it_is_on() {
    for size in [None, Some(Size::new(4, 4)), Some(Size::new(20, 40))] {
        let mut desk = Desk::sized("hits", "classic", size, STILL);
        let Screen::Table(table) = &desk.app.screen else { unreachable!() };
        let geometry = regions::table(table, &desk.app.shared).board;
        let (_, columns) = geometry.seen();
        for column in [columns.start + 1, columns.end - 2] {
            let Screen::Table(table) = &desk.app.screen else { unreachable!() };
            let geometry = regions::table(table, &desk.app.shared).board;
            let [x, y] = geometry.at(3, column as i32);
            desk.click(x as u16, y as u16);
            assert_eq!(desk.history().split(' ').next_back(), Some(column.to_string().as_str()));
            // The board has scrolled to the click; back to where it was.
            if let Screen::Table(table) = &mut desk.app.screen {
                table.cursor = [0, 20.min(table.session().size().1 / 2)];
            }
        }
    }
}

#[test]
fn a_board_larger_than_the_screen_is_looked_around_on_by_keys_and_by_clicks() {
    for game in ["classic", "hex", "1024"] {
        let size = if game == "classic" { Size::new(40, 40) } else { Size::new(16, 16) };
        let mut desk = Desk::sized(&format!("around-{game}"), game, Some(size), STILL);
        let more = |desk: &Desk| {
            let Screen::Table(table) = &desk.app.screen else { unreachable!() };
            regions::table(table, &desk.app.shared).board.more
        };
        let before = desk.history();
        for (key, edge) in [("S-Left", 0), ("S-Right", 1), ("S-Up", 2), ("S-Down", 3)] {
            (0..12).for_each(|_| drop(desk.keys(key).picture()));
            assert!(!more(&desk)[edge], "{game} {key}:\n{}", desk.picture());
        }
        let Screen::Table(table) = &desk.app.screen else { unreachable!() };
        for ([x, y], toward) in regions::table(table, &desk.app.shared).board.arrows() {
            let pictured = desk.picture();
            desk.click(x, y);
            assert_ne!(desk.picture(), pictured, "{game} {toward:?}");
        }
        assert_eq!(desk.history(), before, "looking is not playing");
    }
}

#[test]
fn a_key_pressed_while_something_moves_is_not_lost() {
    let mut desk = Desk::table("moving", "super", MOVING);
    desk.keys("0 4 2 2 3 6 4 5 5 6 2 3 3 6 1");
    assert_eq!(desk.history(), "0 4 2 2 3 6 4 5 5 6 2 3 3 6 1");
    assert!(desk.table_screen().animation.is_some(), "the cascade is shown");
    assert_eq!(desk.table_screen().session().view().scores, Some([2, 1]));
    desk.wait(Duration::from_millis(500));
    assert!(desk.table_screen().animation.is_some());
    desk.keys("6");
    assert_eq!(desk.history(), "0 4 2 2 3 6 4 5 5 6 2 3 3 6 1 6");
    desk.wait(Duration::from_secs(5));
    assert!(desk.table_screen().animation.is_none());
}

#[test]
fn a_cascade_is_shown_step_by_step() {
    let mut desk = Desk::table("cascade", "super", MOVING);
    desk.keys("0 4 2 2 3 6 4 5 5 6 2 3 3 6 1");
    let mut pictures = Vec::new();
    while desk.table_screen().animation.is_some() {
        let stars = desk.picture().matches("★").count() + desk.picture().matches("✶").count();
        pictures.push(stars > 0);
        desk.wait(Duration::from_millis(40));
    }
    pictures.dedup();
    // Two searches, each marked and gone, with falling between.
    assert_eq!(pictures, [false, true, false, true, false]);
}

#[test]
fn an_engine_answers_and_undo_takes_back_both_moves() {
    let mut desk = Desk::hall("answer", MOVING);
    desk.open("classic", None, vec![PlayerSpec::Human, "random".parse().unwrap()]);
    desk.keys("3").until(|desk| desk.table_screen().table.timeline().len() == 2);
    desk.keys("F3");
    assert_eq!(desk.history(), "");
    desk.keys("F3");
    assert_eq!(desk.note(), "there is nothing to undo");
}

#[test]
fn an_engine_is_hurried_stopped_and_let_go_on() {
    let mut desk = Desk::hall("hurry", STILL);
    desk.open("hex", None, vec!["strong:600s".parse().unwrap(), PlayerSpec::Human]);
    assert!(desk.table_screen().thinking.is_some());
    desk.until(|desk| desk.picture().contains("likes"));
    desk.keys("F8");
    assert!(desk.table_screen().thinking.is_none());
    assert!(desk.picture().contains("F8 Go"));
    desk.keys("F8").until(|desk| desk.picture().contains("likes"));
    // It has the whole of ten minutes, and one key ends them.
    desk.keys("Enter").until(|desk| desk.table_screen().table.timeline().len() == 1);
    assert_eq!(desk.table_screen().mover(), Some(Player::Two));
}

#[test]
fn a_stopped_engine_can_be_moved_for() {
    let mut desk = Desk::hall("for-it", STILL);
    desk.open("hex", None, vec!["strong:600s".parse().unwrap(), PlayerSpec::Human]);
    desk.keys("A 1 Enter");
    assert_eq!(desk.history(), "");
    desk.keys("F8 A 1 Enter");
    assert_eq!(desk.history(), "A1");
}

#[test]
fn an_engine_that_can_not_be_started_is_told_and_the_game_goes_on() {
    let mut desk = Desk::hall("broken", STILL);
    desk.open("classic", None, vec![PlayerSpec::Program(vec!["/no/such/program".into()]), PlayerSpec::Human]);
    desk.until(|desk| desk.note().contains("/no/such/program"));
    desk.keys("3");
    assert_eq!(desk.history(), "3");
}

#[test]
fn values_and_a_hint_are_worked_out_and_shown() {
    let mut desk = Desk::table("values", "classic", STILL);
    desk.keys("3 0 3 0 3 0 F5").until(|desk| desk.picture().contains("wins in 1"));
    desk.keys("F4").until(|desk| desk.note().starts_with("hint: "));
    assert_eq!(desk.note(), "hint: 3");
    desk.keys("F5 F3");
    assert!(!desk.picture().contains("Values"));
    desk.keys("F4").until(|desk| desk.note().starts_with("hint: "));
}

#[test]
fn stepping_back_shows_earlier_positions_and_a_move_there_begins_a_new_line() {
    let mut desk = Desk::table("line", "classic", STILL);
    desk.keys("3 2 4 3 [ [");
    assert_eq!(desk.table_screen().session().timeline().moves().join(" "), "3 2");
    assert_eq!(desk.history(), "3 2 4 3", "the game itself has not changed");
    assert!(desk.picture().contains("looking at move 2 of 4"));
    desk.keys("Home");
    assert_eq!(desk.table_screen().session().timeline().len(), 0);
    desk.keys("] ] ] End");
    assert!(desk.table_screen().browse.is_none());
    desk.keys("[ [ 6");
    assert_eq!(desk.history(), "3 2 6");
    desk.keys("Home 9");
    assert_eq!(desk.history(), "3 2 6", "what can't be played begins nothing");
    desk.click_on("3         2");
    assert!(desk.picture().contains("looking at move 1 of 3"));
    desk.keys("Esc");
    assert!(desk.table_screen().browse.is_none());
}

#[test]
fn a_game_for_one_steps_by_presses_and_goes_on_after_its_goal() {
    let mut desk = Desk::hall("goal", STILL);
    desk.keys("6 Home Down Down 3 x 3 Down 8 F2");
    let mut presses = ["Left", "Down", "Right", "Up"].into_iter().cycle();
    for press in 0.. {
        let table = &desk.table_screen().table;
        if table.can_continue() {
            break;
        }
        // Chance may fill the panel before: another game then.
        let lost = table.ending().is_some();
        desk.keys(if lost { "F2" } else { presses.next().unwrap() });
        assert!(press < 10_000, "{}", desk.picture());
    }
    let at_goal = desk.table_screen().moves().len();
    desk.keys("[");
    assert_eq!(
        desk.table_screen().browse.as_ref().map(|browse| browse.session.turn().is_over()),
        Some(false)
    );
    desk.keys("End F9");
    assert_eq!(desk.table_screen().table.ending().filter(|ending| *ending == Ending::Reached), None);
    assert_eq!(desk.table_screen().moves().len(), at_goal);
    desk.keys("F3");
    assert_eq!(desk.table_screen().table.ending(), None, "{}", desk.picture());
}

#[test]
fn the_hall_leads_to_every_table_and_back() {
    for (index, game) in GAMES.iter().enumerate() {
        let mut desk = Desk::hall(&format!("lead-{index}"), STILL);
        desk.keys(&format!("{}", index + 1));
        assert!(matches!(&desk.app.screen, Screen::Form(form) if form.game.info().name == game.info().name));
        desk.click_on("Start the game");
        assert_eq!(desk.table_screen().session().info().name, game.info().name);
        desk.keys("Esc");
        assert!(matches!(desk.app.screen, Screen::Hall));
        desk.keys("Esc");
        assert!(desk.app.over);
    }
}

#[test]
fn a_form_says_what_is_wrong_and_takes_what_is_right() {
    let mut desk = Desk::hall("form", STILL);
    desk.keys("3 Home Down Right Right Right Down A n n Down B o b Down x F2");
    assert!(desk.note().starts_with("Size: "), "{}", desk.note());
    desk.keys("Back 5 x 8 F2");
    let table = desk.table_screen();
    assert_eq!(table.session().size(), (5, 8));
    assert_eq!(table.table.names(), ["Ann", "Bob"]);
    assert_eq!(table.seats[1], PlayerSpec::Human, "one further than the last is the first");
    let mut tokens = Desk::hall("tokens", STILL);
    tokens.keys("2 Home Down Left Left Down Down Down X , O F2");
    assert!(tokens.note().starts_with("Tokens: "), "{}", tokens.note());
}

#[test]
fn wrong_keys_and_clicks_do_no_harm() {
    for game in GAMES {
        let name = game.info().name;
        let mut desk = Desk::table(&format!("wrong-{name}"), name, STILL);
        desk.keys("F8 F9 F3 [ ] Home End Back Esc");
        if matches!(desk.app.screen, Screen::Hall) {
            desk.open(name, None, vec![PlayerSpec::Human; game.info().players]);
        }
        for word in ["é", "~", "Z", "@", "F3", "F11", "C-x", "C-y", "F9"] {
            desk.keys(word);
        }
        for y in 0..24 {
            for x in [0, 1, 40, 51, 52, 53, 78, 79] {
                desk.click(x, y);
                if desk.app.over || !matches!(desk.app.screen, Screen::Table(_)) || desk.app.overlay.is_some()
                {
                    desk.app.over = false;
                    desk.app.overlay = None;
                    desk.open(name, None, vec![PlayerSpec::Human; game.info().players]);
                }
                let _ = desk.picture();
            }
        }
    }
}

#[test]
fn growing_offers_the_columns_there_are_and_a_new_one() {
    let mut desk = Desk::table("grow", "growing", STILL);
    assert_eq!(desk.table_screen().shown_size(), [5, 5]);
    desk.keys("4 Right 5 6");
    assert_eq!(desk.history(), "p1:4 p2:5 p1:6");
    assert_eq!(desk.table_screen().shown_size(), [5, 8]);
    assert_eq!(desk.table_screen().session().info().layout, Layout::Columns);
}

#[test]
fn help_and_prompts_are_closed_by_escape_and_by_a_click() {
    let mut desk = Desk::table("close", "classic", STILL);
    for key in ["F1", "F6", "F7"] {
        desk.keys(key);
        assert!(desk.app.overlay.is_some());
        desk.keys("Esc");
        assert!(desk.app.overlay.is_none());
        desk.keys(key).click_on("Esc Close");
        assert!(desk.app.overlay.is_none());
    }
    desk.click_on("F7 Open").click_on("open a file");
    assert!(matches!(desk.app.overlay, Some(Overlay::Open(_))));
}
