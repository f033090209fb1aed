//! The invariants of ARCHITECTURE.md that can be read off the source files.

use std::fs;
use std::path::{Path, PathBuf};

/// The crates, each before those that depend on it.
const CRATES: [&str; 13] = [
    "rules", "engines", "play", "wasm", "host", "training", "arena", "line", "check", "loadtest", "chaos",
    "server", "cli",
];

/// The files of commands about one game, which may name it. They are all there are.
const ONE_GAME_COMMANDS: [&str; 5] = [
    "crates/check/src/cpp/growing/mod.rs",
    "crates/check/src/cpp/shapes/mod.rs",
    "crates/cli/src/args/solve.rs",
    "crates/cli/src/commands/solve.rs",
    "crates/cli/src/commands/solve_hex.rs",
];

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn sources(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    files_with(folder, "rs", found);
}

fn files_with(folder: &Path, wanted: &str, found: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files_with(&path, wanted, found);
        } else if path.extension().is_some_and(|ending| ending == wanted) {
            let text = fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
}

/// The code of a crate without comments, tests and the seventh game, which is compiled for tests only.
fn code(name: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    sources(&workspace().join("crates").join(name).join("src"), &mut found);
    found.retain(|(path, _)| !path.ends_with("three.rs"));
    for (_, text) in &mut found {
        let tests = text.find("#[cfg(test)]\nmod tests").unwrap_or(text.len());
        text.truncate(tests);
        *text =
            text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    }
    found
}

fn assert_absent(crate_name: &str, words: &[&str]) {
    for (path, text) in code(crate_name) {
        for word in words {
            assert!(!text.contains(word), "{word} in {}", path.display());
        }
    }
}

#[test]
fn rules_do_no_io_and_have_no_clock_thread_or_global_state() {
    let words = [
        "std::io",
        "std::fs",
        "std::net",
        "std::time",
        "std::thread",
        "std::env",
        "std::process",
        "static mut",
        "OnceLock",
        "LazyLock",
        "RefCell",
        "Atomic",
        "Mutex",
        "thread_local",
    ];
    assert_absent("rules", &words);
}

#[test]
fn play_knows_no_terminal_socket_file_or_clock() {
    assert_absent(
        "play",
        &[
            "std::io",
            "std::fs",
            "std::net",
            "Instant",
            "SystemTime",
            "std::thread",
            "std::env",
            "std::process",
        ],
    );
}

#[test]
fn only_the_program_prints() {
    // The binaries of chaos and training print too.
    for name in CRATES.into_iter().filter(|name| !["chaos", "cli", "training"].contains(name)) {
        assert_absent(name, &["println!", "print!(", "eprint", "dbg!"]);
    }
}

