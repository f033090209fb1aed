//! `bench connect4`: node counts that never change by accident.

use crate::program::run;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Copies the first lines of some sets to a folder and solves them there; one object a set.
fn bench(name: &str, folder: &Path, sets: &[(&str, usize)]) -> Vec<Value> {
    let short = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&short).unwrap();
    for (set, lines) in sets {
        let text = fs::read_to_string(folder.join(set)).unwrap();
        let first: Vec<&str> = text.lines().take(*lines).collect();
        fs::write(short.join(set), first.join("\n")).unwrap();
    }
    let ran = run(&["bench", "connect4", short.to_str().unwrap(), "--no-empty", "--json"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
    ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Node counts that never change by accident.
#[test]
fn the_bench_has_a_signature() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../engines/tests/data/connect4");
    // A few lines of the slower sets are enough to see that they are read.
    let sets = [
        ("end-easy", 200),
        ("end-hard", 200),
        ("middle-easy", 20),
        ("middle-hard", 5),
        ("begin-easy", 1),
        ("begin-hard", 1),
    ];
    let measured = bench("own-sets", &folder, &sets);
    let names: Vec<&str> = measured.iter().map(|set| set["name"].as_str().unwrap()).collect();
    assert_eq!(names, sets.map(|(name, _)| name));
    for (set, nodes, signature) in [(0, 109, "073e86ec1830a0f9"), (1, 3_675, "ce858aa804cb0160")] {
        let set = &measured[set];
        assert_eq!((set["nodes"].as_u64(), set["signature"].as_str()), (Some(nodes), Some(signature)));
    }
    let nothing = run(&["bench", "connect4", env!("CARGO_MANIFEST_DIR")]);
    assert!(
        nothing.code == Some(2) && nothing.stderr.contains("the folder has no test set"),
        "{}",
        nothing.stderr
    );
}

/// The same for the public sets, where `PARLOR_CONNECT4_SETS` names their folder.
#[test]
fn the_bench_of_the_public_sets_has_a_signature() {
    let Some(folder) = std::env::var_os("PARLOR_CONNECT4_SETS") else { return };
    let measured = bench("public-sets", Path::new(&folder), &[("Test_L3_R1", 300)]);
    let first = &measured[0];
    assert_eq!((first["name"].as_str(), first["wrong"].as_u64()), (Some("L3_R1"), Some(0)));
    assert_eq!(
        (first["nodes"].as_u64(), first["signature"].as_str()),
        (Some(2_680), Some("6bc6981e54f550d6"))
    );
}
