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
}

#[test]
fn the_most_moves_there_can_be() {
    let column = "p1:0 p2:0 ".repeat(5_000);
    assert_eq!(parlor("show growing - --json", &column).code, 0);
    let ran = parlor("show growing -", &format!("{column} p1:0"));
    assert_eq!(ran.stderr, "parlor: move 10001 (p1:0): column 0 can grow no taller: rows end at 9999\n");
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