#[test]
fn every_crate_is_listed() {
    let mut folders: Vec<String> = fs::read_dir(workspace().join("crates"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    folders.sort();
    let mut listed = CRATES;
    listed.sort_unstable();
    assert_eq!(folders, listed);
}

#[test]
fn dependencies_point_left() {
    for (place, name) in CRATES.iter().enumerate() {
        let manifest = fs::read_to_string(workspace().join("crates").join(name).join("Cargo.toml")).unwrap();
        // A crate's tests may depend on the crate with more features.
        for right in &CRATES[place + 1..] {
            let depends = |line: &str| line.starts_with(&format!("parlor-{right}"));
            assert!(!manifest.lines().any(depends), "{name} depends on {right}");
        }
    }
    let rules = fs::read_to_string(workspace().join("crates/rules/Cargo.toml")).unwrap();
    assert!(!rules.contains("\n[dependencies]"), "the rules need nobody");
}

/// `cargo package --workspace` needs versions of what is published, and none of what is not.
#[test]
fn published_crates_depend_on_versions() {
    let workspace_manifest = fs::read_to_string(workspace().join("Cargo.toml")).unwrap();
    for name in CRATES {
        let manifest = fs::read_to_string(workspace().join("crates").join(name).join("Cargo.toml")).unwrap();
        let is_published = !manifest.contains("publish = false");
        let path = format!("path = \"crates/{name}\"");
        for line in workspace_manifest.lines().filter(|line| line.contains(&path)) {
            assert_eq!(line.contains("version ="), is_published, "{line}");
        }
    }
}

#[test]
fn every_example_is_run_by_a_test() {
    for name in ["rules", "engines", "play"] {
        let folder = workspace().join("crates").join(name);
        let tests = fs::read_to_string(folder.join("tests/it/examples.rs")).unwrap();
        let mut examples = Vec::new();
        sources(&folder.join("examples"), &mut examples);
        assert!(examples.len() >= 2, "{name}");
        for (path, _) in examples {
            let example = path.file_stem().unwrap().to_str().unwrap();
            assert!(tests.contains(&format!("{example}::main()")), "{name}: {example}");
        }
    }
}

#[test]
fn there_is_one_list_of_games() {
    let mut lists = 0;
    for name in CRATES {
        lists += code(name).iter().map(|(_, text)| text.matches("static GAMES").count()).sum::<usize>();
    }
    assert_eq!(lists, 1);
}

/// Front ends draw, explain and configure a game from its description: none of them asks for its name.
#[test]
fn no_code_switches_on_the_name_of_a_game() {
    // The chaos harness chooses games to play, and each game's engines are trained in their own way.
    let is_front_end = |name: &&str| !["rules", "engines", "training", "chaos"].contains(name);
    let mut files: Vec<(PathBuf, String)> = CRATES.into_iter().filter(is_front_end).flat_map(code).collect();
    files.retain(|(path, _)| {
        let path = path.to_string_lossy().replace('\\', "/");
        !path.contains("/play/src/games/")
            && !path.contains("/tests/")
            && !ONE_GAME_COMMANDS.iter().any(|command| path.ends_with(command))
    });
    let web = workspace().join("crates/server/web");
    for (folder, ending) in [("js", "js"), ("css", "css")] {
        files_with(&web.join(folder), ending, &mut files);
    }
    // Puzzles are data, made by scripts/puzzles.
    files.retain(|(path, _)| !path.ends_with("puzzles/data.js"));
    assert!(files.len() > 100, "the files are found");
    for (path, text) in files {
        // Unit tests may name a game.
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = text
            .lines()
            .filter(|line| !line.trim_start().starts_with("//") && !line.trim_start().starts_with('*'));
        for line in lines {
            for name in parlor_play::games().iter().map(|game| game.info().name) {
                let quoted = [format!("\"{name}\""), format!("'{name}'"), format!("`{name}`")];
                let is_named = quoted.iter().any(|quoted| line.contains(quoted));
                assert!(!is_named, "{name} in {}: {}", path.display(), line.trim());
                if path.extension().is_some_and(|ending| ending == "css") {
                    assert!(!line.contains(&format!(".{name} ")), "{name} in {}", path.display());
                }
            }
        }
    }
}

#[test]
fn every_game_has_its_golden_transcript() {
    let folder = workspace().join("crates/cli/tests/it/snapshots");
    let names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    for game in parlor_play::games() {
        let file = match game.info().name {
            "1024" => "tiles",
            name => name,
        };
        assert!(names.iter().any(|name| name.contains(&format!("transcripts__{file}_"))), "{file}");
    }
}

#[test]
fn files_have_one_reason_to_exist() {
    for name in CRATES {
        let mut found = Vec::new();
        sources(&workspace().join("crates").join(name), &mut found);
        for (path, text) in found {
            assert!(text.lines().count() <= 600, "{} is too long", path.display());
        }
    }
}

#[test]
fn every_file_of_integration_tests_is_compiled() {
    for crate_ in fs::read_dir(workspace().join("crates")).unwrap() {
        let folder = crate_.unwrap().path().join("tests/it");
        let mut found = Vec::new();
        if folder.is_dir() {
            sources(&folder, &mut found);
        }
        let modules: String = found.iter().map(|(_, text)| text.as_str()).collect();
        for (path, _) in &found {
            // A folder's module is in `FOLDER.rs` or `FOLDER/mod.rs`.
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap();
            let parent = path.parent().and_then(Path::file_name).and_then(|name| name.to_str()).unwrap();
            let name = if stem == "mod" { parent } else { stem };
            assert!(
                name == "main" || modules.contains(&format!("mod {name};")),
                "{} is no module",
                path.display()
            );
        }
    }
}
