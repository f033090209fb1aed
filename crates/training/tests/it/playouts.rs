//! `bench playouts`: its object, and signatures that never change by accident.

use crate::program::training;
use serde_json::Value;
use std::process::Command;

/// The signature of each game's random games: a change here is a change of behavior.
#[test]
fn signatures_are_the_same_on_every_machine() {
    for (game, moves, signature) in [
        ("shapes", 5_556, "614be6b21f618e48"),
        ("growing", 7_822, "cc7b643195de8f2e"),
        ("classic", 6_397, "f2e69a507b482c4d"),
        ("super", 153_474, "39c91791532cf170"),
        ("hex", 32_326, "be55b8b1dd1c60a8"),
        ("1024", 40_851, "d5a287a43be6701a"),
    ] {
        let ran = training(&format!("bench playouts {game} --games 300 --json"));
        let object: Value = serde_json::from_str(&ran.stdout).expect("one object");
        let fields: Vec<&String> = object.as_object().unwrap().keys().collect();
        let expected =
            ["game", "games", "games_per_second", "moves", "moves_per_second", "seconds", "signature"];
        assert_eq!(fields, expected);
        assert_eq!((object["game"].as_str(), object["games"].as_u64()), (Some(game), Some(300)));
        assert!(object["seconds"].as_f64().is_some_and(|seconds| seconds > 0.0));
        assert_eq!(
            (object["moves"].as_u64(), object["signature"].as_str()),
            (Some(moves), Some(signature)),
            "{game}"
        );
    }
}

#[test]
fn without_a_game_all_six_are_measured() {
    let ran = training("bench playouts --games 5");
    assert_eq!(ran.stdout.lines().count(), 6);
}

/// The benches come with the description of a game.
#[test]
fn a_seventh_game_is_measured() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlor-training"));
    let measured = command.args(["bench", "playouts", "three", "--games", "100", "--json"]);
    let output = measured.env("PARLOR_SEVENTH_GAME", "1").output().unwrap();
    let object: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((object["game"].as_str(), object["games"].as_u64()), (Some("three"), Some(100)));
}

#[test]
fn options_need_their_game_and_a_size_it_has() {
    for (arguments, reason) in [
        ("--size 4x4", "<GAME>"),
        ("classic --size 1x1", "classic isn't played on 1 x 1, the nearest size is 4 x 4"),
        ("hex --size 0", "parlor-training: "),
        ("classic --target 8", "classic has no target"),
        ("chess", "possible values"),
    ] {
        let ran = training(&format!("bench playouts {arguments}"));
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{arguments}");
        assert!(ran.stderr.contains(reason), "{arguments}: {}", ran.stderr);
    }
}
