//! `parlor check`: parlor's own line mode agrees with the rules, other programs are told where they do not.

use crate::program::{Ran, parlor, parlor_with};

const PARLOR: &str = env!("CARGO_BIN_EXE_parlor");

/// Checks parlor's own line mode.
fn own(game: &str, options: &str, compare: &str) -> Ran {
    parlor(
        &format!("check {game} {options} --cases 3 --compare {compare} -- {PARLOR} play {game} {options}"),
        "",
    )
}

#[test]
fn parlor_agrees_with_itself_to_the_byte() {
    for (game, options) in [
        ("classic", "--names Ann,Bob"),
        ("super", "--size 4x4"),
        ("shapes", ""),
        ("growing", "--tokens one,two,-"),
        ("hex", "--size 3 --swap"),
    ] {
        let ran = own(game, options, "exact");
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{game}\n{}", ran.stdout);
    }
}

#[test]
fn parlor_agrees_with_itself_in_1024() {
    let ran = own("1024", "--size 3x3 --target 32", "exact");
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    assert!(ran.stdout.contains("chance"), "{}", ran.stdout);
}

#[test]
fn a_wrong_program_is_told_what_is_wrong() {
    // A grid of another size.
    let arguments = format!("check classic --cases 0 --first -- {PARLOR} play classic --size 5x7");
    let ran = parlor(&arguments, "");
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    for part in [
        "Rule: ",
        "Expected",
        "Printed",
        "The board as it should be:",
        "Repeat: printf '",
        "differs from the rules",
    ] {
        assert!(ran.stdout.contains(part), "{part}\n{}", ran.stdout);
    }
}

#[test]
fn a_program_that_always_plays_the_same_game_of_1024() {
    let options = "--size 3x3 --target 32";
    let ran = parlor(&format!("check 1024 {options} --cases 8 -- {PARLOR} play 1024 {options} --seed 7"), "");
    assert_eq!(ran.code, 1, "{}", ran.stdout);
    assert!(ran.stdout.contains("every game has the same tiles"), "{}", ran.stdout);
}

#[test]
fn a_program_that_always_hangs_does_not_take_all_day() {
    for (options, differing) in [("", 4), ("--all", 40)] {
        let arguments = format!(
            "check classic --time 5ms --cases 0 --threads 1 --shrink 1ms --format json {options} -- sleep 9876"
        );
        let ran = parlor(&arguments, "");
        let report: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        assert_eq!((ran.code, &report["differing"]), (1, &differing.into()), "{}", ran.stdout);
        assert!(report["not_run"].as_u64() > Some(0));
    }
}

#[test]
fn wrong_use() {
    for (arguments, reason) in [
        (&["check", "classic"][..], "no program was given"),
        (
            &["check", "classic", "--", "./no-such-program"],
            "cannot start ./no-such-program: there is no such file",
        ),
        (&["check", "classic", "--", "no-such-program"], "it is in no folder of PATH"),
        (&["check", "classic", "--size", "99x99", "--", "true"], "64"),
        (&["check", "1024", "--target", "33", "--", "true"], "33"),
        (&["check", "hex", "--time", "soon", "--", "true"], "2s, 500ms or 1m"),
        (&["check", "hex", "--memory", "much", "--", "true"], "256M, 64K or 1G"),
    ] {
        let ran = parlor_with(arguments, b"");
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(ran.stderr.contains(reason), "{arguments:?}: {}", ran.stderr);
    }
}

#[test]
fn cases_are_listed_and_come_from_the_seed() {
    let list = |options: &str| parlor(&format!("check super --list --cases 5 {options}"), "").stdout;
    let first = list("--seed 1");
    assert!(first.contains("examples: a cascade in which both score: 0"), "{first}");
    assert!(first.lines().filter(|line| line.starts_with("random: ")).count() == 5);
    assert_eq!(first, list("--seed 1"));
    assert_ne!(first, list("--seed 2"));
}

#[test]
fn formats() {
    for (format, start) in
        [("json", "{\"game\":"), ("junit", "<?xml"), ("tap", "TAP version 14"), ("gradescope", "{\n")]
    {
        let ran = parlor(&format!("check hex --size 2 --cases 1 --format {format} -- true"), "");
        assert_eq!((ran.code, ran.stdout.starts_with(start)), (1, true), "{format}: {}", ran.stdout);
    }
}
