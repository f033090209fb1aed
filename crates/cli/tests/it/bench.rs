//! `bench playouts`: its object, and signatures that never change by accident.

use crate::program::parlor;
use serde_json::Value;

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
        let ran = parlor(&format!("bench playouts {game} --games 300 --json"), "");
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
    let ran = parlor("bench playouts --games 5", "");
    assert_eq!(ran.stdout.lines().count(), 6);
}
