//! Input that means no good: nothing panics, nothing is half done.

use crate::program::{Ran, parlor, parlor_with};
use proptest::prelude::*;

fn ends_well(ran: &Ran) {
    assert!((0..=2).contains(&ran.code), "{ran:?}");
    assert!(!ran.stderr.contains("panicked"), "{}", ran.stderr);
}

#[test]
fn bytes_that_are_no_text() {
    let bytes: Vec<u8> =
        (0..20_000u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    for game in ["shapes", "growing", "classic", "super", "hex", "1024"] {
        ends_well(&parlor_with(&["play", game, "--seed", "1"], &bytes));
        ends_well(&parlor_with(&["show", game, "-"], &bytes));
    }
    ends_well(&parlor_with(&["replay", "-"], &bytes));
}

#[test]
fn a_word_without_end() {
    let word = "9".repeat(1_000_000);
    for game in ["shapes", "growing", "classic", "super", "hex"] {
        let ran = parlor(&format!("play {game}"), &format!("{word} p1 {word} {word}"));
        ends_well(&ran);
        assert!(ran.stdout.len() < 100_000, "{game} answers briefly");
    }
    let zeros = "0".repeat(10_000);
    assert_eq!(parlor("show classic -", &format!("{zeros}3")).code, 2, "the beginning of a word is no move");
}

#[test]
fn the_most_moves_there_can_be() {
    let column = "p1:0 p2:0 ".repeat(5_000);
    assert_eq!(parlor("show growing - --json", &column).code, 0);
    let ran = parlor("show growing -", &format!("{column} p1:0"));
    assert_eq!(ran.stderr, "parlor: move 10001 (p1:0): column 0 can grow no taller: rows end at 9999\n");
}

#[test]
fn a_board_of_any_size_is_shown_row_by_row() {
    let wide = parlor("show growing p1:9999 --json", "").stdout;
    assert_eq!(wide.matches("1").count(), 2, "one token, and 10000 columns");
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_is_an_error() {
    use std::fs::File;
    use std::process::{Command, Stdio};
    let full = || Stdio::from(File::options().write(true).open("/dev/full").unwrap());
    for arguments in [
        "show growing p1:9999",
        "--help",
        "-h",
        "--version",
        "play --help",
        "help solve",
        "engines hex",
        "man",
    ] {
        let mut program = Command::new(env!("CARGO_BIN_EXE_parlor"));
        let ran = program.args(arguments.split(' ')).stdout(full()).output().unwrap();
        let said = String::from_utf8(ran.stderr).unwrap();
        assert_eq!(ran.status.code(), Some(2), "{arguments}: {said}");
        assert!(said.starts_with("parlor: ") && said.lines().count() == 1, "{arguments}: {said}");
    }
    let mut program = Command::new(env!("CARGO_BIN_EXE_parlor"));
    let ran = program.args(["show", "classic", "9"]).stderr(full()).output().unwrap();
    assert_eq!(ran.status.code(), Some(2), "nobody can be told, but it does not panic");
}

#[test]
fn control_characters_of_a_move_do_not_reach_the_terminal() {
    let ran = parlor_with(&["show", "classic", "\u{1b}[2J"], b"");
    assert_eq!(ran.stderr, "parlor: move 1 (\\u{1b}[2J): not a column\n");
}

#[test]
fn whoever_stops_reading_does_no_harm() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .args(["play", "super", "--first", "random", "--second", "random", "--seed", "1"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

/// Words near the ones the dialogues know.
fn words() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        "[0-9]{1,2}",
        "[A-K][0-9]{1,2}",
        "p[123]|row|column|rows|columns|clear|print|quit|swap|y|n",
        "[UDLRShjkl]{1,4}",
        "@[0-4],[0-4]|p[12]:[0-9]{1,2}",
        "\\PC{1,6}",
    ];
    proptest::collection::vec(word, 0..60).prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, ..ProptestConfig::default() })]

    #[test]
    fn any_words_in_any_dialogue(words in words(), game in 0..6usize, engine in any::<bool>()) {
        let game = ["shapes", "growing", "classic", "super", "hex", "1024"][game];
        let seat = match (engine, game) {
            (false, _) => "",
            (true, "1024") => "--player random",
            (true, _) => "--second random",
        };
        let ran = parlor(&format!("play {game} {seat} --seed 9 --max-plies 50"), &words);
        ends_well(&ran);
        // What was played can always be shown by the same words.
        ends_well(&parlor(&format!("show {game} -"), &words));
    }
}
