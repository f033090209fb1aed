//! A seventh game that only brought its own files and one line of the list: everything works with it.
//!
//! The feature `seventh-game`, with which all tests are compiled, adds the game; the variable `PARLOR_SEVENTH_GAME` lists it.

use crate::program::{Ran, run};
use std::process::Command;

/// Runs the program with seven games.
fn parlor(arguments: &str, input: &str) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
    run(command.args(arguments.split_whitespace()).env("PARLOR_SEVENTH_GAME", "1"), input.as_bytes())
}

#[test]
fn line_mode_has_a_dialogue_for_any_game() {
    let expected = "\
. . .
. . .
. . .
0 1 2
O to move: . . .
. . .
. O .
0 1 2
X to move: 9: there is no column 9
X to move: x: not a column
X to move: . . .
. . .
X O .
0 1 2
O to move: . . .
. O .
X O .
0 1 2
X to move: . . .
X O .
X O .
0 1 2
O to move: . O .
X O .
X O .
0 1 2
O wins
";
    let played = parlor("play three", "1 9 x 0 1 0 1");
    assert_eq!((played.stdout.as_str(), played.code), (expected, 0), "{}", played.stderr);
}

#[test]
fn engines_records_and_analysis_come_with_the_description() {
    let watched = parlor("play three --first medium --second strong:50n --seed 1", "");
    assert_eq!(watched.code, 0, "{}", watched.stderr);
    let shown = parlor("show three 1 0 1 0 1 --json", "");
    assert_eq!(
        shown.stdout,
        "{\"game\":\"three\",\"rows\":3,\"columns\":3,\"board\":[\".1.\",\"21.\",\"21.\"],\"status\":\"won\",\
         \"next\":null,\"winner\":1,\"line\":[[0,1],[1,1],[2,1]]}\n"
    );
    let analyzed = parlor("analyze three 1 0 1 0 --nodes 500", "");
    assert!(analyzed.stdout.trim_start().starts_with('1'), "the winning column first: {}", analyzed.stdout);
    let listed = parlor("engines three", "");
    assert!(listed.stdout.contains("strong"), "{}", listed.stdout);
    let played = parlor("match three --first strong:200n --second random --games 20 --no-record", "");
    assert_eq!(played.code, 0, "{}", played.stderr);
    let help = parlor("play --help", "");
    assert!(help.stdout.contains("three"), "it is in the list of games: {}", help.stdout);
}

#[cfg(unix)]
#[test]
fn the_full_screen_plays_it_to_its_end() {
    use crate::terminal::{Terminal, has_tmux};
    if !has_tmux() {
        return;
    }
    let terminal = Terminal::start_in("three", "PARLOR_SEVENTH_GAME=1", "play three --no-animation");
    for (number, column) in ["1", "0", "1", "0"].into_iter().enumerate() {
        terminal.sees(&format!("ply {}", number + 1)).types(column);
    }
    terminal.sees("ply 5").types("1").sees("O wins");
}
