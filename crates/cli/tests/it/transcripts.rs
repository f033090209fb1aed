//! Golden transcripts of every dialogue, with wrong inputs in them.

use crate::program::{parlor, transcript};
use insta::assert_snapshot;

#[test]
fn shapes_won_with_wrong_inputs() {
    assert_snapshot!(transcript("play shapes", "6 -1 x 99999999999999999999 +1 1 0 1\n2 1 3 1 4"));
}

#[test]
fn shapes_with_a_full_bin() {
    assert_snapshot!(transcript("play shapes --size 4x5", "0 0 0 0 0 1"));
}

#[test]
fn shapes_tied() {
    let moves = "0 1 0 2 0 0 3 1 2 1 1 2 3 3 5 3 5 5 4 4 4 5 4 2";
    assert_snapshot!(transcript("play shapes", moves));
}

#[test]
fn shapes_in_color() {
    assert_snapshot!(transcript("play shapes --color always", "0 1 0 2 1 3 0 4"));
}

#[test]
fn shapes_against_an_engine() {
    assert_snapshot!(transcript(
        "play shapes --second random --seed 3",
        "0 0 0 0 1 1 1 1 2 2 2 2 3 3 3 3 4 4 4 4 5 5 5 5"
    ));
}

#[test]
fn growing_with_every_command() {
    let commands = "p1 0 p2 1 p1 2 p1 3 p1 1 p2 1 p1 1 p2 1 p1 1 p1 4 rows columns row 0 row 5 row 6 column 1 \
                    column 5 column -1 row -1 row 10000 row 99999999999999999999 row +1 column x row x p1 -1 \
                    p1 10000 p2 x p3 0 P1 0 print clear rows quit p1 0";
    assert_snapshot!(transcript("play growing", commands));
}

#[test]
fn growing_won_cleared_and_won_again() {
    let commands = "p1 0 p1 1 p1 3 p1 4 p1 2 p2 0 rows clear p2 0 p2 0 p2 0 p2 0 p1";
    assert_snapshot!(transcript("play growing --tokens Ape,Bee,--", commands));
}

#[test]
fn growing_against_an_engine() {
    assert_snapshot!(transcript(
        "play growing --second random --seed 5",
        "p2 0 p1 0 p1 9 p1 10000 p1 0 print p1 0 p1 0 rows quit"
    ));
}

#[test]
fn classic_two_rounds_with_wrong_inputs() {
    let moves = "3 2 4 3 4 3 5 4 -1 7 x 6\ny 0 0 0 0 0 0 0 1 1 1 1 2 2 2 3 3 3 3 n";
    assert_snapshot!(transcript("play classic --names Ann,Bob", moves));
}

#[test]
fn classic_drawn_on_the_smallest_grid() {
    assert_snapshot!(transcript("play classic --size 2x2", "0 2 1 3 2 0 3 1 0 2 1 3 2 0 3 1"));
}

#[test]
fn classic_with_wide_cells_runs_out_of_input() {
    assert_snapshot!(transcript("play classic --size 4x11 --color always", "10 0"));
}

#[test]
fn classic_at_its_move_limit() {
    assert_snapshot!(transcript("play classic --max-plies 3", "0 1 2 y 0 1 0 n"));
}

#[test]
fn classic_between_engines() {
    assert_snapshot!(transcript("play classic --first random --second random --seed 1", ""));
}

#[test]
fn super_with_a_cascade() {
    let moves = "0 4 2 2 3 6 4 5 5 6 2 3 3 6 1 9 2";
    assert_snapshot!(transcript("play super --names Ann,Bob", moves));
}

#[test]
fn super_to_a_full_grid() {
    let moves = "1 2 1 2 1 2 1 1 3 3 1 1 2 3 1 0 3 0 0 0 n";
    assert_snapshot!(transcript("play super --size 4x4", moves));
}

#[test]
fn hex_with_every_kind_of_wrong_move() {
    let moves = "A0 A0 D0 a1 A3 A-1 A+1 swap 3 A % 3 s wap A1 B 1 C1 F\nB0 B2 C0 B5";
    assert_snapshot!(transcript("play hex --size 3", moves));
}

#[test]
fn hex_with_a_swap() {
    assert_snapshot!(transcript("play hex --size 3 --swap", "swap B0 swap swap B1 A2 C1"));
}

#[test]
fn hex_against_an_engine() {
    assert_snapshot!(transcript("play hex --size 2 --first random --seed 4", "A0 A1 B0 B1"));
}

#[test]
fn tiles_won() {
    assert_snapshot!(transcript(
        "play 1024 --size 3x3 --target 4 --seed 7",
        "x R help ESC L \u{1b}[A\u{1b}OB \u{1b}[1;2C DDLLUURRDDLLUURR"
    ));
}

#[test]
fn tiles_lost() {
    assert_snapshot!(transcript("play 1024 --size 2x2 --target 8 --seed 2", "hjklhjklhjklhjklhjklhjklhjkl"));
}

#[test]
fn tiles_stopped() {
    assert_snapshot!(transcript("play 1024 --seed 1", "LRS UU"));
}

#[test]
fn tiles_with_idle_presses() {
    assert_snapshot!(transcript("play 1024 --size 1x4 --target 8 --idle-spawns --seed 3", "UUUUUULLLL"));
}

#[test]
fn tiles_played_by_an_engine() {
    assert_snapshot!(transcript("play 1024 --size 2x2 --player random --seed 6", ""));
}

#[test]
fn help_texts() {
    for arguments in ["--help", "play --help", "show --help", "replay --help", ""] {
        assert_snapshot!(transcript(arguments, ""));
    }
}

#[test]
fn engines_are_listed() {
    for game in ["shapes", "growing", "classic", "super", "hex", "1024"] {
        assert_snapshot!(transcript(&format!("engines {game}"), ""));
    }
}

#[test]
fn shown_as_text() {
    for arguments in [
        "show shapes 1 0 1 2 1 3 1",
        "show growing p1:0 p2:1 p1:2",
        "show classic 3 2 4",
        "show super 0 1 1 2 2 5 3 5 3 4 4",
        "show hex --size 3 B1 A0",
        "show 1024 --size 3x3 @1,1 @0,1 R",
    ] {
        assert_snapshot!(transcript(arguments, ""));
    }
}

#[test]
fn the_doctor_describes_the_machine() {
    let ran = parlor("doctor", "");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    for name in [
        "parlor:",
        "system:",
        "fast paths:",
        "opening book:",
        "data folder:",
        "terminal:",
        "colors:",
        "locale:",
        "Unicode:",
        "mouse:",
    ] {
        assert!(ran.stdout.lines().any(|line| line.starts_with(name)), "{name} in\n{}", ran.stdout);
    }
    assert!(ran.stdout.contains("neither input nor output"), "{}", ran.stdout);
}
