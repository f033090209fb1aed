//! The help of every command: it has an example, and examples that are quick are run.

use crate::program::parlor;
use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

/// Returns the commands that a help text lists, in one block or in groups.
fn commands_of(help: &str) -> Vec<String> {
    let listed = help.lines().skip_while(|line| !line.starts_with("Usage:"));
    let rows = listed
        .take_while(|line| !["Arguments:", "Options:"].contains(line))
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    rows.filter_map(|line| line.split_whitespace().next())
        .filter(|name| *name != "help")
        .map(String::from)
        .collect()
}

/// Returns the help of every command, the program's own first, with the words that name the command.
fn every_help() -> Vec<(String, String)> {
    let mut paths: Vec<String> = vec![String::new()];
    let mut helps = Vec::new();
    while let Some(path) = paths.pop() {
        let ran = parlor(&format!("{path} --help"), "");
        assert_eq!(ran.code, 0, "{path}");
        let short = parlor(&format!("{path} -h"), "").stdout;
        paths.extend(commands_of(&short).into_iter().map(|name| format!("{path} {name}")));
        helps.push((path, ran.stdout));
    }
    assert!(helps.len() > 15, "{}", helps.len());
    helps
}

#[test]
fn every_help_has_an_example() {
    for (path, help) in every_help() {
        let has_example = help.contains("\nExample:\n") || help.contains("\nExamples:\n");
        assert!(has_example || (path.is_empty() && help.contains("Start with:")), "{path}:\n{help}");
    }
}

#[test]
fn every_command_has_a_version() {
    for (path, help) in every_help() {
        assert!(help.contains("-V, --version"), "{path}");
        let ran = parlor(&format!("{path} --version"), "");
        let name = format!("parlor {path}").split_whitespace().collect::<Vec<_>>().join("-");
        assert_eq!(ran.stdout, format!("{name} {}\n", env!("CARGO_PKG_VERSION")));
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{path}");
    }
}

/// How the examples begin that need no other program, no server and no long search.
const QUICK: [&str; 7] = [
    "echo ",
    "parlor show ",
    "parlor engines ",
    "parlor convert ",
    "parlor replay game",
    "parlor check growing --list",
    "parlor doctor",
];

#[test]
fn quick_examples_run() {
    let folder = env::temp_dir().join(format!("parlor-examples-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let game = "{\"parlor\":2,\"game\":\"hex\"}\n{\"event\":{\"move\":\"F5\"}}\n";
    let before_each = || {
        fs::write(folder.join("game.jsonl"), game).unwrap();
        fs::write(folder.join("game.sgf"), "(;FF[4]GM[11]SZ[11];B[a1];W[b2])").unwrap();
    };
    let program = Path::new(env!("CARGO_BIN_EXE_parlor")).parent().unwrap();
    let search_path = format!("{}:{}", program.display(), env::var("PATH").unwrap_or_default());
    let mut examples = 0;
    for (_, help) in every_help() {
        let lines = help.lines().skip_while(|line| !line.starts_with("Example"));
        let lines = lines.filter_map(|line| line.strip_prefix("  "));
        for example in lines.filter(|line| QUICK.iter().any(|start| line.starts_with(start))) {
            before_each();
            let ran = Command::new("sh")
                .args(["-c", example])
                .current_dir(&folder)
                .env("PATH", &search_path)
                .env("XDG_DATA_HOME", &folder)
                .stdin(Stdio::null())
                .output()
                .unwrap();
            let stderr = String::from_utf8_lossy(&ran.stderr);
            assert!(ran.status.success() && stderr.is_empty(), "{example}\n{stderr}");
            examples += 1;
        }
    }
    assert!(examples >= 12, "{examples} examples were found");
    fs::remove_dir_all(folder).unwrap();
}
