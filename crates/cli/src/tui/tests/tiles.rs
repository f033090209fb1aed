//! Tests of 1024: the goal, continuing after it, and the results.

use super::{NO_ANIMATION, TestApp};
use crate::tui::store::merge_score;
use parlor_engines::{Expectation, ValueKind};
use parlor_play::Ending;
use parlor_rules::Size;

/// Plays 1024 on 3 x 3 until the goal of 8 is reached and the game can be continued.
fn at_the_goal(name: &str) -> TestApp {
    let mut test = TestApp::hall(name, NO_ANIMATION);
    test.keys("6 Home Down Down 3 x 3 Down 8 F2");
    let mut presses = ["Left", "Down", "Right", "Up"].into_iter().cycle();
    for press in 0.. {
        let table = &test.table_screen().table;
        if table.can_continue() {
            break;
        }
        // If the panel fills up first, another game is started.
        let lost = table.ending().is_some();
        test.keys(if lost { "F2" } else { presses.next().unwrap() });
        assert!(press < 10_000, "{}", test.picture());
    }
    test
}

/// Presses arrows until no move is left.
fn until_stuck(test: &mut TestApp) {
    let mut presses = ["Left", "Down", "Right", "Up"].into_iter().cycle();
    while test.table_screen().table.ending().is_none() {
        test.keys(presses.next().unwrap());
    }
}

#[test]
fn tiles_continue_after_the_goal() {
    let mut test = at_the_goal("goal");
    let at_goal = test.table_screen().moves().len();
    test.keys("[");
    assert_eq!(
        test.table_screen().browse.as_ref().map(|browse| browse.session.turn().is_over()),
        Some(false)
    );
    test.keys("End F9");
    assert_eq!(test.table_screen().table.ending().filter(|ending| *ending == Ending::Reached), None);
    assert_eq!(test.table_screen().moves().len(), at_goal);
    test.keys("F3");
    assert_eq!(test.table_screen().table.ending(), None, "{}", test.picture());
}

#[test]
fn a_continued_game_ends_without_a_second_win() {
    let mut test = at_the_goal("stuck");
    assert!(test.picture().contains("Congratulations!") && test.picture().contains("F9 Continue"));
    test.keys("F9");
    let picture = test.picture();
    assert!(picture.contains("Goal 8 reached. Highest 8"), "{picture}");
    assert!(!picture.contains("Congratulations!"), "{picture}");
    until_stuck(&mut test);
    let picture = test.picture();
    assert!(picture.contains("No move is left. Highest "), "{picture}");
    assert!(!picture.contains("Congratulations!") && !picture.contains("F9"), "{picture}");
}

#[test]
fn a_continued_game_never_makes_the_best_result_worse() {
    let mut test = at_the_goal("better");
    let best = |test: &TestApp| test.app.shared.store.standings().best("1024", [3, 3], 8).cloned().unwrap();
    let reached = best(&test);
    assert_eq!((reached.max, reached.winner), (Some(8), Some(1)));
    test.keys("F9");
    until_stuck(&mut test);
    let stuck = best(&test);
    assert!(stuck.max > reached.max || stuck.moves == reached.moves, "{reached:?}, then {stuck:?}");
    assert_eq!(stuck.winner, Some(1), "the goal stays reached");
}

#[test]
fn the_score_is_the_sum_of_all_merged_tiles() {
    let mut test = TestApp::table("score", "1024", NO_ANIMATION);
    assert!(test.picture().contains("Score 0   Best 0"), "{}", test.picture());
    test.keys(&"Left Down ".repeat(10));
    let timeline = test.table_screen().table.timeline();
    // Every press brings one tile of 1, so the sum of the panel tells how much was merged, counted anew from the cells.
    let cells = test.table_screen().session().view().cells;
    let score = |value: u64| match value {
        0 | 1 => 0,
        value => value * u64::from(value.ilog2()),
    };
    let expected: u64 = cells.iter().flatten().map(|&value| score(value)).sum();
    assert_eq!(merge_score(timeline), expected);
    assert!(test.picture().contains(&format!("Score {expected}   Best {expected}")), "{}", test.picture());
}

#[test]
fn the_best_score_is_kept() {
    let mut test = at_the_goal("kept-score");
    let score = merge_score(test.table_screen().table.timeline());
    test.keys("F2");
    assert!(test.picture().contains(&format!("Score 0   Best {score}")), "{}", test.picture());
}

#[test]
fn the_speed_of_engines_is_chosen_while_watching() {
    let mut test = TestApp::hall("speed", NO_ANIMATION);
    test.open("1024", None, vec!["strong:600s".parse().unwrap()]);
    test.keys("+ + + +");
    assert_eq!(test.table_screen().speed, Some(std::time::Duration::from_millis(10)));
    assert!(test.note().starts_with("Engines take 10 ms"), "{}", test.note());
    // The search that is under way has its old limit.
    test.keys("Enter").wait_until(|test| test.table_screen().moves().len() > 5);
    test.keys("-");
    assert_eq!(test.table_screen().speed, Some(std::time::Duration::from_millis(50)));
    test.keys("- - - - -");
    assert!(test.note().starts_with("Engines take 10 s for"), "{}", test.note());
}

#[test]
fn a_forced_move_needs_no_search() {
    let mut test = TestApp::hall("forced", NO_ANIMATION);
    test.open("1024", Some(Size::new(1, 2)), vec!["strong:600s".parse().unwrap()]);
    test.wait_until(|test| test.table_screen().table.ending().is_some());
    assert!(!test.history().is_empty());
}

/// Where `perfect` solves the panel, as `parlor analyze` would say it.
#[test]
fn hints_and_values_are_proven_on_small_panels() {
    let mut test = TestApp::sized("proven", "1024", Some(Size::new(2, 3)), NO_ANIMATION);
    test.keys("F4").wait_until(|test| test.note().starts_with("Hint: "));
    let hint = test.table_screen().hint.clone().unwrap();
    test.keys("F5").wait_until(|test| test.picture().contains("wins"));
    let analyzed = test.table_screen().analyzed().unwrap();
    let presses = test.table_screen().session().view().move_targets.len();
    assert_eq!((analyzed.line[0].as_str(), analyzed.moves.len()), (hint.as_str(), presses));
    assert!(analyzed.moves.iter().all(|(_, value)| value.kind == ValueKind::Exact), "{analyzed:?}");
    assert_eq!(analyzed.value.outcome, Expectation::Win);
}

/// Elsewhere they are shares of games won: an evaluation would not be so sure of an easy goal at the start.
#[test]
fn hints_and_values_are_chances_on_large_panels() {
    let mut test = TestApp::hall("chances", NO_ANIMATION);
    test.keys("6 Home Down Down 2 x 8 Down 1 6 F2 F5");
    test.wait_until(|test| test.table_screen().analyzed().is_some_and(|report| report.value.score > 0.9));
    let analyzed = test.table_screen().analyzed().unwrap();
    assert_eq!(analyzed.value.kind, ValueKind::Estimate);
    test.keys("F4").wait_until(|test| test.note().starts_with("Hint: "));
    let best = test.table_screen().analyzed().unwrap().line[0].clone();
    assert_eq!(test.table_screen().hint, Some(best));
}
