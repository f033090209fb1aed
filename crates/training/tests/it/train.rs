//! `train`: files, checkpoints, and runs that were interrupted.

use crate::program::{run, training};
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

#[test]
fn training_writes_a_file_of_weights() {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("few.weights");
    let arguments = ["train", "super", file.to_str().unwrap(), "--games", "5"];
    let ran = run(&arguments);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    let bytes = fs::read(&file).unwrap();
    assert!(bytes.starts_with(b"PSUPER01"));
    assert_eq!(ran.stdout, format!("{}: 5 games, {} bytes\n", file.display(), bytes.len()));
    // Learned again it is the same, and with another seed it is not.
    assert_eq!((run(&arguments).code, fs::read(&file).unwrap() == bytes), (Some(0), true));
    let other = [&arguments[..], &["--seed", "2"]].concat();
    assert_eq!((run(&other).code, fs::read(&file).unwrap() == bytes), (Some(0), false));
    assert_eq!(training("train super /no/such/folder/weights --games 1").code, Some(2));
}

/// A killed training continues from its last checkpoint.
#[test]
fn training_of_1024_survives_a_kill() {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tiles.weights");
    let checkpoint = file.with_extension("weights.checkpoint");
    let _ = (fs::remove_file(&file), fs::remove_file(&checkpoint));
    // A checkpoint is 8 bytes that say what it is, the number of games, and the weights.
    let games = || {
        let bytes = fs::read(&checkpoint).ok()?;
        Some(u64::from_le_bytes(bytes[8..16].try_into().unwrap()))
    };
    let train = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_parlor-training"));
        command.args(["train", "1024", file.to_str().unwrap(), "--threads", "1"]).args(more);
        command
    };
    let mut training = train(&["--checkpoint-every", "10ms"]).stderr(Stdio::null()).spawn().unwrap();
    while games().is_none_or(|games| games < 3) {
        assert_eq!(training.try_wait().unwrap(), None, "it goes on");
        thread::sleep(Duration::from_millis(20));
    }
    training.kill().unwrap();
    training.wait().unwrap();
    assert!(!file.exists(), "it was not finished");
    let before = games().unwrap();
    // Fewer games than those before the kill: none is added, and none is lost.
    let resumed = train(&["--games", "1"]).output().unwrap();
    let said = String::from_utf8(resumed.stdout).unwrap();
    assert!(said.starts_with(&format!("{}: {before} games, ", file.display())), "{said}");
    assert!(fs::read(&file).unwrap().starts_with(b"P1024W01"));
    fs::write(&checkpoint, b"other").unwrap();
    assert_eq!(train(&["--games", "1"]).output().unwrap().status.code(), Some(2));
    fs::remove_file(&checkpoint).unwrap();
}

#[test]
fn training_of_hex_continues_with_its_games_and_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let train = |name: &str, more: &str| {
        let file = path(name);
        let options = ["train", "hex", &file, "--nodes", "20", "--size", "4", "--threads", "1"];
        let more: Vec<&str> = more.split(' ').collect();
        run(&[&options[..], &more[..]].concat())
    };
    // In two parts or at once, the games are the same.
    for (name, options) in [("parts", "--games 20 --steps 2"), ("parts", "--games 40 --steps 4")] {
        let ran = train(name, options);
        assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    }
    let ran = train("whole", "--games 40 --steps 4");
    assert!(ran.stdout.contains(": 40 games, 4 of 4 steps; in "), "{}", ran.stdout);
    assert_eq!(fs::read(path("parts.games")).unwrap(), fs::read(path("whole.games")).unwrap());
    assert!(fs::read(path("whole")).unwrap().starts_with(b"PHEXNN01"));
    let guided = train("guided", &format!("--games 20 --steps 1 --network {}", path("whole")));
    assert_eq!((guided.code, guided.stderr.as_str()), (Some(0), ""));
    // A short training that starts from a network hardly changes it.
    let improved = train("improved", &format!("--games 20 --steps 1 --improve --network {}", path("whole")));
    assert_eq!((improved.code, improved.stderr.as_str()), (Some(0), ""));
    let [whole, improved, guided] = ["whole", "improved", "guided"].map(|name| fs::read(path(name)).unwrap());
    let same = |other: &[u8]| whole.iter().zip(other).filter(|(one, two)| one == two).count();
    assert!(2 * same(&improved) > 3 * same(&guided), "{} {}", same(&improved), same(&guided));
    // What is damaged is named.
    fs::write(path("whole.checkpoint"), b"other").unwrap();
    assert_eq!(train("whole", "--games 40 --steps 4").code, Some(2));
    assert_eq!(train("guided", &format!("--games 30 --network {}", path("whole.games"))).code, Some(2));
    fs::write(path("whole.games"), b"4 O 99\n").unwrap();
    let ran = train("whole", "--games 40");
    assert!(ran.code == Some(2) && ran.stderr.contains("whole.games:1: "), "{}", ran.stderr);
    assert_eq!(training("train hex /no/such/folder/network --games 1").code, Some(2));
}

#[test]
fn values_of_super_are_measured_in_points() {
    let one = training("train super-points --games 4 --nodes 100 --threads 1");
    let two = training("train super-points --games 4 --nodes 100 --threads 2");
    assert_eq!((one.code, one.stdout.lines().count()), (Some(0), 5), "{}", one.stdout);
    assert_eq!(one.stdout, two.stdout);
}
